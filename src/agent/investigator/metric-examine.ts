/** Examines metrics alone: finds the division of the time at which one service explains most. */
import type { Grid } from '../../telemetry/index.ts'
import type { WorkPace } from '../../work-pace.ts'
import type { ServiceGraph } from './graph.ts'
import { askingLess, askingMore } from './metric-asking.ts'
import {
  agreedOn,
  type CauseParameters,
  gatewaysAmong,
  type MetricCandidate,
  metricCandidates,
  metricGraph,
  PASSING,
} from './metric-cause.ts'
import { containedAmong } from './metric-contained.ts'
import { harmIn } from './metric-harm.ts'
import { type NullParameters, PARTS_OF_NULLS } from './metric-null.ts'
import type { MetricRow } from './metric-row.ts'
import { READINGS_BEFORE_MIN } from './metric-shifts.ts'
import type { NewInstance, SiblingParameters } from './metric-siblings.ts'
import {
  healthyAmong,
  type MetricSymptom,
  metricNulls,
  metricSymptoms,
  siblingSymptoms,
  subjectOf,
} from './metric-symptoms.ts'

export interface MetricParameters extends NullParameters {
  /** How much healthy instances of one service differ. */
  readonly siblings: SiblingParameters
  readonly cause: CauseParameters
  /** Nats that each minute of delay of a stated time costs. */
  readonly latePerMinute: number
}

export interface MetricExamination {
  readonly rows: readonly MetricRow[]
  /**
   * How many things may look surprising by chance: the roles of services. Statistics of the same requests count as one.
   */
  readonly judged: number
  /** The same of each service. */
  readonly judgedOf: ReadonlyMap<string, number>
  /** First interval of the incident. */
  readonly onset: number
  readonly to: number
  readonly candidates: readonly MetricCandidate[]
  readonly graph: ServiceGraph
  /** Services whose new instances behave like their siblings, so that a release of theirs is not to blame. */
  readonly healthyNew: ReadonlySet<string>
}

/** So many onsets are tried first, and then those between the best: twice as many steps cost twice the time. */
const COARSE_ONSETS = 14
/** An incident is examined for this long. What comes later has other causes. */
const LENGTH_MAX_MS = 10 * 60_000
const LENGTH_MIN_INTERVALS = 6
const READINGS_SETTLED = 8
/**
 * Units of work (work-pace.ts) that a reading costs at one onset: one if the code is compiled, several if it is new.
 */
const UNITS_PER_READING = 3

export interface MetricMaterial {
  readonly rows: readonly MetricRow[]
  /** Instances that began in the middle of the window. */
  readonly fresh: readonly NewInstance[]
  readonly grid: Grid
  /** Whether a row's symptoms count. Other rows only help to explain. */
  counts(row: MetricRow): boolean
  /** What spans show of a service's requests, in nats. */
  harmSeen(service: string): number
  /** Those that send spans. */
  readonly withSpans: ReadonlySet<string>
  /** Null: calls are read from the attributes of the metrics. */
  readonly graph: ServiceGraph | null
  /** Nobody said when it began. */
  readonly isSearched: boolean
}

/**
 * Examines metrics with onsets in [low, high] (intervals). `prior`: nats that an onset costs. Null: too few readings.
 */
export async function examineMetrics(
  { rows, fresh, grid, counts, harmSeen, withSpans, graph, isSearched }: MetricMaterial,
  range: { readonly low: number; readonly high: number },
  prior: (onset: number) => number,
  parameters: MetricParameters,
  pace: WorkPace,
): Promise<MetricExamination | null> {
  const [first, last] = extentOf(rows, grid.count)
  // The first few readings do not decide about a long period.
  const settled = Math.min(READINGS_SETTLED, Math.floor((last - first) / 3))
  const low = Math.max(range.low, first + Math.max(READINGS_BEFORE_MIN, settled))
  const high = Math.min(range.high, last)
  if (low > high) return null
  const services = [
    ...new Set(rows.flatMap(({ service, edge }) => (edge === null ? [service] : [service, edge.callee]))),
  ]
  const calls = graph ?? metricGraph(rows)
  const length = lengthIn(grid)
  const measured = new Set(rows.filter((row) => PASSING.has(row.role) && !row.isHost).map(({ service }) => service))
  const gateways = gatewaysAmong(rows)
  const lookAt = async (onset: number) => {
    const to = Math.min(last + 1, onset + length)
    const all = await symptomsOf({ rows, fresh, grid }, { from: first, onset, to }, parameters, pace, isSearched)
    const division = { from: first, onset, to }
    const counted = all.filter(({ row }) => counts(row))
    const symptoms = [...counted, ...askingLess(counted, rows, division, parameters.cause.everyday)]
    const suffered = sufferedIn(all)
    // Readings that spans stand for elsewhere: of a few sampled requests they show more.
    const harmOf = harmIn({
      callers: calls.callers,
      measured,
      withSpans,
      bySpans: (service) => harmSeen(service),
      byReadings: (service) => suffered.get(service) ?? 0,
    })
    const contained = containedAmong(symptoms, division, parameters.cause.everyday, calls)
    const asking = askingMore(symptoms, rows, division)
    const candidates = metricCandidates(
      symptoms,
      services,
      calls,
      harmOf,
      parameters.cause,
      contained,
      gateways,
      asking,
    )
    return { onset, to, candidates, value: (candidates[0]?.score ?? 0) - prior(onset) }
  }
  const step = Math.max(1, Math.ceil((high - low + 1) / COARSE_ONSETS))
  let best = await lookAt(high)
  const tried = new Set([high])
  const tryAt = async (onset: number): Promise<void> => {
    if (onset < low || onset > high || tried.has(onset)) return
    tried.add(onset)
    const found = await lookAt(onset)
    if (found.value > best.value) best = found
  }
  for (let onset = low; onset <= high; onset += step) await tryAt(onset)
  for (let reach = Math.ceil(step / 2); reach >= 1; reach = reach === 1 ? 0 : Math.ceil(reach / 2)) {
    const around = best.onset
    await tryAt(around - reach)
    await tryAt(around + reach)
  }
  const telling = mostTellingOf(best.candidates, parameters)
  const onset = telling === null ? best.onset : stepOf(telling, best.onset, best.to)
  const rolesOf = Map.groupBy(rows.filter(counts), ({ service }) => service)
  const judgedOf = new Map([...rolesOf].map(([service, own]) => [service, new Set(own.map(({ role }) => role)).size]))
  const judged = [...judgedOf.values()].reduce((sum, count) => sum + count, 0)
  const compared = siblingSymptoms(fresh, grid, best.onset, best.to, parameters)
  const healthyNew = healthyAmong(fresh, compared, { from: first, to: last + 1 }, parameters.cause.everyday)
  return { rows, judged, judgedOf, onset, to: best.to, candidates: best.candidates, graph: calls, healthyNew }
}

/** Per service: the most surprising of what its requests, or calls into it, show together. */
function sufferedIn(symptoms: readonly MetricSymptom[]): Map<string, number> {
  const most = new Map<string, number>()
  const passing = symptoms.filter(({ row }) => PASSING.has(row.role) && !row.isHost)
  for (const group of Map.groupBy(passing, ({ row }) => `${subjectOf(row)}\u0000${row.role}`).values()) {
    const service = group[0] === undefined ? '' : subjectOf(group[0].row)
    most.set(service, Math.max(agreedOn(group), most.get(service) ?? 0))
  }
  return most
}

/** The symptom that places the onset: the most surprising one among the roles that count in full, of any service. */
function mostTellingOf(candidates: readonly MetricCandidate[], { cause }: MetricParameters): MetricSymptom | null {
  let most: { symptom: MetricSymptom; nats: number } | null = null
  for (const symptom of candidates.flatMap(({ symptoms }) => symptoms)) {
    if (symptom.isGone) continue
    const nats = symptom.nats * cause.roles[symptom.row.role] * (symptom.row.isHost ? cause.host : 1)
    if (most === null || nats > most.nats) most = { symptom, nats }
  }
  return most?.symptom ?? null
}

/**
 * Finds where the leading reading changes its level. A shift is judged by an upper quantile of the later readings, so
 * divisions a few readings too early show it as well. The middle between the two levels tells which readings belong to
 * which side.
 */
function stepOf({ row, shift }: MetricSymptom, onset: number, to: number): number {
  const middle = (shift.before + shift.after) / 2
  const isUp = shift.after >= shift.before
  const isChanged = (value: number): boolean => (isUp ? value > middle : value < middle)
  const inside = [...row.harm.subarray(onset, to)].map((value, i) => ({ at: onset + i, value }))
  const read = inside.filter(({ value }) => !Number.isNaN(value))
  // The number of readings on the wrong side of the division: at first all unchanged ones; each reading that is passed
  // corrects or adds one.
  let wrong = read.filter(({ value }) => !isChanged(value)).length
  let best = { at: read[0]?.at ?? onset, wrong }
  for (const { at, value } of read) {
    if (wrong < best.wrong) best = { at, wrong }
    wrong += isChanged(value) ? 1 : -1
  }
  return best.at
}

export interface Division {
  readonly from: number
  readonly onset: number
  readonly to: number
}

/** The division of the readings at one onset. Null if one side has too few. */
export function divisionAt(rows: readonly MetricRow[], grid: Grid, onset: number): Division | null {
  const [from, last] = extentOf(rows, grid.count)
  if (onset < from + READINGS_BEFORE_MIN || onset > last) return null
  return { from, onset, to: Math.min(last + 1, onset + lengthIn(grid)) }
}

/** Returns the metrics that shifted after the onset more than they do when nothing happens. */
export async function symptomsOf(
  { rows, fresh, grid }: Pick<MetricMaterial, 'rows' | 'fresh' | 'grid'>,
  { from, onset, to }: Division,
  parameters: MetricParameters,
  pace: WorkPace,
  isSearched = false,
): Promise<MetricSymptom[]> {
  const unitsOfPart = (rows.length * (to - from) * UNITS_PER_READING) / PARTS_OF_NULLS
  const nulls = await metricNulls(rows, from, onset, to - onset, parameters, () => pace.spend(unitsOfPart), isSearched)
  return [...metricSymptoms(rows, nulls, { from, onset, to }), ...siblingSymptoms(fresh, grid, onset, to, parameters)]
}

function lengthIn({ intervalMs }: Grid): number {
  return Math.max(LENGTH_MIN_INTERVALS, Math.round(LENGTH_MAX_MS / intervalMs))
}

/** First and last interval with readings. */
function extentOf(rows: readonly MetricRow[], count: number): [number, number] {
  let first = count
  let last = -1
  for (const { raw } of rows) {
    for (let i = 0; i < count; i++) {
      if (Number.isNaN(raw[i] ?? Number.NaN)) continue
      if (i < first) first = i
      break
    }
    for (let i = count - 1; i >= 0; i--) {
      if (Number.isNaN(raw[i] ?? Number.NaN)) continue
      if (i > last) last = i
      break
    }
  }
  return [first, last]
}
