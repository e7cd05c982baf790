/**
 * What a monitor would have done. Evaluates every minute of the past days with the function that evaluates live, over
 * answers to the same questions.
 */
import type { ProjectScope } from '../../auth/scope.ts'
import { type MonitorDefinition, PREVIEW_DAYS_MAX, type Transition } from '../../contracts/monitor-protocol.ts'
import {
  BASELINE_DAYS,
  DAY_MS,
  type EvaluationData,
  evaluateSpan,
  HOUR_MS,
  MINUTE_MS,
} from '../../oncall/monitors/evaluate.ts'
import { groupsOf, keyOfGroup } from '../../oncall/monitors/groups.ts'
import { newMonitorState } from '../../oncall/monitors/machine.ts'
import { SeriesTable } from '../../oncall/monitors/series-table.ts'
import type { TelemetryProject, TelemetryStore } from '../../telemetry/index.ts'
import type { VerbCall } from '../context.ts'
import { loadSeries } from './load-series.ts'
import { assertSound } from './monitors.ts'

/** Budget of one question over one day. */
const BUDGET = { recordsMax: 1_000_000, bytesMax: 128 * 1024 * 1024 } as const
const TRANSITIONS_MAX = 200

export interface MonitorPreview {
  readonly from: number
  readonly to: number
  /** How often it would have started to fire, and for how many minutes in all. */
  readonly firings: number
  readonly firingMinutes: number
  readonly noDataMinutes: number
  /** The first 200 changes of its status. */
  readonly transitions: readonly Transition[]
  /** Why the past was not read completely; empty when it was. */
  readonly partial: readonly string[]
}

/**
 * Evaluates a monitor over past days without creating it, as it would have been evaluated then. Throws `invalid_input`
 * for a condition that does not make sense.
 */
export async function previewMonitor({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly definition: MonitorDefinition; readonly days: number }>): Promise<MonitorPreview> {
  const { definition } = input
  assertSound(definition.condition)
  const to = Math.floor(ctx.now() / MINUTE_MS) * MINUTE_MS
  const from = to - Math.min(input.days, PREVIEW_DAYS_MAX) * DAY_MS
  const { organizationId, projectId, region } = scope
  return simulate(ctx.telemetry, { organizationId, projectId, region, retentionDays: 0 }, definition, from, to)
}

/** Evaluates every minute of (from, to]; both are whole minutes. */
export async function simulate(
  telemetry: TelemetryStore,
  project: TelemetryProject,
  definition: MonitorDefinition,
  from: number,
  to: number,
): Promise<MonitorPreview> {
  const { data, partial } = await dataFor(telemetry, project, definition, from, to)
  const { state, changes } = evaluateSpan(definition, newMonitorState(from), data, from, to)
  const transitions = changes.flatMap(({ transition }) => (transition === null ? [] : [transition]))
  const minutesIn = (status: Transition['to']) => {
    const ends = [...transitions.slice(1).map(({ at }) => at), to]
    const ms = transitions.reduce((sum, one, index) => sum + (one.to === status ? (ends[index] ?? to) - one.at : 0), 0)
    return Math.round(ms / MINUTE_MS)
  }
  return {
    from,
    to,
    firings: transitions.filter((one) => one.to === 'firing').length,
    firingMinutes: minutesIn('firing'),
    noDataMinutes: state.evaluatedAt === null ? 0 : minutesIn('no_data'),
    transitions: transitions.slice(0, TRANSITIONS_MAX),
    partial: [...partial],
  }
}

async function dataFor(
  telemetry: TelemetryStore,
  project: TelemetryProject,
  { condition }: MonitorDefinition,
  from: number,
  to: number,
): Promise<{ readonly data: EvaluationData; readonly partial: ReadonlySet<string> }> {
  const minutes = new Map<string, SeriesTable>()
  const hours = new Map<string, SeriesTable>()
  const partial = new Set<string>()
  const first = from - condition.windowMinutes * MINUTE_MS
  for (const spec of groupsOf(condition.measure)) {
    const asked = { telemetry, project, spec, knownPatterns: new Set<string>(), budget: BUDGET }
    const table = new SeriesTable(first, MINUTE_MS, (to - first) / MINUTE_MS)
    minutes.set(keyOfGroup(spec), table)
    // One day at a time, oldest first: an answer stays small, and a load replaces everything after its start.
    for (let at = first; at < to; at += DAY_MS)
      for (const reason of await loadSeries(table, { ...asked, fromMs: at, toMs: Math.min(to, at + DAY_MS) }))
        partial.add(reason)
    if (condition.comparison.kind !== 'unusual') continue
    const begin = Math.floor(from / HOUR_MS) * HOUR_MS - BASELINE_DAYS * DAY_MS
    const end = Math.ceil(to / HOUR_MS) * HOUR_MS
    const ofHours = new SeriesTable(begin, HOUR_MS, (end - begin) / HOUR_MS)
    hours.set(keyOfGroup(spec), ofHours)
    for (let at = begin; at < end; at += DAY_MS)
      for (const reason of await loadSeries(ofHours, { ...asked, fromMs: at, toMs: Math.min(end, at + DAY_MS) }))
        partial.add(reason)
  }
  return { data: { minutes, hours }, partial }
}
