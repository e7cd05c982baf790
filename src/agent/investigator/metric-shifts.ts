/**
 * Shifts of metrics per component. Load moves every component's metrics together, so a shift is judged twice: against
 * the component's own baseline, and against how the same metric moved in the other components.
 */
import type { MetricActivity, MetricSeriesActivity } from '../../telemetry/aggregates/types.ts'
import type { Finding } from './findings.ts'
import { intervalStartMs, type Split, splitAt } from './split.ts'
import { madOf, medianOf } from './stats.ts'

/** A level needs this many points before; fewer cannot show its scatter. */
const POINTS_BEFORE_MIN = 2
/** Relative changes are measured against the level plus this share of the peers' typical level, so that 0 → 1 is no infinity. */
const FLOOR_SHARE = 0.1
/** Scatter assumed at least, in log units: two points of a scraped gauge commonly differ by a tenth. */
const SCATTER_MIN = 0.1
/** Strength of one series is capped: 40 metrics of one pod are one observation. */
const STRENGTH_MAX = 8
const STRENGTH_MIN = 0.5

interface Shift {
  readonly entry: MetricSeriesActivity
  readonly before: number
  readonly after: number
  readonly logRatio: number
  /** Standard deviations of the component's own baseline. */
  readonly ownZ: number
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

function shiftsAmongPeers(peers: readonly MetricSeriesActivity[], split: Split, query: string): Finding[] {
  const readings = peers.map((entry) => ({ entry, ...levelsOf(entry, split) }))
  const typical = medianOf(readings.map(({ before }) => Math.abs(medianOf(before))).filter((level) => level > 0))
  const shifts: Shift[] = []
  for (const { entry, before, after } of readings) {
    if (before.length < POINTS_BEFORE_MIN || after.length === 0) continue
    const floor = FLOOR_SHARE * typical || 1e-9
    const log = (value: number): number => Math.log(Math.max(0, value) + floor)
    const middle = medianOf(before)
    const logs = before.map(log)
    const scatter = Math.max(SCATTER_MIN, madOf(logs), (Math.max(...logs) - Math.min(...logs)) / 4)
    // The most deviant reading after the onset: an effect may last one scrape only.
    const reached = after.reduce(
      (best, value) => (Math.abs(log(value) - log(middle)) > Math.abs(log(best) - log(middle)) ? value : best),
      after[0] ?? 0,
    )
    const logRatio = log(reached) - log(middle)
    shifts.push({ entry, before: middle, after: reached, logRatio, ownZ: logRatio / scatter })
  }
  const common = medianOf(shifts.map((shift) => shift.logRatio))
  const spread = Math.max(SCATTER_MIN, madOf(shifts.map((shift) => shift.logRatio)))
  const hasPeers = shifts.length >= 4
  return shifts.flatMap((shift) => {
    const peerZ = hasPeers ? (shift.logRatio - common) / spread : shift.ownZ
    const z = Math.sign(peerZ) === Math.sign(shift.ownZ) ? Math.min(Math.abs(peerZ), Math.abs(shift.ownZ)) : 0
    // Two-sided normal tails fall like z²/2; beyond three deviations the tails of metrics are not normal.
    const strength = Math.min(STRENGTH_MAX, z <= 3 ? z ** 2 / 4 : 2.25 + (z - 3) * 0.75)
    return strength < STRENGTH_MIN || z < 2 ? [] : [toFinding(shift, strength, split, query)]
  })
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
    reach: 'own',
    queries: [query],
    selector: null,
  }
}

function brief(value: number): string {
  return Number(value.toPrecision(3)).toString()
}
