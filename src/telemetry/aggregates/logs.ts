/** Log activity: how often each shape of line occurs, and which line follows which inside one request. */
import type { WorkPace } from '../../work-pace.ts'
import type { LogRecord } from '../model.ts'
import { toMillis } from '../time.ts'
import { addSeries, emptySeries, type Grid, intervalOf, sameGrid } from './grid.ts'
import { addHosts, HOSTS_MAX } from './line-hosts.ts'
import { countPaces, mergePaces } from './log-paces.ts'
import { contextsOf, kindsOf, type PlacedLine, pairsOf } from './log-pairs.ts'
import { severityOfText } from './severity.ts'
import type { LogActivity, LogPairActivity, LogShapeActivity } from './types.ts'

/** The shape of a line: a 64-bit hash that is the same on every shard, and the line with its variables masked. */
export type ShapeOf = (record: LogRecord) => { readonly hash: string; readonly template: string }

/** Most shapes kept: room for 50 services with 60 shapes each, about 0.4 MB of JSON at 48 intervals. */
export const SHAPES_MAX = 3_000
/** Most successors kept per shape. Few lines can follow another within a request. */
export const PAIRS_MAX = 6_000
/** Longer templates are cut: they are shown and compared by their beginning. */
const TEMPLATE_CHARS_MAX = 240

/** Work units (work-pace.ts) to compute the shape of a line. */
const SHAPE_UNITS = 5

/** Counts the records that lie inside the grid. Linear in the records, apart from ordering the lines of each context. */
export async function aggregateLogs(
  records: Iterable<LogRecord>,
  grid: Grid,
  shapeOf: ShapeOf,
  pace: WorkPace,
): Promise<LogActivity> {
  const lines: PlacedLine[] = []
  for (const record of records) {
    const timeMs = toMillis(record.time)
    const interval = intervalOf(grid, timeMs)
    if (interval < 0) continue
    const { hash, template } = shapeOf(record)
    lines.push({ record, timeMs, interval, shape: hash, template })
    if (pace.isDue(SHAPE_UNITS)) await pace.pause()
  }
  const contexts = await contextsOf(lines, pace)
  const shapes = new Map<string, LogShapeActivity>()
  let total = 0
  for (const context of contexts) {
    for (const line of context.lines) {
      addLine(shapes, line, grid)
      total++
    }
    if (pace.isDue(context.lines.length)) await pace.pause()
  }
  const pairs = await pairsOf(contexts, grid, pace)
  const paces = await countPaces(contexts, pace)
  return bounded({
    grid,
    shapes: [...shapes.values()],
    pairs,
    paces,
    contexts: kindsOf(contexts),
    records: total,
    recordsUnlisted: 0,
  })
}

function addLine(shapes: Map<string, LogShapeActivity>, line: PlacedLine, grid: Grid): void {
  const { record, interval } = line
  const service = record.resource.service
  const key = `${service}\u0000${line.shape}`
  let shape = shapes.get(key)
  if (shape === undefined) {
    const severity = record.severityNumber || severityOfText(record.severityText) || severityOfText(record.body)
    const template = line.template.slice(0, TEMPLATE_CHARS_MAX)
    shape = { service, shape: line.shape, template, severity, hosts: [], unlinked: 0, counts: emptySeries(grid) }
    shapes.set(key, shape)
  }
  if (record.traceId === '' && record.spanId === '') shape.unlinked++
  addHosts(shape.hosts, record)
  if (record.severityNumber > shape.severity) shape.severity = record.severityNumber
  shape.counts[interval] = (shape.counts[interval] ?? 0) + 1
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
