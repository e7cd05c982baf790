/**
 * Render: one log stream per workspace, logs by time window. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - PUT on an occupied slot (not stated) replaces what is there, so that a careless client is caught.
 * - A key is not scoped; `underScoped` is a key of a person outside the workspace, refused with 403.
 * - DELETE of an empty slot (not stated) is 404.
 * - An https endpoint of an unnamed provider is refused with 400 "couldn't connect to log stream", without a request.
 */
import { z } from 'zod'
import { FakeControl, type SeededLog } from './control.ts'
import {
  authorization,
  type Exchange,
  empty,
  integerQuery,
  json,
  parseJson,
  type Route,
  retryAfter,
} from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many, pageAfter } from './paging.ts'
import { createPlatformFake, type FakeDestination, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const RENDER_KEYS = plantedKeys('rnd_')
export const RENDER_OWNER_ID = 'tea-shop'
/** Its one slot already streams to someone else. */
export const RENDER_OWNER_ID_OCCUPIED = 'tea-occupied'
export const RENDER_FOREIGN_ENDPOINT = 'logs.elsewhere.example:6514'

const NAMED_PROVIDERS = ['datadoghq.com', 'loggly.com', 'sumologic.com', 'newrelic.com', 'betterstackdata.com']
const TYPES = ['web_service', 'private_service', 'background_worker', 'cron_job', 'static_site'] as const

type Service = { id: string; name: string; ownerId: string; type: (typeof TYPES)[number]; region: string }
type Stream = { endpoint: string; preview: 'send' | 'drop'; token?: string | undefined }
export type RenderState = {
  services: Service[]
  streams: Map<string, Stream>
  overrides: Map<string, unknown>
  metrics: Map<string, unknown>
}
type Render = { state: RenderState; control: FakeControl }

export function createRenderFake(options: FakeOptions & { serviceCount?: number } = {}): PlatformFake<RenderState> {
  const state: RenderState = {
    // Exactly two full pages by default: the third, empty one is what ends the list.
    services: many(options.serviceCount ?? 200, (index) => ({
      id: `srv-${index}`,
      name: `shop-${index}`,
      ownerId: RENDER_OWNER_ID,
      type: TYPES[index % TYPES.length] ?? 'web_service',
      region: index % 2 === 0 ? 'oregon' : 'frankfurt',
    })),
    streams: new Map([[RENDER_OWNER_ID_OCCUPIED, { endpoint: RENDER_FOREIGN_ENDPOINT, preview: 'send' }]]),
    overrides: new Map(),
    metrics: new Map(),
  }
  const render: Render = { state, control: new FakeControl() }
  const metadata = (api_key: string) => ({ api_key, owner_id: RENDER_OWNER_ID })
  return createPlatformFake<RenderState>(
    {
      id: 'render',
      hosts: ['api.render.com'],
      state,
      control: render.control,
      credentials: {
        good: metadata(RENDER_KEYS.good),
        bad: metadata(RENDER_KEYS.bad),
        revoked: metadata(RENDER_KEYS.revoked),
        underScoped: metadata(RENDER_KEYS.underScoped),
      },
      secrets: RENDER_KEYS.all,
      resources: () => state.services.map((service) => service.id),
      destinations: () => [...state.streams].map(viewOf),
      routes: routesOf(render),
      gate: keyGate(RENDER_KEYS, {
        unauthorized: () => refusal(401, 'Unauthorized'),
        forbidden: () => refusal(403, 'you do not have access to this workspace'),
        isOpenToUnderScoped: ({ path }) => path === '/v1/owners' || path === '/v1/users',
      }),
      rateLimited: (_, seconds) => refusal(429, 'rate limit exceeded', retryAfter(seconds)),
      serverError: (_, status) => refusal(status, 'internal server error'),
      notFound: () => refusal(404, 'not found'),
      methodNotAllowed: () => refusal(405, 'method not allowed'),
      limits: limitOf,
    },
    options,
  )
}

function limitOf(exchange: Exchange) {
  const key = authorization(exchange, 'bearer') ?? ''
  if (exchange.path === '/v1/logs') return { key: `logs ${key}`, requestsMax: 30, windowMs: 60_000 }
  return { key, requestsMax: 400, windowMs: 60_000 }
}

function routesOf(render: Render): Route[] {
  const { state } = render
  const slot = '/v1/logs/streams/owner/{owner}'
  const override = '/v1/logs/streams/resource/{id}'
  return [
    { method: 'GET', pattern: '/v1/users', handle: () => json({ email: 'owner@shop.example', name: 'Owner' }) },
    { method: 'GET', pattern: '/v1/owners', handle: listOwners },
    { method: 'GET', pattern: '/v1/services', handle: (exchange) => listServices(state, exchange) },
    { method: 'GET', pattern: '/v1/services/{id}', handle: ({ params }) => getService(state, params['id']) },
    { method: 'GET', pattern: '/v1/postgres', handle: () => json([]) },
    { method: 'GET', pattern: '/v1/key-value', handle: () => json([]) },
    { method: 'GET', pattern: slot, handle: ({ params }) => streamAnswer(state, params['owner'] ?? '') },
    { method: 'PUT', pattern: slot, handle: (exchange) => putStream(state, exchange) },
    { method: 'DELETE', pattern: slot, handle: ({ params }) => removeFrom(state.streams, params['owner']) },
    { method: 'PUT', pattern: override, handle: (exchange) => putOverride(state, exchange) },
    { method: 'DELETE', pattern: override, handle: ({ params }) => removeFrom(state.overrides, params['id']) },
    { method: 'GET', pattern: '/v1/logs', handle: (exchange) => readLogs(render, exchange) },
    { method: 'PUT', pattern: '/v1/metrics-stream/{owner}', handle: (exchange) => putMetricsStream(state, exchange) },
    {
      method: 'DELETE',
      pattern: '/v1/metrics-stream/{owner}',
      handle: ({ params }) => removeFrom(state.metrics, params['owner']),
    },
  ]
}

function listOwners(exchange: Exchange): Response {
  const isOutsider = authorization(exchange, 'bearer') === RENDER_KEYS.underScoped
  const ids = isOutsider ? ['usr-outsider'] : [RENDER_OWNER_ID, RENDER_OWNER_ID_OCCUPIED]
  return json(
    ids.map((id) => ({ owner: { id, name: id, email: 'owner@shop.example', type: 'team' }, cursor: `cur-${id}` })),
  )
}

function listServices(state: RenderState, exchange: Exchange): Response {
  const limit = integerQuery(exchange, 'limit', 20, 1, 100)
  if (limit === null) return refusal(400, 'limit must be between 1 and 100')
  const owners = exchange.query.getAll('ownerId')
  const services = state.services.filter((service) => owners.length === 0 || owners.includes(service.ownerId))
  const found = pageAfter(services, (service) => `cur-${service.id}`, exchange.query.get('cursor'), limit)
  if (found === null) return refusal(400, 'invalid cursor')
  return json(
    found.page.map(({ region, ...service }) => ({
      service: { ...service, slug: service.name, suspended: 'not_suspended', serviceDetails: { region } },
      cursor: `cur-${service.id}`,
    })),
  )
}

/** One service by its id (G: the detail call of the list above, with the same fields). */
function getService(state: RenderState, id: string | undefined): Response {
  const found = state.services.find((service) => service.id === id)
  if (found === undefined) return refusal(404, 'service not found')
  const { region, ...service } = found
  return json({ ...service, slug: service.name, suspended: 'not_suspended', serviceDetails: { region } })
}

const streamBody = z.object({
  endpoint: z.string().min(1),
  preview: z.enum(['send', 'drop']),
  token: z.string().optional(),
})

function endpointProblem(endpoint: string): string | null {
  if (/^[a-z0-9.-]+:\d{1,5}$/i.test(endpoint)) return null
  const isNamed =
    endpoint.startsWith('https://') && NAMED_PROVIDERS.some((name) => new URL(endpoint).host.endsWith(name))
  return isNamed ? null : "couldn't connect to log stream"
}

function putStream(state: RenderState, exchange: Exchange): Response {
  const owner = exchange.params['owner'] ?? ''
  if (owner !== RENDER_OWNER_ID && owner !== RENDER_OWNER_ID_OCCUPIED) return refusal(404, 'owner not found')
  const parsed = streamBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refusal(400, z.prettifyError(parsed.error))
  const problem = endpointProblem(parsed.data.endpoint)
  if (problem !== null) return refusal(400, problem)
  state.streams.set(owner, parsed.data)
  return streamAnswer(state, owner)
}

/** The token is never given back. */
function streamAnswer(state: RenderState, owner: string): Response {
  const stream = state.streams.get(owner)
  return stream === undefined
    ? refusal(404, 'log stream not found')
    : json({ ownerId: owner, endpoint: stream.endpoint, preview: stream.preview })
}

function putOverride(state: RenderState, exchange: Exchange): Response {
  const parsed = z
    .object({ setting: z.enum(['send', 'drop']), endpoint: z.string().optional(), token: z.string().optional() })
    .safeParse(parseJson(exchange))
  if (!parsed.success) return refusal(400, z.prettifyError(parsed.error))
  const problem = parsed.data.endpoint === undefined ? null : endpointProblem(parsed.data.endpoint)
  if (problem !== null) return refusal(400, problem)
  state.overrides.set(exchange.params['id'] ?? '', parsed.data)
  return json({ resourceId: exchange.params['id'], setting: parsed.data.setting, endpoint: parsed.data.endpoint })
}

function putMetricsStream(state: RenderState, exchange: Exchange): Response {
  const parsed = z
    .object({ provider: z.string(), url: z.url(), token: z.string().optional() })
    .safeParse(parseJson(exchange))
  if (!parsed.success) return refusal(400, z.prettifyError(parsed.error))
  state.metrics.set(exchange.params['owner'] ?? '', parsed.data)
  return json({ ownerId: exchange.params['owner'], provider: parsed.data.provider, url: parsed.data.url })
}

function removeFrom(map: Map<string, unknown>, key: string | undefined): Response {
  return map.delete(key ?? '') ? empty() : refusal(404, 'not found')
}

/** A window read in either direction; resources of one call must be in one region. Ends are inclusive. */
function readLogs({ state, control }: Render, exchange: Exchange): Response {
  const { query } = exchange
  if (query.get('ownerId') !== RENDER_OWNER_ID) return refusal(400, 'ownerId is required')
  const ids = query.getAll('resource')
  const services = ids.map((id) => state.services.find((service) => service.id === id))
  if (ids.length === 0 || services.includes(undefined)) return refusal(400, 'resource is required and must exist')
  if (new Set(services.map((service) => service?.region)).size > 1)
    return refusal(400, 'resources must be in the same region')
  const limit = integerQuery(exchange, 'limit', 20, 1, 100)
  const endMs = Date.parse(query.get('endTime') ?? new Date(exchange.nowMs).toISOString())
  const startMs = Date.parse(query.get('startTime') ?? new Date(endMs - 3_600_000).toISOString())
  if (limit === null || Number.isNaN(startMs) || Number.isNaN(endMs)) return refusal(400, 'invalid limit or time')
  const levels = query.getAll('level')
  const found = control.logs
    .map((log, index) => ({ log, index }))
    .filter(({ log }) => ids.includes(log.resource ?? 'srv-0') && log.atMs >= startMs && log.atMs <= endMs)
    .filter(({ log }) => levels.length === 0 || levels.includes(log.level ?? 'info'))
  const isForward = query.get('direction') === 'forward'
  const ordered = isForward ? found : found.reverse()
  const page = ordered.slice(0, limit)
  const last = page.at(-1)?.log.atMs
  const iso = (atMs: number) => new Date(atMs).toISOString()
  return json({
    logs: page.map(({ log, index }) => lineOf(log, index)),
    hasMore: ordered.length > limit,
    nextStartTime: isForward && last !== undefined ? iso(last) : iso(startMs),
    nextEndTime: !isForward && last !== undefined ? iso(last) : iso(endMs),
  })
}

function lineOf(log: SeededLog, index: number): object {
  const labels = {
    resource: log.resource ?? 'srv-0',
    level: log.level ?? 'info',
    type: 'app',
    instance: 'srv-0-abc',
    ...log.attributes,
  }
  return {
    id: `log-${String(index).padStart(8, '0')}`,
    timestamp: new Date(log.atMs).toISOString(),
    message: log.message,
    labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
  }
}

function viewOf([owner, stream]: [string, Stream]): FakeDestination {
  const isForeign = stream.endpoint === RENDER_FOREIGN_ENDPOINT
  return { id: owner, resource: owner, url: stream.endpoint, isForeign, raw: stream }
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json({ id: `err-${status}`, message }, status, headers)
}
