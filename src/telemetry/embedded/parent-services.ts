/**
 * The services of spans by trace and span id, as numbers: a question about an hour looks up hundreds of thousands, and
 * ids as texts took four times the time.
 */
import { IdNumbers, TextIds } from '../aggregates/id-numbers.ts'
import type { SpanRecord } from '../model.ts'
import type { SpanSegment } from '../segment/span-segment.ts'
import { TraceNumbers } from './trace-numbers.ts'

/** Most spans that are remembered: about 20 MB. */
const SPANS_MAX = 300_000
/** Fewer than usual, so that the table seldom has to grow. */
const SPANS_PER_TRACE = 4

export class ParentServices {
  readonly #textIds = new TextIds()
  readonly #traces: TraceNumbers
  readonly #spans: IdNumbers
  /** The service of each span, by the span's number. */
  readonly #serviceOf = new Uint32Array(SPANS_MAX)
  readonly #names: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #span = new Uint32Array(2)

  /** @param expected about how many spans will be noted */
  constructor(expected: number) {
    const size = Math.min(expected, SPANS_MAX)
    this.#traces = new TraceNumbers(size / SPANS_PER_TRACE, { textIds: this.#textIds })
    this.#spans = new IdNumbers(size)
  }

  /** Further spans are not noted. */
  get isFull(): boolean {
    return this.#spans.count >= SPANS_MAX
  }

  note({ traceId, spanId, resource }: SpanRecord): void {
    this.#textIds.ofSpan(spanId, this.#span)
    this.#note(this.#traces.ofId(traceId), this.#number(resource.service))
  }

  /** Notes rows of a segment. `isNoted` says of each resource of the segment whether its spans are. */
  noteRows(segment: SpanSegment, [from, to]: readonly [number, number], isNoted: readonly boolean[]): void {
    const resources = segment.resources()
    const services = resources.values.map(({ service }) => this.#number(service))
    const traces = this.#traces.ofRowsIn(segment)
    const spanIds = segment.spanIds()
    for (let row = from; row < to; row++) {
      const resource = resources.codes[row] ?? 0
      if (isNoted[resource] !== true) continue
      if (!spanIds.readWords(row, this.#span)) this.#span.fill(0)
      this.#note(traces(row), services[resource] ?? 0)
    }
  }

  /** The service of a span's parent. Null if it has none or the parent was not noted. */
  ofParent({ traceId, parentSpanId }: Pick<SpanRecord, 'traceId' | 'parentSpanId'>): string | null {
    if (parentSpanId === '') return null
    this.#textIds.ofSpan(parentSpanId, this.#span)
    return this.#find(this.#traces.ofId(traceId))
  }

  /** The same for the rows of a segment. */
  ofRowsIn(segment: SpanSegment): (row: number) => string | null {
    const traces = this.#traces.ofRowsIn(segment)
    return (row) => (segment.readParentWords(row, this.#span) ? this.#find(traces(row)) : null)
  }

  /** Of spans with one id the one noted last counts. */
  #note(trace: number, service: number): void {
    if (this.isFull) return
    this.#serviceOf[this.#spans.numberOf(this.#span[0] ?? 0, this.#span[1] ?? 0, trace, 0)] = service
  }

  #find(trace: number): string | null {
    const span = this.#spans.find(this.#span[0] ?? 0, this.#span[1] ?? 0, trace, 0)
    return span < 0 ? null : (this.#names[this.#serviceOf[span] ?? 0] ?? null)
  }

  #number(service: string): number {
    const known = this.#numbers.get(service)
    if (known !== undefined) return known
    this.#numbers.set(service, this.#names.length)
    return this.#names.push(service) - 1
  }
}
