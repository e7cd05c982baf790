/** The order of records, (time, id), and the first records of that order after a cursor. */
import type { RecordCursor } from '../port.ts'
import { compareTime, type TimeRange, type Timestamp } from '../time.ts'

export interface Placed {
  readonly time: Timestamp
  readonly id: string
}
export type Compare<R> = (a: R, b: R) => number

/** Compares records oldest first, ties by id. */
export const byOldest: Compare<RecordCursor> = (a, b) =>
  compareTime(a.time, b.time) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Compares records newest first, ties by id. */
export const byNewest: Compare<RecordCursor> = (a, b) => byOldest(b, a)

/** Spans slowest first, ties newest first. */
export const bySlowest: Compare<Placed & { readonly durationNanos: number }> = (a, b) =>
  b.durationNanos - a.durationNanos || byNewest(a, b)

/** Whether a time lies in a range; the end is exclusive. */
export function inRange(time: Timestamp, range: TimeRange): boolean {
  return compareTime(time, range.from) >= 0 && compareTime(time, range.to) < 0
}

/** Returns the earlier of two times. */
export function minTime(a: Timestamp, b: Timestamp): Timestamp {
  return compareTime(a, b) <= 0 ? a : b
}

/** Returns the later of two times. */
export function maxTime(a: Timestamp, b: Timestamp): Timestamp {
  return compareTime(a, b) >= 0 ? a : b
}

/** Keeps the first `limit` of any number of offered records, in O(limit) memory. */
export class TopRecords<R> {
  readonly #compare: Compare<R>
  readonly #limit: number
  #kept: R[] = []
  #offered = 0
  #isSorted = true

  constructor(compare: Compare<R>, limit: number) {
    this.#compare = compare
    this.#limit = limit
  }

  offer(record: R): void {
    this.#offered++
    this.#kept.push(record)
    this.#isSorted = false
    // Sorting only when twice as many are held makes an offer O(log limit) on average.
    if (this.#kept.length >= 2 * this.#limit + 16) this.#trim()
  }

  /** The last kept record once the limit is reached. No record after it can still be part of the answer. */
  get worst(): R | undefined {
    if (this.#kept.length < this.#limit) return undefined
    this.#trim()
    return this.#kept[this.#limit - 1]
  }

  /** True when more records were offered than are kept. */
  get isCut(): boolean {
    return this.#offered > this.#limit
  }

  result(): R[] {
    this.#trim()
    return this.#kept
  }

  #trim(): void {
    if (!this.#isSorted) this.#kept.sort(this.#compare)
    this.#isSorted = true
    if (this.#kept.length > this.#limit) this.#kept = this.#kept.slice(0, this.#limit)
  }
}
