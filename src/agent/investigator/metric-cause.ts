/**
 * Which service's fault explains the symptoms in the metrics best. A small generative model: a cause shows in its own
 * metrics and on the edges into it, and along calls in its callers, each step a little less surely. What a candidate does
 * not explain counts for others.
 */
import type { ServiceGraph } from './graph.ts'
import { downstream, upstream } from './graph.ts'
import { SATURATION_NATS } from './metric-findings.ts'
import type { MetricRole } from './metric-roles.ts'
import type { MetricRow } from './metric-series.ts'
import { isSaturated, type MetricSymptom } from './metric-symptoms.ts'

export interface CauseParameters {
  /** Nats of surprise that every row has somewhere by chance: taken off each symptom. */
  readonly everyday: number
  /** What a symptom of each role counts for the service itself. */
  readonly roles: Readonly<Record<MetricRole, number>>
  /** What a host's metrics count for a service that runs on it. */
  readonly host: number
  /** What calls into a service, measured by their callers, count for it. */
  readonly edge: number
  /** The share of a caller's symptoms that a cause below it explains, per call in between. */
  readonly alongCalls: number
  /** What speaks against a service whose own calls were measured and did not change while its callers' did. */
  readonly unseen: number
}

export interface MetricCandidate {
  readonly service: string
  readonly score: number
  /** Its own symptoms, strongest first. */
  readonly symptoms: readonly MetricSymptom[]
  /** Evidence in its own metrics alone. */
  readonly own: number
}

/** Symptoms that pass from a callee to its callers. */
const PASSING: ReadonlySet<MetricRole> = new Set(['latency', 'errors', 'success'])

/** Calls between services as attributes of metrics name them. */
export function metricGraph(rows: readonly MetricRow[]): ServiceGraph {
  const callees = new Map<string, Set<string>>()
  const callers = new Map<string, Set<string>>()
  for (const { edge } of rows) {
    if (edge === null) continue
    callees.set(edge.caller, (callees.get(edge.caller) ?? new Set<string>()).add(edge.callee))
    callers.set(edge.callee, (callers.get(edge.callee) ?? new Set<string>()).add(edge.caller))
  }
  return { callees, callers }
}

/** Evidence by role group; the strongest row of a group stands for it. */
interface Evidence {
  readonly passing: number
  readonly local: number
}

export function metricCandidates(
  symptoms: readonly MetricSymptom[],
  services: readonly string[],
  graph: ServiceGraph,
  parameters: CauseParameters,
): MetricCandidate[] {
  const bySubject = new Map<string, MetricSymptom[]>()
  for (const symptom of symptoms) {
    const subject = subjectOf(symptom.row)
    const list = bySubject.get(subject)
    if (list === undefined) bySubject.set(subject, [symptom])
    else list.push(symptom)
  }
  const evidence = new Map(services.map((service) => [service, evidenceOf(bySubject.get(service) ?? [], parameters)]))
  return services
    .map((service) => {
      const own = evidence.get(service) ?? { passing: 0, local: 0 }
      let score = own.local + own.passing
      let fromCallers = 0
      const below = downstream(graph, service)
      for (const [caller, distance] of upstream(graph, service)) {
        // A circle of calls explains nothing.
        if (below.has(caller)) continue
        fromCallers += (evidence.get(caller)?.passing ?? 0) * parameters.alongCalls ** distance
      }
      score += fromCallers
      if (fromCallers > 0 && own.passing + own.local < 1) score -= parameters.unseen
      const mine = (bySubject.get(service) ?? []).toSorted((a, b) => b.nats - a.nats)
      return { service, score, own: own.local + own.passing, symptoms: mine }
    })
    .sort((a, b) => b.score - a.score || a.service.localeCompare(b.service))
}

/** A call's symptoms speak of the callee: it answers late or wrong, or the network before it does. */
function subjectOf({ service, edge }: MetricRow): string {
  return edge === null ? service : edge.callee
}

function evidenceOf(symptoms: readonly MetricSymptom[], parameters: CauseParameters): Evidence {
  const best = new Map<string, number>()
  for (const symptom of symptoms) {
    const { row, nats } = symptom
    const isFromCaller = row.edge !== null && row.edge.caller === row.service
    const role = parameters.roles[row.role] * (row.isHost ? parameters.host : 1) * (isFromCaller ? parameters.edge : 1)
    const value = Math.max(0, nats - parameters.everyday + (isSaturated(symptom) ? SATURATION_NATS : 0)) * role
    const group = `${row.role}${row.isHost ? ' of the host' : ''}`
    if (value > (best.get(group) ?? 0)) best.set(group, value)
  }
  let passing = 0
  let local = 0
  for (const [group, value] of best) {
    if (PASSING.has(group as MetricRole)) passing += value
    else local += value
  }
  return { passing, local }
}
