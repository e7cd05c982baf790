import type { SeededLog } from './control.ts'

/** The two dialects logs.all may speak: one table with a source column, or one table per source. */
export type SupabaseDialect = 'clickhouse' | 'bigquery'

export const SUPABASE_SOURCES = [
  'edge_logs',
  'postgres_logs',
  'auth_logs',
  'storage_logs',
  'realtime_logs',
  'function_edge_logs',
  'function_logs',
]
const ROWS_MAX = 1000

type Row = Record<string, unknown>
export type SqlResult = { rows: Row[] } | { error: string }

/**
 * Runs the SELECT a log reader sends: columns or `*`, one table, comparisons of timestamp and source, ORDER BY timestamp,
 * LIMIT. The window comes from the request. Anything else is an error, as a real engine has one for what it cannot read.
 */
export function runLogSql(
  sql: string,
  dialect: SupabaseDialect,
  logs: readonly SeededLog[],
  /** Ids follow from this, and must not depend on the window. */
  indexOf: (log: SeededLog) => number = (log) => logs.indexOf(log),
): SqlResult {
  const statement = sql.trim().replace(/;$/, '').replace(/\s+/g, ' ')
  const match = /^select (.+?) from (\w+)(?: as \w+| (?!where|order|limit|cross)\w+)?( .*)?$/i.exec(statement)
  if (match === null) return { error: 'Syntax error: expected SELECT … FROM …' }
  const [, columnText = '*', table = '', rest = ''] = match
  if (dialect === 'clickhouse' ? table !== 'logs' : !SUPABASE_SOURCES.includes(table)) {
    return { error: `Table "${table}" does not exist` }
  }
  if (dialect === 'clickhouse' && /unnest/i.test(rest)) return { error: 'Unknown function unnest' }
  const limit = Number(/ limit (\d+)/i.exec(rest)?.[1] ?? ROWS_MAX)
  if (limit > ROWS_MAX) return { error: `LIMIT may be at most ${ROWS_MAX}` }
  const sourceWanted = dialect === 'bigquery' ? table : /source\s*=\s*'(\w+)'/i.exec(rest)?.[1]
  const rows = logs
    .map((log) => rowOf(log, indexOf(log), dialect))
    .filter((row) => sourceWanted === undefined || row['source'] === sourceWanted)
    .filter((row) => isWithin(Number(row['timestamp']), rest))
  const isAscending = /order by (?:\w+\.)?timestamp(?: asc)?(?: |,|$)(?!desc)/i.test(rest)
  const ordered = isAscending ? rows : rows.reverse()
  const columns = columnText.split(',').map((column) => column.trim())
  const problem = columns.find(
    (column) => column !== '*' && !(nameOf(column) in rowOf({ atMs: 0, message: '' }, 0, dialect)),
  )
  if (problem !== undefined) return { error: `Unrecognized name: ${nameOf(problem)}` }
  return { rows: ordered.slice(0, limit).map((row) => pick(row, columns)) }
}

/** `t.timestamp as at` reads timestamp. */
function nameOf(column: string): string {
  return (column.split(/ as /i)[0] ?? column).trim().split('.').at(-1) ?? column
}

function pick(row: Row, columns: readonly string[]): Row {
  if (columns.includes('*')) return row
  return Object.fromEntries(
    columns.map((column) => [column.split(/ as /i)[1]?.trim() ?? nameOf(column), row[nameOf(column)]]),
  )
}

/** Timestamps are microseconds. The source of a seeded line is its attribute `source`. */
function rowOf(log: SeededLog, index: number, dialect: SupabaseDialect): Row {
  const level = log.level ?? 'info'
  const shared = {
    id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
    timestamp: log.atMs * 1000,
    event_message: log.message,
    source: log.attributes?.['source'] ?? 'postgres_logs',
  }
  if (dialect === 'clickhouse') return { ...shared, severity_text: level, log_attributes: { ...log.attributes } }
  return { ...shared, metadata: [{ level, parsed: [{ error_severity: level === 'error' ? 'ERROR' : 'LOG' }] }] }
}

/** Comparisons of the timestamp column with microseconds or a quoted date, as far as there are any. */
function isWithin(timestampMicroseconds: number, conditions: string): boolean {
  const comparisons = conditions.matchAll(/timestamp\s*(>=|<=|>|<)\s*(?:(?:\w+\()?'([^']+)'\)?|(\d+))/gi)
  return [...comparisons].every(([, operator, quoted, digits]) => {
    const bound = quoted === undefined ? Number(digits) : Date.parse(quoted) * 1000
    if (operator === '>') return timestampMicroseconds > bound
    if (operator === '>=') return timestampMicroseconds >= bound
    return operator === '<' ? timestampMicroseconds < bound : timestampMicroseconds <= bound
  })
}
