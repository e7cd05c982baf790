/**
 * The time from a log line to the next line of its trace, by the service of that next line. Without spans, this is the
 * only measure of time: between two lines of one service it is the service's own time; between two services it belongs
 * to the call between them.
 */
import type { WorkPace } from '../../work-pace.ts'
import { BUCKETS, bucketOf, cellsOf, mergeCells } from './grid.ts'
import { groupRows, INSERTED_MAX, inPieces, insertByTime, sortByTime } from './grouped-rows.ts'
import { CallCounter } from './log-calls.ts'
import type { LogLines } from './log-lines.ts'
import type { OrderedLines } from './log-pairs.ts'
import type { LogCallActivity, LogPaceActivity } from './types.ts'

/** Most line-to-service steps kept, the busiest ones; at 90 intervals 300 of them are about 0.4 MB of JSON. */
export const PACES_MAX = 300

interface OpenPace extends Omit<LogPaceActivity, 'gap'> {
  readonly gap: Map<number, number>
  steps: number
}

/** Work units (work-pace.ts) to count a step, and to copy a number. */
const STEP_UNITS = 0.25
const COPY_UNITS = 0.03
/** Lines between two checks of the pace, and traces that are counted by one call. */
const PIECE = 4_096
const TRACES_PIECE = 512
/** OpenTelemetry severity numbers from ERROR upwards. */
const SEVERITY_ERROR = 17

/**
 * Only lines with a trace id count. A step counts in the interval of its earlier line. The order of the same lines tells
 * who calls whom.
 */
export async function countPaces(
  lines: LogLines,
  { lines: rows, starts, ends }: OrderedLines,
  pace: WorkPace,
): Promise<{ paces: LogPaceActivity[]; calls: LogCallActivity[] }> {
  const traced = new TracedLines(lines, rows)
  for (let context = 0; context < ends.length; context++) {
    const to = ends[context] ?? 0
    for (let from = starts[context] ?? 0; from < to; from += PIECE) {
      const end = Math.min(to, from + PIECE)
      traced.add(from, end)
      if (pace.isDue((end - from) * STEP_UNITS)) await pace.pause()
    }
  }
  const grouped = await groupRows(traced.traceAt, traced.count, lines.traces, pace)
  await inPieces(grouped.rows.length, COPY_UNITS, pace, (from, to) => traced.name(grouped.rows, from, to))
  const counter = new PaceCounter(lines, grouped.rows)
  for (let first = 0; first < lines.traces; first += TRACES_PIECE) {
    const last = Math.min(lines.traces, first + TRACES_PIECE)
    for (const trace of counter.addShort(grouped.starts, first, last)) {
      const from = grouped.starts[trace] ?? 0
      const to = grouped.starts[trace + 1] ?? 0
      await sortByTime(counter.rows, from, to, lines.times, pace)
      counter.begin(from)
      await inPieces(to - from - 1, STEP_UNITS, pace, (at, end) => counter.add(from + 1 + at, from + 1 + end))
    }
    const counted = (grouped.starts[last] ?? 0) - (grouped.starts[first] ?? 0)
    if (pace.isDue(counted * STEP_UNITS)) await pace.pause()
  }
  const busiest = [...counter.paces.values()].sort((a, b) => b.steps - a.steps).slice(0, PACES_MAX)
  const paces = busiest.map(({ service, shape, nextService, gap }) => ({
    service,
    shape,
    nextService,
    gap: cellsOf(gap),
  }))
  return { paces, calls: counter.calls.calls() }
}

/**
 * The lines that have a trace, context by context. Classes, so that their loops are functions that are called often: V8
 * would run a long loop of a single call unoptimised.
 */
class TracedLines {
  /** The number of the trace of each line that was added. */
  readonly traceAt: Int32Array
  count = 0
  readonly #lines: LogLines
  readonly #rows: Uint32Array
  readonly #kept: Uint32Array

  constructor(lines: LogLines, rows: Uint32Array) {
    this.#lines = lines
    this.#rows = rows
    this.#kept = new Uint32Array(rows.length)
    this.traceAt = new Int32Array(rows.length)
  }

  add(from: number, to: number): void {
    const { traceOf } = this.#lines
    for (let at = from; at < to; at++) {
      const line = this.#rows[at] ?? 0
      this.#kept[this.count] = line
      this.traceAt[this.count++] = traceOf[line] ?? -1
    }
  }

  /** Puts the lines in the place of the order in which they were added. */
  name(places: Uint32Array, from: number, to: number): void {
    for (let at = from; at < to; at++) places[at] = this.#kept[places[at] ?? 0] ?? 0
  }
}

class PaceCounter {
  readonly paces = new Map<number, OpenPace>()
  readonly calls: CallCounter
  readonly rows: Uint32Array
  readonly #lines: LogLines
  /** A number for the service of each shape. */
  readonly #serviceOf: Uint32Array
  #services = 0
  #line = 0

  constructor(lines: LogLines, rows: Uint32Array) {
    this.#lines = lines
    this.rows = rows
    const numbers = new Map<string, number>()
    this.#serviceOf = Uint32Array.from(lines.shapes, ({ service }) => {
      const number = numbers.get(service) ?? numbers.size
      numbers.set(service, number)
      return number
    })
    this.#services = numbers.size
    this.calls = new CallCounter([...numbers.keys()])
  }

  /** Counts the traces of few lines, and returns the others. */
  addShort(starts: Uint32Array, first: number, last: number): number[] {
    const long: number[] = []
    for (let trace = first; trace < last; trace++) {
      const from = starts[trace] ?? 0
      const to = starts[trace + 1] ?? 0
      if (to - from < 2) continue
      if (to - from > INSERTED_MAX) {
        long.push(trace)
        continue
      }
      insertByTime(this.rows, from, to, this.#lines.times)
      this.begin(from)
      this.add(from + 1, to)
    }
    return long
  }

  /** The first line of a trace. */
  begin(from: number): void {
    this.#line = this.rows[from] ?? 0
    this.calls.begin()
    this.#step(this.#line)
  }

  /** The next lines of this trace, in time order. */
  add(from: number, to: number): void {
    const { times, shapeOf, grid } = this.#lines
    let line = this.#line
    for (let at = from; at < to; at++) {
      const next = this.rows[at] ?? 0
      this.#step(next)
      const open = this.#open(shapeOf[line] ?? 0, shapeOf[next] ?? 0)
      const atMs = times[line] ?? 0
      const cell = Math.floor(atMs / grid.intervalMs) * BUCKETS + bucketOf(((times[next] ?? 0) - atMs) * 1_000)
      open.gap.set(cell, (open.gap.get(cell) ?? 0) + 1)
      open.steps++
      line = next
    }
    this.#line = line
  }

  #step(line: number): void {
    const shape = this.#lines.shapeOf[line] ?? 0
    const severity = this.#lines.shapes[shape]?.severity ?? 0
    this.calls.step(this.#serviceOf[shape] ?? 0, severity >= SEVERITY_ERROR)
  }

  #open(shape: number, nextShape: number): OpenPace {
    const key = shape * this.#services + (this.#serviceOf[nextShape] ?? 0)
    const known = this.paces.get(key)
    if (known !== undefined) return known
    const { shapes } = this.#lines
    const { service = '', shape: hash = '' } = shapes[shape] ?? {}
    const open = { service, shape: hash, nextService: shapes[nextShape]?.service ?? '', gap: new Map(), steps: 0 }
    this.paces.set(key, open)
    return open
  }
}

/** Joins two shares of an answer, pace by pace. */
export function mergePaces(a: readonly LogPaceActivity[], b: readonly LogPaceActivity[]): LogPaceActivity[] {
  const merged = new Map<string, LogPaceActivity>()
  for (const pace of [...a, ...b]) {
    const key = `${pace.service}\u0000${pace.shape}\u0000${pace.nextService}`
    const known = merged.get(key)
    merged.set(key, known === undefined ? pace : { ...known, gap: mergeCells(known.gap, pace.gap) })
  }
  const steps = ({ gap }: LogPaceActivity): number =>
    gap.reduce((sum, value, i) => (i % 2 === 1 ? sum + value : sum), 0)
  if (merged.size <= PACES_MAX) return [...merged.values()]
  return [...merged.values()].sort((x, y) => steps(y) - steps(x)).slice(0, PACES_MAX)
}
