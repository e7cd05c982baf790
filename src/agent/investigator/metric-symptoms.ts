/** Symptoms read from metrics at one division of time: which rows moved, how surprising that is, and whom it speaks of. */

import {
  type NullParameters,
  nullsOf,
  pooledScatters,
  type RowShift,
  shiftOf,
  surprise,
  type TailNull,
} from './metric-null.ts'
import { isResource, type MetricRole } from './metric-roles.ts'
import type { MetricRow } from './metric-series.ts'

export interface MetricSymptom {
  readonly row: MetricRow
  readonly shift: RowShift
  /** Surprise in nats, less the price of the direction's harmlessness. */
  readonly nats: number
}

/** What a shift towards less counts: work that ends is a consequence more often than a cause. */
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
  other: 0.5,
}

export interface MetricNulls {
  readonly scatters: ReadonlyMap<string, number>
  readonly tails: ReadonlyMap<MetricRow, TailNull>
}

export function metricNulls(
  rows: readonly MetricRow[],
  from: number,
  to: number,
  length: number,
  parameters: NullParameters,
): MetricNulls {
  const scatters = pooledScatters(rows, from, to)
  return { scatters, tails: nullsOf(rows, from, to, length, scatters, parameters) }
}

/** Below this share of its limit a resource has room: what it uses more takes nothing from anybody. */
const ROOM_SHARE = 0.3
/** What a shift of a resource with room counts. */
const ROOM_WEIGHT = 0.25

/** Per service and role: the highest share of its limit that a resource reaches since the onset; absent: limits unknown. */
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
  nulls: MetricNulls,
  from: number,
  onset: number,
  to: number,
  parameters: NullParameters,
): MetricSymptom[] {
  const symptoms: MetricSymptom[] = []
  const limits = limitShares(rows, onset, to)
  for (const row of rows) {
    const shift = shiftOf(row, from, onset, to, nulls.scatters.get(row.metric) ?? 0, parameters)
    const tail = nulls.tails.get(row)
    if (shift === null || tail === undefined) continue
    const hasRoom = (limits.get(`${row.service}\u0000${row.role}`) ?? 1) < ROOM_SHARE
    const weight = (shift.z >= 0 ? 1 : DOWN_WEIGHT[row.role]) * (hasRoom && isResource(row.role) ? ROOM_WEIGHT : 1)
    const nats = surprise(Math.abs(shift.z), tail) * weight
    if (nats > 0) symptoms.push({ row, shift, nats })
  }
  return symptoms
}

/** Readings in percent near their end say that a resource is used up, whatever it did before. */
export function isSaturated({ row, shift }: MetricSymptom): boolean {
  if (!isResource(row.role) || shift.z <= 0 || !isShareOfLimit(row)) return false
  const full = row.unit === '1' ? 1 : 100
  const last = [...row.raw].filter((value) => Number.isFinite(value)).slice(-shift.readings)
  return last.filter((value) => value >= 0.9 * full).length * 2 > last.length
}

function isShareOfLimit({ metric, unit }: MetricRow): boolean {
  return (unit === '%' || unit === '1') && /utili[sz]ation|usage.?percent|percent|saturation/.test(metric.toLowerCase())
}
