/** Puts records in order of time and cuts them where nothing happened, so that segments are narrow in time. */
import type { Timestamp } from '../time.ts'

/** A record and its place: the sequence of its batch and its index there, from which its id is made. */
export interface PlacedRecord<R> {
  readonly record: R
  readonly sequence: number
  readonly index: number
}

type Placed = PlacedRecord<{ readonly time: Timestamp }>

/** A pause this long parts two stretches of activity; a segment across it would be read for either. */
const GAP_NANOS = 600_000_000_000

/** Stretches in order of time. Records of one time keep the order of their places. */
export function cutByTime<P extends Placed>(records: P[]): P[][] {
  // Batches come in order more often than not.
  if (!isOrdered(records)) records.sort(comparePlaced)
  const cuts = gaps(records)
  if (cuts.length === 0) return records.length === 0 ? [] : [records]
  return joinSmall([0, ...cuts].map((from, place) => records.slice(from, cuts[place])))
}

function comparePlaced(a: Placed, b: Placed): number {
  return a.record.time.nanos - b.record.time.nanos || a.sequence - b.sequence || a.index - b.index
}

function isOrdered(records: readonly Placed[]): boolean {
  for (let place = 1; place < records.length; place++) {
    const before = records[place - 1]
    const placed = records[place]
    if (before !== undefined && placed !== undefined && comparePlaced(before, placed) > 0) return false
  }
  return true
}

/** Places of the records that come after a gap. */
function gaps(records: readonly Placed[]): number[] {
  const places: number[] = []
  let last = records[0]?.record.time.nanos ?? 0
  for (let place = 1; place < records.length; place++) {
    const nanos = records[place]?.record.time.nanos ?? 0
    if (nanos - last > GAP_NANOS) places.push(place)
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
