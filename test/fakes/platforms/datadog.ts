/**
 * Datadog: one fake with all sites, keys of one of them. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - A key at another site than its own is refused as a bad key is: 403 `Forbidden`.
 * - The most lines of one search (G): 1000, above is 400.
 * - Under-scoped: a good API key with an application key that has no log scopes, 403 on everything of logs.
 * - 300 searches an hour (G).
 */
import { z } from 'zod'
import { FakeControl, type SeededLog } from './control.ts'
import { type Exchange, empty, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { plantedKeys } from './keys.ts'
import { pageAfter } from './paging.ts'
import { createPlatformFake, type FakeOptions, FOREIGN_DESTINATION_URL, type PlatformFake } from './platform-fake.ts'

export const DATADOG_API_KEYS = plantedKeys('ddapi_')
export const DATADOG_APP_KEYS = plantedKeys('ddapp_')
export const DATADOG_SITE = 'datadoghq.eu'
export const DATADOG_SITE_WRONG = 'us5.datadoghq.com'
export const DATADOG_FOREIGN_ID = 'foreign-destination'
const SITES = [
  'datadoghq.com',
  'us3.datadoghq.com',
  'us5.datadoghq.com',
  'ap1.datadoghq.com',
  'ap2.datadoghq.com',
  'uk1.datadoghq.com',
  'datadoghq.eu',
  'ddog-gov.com',
]
const SERVICES = ['shop-api', 'shop-web', 'shop-mailer']

const headerAuth = z.strictObject({
  type: z.literal('custom_header'),
  header_name: z.string().min(1),
  header_value: z.string().min(1),
})
const basicAuth = z.strictObject({ type: z.literal('basic'), username: z.string(), password: z.string() })
const httpsUrl = z.url({ protocol: /^https$/, error: 'endpoint must be https' })
const attributes = z.strictObject({
  name: z.string().min(1),
  enabled: z.boolean().optional(),
  query: z.string().optional(),
  forward_tags: z.boolean().optional(),
  forward_tags_restriction_list: z.array(z.string()).max(10).optional(),
  forward_tags_restriction_list_type: z.enum(['ALLOW_LIST', 'BLOCK_LIST']).optional(),
  forwarder_destination: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('http'),
      endpoint: httpsUrl,
      auth: z.discriminatedUnion('type', [headerAuth, basicAuth]),
    }),
    z.strictObject({
      type: z.literal('splunk_hec'),
      endpoint: httpsUrl,
      access_token: z.string(),
      sourcetype: z.string().nullish(),
    }),
    z.strictObject({
      type: z.literal('elasticsearch'),
      endpoint: httpsUrl,
      index_name: z.string(),
      index_rotation: z.string().optional(),
      auth: basicAuth.omit({ type: true }),
    }),
  ]),
})
const destinationBody = z.strictObject({ data: z.strictObject({ type: z.literal('custom_destination'), attributes }) })
type Destination = z.infer<typeof attributes> & { id: string }
export type DatadogState = { destinations: Map<string, Destination> }

export function createDatadogFake(options: FakeOptions = {}): PlatformFake<DatadogState> {
  const foreign: Destination = {
    id: DATADOG_FOREIGN_ID,
    name: 'someone-else',
    forwarder_destination: { type: 'splunk_hec', endpoint: FOREIGN_DESTINATION_URL, access_token: 'x' },
  }
  const state: DatadogState = { destinations: new Map([[foreign.id, foreign]]) }
  const control = new FakeControl()
  const metadata = (api_key: string, application_key: string) => ({ site: DATADOG_SITE, api_key, application_key })
  return createPlatformFake<DatadogState>(
    {
      id: 'datadog',
      hosts: SITES.map((site) => `api.${site}`),
      state,
      control,
      credentials: {
        good: metadata(DATADOG_API_KEYS.good, DATADOG_APP_KEYS.good),
        bad: metadata(DATADOG_API_KEYS.bad, DATADOG_APP_KEYS.bad),
        revoked: metadata(DATADOG_API_KEYS.good, DATADOG_APP_KEYS.revoked),
        underScoped: metadata(DATADOG_API_KEYS.good, DATADOG_APP_KEYS.underScoped),
      },
      secrets: [...DATADOG_API_KEYS.all, ...DATADOG_APP_KEYS.all],
      resources: () => SERVICES,
      destinations: () =>
        [...state.destinations.values()].map((raw) => ({
          id: raw.id,
          resource: raw.query ?? '*',
          url: raw.forwarder_destination.endpoint,
          isForeign: raw.id === DATADOG_FOREIGN_ID,
          raw,
        })),
      routes: routesOf(state, control),
      gate,
      rateLimited: (_, seconds) =>
        refuse(429, 'Rate limit of 300 requests in 3600 seconds reached. Please try again later.', {
          'x-ratelimit-limit': '300',
          'x-ratelimit-period': '3600',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-name': 'logs_public_search_api',
          ...(seconds === undefined ? {} : { 'x-ratelimit-reset': String(seconds) }),
          ...retryAfter(seconds),
        }),
      serverError: (_, status) => refuse(status, 'Internal error'),
      notFound: () => refuse(404, 'Not found'),
      limits: ({ path }) =>
        path === '/api/v2/logs/events/search' ? { key: path, requestsMax: 300, windowMs: 3_600_000 } : null,
    },
    options,
  )
}

function gate({ url, headers, path }: Exchange): Response | null {
  const isOwnSite = url.host === `api.${DATADOG_SITE}`
  if (!isOwnSite || headers.get('dd-api-key') !== DATADOG_API_KEYS.good) return refuse(403, 'Forbidden')
  if (path === '/api/v1/validate' || path === '/api/v2/validate') return null
  const appKey = headers.get('dd-application-key')
  if (appKey === DATADOG_APP_KEYS.good) return null
  if (appKey !== DATADOG_APP_KEYS.underScoped)
    return refuse(appKey === null ? 401 : 403, appKey === null ? 'Unauthorized' : 'Forbidden')
  return path === '/api/v2/validate_keys' ? null : refuse(403, 'Forbidden: Failed permission authorization checks')
}

function routesOf(state: DatadogState, control: FakeControl): Route[] {
  const base = '/api/v2/logs/config/custom-destinations'
  const validity = {
    data: { type: 'validate_v2', attributes: { valid: true, api_key_id: 'key-1', api_key_scopes: [] } },
  }
  const withDestination =
    (handle: (destination: Destination, exchange: Exchange) => Response) => (exchange: Exchange) => {
      const destination = state.destinations.get(exchange.params['id'] ?? '')
      return destination === undefined ? refuse(404, 'not_found(Destination not found)') : handle(destination, exchange)
    }
  const remove = (destination: Destination) => {
    state.destinations.delete(destination.id)
    return empty()
  }
  const create = (exchange: Exchange) => {
    const parsed = destinationBody.safeParse(parseJson(exchange))
    if (!parsed.success) return refuse(400, `invalid_argument(${z.prettifyError(parsed.error)})`)
    const destination = { ...parsed.data.data.attributes, id: crypto.randomUUID() }
    if ([...state.destinations.values()].some(({ name }) => name === destination.name))
      return refuse(409, 'conflict(name already exists)')
    state.destinations.set(destination.id, destination)
    return json({ data: viewOf(destination) })
  }
  const buckets = SERVICES.map((service) => ({ by: { service }, computes: { c0: 10 } }))
  return [
    { method: 'GET', pattern: '/api/v1/validate', handle: () => json({ valid: true }) },
    { method: 'GET', pattern: '/api/v2/validate', handle: () => json(validity) },
    { method: 'GET', pattern: '/api/v2/validate_keys', handle: () => json({ status: 'ok' }) },
    {
      method: 'GET',
      pattern: '/api/v1/logs/config/indexes',
      handle: () => json({ indexes: [{ name: 'main', filter: { query: '*' } }] }),
    },
    {
      method: 'POST',
      pattern: '/api/v2/logs/analytics/aggregate',
      handle: () => json({ data: { buckets }, meta: { status: 'done' } }),
    },
    { method: 'POST', pattern: '/api/v2/logs/events/search', handle: (exchange) => search(control, exchange) },
    { method: 'GET', pattern: base, handle: () => json({ data: [...state.destinations.values()].map(viewOf) }) },
    { method: 'POST', pattern: base, handle: create },
    {
      method: 'GET',
      pattern: `${base}/{id}`,
      handle: withDestination((destination) => json({ data: viewOf(destination) })),
    },
    { method: 'DELETE', pattern: `${base}/{id}`, handle: withDestination(remove) },
  ]
}

/** Secrets of the destination are not given back. */
function viewOf({ id, forwarder_destination, ...attributesShown }: Destination): object {
  const { type, endpoint } = forwarder_destination
  return {
    id,
    type: 'custom_destination',
    attributes: { ...attributesShown, forwarder_destination: { type, endpoint } },
  }
}

const searchBody = z.object({
  filter: z
    .object({
      from: z.string().optional(),
      to: z.string().optional(),
      query: z.string().optional(),
      indexes: z.array(z.string()).optional(),
      storage_tier: z.string().optional(),
    })
    .optional(),
  page: z.object({ limit: z.number().int().min(1).max(1000).optional(), cursor: z.string().optional() }).optional(),
  sort: z.enum(['timestamp', '-timestamp']).optional(),
})

/** Times are ISO 8601, milliseconds, or `now-15m`; the query understands `service:` and `status:` and words. */
function search(control: FakeControl, exchange: Exchange): Response {
  const parsed = searchBody.safeParse(parseJson(exchange) ?? {})
  if (!parsed.success) return refuse(400, `invalid_argument(${z.prettifyError(parsed.error)})`)
  const { filter = {}, page = {}, sort } = parsed.data
  const fromMs = timeOf(filter.from ?? 'now-15m', exchange.nowMs)
  const toMs = timeOf(filter.to ?? 'now', exchange.nowMs)
  if (Number.isNaN(fromMs) || Number.isNaN(toMs))
    return refuse(400, 'invalid_argument(filter.from or filter.to is not a date)')
  const terms = (filter.query ?? '*').split(/\s+/).filter((term) => term !== '' && term !== '*')
  const events = control.logs
    .map((log, index) => ({ log, id: `AQ${String(index).padStart(10, '0')}` }))
    .filter(({ log }) => log.atMs >= fromMs && log.atMs < toMs && terms.every((term) => matches(term, log)))
  if (sort !== 'timestamp') events.reverse()
  const found = pageAfter(events, ({ id }) => btoa(id), page.cursor ?? null, page.limit ?? 10)
  if (found === null) return refuse(400, 'invalid_argument(Bad cursor)')
  const last = found.page.at(-1)
  const after = found.isLast || last === undefined ? undefined : btoa(last.id)
  const meta = { elapsed: 5, status: 'done', ...(after === undefined ? {} : { page: { after } }) }
  const links =
    after === undefined ? {} : { links: { next: `${exchange.url.origin}/api/v2/logs/events?page[cursor]=${after}` } }
  return json({ data: found.page.map(({ log, id }) => eventOf(log, id)), meta, ...links })
}

function timeOf(value: string, nowMs: number): number {
  const relative = /^now(?:-(\d+)([smhd]))?$/.exec(value)
  const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[relative?.[2] ?? 's'] ?? 1000
  if (relative !== null) return nowMs - Number(relative[1] ?? 0) * unitMs
  return /^\d+$/.test(value) ? Number(value) : Date.parse(value)
}

function matches(term: string, log: SeededLog): boolean {
  if (term.startsWith('service:')) return term.slice(8) === (log.resource ?? SERVICES[0])
  if (term.startsWith('status:')) return term.slice(7) === (log.level ?? 'info')
  return log.message.includes(term.replaceAll('"', ''))
}

function eventOf(log: SeededLog, id: string): object {
  const timestamp = new Date(log.atMs).toISOString()
  const traced = log.traceId === undefined ? {} : { dd: { trace_id: log.traceId, span_id: log.spanId } }
  const shown = { ...log.attributes, ...traced }
  return {
    id,
    type: 'log',
    attributes: {
      timestamp,
      host: 'i-1',
      service: log.resource ?? SERVICES[0],
      status: log.level ?? 'info',
      message: log.message,
      tags: ['env:prod'],
      attributes: shown,
    },
  }
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json({ errors: [message] }, status, headers)
}
