/**
 * The time from a log line to the next line of its trace, by the service of that next line. Without spans, this is the
 * only measure of time: between two lines of one service it is the service's own time; between two services it belongs
 * to the call between them.
 */
import type { WorkPace } from '../../work-pace.ts'
import { BUCKETS, bucketOf, cellsOf, mergeCells } from './grid.ts'
import type { LogContext, PlacedLine } from './log-pairs.ts'
import type { LogPaceActivity } from './types.ts'

/** Most line-to-service steps kept, the busiest ones; at 90 intervals 300 of them are about 0.4 MB of JSON. */
export const PACES_MAX = 300

interface OpenPace extends Omit<LogPaceActivity, 'gap'> {
  readonly gap: Map<number, number>
  steps: number
}

/** Only lines with a trace id count. A step counts in the interval of its earlier line. */
export async function countPaces(contexts: readonly LogContext[], pace: WorkPace): Promise<LogPaceActivity[]> {
  const traces = new Map<string, PlacedLine[]>()
  for (const { lines } of contexts) {
    for (const line of lines) {
      const { traceId } = line.record
      if (traceId === '') continue
      const trace = traces.get(traceId)
      if (trace === undefined) traces.set(traceId, [line])
      else trace.push(line)
    }
    if (pace.isDue(lines.length)) await pace.pause()
  }
  const paces = new Map<string, OpenPace>()
  for (const trace of traces.values()) {
    const ordered = trace.sort((a, b) => a.timeMs - b.timeMs)
    for (let i = 1; i < ordered.length; i++) addStep(paces, ordered[i - 1], ordered[i])
    if (pace.isDue(ordered.length)) await pace.pause()
  }
  const busiest = [...paces.values()].sort((a, b) => b.steps - a.steps).slice(0, PACES_MAX)
  return busiest.map(({ service, shape, nextService, gap }) => ({ service, shape, nextService, gap: cellsOf(gap) }))
}

function addStep(paces: Map<string, OpenPace>, line: PlacedLine | undefined, next: PlacedLine | undefined): void {
  if (line === undefined || next === undefined) return
  const service = line.record.resource.service
  const nextService = next.record.resource.service
  const key = `${service}\u0000${line.shape}\u0000${nextService}`
  let pace = paces.get(key)
  if (pace === undefined) {
    pace = { service, shape: line.shape, nextService, gap: new Map(), steps: 0 }
    paces.set(key, pace)
  }
  const cell = line.interval * BUCKETS + bucketOf((next.timeMs - line.timeMs) * 1_000)
  pace.gap.set(cell, (pace.gap.get(cell) ?? 0) + 1)
  pace.steps++
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
