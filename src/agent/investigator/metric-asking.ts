/**
 * Who asks more often, or no longer, for each request of its own, where readings name caller and callee. Whoever calls ten times
 * instead of once looks as before, and whom it calls is busy, slow or fails: by its caller's doing. Whoever calls no longer leaves
 * work out.
 */
import { medianOf } from '../../median.ts'
import type { MetricRole } from './metric-roles.ts'
import type { MetricRow } from './metric-row.ts'
import type { MetricSymptom } from './metric-symptoms.ts'

export interface Asking {
  /** Nats by which a caller asks more for each request of its own: its most surprising callee. */
  asks(caller: string): number
  /** The same of the caller that asks this callee more. */
  isAskedBy(callee: string): number
}

/** Where no readings name callers. */
export const NOBODY_ASKS_MORE: Asking = { asks: () => 0, isAskedBy: () => 0 }

/** As for clients of stores (store-clients.ts): less than half as much again is another mix of requests. */
const MORE_FACTOR = 1.5

interface Division {
  readonly from: number
  readonly onset: number
  readonly to: number
}

export function askingMore(symptoms: readonly MetricSymptom[], rows: readonly MetricRow[], division: Division): Asking {
  const byCaller = new Map<string, number>()
  const byCallee = new Map<string, number>()
  const note = (of: Map<string, number>, key: string, nats: number): void => {
    of.set(key, Math.max(nats, of.get(key) ?? 0))
  }
  for (const { row, shift, nats } of symptoms) {
    const { edge, role } = row
    if (edge === null || role !== 'traffic' || shift.z <= 0 || !isOfCalls(row)) continue
    const before = answered(row, rows, division.from, division.onset)
    const more = Math.log(answered(row, rows, division.onset, division.to) / before)
    const own = Math.max(0, requestsGrew(edge.caller, rows, division))
    if (!(before > 0) || !(more - own >= Math.log(MORE_FACTOR))) continue
    // What the caller's own requests explain of the growth says nothing.
    const says = nats * ((more - own) / more)
    note(byCaller, edge.caller, says)
    note(byCallee, edge.callee, says)
  }
  return { asks: (caller) => byCaller.get(caller) ?? 0, isAskedBy: (callee) => byCallee.get(callee) ?? 0 }
}

/** Another mix of requests asks for a part less; half as much for each request is work that is left out. */
const LESS_FACTOR = 2

/**
 * Callers that ask less for each request of their own, though neither they nor whom they call fail or are slow: they leave work
 * out. Told as what they give.
 */
export function askingLess(
  symptoms: readonly MetricSymptom[],
  rows: readonly MetricRow[],
  { from, onset, to }: Division,
  enough: number,
): MetricSymptom[] {
  const ill = new Set(
    symptoms.flatMap(({ row, shift, nats, isGone }) =>
      isGone || (ILL.has(row.role) && shift.z > 0 && nats > enough) ? [row.edge?.callee ?? row.service] : [],
    ),
  )
  return symptoms.flatMap((symptom): MetricSymptom[] => {
    const { row, shift } = symptom
    const { edge } = row
    if (edge === null || row.role !== 'traffic' || shift.z >= 0 || !isOfCalls(row)) return []
    if (ill.has(edge.caller) || ill.has(edge.callee)) return []
    const less = Math.log(meanOf(row.raw, from, onset) / meanOf(row.raw, onset, to))
    const own = Math.max(0, -requestsGrew(edge.caller, rows, { from, onset, to }))
    if (!(less - own >= Math.log(LESS_FACTOR))) return []
    const turned = { ...shift, z: -shift.z, before: -shift.before, after: -shift.after }
    const harm = row.harm.map((value) => -value)
    const asked = { ...row, harm, role: 'gives', service: edge.caller, edge: null } as const
    return [{ ...symptom, row: asked, shift: turned, isUncalled: true }]
  })
}

/** What shows that somebody is ill: then others stop asking, or cannot. */
const ILL: ReadonlySet<MetricRole> = new Set(['latency', 'errors', 'success', 'refusals', 'waiting'])

function isOfCalls({ one, isPerSecond, metric }: MetricRow): boolean {
  return (one !== null || isPerSecond) && !/[._]sum$/.test(metric)
}

/**
 * Calls of an edge that were answered well, as a level. Each failure brings one attempt more at most, so however often a failing
 * callee is asked again, these do not become more.
 */
function answered(calls: MetricRow, rows: readonly MetricRow[], start: number, end: number): number {
  const failures = rows.filter(({ role, edge, metric, instance, isInPoints }) => {
    const isSameEdge = edge?.caller === calls.edge?.caller && edge?.callee === calls.edge?.callee
    // Failures among the codes of one metric are not in the count of the others.
    return role === 'errors' && isSameEdge && metric !== calls.metric && instance === calls.instance && !isInPoints
  })
  const bad = Math.max(0, ...failures.map(({ raw }) => meanOf(raw, start, end)))
  const isApart = rows.some(({ role, edge, metric }) => {
    return role === 'errors' && metric === calls.metric && edge?.callee === calls.edge?.callee
  })
  return Math.max(0, meanOf(calls.raw, start, end) - (isApart ? 0 : bad))
}

/** How much the requests of a service grew, all that count them together, in logarithms. */
function requestsGrew(service: string, rows: readonly MetricRow[], { from, onset, to }: Division): number {
  const counted = rows.filter((row) => row.service === service && row.edge === null && row.isRequestCount)
  const grew = counted.map((row) => {
    const failed = rows.filter(({ role, metric, edge, isInPoints }) => {
      return role === 'errors' && metric === row.metric && edge === null && !isInPoints
    })
    const own = [row, ...failed.filter((one) => one.service === service && one.instance === row.instance)]
    const level = (start: number, end: number): number => own.reduce((sum, { raw }) => sum + meanOf(raw, start, end), 0)
    return Math.log(level(onset, to) / level(from, onset))
  })
  const known = grew.filter((one) => Number.isFinite(one))
  return known.length === 0 ? Number.POSITIVE_INFINITY : medianOf(known)
}

function meanOf(raw: Float64Array, start: number, end: number): number {
  let sum = 0
  let count = 0
  for (let i = start; i < end; i++) {
    const value = raw[i] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  return count === 0 ? 0 : sum / count
}
