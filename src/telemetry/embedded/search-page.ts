/**
 * One partition's share of a page of a search. Whatever ends the reading early (a full page, a spent budget, an answer
 * grown too large), the share says up to which place of the order it is complete. A page that went beyond that place
 * would hide records behind its cursor.
 */
import type { RecordCursor } from '../port.ts'
import { byNewest, byOldest, type Compare, type Placed, TopRecords } from '../query/order.ts'
import type { TimeRange } from '../time.ts'
import type { WorkMeter } from './batch-reader.ts'
import type { SearchEnd } from './messages.ts'

/** Text of one answer: with RPC's own bytes it stays far below the 32 MiB of a message; the cursor goes on behind it. */
export const ANSWER_CHARS_MAX = 4_000_000

/** Before and after every id that a record can have (record-id.ts); both have the form of an id, as cursors demand. */
const ID_BEFORE_ALL = '00000000-0000-8000-8000-000000000000'
const ID_AFTER_ALL = 'ffffffff-ffff-8fff-8fff-ffffffffffff'

export interface PageInput {
  readonly order: 'newest' | 'oldest'
  readonly limit: number
  readonly range: TimeRange
  readonly after?: RecordCursor
}

/** A batch or a segment, by what is known of it before it is read. */
interface Head {
  readonly records: number
  readonly minNanos: number
  readonly maxNanos: number
  readonly bytes?: number
}

export interface PageShare<R> extends SearchEnd {
  readonly records: R[]
}

/** The place just before everything at a time or later in the order. */
export function placeBefore(order: PageInput['order'], time: RecordCursor['time']): RecordCursor {
  return { time, id: order === 'oldest' ? ID_BEFORE_ALL : ID_AFTER_ALL }
}

export class SearchPage<C extends Placed> {
  /** The range without what the cursor has passed. */
  readonly range: TimeRange
  readonly #day: number
  readonly #input: PageInput
  readonly #compare: Compare<Placed>
  /** One more than the page takes: whether there is more is then known, not guessed. */
  readonly #top: TopRecords<C>
  #readTo: RecordCursor | null = null

  constructor(day: number, input: PageInput) {
    this.#day = day
    this.#input = input
    this.#compare = input.order === 'newest' ? byNewest : byOldest
    this.#top = new TopRecords<C>(this.#compare, input.limit + 1)
    this.range = remaining(input)
  }

  /** False for what the cursor has passed. */
  offer(candidate: C): boolean {
    const { after } = this.#input
    if (after !== undefined && this.#compare(candidate, after) <= 0) return false
    this.#top.offer(candidate)
    return true
  }

  /**
   * True when nothing from this head on is to be read: the page is full before it, or the budget is spent. Heads are
   * asked about in the order of their first record. What reaches back to where the page begins is read whatever the
   * budget: else the next page would begin at the same place, and paging would never end.
   */
  stopsAt(head: Head, meter: WorkMeter): boolean {
    if (this.#isBeyond(head)) return true
    if (this.#reachesStart(head)) meter.grant(head.records, head.bytes ?? 0)
    else if (!meter.admits(head.records, head.bytes ?? 0)) {
      this.#endBefore(placeBefore(this.#input.order, { day: this.#day, nanos: this.#firstNanos(head) }))
      return true
    }
    return false
  }

  #firstNanos({ minNanos, maxNanos }: Head): number {
    return this.#input.order === 'newest' ? maxNanos : minNanos
  }

  #isBeyond(head: Head): boolean {
    const worst = this.#top.worst
    if (worst === undefined) return false
    const { nanos } = worst.time
    return this.#input.order === 'newest' ? head.maxNanos < nanos : head.minNanos > nanos
  }

  #reachesStart(head: Head): boolean {
    const { from, to } = this.range
    if (this.#input.order === 'newest') return to.day === this.#day && head.maxNanos >= to.nanos - 1
    return from.day === this.#day && head.minNanos <= from.nanos
  }

  #endBefore(place: RecordCursor): void {
    if (this.#readTo === null || this.#compare(place, this.#readTo) < 0) this.#readTo = place
  }

  /** The records put together, as many as fit in an answer. */
  share<R>(put: (candidate: C) => R, charsOf: (record: R) => number): PageShare<R> {
    const found = this.#top.result()
    const records: R[] = []
    let chars = 0
    for (const candidate of found.slice(0, this.#input.limit)) {
      const record = put(candidate)
      chars += charsOf(record)
      const last = found[records.length - 1]
      if (chars > ANSWER_CHARS_MAX && last !== undefined) {
        this.#endBefore({ time: last.time, id: last.id })
        break
      }
      records.push(record)
    }
    const isCut = found.length > this.#input.limit || this.#readTo !== null
    return { records, isCut, ...(this.#readTo === null ? {} : { readTo: this.#readTo }) }
  }
}

function remaining({ range, after, order }: PageInput): TimeRange {
  if (after === undefined) return range
  const { day, nanos } = after.time
  return order === 'newest' ? { from: range.from, to: { day, nanos: nanos + 1 } } : { from: after.time, to: range.to }
}
