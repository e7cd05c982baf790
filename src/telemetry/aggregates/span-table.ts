/**
 * Finds spans by their id and trace. The table is made at once, when all spans are known: it never grows, so each span is
 * put into it once.
 */
import type { WorkPace } from '../../work-pace.ts'
import { inPieces } from './grouped-rows.ts'
import { hashOfWords } from './id-numbers.ts'

/** Work units (work-pace.ts) to put a span into the table. */
const PUT_UNITS = 0.1

/** Spans as columns: two words of `ids` and a trace each. */
export interface SpanIds {
  readonly count: number
  readonly ids: Uint32Array
  readonly traceOf: Int32Array
}

export class SpanTable {
  readonly #spans: SpanIds
  /** Open addressing: span + 1, or 0 where the slot is free. At most half of the slots are used. */
  readonly #slots: Uint32Array
  /** Senders choose ids. With a secret seed they cannot choose ones that fall into the same slots. */
  readonly #seed = Math.floor(Math.random() * 0x1_0000_0000)
  readonly #repeats: number[] = []

  private constructor(spans: SpanIds) {
    this.#spans = spans
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, spans.count * 2))))
  }

  static async of(spans: SpanIds, pace: WorkPace): Promise<SpanTable> {
    const table = new SpanTable(spans)
    await inPieces(spans.count, PUT_UNITS, pace, (from, to) => table.#put(from, to))
    return table
  }

  /** Spans whose id and trace an earlier span has: they were delivered twice. */
  get repeats(): readonly number[] {
    return this.#repeats
  }

  /** Returns the first span with this id in a trace, or -1. */
  find(a: number, b: number, trace: number): number {
    return (this.#slots[this.#slotOf(a, b, trace)] ?? 0) - 1
  }

  /** The first span with the id and trace of this one. */
  firstLike(span: number): number {
    const { ids, traceOf } = this.#spans
    return this.find(ids[span * 2] ?? 0, ids[span * 2 + 1] ?? 0, traceOf[span] ?? 0)
  }

  #put(from: number, to: number): void {
    const { ids, traceOf } = this.#spans
    for (let span = from; span < to; span++) {
      const slot = this.#slotOf(ids[span * 2] ?? 0, ids[span * 2 + 1] ?? 0, traceOf[span] ?? 0)
      if (this.#slots[slot] === 0) this.#slots[slot] = span + 1
      else this.#repeats.push(span)
    }
  }

  #slotOf(a: number, b: number, trace: number): number {
    const slots = this.#slots
    const { ids, traceOf } = this.#spans
    const mask = slots.length - 1
    let slot = hashOfWords(this.#seed, a, b, trace, 0) & mask
    for (;;) {
      const span = (slots[slot] ?? 0) - 1
      if (span < 0 || (ids[span * 2] === a && ids[span * 2 + 1] === b && traceOf[span] === trace)) return slot
      slot = (slot + 1) & mask
    }
  }
}
