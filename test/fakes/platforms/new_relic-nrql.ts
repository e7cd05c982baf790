import type { SeededLog } from './control.ts'

/** Limits of the default plan: rows of one answer, and what LIMIT MAX means. */
const ROWS_MAX = 2000
const ROWS_DEFAULT = 100

type Row = Record<string, unknown>

/** Runs `SELECT … FROM Log …` as far as log readers use it; a string is the error the real service would report. */
export function runNrql(
  nrql: string,
  logs: readonly SeededLog[],
  services: readonly string[],
  nowMs: number,
): Row[] | string {
  const statement = nrql.trim().replace(/\s+/g, ' ')
  const match = /^SELECT (.+?) FROM (\w+)(.*)$/i.exec(statement)
  if (match === null) return `NRQL Syntax Error: Error at line 1 position 1, unexpected '${statement.split(' ')[0]}'`
  const [, columns = '*', table, rest = ''] = match
  if (table !== 'Log') return []
  const limit = limitOf(rest)
  if (limit === null) return `NRQL Syntax Error: LIMIT must be at most ${ROWS_MAX}`
  const since = timeOf(
    / SINCE (.+?)(?= UNTIL| ORDER| LIMIT| FACET| WHERE|$)/i.exec(rest)?.[1],
    nowMs,
    nowMs - 3_600_000,
  )
  const until = timeOf(/ UNTIL (.+?)(?= SINCE| ORDER| LIMIT| FACET| WHERE|$)/i.exec(rest)?.[1], nowMs, nowMs)
  if (since === null || until === null) return 'NRQL Syntax Error: invalid time'
  const where = / WHERE (.+?)(?= SINCE| UNTIL| ORDER| LIMIT| FACET|$)/i.exec(rest)?.[1]
  const rows = logs
    .map((log, index) => rowOf(log, index, services))
    .filter((row) => row['timestamp'] >= since && row['timestamp'] < until && passes(row, where))
  const facet = / FACET (.+?)(?= SINCE| UNTIL| ORDER| LIMIT| WHERE|$)/i.exec(rest)?.[1]
  if (facet !== undefined) return facets(rows, facet, services).slice(0, limit)
  if (/^count\(\*\)$/i.test(columns.trim())) return [{ count: rows.length }]
  const ordered = / ORDER BY timestamp(?: ASC)?(?! DESC)/i.test(rest) ? rows : rows.reverse()
  return ordered.slice(0, limit).map((row) => pick(row, columns))
}

function limitOf(rest: string): number | null {
  const given = / LIMIT (\w+)/i.exec(rest)?.[1]
  if (given === undefined) return ROWS_DEFAULT
  if (given.toUpperCase() === 'MAX') return ROWS_MAX
  return Number(given) <= ROWS_MAX ? Number(given) : null
}

function timeOf(text: string | undefined, nowMs: number, fallback: number): number | null {
  if (text === undefined) return fallback
  const value = text.trim().replace(/^'|'$/g, '')
  if (/^\d{12,}$/.test(value)) return Number(value)
  const ago = /^(\d+) (second|minute|hour|day|week)s?(?: ago)?$/i.exec(value)
  const unit = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 }
  // The pattern names only keys of the table above.
  if (ago !== null) return nowMs - Number(ago[1]) * unit[ago[2]?.toLowerCase() as keyof typeof unit]
  if (/^now$/i.test(value)) return nowMs
  const parsed = Date.parse(value.replace(' ', 'T'))
  return Number.isNaN(parsed) ? null : parsed
}

function rowOf(log: SeededLog, index: number, services: readonly string[]) {
  return {
    timestamp: log.atMs,
    message: log.message,
    level: log.level ?? 'info',
    messageId: `msg-${String(index).padStart(8, '0')}`,
    'service.name': log.resource ?? services[0],
    'entity.guid': 'guid-1',
    hostname: 'i-1',
    ...(log.traceId === undefined ? {} : { 'trace.id': log.traceId, 'span.id': log.spanId }),
    ...log.attributes,
  }
}

function nameOf(column: string): string {
  return column.trim().replaceAll('`', '').split(/ AS /i)[0]?.trim() ?? ''
}

/** The timestamp comes along whether asked for or not. */
function pick(row: Row, columns: string): Row {
  if (columns.trim() === '*') return row
  return Object.fromEntries(['timestamp', ...columns.split(',').map(nameOf)].map((name) => [name, row[name] ?? null]))
}

function passes(row: Row, where: string | undefined): boolean {
  return (where ?? '').split(/ AND /i).every((term) => {
    const match = /^`?([\w.]+)`?\s*(=|!=|LIKE|>=|<=|>|<)\s*'?([^']*)'?$/i.exec(term.trim())
    if (match === null) return true
    const [, name = '', operator = '', value = ''] = match
    const given = row[name]
    if (operator === '=') return String(given) === value
    if (operator === '!=') return String(given) !== value
    if (operator.toUpperCase() === 'LIKE') return String(given).includes(value.replaceAll('%', ''))
    const difference = Number(given) - Number(value)
    if (operator === '>') return difference > 0
    if (operator === '>=') return difference >= 0
    return operator === '<' ? difference < 0 : difference <= 0
  })
}

/** Every service counts, those without lines as none, so that discovery finds them all. */
function facets(rows: readonly Row[], facet: string, services: readonly string[]): Row[] {
  const names = facet.split(',').map(nameOf)
  return services.map((service) => {
    const count = rows.filter((row) => row['service.name'] === service).length
    const values = names.map((name) => (name === 'service.name' || name === 'entity.name' ? service : null))
    const facetValue = values.length === 1 ? values[0] : values
    return { facet: facetValue, ...Object.fromEntries(names.map((name, index) => [name, values[index]])), count }
  })
}
