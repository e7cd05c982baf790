/**
 * Root-cause analysis from logs alone. A line pattern whose rate rose and stayed up is evidence against the service
 * that wrote it; when its text names another service ("timeout calling inventory"), it is evidence against that one,
 * because callers of a broken service complain about it, often louder than the service itself.
 */

import type { LogPattern, LogPatternsResult } from '../../telemetry/port.ts'
import { likelihoodRatio } from '../tools/compare-log-patterns.ts'
import { passOn } from './blame-chain.ts'
import type { Candidate, Finding, Hypothesis, Outcome, TellingRecord } from './finding.ts'

/** Chi-square value of p = 1e-5 at one degree of freedom: hundreds of patterns times dozens of split points are tried. */
const SIGNIFICANT = 19.5
/** Share of an evidence that stays with the writer when its text names another service. */
const COMPLAINT_SHARE = 0.15
/** A burst counts as over when its rate in the last fifth of the time since its onset fell below this share of the peak rate. */
const PERSISTENCE_MIN = 0.25

export interface LogAnalysisInput {
  readonly patterns: LogPatternsResult
  readonly fromMs: number
  readonly toMs: number
  readonly intervalMs: number
  /** The moment the question names, as the likely onset. */
  readonly aroundMs: number | null
  readonly services: readonly string[]
}

interface Shift {
  readonly pattern: LogPattern
  readonly onsetMs: number
  readonly before: number
  readonly after: number
  readonly strength: number
  readonly persists: boolean
  readonly blames: string | null
}

export function analyseLogs(input: LogAnalysisInput): Finding {
  const shifts = input.patterns.patterns.flatMap((pattern) => shiftOf(pattern, input))
  const recordsScanned = input.patterns.work.recordsScanned
  const notCovered: string[] = []
  if (input.patterns.work.partial.length > 0)
    notCovered.push(`The logs were read in part only (${input.patterns.work.partial.join(', ')}).`)
  const empty = {
    baseline: null,
    candidates: [],
    hypotheses: [],
    telling: [],
    notCovered,
    recordsScanned,
    onsetMs: null,
  }
  if (input.patterns.total === 0) return { ...empty, outcome: 'no_data' }
  const bad = shifts.filter((shift) => shift.persists)
  const used = bad.length > 0 ? bad : shifts
  if (used.length === 0) return { ...empty, outcome: 'no_anomaly' }
  const candidates = candidatesOf(used)
  const best = candidates[0]
  if (!best) return { ...empty, outcome: 'no_anomaly' }
  const onsetMs = Math.min(...used.filter((shift) => concerns(shift, best.service)).map((shift) => shift.onsetMs))
  return {
    outcome: outcomeOf(candidates),
    onsetMs,
    baseline: { fromMs: input.fromMs, toMs: onsetMs },
    candidates,
    hypotheses: hypothesesOf(candidates, shifts),
    notCovered,
    telling: tellingOf(used, best.service),
    recordsScanned,
  }
}

function severityWeight(pattern: LogPattern): number {
  const weights = { fatal: 1.2, error: 1, warn: 0.7, info: 0.05, debug: 0.02, trace: 0.02, unspecified: 0.3 }
  return weights[pattern.severity]
}

/** The split of the window at which the pattern's rate rose most, when it rose significantly. */
function shiftOf(pattern: LogPattern, input: LogAnalysisInput): Shift[] {
  if (severityWeight(pattern) < 0.1) return []
  const spanMs = input.toMs - input.fromMs
  let best = { onsetMs: 0, before: 0, after: 0, strength: 0 }
  let before = 0
  for (const [startMs, count] of pattern.counts) {
    const onsetMs = Math.max(startMs, input.fromMs)
    const share = (onsetMs - input.fromMs) / spanMs
    const isNearQuestion =
      input.aroundMs === null || Math.abs(onsetMs - input.aroundMs) < Math.max(spanMs / 3, 2 * input.intervalMs)
    if (share > 0.02 && isNearQuestion) {
      const after = pattern.count - before
      const isRise = after / (1 - share) > before / share
      const strength = isRise ? likelihoodRatio(before, after, (1 - share) / share) : 0
      if (strength > best.strength) best = { onsetMs, before, after, strength }
    }
    before += count
  }
  if (best.strength < SIGNIFICANT) return []
  return [
    {
      pattern,
      ...best,
      persists: persistsAfter(pattern, best.onsetMs, input),
      blames: blameOf(pattern, input.services),
    },
  ]
}

function persistsAfter(pattern: LogPattern, onsetMs: number, input: LogAnalysisInput): boolean {
  const tailFromMs = input.toMs - (input.toMs - onsetMs) / 5
  const rates = pattern.counts.filter(([startMs]) => startMs >= onsetMs)
  const tail = rates
    .filter(([startMs]) => startMs + input.intervalMs > tailFromMs)
    .reduce((sum, [, count]) => sum + count, 0)
  const tailRate = tail / Math.max(input.intervalMs, input.toMs - tailFromMs)
  const meanRate = rates.reduce((sum, [, count]) => sum + count, 0) / Math.max(input.intervalMs, input.toMs - onsetMs)
  return tailRate >= meanRate * PERSISTENCE_MIN
}

/** The other service a line names, the longest name first ("inventory" is enough for "inventory-service"). */
function blameOf(pattern: LogPattern, services: readonly string[]): string | null {
  const text = ` ${pattern.template} ${pattern.example.body} `.toLowerCase()
  const names = services
    .filter((service) => service !== pattern.service)
    .flatMap((service) => {
      const stem = service.toLowerCase().replace(/[-_.]?(?:service|svc|api|server|app|worker)$/, '')
      return stem.length >= 4 && stem !== service.toLowerCase()
        ? [
            { service, name: service.toLowerCase() },
            { service, name: stem },
          ]
        : [{ service, name: service.toLowerCase() }]
    })
    .sort((a, b) => b.name.length - a.name.length)
  return names.find(({ name }) => isWord(text, name))?.service ?? null
}

function isWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z0-9]/.test(text[at - 1] ?? ' ') && !/[a-z0-9]/.test(text[at + word.length] ?? ' ')) return true
  }
  return false
}

function concerns(shift: Shift, service: string): boolean {
  return shift.blames === service || (shift.pattern.service === service && shift.blames === null)
}

function candidatesOf(shifts: readonly Shift[]): Candidate[] {
  const weights = new Map<string, number>()
  const add = (service: string, weight: number): void => {
    weights.set(service, (weights.get(service) ?? 0) + weight)
  }
  for (const shift of shifts) {
    const weight = Math.log1p(shift.strength) * severityWeight(shift.pattern)
    if (shift.blames === null) add(shift.pattern.service, weight)
    else {
      add(shift.blames, weight)
      add(shift.pattern.service, weight * COMPLAINT_SHARE)
    }
  }
  passOn(weights, shifts)
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  return [...weights]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, 10)
    .flatMap(([service, weight]) => candidateOf(service, weight / total, shifts))
}

function candidateOf(service: string, score: number, shifts: readonly Shift[]): Candidate[] {
  const own = shifts.filter((shift) => shift.pattern.service === service)
  const complaints = shifts.filter((shift) => shift.blames === service)
  const all = [...new Set([...own, ...complaints])].sort((a, b) => b.strength - a.strength)
  if (all.length === 0) return []
  const callers = new Set(complaints.map((shift) => shift.pattern.service))
  const complaintCount = complaints.reduce((sum, shift) => sum + shift.after, 0)
  const ownCount = own.reduce((sum, shift) => sum + shift.after, 0)
  const parts: string[] = []
  if (own.length > 0) parts.push(`${ownCount} records of ${own.length} new or risen patterns of its own`)
  if (callers.size > 0) parts.push(`${complaintCount} records of ${callers.size} other services name it`)
  return [
    {
      service,
      score: Math.round(score * 1000) / 1000,
      reason: parts.join('; '),
      firstSeenMs: Math.min(...all.map((shift) => shift.onsetMs)),
      observations: all.slice(0, 5).map(observationOf),
      named: { records: complaintCount, services: callers.size },
    },
  ]
}

function observationOf({ pattern, before, after, onsetMs }: Shift): string {
  return `${pattern.service} (${pattern.severity}): "${pattern.template.slice(0, 160)}" ${before} → ${after} since ${new Date(onsetMs).toISOString()}`
}

function outcomeOf(candidates: readonly Candidate[]): Outcome {
  const first = candidates[0]?.score ?? 0
  const second = candidates[1]?.score ?? 0
  // Logs alone never identify beyond doubt; a clear lead is probable, a close race is not.
  return first >= 1.5 * second ? 'probable' : 'inconclusive'
}

function hypothesesOf(candidates: readonly Candidate[], shifts: readonly Shift[]): Hypothesis[] {
  return candidates.slice(0, 3).map((candidate, index) => {
    const isCaller = shifts.some((shift) => shift.pattern.service === candidate.service && shift.blames !== null)
    return {
      statement: `${candidate.service} is the origin`,
      state: index === 0 ? 'supported' : isCaller ? 'rejected' : 'weakened',
      because: isCaller && index > 0 ? 'its new lines name another service as the one that fails' : candidate.reason,
    }
  })
}

function tellingOf(shifts: readonly Shift[], service: string): TellingRecord[] {
  return [...shifts]
    .sort((a, b) => Number(concerns(b, service)) - Number(concerns(a, service)) || b.strength - a.strength)
    .slice(0, 3)
    .map(({ pattern }) => ({
      id: pattern.example.id,
      service: pattern.service,
      severity: pattern.severity,
      body: pattern.example.body.slice(0, 500),
    }))
}
