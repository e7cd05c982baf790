/**
 * The entry point: turns a source of aggregates into a ranked result with citations. Deterministic: the same data gives
 * the same result.
 */
import type { ExampleRecord } from '../../telemetry/index.ts'
import type { Material } from './analyse.ts'
import { chartOf } from './chart.ts'
import { cohortEvidence } from './cohort-evidence.ts'
import type { Finding } from './findings.ts'
import type { ServiceGraph } from './graph.ts'
import { candidatesOf, hypothesesOf } from './hypotheses.ts'
import { impactOf } from './impact.ts'
import type { EvidenceItem, Investigation } from './investigation.ts'
import { BASELINE_MIN_MS, judge } from './judgement.ts'
import { LabelledSource } from './labelled-source.ts'
import { type InvestigateInput, lookAround, strongerOf } from './looks.ts'
import { metricChartOf } from './metric-chart.ts'
import { DEFAULT_PARAMETERS } from './parameters.ts'
import { hoursLearnt } from './quiet-profile.ts'
import type { Scored } from './ranking.ts'
import { explained, failureIn, lineOfTrouble } from './reasons.ts'
import type { WindowMs } from './source.ts'
import { stateOf } from './state.ts'
import type { ChangeRecord, OnsetEstimate } from './verdict.ts'
import { noVerdict, verdictOf } from './verdict-of.ts'

/** At most this many records of the strongest finding are shown. */
const EXAMPLES_MAX = 3

export type { InvestigateInput } from './looks.ts'

/**
 * Looks for the cause of an incident in the telemetry of `source`, using the given hints. Throws what the source
 * throws.
 */
export async function investigate(input: InvestigateInput): Promise<Investigation> {
  const source = new LabelledSource(input.source)
  const hintMs = input.incidentStartHint
  const parameters = input.parameters ?? DEFAULT_PARAMETERS
  const looks = await lookAround(source, input, parameters)
  if (!('present' in looks)) return nothing(source, looks.window, looks.lastRecordMs, hintMs, input.changes ?? [])
  const { window, lastRecordMs, present, changes, weighed, looked, metrics: metricLook } = looks
  const quiet = { profile: input.quiet ?? null, nowMs: input.now }
  const seen = strongerOf(looks, hintMs, parameters, quiet)
  const base = { window, lastRecordMs, present, onsetSource: hintMs === null ? 'detected' : 'stated' } as const
  if (seen === null) {
    const notCovered = notCoveredBy(source, looked?.material ?? null, present, null)
    const verdict = { ...noVerdict(notCovered, changes), outcome: 'no_anomaly' } as const
    const empty = nothing(source, window, lastRecordMs, hintMs, changes)
    return { ...empty, ...base, outcome: 'no_anomaly', notCovered, verdict }
  }
  const { outcome, probabilities, anomaly, elsewhere, ...judged } = judge(
    seen.look,
    { ...looks, changes: weighed, isStated: hintMs !== null },
    input.hints ?? [],
    parameters,
  )
  const { onsetMs } = seen
  const origin = outcome === 'no_anomaly' ? undefined : judged.ranked[0]
  const shownFirst = origin?.findings.find(({ selector }) => selector !== null)
  const line = lineOfTrouble(origin)
  const [examples, cohorts, ofLine] = await Promise.all([
    examplesOf(source, shownFirst, window),
    cohortsOf(source, shownFirst, window),
    line === shownFirst ? null : examplesOf(source, line, window),
  ])
  const told =
    origin === undefined || line === undefined ? origin : explained(origin, line, (ofLine ?? examples).records)
  const ranked = told === undefined ? judged.ranked : [told, ...judged.ranked.slice(1)]
  const shown = outcome === 'no_anomaly' ? [] : ranked
  const strongest = shown[0]?.findings[0]
  const material = looked?.material ?? null
  const chart =
    (strongest === undefined || material === null ? null : chartOf(strongest, material)) ??
    (strongest === undefined || metricLook === null ? null : metricChartOf(strongest, metricLook))
  const notCovered = notCoveredBy(source, material, present, seen.look.baselineMs)
  const split = looked?.examination?.split ?? null
  const traces = material?.traces ?? null
  const verdict = verdictOf({
    outcome,
    ranked,
    probabilities,
    anomaly,
    elsewhere,
    onset: onsetEstimate(onsetMs, seen.stepMs, hintMs),
    state: stateOf(chart, onsetMs, lastRecordMs, input.now),
    graph: seen.graph,
    impact: split === null ? null : impactOf(traces?.activity ?? null, split, traces?.query ?? ''),
    changes,
    notSeen: notCovered,
  })
  return {
    ...base,
    verdict,
    outcome,
    confidence: outcome === 'no_anomaly' ? 0 : (probabilities[0] ?? 0),
    quietHours: hoursLearnt(quiet.profile, seen.look.signals, quiet.nowMs),
    baseline: { fromMs: onsetMs - seen.look.baselineMs, toMs: onsetMs },
    counted: seen.countedToMs === null ? null : { fromMs: onsetMs, toMs: seen.countedToMs },
    onsetMs: outcome === 'no_anomaly' ? null : onsetMs,
    // Leads below everyday variation are listed too, with the low probability that they have.
    candidates: candidatesOf(ranked, probabilities, onsetMs).map((candidate) =>
      candidate.rank === 1 ? { ...candidate, evidence: [...candidate.evidence, ...cohorts] } : candidate,
    ),
    hypotheses: hypothesesOf(shown),
    dependencies: dependenciesAmong(shown, seen.graph),
    chart,
    examples: [...examples.records, ...(ofLine?.records ?? [])],
    exampleQueries: [...examples.queries, ...(ofLine?.queries ?? [])],
    failure: failureIn(origin, line, (ofLine ?? examples).records),
    queries: source.asked,
    notCovered,
  }
}

function onsetEstimate(atMs: number, stepMs: number, hintMs: number | null): OnsetEstimate {
  return {
    atMs,
    earliestMs: atMs - stepMs,
    latestMs: atMs + stepMs,
    statedLateMs: hintMs === null ? null : hintMs - atMs,
  }
}

async function examplesOf(
  source: LabelledSource,
  finding: Finding | undefined,
  window: WindowMs,
): Promise<{ records: readonly ExampleRecord[]; queries: string[] }> {
  if (finding === undefined || finding.selector === null) return { records: [], queries: [] }
  const range = { fromMs: Math.max(window.fromMs, finding.onsetMs), toMs: window.toMs }
  const { value, query } = await source.examples(range, finding.selector, EXAMPLES_MAX)
  return { records: value, queries: [query] }
}

/** What the records of the first candidate's strongest finding have in common since it began. */
async function cohortsOf(
  source: LabelledSource,
  finding: Finding | undefined,
  window: WindowMs,
): Promise<readonly EvidenceItem[]> {
  if (finding === undefined || finding.selector === null) return []
  const range = { fromMs: Math.max(window.fromMs, finding.onsetMs), toMs: window.toMs }
  const { value, query } = await source.cohorts(range, finding.selector)
  return cohortEvidence(value, finding.onsetMs, query)
}

function dependenciesAmong(ranked: readonly Scored[], { callees }: ServiceGraph): [string, string][] {
  const services = new Set(ranked.slice(0, 10).map(({ service }) => service))
  return [...services].flatMap((caller) =>
    [...(callees.get(caller) ?? [])]
      .filter((callee) => services.has(callee))
      .map((callee): [string, string] => [caller, callee]),
  )
}

function notCoveredBy(
  source: LabelledSource,
  material: Material | null,
  present: Record<'logs' | 'spans' | 'metrics', number>,
  baselineMs: number | null,
): string[] {
  const missing: string[] = []
  for (const signal of ['logs', 'spans', 'metrics'] as const) {
    if (present[signal] === 0) missing.push(`no ${signal} were received in the window`)
  }
  if (baselineMs === null) missing.push('there were no two periods with telemetry to compare')
  else if (baselineMs < BASELINE_MIN_MS) missing.push('there is no baseline: telemetry begins with the incident')
  const unlisted = material?.logs?.activity.recordsUnlisted ?? 0
  if (unlisted > 0) missing.push(`${unlisted} log lines of rare shapes were not compared`)
  for (const { label, method, partial } of source.asked) {
    if (partial.length > 0) missing.push(`${label} (${method}) was answered in part: ${partial.join(', ')}`)
  }
  return missing
}

function nothing(
  source: LabelledSource,
  window: WindowMs | null,
  lastRecordMs: number | null,
  hintMs: number | null,
  changes: readonly ChangeRecord[],
): Investigation {
  const notCovered = ['no telemetry was received in the window']
  return {
    verdict: noVerdict(notCovered, changes),
    outcome: 'no_data',
    confidence: 0,
    window,
    baseline: null,
    quietHours: 0,
    counted: null,
    onsetMs: null,
    onsetSource: hintMs === null ? 'detected' : 'stated',
    candidates: [],
    hypotheses: [],
    dependencies: [],
    chart: null,
    examples: [],
    exampleQueries: [],
    failure: null,
    queries: source.asked,
    present: { logs: 0, spans: 0, metrics: 0 },
    notCovered,
    lastRecordMs,
  }
}
