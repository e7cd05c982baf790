/** Finds lines that are new or more frequent, whatever they follow; above all errors. */

import type { Finding } from './findings.ts'
import { clip, isMostlyUnlinked, SEVERITY_ERROR } from './log-changes.ts'
import { type LogView, SEVERITY_WARN, type StemActivity } from './log-view.ts'
import { EITHER, HARDLY, SYMPTOM } from './signs.ts'
import { baselineBlocks, intervalStartMs, rangeSum, type Split, strongestChange } from './split.ts'
import { rateLlr, ratioDispersion } from './stats.ts'

/** The more severe a new line is, the more it says. A new harmless line comes from a deployment or a rare request. */
const WEIGHTS = { error: SYMPTOM, warn: EITHER, other: HARDLY, known: EITHER } as const
/** A burst that ends while the incident goes on counts at least this much. */
const PERSISTENCE_MIN = 0.3
const PERSISTENCE_BLOCKS = 8
const UNLINKED_WEIGHT = 0.4
/** Lines that occurred fewer times than this after the onset may come from any cause. */
const OCCASIONS_MIN = 3
const STRENGTH_MIN = 1

/** Finds log lines that are new or much more frequent. */
export function logNewsFindings(view: LogView, split: Split, query: string): Finding[] {
  return view.stems.flatMap((stem) => newsOf(stem, view, split, query) ?? [])
}

/**
 * Compared with the service's ordinary lines, so that more traffic alone does not count as a change. Not with its other
 * warnings: one trouble is told by several lines, and a service that writes of trouble only would have nothing but news.
 */
export function newsOf(stem: StemActivity, view: LogView, split: Split, query: string): Finding | null {
  if (!mayBeNews(stem, split)) return null
  const isOrdinary = stem.severity < SEVERITY_WARN
  const ordinary = view.ordinary.get(stem.service) ?? []
  const others = stem.counts.map((count, i) => (ordinary[i] ?? 0) - (isOrdinary ? count : 0) + 0.5)
  const change = strongestChange(stem.counts, others, split, rateLlr)
  if (change.k2 < OCCASIONS_MIN || change.k2 / change.n2 <= (1.5 * change.k1) / change.n1) return null
  const isNew = change.k1 === 0
  const isError = stem.severity >= SEVERITY_ERROR
  if (!isNew && !isError) return null
  const gravity = isError ? WEIGHTS.error : stem.severity >= SEVERITY_WARN ? WEIGHTS.warn : WEIGHTS.other
  const scatter = isNew ? 1 : ratioDispersion(baselineBlocks(stem.counts, split), baselineBlocks(others, split))
  const strength =
    (change.llr / scatter) *
    gravity *
    (isNew ? 1 : WEIGHTS.known) *
    persistence(stem, change.at, split) *
    linkWeight(stem, view)
  if (strength < STRENGTH_MIN) return null
  return {
    kind: 'log_new',
    service: stem.service,
    subject: stem.template,
    strength,
    onsetMs: intervalStartMs(split.grid, change.at),
    text: `"${clip(stem.shown)}" was logged ${change.k2} times, before the incident ${change.k1} times`,
    peer: null,
    reach: 'callee',
    isError,
    queries: [query],
    selector: { kind: 'log_shapes', service: stem.service, shapes: stem.shapes },
  }
}

/** Whether a line is an error or new, and came often enough. Most lines are neither, and need no comparison. */
function mayBeNews({ counts, severity }: StemActivity, { from, onset, to }: Split): boolean {
  const isKnown = severity < SEVERITY_ERROR && rangeSum(counts, from, onset) > 0
  return !isKnown && rangeSum(counts, onset, to) >= OCCASIONS_MIN
}

/** If requests carry ids, a line without an id was not written for a request. */
function linkWeight(stem: StemActivity, view: LogView): number {
  return view.contexts !== 'stream' && isMostlyUnlinked(stem) ? UNLINKED_WEIGHT : 1
}

/** The share of the incident's blocks in which the line appears, relative to an even spread. */
function persistence(stem: StemActivity, from: number, split: Split): number {
  const length = split.to - from
  const blocks = Math.min(PERSISTENCE_BLOCKS, length)
  let occupied = 0
  let total = 0
  for (let b = 0; b < blocks; b++) {
    const count = rangeSum(
      stem.counts,
      from + Math.floor((b * length) / blocks),
      from + Math.floor(((b + 1) * length) / blocks),
    )
    if (count > 0) occupied++
    total += count
  }
  const even = blocks * (1 - (1 - 1 / blocks) ** total)
  return even <= 0 ? 1 : Math.max(PERSISTENCE_MIN, Math.min(1, occupied / even))
}
