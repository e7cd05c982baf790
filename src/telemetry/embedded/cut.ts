/** Cuts records where nothing happened, so that segments are narrow in time. */
import { inOrder, type Placed } from '../segment/placed.ts'

/** A pause this long parts two stretches of activity; a segment across it would be read for either. */
const GAP_NANOS = 600_000_000_000

/** Stretches in order of time. Records of one time keep the order of their places. */
export function cutByTime<P extends Placed>(records: readonly P[]): (readonly P[])[] {
  return cutAtGaps(inOrder(records), (one) => one.record.time.nanos)
}

/** Stretches of what is in order of time already. */
export function cutAtGaps<P>(ordered: readonly P[], nanosOf: (one: P) => number): (readonly P[])[] {
  const cuts = gaps(ordered, nanosOf)
  if (cuts.length === 0) return ordered.length === 0 ? [] : [ordered]
  return joinSmall([0, ...cuts].map((from, place) => ordered.slice(from, cuts[place])))
}

/** Places of what comes after a gap. */
function gaps<P>(ordered: readonly P[], nanosOf: (one: P) => number): number[] {
  const places: number[] = []
  let last: number | null = null
  for (const [place, one] of ordered.entries()) {
    const nanos = nanosOf(one)
    if (last !== null && nanos - last > GAP_NANOS) places.push(place)
    last = nanos
  }
  return places
}

/** Stretches below this join a neighbour: a segment costs a dozen rows, however few its records. */
const RECORDS_MIN = 500

function joinSmall<P>(stretches: P[][]): P[][] {
  const joined: P[][] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    if (last !== undefined && (stretch.length < RECORDS_MIN || last.length < RECORDS_MIN)) last.push(...stretch)
    else joined.push(stretch)
  }
  return joined
}
