import { z } from 'zod'
import type { FakeControl, SeededLog } from './control.ts'
import { type Exchange, json, parseJson } from './exchange.ts'

const TABLES = ['AppTraces', 'AppExceptions', 'AzureDiagnostics', 'ContainerLogV2', 'AppServiceConsoleLogs']
const COLUMNS = [
  { name: 'TimeGenerated', type: 'datetime' },
  { name: 'Message', type: 'string' },
  { name: 'SeverityLevel', type: 'int' },
  { name: 'OperationId', type: 'string' },
  { name: 'AppRoleName', type: 'string' },
  { name: '_ResourceId', type: 'string' },
  { name: '_ItemId', type: 'string' },
  { name: 'Properties', type: 'dynamic' },
]
const ROWS_MAX = 500_000
const SEVERITY = { debug: 0, info: 1, warn: 2, error: 3 } as const

const queryBody = z.object({
  query: z.string().min(1),
  timespan: z.string().optional(),
  workspaces: z.array(z.string()).optional(),
})

/**
 * A KQL pipeline of a table and `where TimeGenerated …`, `where … has "text"`, `order by TimeGenerated`, `take`,
 * `project`; stages it does not know are a semantic error, as in the real engine.
 */
export function answerQuery(control: FakeControl, isPartial: boolean, exchange: Exchange): Response {
  const parsed = queryBody.safeParse(parseJson(exchange))
  if (!parsed.success) return badRequest('The request had some invalid properties', 'BadArgumentError')
  const [table = '', ...stages] = parsed.data.query.split(/\s*\|\s*|\n\s*\|?\s*/).filter(Boolean)
  if (!TABLES.includes(table.trim()))
    return semanticError(`'where' operator: Failed to resolve table '${table.trim()}'`)
  const window = windowOf(parsed.data.timespan, exchange.nowMs)
  if (window === null) return badRequest('timespan is not an ISO 8601 interval or duration', 'BadArgumentError')
  let rows = control.logs.map(rowOf).filter((row) => row.atMs >= window.startMs && row.atMs <= window.endMs)
  let columns = COLUMNS
  for (const stage of stages) {
    const result = runStage(stage.trim(), rows, columns)
    if (typeof result === 'string') return semanticError(result)
    rows = result.rows
    columns = result.columns
  }
  const table0 = {
    name: 'PrimaryResult',
    columns,
    rows: rows.slice(0, ROWS_MAX).map((row) => columns.map(({ name }) => row.cells[name])),
  }
  const error = {
    code: 'PartialError',
    message: 'There were some errors when processing your query.',
    details: [{ code: 'QueryLimitExceeded' }],
  }
  return json(isPartial ? { tables: [table0], error } : { tables: [table0] })
}

type Row = { atMs: number; cells: Record<string, unknown> }
type Stage = { rows: Row[]; columns: typeof COLUMNS }

function rowOf(log: SeededLog, index: number): Row {
  const cells = {
    TimeGenerated: new Date(log.atMs).toISOString(),
    Message: log.message,
    SeverityLevel: SEVERITY[log.level ?? 'info'],
    OperationId: log.traceId ?? '',
    AppRoleName: 'shop-api',
    _ResourceId: log.resource ?? '',
    _ItemId: `item-${String(index).padStart(8, '0')}`,
    Properties: JSON.stringify(log.attributes ?? {}),
  }
  return { atMs: log.atMs, cells }
}

function runStage(stage: string, rows: Row[], columns: typeof COLUMNS): Stage | string {
  const take = /^(?:take|limit) (\d+)$/.exec(stage)
  if (take) return { columns, rows: rows.slice(0, Number(take[1])) }
  const top = /^top (\d+) by TimeGenerated(?: (asc|desc))?$/.exec(stage)
  const order = /^(?:order|sort) by TimeGenerated(?: (asc|desc))?(?:,.*)?$/.exec(stage)
  if (top || order) {
    const isAscending = (top?.[2] ?? order?.[1]) === 'asc'
    const sorted = [...rows].sort((left, right) => (isAscending ? left.atMs - right.atMs : right.atMs - left.atMs))
    return { columns, rows: top ? sorted.slice(0, Number(top[1])) : sorted }
  }
  const project = /^project (.+)$/.exec(stage)
  if (project) {
    const names = (project[1] ?? '').split(',').map((name) => name.trim())
    const unknown = names.find((name) => !columns.some((column) => column.name === name))
    if (unknown !== undefined) return `'project' operator: Failed to resolve scalar expression named '${unknown}'`
    return { columns: columns.filter((column) => names.includes(column.name)), rows }
  }
  return /^where /.test(stage)
    ? runWhere(stage.slice(6), rows, columns)
    : `Query could not be parsed at '${stage.split(' ')[0]}'`
}

function runWhere(condition: string, rows: Row[], columns: typeof COLUMNS): Stage | string {
  const tests: ((row: Row) => boolean)[] = []
  for (const part of condition.split(/ and /i)) {
    const time = /TimeGenerated\s*(>=|<=|>|<)\s*datetime\(["']?([^"')]+)["']?\)/.exec(part)
    const has = /^\(?(\w+)\s+(?:has|contains|==|=~)\s+["'](.*)["']\)?$/.exec(part.trim())
    if (time) {
      const bound = Date.parse(time[2] ?? '')
      tests.push(({ atMs }) =>
        time[1] === '>='
          ? atMs >= bound
          : time[1] === '>'
            ? atMs > bound
            : time[1] === '<'
              ? atMs < bound
              : atMs <= bound,
      )
    } else if (has) tests.push(({ cells }) => String(cells[has[1] ?? '']).includes(has[2] ?? ''))
    else return `'where' operator: cannot be parsed at '${part}'`
  }
  return { columns, rows: rows.filter((row) => tests.every((test) => test(row))) }
}

/** `start/end`, `PT1H` or nothing, which is all time. */
function windowOf(timespan: string | undefined, nowMs: number): { startMs: number; endMs: number } | null {
  if (timespan === undefined) return { startMs: 0, endMs: Number.MAX_SAFE_INTEGER }
  const [start, end] = timespan.split('/')
  if (end !== undefined) {
    const window = { startMs: Date.parse(start ?? ''), endMs: Date.parse(end) }
    return Number.isNaN(window.startMs) || Number.isNaN(window.endMs) ? null : window
  }
  const duration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(timespan)
  if (duration === null) return null
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = duration.map((part) => Number(part ?? 0))
  return { startMs: nowMs - (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000, endMs: nowMs }
}

function badRequest(message: string, code: string): Response {
  return json({ error: { message, code, correlationId: 'cor-1' } }, 400)
}

function semanticError(message: string): Response {
  const innererror = {
    code: 'SemanticError',
    message: 'A semantic error occurred.',
    innererror: { code: 'SEM0100', message },
  }
  return json(
    { error: { message: 'The request had some invalid properties', code: 'BadArgumentError', innererror } },
    400,
  )
}
