/**
 * What shifts of metrics look like when nothing happens: the same statistic at placebo onsets within the baseline,
 * pooled over all services of a metric, with a Pareto tail beyond what was seen. A score is minus the logarithm of the
 * tail probability. So scores are comparable between noisy and quiet metrics, between signals and between resolutions.
 */
import type { MetricRow } from './metric-row.ts'
import {
  type Centre,
  centreOf,
  perStatistic,
  READINGS_BEFORE_MIN,
  type RowShifts,
  type ShiftParameters,
  type Statistic,
  shiftsAt,
} from './metric-shifts.ts'

/** Placebo onsets per row. */
const PLACEBOS_MAX = 12
/** How many times `giveWay` is called. */
export const PARTS_OF_NULLS = PLACEBOS_MAX + 2
/** With fewer rows of a metric, a cascade may affect most of them. */
const PEERS_MIN = 8
/** This share of a metric's rows is the burstiest; at an onset they may be part of an incident. */
const BURSTY_SHARE = 0.2
const AFFECTED_SHARE = 0.25
/** The tail begins at this quantile of placebo shifts. */
const TAIL_QUANTILE = 0.9

export interface NullParameters extends ShiftParameters {
  /** The prior: the 90 % quantile of placebo shifts, in scatters, and the tail's exponent. */
  readonly quantile: number
  readonly exponent: number
  /** No tail is assumed to be lighter than this, however calm the readings were. */
  readonly exponentMax: number
  /** The prior counts as this many placebo shifts. */
  readonly weight: number
  /** The metric's null counts as this many placebo shifts of one row. */
  readonly ownWeight: number
}

export interface TailNull {
  readonly quantile: number
  readonly exponent: number
}

export type RowTails = Readonly<Record<Statistic, TailNull>>

/** The levels of the rows before the onset, and the typical scatter of each metric. */
export interface Levels {
  readonly centres: ReadonlyMap<MetricRow, Centre | null>
  readonly scatters: ReadonlyMap<string, number>
}

export interface Nulls {
  readonly tails: ReadonlyMap<MetricRow, RowTails>
  /** How far the rows move at the onset itself. */
  readonly shifts: ReadonlyMap<MetricRow, RowShifts>
}

/** A row's shifts at placebo onsets and, if the metric's other rows serve as controls, at the onset itself. */
interface OwnShifts {
  readonly placebos: readonly RowShifts[]
  readonly atOnset: RowShifts | null
}

/**
 * The null of each row from placebo onsets in [from, to): its own, shrunk to that of its metric, then to that of all
 * metrics, then to the prior. `length`: intervals of the real incident, whose shifts are returned as well. `giveWay` is
 * called between parts of the work, at most `PARTS_OF_NULLS` times.
 */
export async function nullsOf(
  rows: readonly MetricRow[],
  { from, to, length }: { readonly from: number; readonly to: number; readonly length: number },
  { scatters, centres }: Levels,
  parameters: NullParameters,
  giveWay: () => Promise<void>,
  isSearched = false,
): Promise<Nulls> {
  const own = new Map<MetricRow, OwnShifts>()
  const span = Math.max(1, Math.min(length, Math.floor((to - from) / 3)))
  const first = from + Math.max(READINGS_BEFORE_MIN, Math.floor((to - from) / 3))
  const step = Math.max(1, Math.ceil((to - span - first + 1) / PLACEBOS_MAX))
  const placebos = new Map<MetricRow, RowShifts[]>(rows.map((row) => [row, []]))
  for (let onset = first; onset + span <= to; onset += step) {
    const at = shiftsAt(rows, { from, onset, to: onset + span }, scatters, parameters)
    for (const [row, shifts] of at) placebos.get(row)?.push(shifts)
    await giveWay()
  }
  // What most other rows of a metric do at the onset itself is load, or normal for the metric. They are the control
  // group.
  const atOnset = shiftsAt(rows, { from, onset: to, to: to + length }, scatters, parameters, centres, isSearched)
  const peers = Map.groupBy(rows, ({ metric }) => metric)
  for (const row of rows) {
    const isControlled = (peers.get(row.metric)?.length ?? 0) >= PEERS_MIN
    own.set(row, { placebos: placebos.get(row) ?? [], atOnset: (isControlled ? atOnset.get(row) : null) ?? null })
  }
  await giveWay()
  const faithful = faithfulness(peers, from, to)
  await giveWay()
  const tails = perStatistic((statistic) => tailsOf(own, statistic, faithful, parameters))
  return {
    tails: new Map(rows.map((row) => [row, { peak: tails.peak(row), held: tails.held(row) }])),
    shifts: atOnset,
  }
}

function tailsOf(
  own: ReadonlyMap<MetricRow, OwnShifts>,
  statistic: Statistic,
  faithful: ReadonlyMap<string, number>,
  { quantile, exponent, exponentMax, weight, ownWeight }: NullParameters,
): (row: MetricRow) => TailNull {
  const sizeOf = ({ of }: RowShifts): number => Math.abs(of[statistic].z)
  const start = { quantile, exponent }
  const all = samplesByMetric(own, sizeOf, 0)
  const calm = samplesByMetric(own, sizeOf, BURSTY_SHARE)
  const prior = tailOf(ascending([...all.values()].flat()), start, weight, exponentMax)
  const pooled = new Map(
    [...all].map(([metric, list]) => {
      const whole = tailOf(ascending(list), prior, weight, exponentMax)
      const ofCalm = tailOf(ascending(calm.get(metric) ?? []), prior, weight, exponentMax)
      return [metric, between(whole, ofCalm, faithful.get(metric) ?? 0)]
    }),
  )
  return (row) => {
    const known = own.get(row)
    const ofMetric = pooled.get(row.metric) ?? prior
    if (known === undefined) return ofMetric
    const tail = tailOf(ascending(known.placebos.map(sizeOf)), ofMetric, ownWeight, exponentMax)
    // A row that was calm so far may not stay calm. Only its bursts are its own.
    return {
      quantile: Math.max(tail.quantile, ofMetric.quantile),
      exponent: Math.min(tail.exponent, ofMetric.exponent),
    }
  }
}

/** Interpolates from one null (0) to another (1). */
function between(one: TailNull, other: TailNull, share: number): TailNull {
  const mix = (a: number, b: number): number => a ** (1 - share) * b ** share
  return { quantile: mix(one.quantile, other.quantile), exponent: mix(one.exponent, other.exponent) }
}

/**
 * Whether a metric's bursts stay with their rows (1) or occur in any row (0). It is the rank correlation between how
 * far each row strayed in one half of the baseline and in the other. If bursts occur in any row, a row that was calm so
 * far is no calmer than others.
 */
function faithfulness(
  rowsOf: ReadonlyMap<string, readonly MetricRow[]>,
  from: number,
  to: number,
): Map<string, number> {
  const middle = (from + to) >> 1
  const found = new Map<string, number>()
  for (const [metric, rows] of rowsOf) {
    const strays = rows.flatMap((row) => {
      const [first, second] = [strayOf(row, from, middle), strayOf(row, middle, to)]
      return first === null || second === null ? [] : [[first, second] as const]
    })
    const correlation = rankCorrelation(strays)
    // A few rows tell little.
    found.set(metric, Math.max(0, correlation) * (strays.length / (strays.length + PEERS_MIN)))
  }
  return found
}

/** The reading that is farthest from the middle of [from, to), in scatters. */
function strayOf(row: MetricRow, from: number, to: number): number | null {
  const base = centreOf(row, from, to)
  if (base === null) return null
  let most = 0
  for (let i = from; i < to; i++) most = Math.max(most, Math.abs((row.harm[i] ?? base.middle) - base.middle) || 0)
  return most
}

function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const ranksOf = (values: readonly number[]): number[] => {
    const order = values.map((value, i) => ({ value, i })).sort((a, b) => a.value - b.value)
    const ranks = new Array<number>(values.length).fill(0)
    order.forEach(({ i }, rank) => {
      ranks[i] = rank
    })
    return ranks
  }
  const n = pairs.length
  if (n < 3) return 0
  const [a, b] = [ranksOf(pairs.map(([first]) => first)), ranksOf(pairs.map(([, second]) => second))]
  const squares = a.reduce((sum, rank, i) => sum + (rank - (b[i] ?? 0)) ** 2, 0)
  return 1 - (6 * squares) / (n * (n * n - 1))
}

/**
 * Placebo shifts by metric, and what most rows of the metric do at the onset itself. The burstiest rows have nulls of
 * their own and say nothing about the others. Of the rows that move most at the onset, some may be the incident.
 */
function samplesByMetric(
  own: ReadonlyMap<MetricRow, OwnShifts>,
  sizeOf: (shifts: RowShifts) => number,
  burstyShare: number,
): Map<string, number[]> {
  const samples = new Map<string, number[]>()
  for (const [metric, rows] of Map.groupBy(own, ([row]) => row.metric)) {
    const placebos = rows.map(([, { placebos: shifts }]) => shifts.map(sizeOf))
    const calm = placebos.toSorted((a, b) => Math.max(0, ...a) - Math.max(0, ...b))
    const kept = calm.slice(0, Math.ceil(calm.length * (1 - burstyShare))).flat()
    const atOnset = ascending(rows.flatMap(([, { atOnset: shifts }]) => (shifts === null ? [] : [sizeOf(shifts)])))
    samples.set(metric, [...kept, ...atOnset.slice(0, Math.ceil(atOnset.length * (1 - AFFECTED_SHARE)))])
  }
  return samples
}

function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b)
}

/** Quantile and tail exponent (Hill) of ascending samples, shrunk to the prior. */
function tailOf(sorted: readonly number[], prior: TailNull, weight: number, exponentMax: number): TailNull {
  const count = sorted.length
  if (count === 0) return prior
  const own = Math.max(1e-3, sorted[Math.floor(TAIL_QUANTILE * (count - 1))] ?? 0)
  // Neighbouring placebo onsets share readings, so three count as about one.
  const n = count / 3
  const shrunk = Math.exp((n * Math.log(own) + weight * Math.log(prior.quantile)) / (n + weight))
  // A metric that never moves has no scatter. Its tail begins no lower than half the prior's.
  const quantile = Math.max(shrunk, prior.quantile / 2)
  let beyond = 0
  let logs = 0
  for (let i = count - 1; i >= 0; i--) {
    const value = sorted[i] ?? 0
    if (value <= quantile) break
    beyond++
    logs += Math.log(value / quantile)
  }
  const tailWeight = weight * (1 - TAIL_QUANTILE)
  const exponent = (beyond / 3 + tailWeight) / (logs / 3 + tailWeight / prior.exponent)
  return { quantile, exponent: Math.min(exponentMax, exponent) }
}

/** Minus the logarithm of the probability of a shift at least this large, in nats. */
export function surprise(z: number, { quantile, exponent }: TailNull): number {
  const atQuantile = -Math.log(1 - TAIL_QUANTILE)
  if (z <= quantile) return Math.max(0, (atQuantile * z) / quantile)
  return atQuantile + exponent * Math.log(z / quantile)
}
