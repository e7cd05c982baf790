/**
 * Finds failures and work that ends early, along traces: error spans, exceptions, child calls that no longer happen,
 * broken traces.
 */

import type { LinkActivity, OperationActivity, TraceActivity } from '../../telemetry/index.ts'
import { cameWithErrors, type ErrorCounts } from './error-ties.ts'
import { type Finding, scaled } from './findings.ts'
import { ruleVerdict } from './rules.ts'
import { EITHER, HARDLY, SYMPTOM } from './signs.ts'
import { baselineBlocks, intervalStartMs, rangeSum, type Split, strongestChange } from './split.ts'
import { binomialLlr, rateLlr, ratioDispersion, ruleStrength } from './stats.ts'

/** Less evidence than this, in nats, is not worth a sentence. */
const STRENGTH_MIN = 0.5
/** How much each sign says of its service: an exception is its own word, a lost parent may be lost on the way. */
const WEIGHTS = {
  exceptions: SYMPTOM,
  errors: SYMPTOM,
  /** A child that always followed and no longer does; one that followed sometimes; one that newly follows. */
  expectedChildGone: SYMPTOM,
  optionalChildGone: EITHER,
  newChild: SYMPTOM,
  moreOfChild: EITHER,
  orphans: EITHER,
  storm: SYMPTOM,
} as const

/** Finds operations that fail more often: by error status, by exceptions, or cut off. */
export function spanFailureFindings(traces: TraceActivity, split: Split, query: string): Finding[] {
  const findings: Finding[] = []
  for (const operation of traces.operations) {
    for (const kind of ['span_errors', 'exceptions', 'truncated'] as const) {
      const finding = failureFinding(operation, kind, split, query)
      if (finding !== null) findings.push(finding)
    }
  }
  return findings
}

const COUNTED = {
  span_errors: { series: 'errors', weight: WEIGHTS.errors, words: 'failed' },
  exceptions: { series: 'exceptions', weight: WEIGHTS.exceptions, words: 'recorded an exception' },
  truncated: { series: 'orphans', weight: WEIGHTS.orphans, words: 'had lost their parent span' },
} as const

function failureFinding(
  operation: OperationActivity,
  kind: keyof typeof COUNTED,
  split: Split,
  query: string,
): Finding | null {
  const { series, weight, words } = COUNTED[kind]
  const counts = operation[series]
  const change = strongestChange(counts, operation.calls, split, binomialLlr)
  if (change.llr < STRENGTH_MIN || change.k2 / change.n2 <= change.k1 / change.n1) return null
  const strength = (change.llr / ruleVerdict(counts, operation.calls, change, split).scatter) * weight
  if (strength < STRENGTH_MIN) return null
  return {
    kind,
    service: operation.service,
    subject: operation.operation,
    strength,
    onsetMs: intervalStartMs(split.grid, change.at),
    text: `${change.k2} of ${change.n2} spans of ${operation.operation} ${words}, before the incident ${change.k1} of ${change.n1}`,
    peer: null,
    reach: kind === 'truncated' ? 'own' : 'callee',
    queries: [query],
    selector: { kind: 'span_errors', service: operation.service, operation: operation.operation },
  }
}

/** How many times more often each call of a parent must call a child to count as a storm of retries. */
const STORM_FACTOR = 1.5
/** This many parents, as occasions, make a rule. */
const STORM_PARENTS_MIN = 8

/**
 * More calls per parent count, not merely more parents that call at all, which a changed mix of requests causes too. If
 * every parent made the same whole number of calls, that number is a rule, and the occasions are the parents.
 */
function stormFinding(link: LinkActivity, totals: readonly number[], split: Split, query: string): Finding | null {
  const made = rangeSum(link.calls, split.from, split.onset)
  const makers = rangeSum(link.parents, split.from, split.onset)
  const isWhole = makers >= STORM_PARENTS_MIN && made % makers === 0
  const exposure = isWhole ? link.parents : totals
  const change = strongestChange(link.calls, exposure, split, rateLlr)
  const before = change.k1 / change.n1
  const after = change.k2 / change.n2
  if (!(before > 0) || after < STORM_FACTOR * before) return null
  const perCaller1 = change.k1 / Math.max(1, makers)
  const perCaller2 = change.k2 / Math.max(1, rangeSum(link.parents, change.at, split.to))
  if (perCaller2 < STORM_FACTOR * perCaller1) return null
  const scatter = ratioDispersion(baselineBlocks(link.calls, split), baselineBlocks(exposure, split))
  const strength = (change.llr / scatter) * WEIGHTS.storm
  if (strength < STRENGTH_MIN) return null
  return {
    kind: 'child_calls',
    service: link.callerService,
    subject: `${link.callerOperation} → ${link.calleeService} ${link.calleeOperation}`,
    strength,
    onsetMs: intervalStartMs(split.grid, change.at),
    text: `each call of ${link.callerOperation} made ${perCaller2.toFixed(1)} calls of ${link.calleeOperation}, before the incident ${perCaller1.toFixed(1)}`,
    peer: link.calleeService === link.callerService ? null : link.calleeService,
    reach: 'own',
    isRepeated: true,
    queries: [query],
    selector: null,
  }
}

/** Evidence of early ends counts half, and at most this: different requests may need no further call. */
const EARLY_MAX = 16
const EARLY_WEIGHT = 0.5
/** Operations that call somebody at least this often have calls to lose. */
const CALLING_SHARE = 0.5

/**
 * Calls of an operation that ended without calling anybody, although most called somebody: refused, ended by an
 * exception, or answered without work. Spans that only wrap one call to another service become empty when that service
 * is silent, so they are left out.
 */
export function earlyEndFindings(traces: TraceActivity, split: Split, query: string): Finding[] {
  const wrappers = new Set(
    traces.links
      .filter(({ callerService, calleeService }) => callerService !== calleeService)
      .map(({ callerService, callerOperation }) => `${callerService}\u0000${callerOperation}`),
  )
  return traces.operations.flatMap((operation): Finding[] => {
    const { service, operation: name, leaves, calls } = operation
    if (wrappers.has(`${service}\u0000${name}`)) return []
    const change = strongestChange(leaves, calls, split, binomialLlr)
    const before = change.k1 / change.n1
    if (!(before <= 1 - CALLING_SHARE) || change.k2 / change.n2 <= 2 * before) return []
    const { scatter } = ruleVerdict(leaves, calls, change, split)
    const strength = Math.min(EARLY_MAX, (change.llr / scatter) * EARLY_WEIGHT)
    if (strength < STRENGTH_MIN) return []
    return [
      {
        kind: 'child_calls',
        service,
        subject: `${name} → nobody`,
        strength,
        onsetMs: intervalStartMs(split.grid, change.at),
        text: `${change.k2} of ${change.n2} calls of ${name} ended without calling anybody, before the incident ${change.k1} of ${change.n1}`,
        peer: null,
        reach: 'callee',
        queries: [query],
        selector: null,
      },
    ]
  })
}

/** Child calls per call of the parent operation, inside a service and across services. */
export function childCallFindings(traces: TraceActivity, errors: ErrorCounts, split: Split, query: string): Finding[] {
  const calls = new Map<string, readonly number[]>()
  for (const { service, operation, calls: series } of traces.operations)
    calls.set(`${service}\u0000${operation}`, series)
  const byParent = new Map<string, Finding>()
  const dispatching = dispatchers(traces, calls, split)
  for (const link of traces.links) {
    const parent = `${link.callerService}\u0000${link.callerOperation}`
    const totals = calls.get(parent)
    if (totals === undefined) continue
    const isOneOfMany = dispatching.has(parent) && link.callerService !== link.calleeService
    const found = stormFinding(link, totals, split, query) ?? childFinding(link, totals, split, query, isOneOfMany)
    const noMore = found !== null && isRarer(link, totals, split)
    const finding =
      noMore && cameWithErrors(link.callerService, link.parents, errors, split) ? scaled(found, HARDLY) : found
    const known = byParent.get(parent)
    // An operation that ends early loses several children at once. The strongest stands for it.
    if (finding !== null && finding.strength > (known?.strength ?? 0)) byParent.set(parent, finding)
  }
  return [...byParent.values()]
}

function isRarer({ parents }: LinkActivity, totals: readonly number[], { from, onset, to }: Split): boolean {
  const shareIn = (low: number, high: number): number =>
    rangeSum(parents, low, high) / Math.max(1, rangeSum(totals, low, high))
  return shareIn(onset, to) < shareIn(from, onset)
}

/** Calls that reach two places, as a share: the border of the window cuts them. */
const TWICE_MAX = 0.05

/**
 * Operations (`service\u0000operation`) each of whose calls reaches one of several other services: a gateway, or a client
 * that has one name for all its requests. Where a call goes is up to what is asked for.
 */
function dispatchers(
  { links }: TraceActivity,
  calls: ReadonlyMap<string, readonly number[]>,
  { from, onset }: Split,
): Set<string> {
  const reached = new Map<string, { count: number; readonly services: Set<string> }>()
  for (const { callerService, callerOperation, calleeService, parents } of links) {
    const count = callerService === calleeService ? 0 : rangeSum(parents, from, onset)
    if (count === 0) continue
    const key = `${callerService}\u0000${callerOperation}`
    const known = reached.get(key) ?? { count: 0, services: new Set<string>() }
    known.count += count
    reached.set(key, known)
    known.services.add(calleeService)
  }
  const found = [...reached].filter(
    ([key, { count, services }]) =>
      services.size > 1 && count <= (1 + TWICE_MAX) * rangeSum(calls.get(key) ?? [], from, onset),
  )
  return new Set(found.map(([key]) => key))
}

/** What operations without client spans newly ask again and again. */
export interface Retried {
  /** Per operation (`service\u0000operation`): the callees. The time between two attempts is around all its calls. */
  readonly callees: ReadonlyMap<string, ReadonlySet<string>>
  /** The same, without callees that fail: of those, time around the calls is nothing but waiting for the next attempt. */
  readonly slow: ReadonlyMap<string, ReadonlySet<string>>
}

/** From this evidence on, in nats, an operation asks again as it did not before, and a callee fails as it did not. */
const RETRIED_MIN = 6

export function retriedCalls(traces: TraceActivity, split: Split): Retried {
  const operations = new Map(traces.operations.map((one) => [`${one.service}\u0000${one.operation}`, one]))
  const callees = new Map<string, Set<string>>()
  const failing = new Set<string>()
  for (const link of traces.links) {
    if (link.callerService === link.calleeService || link.edge.length === 0) continue
    const key = `${link.callerService}\u0000${link.callerOperation}`
    const totals = operations.get(key)?.calls
    const storm = totals === undefined ? null : stormFinding(link, totals, split, '')
    if (storm === null || storm.strength < RETRIED_MIN) continue
    callees.set(key, (callees.get(key) ?? new Set<string>()).add(link.calleeService))
    const called = operations.get(`${link.calleeService}\u0000${link.calleeOperation}`)
    if (called !== undefined && isFailing(called, split)) failing.add(`${key}\u0000${link.calleeService}`)
  }
  const slow = [...callees].map(
    ([key, own]) => [key, new Set([...own].filter((callee) => !failing.has(`${key}\u0000${callee}`)))] as const,
  )
  return { callees, slow: new Map(slow) }
}

function isFailing({ errors, exceptions, calls }: OperationActivity, split: Split): boolean {
  return [errors, exceptions].some((series) => {
    const { k1, n1, k2, n2, llr } = strongestChange(series, calls, split, binomialLlr)
    return llr >= RETRIED_MIN && k2 / n2 > k1 / n1
  })
}

/** @param isOneOfMany whether where a call goes is up to what is asked for. Then a first call to a place breaks no rule. */
function childFinding(
  link: LinkActivity,
  totals: readonly number[],
  split: Split,
  query: string,
  isOneOfMany: boolean,
): Finding | null {
  const change = strongestChange(link.parents, totals, split, binomialLlr)
  if (change.llr < STRENGTH_MIN) return null
  const p1 = change.k1 / change.n1
  const p2 = change.k2 / change.n2
  const { isRule: isUsual, scatter } = ruleVerdict(link.parents, totals, change, split)
  const isRule = isUsual && !(isOneOfMany && p2 > p1)
  const strength = ruleStrength(change.llr / scatter, p1, isRule) * weightOf(p1, p2, change.k1)
  if (strength < STRENGTH_MIN) return null
  const isRemote = link.calleeService !== link.callerService
  const child = isRemote ? `${link.calleeService} ${link.calleeOperation}` : link.calleeOperation
  return {
    kind: 'child_calls',
    service: link.callerService,
    subject: `${link.callerOperation} → ${child}`,
    strength,
    onsetMs: intervalStartMs(split.grid, change.at),
    text: `${change.k2} of ${change.n2} calls of ${link.callerOperation} reached ${child}, before the incident ${change.k1} of ${change.n1}`,
    peer: isRemote ? link.calleeService : null,
    reach: isRule ? 'callee' : 'caller',
    queries: [query],
    selector: null,
  }
}

function weightOf(p1: number, p2: number, k1: number): number {
  if (p2 < p1) return p1 >= 0.8 ? WEIGHTS.expectedChildGone : WEIGHTS.optionalChildGone
  return k1 === 0 ? WEIGHTS.newChild : WEIGHTS.moreOfChild
}

/** If the share of calls without children falls by this much, the operation has resumed work. */
const RECOVERED_MIN = 0.5

/** If an operation handed this share of its calls to one that now works again, then it works again as well. */
const HANDED_ON_MIN = 0.5

/**
 * Operations (`service\u0000operation`) that called nobody before and do now: a recovery or new work, and no harm. The
 * same holds for operations of the same service that mostly handed their calls on to such an operation.
 */
export function recoveredOperations(traces: TraceActivity, split: Split): Set<string> {
  const recovered = new Set<string>()
  const callsBefore = new Map<string, number>()
  for (const { service, operation, leaves, calls } of traces.operations) {
    const n1 = rangeSum(calls, split.from, split.onset)
    const n2 = rangeSum(calls, split.onset, split.to)
    callsBefore.set(`${service}\u0000${operation}`, n1)
    if (n1 === 0 || n2 === 0) continue
    const fall = rangeSum(leaves, split.from, split.onset) / n1 - rangeSum(leaves, split.onset, split.to) / n2
    if (fall >= RECOVERED_MIN) recovered.add(`${service}\u0000${operation}`)
  }
  if (recovered.size === 0) return recovered
  const inside = traces.links.filter(({ callerService, calleeService }) => callerService === calleeService)
  for (let size = -1; size !== recovered.size; ) {
    size = recovered.size
    for (const { callerService, callerOperation, calleeOperation, parents } of inside) {
      const caller = `${callerService}\u0000${callerOperation}`
      if (recovered.has(caller) || !recovered.has(`${callerService}\u0000${calleeOperation}`)) continue
      const handedOn = rangeSum(parents, split.from, split.onset)
      if (handedOn > 0 && handedOn >= HANDED_ON_MIN * (callsBefore.get(caller) ?? 0)) recovered.add(caller)
    }
  }
  return recovered
}
