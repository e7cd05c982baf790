/** Looks at metrics alone: read in their own steps, examined without the help of logs or spans. */

import { type CoverageOfService, gridEndMs, type MetricActivity } from '../../telemetry/index.ts'
import type { WorkPace } from '../../work-pace.ts'
import type { Finding } from './findings.ts'
import type { ServiceGraph } from './graph.ts'
import type { LabelledSource } from './labelled-source.ts'
import { asCounted } from './metric-counts.ts'
import {
  divisionAt,
  examineMetrics,
  type MetricExamination,
  type MetricParameters,
  symptomsOf,
} from './metric-examine.ts'
import { metricFindingsOf } from './metric-findings.ts'
import { gapBetweenReadings, inOwnSteps, isSparse, metricGridOver, metricWindow, widerWindow } from './metric-grid.ts'
import { withInstances } from './metric-instances.ts'
import { hasPassed } from './metric-over.ts'
import type { MetricRole } from './metric-roles.ts'
import type { MetricRow } from './metric-row.ts'
import { metricRows } from './metric-series.ts'
import { type NewInstance, newInstances } from './metric-siblings.ts'
import type { Scored } from './ranking.ts'
import type { WindowMs } from './source.ts'
import { LATE_MAX_MS } from './window.ts'

/**
 * Scrapes are not aligned, and a reading describes the time before it. A stated time may also be that of a release, whose
 * effect builds up over minutes. So the onset may be this much after it.
 */
const EARLY_MAX_MS = 7 * 60_000

/** Without a stated time: onsets up to this long before the last record, or anywhere in the requested window. */
const RECENT_MS = 60 * 60_000
const SYMPTOMS_MAX = 12
/** Used if a first look shows no two readings of any series. */
const FAR_GAP_MS = 5 * 60_000

export interface MetricLook {
  readonly activity: MetricActivity
  readonly query: string
  readonly examination: MetricExamination
  readonly ranked: readonly Scored[]
}

export interface MetricQuestion {
  readonly hintMs: number | null
  /** The window that somebody asked for. Null if nobody did. */
  readonly asked: WindowMs | null
  readonly lastRecordMs: number
  readonly now: number
}

/** Metrics in their own steps. */
export interface MetricReadings {
  readonly activity: MetricActivity
  readonly rows: readonly MetricRow[]
  readonly fresh: readonly NewInstance[]
  readonly query: string
}

/** Null: no metrics. */
export async function readMetricRows(source: LabelledSource, question: MetricQuestion): Promise<MetricReadings | null> {
  const near = await readMetrics(source, metricWindow(referenceOf(question), question.now, false), null)
  if (near === null) return null
  const gapMs = gapBetweenReadings(near.activity)
  const referenceMs = referenceOf(question)
  const wider = isSparse(near.activity)
    ? metricWindow(referenceMs, question.now, true)
    : gapMs === null
      ? null
      : widerWindow(referenceMs, question.now, gapMs)
  const far = wider === null ? null : await readMetrics(source, wider, gapMs ?? FAR_GAP_MS)
  const read = far ?? near
  const activity = asCounted(withInstances(inOwnSteps(read.activity)))
  const rows = metricRows(activity)
  return { activity, rows, fresh: newInstances(activity, rows), query: read.query }
}

/** Roles of metrics that add up what the spans of the same service show one by one. */
const SHOWN_BY_SPANS: ReadonlySet<MetricRole> = new Set([
  'latency',
  'errors',
  'success',
  'traffic',
  'waiting',
  'refusals',
])

/** What spans told before metrics were looked at. */
export interface SpansSeen {
  readonly graph: ServiceGraph
  readonly services: ReadonlySet<string>
  /** Nats that speak against each service. */
  readonly evidence: ReadonlyMap<string, number>
}

/** `spans`: the services that send spans. Null without any. Returns null if there are too few readings to compare. */
export async function lookAtMetrics(
  readings: MetricReadings,
  { hintMs, asked, lastRecordMs }: MetricQuestion,
  spans: SpansSeen | null,
  parameters: MetricParameters,
  pace: WorkPace,
): Promise<MetricLook | null> {
  const { activity, rows, fresh, query } = readings
  // The spans are those same requests. What they did not show is not counted a second time.
  const counts = ({ role, service }: MetricRow): boolean => !SHOWN_BY_SPANS.has(role) || !spans?.services.has(service)
  const { grid } = activity
  const intervalAt = (ms: number): number => (ms - grid.startMs) / grid.intervalMs
  const range =
    hintMs !== null
      ? { low: Math.floor(intervalAt(hintMs - LATE_MAX_MS)), high: Math.ceil(intervalAt(hintMs + EARLY_MAX_MS)) }
      : {
          low: Math.floor(intervalAt(Math.max(asked?.fromMs ?? 0, lastRecordMs - RECENT_MS))),
          high: Math.floor(intervalAt(asked?.toMs ?? gridEndMs(grid))),
        }
  const prior = (onset: number): number =>
    hintMs === null
      ? 0
      : (Math.abs(hintMs - grid.startMs - onset * grid.intervalMs) / 60_000) * parameters.latePerMinute
  const graph = spans !== null && spans.graph.callees.size > 0 ? spans.graph : null
  const harmSeen = (service: string): number =>
    spans?.services.has(service) === true ? (spans.evidence.get(service) ?? 0) : 0
  const examination = await examineMetrics(
    {
      rows,
      fresh,
      grid,
      counts,
      harmSeen,
      withSpans: spans?.services ?? new Set(),
      graph,
      isSearched: hintMs === null,
    },
    range,
    prior,
    parameters,
    pace,
  )
  if (examination === null) return null
  // Who states a time, or asks about a stretch of it, asks about what was then.
  const isNow = hintMs === null && asked === null
  return { activity, query, examination, ranked: scoredOf(examination, activity, query, parameters, isNow) }
}

/** What metrics say about every service, at an onset that other signals found. */
export async function metricFindingsAt(
  { activity, rows, fresh, query }: MetricReadings,
  onsetMs: number,
  parameters: MetricParameters,
  pace: WorkPace,
): Promise<Finding[]> {
  const { grid } = activity
  const division = divisionAt(rows, grid, Math.round((onsetMs - grid.startMs) / grid.intervalMs))
  if (division === null) return []
  const symptoms = await symptomsOf({ rows, fresh, grid }, division, parameters, pace)
  return metricFindingsOf(symptoms, { grid, ...division }, parameters.cause.everyday, query)
}

function referenceOf({ hintMs, asked, lastRecordMs }: MetricQuestion): number {
  return hintMs ?? Math.min(lastRecordMs, asked?.toMs ?? lastRecordMs)
}

async function readMetrics(
  source: LabelledSource,
  window: WindowMs,
  farGapMs: number | null,
): Promise<{ activity: MetricActivity; query: string } | null> {
  const coverage = await source.coverage(window)
  const present = coverage.value.services.filter((entry: CoverageOfService) => entry.signal === 'metrics')
  if (present.length === 0) return null
  const firstMs = Math.min(...present.map((entry) => entry.firstMs))
  const lastMs = Math.max(...present.map((entry) => entry.lastMs))
  const { value, query } = await source.metricActivity(metricGridOver(window, firstMs, lastMs, farGapMs))
  return { activity: value, query }
}

function scoredOf(
  { candidates, rows, onset, to }: MetricExamination,
  { grid }: MetricActivity,
  query: string,
  { cause }: MetricParameters,
  isNow: boolean,
): Scored[] {
  const span = { grid, from: 0, onset, to }
  const withProcessor = servicesWithProcessor({ rows })
  return candidates
    .filter(({ score }) => score > 0)
    .map(({ service, score, symptoms, handsOn }) => {
      const isBusier = symptoms.some(
        ({ row, shift, nats }) => isOwnProcessor(row) && shift.z > 0 && nats > cause.everyday,
      )
      const isProcessorIdle = withProcessor.has(service) && !isBusier
      const findings = metricFindingsOf(symptoms.slice(0, SYMPTOMS_MAX), span, cause.everyday, query).map((finding) =>
        finding.role === 'latency' ? { ...finding, isProcessorIdle } : finding,
      )
      const isOver = isNow && hasPassed(symptoms, onset, grid, cause.everyday)
      const scored = { service, findings, onset, weight: 1, score, rawScore: score, explainedBy: null, handsOn }
      return isOver ? { ...scored, isOver } : scored
    })
}

/** Services whose own processor is measured. */
export function servicesWithProcessor({ rows }: Pick<MetricReadings, 'rows'>): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => (isOwnProcessor(row) ? [row.service] : [])))
}

function isOwnProcessor({ role, isHost, edge }: MetricRow): boolean {
  return role === 'processor' && !isHost && edge === null
}
