/**
 * How far each metric moves at an onset, in scatters of its baseline. What the service's own requests explain is taken
 * off, and what most rows of the metric do together.
 */
import { medianOf, middleOf } from '../../median.ts'
import { scatterOfMembers } from './metric-members.ts'
import type { MetricRole } from './metric-roles.ts'
import type { MetricRow } from './metric-row.ts'
import { OF_REQUESTS } from './metric-series.ts'

/** A level needs this many readings before the onset. Fewer cannot show its scatter. */
export const READINGS_BEFORE_MIN = 3
/**
 * If at least this many rows move together, the movement is common to them. With fewer rows, a fault in one may move
 * half of them.
 */
const COMMON_MIN = 5

export interface ShiftParameters {
  /** Smaller scatters count as these: on the scale of logarithms, and in percentage points. */
  readonly scatterMin: { readonly log: number; readonly points: number }
  /** The scatter of a reading of one request. With more requests it falls by the square root of their number. */
  readonly perRequest: { readonly log: number; readonly points: number }
}

/**
 * What is measured of the readings after an onset. `peak`: the level that three in ten of them reach, because an effect
 * may end before the window does. `held`: the level that half of them keep, because bursts are short and faults last.
 */
export const STATISTICS = ['peak', 'held'] as const
export type Statistic = (typeof STATISTICS)[number]

/** A statistic of one row at one onset, in scatters of its baseline. Positive is harm. `after` is on the harm scale. */
export interface Measured {
  readonly z: number
  readonly after: number
}

export interface RowShifts {
  readonly before: number
  readonly readings: number
  readonly scatter: number
  readonly of: Readonly<Record<Statistic, Measured>>
}

/** The most telling statistic, as a symptom carries it. */
export interface RowShift extends Measured {
  readonly before: number
  readonly readings: number
  readonly statistic: Statistic
}

/** The level of a row's readings and how much they scatter around it. */
export interface Centre {
  readonly middle: number
  readonly scatter: number
  readonly n: number
}

/** Median and scatter of a row's readings in [from, to). Null with too few. */
export function centreOf(row: MetricRow, from: number, to: number): Centre | null {
  const values = readingsOf(row, from, to)
  const n = values.length
  if (n < READINGS_BEFORE_MIN) return null
  const middle = middleOf(values)
  // The deviations in ascending order: those below the middle, from it downwards, merged with those above it.
  let above = firstFrom(values, middle)
  let below = above - 1
  let sum = 0
  let mad = 0
  for (let i = 0; i < n; i++) {
    const up = above < n ? (values[above] ?? 0) - middle : Number.POSITIVE_INFINITY
    const down = below >= 0 ? middle - (values[below] ?? 0) : Number.POSITIVE_INFINITY
    const deviation = Math.min(up, down)
    if (up <= down) above++
    else below--
    if (i === n >> 1) mad = 1.4826 * deviation
    sum += deviation
  }
  // The median deviation ignores spikes, the mean deviation does not: half of each.
  const mean = 1.2533 * (sum / n)
  return { middle, scatter: (mad + mean) / 2, n }
}

/** The first of ascending values that is not below `least`. */
function firstFrom(values: Float64Array, least: number): number {
  let at = values.length >> 1
  while (at > 0 && (values[at - 1] ?? 0) >= least) at--
  while (at < values.length && (values[at] ?? 0) < least) at++
  return at
}

/** So few values are ordered faster in place than by a call of the runtime. */
const FEW_VALUES = 64

/** The row's readings in [from, to), ascending. */
function readingsOf({ harm }: MetricRow, from: number, to: number): Float64Array {
  const values = new Float64Array(Math.max(0, to - from))
  let count = 0
  for (let i = from; i < to; i++) {
    const value = harm[i] ?? Number.NaN
    if (!Number.isNaN(value)) values[count++] = value
  }
  const read = count === values.length ? values : values.subarray(0, count)
  return count > FEW_VALUES ? read.sort() : inserted(read)
}

/** Orders values in place by insertion. */
function inserted(values: Float64Array): Float64Array {
  for (let i = 1; i < values.length; i++) {
    const value = values[i] ?? 0
    let at = i
    for (; at > 0 && (values[at - 1] ?? 0) > value; at--) values[at] = values[at - 1] ?? 0
    values[at] = value
  }
  return values
}

/** The share of readings after the onset that lies at or below the statistic of an upward shift. */
const REACH: Readonly<Record<Statistic, (count: number) => number>> = {
  peak: (count) => Math.min(count - 1, Math.floor(0.7 * count)),
  held: (count) => Math.floor((count - 1) / 2),
}

/** The centres of all rows in [from, to). */
export function centresOf(rows: readonly MetricRow[], from: number, to: number): Map<MetricRow, Centre | null> {
  return new Map(rows.map((row) => [row, centreOf(row, from, to)]))
}

/**
 * The shifts of all rows at one onset. What a service's own requests explain is taken off, and what most rows of the
 * same metric do: if the load of all changes, none of them stands out. Rows with too few readings are left out.
 * `centres`: of the readings before the onset, where they are known already. `isSearched`: nobody said when it began.
 */
export function shiftsAt(
  rows: readonly MetricRow[],
  { from, onset, to }: { readonly from: number; readonly onset: number; readonly to: number },
  scatters: ReadonlyMap<string, number>,
  parameters: ShiftParameters,
  centres: ReadonlyMap<MetricRow, Centre | null> | null = null,
  isSearched = false,
): Map<MetricRow, RowShifts> {
  const found = new Map<MetricRow, RowShifts>()
  const asked = stepsAsked(rows, onset, to)
  for (const row of rows) {
    const base = centres === null ? centreOf(row, from, onset) : (centres.get(row) ?? null)
    const span = { from, onset, to, asked: asked.get(row.service) ?? 0 }
    const shifts =
      base === null ? null : shiftsOf(row, base, span, scatters.get(row.metric) ?? 0, parameters, isSearched)
    if (shifts !== null) found.set(row, shifts)
  }
  for (const group of Map.groupBy(found, ([row]) => row.service).values()) {
    const counted = group.filter(([{ isRequestCount }]) => isRequestCount).map(([, shifts]) => shifts)
    if (counted.length === 0) {
      // What is found less may only be asked for less.
      for (const [row, shifts] of group)
        if (row.isTurned)
          found.set(
            row,
            lessCommon(
              shifts,
              perStatistic((one) => movedBy(shifts, one)),
            ),
          )
      continue
    }
    const demand = perStatistic((statistic) => Math.max(0, ...counted.map((shifts) => movedBy(shifts, statistic))))
    // Who is asked less finds less.
    const fallen = perStatistic((statistic) => Math.max(0, ...counted.map((shifts) => -movedBy(shifts, statistic))))
    for (const [row, shifts] of group) {
      if (FOLLOW_DEMAND.has(row.role) && !row.isInPoints)
        found.set(row, lessCommon(shifts, row.role === 'cache' && row.isTurned ? fallen : demand))
    }
  }
  lessSurge(found)
  for (const group of Map.groupBy(found, ([row]) => row.metric).values()) {
    if (group.length < COMMON_MIN) continue
    const common = perStatistic((statistic) => medianOf(group.map(([, shifts]) => movedBy(shifts, statistic))))
    for (const [row, shifts] of group) found.set(row, lessCommon(shifts, common))
  }
  return found
}

/**
 * What a component spends on each request grows with the requests, and so do counts of what happens to some of them.
 */
const FOLLOW_DEMAND: ReadonlySet<MetricRole> = new Set([
  'processor',
  'network',
  'threads',
  'waiting',
  'cache',
  'errors',
  'gives',
  'takes',
])

/**
 * Takes off how much more is asked of the system as a whole: of requests, under whatever names they are counted, and of
 * durations, because who is asked so many times as much may take so many times as long.
 */
function lessSurge(found: Map<MetricRow, RowShifts>): void {
  const counted = [...found].filter(([{ isRequestCount, edge }]) => isRequestCount && edge === null)
  if (new Set(counted.map(([{ service }]) => service)).size < COMMON_MIN) return
  // Of few requests the highest readings are always higher, by about a scatter.
  const surge = perStatistic((statistic) =>
    medianOf(counted.map(([, shifts]) => beyond(movedBy(shifts, statistic), shifts.scatter))),
  )
  const more = perStatistic((statistic) => Math.max(0, surge[statistic]))
  for (const [row, shifts] of found) {
    if (row.isRequestCount) found.set(row, lessCommon(shifts, surge))
    else if (row.role === 'latency') found.set(row, lessCommon(shifts, more))
  }
}

function beyond(moved: number, scatter: number): number {
  return Math.sign(moved) * Math.max(0, Math.abs(moved) - scatter)
}

/** Computes a value for each statistic of a shift. */
export function perStatistic<T>(of: (statistic: Statistic) => T): Record<Statistic, T> {
  return { peak: of('peak'), held: of('held') }
}

function movedBy({ of, before }: RowShifts, statistic: Statistic): number {
  return of[statistic].after - before
}

/**
 * What remains of a row's shifts in the direction of the common shift. In the other direction, nothing is taken off or
 * added.
 */
function lessCommon(shifts: RowShifts, common: Readonly<Record<Statistic, number>>): RowShifts {
  const { before, readings, scatter, of } = shifts
  return {
    before,
    readings,
    scatter,
    of: { peak: less(shifts, of.peak, common.peak), held: less(shifts, of.held, common.held) },
  }
}

function less({ before, scatter }: RowShifts, measured: Measured, common: number): Measured {
  const { z, after } = measured
  if (common === 0 || Math.sign(z) !== Math.sign(common)) return measured
  const excess = after - before - common
  if (Math.sign(excess) !== Math.sign(z)) return { z: 0, after }
  // Of several things that a row shares with others the one that explains most counts.
  return { z: Math.sign(z) * Math.min(Math.abs(z), Math.abs(excess / scatter)), after }
}

function shiftsOf(
  row: MetricRow,
  base: Centre,
  span: { readonly from: number; readonly onset: number; readonly to: number; readonly asked: number },
  pooledScatter: number,
  parameters: ShiftParameters,
  isSearched: boolean,
): RowShifts | null {
  const read = readingsOf(row, span.onset, span.to)
  if (read.length === 0) return null
  const isOfSome = OF_REQUESTS.has(row.role) || row.instance !== ''
  const after = isOfSome ? withUnread(read, base.middle, span.asked / gapOf(row)) : read
  const alone = Math.max(
    leastScatter(row, base.middle, parameters),
    (base.n * base.scatter + 4 * pooledScatter) / (base.n + 4),
  )
  const scatter = row.members === null ? alone : Math.hypot(alone, scatterOfMembers(row.members, span))
  const levels = { middle: base.middle, usual: isSearched ? usualOf(row, base) : base.middle }
  return {
    before: base.middle,
    readings: read.length,
    scatter,
    of: {
      peak: measuredIn(after, REACH.peak(after.length), levels, scatter),
      held: measuredIn(after, REACH.held(after.length), levels, scatter),
    },
  }
}

/** Per service: the steps in which any of its rows was read. */
function stepsAsked(rows: readonly MetricRow[], onset: number, to: number): Map<string, number> {
  const read = new Map<string, Set<number>>()
  for (const { service, raw } of rows) {
    const own = read.get(service) ?? new Set<number>()
    read.set(service, own)
    for (let i = onset; i < to; i++) if (!Number.isNaN(raw[i] ?? Number.NaN)) own.add(i)
  }
  return new Map([...read].map(([service, steps]) => [service, steps.size]))
}

/** The fewest steps from one reading of the row to the next: how often it can be read. */
function gapOf({ raw }: MetricRow): number {
  let least = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let i = 0; i < raw.length; i++) {
    if (Number.isNaN(raw[i] ?? Number.NaN)) continue
    least = Math.min(least, i - last)
    last = i
  }
  return Number.isFinite(least) ? least : 1
}

/**
 * Steps without a reading are those in which no request came that it would be of: nobody was harmed in them. So one slow
 * failure in ten minutes is no level.
 */
function withUnread(read: Float64Array, middle: number, expected: number): Float64Array {
  const missing = Math.floor(expected) - read.length
  if (missing <= 0) return read
  const all = new Float64Array(read.length + missing).fill(middle)
  all.set(read)
  return all.sort()
}

/**
 * What a row reads most of the time. Where less than half of it lies before an onset that was searched for, telemetry may begin
 * while services start or recover: what comes back to its usual level harms nobody.
 */
function usualOf({ harm }: MetricRow, { middle, n }: Centre): number {
  const read = harm.filter((value) => !Number.isNaN(value))
  return 2 * n < read.length ? medianOf(read) : middle
}

/** What the readings after an onset, ascending, show of a shift that reaches so far into them. */

function measuredIn(
  after: Float64Array,
  reach: number,
  { middle, usual }: { readonly middle: number; readonly usual: number },
  scatter: number,
): Measured {
  const high = after[reach] ?? middle
  const low = after[after.length - 1 - reach] ?? middle
  const up = (high - Math.max(middle, usual)) / scatter
  const down = (Math.min(middle, usual) - low) / scatter
  // On its way back from a bad beginning to its usual level nothing is off.
  if (usual < middle && Math.max(up, down) <= 0) return { z: 0, after: up >= down ? high : low }
  return up >= down ? { z: up, after: high } : { z: -down, after: low }
}

/** The minimum scatter of a row: however calm it was so far, each request moves a reading of few requests. */
export function leastScatter(
  { isInPoints, requests, oneStep }: MetricRow,
  middle: number,
  { scatterMin, perRequest }: ShiftParameters,
): number {
  const least = isInPoints
    ? scatterMin.points
    : Math.max(scatterMin.log, oneStep === null ? 0 : ofCount(middle, oneStep))
  if (requests === null) return least
  return Math.max(least, (isInPoints ? perRequest.points : perRequest.log) / Math.sqrt(Math.max(1, requests)))
}

/** A count scatters by its square root; none or one is the same system, a step of log 2 between them. */
function ofCount(middle: number, oneStep: number): number {
  return Math.LN2 / Math.sqrt(Math.max(1, Math.expm1(Math.abs(middle)) / oneStep))
}

/** Typical scatter of each metric, by the centres of its rows. */
export function pooledScatters(centres: ReadonlyMap<MetricRow, Centre | null>): Map<string, number> {
  const scatters = new Map<string, number[]>()
  for (const [{ metric }, base] of centres) {
    if (base === null) continue
    const list = scatters.get(metric)
    if (list === undefined) scatters.set(metric, [base.scatter])
    else list.push(base.scatter)
  }
  return new Map([...scatters].map(([metric, list]) => [metric, medianOf(list)]))
}
