/**
 * Cloudflare: observability destinations for Workers, Logpush jobs for zones and the account. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - The preflight body (W): `options.preflight` receives the URL, the headers and one of the two known probe bodies.
 *   Without it every endpoint passes, except one whose URL holds `refuses`.
 * - Script settings (W, JSON or multipart): both the multipart PATCH of /settings and the JSON PATCH of
 *   /script-settings work; JSON on /settings is refused, as the API reference has multipart only.
 * - Codes (G): 1000 invalid token, 6003/6111 malformed header, 10000 no permission, 1001-like numbers for the rest.
 */
import { z } from 'zod'
import { invalidBody, ok, paged, refusal } from './cloudflare-envelope.ts'
import { destinationRoutes, jobRoutes, type Preflight, viewOfDestination, viewOfJob } from './cloudflare-push.ts'
import {
  CLOUDFLARE_ACCOUNT_ID,
  type CloudflareState,
  initialCloudflareState,
  type WorkerSettings,
} from './cloudflare-state.ts'
import { FakeControl } from './control.ts'
import { authorization, type Exchange, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const CLOUDFLARE_TOKEN_GOOD = 'cf_planted_good_4bTq9vX0dLw2'
export const CLOUDFLARE_TOKEN_BAD = 'cf_planted_bad_000000000000'
/** Known and no longer active: verify answers 401, as for one that never was. */
export const CLOUDFLARE_TOKEN_REVOKED = 'cf_planted_revoked_1111111'
/** Active, and may read zones only. */
export const CLOUDFLARE_TOKEN_UNDER_SCOPED = 'cf_planted_underscoped_22'
/** Verify succeeds with status `disabled`: a 200 that is not a proof. */
export const CLOUDFLARE_TOKEN_DISABLED = 'cf_planted_disabled_333333'

export type CloudflareOptions = FakeOptions & { zoneCount?: number; scriptCount?: number; preflight?: Preflight }

type Cloudflare = { state: CloudflareState; control: FakeControl; preflight: Preflight }
const BASE = '/client/v4'
const KNOWN_TOKENS = [CLOUDFLARE_TOKEN_GOOD, CLOUDFLARE_TOKEN_UNDER_SCOPED, CLOUDFLARE_TOKEN_DISABLED]

export function createCloudflareFake(options: CloudflareOptions = {}): PlatformFake<CloudflareState> {
  const state = initialCloudflareState(options.zoneCount ?? 120, options.scriptCount ?? 40)
  const control = new FakeControl()
  const preflight = options.preflight ?? (async (url) => !url.includes('refuses'))
  return createPlatformFake<CloudflareState>(
    {
      id: 'cloudflare',
      hosts: ['api.cloudflare.com'],
      state,
      control,
      credentials: {
        good: { api_token: CLOUDFLARE_TOKEN_GOOD, account_id: CLOUDFLARE_ACCOUNT_ID },
        bad: { api_token: CLOUDFLARE_TOKEN_BAD, account_id: CLOUDFLARE_ACCOUNT_ID },
        revoked: { api_token: CLOUDFLARE_TOKEN_REVOKED, account_id: CLOUDFLARE_ACCOUNT_ID },
        underScoped: { api_token: CLOUDFLARE_TOKEN_UNDER_SCOPED, account_id: CLOUDFLARE_ACCOUNT_ID },
      },
      secrets: [...KNOWN_TOKENS, CLOUDFLARE_TOKEN_BAD, CLOUDFLARE_TOKEN_REVOKED],
      resources: () => [...state.scripts.keys(), ...state.zones.map((zone) => zone.id)],
      destinations: () => [
        ...[...state.destinations.values()].map(viewOfDestination),
        ...[...state.jobs.values()].map(viewOfJob),
      ],
      routes: routesOf({ state, control, preflight }),
      gate,
      rateLimited: (_, seconds) =>
        refusal(429, 971, 'Please wait and consider throttling your request speed', retryAfter(seconds)),
      serverError: (_, status) => refusal(status, 10_013, 'Internal server error'),
      notFound: () =>
        refusal(404, 7003, 'Could not route to the given path, perhaps your object identifier is invalid?'),
      methodNotAllowed: () => refusal(405, 10_405, 'Method not allowed for this authentication scheme'),
      unexpectedShape: () => json({ success: true, errors: [], messages: [], result: {} }),
      limits: (exchange) => ({ key: authorization(exchange, 'bearer') ?? '', requestsMax: 1200, windowMs: 300_000 }),
    },
    options,
  )
}

function routesOf(cloudflare: Cloudflare): Route[] {
  const { state } = cloudflare
  const account = `${BASE}/accounts/{account}`
  const routes: Route[] = [
    { method: 'GET', pattern: `${BASE}/user/tokens/verify`, handle: verify },
    { method: 'GET', pattern: `${account}/tokens/verify`, handle: verify },
    {
      method: 'GET',
      pattern: account,
      handle: () => ok({ id: CLOUDFLARE_ACCOUNT_ID, name: 'Shop', type: 'standard' }),
    },
    { method: 'GET', pattern: `${BASE}/zones`, handle: (exchange) => listZones(state, exchange) },
    {
      method: 'GET',
      pattern: `${account}/workers/scripts`,
      handle: () => ok([...state.scripts.keys()].map((id) => ({ id }))),
    },
    {
      method: 'GET',
      pattern: `${account}/workers/scripts/{name}/settings`,
      handle: withScript(state, (settings) => ok(settings)),
    },
    {
      method: 'PATCH',
      pattern: `${account}/workers/scripts/{name}/settings`,
      handle: withScript(state, patchMultipart),
    },
    {
      method: 'GET',
      pattern: `${account}/workers/scripts/{name}/script-settings`,
      handle: withScript(state, (settings) => ok(settings)),
    },
    {
      method: 'PATCH',
      pattern: `${account}/workers/scripts/{name}/script-settings`,
      handle: withScript(state, patchJson),
    },
    {
      method: 'POST',
      pattern: `${account}/workers/observability/telemetry/query`,
      handle: (e) => queryTelemetry(cloudflare, e),
    },
    ...destinationRoutes(cloudflare, `${account}/workers/observability/destinations`),
  ]
  for (const scope of ['accounts', 'zones'] as const)
    routes.push(...jobRoutes(cloudflare, `${BASE}/${scope}/{scope}/logpush`, scope))
  return routes
}

/** The order of the real edge: header form, token, permission, account. */
function gate(exchange: Exchange): Response | null {
  const header = exchange.headers.get('authorization')
  if (header === null) return refusal(400, 9106, 'Missing X-Auth-Key, X-Auth-Email or Authorization headers')
  const token = authorization(exchange, 'bearer')
  if (token === null || !/^[A-Za-z0-9_-]{20,}$/.test(token)) {
    return json(
      {
        success: false,
        errors: [
          {
            code: 6003,
            message: 'Invalid request headers',
            error_chain: [{ code: 6111, message: 'Invalid format for Authorization header' }],
          },
        ],
        messages: [],
        result: null,
      },
      400,
    )
  }
  const isVerify = exchange.path.endsWith('/tokens/verify')
  if (!KNOWN_TOKENS.includes(token)) return refusal(401, 1000, 'Invalid API Token')
  if (token === CLOUDFLARE_TOKEN_DISABLED) return isVerify ? null : refusal(403, 10_000, 'Authentication error')
  const account = /^\/client\/v4\/accounts\/([^/]+)/.exec(exchange.path)?.[1]
  if (account !== undefined && account !== CLOUDFLARE_ACCOUNT_ID) return refusal(403, 10_000, 'Authentication error')
  const isReadingZones = exchange.path === `${BASE}/zones`
  if (token === CLOUDFLARE_TOKEN_UNDER_SCOPED && !isVerify && !isReadingZones) {
    return refusal(403, 10_000, 'Authentication error')
  }
  return null
}

function verify(exchange: Exchange): Response {
  const isDisabled = authorization(exchange, 'bearer') === CLOUDFLARE_TOKEN_DISABLED
  return ok({ id: 'f'.repeat(32), status: isDisabled ? 'disabled' : 'active', not_before: '2026-01-01T00:00:00Z' })
}

function listZones(state: CloudflareState, exchange: Exchange): Response {
  const account = exchange.query.get('account.id')
  return paged(exchange, account === null || account === CLOUDFLARE_ACCOUNT_ID ? state.zones : [], 'per_page', 50)
}

function withScript(
  state: CloudflareState,
  handle: (settings: WorkerSettings, exchange: Exchange, state: CloudflareState) => Response | Promise<Response>,
) {
  return (exchange: Exchange) => {
    const settings = state.scripts.get(exchange.params['name'] ?? '')
    return settings === undefined
      ? refusal(404, 10_007, 'This Worker does not exist on your account.')
      : handle(settings, exchange, state)
  }
}

async function patchMultipart(settings: WorkerSettings, exchange: Exchange, state: CloudflareState): Promise<Response> {
  const type = exchange.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return refusal(415, 10_001, 'Content-Type must be multipart/form-data')
  const form = await new Response(exchange.bodyBytes, { headers: { 'content-type': type } }).formData()
  const part = form.get('settings')
  const source = part instanceof Blob ? await part.text() : part
  return source === null ? refusal(400, 10_021, 'Missing part settings') : applySettings(settings, source, state)
}

function patchJson(settings: WorkerSettings, exchange: Exchange, state: CloudflareState): Response {
  return applySettings(settings, exchange.bodyText, state)
}

const signalSchema = z.looseObject({ enabled: z.boolean().optional(), destinations: z.array(z.string()).optional() })
const settingsSchema = z.looseObject({
  observability: z
    .looseObject({ enabled: z.boolean(), logs: signalSchema.optional(), traces: signalSchema.optional() })
    .optional(),
})

/** The top level merges; `observability` is replaced as a whole, which is why the client must merge it itself. */
function applySettings(settings: WorkerSettings, source: string, state: CloudflareState): Response {
  let decoded: unknown
  try {
    decoded = JSON.parse(source)
  } catch {
    return refusal(400, 10_021, 'settings is not JSON')
  }
  const parsed = settingsSchema.safeParse(decoded)
  if (!parsed.success) return refusal(400, 10_021, z.prettifyError(parsed.error))
  const { logs, traces } = parsed.data.observability ?? {}
  const wired = [...(logs?.destinations ?? []), ...(traces?.destinations ?? [])]
  const unknown = wired.find((slug) => !state.destinations.has(slug))
  if (unknown !== undefined) return refusal(400, 10_021, `Unknown destination ${unknown}`)
  Object.assign(settings, parsed.data)
  return ok(settings)
}

const telemetryQuery = z.looseObject({
  queryId: z.string(),
  timeframe: z.object({ from: z.number(), to: z.number() }),
  view: z.enum(['events', 'invocations', 'calculations']).optional(),
  limit: z.number().int().min(1).max(2000).optional(),
  offset: z.string().optional(),
})

/** Events of the window, newest first; `offset` is the id of the last event seen. */
function queryTelemetry({ state, control }: Cloudflare, exchange: Exchange): Response {
  const parsed = telemetryQuery.safeParse(parseJson(exchange))
  if (!parsed.success) return invalidBody(parsed.error.issues)
  const { timeframe, limit, offset } = parsed.data
  const events = control.logs
    .map((log, index) => ({ log, id: `evt_${String(index).padStart(8, '0')}` }))
    .filter(({ log }) => log.atMs >= timeframe.from && log.atMs <= timeframe.to)
    .reverse()
  const start = offset === undefined ? 0 : events.findIndex(({ id }) => id === offset) + 1
  const firstScript = [...state.scripts.keys()][0]
  const page = events.slice(start, start + (limit ?? 100)).map(({ log, id }) => ({
    $metadata: {
      id,
      level: log.level ?? 'info',
      message: log.message,
      service: log.resource ?? firstScript,
      traceId: log.traceId,
    },
    $workers: { scriptName: log.resource ?? firstScript, outcome: 'ok', eventType: 'fetch' },
    dataset: 'cloudflare-workers',
    source: { message: log.message, level: log.level ?? 'info', ...log.attributes },
    timestamp: log.atMs,
  }))
  return ok({ events: { count: events.length, events: page }, run: { id: parsed.data.queryId, status: 'COMPLETED' } })
}
