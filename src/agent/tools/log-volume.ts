/** Log records over time, grouped: "how many", "trend", "when did it start". */
import { z } from 'zod'
import type { Field } from '../../telemetry/index.ts'
import type { AgentTool, Artifact } from '../contract.ts'
import { ToolInputError } from './define-tool.ts'
import { describeFilter, incompleteness, logFilterInput, toRecordFilter } from './log-filter.ts'
import { describeWindow, isoOf, niceIntervalMs, resolveWindow, timeInput, windowInput } from './window.ts'

/** Enough for a chart to show a shape, few enough to read. */
const BUCKETS = 60
const BUCKETS_MAX = 500

const input = z.strictObject({
  ...windowInput,
  ...logFilterInput,
  groupBy: z
    .array(z.enum(['service', 'severity', 'environment']))
    .max(2)
    .describe('Split the counts by these.')
    .optional(),
  groupByAttribute: z.string().min(1).max(256).describe('Split the counts by the values of this attribute.').optional(),
  groupsMax: z.number().int().min(1).max(50).describe('Largest groups to show (default 12).').optional(),
  intervalSeconds: z
    .number()
    .int()
    .min(1)
    .max(86_400)
    .describe('Width of the intervals; default by the window.')
    .optional(),
  annotations: z
    .array(z.object({ at: timeInput, label: z.string().max(120) }))
    .max(10)
    .describe('Moments to mark in the chart.')
    .optional(),
})

export interface LogVolumeResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly filter: object
  readonly intervalSeconds: number
  readonly total: number
  readonly series: readonly {
    readonly name: string
    readonly total: number
    readonly points: readonly (readonly [string, number])[]
  }[]
  readonly other: number
  readonly incomplete?: readonly string[]
}

export const logVolumeTool: AgentTool<z.infer<typeof input>> = {
  name: 'log_volume',
  description:
    'Number of log records over time, optionally filtered by service, severity or text and split by service, severity, environment or an attribute. Use it for "how many", trends, and to see when something started.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const window = await resolveWindow(ctx, input)
    const spanMs = window.toMs - window.fromMs
    const intervalMs = (input.intervalSeconds ?? niceIntervalMs(spanMs, BUCKETS) / 1000) * 1000
    if (spanMs / intervalMs > BUCKETS_MAX) {
      throw new ToolInputError(
        `intervalSeconds ${intervalMs / 1000} gives more than ${BUCKETS_MAX} intervals in this window.`,
      )
    }
    const groupBy: Field[] = (input.groupBy ?? []).map((name) => ({ kind: 'builtin', name }))
    if (input.groupByAttribute !== undefined) groupBy.push({ kind: 'attribute', key: input.groupByAttribute })
    const counted = await ctx.telemetry.countLogs(ctx.project, {
      range: window.range,
      filter: toRecordFilter(input),
      intervalMs,
      groupBy,
      groupsMax: input.groupsMax ?? 12,
    })
    const result: LogVolumeResult = {
      window: describeWindow(window),
      filter: describeFilter(input),
      intervalSeconds: intervalMs / 1000,
      total: counted.total,
      series: counted.groups.map((group) => ({
        name: group.key.length === 0 ? 'all' : group.key.map((part) => part ?? 'none').join(' / '),
        total: group.total,
        points: group.counts.map(([startMs, count]) => [isoOf(startMs), count] as const),
      })),
      other: counted.other,
      ...incompleteness(counted.work),
    }
    return { result, artifacts: result.total === 0 ? [] : [timeseries(result, input.annotations ?? [])] }
  },
}

function timeseries(result: LogVolumeResult, annotations: readonly { at: string; label: string }[]): Artifact {
  const width = result.intervalSeconds
  return {
    name: 'timeseries',
    data: {
      title: `Log records per ${width >= 60 && width % 60 === 0 ? `${width / 60} min` : `${width} s`}`,
      unit: 'records',
      series: result.series.map(({ name, points }) => ({ name, points })),
      ...(annotations.length > 0 ? { annotations } : {}),
    },
  }
}
