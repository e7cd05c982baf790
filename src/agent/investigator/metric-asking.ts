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
  const rowsOf = byService(rows)
  const byCaller = new Map<string, number>()
  const byCallee = new Map<string, number>()
  const note = (of: Map<string, number>, key: string, nats: number): void => {
    of.set(key, Math.max(nats, of.get(key) ?? 0))
  }
  for (const { row, shift, nats } of symptoms) {
    const { edge, role } = row
    if (edge === null || role !== 'traffic' || shift.z <= 0 || !isOfCalls(row)) continue
    const grew = requestsGrew(edge.caller, rowsOf, division)
    const before = answered(row, rowsOf, division.from, division.onset)
    if (grew === null || before === 0) continue
    const more = Math.log(answered(row, rowsOf, division.onset, division.to) / before)
    const own = Math.max(0, grew)
    if (more - own < Math.log(MORE_FACTOR)) continue
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
  const rowsOf = byService(rows)
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
    const grew = requestsGrew(edge.caller, rowsOf, { from, onset, to })
    if (grew === null) return []
    const less = Math.log(meanOf(row.raw, from, onset) / meanOf(row.raw, onset, to))
    if (!(less + Math.min(0, grew) >= Math.log(LESS_FACTOR))) return []
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

/** The rows that tell of a service's requests and of its calls, looked up by it. */
type RowsOf = (service: string) => readonly MetricRow[]

function byService(rows: readonly MetricRow[]): RowsOf {
  const told = rows.filter(
    ({ role, isRequestCount, isInPoints }) => isRequestCount || (role === 'errors' && !isInPoints),
  )
  const of = Map.groupBy(told, ({ service, edge }) => edge?.caller ?? service)
  return (service) => of.get(service) ?? []
}

/**
 * Calls of an edge that were answered well, as a level. Each failure brings one attempt more at most, so however often a failing
 * callee is asked again, these do not become more.
 */
function answered(calls: MetricRow, rowsOf: RowsOf, start: number, end: number): number {
  const all = meanOf(calls.raw, start, end)
  const { edge } = calls
  if (edge === null) return all
  const failures = rowsOf(edge.caller).filter(({ role, edge: other, instance }) => {
    return role === 'errors' && other?.callee === edge.callee && instance === calls.instance
  })
  // Failures among the codes of one metric are not in the count of the others.
  if (failures.some(({ metric }) => metric === calls.metric)) return all
  return Math.max(0, all - Math.max(0, ...failures.map(({ raw }) => meanOf(raw, start, end))))
}

/** How much the requests of a service grew, failures with the others, in logarithms; null: nobody counts them. */
function requestsGrew(service: string, rowsOf: RowsOf, { from, onset, to }: Division): number | null {
  const own = rowsOf(service).filter(({ edge }) => edge === null)
  const grew = own.flatMap((row) => {
    if (!row.isRequestCount) return []
    const isFailed = ({ role, metric, instance }: MetricRow): boolean =>
      role === 'errors' && metric === row.metric && instance === row.instance
    const both = [row, ...own.filter(isFailed)]
    const level = (start: number, end: number): number =>
      both.reduce((sum, { raw }) => sum + meanOf(raw, start, end), 0)
    const by = Math.log(level(onset, to) / level(from, onset))
    return Number.isFinite(by) ? [by] : []
  })
  return grew.length === 0 ? null : medianOf(grew)
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
