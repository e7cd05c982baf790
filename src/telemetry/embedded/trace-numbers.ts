/** Traces as numbers, of spans that are in memory and of rows of segments. */
import { IdNumbers, TextIds } from '../aggregates/id-numbers.ts'
import type { SpanSegment } from '../segment/span-segment.ts'

/** The number of a trace that has not been looked up, or that is one too many. */
const UNKNOWN = -1

export class TraceNumbers {
  readonly #textIds: TextIds
  readonly #traces: IdNumbers
  readonly #max: number
  readonly #words = new Uint32Array(4)

  /**
   * @param expected about how many traces there will be
   * @param max further traces get no number, but -1
   */
  constructor(expected: number, { textIds = new TextIds(), max = Number.POSITIVE_INFINITY } = {}) {
    this.#traces = new IdNumbers(expected)
    this.#textIds = textIds
    this.#max = max
  }

  get count(): number {
    return this.#traces.count
  }

  /** The number of a trace by its id. Spans without a trace are of one trace, whose words are zeros. */
  ofId(traceId: string): number {
    this.#textIds.ofTrace(traceId, this.#words)
    return this.#number()
  }

  /** The numbers of a segment's rows. Looks up each of its traces once. */
  ofRowsIn(segment: SpanSegment): (row: number) => number {
    const traceIds = segment.traceIds()
    const numbers = new Int32Array(traceIds.codes + 1).fill(UNKNOWN)
    return (row) => {
      const code = traceIds.codeOf(row) + 1
      const known = numbers[code] ?? UNKNOWN
      if (known !== UNKNOWN) return known
      if (!traceIds.readWords(row, this.#words)) this.#words.fill(0)
      const number = this.#number()
      numbers[code] = number
      return number
    }
  }

  #number(): number {
    const words = this.#words
    const isFull = this.#traces.count >= this.#max
    return this.#traces[isFull ? 'find' : 'numberOf'](words[0] ?? 0, words[1] ?? 0, words[2] ?? 0, words[3] ?? 0)
  }
}
