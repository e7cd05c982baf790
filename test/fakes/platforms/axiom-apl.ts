import type { SeededLog } from './control.ts'

const ROWS_DEFAULT = 1000
type Row = Record<string, unknown>
/** `number` is the event's own, stable over queries. */
type NumberedLog = SeededLog & { number: number }
export type AplResult = { fields: { name: string; type: string }[]; rows: Row[]; rowsMatched: number }

const FIELDS = [
  { name: '_time', type: 'datetime' },
  { name: '_sysTime', type: 'datetime' },
  { name: '_rowId', type: 'string' },
  { name: 'message', type: 'string' },
  { name: 'level', type: 'string' },
  { name: 'service.name', type: 'string' },
  { name: 'trace_id', type: 'string' },
]

/** The stages log readers use: where, sort/order by _time, limit/take, project, count. A string is a query error. */
export function runApl(
  pipeline: string,
  logs: readonly NumberedLog[],
  cursor: string | undefined,
  includesCursor: boolean,
): AplResult | string {
  let rows = logs.map(rowOf)
  let fields = FIELDS
  let limit = ROWS_DEFAULT
  let isAscending = false
  const stages = pipeline
    .split('|')
    .map((stage) => stage.trim())
    .filter(Boolean)
  for (const stage of stages) {
    const size = /^(?:limit|take) (\d+)$/.exec(stage)
    const order = /^(?:sort|order) by _time(?: (asc|desc))?$/.exec(stage)
    const names = /^project (.+)$/
      .exec(stage)?.[1]
      ?.split(',')
      .map((name) => name.trim().replace(/^\[['"]|['"]\]$/g, ''))
    if (size !== null) limit = Number(size[1])
    else if (order !== null) isAscending = order[1] === 'asc'
    else if (names !== undefined) {
      const unknown = names.find((name) => !FIELDS.some((field) => field.name === name))
      if (unknown !== undefined) return `invalid: field '${unknown}' not found`
      fields = FIELDS.filter((field) => names.includes(field.name))
    } else if (/^where /.test(stage)) {
      const test = conditionOf(stage.slice(6))
      if (test === null) return `invalid: cannot parse '${stage}'`
      rows = rows.filter(test)
    } else if (stage !== 'count') return `invalid: unknown operator '${stage.split(' ')[0]}'`
  }
  if (stages.includes('count'))
    return { fields: [{ name: 'Count', type: 'integer' }], rows: [{ Count: rows.length }], rowsMatched: rows.length }
  const rowsMatched = rows.length
  if (!isAscending) rows.reverse()
  if (cursor !== undefined) {
    const at = rows.findIndex((row) => row['_rowId'] === cursor)
    if (at < 0) return 'invalid: cursor not found'
    rows = rows.slice(includesCursor ? at : at + 1)
  }
  return { fields, rows: rows.slice(0, limit), rowsMatched }
}

function rowOf({ number, ...log }: NumberedLog): Row {
  const time = new Date(log.atMs).toISOString()
  const level = log.level ?? 'info'
  return {
    _time: time,
    _sysTime: time,
    _rowId: `row${String(number).padStart(10, '0')}`,
    message: log.message,
    level,
    'service.name': 'shop-api',
    trace_id: log.traceId,
    ...log.attributes,
  }
}

function conditionOf(text: string): ((row: Row) => boolean) | null {
  const tests = text.split(/ and /i).map((term) => {
    const match =
      /^\(?\[?['"]?([\w.]+)['"]?\]?\s*(==|!=|contains|>=|<=|>|<)\s*(?:datetime\()?["']?([^"')]*)["']?\)*$/.exec(
        term.trim(),
      )
    if (match === null) return null
    const [, name = '', operator, value = ''] = match
    return (row: Row) => {
      const given = String(row[name] ?? '')
      if (operator === '==') return given === value
      if (operator === '!=') return given !== value
      if (operator === 'contains') return given.includes(value)
      const difference = Date.parse(given) - Date.parse(value)
      if (operator === '>') return difference > 0
      if (operator === '>=') return difference >= 0
      return operator === '<' ? difference < 0 : difference <= 0
    }
  })
  return tests.includes(null) ? null : (row) => tests.every((test) => test?.(row) === true)
}
