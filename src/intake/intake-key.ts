/** Resolves a public key to the project and stream it delivers to. Cached per isolate, like every credential. */
import { AgedCache } from '../auth/cache.ts'
import { credentialDigest, credentialKindOf } from '../auth/credential-format.ts'
import { DELIVERY_KEY_AGE_MAX_MS, type DeliveryKey, DeliveryKeys } from '../auth/delivery-keys.ts'
import { retentionDaysOf } from '../billing/plans.ts'
import type { Sender } from '../bytes/in-flight.ts'
import type { Database } from '../db/database.ts'
import { findIntakeKey, noteCredentialUse } from '../db/intake-keys.ts'
import { activateStream } from '../db/streams.ts'
import type { TelemetryProject } from '../telemetry/index.ts'

export interface IntakeKey extends DeliveryKey {
  readonly project: TelemetryProject
  readonly connectionId: string | null
  readonly logStreamId: string | null
  /** The stream or log source is paused: deliveries are answered with success, dropped and counted. */
  readonly isPaused: boolean
  /** The stream waits for its first record: it has no connection, or was set up by hand on the platform. */
  readonly isAwaited: boolean
}

/** Returns whose memory share a delivery uses, for the bounds on bodies in flight. */
export const senderOf = ({ keyId, project }: IntakeKey): Sender => ({ keyId, organizationId: project.organizationId })

const CACHE_ENTRIES_MAX = 10_000
const keys = new DeliveryKeys<IntakeKey>(CACHE_ENTRIES_MAX)
/** Lives longer than a cached key that was read while its stream waited. */
const activated = new AgedCache<true>(2 * DELIVERY_KEY_AGE_MAX_MS, CACHE_ENTRIES_MAX)

export interface ResolveKeyInput {
  readonly value: string
  readonly db: Database
  readonly now: number
  readonly waitUntil: (work: Promise<unknown>) => void
  readonly strangers?: StrangerLimits
}

/** Limits for requests without a valid key. The functions throw if the network address is above its limit. */
export interface StrangerLimits {
  /** The network address that the memory of a body without a key counts against. */
  readonly address: string
  /** Called before a key that is not cached is looked up. */
  readonly requireLookup: () => void
  /** Called before a body is read that has no key in a header or the path. */
  readonly requireBody: () => void
  /** Counts a body without a key that was refused before it could be searched for one. */
  readonly countBody: () => Promise<void>
}

/** Resolves a key. Returns null when it is malformed, unknown, deactivated or expired; all are answered 401. */
export function resolveIntakeKey(input: ResolveKeyInput): Promise<IntakeKey | null> {
  const { value, now, db, waitUntil } = input
  const noteUse = ({ keyId }: IntakeKey) => waitUntil(noteCredentialUse(db, keyId, now))
  return keys.find({ value, now, load: () => load(input), noteUse })
}

/** Why a text is not an intake key, for its sender. */
export function unknownKeyMessage(value: string | null): string {
  if (value !== null && credentialKindOf(value) === 'alerts') {
    return 'This is an alert key: it delivers to /v1/alerts and /v1/changes. Telemetry needs an active public key of the project.'
  }
  return 'The intake key is missing, malformed, unknown, expired or deactivated. Send an active public key of the project.'
}

/** Drops changed or deactivated keys from the cache of the isolate that changed them. */
export const forgetIntakeKeys = (matches: (key: IntakeKey) => boolean): void => keys.forget(matches)

async function load(input: ResolveKeyInput): Promise<IntakeKey | null> {
  if (credentialKindOf(input.value) !== 'public') return null
  input.strangers?.requireLookup()
  const row = await findIntakeKey(input.db, await credentialDigest(input.value))
  if (!row) return null
  const { organizationId, projectId, region } = row
  return {
    keyId: row.id,
    project: { organizationId, projectId, region, retentionDays: retentionDaysOf(row.planSlug) },
    connectionId: row.connectionId,
    logStreamId: row.logStreamId,
    isPaused: !row.isEnabled,
    isAwaited: row.streamStatus === 'pending',
    expiresAt: row.expiresAt,
  }
}

/** Activates a stream that waited for its first record. Probes and refused bodies are not records. */
export function noteFirstRecord(key: IntakeKey, input: Pick<ResolveKeyInput, 'db' | 'now' | 'waitUntil'>): void {
  if (!key.isAwaited || key.logStreamId === null || activated.get(key.keyId, input.now)) return
  activated.set(key.keyId, true, input.now)
  input.waitUntil(activateStream(input.db, key.logStreamId, 'pending'))
}
