/** Finds changes in what services log: lines that no longer follow, lines that newly follow, and new kinds of line. */

import { errorTextIn, type LogContextKind } from '../../telemetry/index.ts'
import { spokenText, withReason } from '../message-text.ts'
import { cameWithErrors, type ErrorCounts } from './error-ties.ts'
import type { Finding } from './findings.ts'
import { type LogView, SEVERITY_WARN, type StemActivity, type StemPair, type Successors } from './log-view.ts'
import { keepsPace, OTHER_TOLERANCE, ruleVerdict } from './rules.ts'
import { EITHER, HARDLY, SYMPTOM } from './signs.ts'
import { type Change, intervalStartMs, rangeSum, type Split, strongestChange } from './split.ts'
import { binomialLlr, ruleStrength } from './stats.ts'

/** OpenTelemetry severity numbers from ERROR upwards. */
export const SEVERITY_ERROR = 17
/** A change of less than half a nat is dropped. */
const STRENGTH_MIN = 0.5

/**
 * How much each kind of changed succession says, relative to a request that ends at a line where none ended before (1).
 */
const WEIGHTS = {
  newError: SYMPTOM,
  moreErrors: SYMPTOM,
  newLine: SYMPTOM,
  endsEarly: SYMPTOM,
  knownLine: EITHER,
  expectedGone: SYMPTOM,
  optionalGone: EITHER,
  /** Fewer errors or early ends are no symptom. */
  improvement: HARDLY,
} as const

/** Requests are interleaved in a stream, so lines become neighbours by chance. */
const CONTEXT_WEIGHTS: Record<LogContextKind, number> = { span: 1, trace: 1, stream: 0.4 }
/** If the share of requests that end at a line with an error falls by this much, they fail no more. */
const RECOVERED_MIN = 0.5
/** A service that a trace visits several times logs less if its caller gives up between two visits. */
const TRACE_END_WEIGHT = 0.3

/** Finds log lines that are followed by other lines than before. */
export function logSequenceFindings(view: LogView, errors: ErrorCounts, split: Split, query: string): Finding[] {
  const findings: Finding[] = []
  const beforeTotals = new Map<StemActivity, number>()
  const bySource = new Map(view.successors.map((source) => [source.prev, source]))
  for (const stem of view.stems) beforeTotals.set(stem, rangeSum(stem.counts, split.from, split.onset))
  for (const source of view.successors) {
    const isNew = (stem: StemActivity): boolean => (beforeTotals.get(stem) ?? 0) === 0
    // The first line of a context shows which requests came, not how the service handled them. Only a new line before
    // the lines that used to be first says something.
    const pairs =
      source.prev === null
        ? source.pairs.filter(({ next }) => next !== null && isNew(next) && leadsToKnown(next, bySource, isNew))
        : source.pairs
    const best = strongestOf(source, pairs, errors, split, isNew)
    if (best !== null) findings.push(toFinding(source, best, split, query, view.contexts))
  }
  return findings
}

/**
 * Whether known lines mostly follow a new one. Then the new line was added to known work and is not a new kind of
 * request.
 */
function leadsToKnown(
  stem: StemActivity,
  bySource: ReadonlyMap<StemActivity | null, Successors>,
  isNew: (stem: StemActivity) => boolean,
): boolean {
  let known = 0
  let total = 0
  for (const { next, counts } of bySource.get(stem)?.pairs ?? []) {
    const count = counts.reduce((sum, value) => sum + value, 0)
    total += count
    if (next !== null && !isNew(next)) known += count
  }
  return known * 2 > total
}

/** Strengths that differ by less than this share are the same one, computed in another order. */
const SAME = 1e-9

interface PairChange {
  readonly pair: StemPair
  readonly strength: number
  readonly k1: number
  readonly n1: number
  readonly k2: number
  readonly n2: number
  readonly at: number
  /** Whether the baseline's rate was a rule of the program. */
  readonly isRule: boolean
}

/** Several pairs show one changed succession (one appears, one vanishes). The strongest stands for it. */
function strongestOf(
  source: Successors,
  pairs: readonly StemPair[],
  errors: ErrorCounts,
  split: Split,
  isNew: (stem: StemActivity) => boolean,
): PairChange | null {
  let best: PairChange | null = null
  const goesOn = endedWithErrors(source, errors, split)
  const known = source.pairs.filter(({ next }) => next === null || !isNew(next))
  const fresh = source.pairs.filter((pair) => isNewAndPlain(pair, isNew))
  for (const pair of pairs) {
    const change = strongestChange(pair.counts, source.total, split, binomialLlr)
    if (change.llr < STRENGTH_MIN) continue
    const p1 = change.k1 / change.n1
    const p2 = change.k2 / change.n2
    const { isRule, scatter } = ruleVerdict(pair.counts, source.total, change, split)
    const isHarmless =
      p2 > p1
        ? (goesOn && isOrdinary(pair)) || (isNewAndPlain(pair, isNew) && goesOnBesides(known, change, split))
        : goesOnBesides([pair], change, split) && takenBy(fresh, change, split)
    const strength =
      ruleStrength(change.llr / scatter, p1, isRule) *
      (isHarmless ? WEIGHTS.improvement : weightOf(pair, p1, p2, isNew))
    // What comes says more to people than what it came instead of; the likelihoods are the same.
    const least = best === null ? STRENGTH_MIN : best.strength * (p2 > p1 ? 1 - SAME : 1 + SAME)
    if (strength >= least) best = { ...change, pair, strength, isRule }
  }
  return best
}

function isNewAndPlain({ next }: StemPair, isNew: (stem: StemActivity) => boolean): boolean {
  return next !== null && next.severity < SEVERITY_WARN && isNew(next)
}

/** So many are expected of what used to follow before it can be said to go on. */
const PACE_MIN = 8

function countIn(pairs: readonly StemPair[], from: number, to: number): number {
  return pairs.reduce((sum, { counts }) => sum + rangeSum(counts, from, to), 0)
}

/** Whether what used to follow goes on at its own pace: then work of another kind came besides, as of a nightly run. */
function goesOnBesides(known: readonly StemPair[], { at }: Change, { from, onset, to }: Split): boolean {
  const usual = (countIn(known, from, onset) * (to - at)) / Math.max(1, onset - from)
  const since = countIn(known, at, to)
  return usual >= PACE_MIN && keepsPace(usual, since)
}

/** Whether new harmless lines follow as often as a known one seems to be missed. */
function takenBy(fresh: readonly StemPair[], { k1, n1, k2, n2, at }: Change, { to }: Split): boolean {
  const missing = (n2 * k1) / n1 - k2
  return countIn(fresh, at, to) >= (1 - OTHER_TOLERANCE) * missing
}

/** Whether requests mostly ended at a line with an error, and mostly go on since: they fail no more. */
function endedWithErrors({ service, pairs, total }: Successors, errors: ErrorCounts, split: Split): boolean {
  const ended = pairs.find(({ next }) => next === null)
  if (ended === undefined || !cameWithErrors(service, ended.counts, errors, split)) return false
  const shareIn = (from: number, to: number): number =>
    rangeSum(ended.counts, from, to) / Math.max(1, rangeSum(total, from, to))
  return shareIn(split.from, split.onset) - shareIn(split.onset, split.to) >= RECOVERED_MIN
}

function isOrdinary({ next }: StemPair): boolean {
  return next !== null && next.severity < SEVERITY_ERROR
}

function weightOf(pair: StemPair, p1: number, p2: number, isNew: (stem: StemActivity) => boolean): number {
  const { next } = pair
  const isError = next !== null && next.severity >= SEVERITY_ERROR
  if (p2 > p1) {
    if (next === null) return WEIGHTS.endsEarly
    if (isError) return isNew(next) ? WEIGHTS.newError : WEIGHTS.moreErrors
    return isNew(next) ? WEIGHTS.newLine : WEIGHTS.knownLine
  }
  if (isError || next === null) return WEIGHTS.improvement
  return p1 >= 0.8 ? WEIGHTS.expectedGone : WEIGHTS.optionalGone
}

function toFinding(
  source: Successors,
  best: PairChange,
  split: Split,
  query: string,
  contexts: LogContextKind,
): Finding {
  const { pair, k1, n1, k2, n2 } = best
  const prev = source.prev === null ? 'the beginning' : `"${clip(source.prev.shown)}"`
  const what = pair.next === null ? 'nothing more of that request' : `"${clip(pair.next.shown)}"`
  const before = `${k1} of ${n1}`
  const after = `${k2} of ${n2}`
  const shown = pair.next ?? source.prev
  const isNewError = pair.next !== null && pair.next.severity >= SEVERITY_ERROR && k1 === 0
  const isUnlinked = [source.prev, pair.next].some((stem) => stem !== null && isMostlyUnlinked(stem))
  const kind = isUnlinked ? 'stream' : contexts
  const weight = CONTEXT_WEIGHTS[kind] * (pair.next === null && contexts === 'trace' ? TRACE_END_WEIGHT : 1)
  return {
    // In a stream, a new error that follows some line is the same new error, seen once more.
    kind: kind === 'stream' && isNewError ? 'log_new' : 'log_sequence',
    service: source.service,
    subject: pair.next?.template ?? `end after ${source.prev?.template ?? ''}`,
    strength: best.strength * weight,
    onsetMs: intervalStartMs(split.grid, best.at),
    text: `after ${prev} came ${what} in ${after} cases, before the incident in ${before}`,
    peer: null,
    reach:
      best.isRule && (kind === 'span' || (kind === 'trace' && pair.next !== null) || isNewError) ? 'callee' : 'caller',
    queries: [query],
    ...(k2 / n2 < k1 / n1 ? { isLess: true } : {}),
    selector: shown === null ? null : { kind: 'log_shapes', service: source.service, shapes: shown.shapes },
  }
}

/** Whether most records of a line belong to no trace. */
export function isMostlyUnlinked(stem: StemActivity): boolean {
  return stem.unlinked * 2 > stem.counts.reduce((sum, count) => sum + count, 0)
}

/** The message of a line's template and why it failed, short enough for a sentence. */
export function clip(template: string): string {
  const text = withReason(spokenText(template), errorTextIn(template))
  return text.length <= 120 ? text : `${text.slice(0, 117)}...`
}
