/** Keys that deliver (telemetry, alerts, changes), as an isolate caches them. */
import { AgedCache } from './cache.ts'

/** Every isolate refuses a revoked key after this time. */
export const DELIVERY_KEY_AGE_MAX_MS = 30_000
/** The time of a key's last use is written at most once a minute. */
const LAST_USED_RESOLUTION_MS = 60_000

export interface DeliveryKey {
  readonly keyId: string
  readonly expiresAt: number | null
}

export interface FindDeliveryKey<Key> {
  readonly value: string
  readonly now: number
  /**
   * Reads a key that is not cached. Returns null if the text names none. May throw, for example for an address above
   * its limit.
   */
  readonly load: () => Promise<Key | null>
  /** Records that the key was used. */
  readonly noteUse: (key: Key) => void
}

/** The keys of one kind of delivery. Unknown texts are not cached, so a new key works at once. */
export class DeliveryKeys<Key extends DeliveryKey> {
  readonly #byValue: AgedCache<Key>
  readonly #noted: AgedCache<true>

  constructor(entriesMax: number) {
    this.#byValue = new AgedCache(DELIVERY_KEY_AGE_MAX_MS, entriesMax)
    this.#noted = new AgedCache(LAST_USED_RESOLUTION_MS, entriesMax)
  }

  /** Returns the live key of a text; null when it is unknown or expired. */
  async find({ value, now, load, noteUse }: FindDeliveryKey<Key>): Promise<Key | null> {
    const cached = this.#byValue.get(value, now)
    const key = cached ?? (await load())
    if (key === null) return null
    if (cached === undefined) this.#byValue.set(value, key, now)
    if (key.expiresAt !== null && key.expiresAt <= now) return null
    if (!this.#noted.get(key.keyId, now)) {
      this.#noted.set(key.keyId, true, now)
      noteUse(key)
    }
    return key
  }

  /** Forgets changed or deactivated keys, so that the change applies in this isolate at once. */
  forget(matches: (key: Key) => boolean): void {
    this.#byValue.deleteWhere(matches)
  }
}
