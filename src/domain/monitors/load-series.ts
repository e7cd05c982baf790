/**
 * Loads answers of the store into the tables that monitors measure by. Counts come from the store's statistics per
 * minute.
 */
import { LOG_SEVERITIES, PERCENTILES } from '../../contracts/monitor-protocol.ts'
import { ALL, type GroupSpec, logColumn, metricColumn, requestColumn } from '../../oncall/monitors/groups.ts'
import type { SeriesTable } from '../../oncall/monitors/series-table.ts'
import {
  type Condition,
  type Field,
  fromMillis,
  type RecordFilter,
  type TelemetryProject,
  type TelemetryStore,
  type TimeRange,
  toMillis,
  type Work,
  type WorkBudget,
} from '../../telemetry/index.ts'

/** Most services × severities, or operations, of one answer. What exceeds it is missing, and `partial` says so. */
const GROUPS_MAX = 5_000
const PATTERNS_MAX = 2_000
/** A pattern counts as new if it was not seen for this long. */
export const PATTERN_MEMORY_MS = 7 * 86_400_000

const field = (name: 'service' | 'severity'): Field => ({ kind: 'builtin', name })

export interface LoadInput {
  readonly telemetry: TelemetryStore
  readonly project: TelemetryProject
  readonly spec: GroupSpec
  /** The span to read into the table, in whole intervals. */
  readonly fromMs: number
  readonly toMs: number
  /** Patterns that are already known. The load adds those it finds. */
  readonly knownPatterns: Set<string>
  readonly budget?: WorkBudget
}

/**
 * Reads a span of one group into its table and replaces what the table had there. Returns why the span is incomplete.
 */
export async function loadSeries(table: SeriesTable, input: LoadInput): Promise<Work['partial']> {
  const { fromMs, toMs, spec } = input
  if (fromMs >= toMs) return []
  const range: TimeRange = { from: fromMillis(fromMs), to: fromMillis(toMs) }
  table.clearFrom(fromMs)
  switch (spec.kind) {
    case 'logs':
      return loadLogs(table, input, spec, range)
    case 'patterns':
      return loadPatterns(table, input, range)
    case 'requests':
      return loadRequests(table, input, spec, range)
    case 'metric':
      return loadMetric(table, input, spec, range)
  }
}

const budgetOf = ({ budget }: LoadInput) => (budget === undefined ? {} : { budget })

async function loadLogs(
  table: SeriesTable,
  input: LoadInput,
  { contains, attributes }: Extract<GroupSpec, { kind: 'logs' }>,
  range: TimeRange,
): Promise<Work['partial']> {
  const conditions = attributes.map(
    ([key, value]): Condition => ({ field: { kind: 'attribute', key }, op: 'eq', value }),
  )
  const filter: RecordFilter = {
    conditions,
    ...(contains === null ? {} : { text: { mode: 'all' as const, text: contains } }),
  }
  const answer = await input.telemetry.countLogs(input.project, {
    range,
    filter,
    intervalMs: table.intervalMs,
    groupBy: [field('service'), field('severity')],
    groupsMax: GROUPS_MAX,
    ...budgetOf(input),
  })
  for (const { key, counts } of answer.groups) {
    const [service, severity] = [key[0] ?? '', key[1] ?? '']
    for (const [startMs, count] of counts) {
      for (const name of [service, ALL]) {
        table.add(logColumn(name, severity), startMs, count)
        table.add(logColumn(name, ALL), startMs, count)
      }
    }
  }
  return answer.other > 0 ? [...answer.work.partial, 'limit'] : answer.work.partial
}

async function loadPatterns(table: SeriesTable, input: LoadInput, range: TimeRange): Promise<Work['partial']> {
  const { telemetry, project, knownPatterns } = input
  const asked = {
    filter: { conditions: [{ field: field('severity'), op: 'in', values: LOG_SEVERITIES.slice(-2) }] },
    intervalMs: null,
    limit: PATTERNS_MAX,
    ...budgetOf(input),
  } as const
  const seen = await telemetry.logPatterns(project, { ...asked, range })
  const candidates = seen.patterns.filter(({ id }) => !knownPatterns.has(id))
  if (candidates.length === 0) return seen.work.partial
  // A pattern's id may change when another shape joins it. So the store itself is asked whether a pattern is new.
  const before = { from: fromMillis(toMillis(range.from) - PATTERN_MEMORY_MS), to: range.from }
  const earlier = await telemetry.logPatterns(project, { ...asked, range: before })
  for (const { id } of earlier.patterns) knownPatterns.add(id)
  for (const { id, service, firstSeen } of candidates) {
    if (knownPatterns.has(id)) continue
    for (const name of [service, ALL]) table.add(logColumn(name, ''), toMillis(firstSeen), 1)
  }
  return [...seen.work.partial, ...earlier.work.partial]
}

async function loadRequests(
  table: SeriesTable,
  input: LoadInput,
  { byOperation }: Extract<GroupSpec, { kind: 'requests' }>,
  range: TimeRange,
): Promise<Work['partial']> {
  const { rows, work } = await input.telemetry.spanStats(input.project, {
    range,
    filter: { conditions: [] },
    intervalMs: table.intervalMs,
    groupBy: byOperation ? ['service', 'operation'] : ['service'],
    groupsMax: GROUPS_MAX,
    only: 'entries',
    ...budgetOf(input),
  })
  for (const { service, operation, startMs, requests, errors, durationMs } of rows) {
    for (const serviceName of [service, ALL]) {
      const add = (of: string, value: number) =>
        table.add(requestColumn(serviceName, operation ?? ALL, of), startMs, value)
      add('requests', requests)
      add('errors', errors)
      for (const percentile of PERCENTILES) add(`p${percentile}`, durationMs[`p${percentile}`] * requests)
    }
  }
  return work.partial
}

async function loadMetric(
  table: SeriesTable,
  input: LoadInput,
  { metric, statistic, byService }: Extract<GroupSpec, { kind: 'metric' }>,
  range: TimeRange,
): Promise<Work['partial']> {
  const { series, work } = await input.telemetry.metricSeries(input.project, {
    range,
    metric,
    filter: { conditions: [] },
    aggregation: statistic,
    groupBy: byService ? [field('service')] : [],
    intervalMs: table.intervalMs,
    groupsMax: GROUPS_MAX,
    ...budgetOf(input),
  })
  for (const { key, points } of series) {
    const service = byService ? (key[0] ?? '') : ALL
    for (const [startMs, value] of points) {
      table.add(metricColumn(service, 'value'), startMs, value)
      table.add(metricColumn(service, 'points'), startMs, 1)
    }
  }
  return work.partial
}
