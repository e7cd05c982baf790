/** Cuts records into time ranges at long gaps, so that each segment covers a narrow range. */
import { inOrder, type Placed } from '../segment/placed.ts'

/** A gap this long separates two ranges. A segment across it would be read by queries of either side. */
const GAP_NANOS = 600_000_000_000

/** Sorts the records by time and cuts them at gaps. Records of equal time keep their order of arrival. */
export function cutByTime<P extends Placed>(records: readonly P[]): (readonly P[])[] {
  return cutAtGaps(inOrder(records), (one) => one.record.time.nanos)
}

/** Cuts items that are in time order already. */
export function cutAtGaps<P>(ordered: readonly P[], nanosOf: (one: P) => number): (readonly P[])[] {
  const cuts = gaps(ordered, nanosOf)
  if (cuts.length === 0) return ordered.length === 0 ? [] : [ordered]
  return joinSmall([0, ...cuts].map((from, place) => ordered.slice(from, cuts[place])))
}

/** The positions that follow a gap. */
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

/** A smaller range joins its neighbour: a segment costs about a dozen rows, however few its records. */
const RECORDS_MIN = 500

function joinSmall<P>(ranges: P[][]): P[][] {
  const joined: P[][] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last !== undefined && (range.length < RECORDS_MIN || last.length < RECORDS_MIN)) last.push(...range)
    else joined.push(range)
  }
  return joined
}
