/**
 * One metric over time. Points are folded per series (one set of resource, scope and attributes) and interval, because
 * only there a cumulative counter can be differenced; folded series merge across partitions and end as groups.
 *
 * Meanings: `increase` and `rate` are on counters and on the count of histograms, resets counted from zero; an increment
 * belongs to the interval of its later point, and counts whole where its earlier point lies before the range, unless
 * `isInsideOnly` is asked for; `avg` of
 * histograms is sum over count of what arrived in the interval; `sum` adds deltas, or the last value of each series of
 * gauges and cumulative counters; quantiles of gauges are over their points.
 */
import type { MetricPoint } from '../model.ts'
import type { MetricSeriesInput, MetricSeriesResult } from '../port.ts'
import { fromMillis, type TimeRange, type Timestamp, toMillis } from '../time.ts'
import { type GroupKey, intervalStart, keyText } from './count.ts'
import {
  addDistributions,
  bucketOf,
  type Distribution,
  EMPTY,
  gained,
  quantileOf,
  toDistribution,
} from './distribution.ts'

/** How far before the range points are read, so that the first interval of a counter has a value to start from. */
const LOOKBACK_MS = 300_000
/** Most series one partition holds at once. Beyond it the answer says `limit`. */
const SERIES_HELD_MAX = 10_000

export interface SeriesInterval {
  readonly startMs: number
  readonly points: number
  readonly sum: number
  readonly min: number
  readonly max: number
  readonly firstMs: number
  readonly firstStartMs: number | null
  readonly first: Distribution
  readonly lastMs: number
  readonly last: Distribution
  readonly increase: Distribution
  /** Points of gauges as buckets, for quantiles. */
  readonly spread: Distribution
}
export interface FoldedSeries {
  readonly id: string
  readonly key: GroupKey
  readonly isDelta: boolean
  readonly isHistogram: boolean
  readonly intervals: readonly SeriesInterval[]
}
export interface MetricPartial {
  readonly series: readonly FoldedSeries[]
  readonly unit: string
  readonly isCut: boolean
}

type Input = Pick<MetricSeriesInput, 'range' | 'intervalMs' | 'aggregation' | 'groupsMax'>
interface Held {
  readonly key: GroupKey
  readonly isDelta: boolean
  readonly isHistogram: boolean
  readonly points: MetricPoint[]
}

/** The range to read for an input. It begins before the requested range, unless only what is inside counts. */
export function withLookback({ range, isInsideOnly }: Pick<MetricSeriesInput, 'range' | 'isInsideOnly'>): TimeRange {
  if (isInsideOnly === true) return range
  return { from: fromMillis(toMillis(range.from) - LOOKBACK_MS), to: range.to }
}

function sorted(attributes: { readonly [key: string]: unknown }): string {
  return JSON.stringify(Object.entries(attributes).sort((a, b) => (a[0] < b[0] ? -1 : 1)))
}

/** The identity of a series. */
export function seriesId(point: MetricPoint): string {
  const { resource, scopeName, attributes, type, unit } = point
  return [resource.service, sorted(resource.attributes), scopeName, sorted(attributes), type, unit].join('\u0000')
}

function startMs(time: Timestamp | null): number | null {
  return time === null ? null : toMillis(time)
}

function single(point: MetricPoint, intervalMs: number, isDelta: boolean): SeriesInterval {
  const value = toDistribution(point.value)
  const isNumber = typeof point.value === 'number'
  const number = isNumber ? value.sum : value.count > 0 ? value.sum / value.count : 0
  const atMs = toMillis(point.time)
  return {
    startMs: intervalStart(point.time, intervalMs),
    points: 1,
    sum: number,
    min: isNumber ? number : (value.min ?? number),
    max: isNumber ? number : (value.max ?? number),
    firstMs: atMs,
    firstStartMs: startMs(point.startTime),
    first: value,
    lastMs: atMs,
    last: value,
    increase: isDelta ? value : EMPTY,
    spread: isNumber ? { count: 1, sum: number, min: number, max: number, buckets: [bucketOf(number)] } : EMPTY,
  }
}

function between(earlier: SeriesInterval, later: SeriesInterval, isDelta: boolean): Distribution {
  if (isDelta) return EMPTY
  const isReset = later.firstStartMs !== null && later.firstStartMs > earlier.lastMs
  return gained(later.first, earlier.last, isReset)
}

/** Two parts of one series in one interval; either may come first in time. */
function join(a: SeriesInterval, b: SeriesInterval, isDelta: boolean): SeriesInterval {
  const [earlier, later] = a.firstMs <= b.firstMs ? [a, b] : [b, a]
  const gap = between(earlier, later, isDelta)
  return {
    startMs: a.startMs,
    points: a.points + b.points,
    sum: a.sum + b.sum,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    firstMs: earlier.firstMs,
    firstStartMs: earlier.firstStartMs,
    first: earlier.first,
    lastMs: later.lastMs,
    last: later.last,
    increase: addDistributions(addDistributions(earlier.increase, gap), later.increase),
    spread: addDistributions(a.spread, b.spread),
  }
}

export class MetricSeriesAccumulator {
  readonly #input: Input
  readonly #open = new Map<string, Held>()
  readonly #folded = new Map<string, { series: FoldedSeries; intervals: Map<number, SeriesInterval> }>()
  #unit = ''
  isCut = false

  constructor(input: Input) {
    this.#input = input
  }

  /** Points may come in any order. Those of one partition are sorted by time before they are folded. */
  add(point: MetricPoint, key: GroupKey): void {
    const id = seriesId(point)
    let held = this.#open.get(id)
    if (held === undefined) {
      if (this.#open.size >= SERIES_HELD_MAX) {
        this.isCut = true
        return
      }
      const isDelta = point.type !== 'gauge' && point.temporality === 'delta'
      held = { key, isDelta, isHistogram: typeof point.value !== 'number', points: [] }
      this.#open.set(id, held)
    }
    if (point.unit > this.#unit) this.#unit = point.unit
    held.points.push(point)
  }

  #fold(): void {
    for (const [id, { points, ...series }] of this.#open) {
      points.sort((a, b) => a.time.day - b.time.day || a.time.nanos - b.time.nanos)
      const intervals = points.map((point) => single(point, this.#input.intervalMs, series.isDelta))
      this.#mergeSeries({ id, ...series, intervals })
    }
    this.#open.clear()
  }

  #mergeSeries(series: FoldedSeries): void {
    let held = this.#folded.get(series.id)
    if (held === undefined) {
      held = { series, intervals: new Map() }
      this.#folded.set(series.id, held)
    }
    for (const interval of series.intervals) {
      const known = held.intervals.get(interval.startMs)
      held.intervals.set(interval.startMs, known === undefined ? interval : join(known, interval, series.isDelta))
    }
  }

  merge(partial: MetricPartial): void {
    for (const series of partial.series) this.#mergeSeries(series)
    if (partial.unit > this.#unit) this.#unit = partial.unit
    if (partial.isCut) this.isCut = true
  }

  partial(): MetricPartial {
    this.#fold()
    const series = [...this.#folded.values()].map((held) => ({
      ...held.series,
      intervals: [...held.intervals.values()].sort((a, b) => a.startMs - b.startMs),
    }))
    return { series, unit: this.#unit, isCut: this.isCut }
  }

  /** Groups by greatest value, at most `groupsMax`. Intervals without a value are left out. */
  finish(): Omit<MetricSeriesResult, 'work'> {
    const groups = new Map<string, { key: GroupKey; cells: Map<number, Cell> }>()
    // Sorted by id, so that every store picks the same one of two series whose last points have the same time.
    const ordered = [...this.partial().series].sort((a, b) => (a.id < b.id ? -1 : 1))
    for (const series of ordered) {
      const text = keyText(series.key)
      let group = groups.get(text)
      if (group === undefined) {
        group = { key: series.key, cells: new Map() }
        groups.set(text, group)
      }
      addCells(group.cells, series, this.#input)
    }
    const shown = [...groups.values()].map(({ key, cells }) => ({
      key,
      points: [...cells]
        .sort((a, b) => a[0] - b[0])
        .flatMap(([start, cell]): [number, number][] => {
          const value = cellValue(cell, start, this.#input)
          return value === null ? [] : [[start, value]]
        }),
    }))
    const peak = (group: (typeof shown)[number]) => Math.max(...group.points.map(([, value]) => value))
    const ranked = shown
      .filter((group) => group.points.length > 0)
      .sort((a, b) => peak(b) - peak(a) || (keyText(a.key) < keyText(b.key) ? -1 : 1))
    return { series: ranked.slice(0, this.#input.groupsMax), unit: this.#unit }
  }
}

/** One interval of one group, over all its series. */
interface Cell {
  points: number
  sum: number
  min: number
  max: number
  lastMs: number
  last: number
  lastSum: number
  isHistogram: boolean
  increase: Distribution | null
  spread: Distribution
}

function addCells(cells: Map<number, Cell>, series: FoldedSeries, input: Input): void {
  const fromMs = toMillis(input.range.from)
  let previous: SeriesInterval | null = null
  for (const interval of series.intervals) {
    const increase = increaseOf(interval, previous, series.isDelta, fromMs)
    previous = interval
    if (interval.startMs + input.intervalMs <= fromMs || interval.lastMs < fromMs) continue
    const lastNumber = series.isHistogram
      ? interval.last.count > 0
        ? interval.last.sum / interval.last.count
        : 0
      : interval.last.sum
    const held = cells.get(interval.startMs)
    const isNewer = held === undefined || interval.lastMs >= held.lastMs
    cells.set(interval.startMs, {
      points: (held?.points ?? 0) + interval.points,
      sum: (held?.sum ?? 0) + interval.sum,
      min: Math.min(held?.min ?? Number.POSITIVE_INFINITY, interval.min),
      max: Math.max(held?.max ?? Number.NEGATIVE_INFINITY, interval.max),
      lastMs: Math.max(held?.lastMs ?? Number.NEGATIVE_INFINITY, interval.lastMs),
      last: isNewer ? lastNumber : held.last,
      lastSum: (held?.lastSum ?? 0) + (series.isDelta ? interval.increase.sum : lastNumber),
      isHistogram: series.isHistogram,
      increase: increase === null ? (held?.increase ?? null) : addDistributions(held?.increase ?? EMPTY, increase),
      spread: addDistributions(held?.spread ?? EMPTY, interval.spread),
    })
  }
}

/** The increase over an interval, null when a cumulative series has no earlier value to start from. */
function increaseOf(
  interval: SeriesInterval,
  previous: SeriesInterval | null,
  isDelta: boolean,
  fromMs: number,
): Distribution | null {
  if (isDelta) return interval.increase
  if (previous !== null) return addDistributions(between(previous, interval, false), interval.increase)
  // A series that starts within the requested range began at zero.
  if (interval.firstStartMs !== null && interval.firstStartMs >= fromMs) {
    return addDistributions(interval.first, interval.increase)
  }
  return interval.points > 1 ? interval.increase : null
}

function cellValue(cell: Cell, start: number, { aggregation, range, intervalMs }: Input): number | null {
  if (typeof aggregation === 'object') {
    return quantileOf(cell.isHistogram ? (cell.increase ?? EMPTY) : cell.spread, aggregation.quantile)
  }
  const widthMs = Math.min(start + intervalMs, toMillis(range.to)) - Math.max(start, toMillis(range.from))
  const increase = cell.increase
  switch (aggregation) {
    case 'avg':
      if (!cell.isHistogram) return cell.sum / cell.points
      return increase === null || increase.count === 0 ? null : increase.sum / increase.count
    case 'min':
      return cell.min
    case 'max':
      return cell.max
    case 'sum':
      return cell.isHistogram ? (increase?.sum ?? null) : cell.lastSum
    case 'last':
      return cell.last
    case 'count':
      return cell.isHistogram ? (increase?.count ?? null) : cell.points
    case 'increase':
      return increase?.count ?? null
    case 'rate':
      return increase === null || widthMs <= 0 ? null : increase.count / (widthMs / 1000)
  }
}
