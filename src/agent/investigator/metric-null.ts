/**
 * What shifts of metrics look like when nothing happens: the same statistic at placebo onsets within the baseline, pooled
 * over all services of a metric, with a Pareto tail beyond what was seen. A score is minus the logarithm of the tail
 * probability: it compares between chatty and quiet metrics, between signals and between resolutions.
 */
import type { MetricRow } from './metric-series.ts'
import { medianOf } from './stats.ts'

/** A level needs this many readings before; fewer cannot show its scatter. */
export const READINGS_BEFORE_MIN = 3
/** Placebo onsets per row. */
const PLACEBOS_MAX = 12
/** With fewer rows of a metric a cascade may hold most of them. */
const PEERS_MIN = 8
/** The tail begins at this quantile of placebo shifts. */
const TAIL_QUANTILE = 0.9

export interface NullParameters {
  /** The prior: the 90 % quantile of placebo shifts in scatters, and the tail's exponent. */
  readonly quantile: number
  readonly exponent: number
  /** How many placebo shifts the prior is worth. */
  readonly weight: number
  /** How many placebo shifts of one row the null of its metric is worth. */
  readonly ownWeight: number
  /** Scatters below these count as these: on the scale of logarithms, and in percentage points. */
  readonly scatterMin: { readonly log: number; readonly points: number }
}

export interface TailNull {
  readonly quantile: number
  readonly exponent: number
}

/** A shift of one row at one onset, in scatters of its baseline; positive is harm. */
export interface RowShift {
  readonly z: number
  readonly before: number
  readonly after: number
  readonly readings: number
}

/** Median and scatter of a row's readings in [from, to); null with too few. */
function centreOf(row: MetricRow, from: number, to: number): { middle: number; scatter: number; n: number } | null {
  const values: number[] = []
  for (let i = from; i < to; i++) {
    const value = row.harm[i] ?? Number.NaN
    if (!Number.isNaN(value)) values.push(value)
  }
  if (values.length < READINGS_BEFORE_MIN) return null
  const middle = medianOf(values)
  const deviations = values.map((value) => Math.abs(value - middle)).sort((a, b) => a - b)
  const mad = 1.4826 * (deviations[deviations.length >> 1] ?? 0)
  // The median deviation ignores spikes, the mean one does not: half of each.
  const mean = 1.2533 * (deviations.reduce((sum, value) => sum + value, 0) / deviations.length)
  return { middle, scatter: (mad + mean) / 2, n: values.length }
}

/** Readings an effect is judged by: it may be over before the window is, or show from the second reading on. */
const AFTER_QUANTILE = 0.7

export function shiftOf(
  row: MetricRow,
  from: number,
  onset: number,
  to: number,
  pooledScatter: number,
  parameters: NullParameters,
): RowShift | null {
  const base = centreOf(row, from, onset)
  if (base === null) return null
  const after: number[] = []
  for (let i = onset; i < to; i++) {
    const value = row.harm[i] ?? Number.NaN
    if (!Number.isNaN(value)) after.push(value)
  }
  if (after.length === 0) return null
  after.sort((a, b) => a - b)
  const least = row.role === 'success' ? parameters.scatterMin.points : parameters.scatterMin.log
  const scatter = Math.max(least, (base.n * base.scatter + 4 * pooledScatter) / (base.n + 4))
  const high = after[Math.min(after.length - 1, Math.floor(AFTER_QUANTILE * after.length))] ?? base.middle
  const low = after[Math.max(0, Math.ceil((1 - AFTER_QUANTILE) * after.length) - 1)] ?? base.middle
  const up = (high - base.middle) / scatter
  const down = (base.middle - low) / scatter
  return { z: up >= down ? up : -down, before: base.middle, after: up >= down ? high : low, readings: after.length }
}

/** Typical scatter of each metric over its rows' readings in [from, to). */
export function pooledScatters(rows: readonly MetricRow[], from: number, to: number): Map<string, number> {
  const scatters = new Map<string, number[]>()
  for (const row of rows) {
    const base = centreOf(row, from, to)
    if (base === null) continue
    const list = scatters.get(row.metric)
    if (list === undefined) scatters.set(row.metric, [base.scatter])
    else list.push(base.scatter)
  }
  return new Map([...scatters].map(([metric, list]) => [metric, medianOf(list)]))
}

/**
 * The null of each row from placebo onsets in [from, to): its own, shrunk to that of its metric, shrunk to that of all, and
 * to the prior. `length`: intervals of the real incident.
 */
export function nullsOf(
  rows: readonly MetricRow[],
  from: number,
  to: number,
  length: number,
  scatters: ReadonlyMap<string, number>,
  parameters: NullParameters,
): Map<MetricRow, TailNull> {
  const samples = new Map<string, number[]>()
  const own = new Map<MetricRow, { placebos: number[]; atOnset: number | null }>()
  const span = Math.max(1, Math.min(length, Math.floor((to - from) / 3)))
  const first = from + Math.max(READINGS_BEFORE_MIN, Math.floor((to - from) / 3))
  const step = Math.max(1, Math.ceil((to - span - first + 1) / PLACEBOS_MAX))
  const peers = new Map<string, number>()
  for (const { metric } of rows) peers.set(metric, (peers.get(metric) ?? 0) + 1)
  for (const row of rows) {
    const scatter = scatters.get(row.metric) ?? 0
    const placebos: number[] = []
    for (let onset = first; onset + span <= to; onset += step) {
      const shift = shiftOf(row, from, onset, onset + span, scatter, parameters)
      if (shift !== null) placebos.push(Math.abs(shift.z))
    }
    // What most others of a metric do at the onset itself is load, or the metric's way: they are the control group.
    const isControlled = (peers.get(row.metric) ?? 0) >= PEERS_MIN
    const shift = isControlled ? shiftOf(row, from, to, to + length, scatter, parameters) : null
    const atOnset = shift === null ? null : Math.abs(shift.z)
    own.set(row, { placebos, atOnset })
    const list = samples.get(row.metric) ?? []
    list.push(...placebos)
    if (atOnset !== null) list.push(atOnset)
    samples.set(row.metric, list)
  }
  for (const list of samples.values()) list.sort((a, b) => a - b)
  const { quantile, exponent, weight, ownWeight } = parameters
  const prior = tailOf(
    [...samples.values()].flat().sort((a, b) => a - b),
    null,
    { quantile, exponent },
    weight,
  )
  const tails = new Map<MetricRow, TailNull>()
  for (const [row, { placebos, atOnset }] of own) {
    const pooled = tailOf(samples.get(row.metric) ?? [], atOnset, prior, weight)
    const tail = tailOf(
      placebos.sort((a, b) => a - b),
      null,
      pooled,
      ownWeight,
    )
    // A row that was calm so far may not go on so: only its bursts are its own.
    tails.set(row, {
      quantile: Math.max(tail.quantile, pooled.quantile),
      exponent: Math.min(tail.exponent, pooled.exponent),
    })
  }
  return tails
}

/** Quantile and tail exponent (Hill) of ascending samples but for one equal to `without`, shrunk to the prior. */
function tailOf(sorted: readonly number[], without: number | null, prior: TailNull, weight: number): TailNull {
  const count = sorted.length - (without === null ? 0 : 1)
  if (count <= 0) return prior
  const at = Math.floor(TAIL_QUANTILE * (count - 1))
  const isBelow = without !== null && without <= (sorted[at] ?? 0)
  const own = Math.max(1e-3, sorted[isBelow ? at + 1 : at] ?? 0)
  // Neighbouring placebo onsets share readings: three are worth about one.
  const n = count / 3
  const quantile = Math.exp((n * Math.log(own) + weight * Math.log(prior.quantile)) / (n + weight))
  let beyond = 0
  let logs = 0
  for (let i = sorted.length - 1; i >= 0; i--) {
    const value = sorted[i] ?? 0
    if (value <= quantile) break
    beyond++
    logs += Math.log(value / quantile)
  }
  if (without !== null && without > quantile) {
    beyond--
    logs -= Math.log(without / quantile)
  }
  const tailWeight = weight * (1 - TAIL_QUANTILE)
  const exponent = (beyond / 3 + tailWeight) / (logs / 3 + tailWeight / prior.exponent)
  return { quantile, exponent }
}

/** Minus the logarithm of the chance of a shift at least this large, in nats. */
export function surprise(z: number, { quantile, exponent }: TailNull): number {
  const atQuantile = -Math.log(1 - TAIL_QUANTILE)
  if (z <= quantile) return Math.max(0, (atQuantile * z) / quantile)
  return atQuantile + exponent * Math.log(z / quantile)
}
