/** Which log line follows which within one context: a span, else a trace, else the instance's output. */
import type { WorkPace } from '../../work-pace.ts'
import { emptySeries } from './grid.ts'
import { groupRows, sortByTime } from './grouped-rows.ts'
import type { LogLines } from './log-lines.ts'
import type { LogContextKind, LogPairActivity } from './types.ts'

export const CONTEXT_BEGIN = '^'
export const CONTEXT_END = '$'

/** Work units (work-pace.ts) to place a line behind another, and to compare two texts. */
const PAIR_UNITS = 0.2
const REPEAT_UNITS = 3

/** The lines of each context in time order, one context after the other, with lines delivered twice left out. */
export interface OrderedLines {
  /** Context n has `lines[starts[n]]` to `lines[ends[n] - 1]`. One sequence of work wrote them. */
  readonly lines: Uint32Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

export async function contextsOf(lines: LogLines, pace: WorkPace): Promise<OrderedLines> {
  const { starts, rows } = await groupRows(lines.contextOf, lines.held, lines.contexts, pace)
  const ends = starts.slice(1)
  for (let context = 0; context < ends.length; context++) {
    const [from, to] = [starts[context] ?? 0, ends[context] ?? 0]
    await sortByTime(rows, from, to, lines.times, pace)
    ends[context] = await withoutRepeats(lines, rows, from, to, pace)
    if (pace.isDue((to - from) * PAIR_UNITS)) await pace.pause()
  }
  return { lines: rows, starts, ends }
}

/**
 * A shipper that misses an acknowledgement delivers a line again in another batch: same context, same nanosecond, same
 * text. Counted twice, it would look like a line that newly follows itself. Returns the end of what is left.
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

export function kindsOf(lines: LogLines): Record<LogContextKind, number> {
  const kinds: Record<LogContextKind, number> = { span: 0, trace: 0, stream: 0 }
  for (let context = 0; context < lines.contexts; context++) kinds[lines.kindOf(context)]++
  return kinds
}

/** In place of a shape's number, which begins behind them. */
const BEGIN = 0
const END = 1
const FIRST_SHAPE = 2

/** How often each line followed each other line, per interval. */
export async function pairsOf(lines: LogLines, ordered: OrderedLines, pace: WorkPace): Promise<LogPairActivity[]> {
  const pairs = new Map<number, LogPairActivity>()
  const size = lines.shapes.length + FIRST_SHAPE
  const nameOf = (number: number) =>
    number === BEGIN ? CONTEXT_BEGIN : number === END ? CONTEXT_END : (lines.shapes[number - FIRST_SHAPE]?.shape ?? '')
  const add = (prev: number, next: number, interval: number) => {
    const key = prev * size + next
    let pair = pairs.get(key)
    if (pair === undefined) {
      const service = lines.shapes[(next === END ? prev : next) - FIRST_SHAPE]?.service ?? ''
      pair = { service, prev: nameOf(prev), next: nameOf(next), counts: emptySeries(lines.grid) }
      pairs.set(key, pair)
    }
    pair.counts[interval] = (pair.counts[interval] ?? 0) + 1
  }
  const { starts, ends, lines: rows } = ordered
  const { intervalMs } = lines.grid
  const intervalOf = (line: number) => Math.floor((lines.times[line] ?? 0) / intervalMs)
  for (let context = 0; context < ends.length; context++) {
    const [from, to] = [starts[context] ?? 0, ends[context] ?? 0]
    if (from === to) continue
    const isStream = lines.kindOf(context) === 'stream'
    const first = intervalOf(rows[from] ?? 0)
    let prev = BEGIN
    for (let at = from; at < to; at++) {
      const line = rows[at] ?? 0
      const next = (lines.shapeOf[line] ?? 0) + FIRST_SHAPE
      if (!(isStream && prev === BEGIN)) add(prev, next, isStream ? intervalOf(line) : first)
      prev = next
      if (pace.isDue(PAIR_UNITS)) await pace.pause()
    }
    if (!isStream) add(prev, END, first)
  }
  return [...pairs.values()]
}
