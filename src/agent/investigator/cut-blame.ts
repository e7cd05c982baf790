/**
 * Handles work that ends early after a call. Either the call's answer is to blame, or the caller itself. The other
 * callers of that callee decide, together with the other places at which the caller's work ends early. The service that
 * several independent witnesses point to is the suspect.
 */
import type { LinkActivity, TraceActivity } from '../../telemetry/index.ts'
import { type Finding, scaled } from './findings.ts'
import { CERTAIN } from './signs.ts'
import { rangeSum, type Split } from './split.ts'
import { binomialLlr, sumOf } from './stats.ts'

/** Evidence in nats from which on a call counts as the new last one. */
const LAST_MIN = 4
/** Without another witness, callee and caller are to blame about equally often. */
const CALLEE_PRIOR = 0.4
/** The factor by which each further witness changes the odds. */
const WITNESS_FACTOR = 4
const WITNESSES_MAX = 3
/** The same of a caller that is well and asks the callee other things, as for stores (store-or-client.ts): 1.5 of 4. */
const OTHER_QUESTION = Math.log(1.5) / Math.log(WITNESS_FACTOR)
/** A callee whose answer ends its caller's work mostly fails one of both: two to one against it where neither fails. */
const GOES_WELL = 2
/** Callers that called the callee fewer times since the onset are not witnesses. */
const CALLS_MIN = 5

/** An operation that now ends after calling `callee`, and did not before. */
interface Cut {
  readonly caller: string
  readonly operation: string
  readonly callee: string
  /** The operations of the callee that it calls last. */
  readonly asked: ReadonlySet<string>
  readonly strength: number
  /** How many calls more than usual end there. */
  readonly more: number
}

/** Divides the findings of early ends between callers and the callees that they called last. */
export function withCutBlame(findings: readonly Finding[], traces: TraceActivity, split: Split): Finding[] {
  const cuts = cutsOf(traces, split)
  if (cuts.length === 0) return [...findings]
  const byOperation = new Map(cuts.map((cut) => [`${cut.caller}\u0000${cut.operation}`, cut]))
  const shared: Finding[] = []
  for (const finding of findings) {
    const operation = finding.kind === 'child_calls' ? (finding.subject.split(' → ')[0] ?? '') : null
    const cut = operation === null ? undefined : byOperation.get(`${finding.service}\u0000${operation}`)
    if (cut === undefined || finding.reach === 'own') {
      shared.push(finding)
      continue
    }
    const share = calleeShareOf(cut, cuts, traces, split)
    shared.push(scaled(finding, 1 - share))
    const most = share < CALLEE_PRIOR ? CERTAIN : finding.strength
    shared.push({
      ...finding,
      strength: share * Math.min(most, finding.strength),
      service: cut.callee,
      peer: cut.caller,
      reach: 'own',
      isAnswer: true,
      text: `${finding.text}; the last call before the end is one of ${cut.callee}`,
    })
  }
  return shared
}

function cutsOf(traces: TraceActivity, split: Split): Cut[] {
  const calls = new Map(traces.operations.map((entry) => [`${entry.service}\u0000${entry.operation}`, entry.calls]))
  const wrapped = remoteOf(traces)
  const best = new Map<string, Cut>()
  for (const link of traces.links) {
    const key = `${link.callerService}\u0000${link.callerOperation}`
    const totals = calls.get(key)
    const called =
      link.calleeService === link.callerService
        ? wrapped.get(`${link.calleeService}\u0000${link.calleeOperation}`)
        : { callee: link.calleeService, asked: new Set([link.calleeOperation]) }
    if (totals === undefined || called === undefined) continue
    const { strength, more } = newLast(link, totals, split)
    if (strength < LAST_MIN || strength <= (best.get(key)?.strength ?? 0)) continue
    best.set(key, { caller: link.callerService, operation: link.callerOperation, ...called, strength, more })
  }
  return [...best.values()]
}

/** Evidence that more of the operation's calls end after this child than before. */
function newLast(
  link: LinkActivity,
  totals: readonly number[],
  split: Split,
): { readonly strength: number; readonly more: number } {
  const k1 = rangeSum(link.lasts, split.from, split.onset)
  const n1 = rangeSum(totals, split.from, split.onset)
  const k2 = rangeSum(link.lasts, split.onset, split.to)
  const n2 = rangeSum(totals, split.onset, split.to)
  const isMore = n1 > 0 && n2 > 0 && k2 / n2 > k1 / n1
  return isMore ? { strength: binomialLlr(k1, n1, k2, n2), more: k2 - (k1 * n2) / n1 } : { strength: 0, more: 0 }
}

/** Operations that wrap a call to exactly one other service (client spans), with that service and what they ask of it. */
function remoteOf(traces: TraceActivity): Map<string, Pick<Cut, 'callee' | 'asked'>> {
  const remote = new Map<string, Map<string, Set<string>>>()
  for (const { callerService, callerOperation, calleeService, calleeOperation } of traces.links) {
    if (callerService === calleeService) continue
    const key = `${callerService}\u0000${callerOperation}`
    const services = remote.get(key) ?? new Map<string, Set<string>>()
    services.set(calleeService, (services.get(calleeService) ?? new Set<string>()).add(calleeOperation))
    remote.set(key, services)
  }
  const single = new Map<string, Pick<Cut, 'callee' | 'asked'>>()
  for (const [key, services] of remote) {
    const [only] = services
    if (services.size === 1 && only !== undefined) single.set(key, { callee: only[0], asked: only[1] })
  }
  return single
}

/** Whether failures are told in these traces, and of neither the work that is cut off nor what it called last as many fail. */
function endsWell(
  { caller, operation, callee, asked, more }: Cut,
  { operations }: TraceActivity,
  split: Split,
): boolean {
  const { from, onset, to } = split
  const isTold = operations.some(({ errors, exceptions }) => sumOf(errors) + sumOf(exceptions) > 0)
  const ends = operations.filter(
    (one) =>
      (one.service === caller && one.operation === operation) || (one.service === callee && asked.has(one.operation)),
  )
  return (
    isTold &&
    ends.every(({ calls, errors, exceptions }) => {
      const failed = (low: number, high: number): number =>
        rangeSum(errors, low, high) + rangeSum(exceptions, low, high)
      const usual = (failed(from, onset) * rangeSum(calls, onset, to)) / Math.max(1, rangeSum(calls, from, onset))
      return failed(onset, to) - usual < more / 2
    })
  )
}

function calleeShareOf(cut: Cut, cuts: readonly Cut[], traces: TraceActivity, split: Split): number {
  const cutCallers = new Set(cuts.filter(({ callee }) => callee === cut.callee).map(({ caller }) => caller))
  // Each caller of the callee, with whether it asks what the one that is cut off asks.
  const callers = new Map<string, boolean>()
  for (const { callerService, calleeService, calleeOperation, calls } of traces.links) {
    if (calleeService !== cut.callee || callerService === cut.callee || callerService === cut.caller) continue
    if (rangeSum(calls, split.onset, split.to) < CALLS_MIN) continue
    callers.set(callerService, callers.get(callerService) === true || cut.asked.has(calleeOperation))
  }
  let witnesses = 0
  for (const [caller, asksTheSame] of callers) {
    const against = asksTheSame ? 1 : OTHER_QUESTION
    witnesses += cutCallers.has(caller) ? 1 : -against
  }
  const elsewhere = new Set(
    cuts.filter(({ caller, callee }) => caller === cut.caller && callee !== cut.callee).map(({ callee }) => callee),
  )
  const exponent = Math.max(-WITNESSES_MAX, Math.min(WITNESSES_MAX, witnesses - elsewhere.size))
  const goesWell = endsWell(cut, traces, split) ? GOES_WELL : 1
  const odds = ((CALLEE_PRIOR / (1 - CALLEE_PRIOR)) * WITNESS_FACTOR ** exponent) / goesWell
  return odds / (1 + odds)
}
