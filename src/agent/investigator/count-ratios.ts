/**
 * Counts that keep a fixed ratio in the baseline and lose it in the incident: lines per call of an operation, or lines
 * per other line. If a service's calls go on while a line that every call logged is gone, then the service changed,
 * whatever the load does.
 */

import type { TraceActivity } from '../../telemetry/index.ts'
import type { Finding } from './findings.ts'
import { clip } from './log-changes.ts'
import { type LogView, SEVERITY_WARN, type StemActivity } from './log-view.ts'
import { incidentClustering, keepsPace, OTHER_TOLERANCE } from './rules.ts'
import { HARDLY, SYMPTOM } from './signs.ts'
import { baselineBlocks, type Change, intervalStartMs, rangeSum, type Split, strongestChange } from './split.ts'
import { binomialLlr, rateLlr } from './stats.ts'

/** A ratio is trusted if both counts were seen this often in the baseline. */
const OCCASIONS_MIN = 8
/**
 * Two counts are coupled if their scatter (variance over Poisson variance, shrunk) is at most this. Counts that merely
 * follow the same load scatter by 1 or more. Below a half, one is a consequence of the other.
 */
const COUPLED_MAX = 0.5
/**
 * Blocks are short: coupled events happen within a second of each other, events that merely have the same rate do not.
 */
const COUPLING_BLOCKS = 24
const STRENGTH_MIN = 0.5
/** Partners that scatter up to this factor more than the best one are compared as well. */
const NEARLY_BEST = 1.5
/** Exact couplings scatter less than counting would. After eight blocks without any scatter, a tenth remains. */
const SCATTER_MIN = 0.1
/**
 * Missing lines and more errors are symptoms. More lines of a usual kind mean that requests changed. Fewer errors are
 * no symptom.
 */
const WEIGHTS = { fewer: SYMPTOM, moreErrors: SYMPTOM, more: HARDLY } as const
/**
 * A line that the code ties to its reference comes exactly once, twice, … per occasion, except for a request cut by the
 * boundary. Any other ratio follows from what callers ask for.
 */
const WHOLE_TOLERANCE = 0.03
const LOOSE_WEIGHT = 0.2
const SEVERITY_ERROR = 17

interface Reference {
  readonly name: string
  readonly counts: readonly number[]
}

/** Finds log lines whose count left its fixed ratio to coupled counts. */
export function countRatioFindings(
  view: LogView,
  traces: TraceActivity | null,
  split: Split,
  queries: readonly string[],
): Finding[] {
  const references = new Map<string, Reference[]>()
  for (const operation of traces?.operations ?? []) {
    const list = references.get(operation.service) ?? []
    list.push({ name: `calls of ${operation.operation}`, counts: operation.calls })
    references.set(operation.service, list)
  }
  for (const stem of view.stems) {
    if (stem.severity >= SEVERITY_ERROR) continue
    const list = references.get(stem.service) ?? []
    list.push({ name: `lines "${clip(stem.shown)}"`, counts: stem.counts })
    references.set(stem.service, list)
  }
  const addedBy = new Map<string, readonly (readonly number[])[]>()
  const findings: Finding[] = []
  for (const stem of view.stems) {
    const candidates = references.get(stem.service)
    if (candidates === undefined) continue
    const added = addedBy.get(stem.service) ?? addedLines(view, stem.service, split)
    addedBy.set(stem.service, added)
    const finding = brokenRatio(stem, candidates, added, split, queries)
    if (finding !== null) findings.push(finding)
  }
  return findings
}

interface Coupling extends Change {
  readonly scatter: number
  readonly reference: Reference
  readonly strength: number
  readonly isFewer: boolean
  readonly isLoose: boolean
}

/**
 * The median over the counts that a stem was coupled to. If the stem itself changed, it leaves its ratio to all of
 * them. If one of them changed (an operation got a second kind of caller), it leaves its ratio to that one only.
 */
function brokenRatio(
  stem: StemActivity,
  candidates: readonly Reference[],
  added: readonly (readonly number[])[],
  split: Split,
  queries: readonly string[],
): Finding | null {
  const before = rangeSum(stem.counts, split.from, split.onset)
  if (before < OCCASIONS_MIN) return null
  const blocks = baselineBlocks(stem.counts, split, COUPLING_BLOCKS)
  const tight: { readonly reference: Reference; readonly scatter: number }[] = []
  for (const reference of candidates) {
    if (reference.counts === stem.counts) continue
    const total = rangeSum(reference.counts, split.from, split.onset)
    if (total < OCCASIONS_MIN || total > before * 4) continue
    const scatter = ratioScatter(blocks, baselineBlocks(reference.counts, split, COUPLING_BLOCKS))
    if (scatter <= COUPLED_MAX) tight.push({ reference, scatter })
  }
  const best = Math.min(...tight.map(({ scatter }) => scatter))
  const couplings = tight
    .filter(({ scatter }) => scatter <= best * NEARLY_BEST)
    .map(({ reference, scatter }) => couplingOf(stem, reference, scatter, split))
    .sort((a, b) => a.strength - b.strength)
  const chosen = couplings[couplings.length >> 1]
  if (chosen === undefined || chosen.strength < STRENGTH_MIN) return null
  const isBesides = chosen.isFewer && cameBesides(chosen, added, split)
  const strength = chosen.isFewer ? withoutTheLast(stem, chosen, split) : chosen.strength
  if (strength < STRENGTH_MIN) return null
  return {
    kind: chosen.isFewer ? 'log_missing' : 'log_rate',
    service: stem.service,
    subject: stem.template,
    strength: strength * (isBesides ? HARDLY : 1),
    onsetMs: intervalStartMs(split.grid, chosen.at),
    text: `"${clip(stem.shown)}" was logged ${chosen.k2} times for ${chosen.n2} ${chosen.reference.name}, before the incident ${chosen.k1} for ${chosen.n1}`,
    peer: null,
    reach: chosen.isLoose || isBesides ? 'caller' : 'callee',
    queries,
    selector: { kind: 'log_shapes', service: stem.service, shapes: stem.shapes },
  }
}

/** What is under way in the last interval is not missing yet: the evidence of the others. */
function withoutTheLast(stem: StemActivity, { reference, scatter, strength }: Coupling, split: Split): number {
  if (split.to - split.onset < 2) return 0
  const before = couplingOf(stem, reference, scatter, { ...split, to: split.to - 1 })
  return before.isFewer ? Math.min(strength, before.strength) : 0
}

/** Harmless lines of a service that came never before the onset. */
function addedLines(view: LogView, service: string, { from, onset, to }: Split): (readonly number[])[] {
  return view.stems.flatMap((stem) => {
    const isAdded =
      stem.service === service && stem.severity < SEVERITY_WARN && rangeSum(stem.counts, from, onset) === 0
    return isAdded && rangeSum(stem.counts, onset, to) > 0 ? [stem.counts] : []
  })
}

/**
 * Whether nothing is missing: the line keeps its own pace, and as many as its reference has too many are of another line
 * that is new. Work of another kind came besides, as of a nightly run.
 */
function cameBesides(change: Coupling, added: readonly (readonly number[])[], { from, onset, to }: Split): boolean {
  const { k1, n1, k2, n2, at } = change
  const usual = (k1 * (to - at)) / Math.max(1, onset - from)
  if (!keepsPace(usual, k2)) return false
  const missing = (n2 * k1) / n1 - k2
  return added.some((counts) => {
    const count = rangeSum(counts, at, to)
    return count >= (1 - OTHER_TOLERANCE) * missing && count <= (1 + OTHER_TOLERANCE) * missing
  })
}

function isWholeMultiple(k: number, n: number): boolean {
  const multiple = Math.max(1, Math.round(k / n))
  return Math.abs(k - multiple * n) <= Math.max(multiple, WHOLE_TOLERANCE * n)
}

function couplingOf(stem: StemActivity, reference: Reference, scatter: number, split: Split): Coupling {
  const change = strongestChange(stem.counts, reference.counts, split, rateLlr)
  const ratio1 = change.k1 / change.n1
  const ratio2 = change.n2 > 0 ? change.k2 / change.n2 : ratio1
  const isFewer = ratio2 < ratio1
  const isError = stem.severity >= SEVERITY_ERROR
  const weight = isFewer ? (isError ? 0 : WEIGHTS.fewer) : isError ? WEIGHTS.moreErrors : WEIGHTS.more
  // Read as "of n occasions, k kept the rule", the evidence cannot exceed the binomial evidence. Where a line comes
  // several times per occasion, a single occasion without it is one.
  const rule = Math.max(1e-9, ratio1)
  const times = Math.max(1, rule)
  const [n1, n2] = [(change.n1 * rule) / times, (change.n2 * rule) / times]
  const bound = binomialLlr(change.k1 / times, n1, Math.min(change.k2 / times, n2), n2)
  const expected = reference.counts.map((count) => count * rule)
  const kept = stem.counts.map((count, i) => Math.min(count, expected[i] ?? 0))
  const clustering = incidentClustering(kept, expected, change, split)
  const llr = isFewer ? Math.min(bound, change.llr / scatter) / clustering : change.llr
  const isLoose = !isWholeMultiple(change.k1, change.n1)
  return { ...change, reference, scatter, strength: llr * weight * (isLoose ? LOOSE_WEIGHT : 1), isFewer, isLoose }
}

/**
 * Variance of the ratio, divided by the variance that counting alone would give: coupled counts are often exact
 * multiples.
 */
function ratioScatter(ks: readonly number[], es: readonly number[]): number {
  let k = 0
  let e = 0
  for (let i = 0; i < ks.length; i++) {
    k += ks[i] ?? 0
    e += es[i] ?? 0
  }
  const ratio = e > 0 ? k / e : 0
  let chiSquare = 0
  let blocks = 0
  for (let i = 0; i < ks.length; i++) {
    const mean = (es[i] ?? 0) * ratio
    if (mean <= 0) {
      if ((ks[i] ?? 0) > 0) return Number.POSITIVE_INFINITY
      continue
    }
    chiSquare += ((ks[i] ?? 0) - mean) ** 2 / mean
    blocks++
  }
  // One pseudo degree of freedom of ordinary counting scatter: three quiet blocks prove less than eight.
  return blocks > 2 ? Math.max(SCATTER_MIN, (chiSquare + 1) / blocks) : Number.POSITIVE_INFINITY
}
