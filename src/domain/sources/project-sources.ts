/** What delivers to a project as the agent sees it: live streams, and keys that belong to none, with their health. */
import type { DeliveringSource, ProjectSources, SourceHealthList } from '../../agent/sources.ts'
import type { SourceHealth } from '../../durable/organization/health-records.ts'
import type { DomainContext } from '../context.ts'
import { combinedHealth } from './health.ts'

interface ProjectRef {
  readonly organizationId: string
  readonly projectId: string
}

/** Of each kind; a question reads no more. Their health is one call to the organization's object. */
const READ_MAX = 1000

interface StreamRow {
  id: string
  name: string
  status: 'pending' | 'provisioning' | 'active' | 'error'
  error: string | null
  provider: string
  isEnabled: number
}

interface KeyRow {
  id: string
  name: string
  streamId: string | null
  expiresAt: number | null
  connectionId: string | null
  connectionName: string | null
  provider: string | null
  isEnabled: number
}

const STREAMS = `
select st.id, st.display_name as name, st.status, st.error_message as error, so.provider,
  min(st.enabled, so.enabled) as isEnabled
from streams st join sources so on so.id = st.source_id
where st.project_id = ?1 and st.organization_id = ?2 and st.deleted_at is null and so.deleted_at is null
order by st.id desc limit ?3`

const KEYS = `
select c.id, c.name, c.log_stream_id as streamId, c.expires_at as expiresAt, so.id as connectionId,
  so.name as connectionName, so.provider, coalesce(so.enabled, 1) as isEnabled
from credentials c left join sources so on so.id = c.data_source_connection_id
where c.project_id = ?1 and c.organization_id = ?2 and c.kind = 'public' and c.deactivated_at is null
  and so.deleted_at is null
order by c.id desc limit ?3`

export function projectSources(ctx: DomainContext, project: ProjectRef): ProjectSources {
  return { health: () => healthOfProject(ctx, project) }
}

type Described = Pick<DeliveringSource, 'id' | 'kind' | 'name' | 'provider' | 'state' | 'error'>

async function healthOfProject(ctx: DomainContext, project: ProjectRef): Promise<SourceHealthList> {
  const bind = (sql: string, limit: number) =>
    ctx.db.prepare(sql).bind(project.projectId, project.organizationId, limit + 1)
  const [streams, keys] = await Promise.all([
    bind(STREAMS, READ_MAX).all<StreamRow>(),
    // Most keys belong to a stream.
    bind(KEYS, 2 * READ_MAX).all<KeyRow>(),
  ])
  const described = describe(streams.results.slice(0, READ_MAX), keys.results.slice(0, 2 * READ_MAX), ctx.now())
  const keyIds = [...new Set(described.flatMap((one) => one.keyIds))]
  const all =
    keyIds.length === 0 ? [] : await ctx.bindings.ORGANIZATION.getByName(project.organizationId).healthOf(keyIds)
  const byKey = new Map<string, SourceHealth>(all.map((one) => [one.keyId, one]))
  return {
    sources: described.map(({ source, keyIds }) => ({
      ...source,
      ...combinedHealth(keyIds.flatMap((id) => byKey.get(id) ?? [])),
    })),
    isTruncated: streams.results.length > READ_MAX || keys.results.length > 2 * READ_MAX,
  }
}

/** Streams with their keys, then connections and keys on their own. */
function describe(
  streams: readonly StreamRow[],
  keys: readonly KeyRow[],
  now: number,
): { readonly source: Described; readonly keyIds: readonly string[] }[] {
  const ofStream = Map.groupBy(keys, ({ streamId }) => streamId)
  const described = streams.map(({ isEnabled, status, ...stream }) => ({
    source: { ...stream, kind: 'stream', state: isEnabled === 0 ? 'paused' : status } satisfies Described,
    keyIds: (ofStream.get(stream.id) ?? []).map(({ id }) => id),
  }))
  const alone = (ofStream.get(null) ?? []).map((key) => {
    const isExpired = key.expiresAt !== null && key.expiresAt <= now
    const state = isExpired ? 'expired' : key.isEnabled === 0 ? 'paused' : 'active'
    const source: Described =
      key.connectionId === null
        ? { id: key.id, kind: 'public_key', name: key.name, provider: null, state, error: null }
        : {
            id: key.connectionId,
            kind: 'connection',
            name: key.connectionName ?? key.provider ?? key.name,
            provider: key.provider,
            state,
            error: null,
          }
    return { source, keyIds: [key.id] }
  })
  return [...described, ...alone]
}
