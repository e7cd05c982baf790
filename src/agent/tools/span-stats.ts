/** Requests, errors and latency per service and operation, from spans. */
import { z } from 'zod'
import type { Condition, SpanStatsRow } from '../../telemetry/index.ts'
import type { AgentTool } from '../contract.ts'
import { whenMissing } from './integration-required.ts'
import { incompleteness } from './log-filter.ts'
import { describeWindow, isoOf, niceIntervalMs, resolveWindow, windowInput } from './window.ts'

const BUCKETS = 40
const ROWS_MAX = 40

const input = z.strictObject({
  ...windowInput,
  services: z.array(z.string().min(1).max(256)).max(20).describe('Only these services.').optional(),
  groupBy: z.enum(['service', 'operation']).describe('One row per service (default) or per operation.').optional(),
  sort: z.enum(['errors', 'slowest', 'requests']).describe('What comes first (default requests).').optional(),
  overTime: z.boolean().describe('Also a chart of the 99th percentile over time.').optional(),
})

export interface SpanStatsToolResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly rows: readonly SpanSummary[]
  readonly incomplete?: readonly string[]
}
export interface SpanSummary {
  readonly service: string
  readonly operation: string | null
  readonly requests: number
  readonly errors: number
  readonly p50Ms: number
  readonly p90Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export const spanStatsTool: AgentTool<z.infer<typeof input>> = {
  name: 'span_stats',
  description:
    'Requests, errors and latency percentiles (ms) of spans per service or operation. Use it for "slow", "latency", "error rate of requests", "slowest endpoints". Needs traces.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const window = await resolveWindow(ctx, input)
    const groupBy = input.groupBy === 'operation' ? (['service', 'operation'] as const) : (['service'] as const)
    const query = { range: window.range, filter: { conditions: serviceCondition(input.services) }, groupBy }
    const intervalMs = niceIntervalMs(window.toMs - window.fromMs, BUCKETS)
    const [total, series] = await Promise.all([
      ctx.telemetry.spanStats(ctx.project, { ...query, intervalMs: null, groupsMax: 200 }),
      input.overTime === true ? ctx.telemetry.spanStats(ctx.project, { ...query, intervalMs, groupsMax: 8 }) : null,
    ])
    const rows = total.rows
      .map(summaryOf)
      .sort(order(input.sort ?? 'requests'))
      .slice(0, ROWS_MAX)
    const result: SpanStatsToolResult = { window: describeWindow(window), rows, ...incompleteness(total.work) }
    if (rows.length === 0) return { result, artifacts: await whenMissing(ctx, 'spans') }
    const table = { id: 'span_stats', title: 'Requests, errors and latency', columns: COLUMNS, rows }
    const chart = series === null ? [] : [{ name: 'timeseries' as const, data: latencyChart(series.rows) }]
    return { result, artifacts: [{ name: 'table', data: table }, ...chart] }
  },
}

/** Returns the condition that a record is of one of these services; none for all services. */
export function serviceCondition(services: readonly string[] | undefined): Condition[] {
  if (services === undefined || services.length === 0) return []
  const [only, ...others] = services
  if (only !== undefined && others.length === 0)
    return [{ field: { kind: 'builtin', name: 'service' }, op: 'eq', value: only }]
  return [{ field: { kind: 'builtin', name: 'service' }, op: 'in', values: services }]
}

function summaryOf(row: SpanStatsRow): SpanSummary {
  const { service, operation, requests, errors, durationMs } = row
  return {
    service,
    operation,
    requests,
    errors,
    p50Ms: round(durationMs.p50),
    p90Ms: round(durationMs.p90),
    p99Ms: round(durationMs.p99),
    maxMs: round(durationMs.max),
  }
}

function order(sort: 'errors' | 'slowest' | 'requests'): (a: SpanSummary, b: SpanSummary) => number {
  const value = (row: SpanSummary): number =>
    sort === 'errors' ? row.errors : sort === 'slowest' ? row.p99Ms : row.requests
  return (a, b) => value(b) - value(a) || b.requests - a.requests
}

function latencyChart(rows: readonly SpanStatsRow[]): unknown {
  const series = new Map<string, [string, number][]>()
  for (const row of rows) {
    const name = row.operation === null ? row.service : `${row.service} ${row.operation}`
    const points = series.get(name) ?? []
    points.push([isoOf(row.startMs), round(row.durationMs.p99)])
    series.set(name, points)
  }
  return {
    title: '99th percentile of span duration',
    unit: 'ms',
    series: [...series].map(([name, points]) => ({ name, points })),
  }
}

const COLUMNS = [
  { key: 'service', label: 'Service' },
  { key: 'operation', label: 'Operation' },
  { key: 'requests', label: 'Requests' },
  { key: 'errors', label: 'Errors' },
  { key: 'p50Ms', label: 'p50', unit: 'ms' },
  { key: 'p90Ms', label: 'p90', unit: 'ms' },
  { key: 'p99Ms', label: 'p99', unit: 'ms' },
  { key: 'maxMs', label: 'Max', unit: 'ms' },
]

/** Three digits are what a reader compares; sub-millisecond spans keep theirs. */
export function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}
