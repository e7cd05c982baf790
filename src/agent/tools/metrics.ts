/** Metrics: which there are, and their values over time. */
import { z } from 'zod'
import type { Field } from '../../telemetry/index.ts'
import type { AgentTool } from '../contract.ts'
import { whenMissing } from './integration-required.ts'
import { incompleteness } from './log-filter.ts'
import { round, serviceCondition } from './span-stats.ts'
import { describeWindow, isoOf, niceIntervalMs, resolveWindow, timeInput, windowInput } from './window.ts'

const BUCKETS = 60
const LIST_MAX = 200

const listInput = z.strictObject({
  ...windowInput,
  prefix: z.string().max(256).describe('Only metrics whose name begins with this.').optional(),
  services: z.array(z.string().min(1).max(256)).max(20).describe('Only metrics of these services.').optional(),
})

export interface ListMetricsToolResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly total: number
  readonly metrics: readonly {
    readonly name: string
    readonly unit: string
    readonly type: string
    readonly description: string
    readonly services: readonly string[]
    /** What its series are told apart by, with some of the values. */
    readonly attributes: Readonly<Record<string, readonly string[]>>
  }[]
}

export const listMetricsTool: AgentTool<z.infer<typeof listInput>> = {
  name: 'list_metrics',
  description:
    'Names, units, services and attributes of the metrics that were received in a window. Call it before metric_series to get exact names.',
  input: listInput,
  readOnly: true,
  async run({ ctx, input }) {
    const window = await resolveWindow(ctx, input)
    const prefix = input.prefix === undefined ? {} : { prefix: input.prefix }
    const found = await ctx.telemetry.listMetrics(ctx.project, { range: window.range, limit: 1000, ...prefix })
    const wanted = input.services
    const metrics = found.metrics.filter(
      ({ services }) => wanted === undefined || services.some((service) => wanted.includes(service)),
    )
    const result: ListMetricsToolResult = {
      window: describeWindow(window),
      total: metrics.length,
      metrics: metrics.slice(0, LIST_MAX).map(({ name, unit, type, description, services, attributes }) => ({
        name,
        unit,
        type,
        description: description.slice(0, 200),
        services: services.slice(0, 30),
        attributes: Object.fromEntries(attributes.map(({ key, values }) => [key, values.slice(0, 8)])),
      })),
      ...incompleteness(found.work),
    }
    return metrics.length > 0 ? { result } : { result, artifacts: await whenMissing(ctx, 'metrics') }
  },
}

const seriesInput = z.strictObject({
  ...windowInput,
  metric: z.string().min(1).max(512).describe('Exact metric name.'),
  services: z.array(z.string().min(1).max(256)).max(20).describe('Only these services.').optional(),
  aggregation: z
    .enum(['avg', 'min', 'max', 'sum', 'last', 'count', 'rate', 'increase', 'p50', 'p90', 'p99'])
    .describe('How points of an interval combine (default avg; rate for counters; p99 for histograms).')
    .optional(),
  groupBy: z.enum(['service', 'none']).describe('One series per service (default) or one for all.').optional(),
  groupByAttribute: z.string().min(1).max(256).describe('One series per value of this attribute.').optional(),
  annotations: z
    .array(z.object({ at: timeInput, label: z.string().max(120) }))
    .max(10)
    .describe('Moments to mark in the chart.')
    .optional(),
})

export interface MetricSeriesToolResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly metric: string
  readonly unit: string
  readonly aggregation: string
  readonly intervalSeconds: number
  readonly series: readonly {
    readonly name: string
    readonly min: number
    readonly max: number
    readonly last: number
    readonly points: readonly (readonly [string, number])[]
  }[]
  readonly incomplete?: readonly string[]
}

export const metricSeriesTool: AgentTool<z.infer<typeof seriesInput>> = {
  name: 'metric_series',
  description:
    'Values of one metric over time, per service or attribute. Use it to look at CPU, memory, queue lengths, rates.',
  input: seriesInput,
  readOnly: true,
  async run({ ctx, input }) {
    const window = await resolveWindow(ctx, input)
    const intervalMs = niceIntervalMs(window.toMs - window.fromMs, BUCKETS)
    const groupBy: Field[] = input.groupBy === 'none' ? [] : [{ kind: 'builtin', name: 'service' }]
    if (input.groupByAttribute !== undefined) groupBy.push({ kind: 'attribute', key: input.groupByAttribute })
    const name = input.aggregation ?? 'avg'
    const quantile = /^p(\d\d)$/.exec(name)?.[1]
    // Quantiles are matched away above; what is left are the port's own names.
    const aggregation = quantile === undefined ? (name as 'avg') : { quantile: Number(quantile) / 100 }
    const found = await ctx.telemetry.metricSeries(ctx.project, {
      range: window.range,
      metric: input.metric,
      filter: { conditions: serviceCondition(input.services) },
      aggregation,
      groupBy,
      intervalMs,
      groupsMax: 20,
    })
    const series = found.series.map(({ key, points }) => {
      const values = points.map(([, value]) => value)
      return {
        name: key.length === 0 ? input.metric : key.map((part) => part ?? 'none').join(' / '),
        min: round(Math.min(...values)),
        max: round(Math.max(...values)),
        last: round(values.at(-1) ?? 0),
        points: points.map(([startMs, value]) => [isoOf(startMs), round(value)] as const),
      }
    })
    const result: MetricSeriesToolResult = {
      window: describeWindow(window),
      metric: input.metric,
      unit: found.unit,
      aggregation: name,
      intervalSeconds: intervalMs / 1000,
      series,
      ...incompleteness(found.work),
    }
    if (series.length === 0) return { result }
    const annotations = input.annotations === undefined ? {} : { annotations: input.annotations }
    const data = {
      title: input.metric,
      unit: found.unit,
      series: series.map(({ name, points }) => ({ name, points })),
      ...annotations,
    }
    return { result, artifacts: [{ name: 'timeseries', data }] }
  },
}
