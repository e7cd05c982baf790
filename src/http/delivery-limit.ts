/**
 * How many deliveries of alerts and changes one key may bring in a minute, counted in the isolate in fixed windows. A
 * storm of ten thousand alerts in a minute, each in a delivery of its own, is below it.
 */
import { HttpError } from './errors.ts'

const WINDOW_MS = 60_000
const DELIVERIES_PER_MINUTE = 12_000
/** All counters start anew when this many are held: it bounds the isolate's memory. */
const COUNTERS_MAX = 20_000

let window = 0
let counts = new Map<string, number>()

/** Counts a delivery. Throws 429 where the key has brought too many in this minute. */
export function countDelivery(keyId: string, now: number): void {
  const current = Math.floor(now / WINDOW_MS)
  if (current !== window || counts.size > COUNTERS_MAX) {
    window = current
    counts = new Map()
  }
  const value = (counts.get(keyId) ?? 0) + 1
  counts.set(keyId, value)
  if (value <= DELIVERIES_PER_MINUTE) return
  throw new HttpError('TOO_MANY_REQUESTS', `More than ${DELIVERIES_PER_MINUTE} deliveries a minute with this key.`, {
    retryAfterSeconds: Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1000),
  })
}
