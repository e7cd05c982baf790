import type { FakeControl, SeededLog } from './control.ts'
import { type Exchange, json, type Route, text } from './exchange.ts'

/** The server's cap of one query and the default without `limit`. */
const ENTRIES_MAX = 5000
const ENTRIES_DEFAULT = 100
const RANGE_MS_MAX = 30 * 86_400_000 + 3_600_000

type Labels = Readonly<Record<string, string>>

/** Loki's query API below `/loki`. Each seeded line belongs to the stream of its resource and level. */
export function lokiRoutes(control: FakeControl, services: readonly string[]): Route[] {
  const api = '/loki/api/v1'
  const success = (data: unknown) => json({ status: 'success', data })
  const labelNames = ['service_name', 'level', 'cluster']
  const valuesOf = ({ params }: Exchange) => {
    if (params['label'] === 'service_name') return success(services)
    return success(
      params['label'] === 'level' ? ['error', 'info', 'warn'] : params['label'] === 'cluster' ? ['prod'] : undefined,
    )
  }
  const series = (exchange: Exchange) => {
    const matchers = exchange.query.getAll('match[]')
    if (matchers.length === 0) return text('0 matchers passed; at least one is required\n', 400)
    return success(services.map((service_name) => ({ service_name, level: 'info', cluster: 'prod' })))
  }
  return [
    { method: 'GET', pattern: `${api}/labels`, handle: () => success(labelNames) },
    { method: 'GET', pattern: `${api}/label/{label}/values`, handle: valuesOf },
    { method: 'GET', pattern: `${api}/series`, handle: series },
    { method: 'GET', pattern: `${api}/query_range`, handle: (exchange) => queryRange(control, services, exchange) },
  ]
}

function labelsOf(log: SeededLog, services: readonly string[]): Labels {
  return { service_name: log.resource ?? services[0] ?? '', level: log.level ?? 'info', cluster: 'prod' }
}

/** Nanoseconds (many digits), seconds (few, may have a fraction) or RFC 3339; as nanoseconds. */
function nanosecondsOf(value: string | null, fallback: bigint): bigint | null {
  if (value === null) return fallback
  if (/^\d{11,19}$/.test(value)) return BigInt(value)
  if (/^\d+(\.\d+)?$/.test(value)) return BigInt(Math.round(Number(value) * 1e6)) * 1000n
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? null : BigInt(atMs) * 1_000_000n
}

/** Lines from start (inclusive) to end (exclusive), grouped into streams, newest first unless `forward`. */
function queryRange(control: FakeControl, services: readonly string[], exchange: Exchange): Response {
  const { query } = exchange
  const now = BigInt(exchange.nowMs) * 1_000_000n
  const end = nanosecondsOf(query.get('end'), now)
  const start = nanosecondsOf(query.get('start'), now - 3_600_000_000_000n)
  const limit = Number(query.get('limit') ?? ENTRIES_DEFAULT)
  if (start === null || end === null) return text('could not parse start or end\n', 400)
  if (end < start) return text('end timestamp must not be before or equal to start time\n', 400)
  if ((end - start) / 1_000_000n > BigInt(RANGE_MS_MAX))
    return text('the query time range exceeds the limit (query length: 800h, limit: 30d1h)\n', 400)
  if (!Number.isInteger(limit) || limit < 1) return text('limit must be a positive value\n', 400)
  if (limit > ENTRIES_MAX)
    return text(
      `max entries limit per query exceeded, limit > max_entries_limit_per_query (${limit} > ${ENTRIES_MAX})\n`,
      400,
    )
  const test = compileLogQl(query.get('query') ?? '')
  if (typeof test === 'string') return text(`${test}\n`, 400)
  const found = control.logs
    .map((log) => ({ log, at: BigInt(log.atMs) * 1_000_000n, labels: labelsOf(log, services) }))
    .filter(({ log, at, labels }) => at >= start && at < end && test(labels, log.message))
  const ordered = query.get('direction') === 'forward' ? found : found.reverse()
  const streams = new Map<string, { stream: Labels; values: unknown[] }>()
  for (const { log, at, labels } of ordered.slice(0, limit)) {
    const key = JSON.stringify(labels)
    const stream = streams.get(key) ?? { stream: labels, values: [] }
    stream.values.push(
      log.traceId === undefined ? [String(at), log.message] : [String(at), log.message, { trace_id: log.traceId }],
    )
    streams.set(key, stream)
  }
  return json({
    status: 'success',
    data: { resultType: 'streams', result: [...streams.values()], stats: { summary: {} } },
  })
}

type LineTest = (labels: Labels, line: string) => boolean

/** A stream selector and line filters; parsers and label filters behind `|` are accepted and change nothing. */
function compileLogQl(query: string): LineTest | string {
  const match = /^\s*\{([^}]*)\}\s*(.*)$/s.exec(query)
  if (match === null) return 'parse error at line 1, col 1: syntax error: unexpected IDENTIFIER'
  const matchers = [...(match[1] ?? '').matchAll(/(\w+)\s*(=~|!~|!=|=)\s*(?:"([^"]*)"|`([^`]*)`)/g)]
  const filters = [...(match[2] ?? '').matchAll(/(\|=|!=|\|~|!~)\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g)]
  const isSelective = matchers.some(
    ([, , operator, value]) => operator === '=' || (operator === '=~' && value !== '.*'),
  )
  if (!isSelective) {
    return 'parse error : queries require at least one regexp or equality matcher that does not have an empty-compatible value. For instance, app=~".*" does not meet this requirement, but app=~".+" will'
  }
  return (labels, line) =>
    matchers.every(([, name = '', operator = '', quoted, raw]) =>
      isMatch(labels[name] ?? '', operator, quoted ?? raw ?? '', true),
    ) &&
    filters.every(([, operator = '', quoted, raw]) =>
      isMatch(line, operator.replace('|', ''), (quoted ?? raw ?? '').replaceAll('\\"', '"'), false),
    )
}

/** Labels are compared whole, lines by what they contain. */
function isMatch(given: string, operator: string, value: string, isWhole: boolean): boolean {
  const isPattern = operator.endsWith('~')
  const found = isPattern
    ? new RegExp(isWhole ? `^(?:${value})$` : value).test(given)
    : isWhole
      ? given === value
      : given.includes(value)
  return found !== operator.startsWith('!')
}
