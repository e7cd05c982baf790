/** The project's connected platforms as the agent sees them: which there are, and questions to them. */
import type {
  ConnectionAnswer,
  ConnectionQuery,
  ConnectionSummary,
  ProjectConnections,
} from '../../agent/connections.ts'
import type { DomainContext } from '../context.ts'
import { connectorDeps } from './connector-deps.ts'
import { connectorOfProvider } from './connector-of.ts'
import { openMetadata } from './metadata.ts'
import { type RawSource, SOURCE_COLUMNS } from './rows.ts'

/** More than these are not told to a model. */
const CONNECTIONS_MAX = 50

interface ProjectRef {
  readonly organizationId: string
  readonly projectId: string
}

/** Connections, and log sources that hold credentials of a platform. */
const LIVE = `from sources where project_id = ?1 and organization_id = ?2 and deleted_at is null and enabled = 1
  and metadata is not null`

export function projectConnections(ctx: DomainContext, project: ProjectRef): ProjectConnections {
  return {
    list: () => listForAgent(ctx, project),
    query: (connectionId, query, signal) =>
      beforeAbort(signal, () => askConnection(ctx, project, { connectionId, query })),
  }
}

async function listForAgent(
  ctx: DomainContext,
  { projectId, organizationId }: ProjectRef,
): Promise<ConnectionSummary[]> {
  const { results } = await ctx.db
    .prepare(
      `select id, provider, name,
         (select count(*) from streams s where s.source_id = sources.id and s.deleted_at is null) as total,
         (select count(*) from streams s where s.source_id = sources.id and s.deleted_at is null and s.status = 'active') as active,
         (select count(*) from streams s where s.source_id = sources.id and s.deleted_at is null and s.status = 'error') as error
       ${LIVE} order by id limit ?3`,
    )
    .bind(projectId, organizationId, CONNECTIONS_MAX)
    .all<{ id: string; provider: string; name: string | null; total: number; active: number; error: number }>()
  return Promise.all(
    results.map(async ({ id, provider, name, total, active, error }) => {
      const connector = await connectorOfProvider(provider)
      return {
        id,
        type: provider,
        displayName: name ?? connector?.name ?? provider,
        canQuery: connector?.query !== undefined,
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
  const source = await ctx.db
    .prepare(`select ${SOURCE_COLUMNS} ${LIVE} and id = ?3`)
    .bind(projectId, organizationId, connectionId.toLowerCase())
    .first<RawSource>()
  if (!source) return refused('There is no such connection; list_connections names those there are.')
  const connector = await connectorOfProvider(source.provider)
  if (!connector?.query) return refused(`${connector?.name ?? source.provider} cannot be asked; it only delivers.`)
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
