/**
 * Decides who is to blame for a slow edge. If a callee's edges are slow from all its callers, the callee (or the
 * network in front of it) is the suspect. If a caller's edges are slow to all its callees, the caller is.
 */
import { type Finding, scaled } from './findings.ts'
import { type CallEdge, type EdgeChange, ms, slowingOf } from './latency.ts'
import { intervalStartMs, type Split } from './split.ts'

/** From this strength on, an edge counts as slowed when the edges around a service are compared. */
const SLOW_MIN = 2
/**
 * A slow edge without any edge to compare it with is slightly more often the callee's fault (its queue, its network).
 */
const CALLEE_PRIOR = 0.6
/** By how much it speaks for the callee that its caller asks it again and again: as much as another slow peer does. */
const ASKED_AGAIN = 4
/** Shares of blame below this are not reported. */
const SHARE_MIN = 0.15

export interface BlamedEdge {
  readonly edge: EdgeChange
  /** From 0 (the caller's fault) to 1 (the callee's). */
  readonly calleeShare: number
}

/** Whose time around calls is to blame on whom, however it was told. */
export interface Blamed {
  readonly edge: Pick<EdgeChange, 'caller' | 'callerOperation'>
  readonly calleeShare: number
}

/** Operations (`service\u0000operation`) and the callees that they wait for. */
export type WaitedFor = ReadonlyMap<string, ReadonlySet<string>>

/** The slowed edges, with the end that each is blamed on. */
export function blameOf(edges: readonly EdgeChange[], retried: WaitedFor = new Map()): BlamedEdge[] {
  const inbound = groupSlow(edges, (edge) => [edge.callee, edge.caller])
  const outbound = groupSlow(edges, (edge) => [edge.caller, edge.callee])
  const blamed: BlamedEdge[] = []
  for (const edge of edges) {
    if (edge.strength < SLOW_MIN) continue
    const again =
      retried.get(`${edge.caller}\u0000${edge.callerOperation}`)?.has(edge.callee) === true ? ASKED_AGAIN : 1
    const callee = likelihoodFromOthers(inbound.get(edge.callee), edge.caller) * CALLEE_PRIOR * again
    const caller = likelihoodFromOthers(outbound.get(edge.caller), edge.callee) * (1 - CALLEE_PRIOR)
    blamed.push({ edge, calleeShare: callee / (callee + caller) })
  }
  return blamed
}

/** Returns findings for changed calls, divided between callee and caller. */
export function edgeFindings(blamed: readonly BlamedEdge[], split: Split, query: string): Finding[] {
  const findings: Finding[] = []
  for (const { edge, calleeShare } of blamed) {
    for (const [service, peer, share] of [
      [edge.callee, edge.caller, calleeShare],
      [edge.caller, edge.callee, 1 - calleeShare],
    ] as const) {
      if (share >= SHARE_MIN) findings.push(toFinding(edge, service, peer, share, split, query))
    }
  }
  return findings
}

/**
 * Without client spans, the time a caller waits for a callee that no longer answers, or until it asks again, shows as
 * time around its other calls. It says nothing about those calls.
 */
export function withoutWaiting<Edge extends Omit<CallEdge, 'cells'>>(
  edges: readonly Edge[],
  waitedFor: WaitedFor,
): Edge[] {
  return edges.filter(({ caller, callerOperation, callee }) => {
    const callees = waitedFor.get(`${caller}\u0000${callerOperation}`)
    return callees === undefined || callees.has(callee)
  })
}

/**
 * Without client spans, the time around an operation's calls cannot be separated from its own time. If callees are to
 * blame for its slowed edges, they are to blame for that part of its self time too.
 */
export function withoutEdgeTime(
  selfTime: readonly Finding[],
  blamed: readonly Blamed[],
  waitedFor: WaitedFor,
): Finding[] {
  const shares = new Map<string, number>()
  for (const key of waitedFor.keys()) shares.set(key, CALLEE_PRIOR)
  for (const { edge, calleeShare } of blamed) {
    const key = `${edge.caller}\u0000${edge.callerOperation}`
    shares.set(key, Math.max(calleeShare, shares.get(key) ?? 0))
  }
  return selfTime.map((finding) => {
    const own = 1 - (shares.get(`${finding.service}\u0000${finding.subject}`) ?? 0)
    const { slowing } = finding
    if (slowing === undefined) return scaled(finding, own)
    return { ...scaled(finding, own), slowing: { ...slowing, addedMs: slowing.addedMs * own } }
  })
}

/** Per service: its peers, and whether the edges with each peer became slow. */
function groupSlow(
  edges: readonly EdgeChange[],
  ends: (edge: EdgeChange) => readonly [string, string],
): Map<string, Map<string, boolean>> {
  const groups = new Map<string, Map<string, boolean>>()
  for (const edge of edges) {
    // An edge that was seen too rarely to be judged counts neither way.
    if (edge.strength < SLOW_MIN && (edge.n1 < 5 || edge.n2 < 5)) continue
    const [service, peer] = ends(edge)
    const peers = groups.get(service) ?? new Map<string, boolean>()
    peers.set(peer, (peers.get(peer) ?? false) || edge.strength >= SLOW_MIN)
    groups.set(service, peers)
  }
  return groups
}

/**
 * How well "this end is at fault" explains the other edges of this end. Each other slow peer speaks for it and each
 * other quiet peer against it, by a factor of four.
 */
function likelihoodFromOthers(peers: ReadonlyMap<string, boolean> | undefined, except: string): number {
  let exponent = 0
  for (const [peer, isSlow] of peers ?? []) {
    if (peer !== except) exponent += isSlow ? 1 : -1
  }
  return 4 ** Math.max(-3, Math.min(3, exponent))
}

function toFinding(
  edge: EdgeChange,
  service: string,
  peer: string,
  share: number,
  split: Split,
  query: string,
): Finding {
  const { caller, callee, callerOperation, calleeOperation } = edge
  return {
    kind: 'edge_time',
    service,
    subject: `${caller} → ${callee} ${calleeOperation}`,
    strength: edge.strength * share,
    onsetMs: intervalStartMs(split.grid, edge.at),
    text: `calls from ${caller} (${callerOperation}) to ${callee} spent ${ms(edge.afterMs)} outside ${callee}, before the incident ${ms(edge.beforeMs)} (${edge.n1} and ${edge.n2} calls)`,
    peer,
    reach: 'own',
    slowing: slowingOf({ ...edge, addedMs: edge.addedMs * share }),
    queries: [query],
    selector: {
      kind: 'slow_spans',
      service: caller,
      operation: callerOperation,
      slowerThanMs: Math.sqrt(Math.max(0.001, edge.beforeMs) * Math.max(0.001, edge.afterMs)),
    },
  }
}
