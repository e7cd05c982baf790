/** The analysis at one onset: every kind of finding, from merged aggregates that are already loaded. No I/O. */

import type { LogActivity, TraceActivity } from '../../telemetry/index.ts'
import { type RequestTimes, requestTimes, withCalmPast } from './calm-past.ts'
import { countRatioFindings } from './count-ratios.ts'
import { withCutBlame } from './cut-blame.ts'
import { blameOf, edgeFindings, type WaitedFor, withoutEdgeTime, withoutWaiting } from './edge-blame.ts'
import { errorCountsOf } from './error-ties.ts'
import type { Finding } from './findings.ts'
import { type Call, callsInTraces, callsOf, graphFrom, type ServiceGraph } from './graph.ts'
import { inflowShifts } from './inflow.ts'
import { callEdges, edgeChanges, selfTimeFindings, usualRequestMs } from './latency.ts'
import { logSequenceFindings } from './log-changes.ts'
import { logGraph } from './log-graph.ts'
import { logMentionFindings, type Mention, mentionsIn, NAME_CHARS_MIN, wordsIn } from './log-mentions.ts'
import { logNewsFindings } from './log-news.ts'
import { logPaceFindings } from './log-pace.ts'
import { callsOrNot } from './log-quotes.ts'
import { type LogView, SEVERITY_WARN, viewLogs } from './log-view.ts'
import { type MessageWays, messageWays } from './message-ways.ts'
import type { MetricReadings } from './metric-look.ts'
import { saysOwnLimit } from './own-limits.ts'
import { partlySilent, withoutMissed } from './partly-silent.ts'
import { callsToPeers, isOfCall, type PeerCalls, peerCalls, sharedWithPeers, storesWritten } from './peer-calls.ts'
import { regroupFindings } from './regroups.ts'
import { isWholeIn, servicesAt } from './service-names.ts'
import { UNDER_EVERYDAY } from './signs.ts'
import { type Ends, inboundCalls, quietCallees, silenceFindings } from './silence.ts'
import { blamedOn, shareFindings, slowShares, toldOnce } from './slow-shares.ts'
import {
  childCallFindings,
  earlyEndFindings,
  recoveredOperations,
  retriedCalls,
  spanFailureFindings,
} from './span-changes.ts'
import { rangeSum, type Split } from './split.ts'
import { stoppedFindings } from './stopped-writers.ts'
import { sharedWithStore, unnamedStoreCalls } from './store-calls.ts'
import { productsByLines, productsByMetrics, storesAmong } from './store-products.ts'
import { stoppedTimers } from './timers.ts'

/** The evidence of one investigation, each part with the label of the question it was read with. Null: not present. */
export interface Material {
  readonly logs: { readonly activity: LogActivity; readonly query: string } | null
  readonly traces: { readonly activity: TraceActivity; readonly query: string } | null
  readonly metrics: MetricReadings | null
}

export interface PreparedMaterial extends Material {
  readonly view: LogView | null
  readonly graph: ServiceGraph
  /** Lines that name other services. */
  readonly mentions: readonly Mention[]
  readonly peers: PeerCalls
  /** Hosts outside that operations call. */
  readonly hosts: ReadonlyMap<string, string>
  /** Stores that send lines and no spans, and operations that ask a store which no span names. */
  readonly stores: readonly string[]
  /** Services that send no spans. */
  readonly untraced: readonly string[]
  readonly storeCalls: ReadonlySet<string>
  /** Who writes the messages that others read. */
  readonly ways: MessageWays
  /** Null: no spans. */
  readonly requests: RequestTimes | null
}

/** Prepares material for several analyses. What does not depend on the onset is computed once. */
export function prepare(material: Material): PreparedMaterial {
  const { logs, traces } = material
  const view = logs === null ? null : viewLogs(logs.activity)
  const services = servicesOf(material)
  const bySpans = callsInTraces(traces?.activity ?? null)
  const operations = traces?.activity.operations ?? []
  const traced = new Set(operations.map(({ service }) => service))
  const untraced = services.filter((name) => !traced.has(name))
  const peers = peerCalls(operations, untraced)
  const calls = [...bySpans, ...callsNamed(operations, untraced), ...callsToPeers(peers, operations, untraced)]
  const told = callsOrNot(graphFrom(calls), traced, logs?.activity.calls ?? [])
  const known = {
    byMetrics: productsByMetrics(material.metrics?.rows ?? [], untraced),
    written: storesWritten(operations, untraced),
  }
  const mentions = view === null ? [] : mentionsIn(view, services, told, known)
  const stores = view === null ? [] : storesAmong(untraced, productsByLines(view.stems))
  // Lines tell of calls where spans do not: where these show none at all, or of services that send none.
  const isUntraced = ([caller, callee]: Call): boolean => !traced.has(caller) || !traced.has(callee)
  const ordered = (logs?.activity.calls ?? []).map(({ caller, callee }): Call => [caller, callee])
  const isNeeded = bySpans.length === 0 || untraced.length > 0 || ordered.some(isUntraced)
  if (isNeeded && logs !== null && view !== null) {
    const named = mentions.map(({ stem, peer }): Call => [stem.service, peer])
    // A store calls nobody, whatever words its lines have ("no space left on device").
    const byLines = callsOf(logGraph(logs.activity.calls, named, wordsIn(view, services))).filter(
      ([caller]) => !stores.includes(caller),
    )
    calls.push(...(bySpans.length === 0 ? byLines : byLines.filter(isUntraced)))
  }
  const hosts = hostsCalled(operations, services)
  const storeCalls = stores.length === 0 ? new Set<string>() : unnamedStoreCalls(operations)
  const ways = messageWays(view, traces?.activity ?? null, material.metrics?.rows ?? [], services)
  const requests = traces === null ? null : requestTimes(traces.activity)
  const graph = graphFrom(calls)
  return { ...material, view, graph, mentions, peers, hosts, stores, untraced, storeCalls, ways, requests }
}

/** Calls of services that send no spans, by their callers' spans that name them ("invoke render-fn"). */
function callsNamed(operations: TraceActivity['operations'], untraced: readonly string[]): Call[] {
  const names = untraced.filter((name) => name.length >= NAME_CHARS_MIN)
  return operations.flatMap(({ service, operation }) =>
    names.filter((name) => isWholeIn(operation, name)).map((name): Call => [service, name]),
  )
}

/** Every service seen, by any signal. */
function servicesOf({ logs, traces, metrics }: Material): string[] {
  const names = new Set<string>()
  for (const { service } of logs?.activity.shapes ?? []) names.add(service)
  for (const { service } of traces?.activity.operations ?? []) names.add(service)
  for (const { service } of metrics?.rows ?? []) names.add(service)
  return [...names]
}

/** What a division shows. `giveWay` is called between its parts, each of which takes about a tenth of the work. */
export async function findingsAt(
  material: PreparedMaterial,
  split: Split,
  giveWay: () => Promise<void>,
): Promise<Finding[]> {
  const { logs, traces, view } = material
  const findings: Finding[] = []
  const errors = errorCountsOf(view)
  if (logs !== null && view !== null) {
    const sequences = logSequenceFindings(view, errors, split, logs.query)
    findings.push(...sequences, ...logNewsFindings(view, split, logs.query))
    findings.push(...regroupFindings(view, material.stores, split, logs.query))
    findings.push(...stoppedFindings(material.stores, view, split, logs.query))
    await giveWay()
    findings.push(...logMentionFindings(view, material.mentions, sequences, split, logs.query))
    await giveWay()
    const queries = traces === null ? [logs.query] : [logs.query, traces.query]
    findings.push(...countRatioFindings(view, traces?.activity ?? null, split, queries))
    await giveWay()
  }
  const read = [...(logs === null ? [] : [logs.query]), ...(traces === null ? [] : [traces.query])]
  findings.push(...stoppedTimers(view, traces?.activity ?? null, material.ways, split, read))
  // Spans measure durations. Pauses between lines only hint at them.
  if (logs !== null && traces === null) findings.push(...logPaceFindings(logs.activity, split, logs.query))
  if (traces !== null) {
    const inbound = inboundCalls(traces.activity, split)
    const retried = retriedCalls(traces.activity, split)
    const quiet = quietCallees(inbound)
    await giveWay()
    const calm = material.requests === null ? split : withCalmPast(split, material.requests)
    const requestMs = usualRequestMs(traces.activity, calm)
    const edges = withoutWaiting(callEdges(traces.activity), joined(quiet, retried.slow))
    const slowed = blameOf(edgeChanges(edges, calm, requestMs), retried.callees)
    await giveWay()
    const { blamed, shares } = toldOnce(slowed, slowShares(edges, calm, requestMs))
    const waiting = [...blamed, ...blamedOn(shares)]
    findings.push(
      ...withoutEdgeTime(
        selfTimeFindings(traces.activity, calm, traces.query),
        waiting,
        joined(quiet, retried.callees),
      ),
    )
    await giveWay()
    findings.push(...edgeFindings(blamed, split, traces.query), ...shareFindings(shares, split, traces.query))
    findings.push(...spanFailureFindings(traces.activity, split, traces.query))
    await giveWay()
    const childCalls = childCallFindings(traces.activity, errors, split, traces.query)
    const limits = limitsTold(view, split)
    const partly = partlySilent(inbound, limits, split, traces.query)
    findings.push(...withoutMissed(withCutBlame(childCalls, traces.activity, split), partly))
    findings.push(...partly.map(({ finding }) => finding))
    await giveWay()
    findings.push(...earlyEndFindings(traces.activity, split, traces.query))
    findings.push(...silenceFindings(inbound, endsOf(findings, limits), split, traces.query))
    await giveWay()
    discountShifted(findings, inflowShifts(traces.activity, split))
    discountRecovered(findings, recoveredOperations(traces.activity, split))
    discountUnnamedSilence(findings)
  }
  const ofStores = sharedWithStore(findings, material.storeCalls, material.stores)
  return withHosts(sharedWithPeers(ofStores, material.peers, split), material.hosts)
}

/** Of operations that call one host, which is none of the services, that host by `service\u0000operation`. */
function hostsCalled(
  operations: TraceActivity['operations'],
  services: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    operations.flatMap(({ service, operation, peers }): [string, string][] => {
      const [host] = peers
      if (host === undefined || peers.length > 1 || servicesAt(peers, services).length > 0) return []
      return [[`${service}\u0000${operation}`, host]]
    }),
  )
}

function withHosts(findings: readonly Finding[], hosts: ReadonlyMap<string, string>): Finding[] {
  return findings.map((finding) => {
    const host = isOfCall(finding) ? hosts.get(`${finding.service}\u0000${finding.subject}`) : undefined
    return host === undefined ? finding : { ...finding, host }
  })
}

/** From this strength on, in nats, a callee is ill. */
const ILL_MIN = 5

/** Lines about limits are counted, new or not: a division a little too late must not turn the blame. */
function endsOf(findings: readonly Finding[], limits: Ends['limits']): Ends {
  const ill = findings.filter(
    ({ kind, strength }) =>
      strength >= ILL_MIN && (kind === 'span_errors' || kind === 'exceptions' || kind === 'self_time'),
  )
  return { limits, ill: new Set(ill.map(({ service }) => service)) }
}

/** Lines since the onset in which a service says that it has used up what its own system gives it. */
function limitsTold(view: LogView | null, { onset, to }: Split): Map<string, number> {
  const limits = new Map<string, number>()
  for (const { service, severity, template, counts } of view?.stems ?? []) {
    if (severity < SEVERITY_WARN || !saysOwnLimit(template)) continue
    limits.set(service, (limits.get(service) ?? 0) + rangeSum(counts, onset, to))
  }
  return limits
}

function joined(one: WaitedFor, other: WaitedFor): WaitedFor {
  const keys = new Set([...one.keys(), ...other.keys()])
  return new Map([...keys].map((key) => [key, new Set([...(one.get(key) ?? []), ...(other.get(key) ?? [])])]))
}

/**
 * A caller that newly logs errors and never names the callee it no longer reaches fails before it calls: of the two, it is
 * the likelier one.
 */
function discountUnnamedSilence(findings: Finding[]): void {
  const failing = new Set(
    findings
      .filter(({ isError, strength }) => isError === true && strength > UNDER_EVERYDAY)
      .map(({ service }) => service),
  )
  const named = new Set(
    findings.filter(({ kind }) => kind === 'log_mention').map(({ service, peer }) => `${peer ?? ''}\u0000${service}`),
  )
  findings.forEach((finding, i) => {
    const { kind, peer, service, strength, isByOneCaller } = finding
    if (kind !== 'silence' || isByOneCaller !== true || peer === null || !failing.has(peer)) return
    if (named.has(`${peer}\u0000${service}`)) return
    findings[i] = { ...finding, strength: Math.min(strength, UNDER_EVERYDAY) }
  })
}

/** The share of a changed branch that a changed mix of requests explains. */
const SHIFT_EXPLAINS = 0.8

/** The weight of a change, if the changed operation works again. */
const RECOVERY_WEIGHT = 0.05

function discountRecovered(findings: Finding[], recovered: ReadonlySet<string>): void {
  findings.forEach((finding, i) => {
    const operation = finding.subject.split(' → ')[0] ?? ''
    const isOfCalls = finding.kind === 'self_time' || finding.kind === 'child_calls'
    if (!isOfCalls || !recovered.has(`${finding.service}\u0000${operation}`)) return
    findings[i] = { ...finding, strength: finding.strength * RECOVERY_WEIGHT }
  })
}

function discountShifted(findings: Finding[], shifts: ReadonlyMap<string, number>): void {
  findings.forEach((finding, i) => {
    const shift = finding.reach === 'caller' ? (shifts.get(finding.service) ?? 0) : 0
    if (shift > 0) findings[i] = { ...finding, strength: finding.strength * (1 - SHIFT_EXPLAINS * shift) }
  })
}
