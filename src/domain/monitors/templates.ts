/** Suggests monitors that fit what a project sends, ready to be created, previewed or changed. */
import type { ProjectScope } from '../../auth/scope.ts'
import type { Condition, MonitorDefinition } from '../../contracts/monitor-protocol.ts'
import type { Severity } from '../../contracts/oncall-protocol.ts'
import { fromMillis } from '../../telemetry/index.ts'
import type { VerbCall } from '../context.ts'

export interface MonitorTemplate {
  readonly id: string
  readonly title: string
  /** Why the monitor is useful. */
  readonly reason: string
  readonly monitor: MonitorDefinition
}

const SERVICES_MAX = 30
const METRICS_MAX = 20
const LOOKED_AT_MS = 24 * 3_600_000
/** For services with fewer lines or requests a day than this, silence says nothing. */
const SILENCE_RECORDS_MIN = 2_000
/** Names of metrics that are a share of a capacity, between 0 and 1. */
const SATURATION = /(?:utili[sz]ation|usage_ratio|saturation)$/

/** For the services and metrics of the last day, busiest first. */
export async function monitorTemplates({ ctx, scope }: VerbCall<ProjectScope>): Promise<readonly MonitorTemplate[]> {
  const { organizationId, projectId, region } = scope
  const project = { organizationId, projectId, region, retentionDays: 0 }
  const now = ctx.now()
  const range = { from: fromMillis(now - LOOKED_AT_MS), to: fromMillis(now) }
  const [{ entries }, { metrics }] = await Promise.all([
    ctx.telemetry.coverage(project, range),
    ctx.telemetry.listMetrics(project, { range, limit: 500 }),
  ])
  const busiest = [...entries].sort((a, b) => b.records - a.records)
  const servicesOf = (signal: 'logs' | 'spans') =>
    busiest.filter((entry) => entry.signal === signal && entry.service !== '').slice(0, SERVICES_MAX)
  return [
    newErrorPatterns(),
    ...servicesOf('spans').map(({ service }) => errorRatio(service)),
    ...servicesOf('spans').map(({ service }) => slowness(service)),
    ...servicesOf('logs')
      .filter(({ records }) => records >= SILENCE_RECORDS_MIN)
      .map(({ service }) => silence(service)),
    ...servicesOf('logs').map(({ service }) => unusualErrors(service)),
    ...metrics
      .filter(({ name }) => SATURATION.test(name))
      .slice(0, METRICS_MAX)
      .map(({ name }) => saturation(name)),
  ]
}

function template(
  id: string,
  text: { readonly title: string; readonly reason: string; readonly severity: Severity },
  condition: Omit<Condition, 'minimumCount'> & { readonly minimumCount?: number },
  forMinutes: number,
): MonitorTemplate {
  const { title, reason, severity } = text
  return {
    id,
    title,
    reason,
    monitor: {
      name: title,
      severity,
      condition: { minimumCount: 1, ...condition },
      forMinutes,
      recoverForMinutes: 5,
      noData: 'no_data',
    },
  }
}

const newErrorPatterns = () =>
  template(
    'new_error_patterns',
    {
      title: 'New error pattern',
      reason: 'A new kind of error line that was not seen for a week often comes with a release.',
      severity: 'warning',
    },
    {
      measure: { signal: 'patterns', statistic: 'new', service: null },
      comparison: { kind: 'above', threshold: 0, recoverAt: null },
      windowMinutes: 10,
    },
    0,
  )

const errorRatio = (service: string) =>
  template(
    `error_ratio:${service}`,
    {
      title: `Error ratio of ${service}`,
      reason: `${service} answers requests. Its callers notice when a share of them keeps failing.`,
      severity: 'error',
    },
    {
      measure: { signal: 'requests', statistic: 'error_ratio', service, operation: null },
      comparison: { kind: 'above', threshold: 0.05, recoverAt: 0.02 },
      windowMinutes: 5,
      minimumCount: 20,
    },
    2,
  )

const slowness = (service: string) =>
  template(
    `latency:${service}`,
    {
      title: `Unusual durations of ${service}`,
      reason: 'Compared with the same hours of earlier days, so that a busy noon is no surprise.',
      severity: 'warning',
    },
    {
      measure: { signal: 'requests', statistic: 'percentile', percentile: 95, service, operation: null },
      comparison: { kind: 'unusual', direction: 'above', deviations: 6 },
      windowMinutes: 10,
      minimumCount: 50,
    },
    5,
  )

const silence = (service: string) =>
  template(
    `silence:${service}`,
    {
      title: `No logs of ${service}`,
      reason: `${service} logs all day. Silence means that it is down, or that its logs do not arrive.`,
      severity: 'error',
    },
    {
      measure: { signal: 'logs', statistic: 'count', service, severityMin: null, contains: null, attributes: {} },
      comparison: { kind: 'absent' },
      windowMinutes: 15,
    },
    0,
  )

const unusualErrors = (service: string) =>
  template(
    `errors:${service}`,
    {
      title: `Unusually many error lines of ${service}`,
      reason: 'More error lines than in the same hours of earlier days.',
      severity: 'warning',
    },
    {
      measure: { signal: 'logs', statistic: 'count', service, severityMin: 'error', contains: null, attributes: {} },
      comparison: { kind: 'unusual', direction: 'above', deviations: 5 },
      windowMinutes: 10,
    },
    5,
  )

const saturation = (metric: string) =>
  template(
    `saturation:${metric}`,
    {
      title: `${metric} near its limit`,
      reason: 'A resource that is nearly used up is often the cause behind other alerts.',
      severity: 'warning',
    },
    {
      measure: { signal: 'metric', metric, statistic: 'max', service: null },
      comparison: { kind: 'above', threshold: 0.9, recoverAt: 0.8 },
      windowMinutes: 10,
    },
    5,
  )
