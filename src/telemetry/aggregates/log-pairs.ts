/** Which log line follows which within one context: a span, else a trace, else the instance's output. */
import type { WorkPace } from '../../work-pace.ts'
import { emptySeries } from './grid.ts'
import { groupRows, INSERTED_MAX, insertByTime, sortByTime } from './grouped-rows.ts'
import type { LogLines } from './log-lines.ts'
import type { LogContextKind, LogPairActivity } from './types.ts'

export const CONTEXT_BEGIN = '^'
export const CONTEXT_END = '$'

/** Work units (work-pace.ts) to put a line behind another, and to compare two texts. */
const PAIR_UNITS = 0.2
const REPEAT_UNITS = 3

/** The lines of each context in time order, one context after the other, with lines delivered twice left out. */
export interface OrderedLines {
  /** Context n has `lines[starts[n]]` to `lines[ends[n] - 1]`. One sequence of work wrote them. */
  readonly lines: Uint32Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** Lines between two checks of the pace. */
const PIECE = 4_096
/** Contexts that are ordered by one call. */
const CONTEXTS_PIECE = 512

/**
 * Groups lines by their context (span, trace or stream) and orders each group by time, without lines that are repeated.
 */
export async function contextsOf(lines: LogLines, pace: WorkPace): Promise<OrderedLines> {
  const { starts, rows } = await groupRows(lines.contextOf, lines.held, lines.contexts, pace)
  const ends = starts.slice(1)
  for (let first = 0; first < ends.length; first += CONTEXTS_PIECE) {
    const last = Math.min(ends.length, first + CONTEXTS_PIECE)
    for (const context of orderShort(lines, { lines: rows, starts, ends }, first, last)) {
      const from = starts[context] ?? 0
      const to = ends[context] ?? 0
      if (to - from > INSERTED_MAX) await sortByTime(rows, from, to, lines.times, pace)
      if (await repeats(lines, rows, from, to, pace)) ends[context] = await withoutRepeats(lines, rows, from, to, pace)
    }
    const ordered = (starts[last] ?? 0) - (starts[first] ?? 0)
    if (pace.isDue(ordered * PAIR_UNITS)) await pace.pause()
  }
  return { lines: rows, starts, ends }
}

/**
 * Orders the short contexts of a piece, and returns the others and those with lines that may be repeated. A function
 * that is called often: V8 would run a long loop of a single call unoptimised, and most contexts have a few lines.
 */
function orderShort(lines: LogLines, ordered: OrderedLines, first: number, last: number): number[] {
  const { lines: rows, starts, ends } = ordered
  const left: number[] = []
  for (let context = first; context < last; context++) {
    const from = starts[context] ?? 0
    const to = ends[context] ?? 0
    if (to - from < 2) continue
    if (to - from > INSERTED_MAX) left.push(context)
    else {
      insertByTime(rows, from, to, lines.times)
      if (mayRepeat(lines, rows, from, to)) left.push(context)
    }
  }
  return left
}

/** `mayRepeat` in pieces: one instance may have written hundreds of thousands of lines. */
async function repeats(lines: LogLines, rows: Uint32Array, from: number, to: number, pace: WorkPace): Promise<boolean> {
  for (let at = from; at < to; ) {
    let end = Math.min(to, at + PIECE)
    // Lines of one time stay together; so many of one time may repeat anyway.
    const longest = Math.min(to, end + COMPARED_MAX + 1)
    while (end < longest && lines.times[rows[end] ?? 0] === lines.times[rows[end - 1] ?? 0]) end++
    if (mayRepeat(lines, rows, at, end)) return true
    if (pace.isDue((end - at) * PAIR_UNITS)) await pace.pause()
    at = end
  }
  return false
}

/** Lines of one time that are compared with each other. */
const COMPARED_MAX = 16

/**
 * False when no shape occurs twice at one time of a context, which is usual: clocks of a millisecond give many lines the
 * same time.
 */
function mayRepeat({ times, shapeOf }: LogLines, rows: Uint32Array, from: number, to: number): boolean {
  let first = from
  for (let at = from + 1; at < to; at++) {
    const line = rows[at] ?? 0
    if (times[rows[first] ?? 0] !== times[line]) {
      first = at
      continue
    }
    if (at - first >= COMPARED_MAX) return true
    for (let other = first; other < at; other++) if (shapeOf[rows[other] ?? 0] === shapeOf[line]) return true
  }
  return false
}

/**
 * A shipper that misses an acknowledgement delivers a line again in another batch: same context, same nanosecond, same
 * text. If both counted, the line would seem to newly follow itself. Returns the end of the remaining lines.
 */
async function withoutRepeats(
  lines: LogLines,
  rows: Uint32Array,
  from: number,
  to: number,
  pace: WorkPace,
): Promise<number> {
  const { times, shapeOf } = lines
  let kept = from
  for (let at = from; at < to; ) {
    const time = times[rows[at] ?? 0]
    let end = at + 1
    while (end < to && times[rows[end] ?? 0] === time) end++
    if (end === at + 1) {
      rows[kept++] = rows[at++] ?? 0
      if (pace.isDue(PAIR_UNITS)) await pace.pause()
      continue
    }
    const seen = new Map<number, Set<string> | number>()
    for (; at < end; at++) {
      const line = rows[at] ?? 0
      const shape = shapeOf[line] ?? 0
      const others = seen.get(shape)
      if (others === undefined) seen.set(shape, line)
      else {
        const texts = typeof others === 'number' ? new Set([lines.bodyOf(others)]) : others
        seen.set(shape, texts)
        const text = lines.bodyOf(line)
        if (pace.isDue(REPEAT_UNITS)) await pace.pause()
        if (texts.has(text)) {
          lines.dropRepeat(line)
          continue
        }
        texts.add(text)
      }
      rows[kept++] = line
    }
  }
  return kept
}

/** Counts the contexts by their kind. */
export function kindsOf(lines: LogLines): Record<LogContextKind, number> {
  const kinds: Record<LogContextKind, number> = { span: 0, trace: 0, stream: 0 }
  for (let context = 0; context < lines.contexts; context++) kinds[lines.kindOf(context)]++
  return kinds
}

/** Used in place of a shape's number for the beginning and the end of a context. Numbers of shapes follow them. */
const BEGIN = 0
const END = 1
const FIRST_SHAPE = 2

/** How often each line followed each other line, per interval. */
export async function pairsOf(lines: LogLines, ordered: OrderedLines, pace: WorkPace): Promise<LogPairActivity[]> {
  const counter = new PairCounter(lines, ordered.lines)
  for (let context = 0; context < ordered.ends.length; context++) {
    const from = ordered.starts[context] ?? 0
    const to = ordered.ends[context] ?? 0
    if (from === to) continue
    const isStream = lines.kindOf(context) === 'stream'
    // One instance may have written hundreds of thousands of lines.
    for (let at = from; at < to; at += PIECE) {
      const end = Math.min(to, at + PIECE)
      counter.add(at, end, { isStream, isFirst: at === from, isLast: end === to })
      if (pace.isDue((end - at) * PAIR_UNITS)) await pace.pause()
    }
  }
  return [...counter.pairs.values()]
}

/**
 * A class, so that its loop is a function that is called often: V8 would run a long loop of a single call unoptimised.
 */
class PairCounter {
  readonly pairs = new Map<number, LogPairActivity>()
  readonly #lines: LogLines
  readonly #rows: Uint32Array
  readonly #size: number
  #prev = BEGIN
  #interval = 0

  constructor(lines: LogLines, rows: Uint32Array) {
    this.#lines = lines
    this.#rows = rows
    this.#size = lines.shapes.length + FIRST_SHAPE
  }

  /**
   * Adds a piece of a context. All lines of a request count in the interval of its first line. Lines without ids each
   * count in their own interval.
   */
  add(
    from: number,
    to: number,
    piece: { readonly isStream: boolean; readonly isFirst: boolean; readonly isLast: boolean },
  ): void {
    const { times, shapeOf, grid } = this.#lines
    const { isStream } = piece
    const rows = this.#rows
    if (piece.isFirst) {
      this.#prev = BEGIN
      this.#interval = Math.floor((times[rows[from] ?? 0] ?? 0) / grid.intervalMs)
    }
    for (let at = from; at < to; at++) {
      const line = rows[at] ?? 0
      const next = (shapeOf[line] ?? 0) + FIRST_SHAPE
      if (isStream) this.#interval = Math.floor((times[line] ?? 0) / grid.intervalMs)
      if (!isStream || this.#prev !== BEGIN) this.#count(this.#prev, next)
      this.#prev = next
    }
    if (piece.isLast && !isStream) this.#count(this.#prev, END)
  }

  #count(prev: number, next: number): void {
    const key = prev * this.#size + next
    let pair = this.pairs.get(key)
    if (pair === undefined) {
      const service = this.#lines.shapes[(next === END ? prev : next) - FIRST_SHAPE]?.service ?? ''
      pair = { service, prev: this.#nameOf(prev), next: this.#nameOf(next), counts: emptySeries(this.#lines.grid) }
      this.pairs.set(key, pair)
    }
    pair.counts[this.#interval] = (pair.counts[this.#interval] ?? 0) + 1
  }

  #nameOf(number: number): string {
    if (number === BEGIN) return CONTEXT_BEGIN
    return number === END ? CONTEXT_END : (this.#lines.shapes[number - FIRST_SHAPE]?.shape ?? '')
  }
}
