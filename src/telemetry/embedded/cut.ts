/** Puts records in order of time and cuts them where nothing happened, so that segments are narrow in time. */
import type { Timestamp } from '../time.ts'

/** A record and its place: the sequence of its batch and its index there, from which its id is made. */
export interface PlacedRecord<R> {
  readonly record: R
  readonly sequence: number
  readonly index: number
}

/** A pause this long parts two stretches of activity; a segment across it would be read for either. */
const GAP_NANOS = 600_000_000_000

/** Stretches in order of time. Records of one time keep the order of their places. */
export function cutByTime<R extends { readonly time: Timestamp }>(records: PlacedRecord<R>[]): PlacedRecord<R>[][] {
  const ordered = records.sort(
    (a, b) => a.record.time.nanos - b.record.time.nanos || a.sequence - b.sequence || a.index - b.index,
  )
  const stretches: PlacedRecord<R>[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const placed of ordered) {
    const { nanos } = placed.record.time
    if (nanos - last > GAP_NANOS) stretches.push([])
    stretches.at(-1)?.push(placed)
    last = nanos
  }
  return joinSmall(stretches)
}

/** Stretches below this join a neighbour: a segment costs a dozen rows, however few its records. */
const RECORDS_MIN = 500

function joinSmall<R>(stretches: PlacedRecord<R>[][]): PlacedRecord<R>[][] {
  const joined: PlacedRecord<R>[][] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    if (last !== undefined && (stretch.length < RECORDS_MIN || last.length < RECORDS_MIN)) last.push(...stretch)
    else joined.push(stretch)
  }
  return joined
}
