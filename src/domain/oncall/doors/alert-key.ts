/** Finds the project of an alert key. Each isolate caches keys, as it does with all credentials. */
import { AgedCache } from '../../../auth/cache.ts'
import { credentialDigest } from '../../../auth/credential-format.ts'
import type { PlacedProject } from '../../../contracts/oncall-protocol.ts'
import { findLiveAlertKey, noteAlertKeyUse } from '../../../db/alert-keys.ts'
import type { DomainContext } from '../../context.ts'
import { ALERT_SIGNING_SECRET, openFrom } from '../../keys/sealed-columns.ts'

export interface AlertKey {
  readonly keyId: string
  readonly project: PlacedProject
  /** The only sender that may use the key; null if any sender may. */
  readonly source: string | null
  /** The secret that must sign deliveries; null if no signature is needed. */
  readonly signingSecret: string | null
  readonly expiresAt: number | null
}

/** Every isolate refuses a revoked key after this time. */
const CACHE_AGE_MAX_MS = 30_000
const CACHE_ENTRIES_MAX = 5_000
const LAST_USED_RESOLUTION_MS = 60_000
const byValue = new AgedCache<AlertKey>(CACHE_AGE_MAX_MS, CACHE_ENTRIES_MAX)
const lastUsedWrites = new AgedCache<true>(LAST_USED_RESOLUTION_MS, CACHE_ENTRIES_MAX)

/**
 * Returns the key of a well-formed text; null when it is unknown, deactivated or expired. `requireLookup` is called
 * before the database is read, and throws if the sender's address has tried too often.
 */
export async function findAlertKeyByValue(
  ctx: DomainContext,
  value: string,
  requireLookup: () => void,
): Promise<AlertKey | null> {
  const now = ctx.now()
  const key = byValue.get(value, now) ?? (await load(ctx, value, requireLookup))
  if (key === null || (key.expiresAt !== null && key.expiresAt <= now)) return null
  if (!lastUsedWrites.get(key.keyId, now)) {
    lastUsedWrites.set(key.keyId, true, now)
    ctx.waitUntil(noteAlertKeyUse(ctx.db, key.keyId, now))
  }
  return key
}

/** Makes a change of a key take effect at once in this isolate. */
export function forgetAlertKeys(keyId: string): void {
  byValue.deleteWhere((key) => key.keyId === keyId)
}

async function load(ctx: DomainContext, value: string, requireLookup: () => void): Promise<AlertKey | null> {
  requireLookup()
  const row = await findLiveAlertKey(ctx.db, await credentialDigest(value))
  if (row === null) return null
  const { organizationId, projectId, region } = row
  const key: AlertKey = {
    keyId: row.id,
    project: { organizationId, projectId, region },
    source: row.source,
    signingSecret:
      row.signingSecret === null ? null : await openFrom(ctx, ALERT_SIGNING_SECRET, row.id, row.signingSecret),
    expiresAt: row.expiresAt,
  }
  byValue.set(value, key, ctx.now())
  return key
}
