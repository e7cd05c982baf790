/** Log activity: how often each shape of line occurs, and which line follows which inside one request. */
import type { WorkPace } from '../../work-pace.ts'
import type { LogRecord } from '../model.ts'
import { addSeries, type Grid, sameGrid, sinceStart } from './grid.ts'
import { instanceOf } from './instance.ts'
import { addHosts, HOSTS_MAX } from './line-hosts.ts'
import { mergeCalls } from './log-calls.ts'
import { LineIds, LogLines } from './log-lines.ts'
import { countPaces, mergePaces } from './log-paces.ts'
import { contextsOf, kindsOf, pairsOf } from './log-pairs.ts'
import type { LogActivity, LogPairActivity, LogShapeActivity } from './types.ts'

/** The shape of a line: a 64-bit hash that is the same on every shard, and the line with its variables masked. */
export type ShapeOf = (record: LogRecord) => { readonly hash: string; readonly template: string }

/** Most shapes kept: room for 50 services with 60 shapes each, about 0.4 MB of JSON at 48 intervals. */
export const SHAPES_MAX = 3_000
/** Most successors kept per shape. Few lines can follow another within a request. */
export const PAIRS_MAX = 6_000
/** Work units (work-pace.ts) to compute the shape of a line and to add the line. */
const SHAPE_UNITS = 5

/** Counts the records that lie inside the grid. Linear in the records, apart from ordering the lines of each context. */
export async function aggregateLogs(
  records: Iterable<LogRecord>,
  grid: Grid,
  shapeOf: ShapeOf,
  pace: WorkPace,
): Promise<LogActivity> {
  const lines = new LogLines(grid)
  await addLogs(lines, records, shapeOf, pace)
  return activityOf(lines, pace)
}

/** Adds whole records. */
export async function addLogs(
  lines: LogLines,
  records: Iterable<LogRecord>,
  shapeOf: ShapeOf,
  pace: WorkPace,
): Promise<void> {
  const { grid, textIds } = lines
  const bodies: string[] = []
  const ids = new LineIds()
  lines.beginSource((offset) => bodies[offset] ?? '')
  for (const record of records) {
    const atMs = sinceStart(grid, record.time)
    if (atMs < 0 || atMs >= grid.intervalMs * grid.count) continue
    const { resource, traceId, spanId } = record
    ids.hasTrace = traceId !== ''
    ids.hasSpan = spanId !== ''
    ids.traceNumber = -1
    if (ids.hasTrace) textIds.ofTrace(traceId, ids.trace)
    if (ids.hasSpan) textIds.ofSpan(spanId, ids.span)
    if (!ids.hasTrace && !ids.hasSpan) ids.instance = lines.instanceNumber(instanceOf(resource.attributes))
    const shape = lines.shapeNumber(resource.service, shapeOf(record), () => record)
    addHosts(lines.shapes[shape]?.hosts ?? [], record)
    bodies.push(record.body)
    lines.add(atMs, shape, record.severityNumber, ids)
    if (!pace.isDue(SHAPE_UNITS)) continue
    await pace.pause()
    await lines.bound(pace)
  }
  await lines.bound(pace)
}

/** The activity of all lines that were added. */
export async function activityOf(lines: LogLines, pace: WorkPace): Promise<LogActivity> {
  const ordered = await contextsOf(lines, pace)
  const pairs = await pairsOf(lines, ordered, pace)
  const { paces, calls } = await countPaces(lines, ordered, pace)
  return bounded({
    grid: lines.grid,
    shapes: lines.shapes,
    pairs,
    paces,
    calls,
    contexts: kindsOf(lines),
    records: lines.records,
    recordsUnlisted: 0,
  })
}

/** Adds two partial activities of the same grid. */
export function mergeLogs(a: LogActivity, b: LogActivity): LogActivity {
  if (!sameGrid(a.grid, b.grid)) throw new RangeError('log activities of different grids cannot be merged')
  const shapes = new Map<string, LogShapeActivity>()
  for (const shape of [...a.shapes, ...b.shapes]) {
    const key = `${shape.service}\u0000${shape.shape}`
    const known = shapes.get(key)
    if (known === undefined) shapes.set(key, { ...shape, hosts: [...shape.hosts], counts: [...shape.counts] })
    else {
      addSeries(known.counts, shape.counts)
      known.severity = Math.max(known.severity, shape.severity)
      known.unlinked += shape.unlinked
      for (const host of shape.hosts) {
        if (known.hosts.length < HOSTS_MAX && !known.hosts.includes(host)) known.hosts.push(host)
      }
    }
  }
  const pairs = new Map<string, LogPairActivity>()
  for (const pair of [...a.pairs, ...b.pairs]) {
    const key = `${pair.service}\u0000${pair.prev}\u0000${pair.next}`
    const known = pairs.get(key)
    if (known === undefined) pairs.set(key, { ...pair, counts: [...pair.counts] })
    else addSeries(known.counts, pair.counts)
  }
  return bounded({
    grid: a.grid,
    shapes: [...shapes.values()],
    pairs: [...pairs.values()],
    paces: mergePaces(a.paces, b.paces),
    calls: mergeCalls(a.calls, b.calls),
    contexts: {
      span: a.contexts.span + b.contexts.span,
      trace: a.contexts.trace + b.contexts.trace,
      stream: a.contexts.stream + b.contexts.stream,
    },
    records: a.records + b.records,
    recordsUnlisted: a.recordsUnlisted + b.recordsUnlisted,
  })
}

function bounded(activity: LogActivity): LogActivity {
  const pairs = largest(activity.pairs, PAIRS_MAX).kept
  const { kept, dropped } = largest(activity.shapes, SHAPES_MAX)
  return { ...activity, shapes: kept, pairs, recordsUnlisted: activity.recordsUnlisted + dropped }
}

/** Keeps the most frequent entries; `dropped` counts the others. */
export function largest<T extends { readonly counts: readonly number[] }>(
  entries: T[],
  max: number,
): { kept: T[]; dropped: number } {
  if (entries.length <= max) return { kept: entries, dropped: 0 }
  const weighed = entries.map((entry) => ({ entry, weight: entry.counts.reduce((sum, count) => sum + count, 0) }))
  weighed.sort((a, b) => b.weight - a.weight)
  return {
    kept: weighed.slice(0, max).map(({ entry }) => entry),
    dropped: weighed.slice(max).reduce((sum, { weight }) => sum + weight, 0),
  }
}
