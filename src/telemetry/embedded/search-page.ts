/**
 * One partition's share of a page of a search. When reading stops early (page full, budget spent, answer too large),
 * the share states the position up to which it is complete. A page beyond that position would skip records.
 */
import type { WorkPace } from '../../work-pace.ts'
import type { RecordCursor } from '../port.ts'
import { byNewest, byOldest, type Compare, type Placed, TopRecords } from '../query/order.ts'
import type { TimeRange } from '../time.ts'
import type { WorkMeter } from './batch-reader.ts'
import type { SearchEnd } from './messages.ts'

/** Most text in one answer, far below the 32 MiB of an RPC message. The cursor continues behind it. */
export const ANSWER_CHARS_MAX = 4_000_000

/** Work units (work-pace.ts) to put a record together and to measure it. */
const UNITS_PER_RECORD = 20

/** Sort before and after every record id (record-id.ts). Both have the form of an id, as cursors require. */
const ID_BEFORE_ALL = '00000000-0000-8000-8000-000000000000'
const ID_AFTER_ALL = 'ffffffff-ffff-8fff-8fff-ffffffffffff'

export interface PageInput {
  readonly order: 'newest' | 'oldest'
  readonly limit: number
  readonly range: TimeRange
  readonly after?: RecordCursor
}

/** The facts about a batch or segment that are known before it is read. */
interface Head {
  readonly records: number
  readonly minNanos: number
  readonly maxNanos: number
  readonly bytes?: number
}

export interface PageShare<R> extends SearchEnd {
  readonly records: R[]
}

/** The position just before every record at or after a time, in the given order. */
export function placeBefore(order: PageInput['order'], time: RecordCursor['time']): RecordCursor {
  return { time, id: order === 'oldest' ? ID_BEFORE_ALL : ID_AFTER_ALL }
}

export class SearchPage<C extends Placed> {
  /** The range without the part that the cursor has passed. */
  readonly range: TimeRange
  readonly #day: number
  readonly #input: PageInput
  readonly #compare: Compare<Placed>
  /** Holds one record more than the page, to know whether there is more. */
  readonly #top: TopRecords<C>
  #readTo: RecordCursor | null = null

  constructor(day: number, input: PageInput) {
    this.#day = day
    this.#input = input
    this.#compare = input.order === 'newest' ? byNewest : byOldest
    this.#top = new TopRecords<C>(this.#compare, input.limit + 1)
    this.range = remaining(input)
  }

  /** Returns false for a record that the cursor has passed. */
  offer(candidate: C): boolean {
    const { after } = this.#input
    if (after !== undefined && this.#compare(candidate, after) <= 0) return false
    this.#top.offer(candidate)
    return true
  }

  /**
   * Returns true when this head and all later ones need no reading: the page is full before them, or the budget is
   * spent. Heads must be asked about in the order of their first record. A head that reaches back to the start of the
   * page is read even over budget; otherwise the next page would start at the same position and paging would never end.
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

  /** Builds the kept records, as many as fit in an answer, and gives way meanwhile. */
  async share<R>(
    put: (candidate: C) => Promise<R>,
    charsOf: (record: R) => number,
    pace: WorkPace,
  ): Promise<PageShare<R>> {
    const found = this.#top.result()
    const records: R[] = []
    let chars = 0
    for (const candidate of found.slice(0, this.#input.limit)) {
      const record = await put(candidate)
      if (pace.isDue(UNITS_PER_RECORD)) await pace.pause()
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
