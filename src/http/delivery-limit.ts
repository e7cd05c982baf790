/**
 * How many deliveries of alerts and changes one key may make per minute, counted in the isolate in fixed windows. A
 * storm of ten thousand alerts in a minute, each in its own delivery, stays below it.
 */
import { HttpError } from './errors.ts'
import { MinuteCounter, secondsLeft } from './minute-counter.ts'

const DELIVERIES_PER_MINUTE = 12_000
const deliveries = new MinuteCounter()

/** Counts a delivery. Throws 429 if the key has made too many in this minute. */
export function countDelivery(keyId: string, now: number): void {
  if (deliveries.add(keyId, now) <= DELIVERIES_PER_MINUTE) return
  throw new HttpError(
    'TOO_MANY_REQUESTS',
    `More than ${DELIVERIES_PER_MINUTE} deliveries were made with this key in a minute.`,
    {
      retryAfterSeconds: secondsLeft(now),
    },
  )
}
