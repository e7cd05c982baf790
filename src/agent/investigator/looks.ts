/** Reads everything that an investigation needs, before anything is concluded. */
import type { QuietProfile } from '../../contracts/quiet-profile.ts'
import type { CoverageOfService, Grid } from '../../telemetry/index.ts'
import { WorkPace } from '../../work-pace.ts'
import { type Material, prepare } from './analyse.ts'
import { changesOf, withoutRepeats, withUntold } from './change-events.ts'
import { CHANGE_BEFORE_MS } from './changes.ts'
import type { Finding } from './findings.ts'
import type { ServiceGraph } from './graph.ts'
import { withGroupMembers } from './group-readings.ts'
import { everydayScoreOf, type Look, marginOf, placeboScoreOf, usualMarginOf } from './judgement.ts'
import type { LabelledSource } from './labelled-source.ts'
import type { MetricExamination } from './metric-examine.ts'
import { lookAtMetrics, type MetricLook, type MetricReadings, readMetricRows } from './metric-look.ts'
import { replacementsIn, rolloutsIn } from './metric-replacements.ts'
import { type Examination, examine } from './onset.ts'
import type { InvestigatorParameters, ScoreMeaning } from './parameters.ts'
import { type OwnExcess, ownExcess, quietKindOf } from './quiet-profile.ts'
import type { Scored } from './ranking.ts'
import type { InvestigationSource, WindowMs } from './source.ts'
import { intervalStartMs } from './split.ts'
import { type MetricsSeen, togetherOf } from './two-witnesses.ts'
import type { ChangeRecord } from './verdict.ts'
import { closerWindow, defaultWindow, gridOver, LATE_MAX_MS, LOOK_BACK_MS, trimmed } from './window.ts'

export interface InvestigateInput {
  readonly source: InvestigationSource
  /** The window to examine. Null: around the hint, or the last half hour that has telemetry. */
  readonly window: WindowMs | null
  /**
   * "The incident started around": milliseconds since 1970, null if nobody said. It comes late: it is the time of an
   * alert, not of the onset.
   */
  readonly incidentStartHint: number | null
  readonly now: number
  /**
   * Services and labels that somebody mentioned (in an alert). The service that alerts is often a victim, so they only
   * break ties.
   */
  readonly hints?: readonly string[]
  /** Changes known from elsewhere. Deployments recognised in log events are added to them. */
  readonly changes?: readonly ChangeRecord[]
  /** What the project shows when nothing happens. Null or absent: it is judged as systems in general are. */
  readonly quiet?: QuietProfile | null
  readonly parameters?: InvestigatorParameters
}

/** At most this many lines are searched for changes: enough for a busy hour of deployments. */
const CHANGE_EVENTS_MAX = 400

export interface Looks {
  readonly window: WindowMs
  readonly lastRecordMs: number | null
  readonly present: Readonly<Record<'logs' | 'spans' | 'metrics', number>>
  /** How many services sent anything. */
  readonly services: number
  readonly changes: readonly ChangeRecord[]
  /** Those that say who broke: all but new replica sets that nobody told, which only say what broke a service. */
  readonly weighed: readonly ChangeRecord[]
  /** A look at logs and spans. Null without any. */
  readonly looked: Looked | null
  /** A look at metrics alone. Null with too few readings. */
  readonly metrics: MetricLook | null
}

/** There is no telemetry in the window. */
export interface NothingSeen {
  readonly window: WindowMs | null
  readonly lastRecordMs: number | null
}

/**
 * Reads the window of an incident and the time before it, coarsely and then closely around the onset. If nothing was
 * sent, returns what was missing.
 */
export async function lookAround(
  source: LabelledSource,
  input: InvestigateInput,
  parameters: InvestigatorParameters,
): Promise<Looks | NothingSeen> {
  const hintMs = input.incidentStartHint
  const given = input.changes ?? []
  const pace = new WorkPace()
  const lookedAt = input.window ?? (await windowFor(source, hintMs, input.now))
  const coverage = lookedAt === null ? null : await source.coverage(lookedAt)
  const window = lookedAt === null || coverage === null ? null : trimmed(lookedAt, coverage.value.services)
  if (window === null || coverage === null) {
    return { window: lookedAt, lastRecordMs: coverage?.value.lastRecordMs ?? null }
  }
  const { services, lastRecordMs } = coverage.value
  const present = presentIn(services)
  const told = present.logs === 0 ? given : withoutRepeats([...given, ...(await changesIn(source, window))])
  const question = { hintMs, asked: input.window, lastRecordMs: lastRecordMs ?? window.toMs, now: input.now }
  const names = [...new Set(services.map(({ service }) => service))]
  const read = present.metrics === 0 ? null : await readMetricRows(source, question)
  const readings = read === null ? null : withGroupMembers(read, names)
  const untold = readings === null ? [] : replacementsIn(readings.activity)
  const rollouts = readings === null ? [] : rolloutsIn(readings.activity)
  const weighed = withUntold(told, untold)
  const changes = withUntold(withUntold(told, rollouts), untold)
  const hasFine = present.logs + present.spans > 0
  const looked = hasFine ? await lookAt(source, services, window, { hintMs, readings, parameters, pace }) : null
  const spans = spansOf(looked)
  const metrics = readings === null ? null : await lookAtMetrics(readings, question, spans, parameters.metrics, pace)
  return { window, lastRecordMs, present, services: names.length, changes, weighed, looked, metrics }
}

export interface Seen {
  readonly look: Look
  readonly graph: ServiceGraph
  readonly stepMs: number
  /** The onset that the answer states. The time with which changes are compared may lie before it. */
  readonly onsetMs: number
  /** Up to when lines and spans were counted; null where metrics decide. */
  readonly countedToMs: number | null
}

function spansOf(looked: Looked | null): Parameters<typeof lookAtMetrics>[2] {
  const operations = looked?.material.traces?.activity.operations ?? []
  const graph = looked?.examination?.graph
  if (graph === undefined || operations.length === 0) return null
  const ranked = looked?.examination?.ranked ?? []
  const evidence = new Map(ranked.map(({ service, findings }) => [service, sufferingIn(findings)]))
  return { graph, services: new Set(operations.map(({ service }) => service)), evidence }
}

/** The most that one finding of logs and spans says, metrics apart. */
function sufferingIn(findings: readonly Finding[]): number {
  return findings.reduce((most, { kind, strength }) => (kind === 'metric' ? most : Math.max(most, strength)), 0)
}

/** A profile of the project's quiet, and the time at which it is read, in milliseconds since 1970. */
export interface OwnQuiet {
  readonly profile: QuietProfile | null
  readonly nowMs: number
}

/** What was looked at, and what is known to have changed. */
type LooksTaken = Pick<Looks, 'looked' | 'metrics'> & Partial<Pick<Looks, 'changes'>>

/** Logs and spans decide where they show anything. Metrics decide alone where the others are silent or absent. */
export function strongerOf(
  looks: LooksTaken,
  hintMs: number | null,
  parameters: InvestigatorParameters,
  quiet: OwnQuiet | null = null,
): Seen | null {
  const { fine, coarse } = bothOf(looks, hintMs, parameters, quiet)
  if (fine === null || coarse === null) return fine ?? coarse
  const together = togetherOf(fine.look, fine.stepMs, coarse)
  if (together !== null && together.margin > Math.max(marginOf(fine.look), marginOf(coarse.look))) {
    return { ...fine, look: { ...fine.look, ranked: together.ranked, together: together.margin } }
  }
  return usualMarginOf(fine.look) < 0 && marginOf(coarse.look) >= 0 ? coarse : fine
}

/** What logs and spans show, and what metrics show, each for itself. */
export function bothOf(
  { looked, metrics, changes = [] }: LooksTaken,
  hintMs: number | null,
  parameters: InvestigatorParameters,
  quiet: OwnQuiet | null = null,
): { readonly fine: Seen | null; readonly coarse: (Seen & MetricsSeen) | null } {
  const mode = hintMs === null ? 'detected' : 'stated'
  const healthyNew = metrics?.examination.healthyNew ?? new Set<string>()
  const fine = looked === null ? null : seenInTraces(looked, healthyNew, parameters.traces, hintMs, quiet)
  const coarse =
    metrics === null ? null : seenInMetrics(metrics, changes, parameters.metricScores, mode, fine !== null, quiet)
  return { fine, coarse }
}

type Mode = keyof ScoreMeaning['everyday']

function seenInTraces(
  { examination, grid, material }: Looked,
  healthyNew: ReadonlySet<string>,
  meaning: InvestigatorParameters['traces'],
  hintMs: number | null,
  quiet: OwnQuiet | null,
): Seen | null {
  if (examination === null) return null
  const { ranked, split, graph, placebos, storeClients, messages } = examination
  const { anomalyScale, rankScale } = meaning
  const onsetMs = intervalStartMs(grid, split.onset)
  const baselineMs = (split.onset - split.from) * grid.intervalMs
  const everydayScore = everydayAt(meaning, onsetMs, hintMs)
  const signals = material.traces === null ? ('lines' as const) : ('spans' as const)
  const excess = excessOf(quiet, signals, everydayScore, anomalyScale)
  const look = {
    signals,
    ranked: withoutExcess(ranked, excess),
    surprise: null,
    everydayScore,
    calmScore: everydayScoreOf(everydayScore, placebos.map(placeboScoreOf), meaning.calm),
    anomalyScale,
    rankScale,
    onsetMs,
    baselineMs,
    healthyNew,
    ...(storeClients === undefined ? {} : { storeClients }),
    ...(messages === undefined ? {} : { messages }),
  }
  return { look, graph, stepMs: grid.intervalMs, onsetMs, countedToMs: intervalStartMs(grid, split.to) }
}

/** How much of each service's score is its own everyday. Null: nothing was learnt. */
function excessOf(quiet: OwnQuiet | null, signal: Look['signals'], everyday: number, scale: number): OwnExcess | null {
  return quiet === null ? null : ownExcess(quiet.profile, signal, { everyday, scale }, quiet.nowMs)
}

function withoutExcess(ranked: readonly Scored[], excess: OwnExcess | null): readonly Scored[] {
  if (excess === null) return ranked
  return ranked.map((scored) => ({
    ...scored,
    score: scored.score - excess(scored.service, quietKindOf(scored.findings[0]?.kind)),
  }))
}

/** The farther an onset lies from a stated time, the more of them were looked at: as many at last as without one. */
function everydayAt({ everyday }: ScoreMeaning, onsetMs: number, hintMs: number | null): number {
  if (hintMs === null) return everyday.detected
  const far = Math.min(1, Math.abs(hintMs - onsetMs) / LATE_MAX_MS)
  return everyday.stated + far * (everyday.detected - everyday.stated)
}

/**
 * The number of metric roles in a system of some forty services. The everyday score of metrics is stated for this
 * number.
 */
const JUDGED_USUAL = 150
/** However few there are: what one in ten shows by chance is no surprise. */
const EVERYDAY_MIN = Math.log(10)

/** The best of many is surprising by the logarithm of their number. @param judged how many were. */
export function everydayOfMetrics(usual: number, judged: number): number {
  return Math.max(EVERYDAY_MIN, usual + Math.log(Math.max(1, judged) / JUDGED_USUAL))
}

/** Nine of ten incidents that a release brings have begun within this time (`changes.fadeMinutes`, two minutes on average). */
const RELEASED_WITHIN_MS = 5 * 60_000
/** Instances also end by themselves, and services are scaled because of what they are asked. */
const NO_RELEASE: ReadonlySet<string> = new Set(['replacement', 'scaling'])
/** Onsets are found in steps, and a replica set begins with the first reading of a pod. */
const RELEASED_AFTER_MS = 60_000

/**
 * Where the leader was released right before the onset: how many roles of services were compared that were, and whose new
 * instances were not seen to do as their siblings. Somebody who asks what a release did looks at these alone, and the best of
 * few stands out less by chance than the best of all. Null: it was not.
 */
function judgedAmongReleased(
  leader: string,
  changes: readonly ChangeRecord[],
  { judgedOf, healthyNew }: MetricExamination,
  onsetMs: number,
): number | null {
  const near = changes.filter(
    ({ kind, startedMs, endedMs }) =>
      !NO_RELEASE.has(kind) &&
      (endedMs ?? startedMs) >= onsetMs - RELEASED_WITHIN_MS &&
      startedMs <= onsetMs + RELEASED_AFTER_MS,
  )
  const released = new Set(near.flatMap(({ services }) => services)).difference(healthyNew)
  if (!released.has(leader)) return null
  return [...released].reduce((sum, service) => sum + (judgedOf.get(service) ?? 0), 0)
}

/** `isSecond`: logs or spans were compared as well, so that something stands out by chance twice as often. */
function seenInMetrics(
  { activity, examination, ranked }: MetricLook,
  changes: readonly ChangeRecord[],
  meaning: ScoreMeaning,
  mode: Mode,
  isSecond: boolean,
  quiet: OwnQuiet | null,
): Seen & MetricsSeen {
  const { grid } = activity
  const { anomalyScale, rankScale } = meaning
  const onsetMs = intervalStartMs(grid, examination.onset) - grid.intervalMs
  const baselineMs = examination.onset * grid.intervalMs
  const looks = isSecond ? 2 : 1
  const everydayScore = everydayOfMetrics(meaning.everyday[mode], examination.judged * looks)
  const excess = excessOf(quiet, 'metrics', everydayScore, anomalyScale)
  const surprises = new Map(
    examination.candidates.map(({ service, surprise: nats }) => [service, nats - (excess?.(service, 'readings') ?? 0)]),
  )
  const leader = examination.candidates[0]?.service ?? ''
  const among = judgedAmongReleased(leader, changes, examination, onsetMs + grid.intervalMs)
  const fewer = among === null ? 0 : everydayScore - everydayOfMetrics(meaning.everyday[mode], among * looks)
  const surprise = Math.max(0, ...surprises.values(), (surprises.get(leader) ?? 0) + Math.max(0, fewer))
  const { healthyNew } = examination
  const scores = { everydayScore, calmScore: everydayScore, anomalyScale, rankScale }
  const look = {
    signals: 'metrics' as const,
    ranked: withoutExcess(ranked, excess),
    surprise,
    ...scores,
    onsetMs,
    baselineMs,
    healthyNew,
    graph: examination.graph,
  }
  const stated = intervalStartMs(grid, examination.onset)
  return { look, graph: examination.graph, stepMs: grid.intervalMs, onsetMs: stated, countedToMs: null, surprises }
}

/** Changes that the logs report, in the window and the hour before it. */
async function changesIn(source: LabelledSource, window: WindowMs): Promise<ChangeRecord[]> {
  const range = { fromMs: window.fromMs - CHANGE_BEFORE_MS, toMs: window.toMs }
  const { value } = await source.changeEvents(range, CHANGE_EVENTS_MAX)
  return changesOf(value)
}

/** The inputs of a look. */
interface Given {
  readonly hintMs: number | null
  readonly readings: MetricReadings | null
  readonly parameters: InvestigatorParameters
  readonly pace: WorkPace
}

export interface Looked {
  readonly grid: Grid
  readonly material: Material
  readonly examination: Examination | null
}

/** In a long window the steps are too coarse for a short incident. The first look only decides where to look closer. */
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

function presentIn(services: readonly CoverageOfService[]): Record<'logs' | 'spans' | 'metrics', number> {
  const present = { logs: 0, spans: 0, metrics: 0 }
  for (const { signal, records } of services) present[signal] += records
  return present
}
