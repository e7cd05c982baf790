/**
 * Shifts of metrics per component. Load moves every component's metrics together, so a shift is judged twice: against
 * the component's own baseline, and against how the same metric moved in the other components.
 */
import type { MetricActivity, MetricSeriesActivity } from '../../telemetry/aggregates/types.ts'
import type { Finding } from './findings.ts'
import { intervalStartMs, type Split, splitAt } from './split.ts'
import { medianOf } from './stats.ts'

/** A level needs this many points before; fewer cannot show its scatter. */
const POINTS_BEFORE_MIN = 2
/** Relative changes are measured against the level plus this share of the peers' typical level, so that 0 → 1 is no infinity. */
const FLOOR_SHARE = 0.1
/** With fewer components of a metric there is no telling how it moves elsewhere. */
const PEERS_MIN = 4
/** Strength of one series is capped: 40 metrics of one pod are one observation. */
const STRENGTH_MAX = 10
/** What an excess of twice the largest one seen before adds. */
const BEYOND_MAX = 4
const STRENGTH_MIN = 0.5

/** A metric that changed by this factor more than its peers did counts whole, less in proportion of the logarithm. */
const FULL_EFFECT = 4

interface Shift {
  readonly entry: MetricSeriesActivity
  readonly before: number
  readonly after: number
  readonly logRatio: number
  /** Further readings beyond the onset: the largest of several is less surprising than a single one. */
  readonly readings: number
}

export function metricFindings(metrics: MetricActivity, onsetMs: number, endMs: number, query: string): Finding[] {
  const { grid } = metrics
  const onset = Math.round((onsetMs - grid.startMs) / grid.intervalMs)
  const to = Math.min(grid.count, Math.ceil((endMs - grid.startMs) / grid.intervalMs))
  if (onset < 1 || onset >= to) return []
  const split = splitAt(grid, onset, 0, to)
  const byMetric = new Map<string, MetricSeriesActivity[]>()
  for (const entry of metrics.series) {
    const key = `${entry.metric}\u0000${entry.attributes}`
    byMetric.set(key, [...(byMetric.get(key) ?? []), entry])
  }
  const findings: Finding[] = []
  for (const peers of byMetric.values()) findings.push(...shiftsAmongPeers(peers, split, query))
  return findings
}

/**
 * The null is empirical and pooled: how far do readings of this metric, in any component, lie from the median
 * of what the component showed until then? A percentile that jumps by a factor of thousand every few minutes, and stays
 * there for a while, proves nothing by jumping.
 */
function shiftsAmongPeers(peers: readonly MetricSeriesActivity[], split: Split, query: string): Finding[] {
  const readings = peers.map((entry) => ({ entry, ...levelsOf(entry, split) }))
  const typical = medianOf(readings.map(({ before }) => Math.abs(medianOf(before))).filter((level) => level > 0))
  const floor = FLOOR_SHARE * typical || 1e-9
  const log = (value: number): number => Math.sign(value) * Math.log1p(Math.abs(value) / floor)
  const usual: number[] = []
  const shifts: Shift[] = []
  for (const { entry, before, after } of readings) {
    if (before.length < POINTS_BEFORE_MIN) continue
    const middle = medianOf(before)
    for (let i = POINTS_BEFORE_MIN; i < before.length; i++) {
      usual.push(Math.abs(log(before[i] ?? 0) - log(medianOf(before.slice(0, i)))))
    }
    if (after.length === 0) continue
    // The most deviant reading after the onset: an effect may last one scrape only.
    const deviation = (value: number): number => Math.abs(log(value) - log(middle))
    const reached = after.reduce((best, value) => (deviation(value) > deviation(best) ? value : best), after[0] ?? 0)
    shifts.push({ entry, before: middle, after: reached, logRatio: log(reached) - log(middle), readings: after.length })
  }
  usual.sort((a, b) => a - b)
  const common = shifts.length >= PEERS_MIN ? medianOf(shifts.map((shift) => shift.logRatio)) : 0
  return shifts.flatMap((shift) => {
    const excess = shift.logRatio - common
    if (Math.sign(excess) !== Math.sign(shift.logRatio)) return []
    const size = Math.min(Math.abs(excess), Math.abs(shift.logRatio))
    const exceeding = usual.length - firstAbove(usual, size)
    const chance = Math.min(1, (shift.readings * (exceeding + 1)) / (usual.length + 1))
    const effect = Math.min(1, size / Math.log(FULL_EFFECT))
    // Beyond everything seen before, the excess itself speaks.
    const largest = Math.max(usual.at(-1) ?? 0, Math.log(FULL_EFFECT) / 2)
    const beyond = Math.min(BEYOND_MAX, Math.max(0, BEYOND_MAX * (size / largest - 1)))
    const strength = Math.min(STRENGTH_MAX, (beyond - Math.log(chance)) * effect)
    return strength < STRENGTH_MIN ? [] : [toFinding(shift, strength, split, query)]
  })
}

/** Index of the first element of an ascending list that is at least `value`. */
function firstAbove(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Levels per interval: means of gauges, rates of counters, sums of deltas. */
function levelsOf(entry: MetricSeriesActivity, split: Split): { before: number[]; after: number[] } {
  const before: number[] = []
  const after: number[] = []
  let prior: { value: number; atMs: number } | null = null
  for (let i = split.from; i < split.to; i++) {
    const count = entry.counts[i] ?? 0
    if (count === 0) continue
    const target = i < split.onset ? before : after
    if (entry.kind === 'level') target.push((entry.sums[i] ?? 0) / count)
    else if (entry.kind === 'delta') target.push(entry.sums[i] ?? 0)
    else {
      const value = entry.last[i] ?? 0
      const atMs = entry.lastAtMs[i] ?? 0
      // A counter that fell was reset: that pair of readings has no rate.
      if (prior !== null && atMs > prior.atMs && value >= prior.value) {
        target.push(((value - prior.value) / (atMs - prior.atMs)) * 1_000)
      }
      prior = { value, atMs }
    }
  }
  return { before, after }
}

function toFinding({ entry, before, after }: Shift, strength: number, split: Split, query: string): Finding {
  const unit = entry.unit === '' || entry.unit === '1' ? '' : ` ${entry.unit}`
  const first = entry.counts.findIndex((count, i) => i >= split.onset && count > 0)
  return {
    kind: 'metric',
    service: entry.service,
    subject: entry.attributes === '' ? entry.metric : `${entry.metric}{${entry.attributes}}`,
    strength,
    onsetMs: intervalStartMs(split.grid, first < 0 ? split.onset : first),
    text: `${entry.metric} went from ${brief(before)}${unit} to ${brief(after)}${unit}, unlike the same metric elsewhere`,
    peer: null,
    reach: 'callee',
    queries: [query],
    selector: null,
  }
}

function brief(value: number): string {
  return Number(value.toPrecision(3)).toString()
}
