/** Single log records: "show me", "find". */
import { z } from 'zod'
import { errorTextFor, type StoredLog, toIso } from '../../telemetry/index.ts'
import type { AgentTool } from '../contract.ts'
import { LIST_TEXT_CHARS_MAX, shorten } from './bound-result.ts'
import { describeFilter, incompleteness, logFilterInput, severityWord, toRecordFilter } from './log-filter.ts'
import { describeWindow, resolveWindow, windowInput } from './window.ts'

const input = z.strictObject({
  ...windowInput,
  ...logFilterInput,
  order: z.enum(['newest', 'oldest']).describe('Which end of the window to start from (default newest).').optional(),
  limit: z.number().int().min(1).max(100).describe('Records to return (default 20).').optional(),
})

export interface LogRow {
  readonly id: string
  readonly time: string
  readonly service: string
  readonly severity: string
  readonly body: string
  /** Why it failed, where the record says so beside its message. */
  readonly reason?: string
  readonly traceId?: string
}
export interface SearchLogsToolResult {
  readonly window: { readonly from: string; readonly to: string; readonly basis: string }
  readonly filter: object
  readonly order: string
  /** How many records match in all. */
  readonly total: number
  readonly records: readonly LogRow[]
  readonly incomplete?: readonly string[]
}

export const searchLogsTool: AgentTool<z.infer<typeof input>> = {
  name: 'search_logs',
  description:
    'Finds log records by window, service, severity, words, trace or attribute, newest or oldest first, with the number of all matches. Use log_detail with a record id for everything about one record.',
  input,
  readOnly: true,
  async run({ ctx, input }) {
    const window = await resolveWindow(ctx, input)
    const filter = toRecordFilter(input)
    const order = input.order ?? 'newest'
    const [found, counted] = await Promise.all([
      ctx.telemetry.searchLogs(ctx.project, { range: window.range, filter, order, limit: input.limit ?? 20 }),
      ctx.telemetry.countLogs(ctx.project, {
        range: window.range,
        filter,
        intervalMs: null,
        groupBy: [],
        groupsMax: 1,
      }),
    ])
    const result: SearchLogsToolResult = {
      window: describeWindow(window),
      filter: describeFilter(input),
      order,
      total: counted.total,
      records: found.records.map(logRow),
      ...incompleteness(found.work),
    }
    if (result.records.length === 0) return { result }
    const rows = result.records.map(({ time, service, severity, body }) => ({ time, service, severity, body }))
    return {
      result,
      artifacts: [{ name: 'table', data: { id: 'log_records', title: 'Log records', columns: COLUMNS, rows } }],
    }
  },
}

const COLUMNS = [
  { key: 'time', label: 'Time' },
  { key: 'service', label: 'Service' },
  { key: 'severity', label: 'Severity' },
  { key: 'body', label: 'Message' },
]

/** Returns a log record as the tool answers it, its body cut. */
export function logRow(record: StoredLog): LogRow {
  const reason = errorTextFor(record)
  return {
    id: record.id,
    time: toIso(record.time),
    service: record.resource.service,
    severity: severityWord(record.severityNumber, record.severityText),
    body: shorten(record.body, LIST_TEXT_CHARS_MAX),
    ...(reason === null ? {} : { reason }),
    ...(record.traceId === '' ? {} : { traceId: record.traceId }),
  }
}
