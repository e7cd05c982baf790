/** Rows of sources and streams, and how they are read. */
import type { DomainContext } from '../context.ts'

export type SourceKind = 'connection' | 'log_source'
export type StreamStatus = 'pending' | 'provisioning' | 'active' | 'error'

export interface AutoProvisionFilter {
  readonly allowlist: readonly string[]
  readonly denylist: readonly string[]
}

export interface SourceRow {
  readonly id: string
  readonly kind: SourceKind
  readonly organizationId: string
  readonly projectId: string
  readonly provider: string
  readonly mode: 'managed' | 'connectionless'
  readonly name: string | null
  /** Sealed. */
  readonly metadata: string | null
  readonly autoProvisionFilter: AutoProvisionFilter | null
  readonly enabled: boolean
  readonly createdAt: number
}

export interface StreamRow {
  readonly id: string
  readonly sourceId: string
  readonly organizationId: string
  readonly projectId: string
  readonly displayName: string
  readonly config: Readonly<Record<string, unknown>>
  readonly status: StreamStatus
  readonly errorMessage: string | null
  readonly enabled: boolean
  readonly remote: Readonly<Record<string, unknown>> | null
  readonly signingSecret: string | null
  readonly version: number
  readonly attempts: number
  readonly isDeleted: boolean
  readonly createdAt: number
}

type Raw<Row, Json extends keyof Row> = Omit<Row, Json | 'enabled'> & { readonly [Key in Json]: string | null } & {
  readonly enabled: number
}

export const SOURCE_COLUMNS = `id, kind, organization_id as organizationId, project_id as projectId, provider, mode, name,
  metadata, auto_provision_filter as autoProvisionFilter, enabled, created_at as createdAt`
export const STREAM_COLUMNS = `id, source_id as sourceId, organization_id as organizationId, project_id as projectId,
  display_name as displayName, config, status, error_message as errorMessage, enabled, remote,
  signing_secret as signingSecret, version, attempts, deleted_at as deletedAt, created_at as createdAt`

export type RawSource = Raw<SourceRow, 'autoProvisionFilter'>
export type RawStream = Omit<Raw<StreamRow, 'config' | 'remote'>, 'isDeleted'> & { readonly deletedAt: number | null }

export const sourceOf = (raw: RawSource): SourceRow => ({
  ...raw,
  enabled: raw.enabled === 1,
  autoProvisionFilter: raw.autoProvisionFilter === null ? null : JSON.parse(raw.autoProvisionFilter),
})

export function streamOf(raw: RawStream): StreamRow {
  const { deletedAt, ...row } = raw
  return {
    ...row,
    enabled: raw.enabled === 1,
    config: JSON.parse(raw.config ?? '{}'),
    remote: raw.remote === null ? null : JSON.parse(raw.remote),
    isDeleted: deletedAt !== null,
  }
}

export async function findSource(ctx: DomainContext, kind: SourceKind, id: string): Promise<SourceRow | null> {
  const raw = await ctx.db
    .prepare(`select ${SOURCE_COLUMNS} from sources where id = ? and kind = ? and deleted_at is null`)
    .bind(id, kind)
    .first<RawSource>()
  return raw && sourceOf(raw)
}

/** Streams of one kind of source; a deleted one is gone. */
export async function findStream(ctx: DomainContext, kind: SourceKind, id: string): Promise<StreamRow | null> {
  const raw = await ctx.db
    .prepare(
      `select ${STREAM_COLUMNS} from streams where id = ? and deleted_at is null
       and source_id in (select id from sources where kind = ?)`,
    )
    .bind(id, kind)
    .first<RawStream>()
  return raw && streamOf(raw)
}

/** Newest first. */
export async function streamsOfSource(ctx: DomainContext, sourceId: string): Promise<StreamRow[]> {
  const { results } = await ctx.db
    .prepare(
      `select ${STREAM_COLUMNS} from streams where source_id = ? and deleted_at is null order by id desc limit 1000`,
    )
    .bind(sourceId)
    .all<RawStream>()
  return results.map(streamOf)
}

/** One text for one config, whatever the order of its keys: a resource becomes one stream. */
export function resourceKeyOf(config: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(config).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Newest first; the cursor is the id of the last stream returned. */
export async function pageOfStreams(ctx: DomainContext, sourceId: string, limit: number, cursor: string | undefined) {
  const { results } = await ctx.db
    .prepare(
      `select ${STREAM_COLUMNS} from streams where source_id = ? and id < ? and deleted_at is null order by id desc limit ?`,
    )
    // 'g' sorts after every hex digit: the first page starts above all ids.
    .bind(sourceId, cursor?.toLowerCase() ?? 'g', limit + 1)
    .all<RawStream>()
  const streams = results.slice(0, limit).map(streamOf)
  return { streams, nextCursor: results.length > limit ? (streams.at(-1)?.id ?? null) : null }
}
