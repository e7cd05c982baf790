/** Records with their places, and the order in which segments and partitions hold them: time, then place. */
import { compareTime, type Timestamp } from '../time.ts'

/** A record and its place: the sequence of its batch and its index there, from which its id is made. */
export interface PlacedRecord<R> {
  readonly record: R
  readonly sequence: number
  readonly index: number
}

export type Placed = PlacedRecord<{ readonly time: Timestamp }>

/** Compares records by time, ties by the place at which they were stored. */
export function comparePlaced(a: Placed, b: Placed): number {
  return compareTime(a.record.time, b.record.time) || a.sequence - b.sequence || a.index - b.index
}

/** Returns the list itself if it is already in order, as most batches are. */
export function inOrder<P extends Placed>(placed: readonly P[]): readonly P[] {
  return isInOrder(placed) ? placed : placed.toSorted(comparePlaced)
}

function isInOrder(placed: readonly Placed[]): boolean {
  for (let place = 1; place < placed.length; place++) {
    const before = placed[place - 1]
    const one = placed[place]
    if (before !== undefined && one !== undefined && comparePlaced(before, one) > 0) return false
  }
  return true
}
