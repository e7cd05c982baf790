/** The entry point: from a source of aggregates to a ranked, cited result. Deterministic: same data, same answer. */
import type { CoverageOfService, ExampleRecord, Grid } from '../../telemetry/index.ts'
import { WorkPace } from '../../work-pace.ts'
import { type Material, prepare } from './analyse.ts'
import { changesOf } from './change-events.ts'
import { CHANGE_BEFORE_MS } from './changes.ts'
import { chartOf } from './chart.ts'
import { cohortEvidence } from './cohort-evidence.ts'
import type { ServiceGraph } from './graph.ts'
import { candidatesOf, hypothesesOf } from './hypotheses.ts'
import { impactOf } from './impact.ts'
import type { EvidenceItem, Investigation } from './investigation.ts'
import { BASELINE_MIN_MS, judge, type Look, marginOf } from './judgement.ts'
import { LabelledSource } from './labelled-source.ts'
import { metricChartOf } from './metric-chart.ts'
import { lookAtMetrics, type MetricLook, type MetricReadings, readMetricRows } from './metric-look.ts'
import { type Examination, examine } from './onset.ts'
import { DEFAULT_PARAMETERS, type InvestigatorParameters, type ScoreMeaning } from './parameters.ts'
import type { Scored } from './ranking.ts'
import type { InvestigationSource, WindowMs } from './source.ts'
import { intervalStartMs } from './split.ts'
import { stateOf } from './state.ts'
import type { ChangeRecord, OnsetEstimate } from './verdict.ts'
import { noVerdict, verdictOf } from './verdict-of.ts'
import { closerWindow, defaultWindow, gridOver, LOOK_BACK_MS, trimmed } from './window.ts'

export interface InvestigateInput {
  readonly source: InvestigationSource
  /** What to look at; null: around the hint, or the last half hour that has telemetry. */
  readonly window: WindowMs | null
  /** "The incident started around": ms since 1970, null when nobody said. A late witness: an alert's time, not an onset's. */
  readonly incidentStartHint: number | null
  readonly now: number
  /** Services and labels somebody mentioned (an alert's): whoever alerts is often a victim, so they only break ties. */
  readonly hints?: readonly string[]
  /** Changes known from elsewhere; deployments recognised in log events are added to them. */
  readonly changes?: readonly ChangeRecord[]
  readonly parameters?: InvestigatorParameters
}

/** Records shown of the strongest finding. */
const EXAMPLES_MAX = 3
/** Lines looked at for changes: enough for a busy hour of deployments. */
const CHANGE_EVENTS_MAX = 400

export async function investigate(input: InvestigateInput): Promise<Investigation> {
  const source = new LabelledSource(input.source)
  const hintMs = input.incidentStartHint
  const given = input.changes ?? []
  const parameters = input.parameters ?? DEFAULT_PARAMETERS
  const pace = new WorkPace()
  const lookedAt = input.window ?? (await windowFor(source, hintMs, input.now))
  const coverage = lookedAt === null ? null : await source.coverage(lookedAt)
  const window = lookedAt === null || coverage === null ? null : trimmed(lookedAt, coverage.value.services)
  if (window === null || coverage === null) {
    const lastRecordMs = coverage?.value.lastRecordMs ?? null
    return nothing(source, lookedAt, lastRecordMs, hintMs, given)
  }
  const { services, lastRecordMs } = coverage.value
  const present = presentIn(services)
  const changes = present.logs === 0 ? given : [...given, ...(await changesIn(source, window))]
  const question = { hintMs, asked: input.window, lastRecordMs: lastRecordMs ?? window.toMs, now: input.now }
  const readings = present.metrics === 0 ? null : await readMetricRows(source, question)
  const hasFine = present.logs + present.spans > 0
  const looked = hasFine ? await lookAt(source, services, window, { hintMs, readings, parameters, pace }) : null
  const spans = spansOf(looked)
  const metricLook = readings === null ? null : await lookAtMetrics(readings, question, spans, parameters.metrics, pace)
  const seen = strongerOf(looked, metricLook, hintMs, parameters)
  const base = { window, lastRecordMs, present, onsetSource: hintMs === null ? 'detected' : 'stated' } as const
  if (seen === null) {
    const notCovered = notCoveredBy(source, looked?.material ?? null, present, null)
    const verdict = { ...noVerdict(notCovered, changes), outcome: 'no_anomaly' } as const
    const empty = nothing(source, window, lastRecordMs, hintMs, changes)
    return { ...empty, ...base, outcome: 'no_anomaly', notCovered, verdict }
  }
  const { outcome, ranked, probabilities, anomaly } = judge(seen.look, changes, input.hints ?? [], parameters)
  const { onsetMs } = seen
  const shown = outcome === 'no_anomaly' ? [] : ranked
  const examples = await examplesOf(source, shown[0], window)
  const cohorts = await cohortsOf(source, shown[0], window)
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
    baseline: { fromMs: onsetMs - seen.look.baselineMs, toMs: onsetMs },
    onsetMs: outcome === 'no_anomaly' ? null : onsetMs,
    // Leads below everyday variation are listed too, with the little probability they have.
    candidates: candidatesOf(ranked, probabilities, onsetMs).map((candidate) =>
      candidate.rank === 1 ? { ...candidate, evidence: [...candidate.evidence, ...cohorts] } : candidate,
    ),
    hypotheses: hypothesesOf(shown),
    dependencies: dependenciesAmong(shown, seen.graph),
    chart,
    examples: examples.records,
    exampleQueries: examples.queries,
    queries: source.asked,
    notCovered,
  }
}

interface Seen {
  readonly look: Look
  readonly graph: ServiceGraph
  readonly stepMs: number
  /** The onset that is told; what changes are compared with may lie before it. */
  readonly onsetMs: number
}

function spansOf(looked: Looked | null): Parameters<typeof lookAtMetrics>[2] {
  const operations = looked?.material.traces?.activity.operations ?? []
  const graph = looked?.examination?.graph
  if (graph === undefined || operations.length === 0) return null
  return { graph, services: new Set(operations.map(({ service }) => service)) }
}

/** Logs and spans say more where they say anything; metrics assert by themselves where the others are silent or absent. */
function strongerOf(
  looked: Looked | null,
  metrics: MetricLook | null,
  hintMs: number | null,
  parameters: InvestigatorParameters,
): Seen | null {
  const mode = hintMs === null ? 'detected' : 'stated'
  const fine = looked === null ? null : seenInTraces(looked, parameters.traces, mode)
  const coarse = metrics === null ? null : seenInMetrics(metrics, parameters.metricScores, mode)
  if (fine === null || coarse === null) return fine ?? coarse
  return marginOf(fine.look) < 0 && marginOf(coarse.look) >= 0 ? coarse : fine
}

type Mode = keyof ScoreMeaning['everyday']

function seenInTraces({ examination, grid }: Looked, meaning: ScoreMeaning, mode: Mode): Seen | null {
  if (examination === null) return null
  const { ranked, split, graph } = examination
  const { anomalyScale, rankScale } = meaning
  const onsetMs = intervalStartMs(grid, split.onset)
  const baselineMs = (split.onset - split.from) * grid.intervalMs
  const look = {
    ranked,
    surprise: null,
    everydayScore: meaning.everyday[mode],
    anomalyScale,
    rankScale,
    onsetMs,
    baselineMs,
  }
  return { look, graph, stepMs: grid.intervalMs, onsetMs }
}

function seenInMetrics({ activity, examination, ranked }: MetricLook, meaning: ScoreMeaning, mode: Mode): Seen {
  const { grid } = activity
  const { anomalyScale, rankScale } = meaning
  const onsetMs = intervalStartMs(grid, examination.onset) - grid.intervalMs
  const baselineMs = examination.onset * grid.intervalMs
  // The best of many rows is surprising by the logarithm of their number.
  const everydayScore = meaning.everyday[mode] + Math.log(Math.max(1, examination.judged))
  const surprise = Math.max(0, ...examination.candidates.map((candidate) => candidate.surprise))
  const look = { ranked, surprise, everydayScore, anomalyScale, rankScale, onsetMs, baselineMs }
  return { look, graph: examination.graph, stepMs: grid.intervalMs, onsetMs: intervalStartMs(grid, examination.onset) }
}

/** Changes that the logs tell of, in the window and the hour before it. */
async function changesIn(source: LabelledSource, window: WindowMs): Promise<ChangeRecord[]> {
  const range = { fromMs: window.fromMs - CHANGE_BEFORE_MS, toMs: window.toMs }
  const { value } = await source.changeEvents(range, CHANGE_EVENTS_MAX)
  return changesOf(value)
}

function onsetEstimate(atMs: number, stepMs: number, hintMs: number | null): OnsetEstimate {
  return {
    atMs,
    earliestMs: atMs - stepMs,
    latestMs: atMs + stepMs,
    statedLateMs: hintMs === null ? null : hintMs - atMs,
  }
}

/** What a look is taken with. */
interface Given {
  readonly hintMs: number | null
  readonly readings: MetricReadings | null
  readonly parameters: InvestigatorParameters
  readonly pace: WorkPace
}

interface Looked {
  readonly grid: Grid
  readonly material: Material
  readonly examination: Examination | null
}

/**
 * Over a long window the steps are too coarse for a short incident: the first look only says where to look closer.
 */
async function lookAt(
  source: LabelledSource,
  services: readonly CoverageOfService[],
  window: WindowMs,
  given: Given,
): Promise<Looked> {
  const { grid } = gridOver(window, given.hintMs)
  const material = { ...(await ask(source, services, grid)), metrics: given.readings }
  const examination = await examine(prepare(material), grid, given.hintMs, given.parameters, given.pace)
  const closer = examination === null ? null : closerWindow(window, grid, examination.split.onset)
  return closer === null ? { grid, material, examination } : lookAt(source, services, closer, given)
}

async function windowFor(source: LabelledSource, hintMs: number | null, now: number): Promise<WindowMs | null> {
  if (hintMs !== null) return defaultWindow(hintMs, null, now)
  const { value } = await source.coverage({ fromMs: now - LOOK_BACK_MS, toMs: now })
  return defaultWindow(null, value.lastRecordMs, now)
}

async function ask(
  source: LabelledSource,
  services: readonly CoverageOfService[],
  grid: Grid,
): Promise<Pick<Material, 'logs' | 'traces'>> {
  const has = (signal: CoverageOfService['signal']): boolean => services.some((entry) => entry.signal === signal)
  const [logs, traces] = await Promise.all([
    has('logs') ? source.logActivity(grid) : null,
    has('spans') ? source.traceActivity(grid) : null,
  ])
  return {
    logs: logs === null ? null : { activity: logs.value, query: logs.query },
    traces: traces === null ? null : { activity: traces.value, query: traces.query },
  }
}

async function examplesOf(
  source: LabelledSource,
  first: Scored | undefined,
  window: WindowMs,
): Promise<{ records: readonly ExampleRecord[]; queries: string[] }> {
  const finding = first?.findings.find(({ selector }) => selector !== null)
  if (finding === undefined || finding.selector === null) return { records: [], queries: [] }
  const range = { fromMs: Math.max(window.fromMs, finding.onsetMs), toMs: window.toMs }
  const { value, query } = await source.examples(range, finding.selector, EXAMPLES_MAX)
  return { records: value, queries: [query] }
}

/** What the records of the first candidate's strongest finding have in common, since it began. */
async function cohortsOf(
  source: LabelledSource,
  first: Scored | undefined,
  window: WindowMs,
): Promise<readonly EvidenceItem[]> {
  const finding = first?.findings.find(({ selector }) => selector !== null)
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

function presentIn(services: readonly CoverageOfService[]): Record<'logs' | 'spans' | 'metrics', number> {
  const present = { logs: 0, spans: 0, metrics: 0 }
  for (const { signal, records } of services) present[signal] += records
  return present
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
  if (baselineMs === null) missing.push('no two stretches of time with telemetry were there to compare')
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
    onsetMs: null,
    onsetSource: hintMs === null ? 'detected' : 'stated',
    candidates: [],
    hypotheses: [],
    dependencies: [],
    chart: null,
    examples: [],
    exampleQueries: [],
    queries: source.asked,
    present: { logs: 0, spans: 0, metrics: 0 },
    notCovered,
    lastRecordMs,
  }
}
