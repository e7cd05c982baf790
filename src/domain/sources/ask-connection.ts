/** The project's connected platforms as the agent sees them: which there are, and questions to them. */
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

/** More than these are not told to a model. */
const CONNECTIONS_MAX = 50

const NATIVE_IS_OFF =
  'Questions in the query language of the platform are off for this connection; ask with words (isNative false). An administrator can allow them: nativeQueriesEnabled of the connection.'

interface ProjectRef {
  readonly organizationId: string
  readonly projectId: string
}

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

/** Ids come from a model: only those of this project are found. */
async function askConnection(
  ctx: DomainContext,
  { projectId, organizationId }: ProjectRef,
  { connectionId, query }: { readonly connectionId: string; readonly query: ConnectionQuery },
): Promise<ConnectionAnswer> {
  const source = await findAskableSource(ctx.db, { organizationId, projectId }, connectionId.toLowerCase())
  if (!source) return refused('There is no such connection; list_connections names those there are.')
  const connector = await connectorOfProvider(source.provider)
  if (!connector?.query) return refused(`${connector?.name ?? source.provider} cannot be asked; it only delivers.`)
  if (query.isNative && !source.nativeQueriesEnabled) return refused(NATIVE_IS_OFF)
  const outcome = await connector.query(connectorDeps(ctx), { metadata: await openMetadata(ctx, source), query })
  return outcome.ok ? { ok: true, ...outcome.value } : refused(outcome.message)
}

const refused = (reason: string): ConnectionAnswer => ({ ok: false, reason })

/** A call that is under way cannot be taken back; its answer is no longer waited for. */
async function beforeAbort(signal: AbortSignal, ask: () => Promise<ConnectionAnswer>): Promise<ConnectionAnswer> {
  const stopped = refused('The question was given up.')
  if (signal.aborted) return stopped
  return Promise.race([
    ask(),
    new Promise<ConnectionAnswer>((resolve) =>
      signal.addEventListener('abort', () => resolve(stopped), { once: true }),
    ),
  ])
}
