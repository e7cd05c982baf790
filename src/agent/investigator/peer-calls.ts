/**
 * Calls of services that send no spans (stores, caches, brokers), by the host that their clients' spans name, or by the
 * service of a remote procedure. That such a call fails or is slow speaks about the service that was called.
 */

import type { OperationActivity } from '../../telemetry/index.ts'
import type { Finding } from './findings.ts'
import type { Call } from './graph.ts'
import { servicesAt, servicesOfRpc } from './service-names.ts'
import { AFFECTED_MIN } from './signs.ts'
import { rangeSum, type Split } from './split.ts'

/** Who is called without spans of its own, by the client's operation: `peerKey`. */
export type PeerCalls = ReadonlyMap<string, PeerCall>

interface PeerCall {
  readonly caller: string
  readonly callee: string
  /** Calls per interval. */
  readonly counts: readonly number[]
}

/** Odds of three to one that a call which fails or waits does so by its callee: clients of stores do little else. */
const ODDS = 3
/** By how much each other client that suffers as well speaks for the callee, and each that does not against it. */
const OTHER_CLIENT = 4
/** A client suffers from this many nats on. */
const SUFFERING_MIN = 3
/** A client whose calls do well has made this many since the onset. */
const CALLS_MIN = 10

/** Operations all of whose calls go to one service that sends no spans. */
export function peerCalls(operations: readonly OperationActivity[], untraced: readonly string[]): PeerCalls {
  const calls = new Map<string, PeerCall>()
  if (untraced.length === 0) return calls
  for (const { service, operation, peers, calls: counts } of operations) {
    const [first, ...others] =
      peers.length > 0 ? peers.map((host) => servicesAt([host], untraced)[0]) : servicesOfRpc(operation, untraced)
    if (first === undefined || others.some((other) => other !== first)) continue
    calls.set(peerKey(service, operation), { caller: service, callee: first, counts })
  }
  return calls
}

/** Each pair of caller and callee; the same statement may ask several stores. */
export function callsToPeers(calls: PeerCalls, operations: readonly OperationActivity[], untraced: readonly string[]) {
  const ofOne = [...calls.values()].map(({ caller, callee }): Call => [caller, callee])
  const ofSeveral = operations
    .filter(({ peers }) => peers.length > 1)
    .flatMap(({ service, peers }) => servicesAt(peers, untraced).map((callee): Call => [service, callee]))
  return [...ofOne, ...ofSeveral]
}

/** Statements that change what a store keeps. */
const WRITING =
  /^(?:INSERT|UPDATE|DELETE|MERGE|UPSERT|REPLACE|SET|DEL|MSET|INCR|HSET|HMSET|LPUSH|insert|update|delete)\b/

/** Of each service, the stores without spans that it writes to. */
export function storesWritten(
  operations: readonly OperationActivity[],
  untraced: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const written = new Map<string, Set<string>>()
  for (const { service, operation, peers } of operations) {
    if (!WRITING.test(operation)) continue
    const known = written.get(service) ?? new Set<string>()
    for (const store of servicesAt(peers, untraced)) known.add(store)
    written.set(service, known)
  }
  return written
}

/** Gives the callee what its clients' calls show, unless its other clients do well. */
export function sharedWithPeers(findings: readonly Finding[], calls: PeerCalls, split: Split): Finding[] {
  if (calls.size === 0) return [...findings]
  const clients = new Map<string, Set<string>>()
  for (const { caller, callee, counts } of calls.values()) {
    if (rangeSum(counts, split.onset, split.to) < CALLS_MIN) continue
    clients.set(callee, (clients.get(callee) ?? new Set<string>()).add(caller))
  }
  const callOf = (finding: Finding) =>
    isOfCall(finding) ? calls.get(peerKey(finding.service, finding.subject)) : undefined
  const suffering = new Set<string>()
  for (const finding of findings) {
    const call = callOf(finding)
    if (call !== undefined && finding.strength >= SUFFERING_MIN) suffering.add(peerKey(call.caller, call.callee))
  }
  return findings.flatMap((finding) => {
    const call = callOf(finding)
    if (call === undefined) return [finding]
    const others = [...(clients.get(call.callee) ?? [])].filter((client) => client !== call.caller)
    const ill = others.filter((client) => suffering.has(peerKey(client, call.callee))).length
    if (ODDS * OTHER_CLIENT ** (ill - (others.length - ill)) < 1) return [finding]
    return handedToCallee(finding, call.callee)
  })
}

/** What a client's call shows, as evidence about whom it called; the client is affected. */
export function handedToCallee(finding: Finding, callee: string): Finding[] {
  const text = `${finding.service} calls ${callee}: ${finding.text}`
  return [
    { ...finding, service: callee, peer: finding.service, reach: 'own', text },
    // The client is affected, and no more; what it has in all saturates.
    { ...finding, strength: Math.min(finding.strength, AFFECTED_MIN + 1) },
  ]
}

export function isOfCall({ kind }: Finding): boolean {
  return kind === 'self_time' || kind === 'span_errors' || kind === 'exceptions'
}

function peerKey(service: string, other: string): string {
  return `${service}\u0000${other}`
}
