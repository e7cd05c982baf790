/**
 * The spans of an investigation as columns of numbers: with the tables of their ids, some 60 bytes a span instead of a
 * record of hundreds. Beyond `SPANS_HELD_MAX`, only the spans of every second trace are held, then of every fourth, and
 * so on. So what remains are whole traces, spread over the whole time.
 */
import type { WorkPace } from '../../work-pace.ts'
import type { Grid } from './grid.ts'
import { groupRows, inPieces, wider } from './grouped-rows.ts'
import { hashOfWords, IdNumbers, TextIds } from './id-numbers.ts'

/** Most spans held together, about 30 MB. */
const SPANS_HELD_MAX = 400_000
const FIRST_CAPACITY = 4_096
const THIN_UNITS = 0.2
const PARENT_UNITS = 0.1

const FAILED = 1
const HAS_PARENT = 2
const THREW = 4
const OF_MESSAGE = 8

/** One span to add. The object is reused from span to span. */
export class SpanDraft {
  readonly trace = new Uint32Array(4)
  readonly span = new Uint32Array(2)
  readonly parent = new Uint32Array(2)
  hasParent = false
  /** Milliseconds since the start of the grid. */
  atMs = 0
  durationMs = 0
  /** `operationNumber`. */
  operation = 0
  isError = false
  /** It handles a message: `consumer` is its kind. */
  isMessage = false
  /** Types of the exceptions it recorded. */
  exceptions: readonly string[] = []
}

export interface NamedOperation {
  readonly service: string
  readonly operation: string
}

/** The parent of a span that names none, that names one that is not among the spans, or that names itself. */
const NO_PARENT = -1
const OWN_PARENT = -2

/** Each span's parent (negative if it is not among the spans), and the children of each span. */
export interface TraceTrees {
  readonly parentOf: Int32Array
  /** The children of span n are `children[starts[n]]` to `children[starts[n + 1] - 1]`. */
  readonly starts: Uint32Array
  readonly children: Uint32Array
}

export class TraceSpans {
  readonly grid: Grid
  /** The words of ids that are given as text. */
  readonly textIds = new TextIds()
  readonly operations: NamedOperation[] = []
  readonly #numbers = new Map<string, number>()
  readonly #spansMax: number
  #thinned = 0
  #traces = new IdNumbers()
  /** A span's number is its position in the columns. Its key is its id and its trace. */
  #spans = new IdNumbers()
  times = new Float64Array(FIRST_CAPACITY)
  durations = new Float64Array(FIRST_CAPACITY)
  operationOf = new Uint32Array(FIRST_CAPACITY)
  traceOf = new Int32Array(FIRST_CAPACITY)
  #parents = new Uint32Array(FIRST_CAPACITY * 2)
  #facts = new Uint8Array(FIRST_CAPACITY)
  #exceptions = new Map<number, readonly string[]>()

  constructor(grid: Grid, spansMax = SPANS_HELD_MAX) {
    this.grid = grid
    this.#spansMax = spansMax
  }

  /** True when traces were left out. */
  get isThinned(): boolean {
    return this.#thinned > 0
  }

  get count(): number {
    return this.#spans.count
  }

  get traces(): number {
    return this.#traces.count
  }

  operationNumber(service: string, operation: string): number {
    const key = `${service}\u0000${operation}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.operations.length)
    return this.operations.push({ service, operation }) - 1
  }

  /** Adds a span. A span that was delivered twice counts once, because its copy would seem to have no children. */
  add(draft: SpanDraft): void {
    const { trace: t, span: s, parent } = draft
    const hash = this.#thinned > 0 ? hashOfWords(0, t[0] ?? 0, t[1] ?? 0, t[2] ?? 0, t[3] ?? 0) : 0
    if (!this.#isHeld(hash)) return
    const trace = this.#traces.numberOf(t[0] ?? 0, t[1] ?? 0, t[2] ?? 0, t[3] ?? 0)
    const at = this.#spans.count
    if (this.#spans.numberOf(s[0] ?? 0, s[1] ?? 0, trace, 0) < at) return
    if (at === this.times.length) this.#grow()
    this.times[at] = draft.atMs
    this.durations[at] = draft.durationMs
    this.operationOf[at] = draft.operation
    this.traceOf[at] = trace
    this.#parents[at * 2] = parent[0] ?? 0
    this.#parents[at * 2 + 1] = parent[1] ?? 0
    const { length: thrown } = draft.exceptions
    this.#facts[at] = (draft.isError ? FAILED : 0) | (draft.hasParent ? HAS_PARENT : 0) | (thrown > 0 ? THREW : 0)
    if (draft.isMessage) this.#facts[at] = (this.#facts[at] ?? 0) | OF_MESSAGE
    if (thrown > 0) this.#exceptions.set(at, draft.exceptions)
  }

  isError(span: number): boolean {
    return ((this.#facts[span] ?? 0) & FAILED) !== 0
  }

  isMessage(span: number): boolean {
    return ((this.#facts[span] ?? 0) & OF_MESSAGE) !== 0
  }

  /** True when the span names a parent, whether or not the parent is among the spans. */
  hasParent(span: number): boolean {
    return ((this.#facts[span] ?? 0) & HAS_PARENT) !== 0
  }

  exceptionsOf(span: number): readonly string[] {
    return ((this.#facts[span] ?? 0) & THREW) === 0 ? [] : (this.#exceptions.get(span) ?? [])
  }

  #parentOf(span: number): number {
    return this.#spans.find(this.#parents[span * 2] ?? 0, this.#parents[span * 2 + 1] ?? 0, this.traceOf[span] ?? 0, 0)
  }

  async trees(pace: WorkPace): Promise<TraceTrees> {
    const parentOf = new Int32Array(this.count)
    await inPieces(this.count, PARENT_UNITS, pace, (from, to) => {
      for (let span = from; span < to; span++) {
        const parent = this.hasParent(span) ? this.#parentOf(span) : NO_PARENT
        parentOf[span] = parent === span ? OWN_PARENT : parent
      }
    })
    const { starts, rows } = await groupRows(parentOf, this.count, this.count, pace)
    return { parentOf, starts, children: rows }
  }

  /** True when the span names a parent that is not among the spans of its trace. */
  isOrphan(span: number, { parentOf }: TraceTrees): boolean {
    return parentOf[span] === NO_PARENT && this.hasParent(span)
  }

  /** Keeps only half of the traces if there are too many spans. Call it between pieces of work. */
  async bound(pace: WorkPace): Promise<void> {
    while (this.count > this.#spansMax) {
      this.#thinned++
      const [traces, spans] = [new IdNumbers(), new IdNumbers()]
      const exceptions = new Map<number, readonly string[]>()
      await inPieces(this.count, THIN_UNITS, pace, (from, to) => {
        for (let span = from; span < to; span++) this.#keep(span, { traces, spans, exceptions })
      })
      this.#traces = traces
      this.#spans = spans
      this.#exceptions = exceptions
    }
  }

  /** Moves a span that stays held to its new position. */
  #keep(
    span: number,
    into: {
      readonly traces: IdNumbers
      readonly spans: IdNumbers
      readonly exceptions: Map<number, readonly string[]>
    },
  ): void {
    const trace = this.traceOf[span] ?? 0
    if (!this.#isHeld(this.#traces.hashOf(trace))) return
    const word = (at: number) => this.#traces.wordOf(trace, at)
    const newTrace = into.traces.numberOf(word(0), word(1), word(2), word(3))
    const to = into.spans.numberOf(this.#spans.wordOf(span, 0), this.#spans.wordOf(span, 1), newTrace, 0)
    this.times[to] = this.times[span] ?? 0
    this.durations[to] = this.durations[span] ?? 0
    this.operationOf[to] = this.operationOf[span] ?? 0
    this.traceOf[to] = newTrace
    this.#parents[to * 2] = this.#parents[span * 2] ?? 0
    this.#parents[to * 2 + 1] = this.#parents[span * 2 + 1] ?? 0
    this.#facts[to] = this.#facts[span] ?? 0
    const exceptions = this.#exceptions.get(span)
    if (exceptions !== undefined) into.exceptions.set(to, exceptions)
  }

  #isHeld(hash: number): boolean {
    return (hash & (2 ** this.#thinned - 1)) === 0
  }

  #grow(): void {
    const capacity = this.times.length * 2
    this.times = wider(this.times, new Float64Array(capacity))
    this.durations = wider(this.durations, new Float64Array(capacity))
    this.operationOf = wider(this.operationOf, new Uint32Array(capacity))
    this.traceOf = wider(this.traceOf, new Int32Array(capacity))
    this.#parents = wider(this.#parents, new Uint32Array(capacity * 2))
    this.#facts = wider(this.#facts, new Uint8Array(capacity))
  }
}
