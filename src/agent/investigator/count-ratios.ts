/**
 * Counts that keep a fixed ratio in the baseline and lose it in the incident: lines per call of an operation, lines per
 * other line. A service whose calls go on while a line of each call is gone has changed, whatever the load does.
 */
import type { TraceActivity } from '../../telemetry/aggregates/types.ts'
import type { Finding } from './findings.ts'
import { clip } from './log-changes.ts'
import type { LogView, StemActivity } from './log-view.ts'
import { baselineBlocks, intervalStartMs, rangeSum, type Split, strongestChange } from './split.ts'
import { rateLlr, ratioDispersion } from './stats.ts'

/** A ratio is believed when both counts were seen this often in the baseline. */
const OCCASIONS_MIN = 8
/** Scatter (variance over Poisson variance, shrunk) up to which two counts are taken for coupled. */
const COUPLED_MAX = 1.15
const STRENGTH_MIN = 0.5
const SEVERITY_ERROR = 17

interface Reference {
  readonly name: string
  readonly counts: readonly number[]
}

export function countRatioFindings(
  view: LogView,
  traces: TraceActivity | null,
  split: Split,
  queries: readonly string[],
): Finding[] {
  const references = new Map<string, Reference[]>()
  for (const operation of traces?.operations ?? []) {
    const list = references.get(operation.service) ?? []
    list.push({ name: operation.operation, counts: operation.calls })
    references.set(operation.service, list)
  }
  const findings: Finding[] = []
  for (const stem of view.stems) {
    const candidates = references.get(stem.service)
    if (candidates === undefined) continue
    const finding = brokenRatio(stem, candidates, split, queries)
    if (finding !== null) findings.push(finding)
  }
  return findings
}

function brokenRatio(
  stem: StemActivity,
  candidates: readonly Reference[],
  split: Split,
  queries: readonly string[],
): Finding | null {
  const before = rangeSum(stem.counts, split.from, split.onset)
  if (before < OCCASIONS_MIN) return null
  const blocks = baselineBlocks(stem.counts, split)
  let reference: Reference | null = null
  let scatter = COUPLED_MAX
  let referenceTotal = 0
  for (const candidate of candidates) {
    const total = rangeSum(candidate.counts, split.from, split.onset)
    if (total < OCCASIONS_MIN || total > before * 4) continue
    const value = ratioScatter(blocks, baselineBlocks(candidate.counts, split))
    // Of equally good partners the one nearest in number is the plainest.
    const isNearer = Math.abs(total - before) < Math.abs(referenceTotal - before)
    if (value < scatter - 1e-9 || (value <= scatter + 1e-9 && reference !== null && isNearer)) {
      scatter = value
      reference = candidate
      referenceTotal = total
    }
  }
  if (reference === null) return null
  const change = strongestChange(stem.counts, reference.counts, split, rateLlr)
  const ratio1 = change.k1 / change.n1
  const ratio2 = change.n2 > 0 ? change.k2 / change.n2 : ratio1
  const isFewer = ratio2 < ratio1
  const isError = stem.severity >= SEVERITY_ERROR
  // Missing lines and more errors are symptoms; more of a usual line is a change of requests, fewer errors are none.
  const weight = isFewer ? (isError ? 0 : 1) : isError ? 1 : 0.3
  const strength = (change.llr / ratioDispersion(blocks, baselineBlocks(reference.counts, split))) * weight
  if (strength < STRENGTH_MIN) return null
  return {
    kind: isFewer ? 'log_missing' : 'log_rate',
    service: stem.service,
    subject: stem.template,
    strength,
    onsetMs: intervalStartMs(split.grid, change.at),
    text: `"${clip(stem.template)}" was logged ${change.k2} times in ${change.n2} calls of ${reference.name}, before the incident ${change.k1} in ${change.n1}`,
    peer: null,
    reach: 'caller',
    queries,
    selector: { kind: 'log_shapes', service: stem.service, shapes: stem.shapes },
  }
}

/** Variance of the ratio over what counting alone would give, with no prior: coupled counts are often exact multiples. */
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
  return blocks > 1 ? chiSquare / (blocks - 1) : Number.POSITIVE_INFINITY
}
