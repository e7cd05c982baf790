/** From the value of a public key to whose telemetry it delivers. Cached per isolate like every credential. */
import { AgedCache } from '../auth/cache.ts'
import { credentialDigest, credentialKindOf } from '../auth/credential-format.ts'
import { retentionDaysOf } from '../billing/plans.ts'
import type { TelemetryProject } from '../telemetry/port.ts'
import type { Sender } from './in-flight.ts'

export interface IntakeKey {
  readonly keyId: string
  readonly project: TelemetryProject
  readonly connectionId: string | null
  readonly logStreamId: string | null
  /** Its stream or log source is paused: answered with success, dropped and counted. */
  readonly isPaused: boolean
  /** Its stream waits for its first record: connectionless, or set up by hand on the platform. */
  readonly isAwaited: boolean
  readonly expiresAt: number | null
}

export const senderOf = ({ keyId, project }: IntakeKey): Sender => ({ keyId, organizationId: project.organizationId })

const CACHE_AGE_MAX_MS = 30_000
const CACHE_ENTRIES_MAX = 10_000
const LAST_USED_RESOLUTION_MS = 60_000
const byValue = new AgedCache<IntakeKey>(CACHE_AGE_MAX_MS, CACHE_ENTRIES_MAX)
const lastUsedWrites = new AgedCache<true>(LAST_USED_RESOLUTION_MS, CACHE_ENTRIES_MAX)
/** Lasts longer than a key that was read while its stream waited. */
const activated = new AgedCache<true>(2 * CACHE_AGE_MAX_MS, CACHE_ENTRIES_MAX)

interface KeyRow {
  id: string
  organization_id: string
  project_id: string
  region: string
  data_source_connection_id: string | null
  log_stream_id: string | null
  expires_at: number | null
  enabled: number
  status: string | null
  plan_slug: string | null
}

const KEY_QUERY = `
select c.id, c.organization_id, c.project_id, p.region, c.data_source_connection_id, c.log_stream_id, c.expires_at,
  s.plan_slug, st.status, min(coalesce(st.enabled, 1), coalesce(src.enabled, 1)) as enabled
from credentials c
join projects p on p.id = c.project_id
join organizations o on o.id = c.organization_id
left join streams st on st.id = c.log_stream_id
left join sources src on src.id = st.source_id
left join billing_subscriptions s on s.organization_id = c.organization_id and s.status != 'canceled'
where c.digest = ? and c.kind = 'public' and c.deactivated_at is null and p.deleted_at is null and o.deleted_at is null`

export interface ResolveKeyInput {
  readonly value: string
  readonly db: D1Database
  readonly now: number
  readonly waitUntil: (work: Promise<unknown>) => void
  readonly strangers?: StrangerLimits
}

/** What whoever has shown no valid key may still cost; both throw where their network address has had its share. */
export interface StrangerLimits {
  /** Before a key that is not remembered here is looked up. */
  readonly requireLookup: () => void
  /** Before a body without a key in header or path is read. */
  readonly requireBody: () => void
}

/** null: malformed, unknown, deactivated or expired (all answered 401). */
export async function resolveIntakeKey(input: ResolveKeyInput): Promise<IntakeKey | null> {
  const key = byValue.get(input.value, input.now) ?? (await load(input))
  if (!key || (key.expiresAt !== null && key.expiresAt <= input.now)) return null
  noteUse(key, input)
  return key
}

/** A deactivated or changed key is read anew at once where it was changed. */
export function forgetIntakeKeys(matches: (key: IntakeKey) => boolean): void {
  byValue.deleteWhere(matches)
}

async function load(input: ResolveKeyInput): Promise<IntakeKey | null> {
  if (credentialKindOf(input.value) !== 'public') return null
  input.strangers?.requireLookup()
  const row = await input.db
    .prepare(KEY_QUERY)
    .bind(await credentialDigest(input.value))
    .first<KeyRow>()
  if (!row) return null
  const key: IntakeKey = {
    keyId: row.id,
    project: {
      organizationId: row.organization_id,
      projectId: row.project_id,
      region: row.region,
      retentionDays: retentionDaysOf(row.plan_slug),
    },
    connectionId: row.data_source_connection_id,
    logStreamId: row.log_stream_id,
    isPaused: row.enabled === 0,
    isAwaited: row.status === 'pending',
    expiresAt: row.expires_at,
  }
  byValue.set(input.value, key, input.now)
  return key
}

function noteUse(key: IntakeKey, input: ResolveKeyInput): void {
  if (lastUsedWrites.get(key.keyId, input.now)) return
  lastUsedWrites.set(key.keyId, true, input.now)
  input.waitUntil(
    input.db
      .prepare('update credentials set last_used_at = ?2 where id = ?1 and (last_used_at is null or last_used_at < ?2)')
      .bind(key.keyId, input.now)
      .run(),
  )
}

/** A stream that waited for its first record is active from then on; probes and refused bodies are no records. */
export function noteFirstRecord(key: IntakeKey, input: Pick<ResolveKeyInput, 'db' | 'now' | 'waitUntil'>): void {
  if (!key.isAwaited || key.logStreamId === null || activated.get(key.keyId, input.now)) return
  activated.set(key.keyId, true, input.now)
  input.waitUntil(
    input.db
      .prepare("update streams set status = 'active', error_message = null where id = ? and status = 'pending'")
      .bind(key.logStreamId)
      .run(),
  )
}
