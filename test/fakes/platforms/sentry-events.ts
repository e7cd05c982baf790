import type { FakeControl, SeededLog } from './control.ts'
import { type Exchange, integerQuery, json } from './exchange.ts'

const FIELDS = [
  'id',
  'timestamp',
  'message',
  'severity',
  'severity_number',
  'trace',
  'span_id',
  'project',
  'environment',
  'release',
  'title',
  'issue',
  'level',
  'project.name',
  'event.type',
]
const SEVERITY_NUMBER = { debug: 5, info: 9, warn: 13, error: 17 } as const

/** Discover: datasets `logs` and `errors` (those are the seeded lines of level error), by fields, window and cursor. */
export function queryEvents(
  control: FakeControl,
  projects: readonly { id: string; slug: string }[],
  exchange: Exchange,
): Response {
  const { query } = exchange
  const refuse = (detail: string) => json({ detail }, 400)
  const dataset = query.get('dataset') ?? 'discover'
  if (!['logs', 'ourlogs', 'errors', 'discover', 'spans'].includes(dataset))
    return refuse(`dataset must be one of: logs, errors, discover, spans`)
  const fields = query.getAll('field')
  if (fields.length === 0) return refuse('No columns selected')
  if (fields.length > 20) return refuse('You can view up to 20 fields at a time. Please delete some and try again.')
  const unknown = fields.find((field) => !FIELDS.includes(field))
  if (unknown !== undefined) return refuse(`Unknown field: ${unknown}`)
  const size = integerQuery(exchange, 'per_page', 50, 1, 100)
  if (size === null) return refuse('Invalid per_page value. Must be between 1 and 100.')
  const window = windowOf(query, exchange.nowMs)
  if (typeof window === 'string') return refuse(window)
  const cursor = /^0:(\d+):0$/.exec(query.get('cursor') ?? '0:0:0')
  if (cursor === null) return refuse('Invalid cursor parameter.')
  const offset = Number(cursor[1])
  const isLogs = dataset === 'logs' || dataset === 'ourlogs'
  const rows = control.logs
    .map((log, index) => ({ log, index }))
    .filter(({ log }) => log.atMs >= window.startMs && log.atMs < window.endMs && (isLogs || log.level === 'error'))
    .filter(({ log }) => (query.get('query') ?? '').split(/\s+/).every((term) => passes(term, log, projects[0]?.slug)))
  if (query.get('sort') !== 'timestamp') rows.reverse()
  const page = rows.slice(offset, offset + size)
  const data = page.map(({ log, index }) => {
    const row = rowOf(log, index, projects[0]?.slug)
    return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))
  })
  const next = new URL(exchange.url)
  const at = `0:${offset + size}:0`
  next.searchParams.set('cursor', at)
  const link = `<${next.href}>; rel="next"; results="${offset + size < rows.length}"; cursor="${at}"`
  const meta = {
    fields: Object.fromEntries(fields.map((field) => [field, field === 'timestamp' ? 'date' : 'string'])),
    units: {},
    dataset,
  }
  return json({ data, meta }, 200, { link })
}

function windowOf(query: URLSearchParams, nowMs: number): { startMs: number; endMs: number } | string {
  const start = query.get('start')
  const end = query.get('end')
  if ((start === null) !== (end === null)) return 'start and end are both required'
  if (start !== null && end !== null) {
    const [startMs, endMs] = [start, end].map((date) => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`))
    if (startMs === undefined || endMs === undefined || Number.isNaN(startMs + endMs))
      return 'start and end must be valid dates'
    return startMs > endMs ? 'start must be before end' : { startMs, endMs }
  }
  const period = /^(\d+)([smhdw])$/.exec(query.get('statsPeriod') ?? '90d')
  const unit = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }[period?.[2] ?? 's'] ?? 1000
  return period === null ? 'Invalid statsPeriod' : { startMs: nowMs - Number(period[1]) * unit, endMs: nowMs + 1 }
}

function passes(term: string, log: SeededLog, firstProject: string | undefined): boolean {
  const [key, value] = term.split(':')
  if (term === '' || key === undefined) return true
  if (value === undefined) return log.message.includes(term.replaceAll('"', ''))
  if (key === 'project') return value === (log.resource ?? firstProject)
  return key === 'severity' || key === 'level' ? value === (log.level ?? 'info') : true
}

function rowOf(log: SeededLog, index: number, firstProject: string | undefined): Record<string, unknown> {
  const project = log.resource ?? firstProject
  return {
    id: String(index).padStart(32, '0'),
    timestamp: new Date(log.atMs).toISOString(),
    message: log.message,
    title: log.message,
    severity: log.level ?? 'info',
    level: log.level ?? 'info',
    severity_number: SEVERITY_NUMBER[log.level ?? 'info'],
    trace: log.traceId ?? null,
    span_id: log.spanId ?? null,
    project,
    'project.name': project,
    environment: log.attributes?.['environment'] ?? 'production',
    release: log.attributes?.['release'] ?? null,
  }
}
