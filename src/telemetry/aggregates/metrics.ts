/** Metric activity: count, sum and last value per component, metric and interval. */
import type { WorkPace } from '../../work-pace.ts'
import type { Attributes, MetricPoint } from '../model.ts'
import { toMillis } from '../time.ts'
import { addSeries, emptySeries, type Grid, intervalOf, sameGrid } from './grid.ts'
import { instanceOf } from './instance.ts'
import type { MetricActivity, MetricSeriesActivity } from './types.ts'

/** Most series kept: for 50 services with 20 metrics of two instances each, about 0.9 MB of JSON at 48 intervals. */
export const METRIC_SERIES_MAX = 2_000

/** Work units (work-pace.ts) to count a point, most of it for the text of its attributes. */
const POINT_UNITS = 3

/** Series counted at once, about 25 MB at 90 intervals. Points of further ones are not listed. */
const SERIES_HELD_MAX = 8_000

/** Adds metric points up to series over a grid, one for each service, instance, metric and attributes. */
export async function aggregateMetrics(
  points: Iterable<MetricPoint>,
  grid: Grid,
  pace: WorkPace,
): Promise<MetricActivity> {
  const counter = new MetricCounter(grid)
  await counter.add(points, pace)
  return counter.activity()
}

/** Counts points in any order, so that no point has to be held. */
export class MetricCounter {
  readonly #grid: Grid
  readonly #series = new Map<string, MetricSeriesActivity>()
  #points = 0
  #unlisted = 0

  constructor(grid: Grid) {
    this.#grid = grid
  }

  async add(points: Iterable<MetricPoint>, pace: WorkPace): Promise<void> {
    for (const point of points) {
      this.#addPoint(point)
      if (pace.isDue(POINT_UNITS)) await pace.pause()
    }
  }

  #addPoint(point: MetricPoint): void {
    const timeMs = toMillis(point.time)
    const interval = intervalOf(this.#grid, timeMs)
    if (interval < 0) return
    this.#points++
    const attributes = attributesText(point.attributes)
    for (const [suffix, kind, value] of readings(point)) {
      const entry = this.#entry(point, attributes, suffix, kind)
      if (entry === null) {
        this.#unlisted++
        continue
      }
      entry.counts[interval] = (entry.counts[interval] ?? 0) + 1
      entry.sums[interval] = (entry.sums[interval] ?? 0) + value
      keepLast(entry, interval, timeMs - this.#grid.startMs, value)
    }
  }

  #entry(
    point: MetricPoint,
    attributes: string,
    suffix: string,
    kind: MetricSeriesActivity['kind'],
  ): MetricSeriesActivity | null {
    const service = point.resource.service
    const instance = instanceOf(point.resource.attributes)
    const metric = point.name + suffix
    const key = `${service}\u0000${instance}\u0000${metric}\u0000${attributes}`
    const known = this.#series.get(key)
    if (known !== undefined) return known
    if (this.#series.size >= SERIES_HELD_MAX) return null
    const unit = suffix === '.count' ? '1' : point.unit
    const entry = { service, instance, metric, attributes, unit, kind, ...emptyMetricSeries(this.#grid) }
    this.#series.set(key, entry)
    return entry
  }

  activity(): MetricActivity {
    const series = [...this.#series.values()]
    return bounded({ grid: this.#grid, series, points: this.#points, pointsUnlisted: this.#unlisted })
  }
}

/** Joins two shares of an answer, series by series. Throws RangeError when their grids differ. */
export function mergeMetrics(a: MetricActivity, b: MetricActivity): MetricActivity {
  if (!sameGrid(a.grid, b.grid)) throw new RangeError('metric activities of different grids cannot be merged')
  const series = new Map<string, MetricSeriesActivity>()
  for (const entry of [...a.series, ...b.series]) {
    const key = `${entry.service}\u0000${entry.instance}\u0000${entry.metric}\u0000${entry.attributes}`
    const known = series.get(key)
    if (known === undefined) {
      series.set(key, {
        ...entry,
        counts: [...entry.counts],
        sums: [...entry.sums],
        last: [...entry.last],
        lastAtMs: [...entry.lastAtMs],
      })
      continue
    }
    addSeries(known.counts, entry.counts)
    addSeries(known.sums, entry.sums)
    for (let i = 0; i < entry.last.length; i++) {
      const at = entry.lastAtMs[i] ?? -1
      if (at >= 0) keepLast(known, i, at, entry.last[i] ?? 0)
    }
  }
  return bounded({
    grid: a.grid,
    series: [...series.values()],
    points: a.points + b.points,
    pointsUnlisted: a.pointsUnlisted + b.pointsUnlisted,
  })
}

function emptyMetricSeries(grid: Grid) {
  return {
    counts: emptySeries(grid),
    sums: emptySeries(grid),
    last: emptySeries(grid),
    lastAtMs: new Array<number>(grid.count).fill(-1),
  }
}

function keepLast(entry: MetricSeriesActivity, interval: number, atMs: number, value: number): void {
  if (atMs < (entry.lastAtMs[interval] ?? -1)) return
  entry.last[interval] = value
  entry.lastAtMs[interval] = atMs
}

type Reading = readonly [suffix: string, kind: MetricSeriesActivity['kind'], value: number]

/** A histogram counts as the mean and number of its observations, a summary as its mean and highest quantile. */
function readings(point: MetricPoint): Reading[] {
  const { value } = point
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return []
    if (point.type !== 'sum') return [['', 'level', value]]
    if (point.temporality === 'delta') return [['', 'delta', value]]
    return [['', point.isMonotonic ? 'counter' : 'level', value]]
  }
  const counting = value.kind !== 'summary' && point.temporality === 'delta' ? 'delta' : 'counter'
  const found: Reading[] = [['.count', counting, value.count]]
  if (value.sum !== null && Number.isFinite(value.sum)) found.push(['.sum', counting, value.sum])
  return found
}

function attributesText(attributes: Attributes): string {
  const keys = Object.keys(attributes)
  if (keys.length === 0) return ''
  return keys
    .sort()
    .map((key) => `${key}=${String(attributes[key])}`)
    .join(',')
    .slice(0, 200)
}

function bounded(activity: MetricActivity): MetricActivity {
  if (activity.series.length <= METRIC_SERIES_MAX) return activity
  const weight = (entry: MetricSeriesActivity): number => entry.counts.reduce((sum, count) => sum + count, 0)
  const ordered = activity.series.toSorted((a, b) => weight(b) - weight(a))
  const dropped = ordered.slice(METRIC_SERIES_MAX).reduce((sum, entry) => sum + weight(entry), 0)
  return {
    ...activity,
    series: ordered.slice(0, METRIC_SERIES_MAX),
    pointsUnlisted: activity.pointsUnlisted + dropped,
  }
}
