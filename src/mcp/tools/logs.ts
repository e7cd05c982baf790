/** Logs: single records, one record, patterns, two windows compared. */
import { z } from 'zod'
import { type ComparePatternsResult, compareLogPatternsTool } from '../../agent/tools/compare-log-patterns.ts'
import { logDetailTool } from '../../agent/tools/log-detail.ts'
import { type LogPatternsToolResult, logPatternsTool } from '../../agent/tools/log-patterns.ts'
import { type SearchLogsToolResult, searchLogsTool } from '../../agent/tools/search-logs.ts'
import { counted, spanOf, telemetryTool, windowOutput } from './telemetry-tool.ts'

const logRow = z.object({
  id: z.string(),
  time: z.string(),
  service: z.string(),
  severity: z.string(),
  body: z.string(),
  traceId: z.string().optional(),
})

const patternRow = z.looseObject({
  id: z.string(),
  template: z.string(),
  service: z.string(),
  severity: z.string(),
  count: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  exampleId: z.string().describe('For get_log.'),
})

export const searchLogs = telemetryTool<SearchLogsToolResult>({
  name: 'search_logs',
  title: 'Search logs',
  description:
    'Finds single log records by time, service, severity, words, trace or attribute, with the number of all matches. For what logs say in general use log_patterns first.',
  tool: searchLogsTool,
  output: {
    window: windowOutput,
    filter: z.looseObject({}),
    order: z.string(),
    total: z.number(),
    records: z.array(logRow),
    next: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
  },
  summary: ({ window, total, order }) =>
    `${counted(total, 'log record')} ${total === 1 ? 'matches' : 'match'} in ${spanOf(window)}, ${order} first.`,
  readOn: 'Read on with `next`, or read one record with get_log.',
  next: nextWindow,
})

/** The window of the records after these: from or to the last one's time, which it contains. */
function nextWindow({ order, total, records }: SearchLogsToolResult): Record<string, string> | null {
  const last = records.at(-1)
  if (last === undefined || records.length >= total) return null
  if (order === 'oldest') return { from: last.time }
  return { to: new Date(Date.parse(last.time) + 1).toISOString() }
}

export const getLog = telemetryTool<object>({
  name: 'get_log',
  title: 'Read a log record',
  description: 'Everything about one log record, and the records before and after it in the same service.',
  tool: logDetailTool,
  output: {
    record: z.looseObject({ id: z.string(), time: z.string(), service: z.string(), body: z.string() }),
    context: z.object({ before: z.array(logRow), after: z.array(logRow) }),
  },
  summary: () => 'The record, with its neighbours in the same service.',
  readOn: 'Ask for fewer neighbours to see more of the record.',
})

export const logPatterns = telemetryTool<LogPatternsToolResult>({
  name: 'log_patterns',
  title: 'Log patterns',
  description:
    'What logs say: records grouped by the pattern of their text, with counts, first and last seen and an example. Start here for "top errors" and "what is in the logs".',
  tool: logPatternsTool,
  output: {
    window: windowOutput,
    filter: z.looseObject({}),
    patternsTotal: z.number(),
    patterns: z.array(patternRow),
  },
  summary: ({ window, patternsTotal }) =>
    `${counted(patternsTotal, 'log pattern')} in ${spanOf(window)}, the most frequent first.`,
  readOn: 'Name a service or a severity, or read an example with get_log.',
})

const changedPattern = z.looseObject({ ...patternRow.shape, before: z.number(), after: z.number() })

export const compareLogPatterns = telemetryTool<ComparePatternsResult>({
  name: 'compare_log_patterns',
  title: 'Compare two windows of logs',
  description:
    'What logs began to say, ceased to say, or say more or less often than in an earlier window (by default the same time just before). Use it for "what changed when it broke".',
  tool: compareLogPatternsTool,
  output: {
    window: windowOutput,
    baseline: windowOutput,
    filter: z.looseObject({}),
    totalBefore: z.number(),
    totalAfter: z.number(),
    new: z.array(changedPattern),
    gone: z.array(changedPattern),
    changed: z.array(changedPattern),
  },
  summary: (found) =>
    `${spanOf(found.window)} compared with ${spanOf(found.baseline)}: ${counted(found.totalAfter, 'record')} now, ${found.totalBefore} before; ${found.new.length} new, ${found.gone.length} gone and ${found.changed.length} changed patterns.`,
  readOn: 'Name a service, or read an example with get_log.',
})
