/** Carries out a typed plan: counts, shares, rates, durations, metrics, lists, states. One engine for every model. */
import { z } from 'zod'
import type { AgentTool, Artifact } from '../contract.ts'
import { execute, isQueried } from '../questions/execute/execute.ts'
import type {
  Amount,
  AnomalyResult,
  CallsResult,
  MeasureResult,
  QueryResult,
  ReleaseResult,
} from '../questions/execute/result.ts'
import { type Plan, planSchema } from '../questions/plan/plan.ts'
import { catalogueOf } from './catalogue-of.ts'
import { ToolInputError } from './define-tool.ts'
import { parseIso } from './window.ts'

const input = z.strictObject({ plan: planSchema })

export const queryTelemetryTool: AgentTool<z.infer<typeof input>> = {
  name: 'query_telemetry',
  description:
    'Answers a typed plan from the telemetry: counts of log records, requests (entry spans), failed requests and their share, rates, percentiles and means of durations or metrics, distinct values, sums, groups, trends, two windows compared; lists of records, requests or traces; log patterns; the current state; the health of a service; whether one metric or the duration of requests is unusual against its own past; versions and deployments, and what a release did to its service; where a message comes from. Numbers are exact unless `incomplete` says otherwise. Let read_question make the plan, or write it yourself.',
  input,
  readOnly: true,
  async run({ ctx, input: { plan } }) {
    if (!isQueried(plan))
      throw new ToolInputError(
        `Plans of intent "${plan.intent}" are answered by another tool: investigate for cause and timeline, dependencies, list_metrics, coverage, source_health, trace, log_detail, compare_log_patterns for changes.`,
      )
    checkTime(plan)
    const result = await execute(ctx, await catalogueOf(ctx), plan)
    return { result: { plan, ...result }, artifacts: artifactsOf(plan, result) }
  },
}

export type QueryTelemetryResult = QueryResult & { readonly plan: Plan }

function checkTime({ time }: Plan): void {
  const [from, to] = [parseIso(time.from), parseIso(time.to)]
  if (!(from < to))
    throw new ToolInputError(
      'The window of the plan is empty: `time.from` must be earlier than `time.to`, both ISO 8601.',
    )
}

function artifactsOf(plan: Plan, result: QueryResult): Artifact[] {
  if (result.kind === 'measure') return measureArtifacts(plan, result)
  if (result.kind === 'anomaly' && result.series.length > 0) return anomalyArtifacts(plan, result)
  if (result.kind === 'list' && result.logs.length > 0)
    return [table('records', 'Log records', ['time', 'service', 'severity', 'body'], result.logs)]
  if (result.kind === 'list' && result.spans.length > 0)
    return [table('requests', 'Requests', ['time', 'service', 'name', 'durationMs', 'status', 'traceId'], result.spans)]
  if (result.kind === 'patterns' && result.patterns.length > 0)
    return [
      table('log_patterns', 'Log patterns', ['count', 'service', 'severity', 'template', 'firstSeen'], result.patterns),
    ]
  if (result.kind === 'release' && result.before !== null && result.after !== null) return [releaseTable(result)]
  if (result.kind === 'calls' && result.pairs.length > 0) return [callsTable(result)]
  if (result.kind === 'versions' && result.versions.length > 0)
    return [table('versions', 'Versions', ['service', 'version', 'firstSeen', 'lastSeen', 'records'], result.versions)]
  return []
}

const LABELS: Readonly<Record<string, string>> = {
  time: 'Time',
  service: 'Service',
  severity: 'Severity',
  body: 'Message',
  name: 'Operation',
  durationMs: 'Duration',
  status: 'Status',
  traceId: 'Trace',
  count: 'Count',
  template: 'Pattern',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  version: 'Version',
  records: 'Records',
  group: 'Group',
  value: 'Value',
  of: 'Requests',
  failed: 'Failed',
  usual: 'Everyday range',
  is: 'Now',
  since: 'Since',
  until: 'Until',
  peak: 'Furthest value',
  p50: 'p50',
  p95: 'p95',
  p99: 'p99',
  ofBefore: 'Requests before',
  failedBefore: 'Failed before',
  p95Before: 'p95 before',
}

function table(id: string, title: string, keys: readonly string[], rows: readonly object[]): Artifact {
  const columns = keys.map((key) => ({
    key,
    label: LABELS[key] ?? key,
    ...(/^(?:durationMs|p\d+)$/.test(key) ? { unit: 'ms' } : {}),
  }))
  return { name: 'table', data: { id, title, columns, rows } }
}

function anomalyArtifacts(plan: Plan, { series, points, unit }: AnomalyResult): Artifact[] {
  const rows = series.map(({ service, usual, now, is, since, until, peak }) => ({
    ...{ service: service ?? '(all)', value: now, usual: `${usual.low} \u2013 ${usual.high}`, is },
    ...{ since: since ?? '', until: until ?? '', peak: peak.value },
  }))
  const title = titleOf(plan)
  const keys = ['service', 'value', 'usual', 'is', 'since', 'until', 'peak']
  const chart = { title, unit, series: [{ name: series[0]?.service ?? title, points }] }
  return [table('series', 'Against their own past', keys, rows), { name: 'timeseries', data: chart }]
}

function measureArtifacts(plan: Plan, { groups, series, unit }: MeasureResult): Artifact[] {
  const artifacts: Artifact[] = []
  if (groups.length > 0) {
    const keys = [
      'group',
      'value',
      ...(['of', 'failed', 'p50', 'p95', 'p99'] as const).filter((key) =>
        groups.some((group) => group[key] !== undefined),
      ),
    ]
    const rows = groups.map(({ key, ...amount }) => ({
      group: key.map((part) => part ?? '(none)').join(' '),
      ...amount,
    }))
    artifacts.push(table('measured_groups', 'By group', keys, rows))
  }
  if (series.length > 0) {
    artifacts.push({
      name: 'timeseries',
      data: { title: titleOf(plan), unit, series: [{ name: titleOf(plan), points: series }] },
    })
  }
  return artifacts
}

/** Who calls what, now and before trouble began. */
function callsTable({ pairs, operations }: CallsResult): Artifact {
  const rows = (operations.length > 0 ? operations : pairs).map(({ to, service, operation, now, before }) => ({
    ...{ group: `${service} \u2192 ${to}`, name: operation, of: now.calls, failed: now.failed },
    ...{ p50: now.p50, p95: now.p95, ofBefore: before?.calls ?? '', failedBefore: before?.failed ?? '' },
    p95Before: before?.p95 ?? '',
  }))
  return table('calls', 'Calls', Object.keys(rows[0] ?? {}), rows)
}

/** Both sides of a release, of all requests and of each route. */
function releaseTable({ release, before, after, routes }: ReleaseResult): Artifact {
  const [from, to] = [release?.from ?? 'before', release?.to ?? 'since']
  const row = (group: string, amount: Amount | null) => ({
    ...{ group, value: amount?.value ?? null, of: amount?.of ?? 0, failed: amount?.failed ?? 0 },
    ...{ p50: amount?.p50 ?? null, p95: amount?.p95 ?? null, p99: amount?.p99 ?? null },
  })
  const rows = [
    row(from, before),
    row(to, after),
    ...routes.flatMap((route) => [
      row(`${from} ${route.operation}`, route.before),
      row(`${to} ${route.operation}`, route.after),
    ]),
  ]
  return table('release', 'Before and since', ['group', 'of', 'failed', 'p50', 'p95', 'p99'], rows)
}

function titleOf(plan: Plan): string {
  if (plan.intent === 'anomaly') return plan.subject.of === 'metric' ? plan.subject.metric : 'p95 duration'
  if (plan.intent !== 'measure') return plan.intent
  const { measure } = plan
  switch (measure.of) {
    case 'metric':
      return measure.metric
    case 'ratio':
      return measure.share === 'matching' ? 'Share that matches' : `Share of requests that ${measure.share}`
    case 'duration':
      return `${measure.statistic} duration of requests`
    case 'records':
      return 'Log records'
    default:
      return measure.of
  }
}
