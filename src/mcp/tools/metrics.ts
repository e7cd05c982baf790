/** Metrics: which there are, and the values of one over time. */
import { z } from 'zod'
import {
  type ListMetricsToolResult,
  listMetricsTool,
  type MetricSeriesToolResult,
  metricSeriesTool,
} from '../../agent/tools/metrics.ts'
import { counted, spanOf, telemetryTool, windowOutput } from './telemetry-tool.ts'

export const listMetrics = telemetryTool<ListMetricsToolResult>({
  name: 'list_metrics',
  title: 'List metrics',
  description: 'Names, units and services of the metrics received in a window. query_metric needs exact names.',
  tool: listMetricsTool,
  output: {
    window: windowOutput,
    total: z.number(),
    metrics: z.array(
      z.looseObject({ name: z.string(), unit: z.string(), type: z.string(), services: z.array(z.string()) }),
    ),
  },
  summary: ({ window, total }) => `${counted(total, 'metric')} in ${spanOf(window)}.`,
  readOn: 'Give a prefix of the name, or services.',
})

export const queryMetric = telemetryTool<MetricSeriesToolResult>({
  name: 'query_metric',
  title: 'Query a metric',
  description: 'Values of one metric over time, per service or attribute, with its lowest, highest and last value.',
  tool: metricSeriesTool,
  output: {
    window: windowOutput,
    metric: z.string(),
    unit: z.string(),
    aggregation: z.string(),
    intervalSeconds: z.number(),
    series: z.array(
      z.object({
        name: z.string(),
        min: z.number(),
        max: z.number(),
        last: z.number(),
        points: z.array(z.array(z.union([z.string(), z.number()]))).describe('[time, value]'),
      }),
    ),
  },
  summary: ({ window, series, intervalSeconds }) =>
    `${series.length} series in ${spanOf(window)}, one value per ${intervalSeconds} s.`,
  readOn: 'Name a service, or shorten the window.',
})
