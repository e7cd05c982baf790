/**
 * Monthly cycles in UTC. Boundaries are counted from the anchor, never from the previous boundary: an anchor on the
 * 31st gives 28 February and then 31 March. The time of day is the anchor's.
 */
import { Temporal } from 'temporal-polyfill'

/** Cycle `number` of an anchor: [startsAt, endsAt), in milliseconds since 1970. */
export interface Cycle {
  readonly number: number
  readonly startsAt: number
  readonly endsAt: number
}

/** Returns the time `months` months after the anchor, clamped to the last day of its month. */
export function monthsAfter(anchorAt: number, months: number): number {
  const anchor = Temporal.Instant.fromEpochMilliseconds(anchorAt).toZonedDateTimeISO('UTC')
  return anchor.add({ months }).epochMilliseconds
}

/** Returns cycle `number`; cycle 0 starts at the anchor. */
export function cycleOf(anchorAt: number, number: number): Cycle {
  return { number, startsAt: monthsAfter(anchorAt, number), endsAt: monthsAfter(anchorAt, number + 1) }
}

/** Returns the ends of cycle `number` and its successors that are not after `now`: the renewals that are due. */
export function dueBoundaries(anchorAt: number, number: number, now: number): number[] {
  const boundaries: number[] = []
  for (let next = number + 1; monthsAfter(anchorAt, next) <= now; next++) boundaries.push(monthsAfter(anchorAt, next))
  return boundaries
}
