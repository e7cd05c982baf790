/** The project's connected platforms as the agent sees them: a list, and questions to them. */
import type {
  ConnectionAnswer,
  ConnectionQuery,
  ConnectionSummary,
  ProjectConnections,
} from '../../agent/connections.ts'
import { findAskableSource, listAskableSources } from '../../db/sources.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { connectorDeps } from './connector-deps.ts'
import { connectorOfProvider } from './connector-of.ts'
import { openMetadata } from './metadata.ts'

/** Maximum number of connections that a model is told about. */
const CONNECTIONS_MAX = 50

const NATIVE_IS_OFF =
  'Native queries are disabled for this connection. Ask in words instead (isNative: false). An administrator can enable them with nativeQueriesEnabled of the connection.'

interface ProjectRef {
  readonly organizationId: string
  readonly projectId: string
}

/**
 * Returns the port by which the agent lists and queries the project's connections. A query ends when its signal aborts.
 */
export function projectConnections({ ctx, scope: project }: VerbCall<ProjectRef>): ProjectConnections {
  return {
    list: () => listForAgent(ctx, project),
    query: (connectionId, query, signal) =>
      beforeAbort(signal, () => askConnection(ctx, project, { connectionId, query })),
  }
}

async function listForAgent(ctx: DomainContext, project: ProjectRef): Promise<ConnectionSummary[]> {
  const rows = await listAskableSources(ctx.db, project, CONNECTIONS_MAX)
  return Promise.all(
    rows.map(async ({ id, provider, name, nativeQueriesEnabled, total, active, error }) => {
      const connector = await connectorOfProvider(provider)
      return {
        id,
        type: provider,
        displayName: name ?? connector?.name ?? provider,
        canQuery: connector?.query !== undefined,
        canQueryNatively: connector?.query !== undefined && nativeQueriesEnabled,
        streams: { active, error, total },
      }
    }),
  )
}

/** Ids come from a model, so only connections of this project are found. */
async function askConnection(
  ctx: DomainContext,
  { projectId, organizationId }: ProjectRef,
  { connectionId, query }: { readonly connectionId: string; readonly query: ConnectionQuery },
): Promise<ConnectionAnswer> {
  const source = await findAskableSource(ctx.db, { organizationId, projectId }, connectionId.toLowerCase())
  if (!source) return refused('There is no connection with this id. Call list_connections to see the existing ones.')
  const connector = await connectorOfProvider(source.provider)
  if (!connector?.query)
    return refused(`${connector?.name ?? source.provider} cannot answer questions; it only delivers telemetry.`)
  if (query.isNative && !source.nativeQueriesEnabled) return refused(NATIVE_IS_OFF)
  const outcome = await connector.query(connectorDeps(ctx), { metadata: await openMetadata(ctx, source), query })
  return outcome.ok ? { ok: true, ...outcome.value } : refused(outcome.message)
}

const refused = (reason: string): ConnectionAnswer => ({ ok: false, reason })

/** A running call cannot be withdrawn; its answer is no longer awaited. */
async function beforeAbort(signal: AbortSignal, ask: () => Promise<ConnectionAnswer>): Promise<ConnectionAnswer> {
  const stopped = refused('The question was cancelled before the platform answered.')
  if (signal.aborted) return stopped
  return Promise.race([
    ask(),
    new Promise<ConnectionAnswer>((resolve) =>
      signal.addEventListener('abort', () => resolve(stopped), { once: true }),
    ),
  ])
}
