import { z } from 'zod'
import type { FakeControl, SeededLog } from './control.ts'
import { type Exchange, integerQuery, json, parseJson, type Route } from './exchange.ts'
import { refuse } from './gcp-answer.ts'
import type { GcpState } from './gcp-state.ts'
import { pageAfter } from './paging.ts'

const PAGE_MAX = 100

const sinkBody = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_.-]{1,100}$/),
  destination: z
    .string()
    .regex(/^(pubsub|storage|bigquery|logging)\.googleapis\.com\//, 'destination must name a supported service'),
  filter: z.string().max(20_000).optional(),
  description: z.string().max(8000).optional(),
  disabled: z.boolean().optional(),
  exclusions: z
    .array(
      z.strictObject({
        name: z.string(),
        filter: z.string(),
        description: z.string().optional(),
        disabled: z.boolean().optional(),
      }),
    )
    .optional(),
  includeChildren: z.boolean().optional(),
})

export function loggingRoutes(state: GcpState, control: FakeControl): Route[] {
  const sinks = '/v2/projects/{project}/sinks'
  const withSink = (handle: (name: string, exchange: Exchange) => Response) => (exchange: Exchange) => {
    const name = exchange.params['sink'] ?? ''
    return state.sinks.has(name) ? handle(name, exchange) : refuse(404, `Sink ${name} does not exist`)
  }
  const remove = (name: string) => {
    state.sinks.delete(name)
    return json({})
  }
  return [
    { method: 'GET', pattern: '/v2/projects/{project}/logs', handle: (exchange) => listLogs(state, exchange) },
    { method: 'GET', pattern: sinks, handle: () => json({ sinks: [...state.sinks.values()] }) },
    { method: 'POST', pattern: sinks, handle: (exchange) => createSink(state, exchange) },
    { method: 'GET', pattern: `${sinks}/{sink}`, handle: withSink((name) => json(state.sinks.get(name))) },
    {
      method: 'PUT',
      pattern: `${sinks}/{sink}`,
      handle: withSink((name, exchange) => updateSink(state, name, exchange)),
    },
    {
      method: 'PATCH',
      pattern: `${sinks}/{sink}`,
      handle: withSink((name, exchange) => updateSink(state, name, exchange)),
    },
    { method: 'DELETE', pattern: `${sinks}/{sink}`, handle: withSink(remove) },
    { method: 'POST', pattern: '/v2/entries:list', handle: (exchange) => listEntries(state, control, exchange) },
  ]
}

/** Google may answer fewer than `pageSize`; this one never answers more than a hundred. */
function listLogs(state: GcpState, exchange: Exchange): Response {
  const size = integerQuery(exchange, 'pageSize', PAGE_MAX, 1, 1000)
  if (size === null) return refuse(400, 'page_size is invalid')
  const found = pageAfter(
    state.logNames,
    (name) => btoa(name),
    exchange.query.get('pageToken'),
    Math.min(size, PAGE_MAX),
  )
  if (found === null) return refuse(400, 'page_token is invalid')
  const last = found.page.at(-1)
  return json({ logNames: found.page, ...(found.isLast || last === undefined ? {} : { nextPageToken: btoa(last) }) })
}

function createSink(state: GcpState, exchange: Exchange): Response {
  const parsed = sinkBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refuse(400, `Invalid JSON payload received. ${parsed.error.issues[0]?.message}`)
  if (state.sinks.has(parsed.data.name)) return refuse(409, `Sink ${parsed.data.name} already exists`, 'ALREADY_EXISTS')
  // Without a unique identity the sink writes as a group that cannot be told apart from other projects' sinks.
  const isUnique = exchange.query.get('uniqueWriterIdentity') === 'true'
  const writerIdentity = isUnique
    ? `serviceAccount:service-${state.projectNumber}@gcp-sa-logging.iam.gserviceaccount.com`
    : 'serviceAccount:cloud-logs@system.gserviceaccount.com'
  const sink = { ...parsed.data, writerIdentity, createTime: new Date(exchange.nowMs).toISOString() }
  state.sinks.set(sink.name, sink)
  return json(sink)
}

function updateSink(state: GcpState, name: string, exchange: Exchange): Response {
  const parsed = sinkBody.partial().safeParse(parseJson(exchange))
  const sink = state.sinks.get(name)
  if (!parsed.success || sink === undefined) return refuse(400, 'Invalid JSON payload received.')
  Object.assign(sink, parsed.data)
  return json(sink)
}

const entriesBody = z.strictObject({
  resourceNames: z.array(z.string()).min(1).max(100),
  filter: z.string().max(20_000).optional(),
  orderBy: z.enum(['timestamp asc', 'timestamp desc']).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
  pageToken: z.string().optional(),
})

/** Understands comparisons of timestamp, logName, severity and quoted phrases, joined by AND or line ends. */
function listEntries(state: GcpState, control: FakeControl, exchange: Exchange): Response {
  const parsed = entriesBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refuse(400, parsed.error.issues[0]?.message ?? 'invalid')
  const { resourceNames, filter = '', orderBy, pageSize, pageToken } = parsed.data
  if (resourceNames.some((name) => name !== `projects/${state.projectId}`))
    return refuse(403, 'Permission denied for resource')
  const conditions = conditionsOf(filter)
  if (conditions === null) return refuse(400, 'Unparseable filter: syntax error')
  const entries = control.logs
    .map((log, index) => entryOf(state, log, index))
    .filter((entry) => conditions.every((condition) => condition(entry)))
  if (orderBy === 'timestamp desc') entries.reverse()
  const found = pageAfter(entries, ({ insertId }) => insertId, pageToken ?? null, Math.min(pageSize ?? 50, PAGE_MAX))
  if (found === null) return refuse(400, 'page_token is invalid')
  const nextPageToken = found.page.at(-1)?.insertId
  return json({ entries: found.page, ...(found.isLast ? {} : { nextPageToken }) })
}

type Entry = { insertId: string; logName: string; timestamp: string; severity: string; textPayload: string }
const SEVERITY = { debug: 'DEBUG', info: 'INFO', warn: 'WARNING', error: 'ERROR' } as const
const ORDER = ['DEFAULT', 'DEBUG', 'INFO', 'NOTICE', 'WARNING', 'ERROR', 'CRITICAL', 'ALERT', 'EMERGENCY']

function entryOf(state: GcpState, log: SeededLog, index: number): Entry & Record<string, unknown> {
  const timestamp = new Date(log.atMs).toISOString()
  return {
    insertId: `ins-${String(index).padStart(8, '0')}`,
    logName: log.resource ?? state.logNames[0] ?? '',
    timestamp,
    receiveTimestamp: timestamp,
    severity: SEVERITY[log.level ?? 'info'],
    textPayload: log.message,
    resource: { type: 'cloud_run_revision', labels: { project_id: state.projectId, service_name: 'shop-api' } },
    labels: { ...log.attributes },
    ...(log.traceId === undefined
      ? {}
      : { trace: `projects/${state.projectId}/traces/${log.traceId}`, spanId: log.spanId }),
  }
}

function conditionsOf(filter: string): ((entry: Entry) => boolean)[] | null {
  const terms = filter
    .split(/\s+AND\s+|\n+/)
    .map((term) => term.trim().replace(/^\((.*)\)$/, '$1'))
    .filter(Boolean)
  const conditions = terms.map((term) => {
    const match = /^(timestamp|logName|severity|receiveTimestamp|insertId)\s*(>=|<=|=|>|<|!=|:)\s*"?([^"]+)"?$/.exec(
      term,
    )
    if (match === null)
      return /^(NOT\s+|-)?"[^"]+"$/.test(term)
        ? phrase(term)
        : /^[\w.]+\s*(=|:|!=|=~|>=|<=|>|<)/.test(term)
          ? () => true
          : null
    const [, field = '', operator = '', value = ''] = match
    return (entry: Entry) => compare(field, operator, value, entry)
  })
  return conditions.includes(null) ? null : conditions.filter((condition) => condition !== null)
}

function phrase(term: string): (entry: Entry) => boolean {
  const words = term.replace(/^(NOT\s+|-)?"|"$/g, '')
  return (entry) => entry.textPayload.includes(words) !== /^(NOT\s|-)/.test(term)
}

function compare(field: string, operator: string, value: string, entry: Entry): boolean {
  if (field === 'logName' || field === 'insertId') return (entry[field] === value) === (operator !== '!=')
  const given = field === 'severity' ? ORDER.indexOf(entry.severity) : Date.parse(entry.timestamp)
  const bound = field === 'severity' ? ORDER.indexOf(value) : Date.parse(value)
  if (operator === '>=') return given >= bound
  if (operator === '<=') return given <= bound
  if (operator === '>') return given > bound
  return operator === '<' ? given < bound : (given === bound) === (operator !== '!=')
}
