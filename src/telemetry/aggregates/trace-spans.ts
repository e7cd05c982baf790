/**
 * The spans of an investigation as columns of numbers: with the table of their ids, some 60 bytes a span instead of a
 * record of hundreds. Beyond `SPANS_HELD_MAX`, only the spans of every second trace are held, then of every fourth, and
 * so on. So what remains are whole traces, spread over the whole time.
 */
import type { WorkPace } from '../../work-pace.ts'
import type { AttributeValue } from '../model.ts'
import type { Grid } from './grid.ts'
import { groupRows, inPieces, wider } from './grouped-rows.ts'
import { hashOfWords, IdNumbers, isSampled, TextIds } from './id-numbers.ts'
import { addHost } from './line-hosts.ts'
import { SpanTable } from './span-table.ts'

/** Most spans held together, about 30 MB. */
const SPANS_HELD_MAX = 400_000
const FIRST_CAPACITY = 4_096
/** More spans than are added between two calls of `bound`. */
const BETWEEN_BOUNDS_MAX = 16_384
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
  /** Hosts that its spans call. */
  readonly peers: string[]
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
  #traces: IdNumbers
  #count = 0
  times: Float64Array
  durations: Float64Array
  operationOf: Uint32Array
  traceOf: Int32Array
  #ids: Uint32Array
  #parents: Uint32Array
  /** The parent where the source of the span told which of the spans it is, else -1. */
  #toldParents: Int32Array
  #facts: Uint8Array
  #exceptions = new Map<number, readonly string[]>()

  /** @param expected about how many spans will be added: columns of this length need not grow */
  constructor(grid: Grid, spansMax = SPANS_HELD_MAX, expected = 0) {
    this.grid = grid
    this.#spansMax = spansMax
    const capacity = FIRST_CAPACITY + Math.min(expected, spansMax + BETWEEN_BOUNDS_MAX)
    this.#traces = new IdNumbers()
    this.times = new Float64Array(capacity)
    this.durations = new Float64Array(capacity)
    this.operationOf = new Uint32Array(capacity)
    this.traceOf = new Int32Array(capacity)
    this.#ids = new Uint32Array(capacity * 2)
    this.#parents = new Uint32Array(capacity * 2)
    this.#toldParents = new Int32Array(capacity)
    this.#facts = new Uint8Array(capacity)
  }

  /** True when traces were left out. */
  get isThinned(): boolean {
    return this.#thinned > 0
  }

  /** Changes when spans move to other positions and traces get other numbers. */
  get moves(): number {
    return this.#moves
  }
  #moves = 0

  /** Spans held. A span that was delivered twice counts twice until `trees`. */
  get count(): number {
    return this.#count
  }

  get traces(): number {
    return this.#traces.count
  }

  operationNumber(service: string, operation: string): number {
    const key = `${service}\u0000${operation}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.operations.length)
    return this.operations.push({ service, operation, peers: [] }) - 1
  }

  /** Notes that spans of an operation call this host. */
  addPeer(operation: number, host: AttributeValue | undefined): void {
    const named = this.operations[operation]
    if (named !== undefined) addHost(named.peers, host)
  }

  /** Returns the number of a trace, or -1 if its spans are not held. */
  traceNumber(words: Uint32Array): number {
    const a = words[0] ?? 0
    const b = words[1] ?? 0
    const c = words[2] ?? 0
    const d = words[3] ?? 0
    if (this.#thinned > 0 && !isSampled(hashOfWords(0, a, b, c, d), this.#thinned)) return -1
    return this.#traces.numberOf(a, b, c, d)
  }

  /** Adds a span of a trace by its number and returns the span's position. */
  add(draft: SpanDraft, trace: number): number {
    const at = this.#count++
    if (at === this.times.length) this.#grow()
    this.times[at] = draft.atMs
    this.durations[at] = draft.durationMs
    this.operationOf[at] = draft.operation
    this.traceOf[at] = trace
    this.#ids[at * 2] = draft.span[0] ?? 0
    this.#ids[at * 2 + 1] = draft.span[1] ?? 0
    this.#parents[at * 2] = draft.parent[0] ?? 0
    this.#parents[at * 2 + 1] = draft.parent[1] ?? 0
    this.#toldParents[at] = NO_PARENT
    const { length: thrown } = draft.exceptions
    this.#facts[at] =
      (draft.isError ? FAILED : 0) |
      (draft.hasParent ? HAS_PARENT : 0) |
      (thrown > 0 ? THREW : 0) |
      (draft.isMessage ? OF_MESSAGE : 0)
    if (thrown > 0) this.#exceptions.set(at, draft.exceptions)
    return at
  }

  /** Tells which span is the parent of a span, so that it need not be looked for by its id. */
  tellParent(span: number, parent: number): void {
    this.#toldParents[span] = parent
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

  async trees(pace: WorkPace): Promise<TraceTrees> {
    const table = await this.#withoutRepeats(pace)
    const parentOf = new Int32Array(this.#count)
    await inPieces(this.#count, PARENT_UNITS, pace, (from, to) => {
      for (let span = from; span < to; span++) {
        const parent = this.hasParent(span) ? this.#parentOf(span, table) : NO_PARENT
        parentOf[span] = parent === span ? OWN_PARENT : parent
      }
    })
    const { starts, rows } = await groupRows(parentOf, this.#count, this.#count, pace)
    return { parentOf, starts, children: rows }
  }

  #parentOf(span: number, table: SpanTable): number {
    const told = this.#toldParents[span] ?? NO_PARENT
    if (told >= 0) return told
    return table.find(this.#parents[span * 2] ?? 0, this.#parents[span * 2 + 1] ?? 0, this.traceOf[span] ?? 0)
  }

  /** True when the span names a parent that is not among the spans of its trace. */
  isOrphan(span: number, { parentOf }: TraceTrees): boolean {
    return parentOf[span] === NO_PARENT && this.hasParent(span)
  }

  /**
   * Leaves out spans that were delivered twice, because a copy would seem to have no children. Returns a table of the
   * others.
   */
  async #withoutRepeats(pace: WorkPace): Promise<SpanTable> {
    const table = await this.#table(pace)
    if (table.repeats.length === 0) return table
    const isRepeat = new Uint8Array(this.#count)
    for (const span of table.repeats) isRepeat[span] = 1
    await this.#keepOnly(
      (span) => isRepeat[span] === 0,
      (span) => (isRepeat[span] === 0 ? span : table.firstLike(span)),
      pace,
    )
    return this.#table(pace)
  }

  #table(pace: WorkPace): Promise<SpanTable> {
    return SpanTable.of({ count: this.#count, ids: this.#ids, traceOf: this.traceOf }, pace)
  }

  /** Keeps only half of the traces if there are too many spans. Call it between pieces of work. */
  async bound(pace: WorkPace): Promise<void> {
    if (this.#count <= this.#spansMax) return
    await this.#withoutRepeats(pace)
    while (this.#count > this.#spansMax) {
      this.#thinned++
      const old = this.#traces
      const traces = new IdNumbers()
      const newTraces = new Int32Array(old.count)
      await inPieces(old.count, THIN_UNITS, pace, (from, to) => {
        for (let trace = from; trace < to; trace++) {
          const word = (at: number) => old.wordOf(trace, at)
          const isHeld = isSampled(old.hashOf(trace), this.#thinned)
          newTraces[trace] = isHeld ? traces.numberOf(word(0), word(1), word(2), word(3)) : -1
        }
      })
      // A span and its parent are of one trace, so both go or both stay.
      await this.#keepOnly(
        (span) => (newTraces[this.traceOf[span] ?? 0] ?? -1) >= 0,
        (span) => span,
        pace,
      )
      for (let span = 0; span < this.#count; span++) this.traceOf[span] = newTraces[this.traceOf[span] ?? 0] ?? 0
      this.#traces = traces
    }
  }

  /**
   * Moves the spans that stay held to the front, in their order.
   * @param insteadOf the span that stands for one that is named as a parent
   */
  async #keepOnly(
    isKept: (span: number) => boolean,
    insteadOf: (span: number) => number,
    pace: WorkPace,
  ): Promise<void> {
    this.#moves++
    const places = new Int32Array(this.#count).fill(-1)
    let kept = 0
    await inPieces(this.#count, THIN_UNITS, pace, (from, to) => {
      for (let span = from; span < to; span++) {
        if (!isKept(span)) continue
        places[span] = kept++
        // Before anything moves: `insteadOf` may look spans up by their ids.
        const told = this.#toldParents[span] ?? NO_PARENT
        if (told >= 0) this.#toldParents[span] = insteadOf(told)
      }
    })
    const exceptions = new Map<number, readonly string[]>()
    await inPieces(this.#count, THIN_UNITS, pace, (from, to) => {
      for (let span = from; span < to; span++) {
        const place = places[span] ?? -1
        if (place < 0) continue
        const told = this.#toldParents[span] ?? NO_PARENT
        const parent = told < 0 ? NO_PARENT : (places[told] ?? NO_PARENT)
        const thrown = this.#exceptions.get(span)
        if (thrown !== undefined) exceptions.set(place, thrown)
        this.#move(span, place)
        this.#toldParents[place] = parent
      }
    })
    this.#exceptions = exceptions
    this.#count = kept
  }

  #move(span: number, to: number): void {
    this.times[to] = this.times[span] ?? 0
    this.durations[to] = this.durations[span] ?? 0
    this.operationOf[to] = this.operationOf[span] ?? 0
    this.traceOf[to] = this.traceOf[span] ?? 0
    this.#facts[to] = this.#facts[span] ?? 0
    for (const column of [this.#ids, this.#parents]) {
      column[to * 2] = column[span * 2] ?? 0
      column[to * 2 + 1] = column[span * 2 + 1] ?? 0
    }
  }

  #grow(): void {
    const capacity = this.times.length * 2
    this.times = wider(this.times, new Float64Array(capacity))
    this.durations = wider(this.durations, new Float64Array(capacity))
    this.operationOf = wider(this.operationOf, new Uint32Array(capacity))
    this.traceOf = wider(this.traceOf, new Int32Array(capacity))
    this.#ids = wider(this.#ids, new Uint32Array(capacity * 2))
    this.#parents = wider(this.#parents, new Uint32Array(capacity * 2))
    this.#toldParents = wider(this.#toldParents, new Int32Array(capacity))
    this.#facts = wider(this.#facts, new Uint8Array(capacity))
  }
}
