/** Finds the project of an alert key. Each isolate caches keys, as it does with all credentials. */
import { credentialDigest } from '../../../auth/credential-format.ts'
import { type DeliveryKey, DeliveryKeys } from '../../../auth/delivery-keys.ts'
import type { PlacedProject } from '../../../contracts/oncall-protocol.ts'
import { findLiveAlertKey, noteAlertKeyUse } from '../../../db/alert-keys.ts'
import type { DomainContext } from '../../context.ts'
import { ALERT_SIGNING_SECRET, openFrom } from '../../keys/sealed-columns.ts'

export interface AlertKey extends DeliveryKey {
  readonly project: PlacedProject
  /** The only sender that may use the key; null if any sender may. */
  readonly source: string | null
  /** The secret that must sign deliveries; null if no signature is needed. */
  readonly signingSecret: string | null
}

const keys = new DeliveryKeys<AlertKey>(5_000)

/**
 * Returns the key of a well-formed text; null when it is unknown, deactivated or expired. `requireLookup` is called
 * before the database is read, and throws if the sender's address has tried too often.
 */
export function findAlertKeyByValue(
  ctx: DomainContext,
  value: string,
  requireLookup: () => void,
): Promise<AlertKey | null> {
  const now = ctx.now()
  return keys.find({
    value,
    now,
    load: () => load(ctx, value, requireLookup),
    noteUse: ({ keyId }) => ctx.waitUntil(noteAlertKeyUse(ctx.db, keyId, now)),
  })
}

/** Makes a change of a key take effect at once in this isolate. */
export const forgetAlertKeys = (keyId: string): void => keys.forget((key) => key.keyId === keyId)

async function load(ctx: DomainContext, value: string, requireLookup: () => void): Promise<AlertKey | null> {
  requireLookup()
  const row = await findLiveAlertKey(ctx.db, await credentialDigest(value))
  if (row === null) return null
  const { organizationId, projectId, region } = row
  return {
    keyId: row.id,
    project: { organizationId, projectId, region },
    source: row.source,
    signingSecret:
      row.signingSecret === null ? null : await openFrom(ctx, ALERT_SIGNING_SECRET, row.id, row.signingSecret),
    expiresAt: row.expiresAt,
  }
}
