/**
 * Finds services that went quiet. Either their callers still make the call (a client span without the callee's span
 * below it), or the calls of all their callers no longer arrive. The absent service cannot report, so its absence is
 * the evidence.
 */

import type { LinkActivity, OperationActivity, TraceActivity } from '../../telemetry/index.ts'
import { type Finding, scaled } from './findings.ts'
import { latencyChange, usualRequestMs } from './latency.ts'
import { OWN_SHARE } from './own-limits.ts'
import { ruleVerdict } from './rules.ts'
import { CERTAIN, EITHER } from './signs.ts'
import { intervalStartMs, rangeSum, type Split, strongestChange } from './split.ts'
import { binomialLlr, branchCertainty, poissonLlr } from './stats.ts'

/** Calls that the baseline leads us to expect. If fewer are expected, their absence says nothing. */
const EXPECTED_MIN = 5
/** A callee that still answers more than this share of the expected calls is not quiet. */
const QUIET_SHARE = 0.3
const STRENGTH_MIN = 1
/** Fewer expected calls of one operation are too few to be missed. */
const GONE_EXPECTED_MIN = 2
/** By how much each other caller speaks for the callee or against it. Without any, a call that is lost is either end's. */
export const OTHER_CALLER = 4
/** A caller that is answered as before made as many calls, and so many of those that it used to make arrived. */
const SERVED_CALLS_MIN = 10
const SERVED_SHARE = 0.7
/** Of the calls that are missing, the share that lines about such limits account for: writers leave out repeats. */
const TOLD_SHARE = 0.3
/** The callee's odds against a caller that tells of a limit of its own system. */
const OWN_ODDS = (1 - OWN_SHARE) / OWN_SHARE

export interface Inbound {
  readonly link: LinkActivity
  /** Whether the caller's span is a client span around the call. */
  readonly isWrapper: boolean
  readonly expected: number
  readonly observed: number
  /** Evidence that its calls to this callee became fewer, less the usual scatter of their share. */
  readonly lost: number
  /** The same whatever their number: that a smaller share of the caller's calls arrives. */
  readonly rarer: number
  /** Share of the caller's calls that made this call. */
  readonly share: number
  readonly isRule: boolean
  /** Evidence that the caller waits longer than it did when it got the answer. */
  readonly waiting: number
  /** Evidence that the caller's spans lost the child that they wrapped, instead of never making the call. */
  readonly emptied: number
}

/** Calls from other services, per callee. */
export type InboundCalls = ReadonlyMap<string, readonly Inbound[]>

/** What else is known of the two ends of calls that do not arrive. */
export interface Ends {
  /** Lines since the onset in which a caller says that it has used up what its own system gives it. */
  readonly limits: ReadonlyMap<string, number>
  /** Callees that fail, or are slower than they were, also where they are reached. */
  readonly ill: ReadonlySet<string>
}

/** Finds services that are called less, though their callers go on. */
export function silenceFindings(inbound: InboundCalls, ends: Ends, split: Split, query: string): Finding[] {
  return [...inbound].flatMap(([service, list]) => {
    const finding = quietFinding(service, list, split, query)
    return finding === null ? [] : sharedWithCallers(finding, list, ends, split)
  })
}

/**
 * Calls that end in the client and never arrive are the callee's, the caller's or the network's between them. Each other
 * caller whom the callee answers as before speaks against the callee, and each that does not reach it either for it; a
 * caller that says that its own system refused the call has decided it.
 */
function sharedWithCallers(finding: Finding, inbound: readonly Inbound[], ends: Ends, split: Split): Finding[] {
  const missed = inbound.filter(isGone)
  const gone = new Set(missed.map(({ link }) => link.callerService))
  const [caller] = gone
  if (caller === undefined) return [finding]
  const missing = missed.reduce((sum, { expected, observed }) => sum + expected - observed, 0)
  const told = [...gone].reduce((sum, one) => sum + (ends.limits.get(one) ?? 0), 0)
  const isLimited = told >= TOLD_SHARE * missing
  const served = new Set(inbound.filter((one) => isServed(one, split)).map(({ link }) => link.callerService))
  const others = [...served].filter((one) => !gone.has(one)).length
  if (!isLimited && (others === 0 || ends.ill.has(finding.service))) return [finding]
  const odds = isLimited ? OWN_ODDS : OTHER_CALLER ** (gone.size - 1 - others)
  if (odds >= 1) return [finding]
  const share = odds / (1 + odds)
  const reason = isLimited
    ? `${caller} has reached a limit of its own system`
    : `${finding.service} answers ${others} other caller${others === 1 ? '' : 's'} as before`
  return [
    { ...finding, strength: share * Math.min(CERTAIN, finding.strength) },
    {
      ...scaled(finding, 1 - share),
      kind: 'child_calls',
      service: caller,
      peer: finding.service,
      subject: `${caller} → ${finding.service}`,
      selector: failedCalls(missed),
      text: `calls of ${caller} fail before they reach ${finding.service} (${finding.text}), and ${reason}`,
    },
  ]
}

/** The client spans that fail, which show the finding over time. Null where no span is around the calls alone. */
function failedCalls(missed: readonly Inbound[]): Finding['selector'] {
  const most = missed.filter(({ isWrapper }) => isWrapper).toSorted((a, b) => b.emptied - a.emptied)[0]
  if (most === undefined) return null
  return { kind: 'span_errors', service: most.link.callerService, operation: most.link.callerOperation }
}

export function isGone({ observed, expected }: Inbound): boolean {
  return observed <= QUIET_SHARE * expected && expected >= GONE_EXPECTED_MIN
}

/** Whether the callee answers this caller as it did, in calls enough to tell. */
export function isServed({ link, observed, expected }: Inbound, split: Split): boolean {
  return observed >= SERVED_SHARE * expected && rangeSum(link.calls, split.onset, split.to) >= SERVED_CALLS_MIN
}

/** Returns the calls into each service, as its callers saw them. */
export function inboundCalls(traces: TraceActivity, split: Split): InboundCalls {
  const operations = new Map<string, OperationActivity>()
  for (const operation of traces.operations)
    operations.set(`${operation.service}\u0000${operation.operation}`, operation)
  const wrappers = wrappersOf(traces)
  const requestMs = usualRequestMs(traces, split)
  const byCallee = new Map<string, Inbound[]>()
  for (const link of traces.links) {
    if (link.callerService === link.calleeService) continue
    const key = `${link.callerService}\u0000${link.callerOperation}`
    const caller = operations.get(key)
    const inbound = caller === undefined ? null : inboundOf(link, caller, wrappers.has(key), split, requestMs)
    if (inbound === null) continue
    const list = byCallee.get(link.calleeService)
    if (list === undefined) byCallee.set(link.calleeService, [inbound])
    else list.push(inbound)
  }
  return byCallee
}

/** Operations that wrap remote calls: begun within their own service, never by another one. */
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

function inboundOf(
  link: LinkActivity,
  caller: OperationActivity,
  isWrapper: boolean,
  split: Split,
  requestMs: number,
): Inbound | null {
  const calls1 = rangeSum(caller.calls, split.from, split.onset)
  const share = calls1 > 0 ? rangeSum(link.parents, split.from, split.onset) / calls1 : 0
  const expected = share * rangeSum(caller.calls, split.onset, split.to)
  if (expected <= 0) return null
  const observed = rangeSum(link.parents, split.onset, split.to)
  const change = strongestChange(caller.leaves, caller.calls, split, binomialLlr)
  const isEmptier = isWrapper && change.n2 > 0 && change.k2 / change.n2 > change.k1 / change.n1
  const fewer = strongestChange(link.parents, caller.calls, split, binomialLlr)
  const { isRule, scatter } = ruleVerdict(link.parents, caller.calls, fewer, split)
  const rarer = observed < expected ? fewer.llr / scatter : 0
  const lost = Math.min(poissonLlr(observed, expected), fewer.llr / scatter)
  const isMissed = observed <= QUIET_SHARE * expected
  // A client span would contain the waiting. Without one, the waiting is part of the caller's own time.
  const waiting = isWrapper || !isMissed ? 0 : (latencyChange(caller.self, split, requestMs)?.strength ?? 0)
  const emptied = isEmptier ? change.llr : 0
  return { link, isWrapper, expected, observed, lost, rarer, share, isRule, waiting, emptied }
}

/**
 * One caller may simply have stopped calling, or a branch of it may no longer be asked for. But not if it waits longer
 * than it did when it got the answer.
 */
function lostByOne({ lost, share, isRule, waiting }: Inbound): number {
  return lost * EITHER * (isRule ? 1 : branchCertainty(share)) + Math.min(lost, waiting)
}

/**
 * If a kind of request is no longer asked for, several callers stop calling together. Their branches count as one
 * witness.
 */
function lostBySeveral({ lost, share, isRule }: Inbound): number {
  return lost * (isRule ? 1 : Math.max(EITHER, branchCertainty(share)))
}

/** Per operation without client spans: the callees that no longer answer it. */
export function quietCallees(inbound: InboundCalls): Map<string, Set<string>> {
  const quiet = new Map<string, Set<string>>()
  for (const [callee, list] of inbound) {
    for (const { link, isWrapper, observed, expected } of list) {
      if (isWrapper || expected < EXPECTED_MIN || observed > QUIET_SHARE * expected) continue
      const key = `${link.callerService}\u0000${link.callerOperation}`
      quiet.set(key, (quiet.get(key) ?? new Set<string>()).add(callee))
    }
  }
  return quiet
}

function quietFinding(service: string, inbound: readonly Inbound[], split: Split, query: string): Finding | null {
  const expected = inbound.reduce((sum, entry) => sum + entry.expected, 0)
  const observed = inbound.reduce((sum, entry) => sum + entry.observed, 0)
  if (expected < EXPECTED_MIN) return null
  const gone = inbound.filter(isGone)
  if (gone.length === 0) return null
  const callers = new Set(gone.map(({ link }) => link.callerService))
  const emptied = gone.reduce((sum, entry) => sum + entry.emptied, 0)
  const missed = gone.reduce((sum, entry) => sum + poissonLlr(entry.observed, entry.expected), 0)
  const bySeveral = gone.reduce((sum, entry) => sum + lostBySeveral(entry), 0)
  const byOne = gone.reduce((sum, entry) => sum + lostByOne(entry), 0)
  const isQuietToAll = observed <= QUIET_SHARE * expected
  // If a callee is quiet to one of several callers, that says something about this caller, unless its client spans were
  // emptied.
  const fromCalls = !isQuietToAll ? 0 : callers.size > 1 ? bySeveral : byOne
  const strength = Math.max(Math.min(emptied, missed), fromCalls)
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
    isByOneCaller: callers.size === 1 && emptied < fromCalls,
    queries: [query],
    selector: null,
  }
}
