import { z } from 'zod'
import type { SeededLog } from './control.ts'

const ROWS_DEFAULT = 1000
const ROWS_MAX = 2000

const logsBody = z.object({
  query: z.object({
    dateRange: z.object({ date_from: z.string().nullish(), date_to: z.string().nullish() }).optional(),
    severityLevels: z.array(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])).optional(),
    serviceNames: z.array(z.string()).optional(),
    searchTerm: z.string().optional(),
    filterGroup: z.unknown().optional(),
    orderBy: z.enum(['earliest', 'latest']).optional(),
    limit: z.number().int().min(1).max(ROWS_MAX).optional(),
    after: z.string().optional(),
    liveLogsCheckpoint: z.string().optional(),
  }),
})

type Row = { uuid: string; timestamp: string; body: string } & Record<string, unknown>

function rowOf(log: SeededLog, index: number): Row {
  return {
    uuid: `00000000-0000-4000-a000-${String(index).padStart(12, '0')}`,
    timestamp: new Date(log.atMs).toISOString(),
    body: log.message,
    severity_text: log.level ?? 'info',
    service_name: log.resource ?? 'shop-api',
    trace_id: log.traceId ?? '',
    span_id: log.spanId ?? '',
    attributes: { ...log.attributes },
    resource_attributes: { 'service.name': log.resource ?? 'shop-api' },
  }
}

/** Dates are ISO 8601 or relative (`-1h`); the cursor is base64 of the last row's timestamp and uuid. */
export function queryLogs(given: unknown, logs: readonly SeededLog[], nowMs: number): object | string {
  const parsed = logsBody.safeParse(given)
  if (!parsed.success) return z.prettifyError(parsed.error)
  const {
    dateRange,
    severityLevels = [],
    serviceNames = [],
    searchTerm = '',
    orderBy,
    limit = ROWS_DEFAULT,
    after,
  } = parsed.data.query
  const fromMs = timeOf(dateRange?.date_from ?? '-1h', nowMs)
  const toMs = timeOf(dateRange?.date_to ?? new Date(nowMs).toISOString(), nowMs)
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) return 'dateRange is not valid'
  const rows = logs
    .map((log, index) => ({ row: rowOf(log, index), atMs: log.atMs, level: log.level ?? 'info' }))
    .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
    .filter(({ level }) => severityLevels.length === 0 || severityLevels.includes(level))
    .map(({ row }) => row)
    .filter(
      (row) =>
        (serviceNames.length === 0 || serviceNames.includes(String(row['service_name']))) &&
        row.body.includes(searchTerm),
    )
  if (orderBy !== 'earliest') rows.reverse()
  let start = 0
  if (after !== undefined) {
    const uuid = cursorUuid(after)
    if (uuid === null) return 'Invalid cursor format'
    start = rows.findIndex((row) => row.uuid === uuid) + 1
  }
  const results = rows.slice(start, start + limit)
  const last = results.at(-1)
  const hasMore = start + limit < rows.length
  const nextCursor =
    hasMore && last !== undefined ? btoa(JSON.stringify({ timestamp: last.timestamp, uuid: last.uuid })) : null
  return { results, hasMore, nextCursor, maxExportableLogs: 10_000 }
}

function cursorUuid(cursor: string): string | null {
  try {
    const parsed = z.object({ timestamp: z.string(), uuid: z.string() }).safeParse(JSON.parse(atob(cursor)))
    return parsed.data?.uuid ?? null
  } catch {
    return null
  }
}

function timeOf(value: string, nowMs: number): number {
  const relative = /^-(\d+)([smhd])$/.exec(value)
  const unit = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[relative?.[2] ?? 's'] ?? 1000
  return relative === null ? Date.parse(value) : nowMs - Number(relative[1]) * unit
}

const hogQlBody = z.object({
  query: z.object({ kind: z.literal('HogQLQuery'), query: z.string().min(1), values: z.unknown().optional() }),
})
const COLUMNS = ['uuid', 'event', 'timestamp', 'properties', 'distinct_id']

/** Events, one for each seeded line: `SELECT columns FROM events [WHERE …] [ORDER BY timestamp …] [LIMIT n]`. */
export function runHogQl(given: unknown, logs: readonly SeededLog[]): object | string {
  const parsed = hogQlBody.safeParse(given)
  if (!parsed.success) return z.prettifyError(parsed.error)
  const sql = parsed.data.query.query.trim().replace(/\s+/g, ' ')
  const match = /^select (.+?) from (\w+)(.*)$/i.exec(sql)
  if (match === null) return `mismatched input '${sql.split(' ')[0]}' expecting SELECT`
  const [, columnText = '', table, rest = ''] = match
  if (table !== 'events') return `Unknown table \`${table}\`.`
  const columns = columnText.split(',').map((column) => column.trim())
  const unknown = columns.find((column) => !COLUMNS.includes(column) && !/^count\(\*?\)$/i.test(column))
  if (unknown !== undefined) return `Unable to resolve field: ${unknown}`
  const bounds = [...rest.matchAll(/timestamp ?(>=|<=|>|<) ?(?:toDateTime\()?'([^']+)'/gi)]
  const rows = logs.filter(({ atMs }) =>
    bounds.every(([, operator, text = '']) => {
      const bound = Date.parse(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`)
      if (operator === '>') return atMs > bound
      if (operator === '>=') return atMs >= bound
      return operator === '<' ? atMs < bound : atMs <= bound
    }),
  )
  if (/order by timestamp desc/i.test(rest)) rows.reverse()
  const limit = Number(/ limit (\d+)/i.exec(rest)?.[1] ?? 100)
  const results = rows.slice(0, limit).map((log, index) => {
    const event = {
      uuid: rowOf(log, index).uuid,
      event: '$log',
      timestamp: new Date(log.atMs).toISOString(),
      properties: JSON.stringify({ message: log.message, ...log.attributes }),
      distinct_id: 'person-1',
    }
    return columns.map((column) => (column in event ? Reflect.get(event, column) : rows.length))
  })
  return { columns, types: columns.map((column) => [column, 'String']), results, hasMore: rows.length > limit, limit }
}
