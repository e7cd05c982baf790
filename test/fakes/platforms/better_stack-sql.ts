import type { SeededLog } from './control.ts'

type Row = { dt: string; raw: string }
export type ClickHouseResult = { rows: Partial<Row>[] } | { code: number; message: string }

/**
 * A SELECT of dt and raw from `remote(t…_logs)` or `s3Cluster(primary, t…_s3)`, with comparisons of dt, ORDER BY dt,
 * LIMIT and FORMAT JSONEachRow. Errors carry ClickHouse's codes: 62 syntax, 60 table, 47 column.
 */
export function runClickHouse(
  sql: string,
  logs: readonly SeededLog[],
  tables: ReadonlyMap<string, string>,
  firstSource: string,
): ClickHouseResult {
  const statement = sql.trim().replace(/\s+/g, ' ')
  const match =
    /^SELECT (.+?) FROM (?:remote\((\w+)_logs\)|s3Cluster\(primary, ?(\w+)_s3\))(.*?)(?: FORMAT JSONEachRow)?;?$/i.exec(
      statement,
    )
  if (match === null) return { code: 62, message: 'Syntax error: failed at position 1. (SYNTAX_ERROR)' }
  const [, columnText = '', recent, archived, rest = ''] = match
  if (!/ FORMAT JSONEachRow;?$/i.test(statement))
    return { code: 62, message: 'Only FORMAT JSONEachRow is understood here. (SYNTAX_ERROR)' }
  const source = tables.get(recent ?? archived ?? '')
  if (source === undefined)
    return { code: 60, message: `Unknown table expression identifier '${recent ?? archived}'. (UNKNOWN_TABLE)` }
  const isArchiveOfLogs = archived === undefined || /_row_type ?= ?1/.test(rest)
  const columns = columnText.split(',').map((column) => column.trim())
  const unknown = columns.find((column) => !/^(dt|raw|\*)$/.test(column))
  if (unknown !== undefined)
    return { code: 47, message: `Unknown expression identifier '${unknown}' in scope. (UNKNOWN_IDENTIFIER)` }
  const bounds = [...rest.matchAll(/\bdt ?(>=|<=|>|<) ?(?:\w+\()*'?([^',)]+)'?/g)]
  const rows = logs
    .filter((log) => (log.resource ?? firstSource) === source && isArchiveOfLogs)
    .filter((log) => bounds.every(([, operator = '', bound = '']) => compare(log.atMs, operator, timeOf(bound))))
    .map(
      (log): Row => ({ dt: new Date(log.atMs).toISOString().replace('T', ' ').replace('Z', '000'), raw: rawOf(log) }),
    )
  if (!/ORDER BY dt(?: ASC)?(?! DESC)/i.test(rest)) rows.reverse()
  const limit = Number(/ LIMIT (\d+)/i.exec(rest)?.[1] ?? 1000)
  const offset = Number(/ OFFSET (\d+)/i.exec(rest)?.[1] ?? 0)
  const isAll = columns.includes('*')
  const shown = rows.slice(offset, offset + limit).map(({ dt, raw }) => ({
    ...(isAll || columns.includes('dt') ? { dt } : {}),
    ...(isAll || columns.includes('raw') ? { raw } : {}),
  }))
  return { rows: shown }
}

function timeOf(bound: string): number {
  if (/^\d+(\.\d+)?$/.test(bound)) return Number(bound) > 1e11 ? Number(bound) : Number(bound) * 1000
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(bound) ? bound : `${bound.replace(' ', 'T')}Z`)
}

function compare(atMs: number, operator: string, boundMs: number): boolean {
  if (operator === '>') return atMs > boundMs
  if (operator === '>=') return atMs >= boundMs
  return operator === '<' ? atMs < boundMs : atMs <= boundMs
}

function rawOf(log: SeededLog): string {
  return JSON.stringify({
    dt: new Date(log.atMs).toISOString(),
    message: log.message,
    level: log.level ?? 'info',
    trace_id: log.traceId,
    ...log.attributes,
  })
}
