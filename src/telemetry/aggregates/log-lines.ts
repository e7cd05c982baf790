/**
 * The lines of an investigation as columns of numbers: 28 bytes a line instead of a record of hundreds. Every line
 * counts for its shape. To see which line follows which, lines must be held together. Beyond `LINES_HELD_MAX`, only the
 * lines of every second trace are held, then of every fourth, and so on. So what remains are whole requests, spread
 * over the whole time.
 */
import type { WorkPace } from '../../work-pace.ts'
import type { LogRecord } from '../model.ts'
import { severityOf } from '../read-severity.ts'
import { emptySeries, type Grid } from './grid.ts'
import { inPieces, wider } from './grouped-rows.ts'
import { hashOfWords, IdNumbers, isSampled, TextIds } from './id-numbers.ts'
import { LEFT_OUT, LogThinning, NO_TRACE, wordOfTrace } from './log-thinning.ts'
import type { LogContextKind, LogShapeActivity } from './types.ts'

/** Most lines held together: about 40 MB with the tables of their ids. */
const LINES_HELD_MAX = 400_000
/** Longer templates are cut: they are shown and compared by what they say first. */
const TEMPLATE_CHARS_MAX = 240
/** `"ts":"<*>",` and `user=<*> `: a field that holds nothing but a variable says nothing. */
const VARIABLE_FIELD =
  /"[\w.@-]{1,60}" ?: ?(?:"<\*>"|<\*>)(?:, ?|(?=\}))|(?<=^|\s)[\w.@-]{1,60}=(?:"<\*>"|<\*>)(?:\s|$)/g
const FIRST_CAPACITY = 4_096
/** More lines than are added between two calls of `bound`. */
const BETWEEN_BOUNDS_MAX = 16_384
/** Fewer than usual, so that tables seldom have to grow. */
const LINES_PER_TRACE = 4
const LINES_PER_CONTEXT = 2
/** Lines without ids cannot be assigned to a request, so they are kept or left out in whole seconds. */
const STREAM_PIECE_MS = 1_000
const THIN_UNITS = 0.2

/** A context is identified by its kind, its service, and its ids or its instance. */
const CONTEXT_KINDS = ['span', 'trace', 'stream'] as const satisfies readonly LogContextKind[]
const SPAN = 0
const TRACE = 1
const STREAM = 2

/** Returns the text of a line by its position in its source. Needed where a line may have been delivered twice. */
export type BodyOf = (offset: number) => string

/** A long line of fields says why something failed at its end: behind the fields of every line. */
function shortened(template: string): string {
  if (template.length <= TEMPLATE_CHARS_MAX) return template
  return template.replace(VARIABLE_FIELD, '').slice(0, TEMPLATE_CHARS_MAX)
}

/** The context of a line. The object is reused from line to line. */
export class LineIds {
  readonly trace = new Uint32Array(4)
  readonly span = new Uint32Array(2)
  hasTrace = false
  hasSpan = false
  /** `instanceNumber` of the resource, for lines without ids. */
  instance = 0
  /** The number of the trace if it is known, else -1; `LogLines.add` puts it here when it has looked it up. */
  traceNumber = -1
}

export class LogLines {
  readonly grid: Grid
  /** The words of ids that are given as text. */
  readonly textIds = new TextIds()
  readonly shapes: LogShapeActivity[] = []
  readonly #serviceOf: number[] = []
  readonly #shapeNumbers = new Map<string, number>()
  readonly #services = new Map<string, number>()
  readonly #instances = new Map<string, number>()
  readonly #linesMax: number
  #traces: IdNumbers
  #contexts: IdNumbers
  /** Only traces whose hash ends in this many zero bits are held. */
  #thinned = 0
  /** All lines inside the grid, held or not. */
  records = 0
  held = 0
  /** Milliseconds since the start of the grid, exact to the nanosecond. */
  times: Float64Array
  shapeOf: Uint32Array
  contextOf: Int32Array
  /** -1 without a trace. */
  traceOf: Int32Array
  /** The position among all lines that were offered, by which its text is found. */
  #serials: Uint32Array
  readonly #sources: { readonly first: number; readonly bodyOf: BodyOf }[] = []
  #offered = 0

  /** @param expected about how many lines will be added: columns of this length need not grow */
  constructor(grid: Grid, linesMax = LINES_HELD_MAX, expected = 0) {
    this.grid = grid
    this.#linesMax = linesMax
    const capacity = FIRST_CAPACITY + Math.min(expected, linesMax + BETWEEN_BOUNDS_MAX)
    this.#traces = new IdNumbers(Math.min(expected, linesMax) / LINES_PER_TRACE)
    this.#contexts = new IdNumbers(Math.min(expected, linesMax) / LINES_PER_CONTEXT)
    this.times = new Float64Array(capacity)
    this.shapeOf = new Uint32Array(capacity)
    this.contextOf = new Int32Array(capacity)
    this.traceOf = new Int32Array(capacity)
    this.#serials = new Uint32Array(capacity)
  }

  /** True when lines were left out of the sequences. The counts of shapes have all of them. */
  get isThinned(): boolean {
    return this.#thinned > 0
  }

  /** Changes when traces get other numbers. */
  get thinned(): number {
    return this.#thinned
  }

  get traces(): number {
    return this.#traces.count
  }

  get contexts(): number {
    return this.#contexts.count
  }

  instanceNumber(instance: string): number {
    return numberIn(this.#instances, instance)
  }

  /** The lines added next come from one place, which `bodyOf` reads. */
  beginSource(bodyOf: BodyOf): void {
    this.#sources.push({ first: this.#offered, bodyOf })
  }

  /** Skips lines of the source. */
  skip(lines: number): void {
    this.#offered += lines
  }

  /** Returns the number of a service's shape. `firstLine` is called if the shape is new. */
  shapeNumber(
    service: string,
    shape: { readonly hash: string; readonly template: string },
    firstLine: () => Pick<LogRecord, 'severityNumber' | 'severityText' | 'body'>,
  ): number {
    const key = `${service}\u0000${shape.hash}`
    const known = this.#shapeNumbers.get(key)
    if (known !== undefined) return known
    const severity = severityOf(firstLine())
    const template = shortened(shape.template)
    const counts = emptySeries(this.grid)
    this.shapes.push({ service, shape: shape.hash, template, severity, hosts: [], unlinked: 0, counts })
    this.#serviceOf.push(numberIn(this.#services, service))
    const number = this.shapes.length - 1
    this.#shapeNumbers.set(key, number)
    return number
  }

  /** Adds a line inside the grid, `atMs` after its start. */
  add(atMs: number, shape: number, severity: number, ids: LineIds): void {
    const serial = this.#offered++
    const entry = this.shapes[shape]
    if (entry === undefined) return
    const interval = Math.floor(atMs / this.grid.intervalMs)
    entry.counts[interval] = (entry.counts[interval] ?? 0) + 1
    if (severity > entry.severity) entry.severity = severity
    if (!ids.hasTrace && !ids.hasSpan) entry.unlinked++
    this.records++
    const service = this.#serviceOf[shape] ?? 0
    if (this.#thinned > 0 && !isSampled(sampleHash(ids, service, atMs), this.#thinned)) return
    const at = this.held++
    if (at === this.times.length) this.#grow()
    const { trace: t, span: s } = ids
    let trace = ids.hasTrace ? ids.traceNumber : -1
    if (ids.hasTrace && trace < 0) trace = this.#traces.numberOf(t[0] ?? 0, t[1] ?? 0, t[2] ?? 0, t[3] ?? 0)
    ids.traceNumber = trace
    this.times[at] = atMs
    this.shapeOf[at] = shape
    this.traceOf[at] = trace
    this.#serials[at] = serial
    if (ids.hasSpan) {
      this.contextOf[at] = this.#contexts.numberOf(s[0] ?? 0, s[1] ?? 0, wordOfTrace(trace), keyOf(service, SPAN))
    } else if (trace >= 0) this.contextOf[at] = this.#contexts.numberOf(0, 0, trace, keyOf(service, TRACE))
    else this.contextOf[at] = this.#contexts.numberOf(ids.instance, 0, NO_TRACE, keyOf(service, STREAM))
  }

  /** Removes a line again that was delivered twice. */
  dropRepeat(line: number): void {
    const entry = this.shapes[this.shapeOf[line] ?? 0]
    if (entry === undefined) return
    const interval = Math.floor((this.times[line] ?? 0) / this.grid.intervalMs)
    entry.counts[interval] = (entry.counts[interval] ?? 0) - 1
    if (this.kindOf(this.contextOf[line] ?? 0) === 'stream') entry.unlinked--
    this.records--
  }

  kindOf(context: number): LogContextKind {
    return CONTEXT_KINDS[this.#contexts.wordOf(context, 3) % CONTEXT_KINDS.length] ?? 'stream'
  }

  bodyOf(line: number): string {
    const serial = this.#serials[line] ?? 0
    let [low, high] = [0, this.#sources.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.#sources[middle]?.first ?? 0) <= serial) low = middle
      else high = middle - 1
    }
    const source = this.#sources[low]
    return source === undefined ? '' : source.bodyOf(serial - source.first)
  }

  /** Keeps only half of the traces if there are too many lines. Call it between pieces of work. */
  async bound(pace: WorkPace): Promise<void> {
    while (this.held > this.#linesMax) {
      this.#thinned++
      const thinning = new LogThinning(this.#traces, this.#contexts, this.#thinned)
      let kept = 0
      await inPieces(this.held, THIN_UNITS, pace, (from, to) => {
        for (let line = from; line < to; line++) if (this.#keep(line, kept, thinning)) kept++
      })
      this.held = kept
      this.#traces = thinning.traces
      this.#contexts = thinning.contexts
    }
  }

  /** Moves a line that stays held to its new position. */
  #keep(line: number, to: number, thinning: LogThinning): boolean {
    const [atMs, trace, context] = [this.times[line] ?? 0, this.traceOf[line] ?? -1, this.contextOf[line] ?? 0]
    const newTrace = trace < 0 ? -1 : thinning.traceOf(trace)
    const isLeftOut = trace < 0 ? !isSampled(this.#hashOf(context, atMs), this.#thinned) : newTrace === LEFT_OUT
    if (isLeftOut) return false
    this.times[to] = atMs
    this.shapeOf[to] = this.shapeOf[line] ?? 0
    this.traceOf[to] = newTrace
    this.contextOf[to] = thinning.contextOf(context, newTrace)
    this.#serials[to] = this.#serials[line] ?? 0
    return true
  }

  /** By what a line without a trace is held or left out. */
  #hashOf(context: number, atMs: number): number {
    const a = this.#contexts.wordOf(context, 0)
    const key = this.#contexts.wordOf(context, 3)
    if (key % CONTEXT_KINDS.length === STREAM) return streamHash(a, key, atMs)
    return hashOfWords(0, a, this.#contexts.wordOf(context, 1), 0, 0)
  }

  #grow(): void {
    const capacity = this.times.length * 2
    this.times = wider(this.times, new Float64Array(capacity))
    this.shapeOf = wider(this.shapeOf, new Uint32Array(capacity))
    this.contextOf = wider(this.contextOf, new Int32Array(capacity))
    this.traceOf = wider(this.traceOf, new Int32Array(capacity))
    this.#serials = wider(this.#serials, new Uint32Array(capacity))
  }
}

function keyOf(service: number, kind: number): number {
  return service * CONTEXT_KINDS.length + kind
}

/** Equal for all lines that are held or left out together. */
function sampleHash(
  { hasTrace, hasSpan, trace: t, span: s, instance }: LineIds,
  service: number,
  atMs: number,
): number {
  if (hasTrace) return hashOfWords(0, t[0] ?? 0, t[1] ?? 0, t[2] ?? 0, t[3] ?? 0)
  return hasSpan ? hashOfWords(0, s[0] ?? 0, s[1] ?? 0, 0, 0) : streamHash(instance, keyOf(service, STREAM), atMs)
}

function streamHash(instance: number, key: number, atMs: number): number {
  return hashOfWords(0, instance, key, Math.floor(atMs / STREAM_PIECE_MS), 0)
}

function numberIn(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text)
  if (known !== undefined) return known
  numbers.set(text, numbers.size)
  return numbers.size - 1
}
