/**
 * Chooses the steps in which metrics are read: as fine as readings come, over enough readings to know their scatter.
 */
import { medianOf } from '../../median.ts'
import type { Grid, MetricActivity, MetricSeriesActivity } from '../../telemetry/index.ts'
import type { WindowMs } from './source.ts'

/** The first look is enough for metrics with gaps of up to two minutes. */
const NEAR_MS = 40 * 60_000
/** The second look is for five-minute metrics. */
const FAR_MS = 210 * 60_000
/** The time examined after a stated time. */
const AFTER_MS = 10 * 60_000
/** If the first look has fewer readings than this, the second is needed. */
const READINGS_ENOUGH = 16
const INTERVALS_MAX = 96
const STEPS_MS = [5_000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000] as const

/** The period for which metrics are read, before `referenceMs` (a stated time or the last record). */
export function metricWindow(referenceMs: number, nowMs: number, isFar: boolean): WindowMs {
  const toMs = Math.min(nowMs, referenceMs + (isFar ? 3 * AFTER_MS : AFTER_MS))
  return { fromMs: referenceMs - (isFar ? FAR_MS : NEAR_MS), toMs }
}

/** The same where the gap between readings is known: as many readings as are compared at most. Null: no more than before. */
export function widerWindow(referenceMs: number, nowMs: number, gapMs: number): WindowMs | null {
  const lengthMs = Math.min(FAR_MS, INTERVALS_MAX * gapMs - AFTER_MS)
  if (lengthMs <= NEAR_MS) return null
  return { fromMs: referenceMs - lengthMs, toMs: Math.min(nowMs, referenceMs + AFTER_MS) }
}

/** Steps over the part of the window that has metrics. `gapMs`: the time between readings, if it is known. */
export function metricGridOver(window: WindowMs, firstMs: number, lastMs: number, gapMs: number | null = null): Grid {
  const readFromMs = Math.max(window.fromMs, firstMs)
  const toMs = Math.max(readFromMs + 1, Math.min(window.toMs, lastMs + 1))
  if (gapMs !== null) {
    // Borders lie between readings, so that a reading that comes a little early or late stays in its own step.
    const startMs = Math.round(readFromMs - gapMs / 2)
    const perStep = Math.max(1, Math.ceil((toMs - startMs) / gapMs / INTERVALS_MAX))
    const intervalMs = Math.round(gapMs * perStep)
    return { startMs, intervalMs, count: Math.max(1, Math.ceil((toMs - startMs) / intervalMs)) }
  }
  const lengthMs = toMs - readFromMs
  const intervalMs = STEPS_MS.find((step) => lengthMs / step <= INTERVALS_MAX) ?? Math.ceil(lengthMs / INTERVALS_MAX)
  return { startMs: readFromMs, intervalMs, count: Math.max(1, Math.ceil(lengthMs / intervalMs)) }
}

/** The usual time between a series' readings, in milliseconds. Null if no series has two. */
export function gapBetweenReadings({ series }: MetricActivity): number | null {
  const gaps: number[] = []
  for (const { lastAtMs } of series) {
    const at = lastAtMs.filter((ms) => ms >= 0)
    const own = at.slice(1).map((ms, i) => ms - (at[i] ?? 0))
    if (own.length > 0) gaps.push(medianOf(own))
  }
  return gaps.length === 0 ? null : medianOf(gaps)
}

/** Whether a typical row has too few readings for its scatter to be known. */
export function isSparse({ series }: MetricActivity): boolean {
  const readings = series
    .map(({ counts }) => counts.reduce((n, count) => n + (count > 0 ? 1 : 0), 0))
    .sort((a, b) => a - b)
  return (readings[readings.length >> 1] ?? 0) < READINGS_ENOUGH
}

/** The same activity in steps of a typical gap between readings, so that each step holds a reading. */
export function inOwnSteps(activity: MetricActivity): MetricActivity {
  const factor = typicalGap(activity)
  if (factor < 2) return activity
  const { grid, series } = activity
  const coarse: Grid = {
    startMs: grid.startMs,
    intervalMs: grid.intervalMs * factor,
    count: Math.ceil(grid.count / factor),
  }
  return { ...activity, grid: coarse, series: series.map((entry) => regrouped(entry, factor, coarse.count)) }
}

function typicalGap({ series, grid }: MetricActivity): number {
  const gaps = series.flatMap(({ counts }) => {
    const first = counts.findIndex((count) => count > 0)
    const last = counts.findLastIndex((count) => count > 0)
    const n = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
    return n < 2 ? [] : [(last - first) / (n - 1)]
  })
  gaps.sort((a, b) => a - b)
  const gap = gaps[gaps.length >> 1] ?? 1
  return Math.max(1, Math.min(grid.count, Math.round(gap)))
}

function regrouped(entry: MetricSeriesActivity, factor: number, count: number): MetricSeriesActivity {
  const counts = new Array<number>(count).fill(0)
  const sums = new Array<number>(count).fill(0)
  const last = new Array<number>(count).fill(0)
  const lastAtMs = new Array<number>(count).fill(-1)
  entry.counts.forEach((points, i) => {
    if (points === 0) return
    const to = Math.floor(i / factor)
    counts[to] = (counts[to] ?? 0) + points
    sums[to] = (sums[to] ?? 0) + (entry.sums[i] ?? 0)
    last[to] = entry.last[i] ?? 0
    lastAtMs[to] = entry.lastAtMs[i] ?? -1
  })
  return { ...entry, counts, sums, last, lastAtMs }
}
