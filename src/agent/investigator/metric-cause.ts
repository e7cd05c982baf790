/**
 * Finds the service whose fault explains the symptoms in the metrics best. A small generative model: a cause shows in
 * its own metrics, on the edges into it and, along calls, in its callers; with each step a little less surely. What a
 * candidate does not explain counts for others.
 */
import type { ServiceGraph } from './graph.ts'
import { downstream, upstream } from './graph.ts'
import { type Asking, NOBODY_ASKS_MORE } from './metric-asking.ts'
import type { ContainedIn } from './metric-contained.ts'
import { SATURATION_NATS } from './metric-findings.ts'
import { isOfGateway, isResource, type MetricRole } from './metric-roles.ts'
import type { MetricRow } from './metric-row.ts'
import { groupOf, isSaturated, type MetricSymptom, subjectOf } from './metric-symptoms.ts'

export interface CauseParameters {
  /** Nats of surprise that some row always reaches by chance. They are taken off each symptom. */
  readonly everyday: number
  /**
   * Beyond this many nats it is certain that a role's readings changed. Then only the size of the change distinguishes
   * services.
   */
  readonly enough: number
  /**
   * Nats per unit of the harm scale by which a service's change is smaller than the largest change of its role. A fault
   * is diluted in its callers, whose requests do other things as well.
   */
  readonly magnitude: number
  /**
   * From this share of the busiest service's requests on, failures and waiting count in full; below, by its square
   * root.
   */
  readonly visibleShare: number
  /** How much a symptom of each role counts for the service itself. */
  readonly roles: Readonly<Record<MetricRole, number>>
  /** How much a host's metrics count for a service that runs on it. */
  readonly host: number
  /** How much the calls into a service, as its callers measured them, count for it. */
  readonly edge: number
  /** The share of a caller's symptoms that a cause below it explains, per call in between. */
  readonly alongCalls: number
  /** What is left of a resource's symptoms where requests are measured and none of them suffers. */
  readonly harmless: number
  /**
   * How much it speaks against a service that its own calls were measured and did not change while its callers' did.
   */
  readonly unseen: number
}

export interface MetricCandidate {
  readonly service: string
  readonly score: number
  /** Its own symptoms, strongest first. */
  readonly symptoms: readonly MetricSymptom[]
  /** Evidence in its own metrics alone. */
  readonly own: number
  /** It is a gateway of which only requests are known. */
  readonly handsOn: boolean
  /** How surprising all readings about the service are together, whichever service is to blame. */
  readonly surprise: number
}

/** Symptoms that spread from a callee to its callers. */
export const PASSING: ReadonlySet<MetricRole> = new Set(['latency', 'errors', 'success', 'waiting', 'refusals'])
/** The same, and what callers get less of. Nobody needs to suffer by that. */
const SPREADING: ReadonlySet<MetricRole> = new Set([...PASSING, 'takes'])

/**
 * Nats of score that speak against a gateway of which only requests are known, where others changed more: it has little of its
 * own that could fail, and hands on what is behind it. Four to one, at two and a half nats per unit of log-odds.
 */
const HANDED_ON_NATS = 2.5 * Math.log(4)

/** What grows where a service has more to do at once: it is asked more, or slower. */
const BUSIER: ReadonlySet<MetricRole> = new Set(['latency', 'waiting', 'traffic'])

/** A resource that is free again once the work is done. What takes memory mostly keeps it, and who takes more and more has all. */
function isGivenBack(role: MetricRole): boolean {
  return isResource(role) && role !== 'memory'
}

/** Calls between services, as the attributes of metrics name them. */
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

/** Evidence by group of roles. The strongest row of a group stands for it. */
interface Evidence {
  /** Before saturation, over all roles. */
  readonly surprise: number
  readonly passing: number
  /** Of the resources that are not used up: what of `surprise` and of `local` comes from them. */
  readonly roomy: { readonly surprise: number; readonly local: number }
  readonly local: number
  /** What says of itself that it is at fault: refusals by a limit of its own, a resource used up, no reading any more. */
  readonly telling: number
  /** Of what is usually found in this cache: the share that no longer is, as sure as it is. */
  readonly lostByCache: number
  readonly isCache: boolean
  /** For the spreading roles that have evidence: how far the service's readings moved, on the harm scale, and what they say. */
  readonly moved: ReadonlyMap<MetricRole, { readonly by: number; readonly says: number }>
}
const NO_EVIDENCE: Evidence = {
  surprise: 0,
  passing: 0,
  roomy: { surprise: 0, local: 0 },
  local: 0,
  telling: 0,
  lostByCache: 0,
  isCache: false,
  moved: new Map(),
}

/**
 * How surprising it is, in nats, what requests of a service, or of those who call it, suffer, by spans and by any reading;
 * null: nothing measures them.
 */
export type HarmSeen = (service: string) => number | null

/** Ranks services by the symptoms of their metrics and by who calls whom. */
export function metricCandidates(
  symptoms: readonly MetricSymptom[],
  services: readonly string[],
  graph: ServiceGraph,
  harmSeen: HarmSeen,
  parameters: CauseParameters,
  containedIn: ContainedIn = () => 0,
  gateways: ReadonlySet<string> = new Set(),
  asking: Asking = NOBODY_ASKS_MORE,
): MetricCandidate[] {
  const bySubject = Map.groupBy(symptoms, ({ row }) => subjectOf(row))
  const evidence = new Map(services.map((service) => [service, evidenceOf(bySubject.get(service) ?? [], parameters)]))
  const most = mostMoved([...evidence.values()])
  const mostBehind = mostMoved([...evidence].flatMap(([service, own]) => (gateways.has(service) ? [] : [own])))
  const lost = Math.max(0, ...[...evidence.values()].map(({ lostByCache }) => lostByCache))
  return services
    .map((service) => {
      const own = evidence.get(service) ?? NO_EVIDENCE
      let fromCallers = 0
      const below = downstream(graph, service)
      for (const [caller, distance] of upstream(graph, service)) {
        // Calls in a circle explain nothing.
        if (below.has(caller)) continue
        fromCallers += (evidence.get(caller)?.passing ?? 0) * parameters.alongCalls ** distance
      }
      // Nobody is known to call it: whoever suffers most may, the more surely the more it says of itself.
      if (fromCallers === 0 && own.telling > 0 && upstream(graph, service).size === 0) {
        const others = services.filter((other) => other !== service && !below.has(other))
        const suffers = Math.max(0, ...others.map((other) => evidence.get(other)?.passing ?? 0))
        fromCallers = parameters.alongCalls * (1 - Math.exp(-own.telling / parameters.everyday)) * suffers
      }
      // Whoever uses more of what there is enough of, while all who ask are served as before, harms nobody.
      const suffering = harmSeen(service)
      const isHarmed = suffering === null ? 1 : Math.max(0, Math.min(1, suffering - parameters.everyday))
      const idle = Math.max((1 - parameters.harmless) * (1 - isHarmed), own.isCache ? 0 : parameters.alongCalls * lost)
      const isAsked = sureOf(asking.isAskedBy(service), parameters)
      // Who is asked more by one caller is busy, slow or fails by that one's doing.
      const still = 1 - parameters.alongCalls * isAsked
      // That somebody asks more harms nobody by itself: it ranks, and does not surprise.
      const asks = saturated(Math.max(0, asking.asks(service) - parameters.everyday), parameters.enough)
      const local = still * (own.local - idle * own.roomy.local) + asks
      const surprise = own.surprise - idle * own.roomy.surprise
      // Whose requests contain those of another slow one waits for it, and who asks a store that a cache kept from it asks more.
      const left = 1 - parameters.alongCalls * Math.max(containedIn(service), own.isCache ? 0 : lost)
      // What a resource of its own shows did not spread to it, however little its requests changed.
      const spread = still * (own.passing * left + fromCallers)
      const handedOn = gateways.has(service) && dilution(own, mostBehind) > 0 ? HANDED_ON_NATS : 0
      let score = local + spread - Math.min(spread, parameters.magnitude * dilution(own, most) + handedOn)
      if (fromCallers > 0 && own.passing + local < 1) score -= parameters.unseen
      const mine = (bySubject.get(service) ?? []).toSorted((a, b) => b.nats - a.nats)
      const handsOn = gateways.has(service)
      return { service, score, own: local + own.passing, surprise, symptoms: mine, handsOn }
    })
    .sort((a, b) => b.score - a.score || a.service.localeCompare(b.service))
}

/** Services known by their requests alone that are gateways by their names or those of their metrics. */
export function gatewaysAmong(rows: readonly MetricRow[]): Set<string> {
  const own = Map.groupBy(
    rows.filter(({ edge }) => edge === null),
    ({ service }) => service,
  )
  const isOfRequests = ({ role }: MetricRow): boolean => PASSING.has(role) || role === 'traffic'
  const isGateway = ({ service, metric }: MetricRow): boolean => isOfGateway(service) || isOfGateway(metric)
  return new Set([...own].flatMap(([service, of]) => (of.every(isOfRequests) && of.some(isGateway) ? [service] : [])))
}

function mostMoved(evidence: readonly Evidence[]): Map<MetricRole, number> {
  const most = new Map<MetricRole, number>()
  for (const { moved } of evidence) {
    for (const [role, { by }] of moved) most.set(role, Math.max(by, most.get(role) ?? 0))
  }
  return most
}

/**
 * How much smaller a service's changes are than the largest of their roles, each as far as it says something: a few failures
 * more do not make a service the slowest. 0 if it changed in none.
 */
function dilution({ moved }: Evidence, most: ReadonlyMap<MetricRole, number>): number {
  let less = 0
  let all = 0
  for (const [role, { by, says }] of moved) {
    less += says * ((most.get(role) ?? by) - by)
    all += says
  }
  return all > 0 ? less / all : 0
}

/**
 * How surprising several rows of one thing are together, in nats: of n of them the most surprising one is by ln n less, and
 * the second, where it says as much, by ln n/2 (Simes). So one instance of four has to say more than all four. New
 * instances beside their siblings are another question than rows beside their past.
 */
export function agreedOn(symptoms: readonly MetricSymptom[]): number {
  const asked = [
    symptoms.filter(({ beside }) => beside === undefined),
    symptoms.filter(({ beside }) => beside !== undefined),
  ]
  return Math.max(...asked.map(agreedAmong))
}

function agreedAmong(symptoms: readonly MetricSymptom[]): number {
  const sorted = symptoms.toSorted((a, b) => b.nats - a.nats)
  const rows = Math.max(sorted.length, ...sorted.map(({ among }) => among ?? 1))
  return sorted.reduce((most, { nats }, i) => Math.max(most, nats - Math.log(rows / (i + 1))), 0)
}

function evidenceOf(symptoms: readonly MetricSymptom[], parameters: CauseParameters): Evidence {
  const moved = new Map<MetricRole, { by: number; says: number }>()
  let surprise = 0
  let passing = 0
  let local = 0
  let telling = 0
  let lostByCache = 0
  const roomy = { surprise: 0, local: 0 }
  const busier = symptoms.reduce(
    (most, { row, shift, nats }) => (BUSIER.has(row.role) && shift.z > 0 ? Math.max(most, nats) : most),
    0,
  )
  const isBusier = busier > parameters.everyday
  const given = symptoms.reduce(
    (most, symptom) => (symptom.row.role === 'gives' ? Math.max(most, overOf(symptom, parameters)) : most),
    0,
  )
  const groups = Map.groupBy(symptoms, ({ row, isGone }) => (isGone ? 'gone' : groupOf(row)))
  for (const group of groups.values()) {
    const [first] = group.toSorted((a, b) => b.nats - a.nats)
    if (first === undefined || overOf(first, parameters) <= 0) continue
    const { row, shift } = first
    const agreed = Math.max(0, (first.isGone ? first.nats : agreedOn(group)) - parameters.everyday)
    const full = group.some(isSaturated) ? SATURATION_NATS : 0
    if (agreed + full <= 0) continue
    const weight = first.isGone && first.isUnasked !== true ? 1 : weightOf(row, parameters)
    if (row.role === 'cache') {
      lostByCache = (1 - Math.exp(shift.before - shift.after)) * (1 - Math.exp(-agreed / parameters.everyday))
    }
    // Both are for each answer: a count that is off moves them together.
    const told = row.role === 'takes' ? given : 0
    const value =
      weight * (Math.max(0, saturated(agreed, parameters.enough) - saturated(told, parameters.enough)) + full)
    surprise += weight * (Math.max(0, agreed - told) + full)
    // Who refuses without having more to do than before refuses by a limit of its own.
    const isOwnLimit = row.role === 'refusals' && !isBusier
    if (SPREADING.has(row.role) && !row.isHost && !first.isGone && !isOwnLimit) {
      passing += value
      // How much waits depends on how much is asked: it says that requests suffer, and not how much.
      if (row.role !== 'waiting' && row.role !== 'refusals')
        moved.set(row.role, { by: scaleOf(row) * (shift.after - shift.before), says: value })
    } else local += value
    const isGone = first.isGone && first.isUnasked !== true && first.beside === undefined
    // Refusals tell of a limit of its own the less, the more it may have to do at once.
    if (isOwnLimit) telling += value * (1 - busier / parameters.everyday)
    else if (full > 0 || isGone) telling += value
    else if (row.role === 'cache') telling += value * lostByCache
    // Who leaves work out of its answers does so by itself.
    else if (row.role === 'gives') telling += value
    if (isGivenBack(row.role) && !first.isGone && first.beside === undefined && full === 0) {
      roomy.surprise += weight * agreed
      roomy.local += value
    }
  }
  return { surprise, passing, roomy, local, telling, lostByCache, isCache: lostByCache > 0, moved }
}

/** How sure it is that so many nats are no chance, 0..1. */
function sureOf(nats: number, { everyday }: CauseParameters): number {
  return 1 - Math.exp(-Math.max(0, nats - everyday) / everyday)
}

function overOf({ nats }: MetricSymptom, { everyday }: CauseParameters): number {
  return Math.max(0, nats - everyday)
}

function weightOf(row: MetricRow, { roles, host, edge, visibleShare }: CauseParameters): number {
  const isFromCaller = row.edge !== null && row.edge.caller === row.service
  const seen = row.requestShare === null ? 1 : Math.min(1, Math.sqrt(row.requestShare / visibleShare))
  return roles[row.role] * (row.isHost ? host : 1) * (isFromCaller ? edge : 1) * seen
}

function saturated(nats: number, enough: number): number {
  return enough * (1 - Math.exp(-nats / enough))
}

/** Converts percentage points of failing requests to the size of a logarithm. */
function scaleOf({ isInPoints }: MetricRow): number {
  return isInPoints ? 0.05 : 1
}
