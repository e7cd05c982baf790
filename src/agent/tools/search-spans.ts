/** Single spans: the slowest, the failed, the newest. */
import { z } from 'zod'
import { type Condition, NANOS_PER_MS, type StoredSpan, toIso } from '../../telemetry/index.ts'
import type { AgentTool } from '../contract.ts'
import { shorten } from './bound-result.ts'
import { whenMissing } from './integration-required.ts'
import { incompleteness } from './log-filter.ts'
import { round, serviceCondition } from './span-stats.ts'
import { describeWindow, resolveWindow, windowInput } from './window.ts'

const input = z.strictObject({
  ...windowInput,
  services: z.array(z.string().min(1).max(256)).max(20).describe('Only these services.').optional(),
  operation: z.string().min(1).max(256).describe('Only spans of this name.').optional(),
  isError: z.boolean().describe('Only spans that failed (true) or did not (false).').optional(),
  durationMsMin: z.number().min(0).describe('Only spans that took at least this long.').optional(),
  order: z.enum(['slowest', 'newest', 'oldest']).describe('What comes first (default slowest).').optional(),
  limit: z.number().int().min(1).max(100).describe('Spans to return (default 20).').optional(),
})

export interface SpanRow {
  readonly time: string
  readonly service: string
  readonly name: string
  readonly durationMs: number
  readonly status: string
  readonly kind: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly statusMessage?: string
}
export interface SearchSpansToolResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly order: string
  readonly spans: readonly SpanRow[]
  readonly incomplete?: readonly string[]
}

export const searchSpansTool: AgentTool<z.infer<typeof input>> = {
  name: 'search_spans',
  description:
    'Finds single spans: the slowest, failed or newest ones of a service or operation, with their trace ids. Use trace for a whole trace. Needs traces.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const window = await resolveWindow(ctx, input)
    const order = input.order ?? 'slowest'
    const conditions = [...serviceCondition(input.services), ...spanConditions(input)]
    const found = await ctx.telemetry.searchSpans(ctx.project, {
      range: window.range,
      filter: { conditions },
      order,
      limit: input.limit ?? 20,
    })
    const spans = found.spans.map(spanRow)
    const result: SearchSpansToolResult = {
      window: describeWindow(window),
      order,
      spans,
      ...incompleteness(found.work),
    }
    if (spans.length === 0) return { result, artifacts: await whenMissing(ctx, 'spans') }
    const rows = spans.map(({ time, service, name, durationMs, status, traceId }) => ({
      time,
      service,
      name,
      durationMs,
      status,
      traceId,
    }))
    return {
      result,
      artifacts: [{ name: 'table', data: { id: 'spans', title: 'Spans', columns: SPAN_COLUMNS, rows } }],
    }
  },
}

function spanConditions(input: {
  operation?: string | undefined
  isError?: boolean | undefined
  durationMsMin?: number | undefined
}): Condition[] {
  const conditions: Condition[] = []
  if (input.operation !== undefined)
    conditions.push({ field: { kind: 'builtin', name: 'name' }, op: 'eq', value: input.operation })
  if (input.isError !== undefined)
    conditions.push({ field: { kind: 'builtin', name: 'status' }, op: input.isError ? 'eq' : 'neq', value: 'error' })
  if (input.durationMsMin !== undefined)
    conditions.push({ field: { kind: 'builtin', name: 'duration' }, op: 'gte', value: input.durationMsMin })
  return conditions
}

/** Returns a span as the tool answers it; durations are in milliseconds. */
export function spanRow(span: StoredSpan): SpanRow {
  return {
    time: toIso(span.time),
    service: span.resource.service,
    name: shorten(span.name, 200),
    durationMs: round(span.durationNanos / NANOS_PER_MS),
    status: span.status,
    kind: span.kind,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId === '' ? null : span.parentSpanId,
    ...(span.statusMessage === '' ? {} : { statusMessage: shorten(span.statusMessage, 300) }),
  }
}

export const SPAN_COLUMNS = [
  { key: 'time', label: 'Start' },
  { key: 'service', label: 'Service' },
  { key: 'name', label: 'Operation' },
  { key: 'durationMs', label: 'Duration', unit: 'ms' },
  { key: 'status', label: 'Status' },
  { key: 'traceId', label: 'Trace' },
]
