/** Traces: single spans, one whole trace. */
import { z } from 'zod'
import { type SearchSpansToolResult, searchSpansTool } from '../../agent/tools/search-spans.ts'
import { traceTool } from '../../agent/tools/trace.ts'
import { counted, spanOf, telemetryTool, windowOutput } from './telemetry-tool.ts'

const spanRow = z.looseObject({
  time: z.string(),
  service: z.string(),
  name: z.string(),
  durationMs: z.number(),
  status: z.string(),
  traceId: z.string().describe('For get_trace.'),
  spanId: z.string(),
})

export const searchTraces = telemetryTool<SearchSpansToolResult>({
  name: 'search_traces',
  title: 'Search traces',
  description:
    'Finds requests: the slowest, failed or newest spans of services or operations, with the ids of their traces.',
  tool: searchSpansTool,
  output: { window: windowOutput, order: z.string(), spans: z.array(spanRow) },
  summary: ({ window, order, spans }) => `${counted(spans.length, 'span')} in ${spanOf(window)}, ${order} first.`,
  readOn: 'Name a service or an operation, or read one trace with get_trace.',
})

interface Trace {
  readonly spansTotal: number
  readonly services: readonly string[]
  readonly logs: readonly unknown[]
}

export const getTrace = telemetryTool<Trace>({
  name: 'get_trace',
  title: 'Read a trace',
  description: 'All spans of one trace in order, with durations and own times in ms, and its log records.',
  tool: traceTool,
  output: {
    traceId: z.string(),
    spansTotal: z.number(),
    services: z.array(z.string()),
    spans: z.array(spanRow),
    logs: z.array(z.looseObject({ id: z.string(), time: z.string(), body: z.string() })),
  },
  summary: ({ spansTotal, services, logs }) =>
    `${counted(spansTotal, 'span')} of ${counted(services.length, 'service')}, and ${counted(logs.length, 'log record')}.`,
  readOn: 'Use search_traces with a service to see its spans, search_logs with traceId for the rest of its logs.',
})
