/**
 * Services that went quiet: their callers still spend the call (a client span without the callee's span below it), or
 * all of their callers' calls no longer arrive. The absent service cannot speak for itself, so its absence does.
 */
import type { LinkActivity, OperationActivity, TraceActivity } from '../../telemetry/aggregates/types.ts'
import type { Finding } from './findings.ts'
import { intervalStartMs, rangeSum, type Split, strongestChange } from './split.ts'
import { binomialLlr, poissonLlr } from './stats.ts'

/** Calls expected from the baseline's habit; fewer cannot be missed. */
const EXPECTED_MIN = 5
/** A callee that still answers more than this share of the expected calls is not quiet. */
const QUIET_SHARE = 0.3
/** Without the emptied client span, one caller alone may simply have stopped calling. */
const ONE_CALLER_WEIGHT = 0.35
const STRENGTH_MIN = 1

interface Inbound {
  readonly link: LinkActivity
  readonly caller: OperationActivity
  readonly expected: number
  readonly observed: number
  /** Evidence that the caller's spans lost the child they wrapped, rather than never made the call. */
  readonly emptied: number
}

export function silenceFindings(traces: TraceActivity, split: Split, query: string): Finding[] {
  const operations = new Map<string, OperationActivity>()
  for (const operation of traces.operations)
    operations.set(`${operation.service}\u0000${operation.operation}`, operation)
  const wrappers = wrappersOf(traces)
  const byCallee = new Map<string, Inbound[]>()
  for (const link of traces.links) {
    if (link.callerService === link.calleeService) continue
    const key = `${link.callerService}\u0000${link.callerOperation}`
    const caller = operations.get(key)
    const inbound = caller === undefined ? null : inboundOf(link, caller, wrappers.has(key), split)
    if (inbound === null) continue
    const list = byCallee.get(link.calleeService)
    if (list === undefined) byCallee.set(link.calleeService, [inbound])
    else list.push(inbound)
  }
  return [...byCallee].flatMap(([service, list]) => quietFinding(service, list, split, query) ?? [])
}

/** Operations that wrap remote calls: begun inside their own service, never by another one. */
function wrappersOf(traces: TraceActivity): Set<string> {
  const local = new Set<string>()
  const remote = new Set<string>()
  for (const link of traces.links) {
    const ends = link.callerService === link.calleeService ? local : remote
    ends.add(`${link.calleeService}\u0000${link.calleeOperation}`)
  }
  for (const key of remote) local.delete(key)
  return local
}

function inboundOf(link: LinkActivity, caller: OperationActivity, isWrapper: boolean, split: Split): Inbound | null {
  const calls1 = rangeSum(caller.calls, split.from, split.onset)
  const share = calls1 > 0 ? rangeSum(link.parents, split.from, split.onset) / calls1 : 0
  const expected = share * rangeSum(caller.calls, split.onset, split.to)
  if (expected <= 0) return null
  const observed = rangeSum(link.parents, split.onset, split.to)
  const change = strongestChange(caller.leaves, caller.calls, split, binomialLlr)
  const isEmptier = isWrapper && change.n2 > 0 && change.k2 / change.n2 > change.k1 / change.n1
  return { link, caller, expected, observed, emptied: isEmptier ? change.llr : 0 }
}

function quietFinding(service: string, inbound: readonly Inbound[], split: Split, query: string): Finding | null {
  const expected = inbound.reduce((sum, entry) => sum + entry.expected, 0)
  const observed = inbound.reduce((sum, entry) => sum + entry.observed, 0)
  if (expected < EXPECTED_MIN) return null
  const gone = inbound.filter((entry) => entry.observed <= QUIET_SHARE * entry.expected && entry.expected >= 2)
  if (gone.length === 0) return null
  const callers = new Set(gone.map(({ link }) => link.callerService))
  const emptied = gone.reduce((sum, entry) => sum + entry.emptied, 0)
  const lost = gone.reduce((sum, entry) => sum + poissonLlr(entry.observed, entry.expected), 0)
  const isQuietToAll = observed <= QUIET_SHARE * expected
  // Quiet to one of several callers says something about that caller, unless its client spans were emptied.
  const fromCalls = !isQuietToAll ? 0 : callers.size > 1 ? lost : lost * ONE_CALLER_WEIGHT
  const strength = Math.max(Math.min(emptied, lost), fromCalls)
  if (strength < STRENGTH_MIN) return null
  const names = [...callers].slice(0, 3).join(', ')
  const manner =
    emptied >= fromCalls ? 'its callers still spend the call, nothing of it arrives' : 'no caller reaches it as before'
  return {
    kind: 'silence',
    service,
    subject: service,
    strength,
    onsetMs: intervalStartMs(split.grid, split.onset),
    text: `${service} answered ${observed} of about ${Math.round(expected)} expected calls of ${names}: ${manner}`,
    peer: [...callers][0] ?? null,
    reach: 'own',
    queries: [query],
    selector: null,
  }
}
