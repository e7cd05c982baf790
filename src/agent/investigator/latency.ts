/**
 * Finds slower self times and slower edges. A threshold separates "usual" from "slow" spans. Whether the share of slow
 * spans changed is a binomial question. So a fault that slows only some requests shows as clearly as one that slows all
 * of them a little.
 */
import {
  BUCKETS,
  bucketMicros,
  type Cells,
  histogramOf,
  type OperationActivity,
  type TraceActivity,
} from '../../telemetry/index.ts'
import type { Finding } from './findings.ts'
import { intervalStartMs, rangeSum, type Split } from './split.ts'
import { binomialDispersion, binomialLlr, clusteringOf, sumOf } from './stats.ts'

/**
 * A span counts as slow above the baseline's 95th percentile, and at least two buckets (a factor of two) above its
 * median.
 */
const BASELINE_QUANTILE = 0.95
const BUCKETS_OVER_MEDIAN = 2
/** If the baseline also holds an earlier fault, it is clean up to this quantile. */
const CLEAN_QUANTILE = 0.65
/** What the free choice of a threshold costs, in nats. */
const THRESHOLD_PRICE = 1
/**
 * Endings of service names that carry no meaning, and the minimum length of what remains, so that it is a name and not
 * a word.
 */
const NAME_SUFFIX = /[-_.]?(?:service|server|svc|api|app)$/
const STEM_CHARS_MIN = 5
/** If at least this share of an operation's spans has no children, the operation makes no visible calls. */
const LEAVES_SHARE = 0.95
/** Fewer spans than this, before or after, say nothing about a distribution. */
const SPANS_MIN = 3
/**
 * A slow-down by this factor (geometric mean) counts in full. A smaller one counts less, in proportion to its
 * logarithm.
 */
const FULL_EFFECT = 8
/**
 * Time added to a call counts by half if it is this share of a usual request's whole duration. Less than that is
 * invisible to users, and timer resolution, scheduling and growing tables cause it every day.
 */
const VISIBLE_SHARE = 0.05
/** The duration of a usual request, if no trace shows one. */
const REQUEST_MS_DEFAULT = 100
const STRENGTH_MIN = 0.5
const LATENCY_BLOCKS = 6

export interface LatencyChange {
  readonly strength: number
  readonly at: number
  readonly beforeMs: number
  readonly afterMs: number
  readonly n1: number
  readonly n2: number
  /** On average, by span. */
  readonly addedMs: number
}

/** Compares a histogram over intervals before and after. Null if it did not clearly become slower. */
export function latencyChange(cells: Cells, split: Split, requestMs: number): LatencyChange | null {
  const slowing = strongestSlowing(cells, split, requestMs, false)
  return slowing !== null && slowing.strength >= STRENGTH_MIN ? slowing : null
}

/** What a finding of time keeps of a change. */
export function slowingOf({ afterMs, addedMs, n2 }: LatencyChange): { afterMs: number; addedMs: number } {
  return { afterMs, addedMs: n2 * addedMs }
}

/** The same at any strength. */
function strongestSlowing(cells: Cells, split: Split, requestMs: number, isClustered: boolean): LatencyChange | null {
  const before = histogramOf(cells, split.from, split.onset)
  const n1 = sumOf(before)
  if (n1 < SPANS_MIN) return null
  const starts = new Set([split.onset, Math.floor((split.onset + split.latest) / 2), split.latest])
  const afters = [...starts].map((at) => {
    const after = histogramOf(cells, at, split.to)
    return { at, after, n2: sumOf(after) }
  })
  const middle = quantileBucket(before, 0.5)
  const usual = Math.max(quantileBucket(before, BASELINE_QUANTILE), middle + BUCKETS_OVER_MEDIAN)
  // A baseline that holds an earlier fault hides a new one behind its upper quantiles. Then its middle is compared.
  const clean = quantileBucket(before, CLEAN_QUANTILE) + BUCKETS_OVER_MEDIAN
  // Most operations have not become slower: what they took is not looked at.
  let means: { readonly beforeMs: number; readonly meanMs: number } | null = null
  let best: LatencyChange | null = null
  for (const threshold of new Set([usual, Math.min(usual, clean)])) {
    const slowBefore = over(before, threshold)
    // Most operations have not become slower, and nobody asks how much they vary.
    let scatter: number | null = null
    const price = threshold === usual ? 0 : THRESHOLD_PRICE
    for (const { at, after, n2 } of afters) {
      if (n2 < SPANS_MIN) continue
      const slowAfter = over(after, threshold)
      if (slowAfter / n2 <= slowBefore / n1) continue
      scatter ??= slowScatter(cells, split, threshold)
      const clusters = isClustered ? Math.max(scatter, slowClusters(cells, at, split.to, threshold)) : scatter
      const llr = binomialLlr(slowBefore, n1, slowAfter, n2) / clusters - price
      const afterMs = geometricMeanMs(after)
      means ??= { beforeMs: geometricMeanMs(before), meanMs: meanMs(before) }
      const { beforeMs } = means
      const effect = Math.min(1, Math.max(0, Math.log(afterMs / beforeMs) / Math.log(FULL_EFFECT)))
      const addedMs = Math.max(0, meanMs(after) - means.meanMs)
      const strength = llr * effect * visibilityOf(addedMs, requestMs)
      if (strength > 0 && (best === null || strength > best.strength)) {
        best = { strength, at, beforeMs, afterMs, n1, n2, addedMs }
      }
    }
  }
  return best
}

/** How much of the added time users see, 0..1. */
export function visibilityOf(addedMs: number, requestMs: number): number {
  return addedMs / (addedMs + VISIBLE_SHARE * requestMs)
}

/** How much the share of slow spans varies on its own: databases and garbage collectors have slow bursts. */
function slowScatter(cells: Cells, split: Split, threshold: number): number {
  const totals: number[] = []
  const slow: number[] = []
  const blocks = Math.min(LATENCY_BLOCKS, split.onset - split.from)
  for (let b = 0; b < blocks; b++) {
    const from = split.from + Math.floor((b * (split.onset - split.from)) / blocks)
    const to = split.from + Math.floor(((b + 1) * (split.onset - split.from)) / blocks)
    const histogram = histogramOf(cells, from, to)
    totals.push(sumOf(histogram))
    slow.push(over(histogram, threshold))
  }
  return sumOf(slow) === 0 ? 1 : binomialDispersion(slow, totals)
}

/**
 * In what clusters slow spans come since the onset: one request makes several alike calls, and all of them wait. The
 * interval of the onset is left out: what began in the middle of it hit some of its calls.
 */
function slowClusters(cells: Cells, onset: number, to: number, threshold: number): number {
  const { slow, totals } = slowByInterval([{ cells, bound: threshold }], onset + 1, to)
  return clusteringOf(slow, totals)
}

/** Calls beyond their bucket and all calls of some histograms, in each interval of [from, to). */
export function slowByInterval(
  histograms: readonly { readonly cells: Cells; readonly bound: number }[],
  from: number,
  to: number,
): { slow: number[]; totals: number[] } {
  const slow = new Array<number>(Math.max(0, to - from)).fill(0)
  const totals = new Array<number>(slow.length).fill(0)
  for (const { cells, bound } of histograms) {
    for (let i = 0; i + 1 < cells.length; i += 2) {
      const cell = cells[i] ?? 0
      const interval = Math.floor(cell / BUCKETS)
      if (interval < from || interval >= to) continue
      const count = cells[i + 1] ?? 0
      totals[interval - from] = (totals[interval - from] ?? 0) + count
      if (cell - interval * BUCKETS > bound) slow[interval - from] = (slow[interval - from] ?? 0) + count
    }
  }
  return { slow, totals }
}

/** From this evidence on, in nats and however little users see of it, an operation is among those that became slower. */
const SLOWED_MIN = 0.25

/** Finds operations whose own time changed, not counting the calls they make. */
export function selfTimeFindings(traces: TraceActivity, split: Split, query: string): Finding[] {
  const findings: Finding[] = []
  const requestMs = usualRequestMs(traces, split)
  const wrapping = remoteWrappers(traces, split)
  // Where the other end's span is missing, the caller waited: for an answer that never came, or for one not recorded.
  const measured = traces.operations.filter(({ service, operation }) => !wrapping.has(`${service}\u0000${operation}`))
  for (const [service, operations] of Map.groupBy(measured, (operation) => operation.service)) {
    const slowings = operations.flatMap(({ operation, self }) => {
      const slowing = strongestSlowing(self, split, requestMs, true)
      return slowing === null ? [] : [{ operation, slowing }]
    })
    if (slowings.length === 0) continue
    const together = slowedTogether(
      slowings.map(({ slowing }) => slowing),
      operations.filter(({ self }) => isCompared(self, split)).length,
      requestMs,
    )
    for (const { operation, slowing: change } of slowings) {
      const strength = strengthAmong(change, together, requestMs)
      if (strength < STRENGTH_MIN) continue
      findings.push({
        kind: 'self_time',
        service,
        subject: operation,
        strength,
        onsetMs: intervalStartMs(split.grid, change.at),
        text: `self time of ${operation} went from ${ms(change.beforeMs)} to ${ms(change.afterMs)} (${change.n1} and ${change.n2} spans)`,
        peer: null,
        reach: 'own',
        slowing: slowingOf(change),
        queries: [query],
        selector: { kind: 'slow_spans', service, operation, slowerThanMs: Math.sqrt(change.beforeMs * change.afterMs) },
      })
    }
  }
  return findings
}

function isCompared(cells: Cells, { from, onset, to }: Split): boolean {
  return sumOf(histogramOf(cells, from, onset)) >= SPANS_MIN && sumOf(histogramOf(cells, onset, to)) >= SPANS_MIN
}

/** The operations of a service that became slower. */
interface Together {
  readonly slowed: readonly LatencyChange[]
  /** From 0 (at most half of the operations that can be compared) to 1 (all of them). */
  readonly share: number
}

function slowedTogether(slowings: readonly LatencyChange[], compared: number, requestMs: number): Together {
  const slowed = slowings.filter(({ strength, addedMs }) => strength >= SLOWED_MIN * visibilityOf(addedMs, requestMs))
  return { slowed, share: Math.max(0, (2 * slowed.length) / Math.max(1, compared) - 1) }
}

/**
 * A busy processor slows all operations of its service, by a millisecond each; a growing table slows those that read it.
 * If all became slower, users see the time that the service adds to a request, and not what each of its operations adds.
 */
function strengthAmong(own: LatencyChange, { slowed, share }: Together, requestMs: number): number {
  let addedMs = own.addedMs
  for (const other of slowed) {
    // An operation of fewer spans is part of some of the requests only.
    if (other !== own) addedMs += share * other.addedMs * Math.min(1, other.n2 / own.n2)
  }
  return (own.strength / visibilityOf(own.addedMs, requestMs)) * visibilityOf(addedMs, requestMs)
}

/** If at least this share of an operation's calls wrapped a call of another service, then it does nothing else. */
const WRAPPING_SHARE = 0.5

/** Operations (`service\u0000operation`) that in the baseline only wrapped calls of other services: client spans. */
function remoteWrappers(traces: TraceActivity, split: Split): Set<string> {
  const remote = new Map<string, number>()
  const local = new Set<string>()
  for (const { callerService, callerOperation, calleeService, parents } of traces.links) {
    const key = `${callerService}\u0000${callerOperation}`
    if (callerService === calleeService) local.add(key)
    else remote.set(key, (remote.get(key) ?? 0) + rangeSum(parents, split.from, split.onset))
  }
  const wrapping = new Set<string>()
  for (const { service, operation, calls, self } of traces.operations) {
    const key = `${service}\u0000${operation}`
    const all = rangeSum(calls, split.from, split.onset)
    const wrapped = remote.get(key) ?? 0
    if (local.has(key) || wrapped === 0 || wrapped < WRAPPING_SHARE * all) continue
    // An operation with several calls has a time of its own, which is measured for most of its spans.
    if (sumOf(histogramOf(self, split.from, split.onset)) > all - wrapped) continue
    wrapping.add(key)
  }
  return wrapping
}

export type EdgeChange = LatencyChange & Omit<CallEdge, 'cells'>

/** Calls between two services whose time outside of the callee is measured. */
export interface CallEdge {
  readonly caller: string
  readonly callee: string
  readonly callerOperation: string
  readonly calleeOperation: string
  /** Histogram of the time that the caller's span spends around the callee's. */
  readonly cells: Cells
}

/** All of them, by operations of both ends. */
export function callEdges(traces: TraceActivity): CallEdge[] {
  const named = [...namedCalls(traces)].map(([{ service, operation, self }, callee]) => ({
    caller: service,
    callerOperation: operation,
    callee,
    calleeOperation: operation,
    cells: self,
  }))
  const linked = traces.links.map(({ callerService, calleeService, callerOperation, calleeOperation, edge }) => ({
    caller: callerService,
    callerOperation,
    callee: calleeService,
    calleeOperation,
    cells: edge,
  }))
  return [...linked, ...named].filter(({ cells }) => cells.length > 0)
}

/** Every measured edge, slowed or not. The edges around a service are compared to decide who is to blame. */
export function edgeChanges(edges: readonly CallEdge[], split: Split, requestMs: number): EdgeChange[] {
  const quiet = { strength: 0, at: split.onset, beforeMs: 0, afterMs: 0, n1: 0, n2: 0, addedMs: 0 }
  return edges.map(({ cells, ...ends }) => {
    const change = latencyChange(cells, split, requestMs) ?? {
      ...quiet,
      n1: sumOf(histogramOf(cells, split.from, split.onset)),
      n2: sumOf(histogramOf(cells, split.onset, split.to)),
    }
    return { ...change, ...ends }
  })
}

/**
 * Operations that call another service but record no span for it, recognised by name alone (`PaymentClient.charge` of
 * checkout, if a service "payment" is known). Their time is the call's time, as with any edge.
 */
function namedCalls(traces: TraceActivity): Map<OperationActivity, string> {
  const services = [...new Set(traces.operations.map(({ service }) => service))]
  const stems = services.flatMap((service) => {
    const stem = service
      .toLowerCase()
      .replace(NAME_SUFFIX, '')
      .replace(/[^a-z0-9]/g, '')
    return stem.length < STEM_CHARS_MIN ? [] : [{ service, stem }]
  })
  const called = new Set(
    traces.links
      .filter(({ callerService, calleeService }) => callerService !== calleeService)
      .map(({ calleeService, calleeOperation }) => `${calleeService}\u0000${calleeOperation}`),
  )
  const found = new Map<OperationActivity, string>()
  for (const operation of traces.operations) {
    const calls = sumOf(operation.calls)
    if (calls === 0 || sumOf(operation.leaves) < LEAVES_SHARE * calls) continue
    if (called.has(`${operation.service}\u0000${operation.operation}`)) continue
    const name = operation.operation.toLowerCase().replace(/[^a-z0-9]/g, '')
    const named = stems.filter(({ service, stem }) => service !== operation.service && name.includes(stem))
    const [only] = named
    if (named.length === 1 && only !== undefined) found.set(operation, only.service)
  }
  return found
}

/** Mean duration, in the baseline, of the operations that no other service calls. */
export function usualRequestMs(traces: TraceActivity, split: Split): number {
  const called = new Set(traces.links.map((link) => `${link.calleeService}\u0000${link.calleeOperation}`))
  let totalMs = 0
  let count = 0
  for (const { service, operation, calls, durationMs } of traces.operations) {
    if (called.has(`${service}\u0000${operation}`)) continue
    totalMs += rangeSum(durationMs, split.from, split.onset)
    count += rangeSum(calls, split.from, split.onset)
  }
  return count === 0 ? REQUEST_MS_DEFAULT : totalMs / count
}

/** The bucket in which a histogram reaches this share of its counts. */
export function quantileBucket(histogram: readonly number[], quantile: number): number {
  const target = sumOf(histogram) * quantile
  let reached = 0
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    reached += histogram[bucket] ?? 0
    if (reached >= target) return bucket
  }
  return BUCKETS - 1
}

/** How many lie beyond a bucket. */
export function over(histogram: readonly number[], threshold: number): number {
  let count = 0
  for (let bucket = threshold + 1; bucket < BUCKETS; bucket++) count += histogram[bucket] ?? 0
  return count
}

const LOG_MICROS: readonly number[] = Array.from({ length: BUCKETS }, (_, bucket) => Math.log(bucketMicros(bucket)))

function geometricMeanMs(histogram: readonly number[]): number {
  let logs = 0
  let count = 0
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const n = histogram[bucket] ?? 0
    logs += n * (LOG_MICROS[bucket] ?? 0)
    count += n
  }
  return count === 0 ? 0 : Math.exp(logs / count) / 1_000
}

/** By the middles of the buckets, in milliseconds. */
function meanMs(histogram: readonly number[]): number {
  let total = 0
  let count = 0
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const n = histogram[bucket] ?? 0
    total += n * bucketMicros(bucket)
    count += n
  }
  return count === 0 ? 0 : total / count / 1_000
}

/** Words a duration given in milliseconds. */
export function ms(value: number): string {
  if (value >= 1_000) return `${(value / 1_000).toFixed(2)} s`
  return value >= 10 ? `${value.toFixed(0)} ms` : `${value.toFixed(1)} ms`
}
