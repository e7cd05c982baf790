/**
 * Onset detection. The incident begins where dividing the time makes one service stand out most. People say "around
 * 10:00" a minute early or late, and effects reach telemetry with delay. So a stated time only says where to look.
 */
import type { Grid } from '../../telemetry/index.ts'
import { NewCode, type WorkPace } from '../../work-pace.ts'
import { findingsAt, type PreparedMaterial } from './analyse.ts'
import type { ServiceGraph } from './graph.ts'
import { type MetricReadings, metricFindingsAt, servicesWithProcessor } from './metric-look.ts'
import type { InvestigatorParameters } from './parameters.ts'
import {
  clarityOf,
  evidenceAt,
  type RankingParameters,
  rankServices,
  type Scored,
  type ServiceEvidence,
} from './ranking.ts'
import { restartedAt } from './restarts.ts'
import { UNDER_EVERYDAY } from './signs.ts'
import { intervalStartMs, type Split, splitAt } from './split.ts'
import { type StoreClients, storeClientsAt } from './store-clients.ts'
import { toldFailures } from './told-failures.ts'
import { EARLY_MAX_MS, LATE_MAX_MS } from './window.ts'
import type { Messages } from './writer-or-reader.ts'

/** What each minute costs between the onset and a stated time, after it and before it, as a share of the evidence. */
const LATE_COST = 0.01
const EARLY_COST = 0.2
/** Evidence against a shorter baseline counts less: rules of the program show only over time, and so do bursts. */
const BASELINE_FULL_MS = 120_000
const BASELINE_EXPONENT = 0.5
/**
 * What lasts for most of the time is the usual state. A baseline that is shorter than this share of the time after it
 * counts less.
 */
const BASELINE_SHARE_FULL = 0.25
/** A baseline and an incident are at least this long, or a quarter of the available time. */
const BASELINE_MIN_MS = 60_000
const INCIDENT_MIN_MS = 20_000
/** Without a stated time every place is tried, at most this many. */
const CANDIDATES_MAX = 40

/** Units of work (work-pace.ts) to compare one interval of one series, over everything that a division examines. */
const UNITS_PER_CELL = 1 / 5
const DIVISION_CODE = new NewCode()
/** Pauses that may be made within a division that has many series. */
const PARTS_OF_DIVISION = 10

/**
 * A cascade may begin this long after its cause. Services that began to stand out far from the onset have another
 * cause.
 */
const CASCADE_MS = 90_000

export interface Examination {
  /** The division at which the first candidate stands out most. */
  readonly split: Split
  /** Candidates, best first, each with the evidence of the division that shows it best. */
  readonly ranked: readonly Scored[]
  readonly graph: ServiceGraph
  /** Candidates at each placebo onset within the baseline: what this system shows when nothing happens. */
  readonly placebos: readonly (readonly Scored[])[]
  /** Who asks stores at that division. Absent: not looked at. */
  readonly storeClients?: StoreClients
  /** What is known of messages there. Absent: not looked at. */
  readonly messages?: Messages
}

/**
 * Tries every division of the grid or, if a time was stated, those up to twenty minutes before `statedMs`. A cause
 * whose effects end before its cascade is in full swing keeps the evidence of its own moment.
 */
export async function examine(
  material: PreparedMaterial,
  grid: Grid,
  statedMs: number | null,
  parameters: InvestigatorParameters,
  pace: WorkPace,
): Promise<Examination | null> {
  const { ranking } = parameters
  const begins = beginsOf(material)
  const settled = Math.round(BASELINE_MIN_MS / grid.intervalMs)
  const divisions: ServiceEvidence[][] = []
  const unitsOfPart = (seriesOf(material) * grid.count * UNITS_PER_CELL) / PARTS_OF_DIVISION
  const giveWay = () => pace.spend(DIVISION_CODE.units(unitsOfPart))
  for (const onset of candidatesOf(grid, statedMs)) {
    const near = nearnessOf(intervalStartMs(grid, onset), statedMs)
    const long = Math.min(1, (onset * grid.intervalMs) / BASELINE_FULL_MS) ** BASELINE_EXPONENT
    const usual = Math.min(1, onset / (grid.count - onset) / BASELINE_SHARE_FULL)
    const weight = near * long * usual
    const evidence = evidenceAt(await findingsAt(material, splitAt(grid, onset), giveWay), onset, weight)
    divisions.push(evidence.filter(({ service }) => isSettled(begins.get(service) ?? 0, onset, settled)))
    await giveWay()
  }
  const first = rankServices(bestOfEach(divisions.flat(), ranking), material.graph, ranking)[0]
  if (first === undefined) return null
  const reach = Math.round(CASCADE_MS / grid.intervalMs)
  // How late a time was stated says where to look. What is found there is as sure as had it been stated at once.
  const relief = 1 / nearnessOf(intervalStartMs(grid, first.onset), statedMs)
  const near = divisions
    .flat()
    .filter(({ onset }) => Math.abs(onset - first.onset) <= reach)
    .map((entry) => ({ ...entry, weight: entry.weight * relief }))
  const split = splitAt(grid, first.onset)
  await pace.pause()
  const evidence = await withMetrics(bestOfEach(near, ranking), material.metrics, split, parameters, pace)
  const placebos = await placebosIn(material, split, begins, settled, ranking, giveWay)
  const { graph, stores, untraced, traces, metrics } = material
  const refused = toldFailures(material.view, material.mentions, untraced, split)
  const storeClients = storeClientsAt(traces?.activity ?? null, metrics, stores, untraced, split, refused)
  const messages = { ways: material.ways, restarted: restartedAt(material.view, split) }
  return { split, ranked: rankServices(evidence, graph, ranking), graph, placebos, storeClients, messages }
}

/** The share of its evidence that a division keeps where it lies off the stated time. */
function nearnessOf(onsetMs: number, statedMs: number | null): number {
  const lateMs = statedMs === null ? 0 : statedMs - onsetMs
  return 1 - ((lateMs >= 0 ? LATE_COST : EARLY_COST) * Math.abs(lateMs)) / 60_000
}

/** Placebo onsets are spread over the later two thirds of the baseline. */
const PLACEBOS_MAX = 6

async function placebosIn(
  material: PreparedMaterial,
  { grid, onset: to }: Split,
  begins: ReadonlyMap<string, number>,
  settled: number,
  ranking: RankingParameters,
  giveWay: () => Promise<void>,
): Promise<Scored[][]> {
  const low = Math.max(1, Math.ceil(to / 3))
  const high = to - Math.max(1, Math.round(INCIDENT_MIN_MS / grid.intervalMs))
  const step = Math.max(1, Math.ceil((high - low + 1) / PLACEBOS_MAX))
  const placebos: Scored[][] = []
  for (let onset = low; onset <= high; onset += step) {
    const long = Math.min(1, (onset * grid.intervalMs) / BASELINE_FULL_MS) ** BASELINE_EXPONENT
    const evidence = evidenceAt(await findingsAt(material, splitAt(grid, onset, 0, to), giveWay), onset, long)
    const told = evidence.filter(({ service }) => isSettled(begins.get(service) ?? 0, onset, settled))
    placebos.push(rankServices(told, material.graph, ranking))
    await giveWay()
  }
  return placebos
}

/** Series that a division compares. */
function seriesOf({ logs, traces }: PreparedMaterial): number {
  const lines = logs === null ? 0 : logs.activity.shapes.length + logs.activity.pairs.length
  return lines + (traces === null ? 0 : traces.activity.operations.length + traces.activity.links.length)
}

/** The interval of each service's first line or span. */
function beginsOf({ logs, traces }: PreparedMaterial): Map<string, number> {
  const begins = new Map<string, number>()
  const note = (service: string, series: readonly number[]): void => {
    const first = series.findIndex((count) => count > 0)
    if (first >= 0) begins.set(service, Math.min(first, begins.get(service) ?? first))
  }
  for (const { service, counts } of logs?.activity.shapes ?? []) note(service, counts)
  for (const { service, calls } of traces?.activity.operations ?? []) note(service, calls)
  return begins
}

/**
 * If a service's telemetry begins in the middle of the window, everything about it is new there. If nobody stated the
 * time, a division says something about such a service only after the service has had a baseline of its own.
 */
function isSettled(begin: number, onset: number, settled: number): boolean {
  return begin < settled || onset - begin >= settled
}

function bestOfEach(evidence: readonly ServiceEvidence[], ranking: RankingParameters): ServiceEvidence[] {
  const best = new Map<string, { entry: ServiceEvidence; raw: number }>()
  for (const entry of evidence) {
    const raw = clarityOf(entry, ranking)
    const known = best.get(entry.service)
    if (known === undefined || raw > known.raw) best.set(entry.service, { entry, raw })
  }
  return [...best.values()].map(({ entry }) => entry)
}

async function withMetrics(
  evidence: readonly ServiceEvidence[],
  readings: MetricReadings | null,
  split: Split,
  { metrics }: InvestigatorParameters,
  pace: WorkPace,
): Promise<readonly ServiceEvidence[]> {
  if (readings === null) return evidence
  const merged = new Map(evidence.map((entry) => [entry.service, entry]))
  const findings = await metricFindingsAt(readings, intervalStartMs(split.grid, split.onset), metrics, pace)
  for (const found of evidenceAt(findings, split.onset, 1)) {
    const known = merged.get(found.service)
    merged.set(
      found.service,
      known === undefined ? found : { ...known, findings: [...known.findings, ...found.findings] },
    )
  }
  const measured = servicesWithProcessor(readings)
  return [...merged.values()].map((entry) => (measured.has(entry.service) ? withIdleProcessor(entry) : entry))
}

/**
 * Own time of a service whose processor is measured and does no more than before is waiting. What grew by little would not
 * show in the readings of a processor either.
 */
function withIdleProcessor(entry: ServiceEvidence): ServiceEvidence {
  if (entry.findings.some(({ role, isLess }) => role === 'processor' && isLess !== true)) return entry
  const findings = entry.findings.map((finding) =>
    finding.kind === 'self_time' && finding.strength >= UNDER_EVERYDAY
      ? { ...finding, isProcessorIdle: true }
      : finding,
  )
  return { ...entry, findings }
}

/** Intervals at which the incident may begin, closest to the stated time first. */
function candidatesOf(grid: Grid, statedMs: number | null): number[] {
  const { count, intervalMs } = grid
  const atLeast = (ms: number): number => Math.max(1, Math.min(Math.round(ms / intervalMs), Math.floor(count / 4)))
  const stated = statedMs === null ? null : Math.round((statedMs - grid.startMs) / intervalMs)
  const first = Math.min(atLeast(BASELINE_MIN_MS), stated ?? count)
  const last = count - atLeast(INCIDENT_MIN_MS)
  const low = stated === null ? first : Math.max(first, stated - Math.round(LATE_MAX_MS / intervalMs))
  const high =
    stated === null
      ? last
      : Math.min(Math.max(last, Math.min(stated, count - 1)), stated + Math.round(EARLY_MAX_MS / intervalMs))
  const isExact = stated !== null && stated >= low && stated <= high
  const finest = stated === null ? 1 : Math.round(10_000 / intervalMs)
  const step = Math.max(1, finest, Math.ceil((high - low + 1) / CANDIDATES_MAX))
  const anchor = isExact ? stated : high
  const candidates: number[] = []
  for (let onset = anchor; onset >= low; onset -= step) candidates.push(onset)
  for (let onset = anchor + step; onset <= high; onset += step) candidates.push(onset)
  return candidates.filter((onset) => onset >= 1 && onset < count)
}
