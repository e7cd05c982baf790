/**
 * Heroku: log drains of Cedar apps, telemetry drains of Fir apps. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Without `Accept: application/vnd.heroku+json; version=3` (G): 406 `not_acceptable`.
 * - Paging (206 G): 206 with `Next-Range` until the last page, which is 200. A range that cannot be read is 416.
 * - A log drain on a Fir app (not stated): 422 `invalid_params`; a telemetry drain on a Cedar app likewise.
 * - Under-scoped: an OAuth token of scope `read`, 403 on every write.
 */
import { z } from 'zod'
import { FakeControl, type SeededLog } from './control.ts'
import { type Exchange, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many } from './paging.ts'
import {
  createPlatformFake,
  type FakeDestination,
  type FakeOptions,
  FOREIGN_DESTINATION_URL,
  type PlatformFake,
} from './platform-fake.ts'

export const HEROKU_KEYS = plantedKeys('HRKU-')
export const HEROKU_FOREIGN_DRAIN_ID = 'drain-addon'

type App = { id: string; name: string; generation: { id: string; name: 'cedar' | 'fir' } }
type LogDrain = {
  id: string
  token: string
  url: string
  app: { id: string; name: string }
  addon: { id: string; name: string } | null
  created_at: string
}
const telemetryBody = z.object({
  owner: z.object({ id: z.string(), type: z.enum(['app', 'space']) }),
  signals: z.array(z.enum(['traces', 'metrics', 'logs'])).min(1),
  exporter: z.object({
    type: z.enum(['otlphttp', 'otlp']),
    endpoint: z.string().min(1),
    headers: z.record(z.string(), z.string()).optional(),
  }),
})
type TelemetryDrain = z.infer<typeof telemetryBody> & { id: string }
export type HerokuState = { apps: App[]; drains: Map<string, LogDrain>; telemetryDrains: Map<string, TelemetryDrain> }
type Heroku = { state: HerokuState; control: FakeControl }

/** Every tenth app is of the Fir generation. Three pages of 200, the page size without `max`. */
export function createHerokuFake(options: FakeOptions & { appCount?: number } = {}): PlatformFake<HerokuState> {
  const apps = many(options.appCount ?? 450, (index): App => {
    const generation = index % 10 === 9 ? ('fir' as const) : ('cedar' as const)
    return {
      id: `01234567-89ab-4def-8000-${String(index).padStart(12, '0')}`,
      name: `shop-${index}`,
      generation: { id: generation, name: generation },
    }
  })
  const state: HerokuState = { apps, drains: new Map(), telemetryDrains: new Map() }
  const first = apps[0]
  if (first !== undefined) {
    const addon = { id: 'addon-1', name: 'papertrail-curved-1' }
    state.drains.set(HEROKU_FOREIGN_DRAIN_ID, drainOf(HEROKU_FOREIGN_DRAIN_ID, first, FOREIGN_DESTINATION_URL, addon))
  }
  const heroku: Heroku = { state, control: new FakeControl() }
  const metadata = (api_key: string) => ({ api_key })
  return createPlatformFake<HerokuState>(
    {
      id: 'heroku',
      hosts: ['api.heroku.com', 'logs-api.heroku.com'],
      state,
      control: heroku.control,
      credentials: {
        good: metadata(HEROKU_KEYS.good),
        bad: metadata(HEROKU_KEYS.bad),
        revoked: metadata(HEROKU_KEYS.revoked),
        underScoped: metadata(HEROKU_KEYS.underScoped),
      },
      secrets: HEROKU_KEYS.all,
      resources: () => apps.map((app) => app.id),
      destinations: () => destinationsOf(state),
      routes: routesOf(heroku),
      gate: (exchange) => (exchange.url.host === 'logs-api.heroku.com' ? null : (keys(exchange) ?? version(exchange))),
      rateLimited: (_, seconds) =>
        refusal(429, 'rate_limit', 'Your account reached the API rate limit.', {
          'ratelimit-remaining': '0',
          ...retryAfter(seconds),
        }),
      serverError: (_, status) => refusal(status, 'internal_server_error', 'Internal server error.'),
      notFound: () => refusal(404, 'not_found', 'The requested API endpoint was not found.'),
      limits: ({ headers }) => ({ key: headers.get('authorization') ?? '', requestsMax: 4500, windowMs: 3_600_000 }),
    },
    options,
  )
}

const keys = keyGate(HEROKU_KEYS, {
  unauthorized: () => refusal(401, 'unauthorized', 'Invalid credentials provided.'),
  forbidden: () =>
    refusal(403, 'forbidden', 'The scope of this OAuth authorization does not allow access to this resource.'),
  isOpenToUnderScoped: ({ method }) => method === 'GET',
})

function version({ headers }: Exchange): Response | null {
  const accept = (headers.get('accept') ?? '').replaceAll(' ', '')
  return accept.includes('application/vnd.heroku+json;version=3')
    ? null
    : refusal(406, 'not_acceptable', 'Accept must name version 3.')
}

function routesOf(heroku: Heroku): Route[] {
  const { state } = heroku
  const account = {
    id: 'acc-1',
    email: 'owner@shop.example',
    name: 'Owner',
    verified: true,
    suspended_at: null,
    default_team: null,
  }
  const ofApp = (handle: (app: App, exchange: Exchange) => Response) => (exchange: Exchange) => {
    const app = state.apps.find(({ id, name }) => id === exchange.params['app'] || name === exchange.params['app'])
    return app === undefined ? refusal(404, 'not_found', "Couldn't find that app.") : handle(app, exchange)
  }
  const telemetryOf = (app: App) =>
    json([...state.telemetryDrains.values()].filter((drain) => drain.owner.id === app.id))
  const drainsOf = (app: App) => json([...state.drains.values()].filter((drain) => drain.app.id === app.id))
  return [
    { method: 'GET', pattern: '/account', handle: () => json(account) },
    { method: 'GET', pattern: '/apps', handle: (exchange) => listApps(state.apps, exchange) },
    { method: 'GET', pattern: '/apps/{app}', handle: ofApp((app) => json(app)) },
    { method: 'GET', pattern: '/apps/{app}/log-drains', handle: ofApp(drainsOf) },
    {
      method: 'POST',
      pattern: '/apps/{app}/log-drains',
      handle: ofApp((app, exchange) => createDrain(state, app, exchange)),
    },
    {
      method: 'GET',
      pattern: '/apps/{app}/log-drains/{drain*}',
      handle: ofApp((app, exchange) => withDrain(state, app, exchange, false)),
    },
    {
      method: 'DELETE',
      pattern: '/apps/{app}/log-drains/{drain*}',
      handle: ofApp((app, exchange) => withDrain(state, app, exchange, true)),
    },
    { method: 'GET', pattern: '/apps/{app}/telemetry-drains', handle: ofApp(telemetryOf) },
    { method: 'POST', pattern: '/telemetry-drains', handle: (exchange) => createTelemetryDrain(state, exchange) },
    { method: 'PATCH', pattern: '/telemetry-drains/{id}', handle: (exchange) => changeTelemetryDrain(state, exchange) },
    {
      method: 'DELETE',
      pattern: '/telemetry-drains/{id}',
      handle: (exchange) => changeTelemetryDrain(state, exchange),
    },
    {
      method: 'POST',
      pattern: '/apps/{app}/log-sessions',
      handle: ofApp((app, exchange) => openSession(app, exchange)),
    },
    { method: 'GET', pattern: '/sessions/{app}', handle: (exchange) => streamSession(heroku, exchange) },
  ]
}

/** `Range: id <after>..; max=<n>`; a leading `]` before the id means "after it". */
function listApps(apps: readonly App[], exchange: Exchange): Response {
  const range = exchange.headers.get('range') ?? 'id ..; max=200'
  const match = /^id (\]?)([0-9a-f-]*)\.\.([0-9a-f-]*)(?:; ?(?:max=(\d+)|order=asc),?)*$/.exec(range)
  const max = Number(match?.[4] ?? 200)
  if (match === null || max < 1 || max > 1000) return refusal(416, 'requested_range_not_satisfiable', 'Invalid range.')
  const from = match[2] ?? ''
  const rest = apps.filter(({ id }) => (match[1] === ']' ? id > from : id >= from))
  const page = rest.slice(0, max)
  if (rest.length <= max) return json(page, 200, { 'content-range': `id ${page[0]?.id}..${page.at(-1)?.id}` })
  return json(page, 206, {
    'next-range': `id ]${page.at(-1)?.id}..; max=${max}`,
    'accept-ranges': 'id, name, updated_at',
  })
}

function drainOf(id: string, app: App, url: string, addon: LogDrain['addon']): LogDrain {
  return {
    id,
    token: `d.${crypto.randomUUID()}`,
    url,
    addon,
    app: { id: app.id, name: app.name },
    created_at: '2026-01-01T00:00:00Z',
  }
}

function createDrain(state: HerokuState, app: App, exchange: Exchange): Response {
  const parsed = z
    .strictObject({ url: z.url({ protocol: /^(https?|syslog|syslog\+tls)$/ }) })
    .safeParse(parseJson(exchange))
  if (!parsed.success) return refusal(422, 'invalid_params', 'Url is invalid')
  if (app.generation.name === 'fir') return refusal(422, 'invalid_params', 'Fir apps use telemetry drains.')
  const existing = [...state.drains.values()].filter((drain) => drain.app.id === app.id)
  if (existing.some((drain) => drain.url === parsed.data.url))
    return refusal(422, 'invalid_params', 'Url has already been taken')
  const drain = drainOf(crypto.randomUUID(), app, parsed.data.url, null)
  state.drains.set(drain.id, drain)
  return json(drain, 201)
}

function withDrain(state: HerokuState, app: App, exchange: Exchange, isRemoval: boolean): Response {
  const wanted = exchange.params['drain']
  const drain = [...state.drains.values()].find(({ id, url }) => id === wanted || url === wanted)
  if (drain === undefined || drain.app.id !== app.id) return refusal(404, 'not_found', "Couldn't find that log drain.")
  if (!isRemoval) return json(drain)
  if (drain.addon !== null)
    return refusal(422, 'invalid_params', 'The drain is owned by an add-on and cannot be removed.')
  state.drains.delete(drain.id)
  return json(drain)
}

function createTelemetryDrain(state: HerokuState, exchange: Exchange): Response {
  const parsed = telemetryBody.safeParse(parseJson(exchange))
  if (!parsed.success) return refusal(422, 'invalid_params', z.prettifyError(parsed.error))
  const { owner } = parsed.data
  const app = state.apps.find(({ id }) => id === owner.id)
  if (owner.type === 'app' && app === undefined) return refusal(404, 'not_found', "Couldn't find that app.")
  if (owner.type === 'app' && app?.generation.name !== 'fir')
    return refusal(422, 'invalid_params', 'Cedar apps use log drains.')
  const drain = { ...parsed.data, id: crypto.randomUUID() }
  state.telemetryDrains.set(drain.id, drain)
  return json(drain, 201)
}

function changeTelemetryDrain(state: HerokuState, exchange: Exchange): Response {
  const drain = state.telemetryDrains.get(exchange.params['id'] ?? '')
  if (drain === undefined) return refusal(404, 'not_found', "Couldn't find that telemetry drain.")
  if (exchange.method === 'DELETE') state.telemetryDrains.delete(drain.id)
  else {
    const parsed = telemetryBody.omit({ owner: true }).partial().safeParse(parseJson(exchange))
    if (!parsed.success) return refusal(422, 'invalid_params', z.prettifyError(parsed.error))
    Object.assign(drain, parsed.data)
  }
  return json(drain)
}

function openSession(app: App, exchange: Exchange): Response {
  const parsed = z
    .object({
      lines: z.number().int().max(1500).optional(),
      tail: z.boolean().optional(),
      dyno_name: z.string().optional(),
      source: z.string().optional(),
    })
    .safeParse(parseJson(exchange) ?? {})
  if (!parsed.success) return refusal(422, 'invalid_params', z.prettifyError(parsed.error))
  const lines = parsed.data.lines ?? 100
  const logplex_url = `https://logs-api.heroku.com/sessions/${app.id}?lines=${lines}&srv=${exchange.nowMs}`
  return json({ id: crypto.randomUUID(), logplex_url, created_at: new Date(exchange.nowMs).toISOString() }, 201)
}

/** The URL itself is the secret; no header is asked for. */
function streamSession({ state, control }: Heroku, { params, query }: Exchange): Response {
  const lines = control.logs
    .filter((log) => (log.resource ?? state.apps[0]?.id) === params['app'])
    .slice(-Number(query.get('lines')))
  return new Response(lines.map(lineOf).join(''), { headers: { 'content-type': 'text/plain' } })
}

function lineOf(log: SeededLog): string {
  const source = log.attributes?.['source'] ?? 'app'
  return `${new Date(log.atMs).toISOString().replace('Z', '000+00:00')} ${source}[${log.attributes?.['dyno'] ?? 'web.1'}]: ${log.message}\n`
}

function destinationsOf({ drains, telemetryDrains }: HerokuState): FakeDestination[] {
  return [
    ...[...drains.values()].map((raw) => ({
      id: raw.id,
      resource: raw.app.id,
      url: raw.url,
      isForeign: raw.addon !== null,
      raw,
    })),
    ...[...telemetryDrains.values()].map((raw) => ({
      id: raw.id,
      resource: raw.owner.id,
      url: raw.exporter.endpoint,
      isForeign: false,
      raw,
    })),
  ]
}

function refusal(status: number, id: string, message: string, headers: Record<string, string> = {}): Response {
  return json({ id, message }, status, headers)
}
