/**
 * The time from a log line to the next line of its trace, by the service of that next line. Without spans, this is the
 * only measure of time: between two lines of one service it is the service's own time; between two services it belongs
 * to the call between them.
 */
import type { WorkPace } from '../../work-pace.ts'
import { BUCKETS, bucketOf, cellsOf, mergeCells } from './grid.ts'
import { groupRows, sortByTime } from './grouped-rows.ts'
import type { LogLines } from './log-lines.ts'
import type { OrderedLines } from './log-pairs.ts'
import type { LogPaceActivity } from './types.ts'

/** Most line-to-service steps kept, the busiest ones; at 90 intervals 300 of them are about 0.4 MB of JSON. */
export const PACES_MAX = 300

interface OpenPace extends Omit<LogPaceActivity, 'gap'> {
  readonly gap: Map<number, number>
  steps: number
}

/** Work units (work-pace.ts) to count a step. */
const STEP_UNITS = 0.2

/** Only lines with a trace id count. A step counts in the interval of its earlier line. */
export async function countPaces(
  lines: LogLines,
  { lines: rows, starts, ends }: OrderedLines,
  pace: WorkPace,
): Promise<LogPaceActivity[]> {
  const { times, shapeOf, traceOf, shapes, grid } = lines
  const kept = new Uint32Array(rows.length)
  const traceAt = new Int32Array(rows.length)
  let count = 0
  for (let context = 0; context < ends.length; context++) {
    for (let at = starts[context] ?? 0; at < (ends[context] ?? 0); at++) {
      const line = rows[at] ?? 0
      kept[count] = line
      traceAt[count++] = traceOf[line] ?? -1
      if (pace.isDue(STEP_UNITS)) await pace.pause()
    }
  }
  const grouped = await groupRows(traceAt, count, lines.traces, pace)
  const ordered = grouped.rows.map((at) => kept[at] ?? 0)
  const services = new Map<string, number>()
  const serviceOf = shapes.map(({ service }) => {
    const number = services.get(service) ?? services.size
    services.set(service, number)
    return number
  })
  const paces = new Map<number, OpenPace>()
  for (let trace = 0; trace < lines.traces; trace++) {
    const [from, to] = [grouped.starts[trace] ?? 0, grouped.starts[trace + 1] ?? 0]
    await sortByTime(ordered, from, to, times, pace)
    for (let at = from + 1; at < to; at++) {
      const [line, next] = [ordered[at - 1] ?? 0, ordered[at] ?? 0]
      const [shape, nextShape] = [shapeOf[line] ?? 0, shapeOf[next] ?? 0]
      const key = shape * services.size + (serviceOf[nextShape] ?? 0)
      let open = paces.get(key)
      if (open === undefined) {
        const { service = '', shape: hash = '' } = shapes[shape] ?? {}
        open = { service, shape: hash, nextService: shapes[nextShape]?.service ?? '', gap: new Map(), steps: 0 }
        paces.set(key, open)
      }
      const atMs = times[line] ?? 0
      const cell = Math.floor(atMs / grid.intervalMs) * BUCKETS + bucketOf(((times[next] ?? 0) - atMs) * 1_000)
      open.gap.set(cell, (open.gap.get(cell) ?? 0) + 1)
      open.steps++
    }
    if (pace.isDue((to - from) * STEP_UNITS)) await pace.pause()
  }
  const busiest = [...paces.values()].sort((a, b) => b.steps - a.steps).slice(0, PACES_MAX)
  return busiest.map(({ service, shape, nextService, gap }) => ({ service, shape, nextService, gap: cellsOf(gap) }))
}

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
