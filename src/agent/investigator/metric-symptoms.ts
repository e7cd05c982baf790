/**
 * Symptoms read from metrics at one division of time: which rows moved, how surprising that is, and which service it
 * speaks about.
 */

import type { Grid } from '../../telemetry/index.ts'
import { SHARE_UNITS } from './metric-counts.ts'
import { type NullParameters, type Nulls, nullsOf, type RowTails, surprise } from './metric-null.ts'
import { isOfFailures, isResource, type MetricRole } from './metric-roles.ts'
import type { MetricRow } from './metric-row.ts'
import { OF_REQUESTS } from './metric-series.ts'
import { toldOnce } from './metric-shares.ts'
import { centresOf, pooledScatters, type RowShift, type RowShifts, STATISTICS } from './metric-shifts.ts'
import {
  besideSiblings,
  idleSteps,
  type NewInstance,
  restartingSteps,
  type SiblingParameters,
} from './metric-siblings.ts'

export interface MetricSymptom {
  readonly row: MetricRow
  readonly shift: RowShift
  /** Surprise in nats, less a discount if the direction is often harmless. */
  readonly nats: number
  /** There are no readings any more, or no work. The row then stands for its whole service, or for its instance. */
  readonly isGone: boolean
  /** Of those that are gone: all its readings were of requests, and without requests there are none. */
  readonly isUnasked?: boolean
  /** Of those that are gone: nothing but requests was measured, so that it may only not be asked any more. */
  readonly isOfRequestsAlone?: boolean
  /** Of a new instance that is gone: it is started anew again and again. */
  readonly isRestarting?: boolean
  /** Calls that are no longer made, by who made them (metric-asking.ts). */
  readonly isUncalled?: boolean
  /** How many rows of the same subject and role were compared: the best of them stands out by chance. Absent: one. */
  readonly among?: number
  /** For a new instance: its reading and that of its siblings, as sent. */
  readonly beside?: { readonly own: number; readonly theirs: number }
}

/** The weight of a shift towards less: work that ends is a consequence more often than a cause. */
const DOWN_WEIGHT: Readonly<Record<MetricRole, number>> = {
  processor: 0.2,
  memory: 0.2,
  disk: 0.2,
  network: 0.3,
  threads: 0.2,
  pool: 0.2,
  errors: 0,
  success: 0,
  latency: 0,
  traffic: 0.6,
  waiting: 0,
  refusals: 0,
  cache: 0,
  gives: 0,
  takes: 0,
  other: 0.5,
}

/** Returns how far each metric shifts at an onset, and how far on its own within windows of the given length. */
export async function metricNulls(
  rows: readonly MetricRow[],
  from: number,
  to: number,
  length: number,
  parameters: NullParameters,
  giveWay: () => Promise<void>,
  isSearched: boolean,
): Promise<Nulls> {
  const centres = centresOf(rows, from, to)
  const levels = { centres, scatters: pooledScatters(centres) }
  return nullsOf(rows, { from, to, length }, levels, parameters, giveWay, isSearched)
}

/** Below this share of its limit a resource has room, and using more of it takes nothing from anybody. */
const ROOM_SHARE = 0.3
/** The weight of a shift of a resource with room. */
const ROOM_WEIGHT = 0.25

/** What a row speaks about: a call's readings are about the callee, which answers late or wrongly, or the network before it does. */
export function subjectOf({ service, edge }: MetricRow): string {
  return edge === null ? service : edge.callee
}

/** Readings of one thing: of a role, of a machine or of what runs on it. */
export function groupOf({ role, isHost }: MetricRow): string {
  return `${role}${isHost ? ' of the host' : ''}`
}

/** The same symptoms, each with how many rows of its subject and role were compared. */
function amongOthers(symptoms: readonly MetricSymptom[], compared: readonly MetricRow[]): MetricSymptom[] {
  const keyOf = (row: MetricRow): string => `${subjectOf(row)}\u0000${groupOf(row)}`
  const counts = new Map<string, number>()
  for (const row of compared) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return symptoms.map((symptom) => ({ ...symptom, among: counts.get(keyOf(symptom.row)) ?? 1 }))
}

/**
 * Per service and role: the highest share of its limit that a resource reaches since the onset. Absent: limits unknown.
 */
function limitShares(rows: readonly MetricRow[], onset: number, to: number): Map<string, number> {
  const shares = new Map<string, number>()
  for (const row of rows) {
    if (!isResource(row.role) || row.isHost || !isShareOfLimit(row)) continue
    const full = row.unit === '1' ? 1 : 100
    const key = `${row.service}\u0000${row.role}`
    for (let i = onset; i < to; i++) {
      const value = (row.raw[i] ?? Number.NaN) / full
      if (value > (shares.get(key) ?? -1)) shares.set(key, value)
    }
  }
  return shares
}

/** Every row that moved, at any strength. */
export function metricSymptoms(
  rows: readonly MetricRow[],
  nulls: Nulls,
  { from, onset, to }: { readonly from: number; readonly onset: number; readonly to: number },
): MetricSymptom[] {
  const symptoms: MetricSymptom[] = []
  const limits = limitShares(rows, onset, to)
  for (const row of rows) {
    const shifts = nulls.shifts.get(row)
    const tails = nulls.tails.get(row)
    if (shifts === undefined || tails === undefined) continue
    const hasRoom = (limits.get(`${row.service}\u0000${row.role}`) ?? 1) < ROOM_SHARE
    const { shift, nats } = mostTelling(row, shifts, tails)
    const weighed = nats * (hasRoom && isResource(row.role) ? ROOM_WEIGHT : 1)
    if (weighed > 0) symptoms.push({ row, shift, nats: weighed, isGone: false })
  }
  const told = ofMoreFailures(toldOnce(symptoms))
  return [...amongOthers(told, [...nulls.shifts.keys()]), ...goneSilent(rows, from, onset, to)]
}

/**
 * How long failures take harms nobody whom the failures do not harm: their durations say no more than that there are more of
 * them.
 */
function ofMoreFailures(symptoms: readonly MetricSymptom[]): MetricSymptom[] {
  const asked = ({ service, edge }: MetricRow): string => [service, edge?.caller, edge?.callee].join('\u0000')
  const failing = new Map<string, number>()
  for (const { row, shift, nats } of symptoms) {
    if ((row.role !== 'errors' && row.role !== 'success') || shift.z <= 0) continue
    failing.set(asked(row), Math.max(nats, failing.get(asked(row)) ?? 0))
  }
  return symptoms.flatMap((symptom) => {
    const { row, nats } = symptom
    if (row.role !== 'latency' || !isOfFailures(row.attributes)) return symptom
    const most = failing.get(asked(row)) ?? 0
    return most > 0 ? { ...symptom, nats: Math.min(nats, most) } : []
  })
}

/** A service is gone if this many of its steps are empty and nearly all were filled before. */
const GONE_STEPS_MIN = 2
const FILLED_MIN = 0.8
/** This share of the steps since the onset must be empty. */
const GONE_SHARE = 0.8
/** A component that no longer reports may also have been switched off on purpose, moved or renamed. */
const GONE_NATS_MAX = 14

/** Services whose rows all end at the onset while others go on. */
function goneSilent(rows: readonly MetricRow[], from: number, onset: number, to: number): MetricSymptom[] {
  const found: MetricSymptom[] = []
  for (const own of Map.groupBy(rows, ({ service }) => service).values()) {
    const isFilled = (i: number): boolean => own.some(({ raw }) => !Number.isNaN(raw[i] ?? Number.NaN))
    let before = 0
    for (let i = from; i < onset; i++) if (isFilled(i)) before++
    let missing = 0
    for (let i = onset; i < to; i++) if (!isFilled(i)) missing++
    const [row] = own
    const steps = onset - from
    if (
      row === undefined ||
      missing < GONE_STEPS_MIN ||
      missing < GONE_SHARE * (to - onset) ||
      before < FILLED_MIN * steps
    )
      continue
    const nats = Math.min(GONE_NATS_MAX, -missing * Math.log((steps - before + 0.5) / (steps + 1)))
    const level = row.harm[onset - 1] ?? 0
    const shift = { z: 0, before: level, after: level, readings: 0, statistic: 'held' } as const
    // Durations and shares of failures come with requests: where only these end, nobody asked. That is a fall of traffic.
    const isUnasked = own.every(({ role }) => OF_REQUESTS.has(role))
    const gone = isUnasked
      ? { row: { ...row, role: 'traffic' } as const, nats: nats * DOWN_WEIGHT.traffic }
      : { row, nats }
    const isOfRequestsAlone = own.every(({ role, isRequestCount }) => OF_REQUESTS.has(role) || isRequestCount)
    found.push({ ...gone, shift, isGone: true, isOfRequestsAlone, ...(isUnasked ? { isUnasked } : {}) })
  }
  return found
}

/** An instance that came longer before an onset than this is not new at it. */
const NEW_MS = 10 * 60_000

/** How instances that came shortly before the onset, or since, differ from their siblings. */
export function siblingSymptoms(
  fresh: readonly NewInstance[],
  { intervalMs }: Grid,
  onset: number,
  to: number,
  parameters: NullParameters & { readonly siblings: SiblingParameters },
): MetricSymptom[] {
  const { quantile, exponent } = parameters
  const isNew = ({ born }: NewInstance): boolean => born < to && (onset - born) * intervalMs <= NEW_MS
  const compared: MetricRow[] = []
  const symptoms = fresh.filter(isNew).flatMap((instance): MetricSymptom[] => {
    const restarting = restartingSteps(instance, onset, to)
    const idle = idleSteps(instance, onset, to) ?? restarting
    const [any] = instance.rows
    if (idle !== null && any !== undefined) {
      const shift = { z: 0, before: 0, after: 0, readings: 0, statistic: 'held' } as const
      const row = { ...any.row, edge: null, metric: 'all metrics', attributes: '' }
      return [
        {
          row,
          shift,
          nats: Math.min(GONE_NATS_MAX, idle * IDLE_STEP_NATS),
          isGone: true,
          ...(restarting === null ? {} : { isRestarting: true }),
          beside: { own: 0, theirs: 0 },
        },
      ]
    }
    const besides = besideSiblings(instance, onset, to, parameters).flatMap((one): MetricSymptom[] => {
      const { row } = one.sibling
      const { z, before, after, readings, own, theirs } = one
      compared.push(row)
      const nats = surprise(Math.abs(z), { quantile, exponent }) * (z >= 0 ? 1 : DOWN_WEIGHT[row.role])
      const shift = { z, before, after, readings, statistic: 'held' } as const
      return nats > 0 ? [{ row, shift, nats, isGone: false, beside: { own, theirs } }] : []
    })
    return toldOnce(besides)
  })
  return amongOthers(symptoms, compared)
}

/** Services all of whose new instances have been seen to behave like their siblings. */
export function healthyAmong(
  fresh: readonly NewInstance[],
  symptoms: readonly MetricSymptom[],
  { from, to }: { readonly from: number; readonly to: number },
  everyday: number,
): Set<string> {
  const ill = new Set(
    symptoms.filter(({ beside, nats }) => beside !== undefined && nats > everyday).map(({ row }) => row.instance),
  )
  const healthy = new Set<string>()
  for (const [service, instances] of Map.groupBy(fresh, (one) => one.service)) {
    const isSeen = ({ born, last }: NewInstance): boolean => born >= from && Math.min(last + 1, to) - born > SEEN_STEPS
    if (instances.every((one) => isSeen(one) && !ill.has(one.instance))) healthy.add(service)
  }
  return healthy
}

/** After this many steps a new instance has shown how it works. */
const SEEN_STEPS = 3

/** A single step in which a sibling that works all the time does nothing: about one in twenty by chance. */
const IDLE_STEP_NATS = 3

function mostTelling(row: MetricRow, shifts: RowShifts, tails: RowTails): { shift: RowShift; nats: number } {
  const told = STATISTICS.map((statistic) => {
    const { z, after } = shifts.of[statistic]
    const nats = surprise(Math.abs(z), tails[statistic]) * (z >= 0 ? 1 : DOWN_WEIGHT[row.role])
    return { shift: { z, after, statistic, before: shifts.before, readings: shifts.readings }, nats }
  })
  return told.reduce((most, other) => (other.nats > most.nats ? other : most))
}

/** Readings in percent close to 100 mean that a resource is used up, whatever it did before. */
export function isSaturated({ row, shift }: MetricSymptom): boolean {
  if (!isResource(row.role) || shift.z <= 0 || !isShareOfLimit(row)) return false
  const full = row.unit === '1' ? 1 : 100
  // The first reading since the onset also describes the time before it.
  const whole = Math.max(1, shift.readings - 1)
  const last = [...row.raw].filter((value) => Number.isFinite(value)).slice(-whole)
  return last.filter((value) => value >= 0.9 * full).length * 2 > last.length
}

export function isShareOfLimit({ metric, unit }: MetricRow): boolean {
  return (
    SHARE_UNITS.has(unit.toLowerCase()) && /utili[sz]ation|usage.?percent|percent|saturation/.test(metric.toLowerCase())
  )
}
