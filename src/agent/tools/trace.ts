/** One trace: its spans in order, with each span's own time, and its log records. */
import { z } from 'zod'
import { fromMillis, MS_PER_DAY, NANOS_PER_MS, type StoredSpan, toMillis } from '../../telemetry/index.ts'
import type { AgentTool } from '../contract.ts'
import { ToolInputError } from './define-tool.ts'
import { incompleteness } from './log-filter.ts'
import { logRow } from './search-logs.ts'
import { SPAN_COLUMNS, spanRow } from './search-spans.ts'
import { round } from './span-stats.ts'
import { parseIso, timeInput } from './window.ts'

const SPANS_MAX = 150
const LOGS_MAX = 50
/** A trace id alone says nothing about its time: this far back it is looked for. */
const LOOK_BACK_MS = 7 * MS_PER_DAY
/** Traces are short; a known moment is enough with this to both sides. */
const AROUND_MS = 3_600_000

const input = z.strictObject({
  traceId: z
    .string()
    .regex(/^[0-9a-fA-F]{32}$/, 'must be 32 hex digits')
    .describe('Trace id, 32 hex digits.'),
  around: timeInput.describe('A time near the trace, when one is known: makes it faster.').optional(),
})

export const traceTool: AgentTool<z.infer<typeof input>> = {
  name: 'trace',
  description:
    'All spans of one trace in order with durations and self times (ms), and the log records that carry its id.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const traceId = input.traceId.toLowerCase()
    const aroundMs = input.around === undefined ? null : parseIso(input.around)
    const [fromMs, toMs] =
      aroundMs === null
        ? [ctx.askedAtMs - LOOK_BACK_MS, ctx.askedAtMs + 1]
        : [aroundMs - AROUND_MS, aroundMs + AROUND_MS]
    const range = { from: fromMillis(fromMs), to: fromMillis(toMs) }
    const filter = { conditions: [{ field: { kind: 'builtin', name: 'trace_id' }, op: 'eq', value: traceId } as const] }
    const [found, logs] = await Promise.all([
      ctx.telemetry.spansByTrace(ctx.project, traceId, range),
      ctx.telemetry.searchLogs(ctx.project, { range, filter, order: 'oldest', limit: LOGS_MAX }),
    ])
    if (found.spans.length === 0 && logs.records.length === 0)
      throw new ToolInputError('Nothing with this trace id was found in the last seven days.')
    const self = selfTimes(found.spans)
    const spans = found.spans
      .slice(0, SPANS_MAX)
      .map((span) => ({ ...spanRow(span), selfMs: round(self.get(span.spanId) ?? 0) }))
    const result = {
      traceId,
      spansTotal: found.spans.length,
      isTruncated: found.isTruncated,
      services: [...new Set(found.spans.map((span) => span.resource.service))],
      spans,
      logs: logs.records.map(logRow),
      ...incompleteness(found.work),
    }
    if (spans.length === 0) return { result }
    const rows = spans.map(({ time, service, name, durationMs, selfMs, status }) => ({
      time,
      service,
      name,
      durationMs,
      selfMs,
      status,
      traceId,
    }))
    const columns = [
      ...SPAN_COLUMNS.slice(0, 4),
      { key: 'selfMs', label: 'Self', unit: 'ms' },
      ...SPAN_COLUMNS.slice(4),
    ]
    return { result, artifacts: [{ name: 'table', data: { id: 'trace', title: 'Trace', columns, rows } }] }
  },
}

/** A span's duration without the time its children cover (overlapping children count once). */
export function selfTimes(spans: readonly StoredSpan[]): Map<string, number> {
  const children = new Map<string, (readonly [number, number])[]>()
  for (const span of spans) {
    const startMs = toMillis(span.time)
    const list = children.get(span.parentSpanId) ?? []
    list.push([startMs, startMs + span.durationNanos / NANOS_PER_MS])
    children.set(span.parentSpanId, list)
  }
  return new Map(
    spans.map((span) => {
      const startMs = toMillis(span.time)
      const endMs = startMs + span.durationNanos / NANOS_PER_MS
      let coveredMs = 0
      let reachedMs = startMs
      for (const [from, to] of (children.get(span.spanId) ?? []).sort((a, b) => a[0] - b[0])) {
        const begin = Math.max(from, reachedMs)
        const end = Math.min(to, endMs)
        if (end > begin) coveredMs += end - begin
        reachedMs = Math.max(reachedMs, end)
      }
      return [span.spanId, endMs - startMs - coveredMs]
    }),
  )
}
