/**
 * Finds lost packets: of the calls into or out of one service some wait until a packet is sent again, and all others are as
 * fast as ever. The mean of an edge hardly moves, and each edge has few such calls. So the calls beyond a bound that calm
 * ones hardly pass are counted over all edges of a service, and compared with what the whole project's past shows of them.
 */
import { BUCKETS, bucketMicros, histogramOf } from '../../telemetry/index.ts'
import type { Blamed, BlamedEdge } from './edge-blame.ts'
import { combinedStrengthOf, type Finding } from './findings.ts'
import { type CallEdge, ms, over, quantileBucket, slowByInterval, visibilityOf } from './latency.ts'
import { AFFECTED_MIN } from './signs.ts'
import { intervalStartMs, type Split } from './split.ts'
import { binomialLlr, clusteringOf, sumOf } from './stats.ts'

/** TCP sends again after 200 ms at the earliest; half of it leaves room for calls that were under way. */
const WAIT_MIN_MS = 100
const WAIT_MIN_BUCKET = Array.from({ length: BUCKETS }, (_, bucket) => bucketMicros(bucket)).findIndex(
  (micros) => micros >= WAIT_MIN_MS * 1_000,
)
/** Of calm calls one in a hundred lies beyond the bound of its edge. */
const BOUND_QUANTILE = 0.99
/** Edges whose middle is at most a factor of two away are alike, and count as this many calls of an edge's past. */
const ALIKE_BUCKETS = 2
const ALIKE_CALLS = 20
/** Fewer calls than this say nothing of what is usual on an edge, or on all edges of a service. */
const EDGE_CALLS_MIN = 3
const CALLS_MIN = 20
/** One or two slow calls happen. */
const SLOW_MIN = 3
/** The project's rate counts as this many calls of a service's past: of so many calm ones less than one is slow. */
const PAST_CALLS = 200
/** Before a project has shown any calls: one slow one in a hundred of fifty. */
const PRIOR_CALLS = 50
const PRIOR_SLOW = 0.5
/** Calls that lost no packet are as fast as ever: their middle moves by less than half as much again (one bucket). */
const BODY_BUCKETS = 1
/** Where more calls than this share are slow, the edge is slow as a whole. */
const LOST_SHARE_MAX = 0.5
/** Nats for choosing between calls into a service, out of it, and both. */
const WAY_PRICE = 1
/** A loss without anything to compare it with is slightly more often on the callee's side, as with slow edges. */
const CALLEE_ODDS = 1.5
/** The most that a difference of evidence says about which end it is: as three slow peers do. */
const ENDS_NATS_MAX = Math.log(64)
/** Ends that are less likely to blame, and findings that say less than this, are not reported. */
const SHARE_MIN = 0.15
const STRENGTH_MIN = 0.5
/** What each further slow edge adds to the first, where their own slow-downs are compared with the share of them all. */
const FURTHER = 0.6

type Way = 'into' | 'out of' | 'into and out of'

/** An edge with its calls before and since the onset, and those of them beyond its bound. */
interface Counted extends CallEdge {
  readonly bound: number
  readonly n1: number
  readonly k1: number
  /** A bound that was the slowest call of the past is passed by one of as many calls again: less than one, else 0. */
  readonly passed: number
  readonly n2: number
  readonly k2: number
  /** Sum over the slow calls since the onset. */
  readonly waitedMs: number
}

/** The calls of one service of which a larger share is slow. */
export interface SlowShare {
  readonly service: string
  readonly way: Way
  /** In nats, before it is shared with the other ends of the same calls. */
  readonly gain: number
  /** How likely this service is to blame among the ends of these calls, 0..1. */
  readonly blame: number
  readonly edges: readonly Counted[]
  readonly n1: number
  readonly k1: number
  readonly n2: number
  readonly k2: number
  readonly waitedMs: number
}

/** Services with more slow calls than the project's past explains, strongest first. @param requestMs of a usual request. */
export function slowShares(edges: readonly CallEdge[], split: Split, requestMs: number): SlowShare[] {
  const counted = countedEdges(edges, split)
  if (!counted.some(({ k2 }) => k2 > 0)) return []
  const rate = (PRIOR_SLOW + sumOf(counted.map(({ k1 }) => k1))) / (PRIOR_CALLS + sumOf(counted.map(({ n1 }) => n1)))
  const past = slowByInterval(counted, split.from, split.onset)
  const scatter = clusteringOf(past.slow, past.totals)
  const into = Map.groupBy(counted, ({ callee }) => callee)
  const outOf = Map.groupBy(counted, ({ caller }) => caller)
  const found = [...new Set([...into.keys(), ...outOf.keys()])].flatMap((service) => {
    const ways: [Way, readonly Counted[]][] = [
      ['into', into.get(service) ?? []],
      ['out of', outOf.get(service) ?? []],
    ]
    ways.push(['into and out of', ways.flatMap(([, own]) => own)])
    const shares = ways.map(([way, own]) => shareOf(service, way, own, { rate, scatter, split, requestMs }))
    const best = shares.reduce((a, b) => (b !== null && (a === null || b.gain > a.gain) ? b : a), null)
    return best ?? []
  })
  return withBlame(found).toSorted((a, b) => b.gain - a.gain || a.service.localeCompare(b.service))
}

function countedEdges(edges: readonly CallEdge[], { from, onset, to }: Split): Counted[] {
  const pasts = edges.flatMap((edge) => {
    const before = histogramOf(edge.cells, from, onset)
    const n1 = sumOf(before)
    return n1 < EDGE_CALLS_MIN ? [] : [{ edge, before, n1, middle: quantileBucket(before, 0.5) }]
  })
  const alike = alikeHistograms(pasts)
  return pasts.flatMap(({ edge, before, n1, middle }) => {
    const others = alike[middle] ?? []
    const weight = ALIKE_CALLS / sumOf(others)
    const own = quantileBucket(
      before.map((count, bucket) => count + weight * (others[bucket] ?? 0)),
      BOUND_QUANTILE,
    )
    const bound = Math.max(WAIT_MIN_BUCKET, own)
    const after = histogramOf(edge.cells, onset, to)
    const n2 = sumOf(after)
    const k2 = over(after, bound)
    if (k2 > LOST_SHARE_MAX * n2 || meanBucket(after, bound) - meanBucket(before, bound) > BODY_BUCKETS) return []
    let waitedMs = 0
    for (let bucket = bound + 1; bucket < BUCKETS; bucket++) {
      waitedMs += ((after[bucket] ?? 0) * bucketMicros(bucket)) / 1_000
    }
    const passed = own < WAIT_MIN_BUCKET ? 0 : n1 / (n1 + ALIKE_CALLS)
    return [{ ...edge, bound, n1, k1: over(before, bound), passed, n2, k2, waitedMs }]
  })
}

/** For each bucket the past of all edges whose middle lies near it. */
function alikeHistograms(
  pasts: readonly { readonly before: readonly number[]; readonly middle: number }[],
): number[][] {
  const histograms: number[][] = []
  for (const { before, middle } of pasts) {
    for (let at = Math.max(0, middle - ALIKE_BUCKETS); at <= middle + ALIKE_BUCKETS; at++) {
      const histogram = histograms[at] ?? new Array<number>(BUCKETS).fill(0)
      histograms[at] = histogram
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        histogram[bucket] = (histogram[bucket] ?? 0) + (before[bucket] ?? 0)
      }
    }
  }
  return histograms
}

/** On average, of what does not lie beyond the bound; 0 of nothing. */
function meanBucket(histogram: readonly number[], bound: number): number {
  let total = 0
  let count = 0
  for (let bucket = 0; bucket <= bound; bucket++) {
    total += bucket * (histogram[bucket] ?? 0)
    count += histogram[bucket] ?? 0
  }
  return count === 0 ? 0 : total / count
}

/** A fault lasts: its slow calls come in all quarters of the time since the onset. */
const QUARTERS = 4

function inQuarters(series: readonly number[]): number[] {
  const quarters = new Array<number>(QUARTERS).fill(0)
  series.forEach((count, i) => {
    const at = Math.floor((i * QUARTERS) / series.length)
    quarters[at] = (quarters[at] ?? 0) + count
  })
  return quarters
}

interface Usual {
  /** Of all calls of the project's past, the share that is slow, and in what clusters they came. */
  readonly rate: number
  readonly scatter: number
  readonly split: Split
  readonly requestMs: number
}

function shareOf(
  service: string,
  way: Way,
  edges: readonly Counted[],
  { rate, scatter, split, requestMs }: Usual,
): SlowShare | null {
  const total = (key: 'n1' | 'k1' | 'passed' | 'n2' | 'k2' | 'waitedMs'): number =>
    sumOf(edges.map((edge) => edge[key]))
  const [n1, k1, n2, k2, waitedMs] = [total('n1'), total('k1'), total('n2'), total('k2'), total('waitedMs')]
  if (n1 < CALLS_MIN || k2 < SLOW_MIN) return null
  const usual = k1 + total('passed') + PAST_CALLS * rate
  if (k2 / n2 <= usual / (n1 + PAST_CALLS)) return null
  const llr = binomialLlr(usual, n1 + PAST_CALLS, k2, n2) - (way === 'into and out of' ? WAY_PRICE : 0)
  if (llr < AFFECTED_MIN) return null
  // One stall of a service makes all its calls of that moment wait, and passes: it happened once.
  const since = slowByInterval(edges, split.onset, split.to)
  const clusters = Math.max(
    scatter,
    clusteringOf(since.slow, since.totals),
    clusteringOf(inQuarters(since.slow), inQuarters(since.totals)),
  )
  const gain = (llr / clusters) * visibilityOf(waitedMs / k2, requestMs)
  return gain < AFFECTED_MIN ? null : { service, way, gain, blame: 1, edges, n1, k1, n2, k2, waitedMs }
}

/** The ends of the same slow calls share the blame by what all calls of each of them show. */
function withBlame(shares: readonly SlowShare[]): SlowShare[] {
  const byService = new Map(shares.map((share) => [share.service, share]))
  return shares.map((share) => {
    const peers = new Set(
      share.edges.filter(({ k2 }) => k2 > 0).map(({ caller, callee }) => (caller === share.service ? callee : caller)),
    )
    let others = 0
    for (const peer of peers) {
      const rival = byService.get(peer)
      if (rival === undefined) continue
      const nats = Math.max(-ENDS_NATS_MAX, Math.min(ENDS_NATS_MAX, rival.gain - share.gain))
      others += Math.exp(nats) * (oddsOf(rival.way) / oddsOf(share.way))
    }
    return { ...share, blame: 1 / (1 + others) }
  })
}

function oddsOf(way: Way): number {
  return way === 'out of' ? 1 : CALLEE_ODDS
}

/**
 * What calls that became slow as a whole, and shares of slow calls, tell of the same edges is told by the clearer one. Shares
 * of ends that are hardly to blame are left out.
 */
export function toldOnce(
  blamed: readonly BlamedEdge[],
  shares: readonly SlowShare[],
): { readonly blamed: readonly BlamedEdge[]; readonly shares: readonly SlowShare[] } {
  const into = Map.groupBy(blamed, ({ edge }) => edge.callee)
  const outOf = Map.groupBy(blamed, ({ edge }) => edge.caller)
  const isClearer = ({ service, way, gain }: SlowShare): boolean => {
    const slowed = [
      ...(way === 'out of' ? [] : (into.get(service) ?? [])),
      ...(way === 'into' ? [] : (outOf.get(service) ?? [])),
    ]
    const strengths = slowed.map(({ edge }) => edge.strength)
    return combinedStrengthOf(strengths, FURTHER) <= gain
  }
  const likely = shares.filter(({ blame }) => blame >= SHARE_MIN)
  const slowAsAWhole = new Set(likely.filter((share) => !isClearer(share)).flatMap(slowKeysOf))
  const isOther = ({ edges, k2 }: SlowShare): boolean =>
    sumOf(edges.map((edge) => (slowAsAWhole.has(keyOf(edge)) ? edge.k2 : 0))) < k2 / 2
  const kept = likely.filter((share) => isClearer(share) && isOther(share))
  const told = new Set(kept.flatMap(slowKeysOf)).difference(slowAsAWhole)
  return { blamed: blamed.filter(({ edge }) => !told.has(keyOf(edge))), shares: kept }
}

/** The edges on which some calls are slow. */
function slowKeysOf({ edges }: SlowShare): string[] {
  return edges.flatMap((edge) => (edge.k2 > 0 ? [keyOf(edge)] : []))
}

function keyOf(edge: Omit<CallEdge, 'cells'>): string {
  return `${edge.caller}\u0000${edge.callerOperation}\u0000${edge.callee}\u0000${edge.calleeOperation}`
}

/** Whose own time the waiting is in, where no client span measures it. */
export function blamedOn(shares: readonly SlowShare[]): Blamed[] {
  return shares.flatMap(({ service, blame, edges }) =>
    edges.flatMap((edge) => (edge.k2 > 0 && edge.callee === service ? [{ edge, calleeShare: blame }] : [])),
  )
}

/** One finding for each service that is likely enough to blame. */
export function shareFindings(shares: readonly SlowShare[], split: Split, query: string): Finding[] {
  return shares.flatMap((share): Finding[] => {
    const { service, way, gain, blame, edges, n1, k1, n2, k2, waitedMs } = share
    const [slowest] = edges.toSorted((a, b) => b.k2 - a.k2)
    if (slowest === undefined || gain * blame < STRENGTH_MIN) return []
    const { caller, callerOperation, bound } = slowest
    return [
      {
        kind: 'edge_time',
        service,
        subject: `calls ${way} ${service}`,
        strength: gain * blame,
        onsetMs: intervalStartMs(split.grid, split.onset),
        text: `${k2} of ${n2} calls ${way} ${service} waited ${ms(waitedMs / k2)} on the way, before the incident ${k1} of ${n1} so long; the others are as fast as before`,
        peer: null,
        reach: 'own',
        slowing: { afterMs: waitedMs / k2, addedMs: waitedMs * blame },
        queries: [query],
        selector: {
          kind: 'slow_spans',
          service: caller,
          operation: callerOperation,
          slowerThanMs: bucketMicros(bound) / 1_000,
        },
      },
    ]
  })
}
