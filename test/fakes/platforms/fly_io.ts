/**
 * Fly.io: apps from the Machines API, logs from the API that flyctl uses. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Authentication of the log API per kind of token (W): a macaroon must come as `FlyV1 fm2_…`, and `Bearer` is refused;
 *   the Machines API takes it behind `Bearer`, with or without its `FlyV1` prefix, or as the scheme itself.
 * - A token of another organization (not stated): 404, as for an organization that does not exist.
 * - `next_token` (W): lines at that nanosecond come again, so a reader must drop what it has; the end of the list is the
 *   page whose token equals the one it was asked with. A page never splits lines of one nanosecond.
 */
import { FakeControl, type SeededLog } from './control.ts'
import { type Exchange, json, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many } from './paging.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const FLY_IO_KEYS = plantedKeys('fm2_')
export const FLY_IO_ORG_SLUG = 'shop'

const PAGE_LINES = 100
const DAY_MS = 86_400_000
export type FlyState = { apps: { id: string; name: string }[] }

export function createFlyIoFake(options: FakeOptions & { appCount?: number } = {}): PlatformFake<FlyState> {
  const state: FlyState = {
    apps: many(options.appCount ?? 40, (index) => ({ id: `app-id-${index}`, name: `shop-${index}` })),
  }
  const control = new FakeControl()
  const metadata = (key: string) => ({ access_token: `FlyV1 ${key}`, org_slug: FLY_IO_ORG_SLUG })
  return createPlatformFake<FlyState>(
    {
      id: 'fly_io',
      hosts: ['api.machines.dev', 'api.fly.io'],
      state,
      control,
      credentials: {
        good: metadata(FLY_IO_KEYS.good),
        bad: metadata(FLY_IO_KEYS.bad),
        revoked: metadata(FLY_IO_KEYS.revoked),
        underScoped: metadata(FLY_IO_KEYS.underScoped),
      },
      secrets: FLY_IO_KEYS.all,
      resources: () => state.apps.map((app) => app.name),
      routes: [
        { method: 'GET', pattern: '/v1/apps', handle: (exchange) => listApps(state, exchange) },
        { method: 'GET', pattern: '/api/v1/apps/{app}/logs', handle: (exchange) => readLogs(state, control, exchange) },
      ],
      gate: (exchange) => wrongHost(exchange) ?? keys(exchange),
      rateLimited: (_, seconds) => json({ error: 'rate limit exceeded' }, 429, retryAfter(seconds)),
      serverError: (_, status) => json({ error: 'internal server error' }, status),
      notFound: () => json({ error: 'not found' }, 404),
      limits: (exchange) => ({ key: `${exchange.method} ${exchange.path}`, requestsMax: 3, windowMs: 3000 }),
    },
    options,
  )
}

/** The two hosts share no paths. */
function wrongHost({ url, path }: Exchange): Response | null {
  return (url.host === 'api.fly.io') === path.startsWith('/api/') ? null : json({ error: 'not found' }, 404)
}

const keys = keyGate(FLY_IO_KEYS, {
  keyOf({ url, headers }) {
    const header = headers.get('authorization') ?? ''
    if (url.host === 'api.fly.io') return /^FlyV1 (\S+)$/.exec(header)?.[1] ?? null
    return /^(?:Bearer (?:FlyV1 )?|FlyV1 )(\S+)$/i.exec(header)?.[1] ?? null
  },
  unauthorized: ({ url }) =>
    url.host === 'api.fly.io'
      ? json({ errors: [{ title: 'Unauthorized' }] }, 401)
      : json({ error: 'unauthorized: unable to authenticate token' }, 401),
  forbidden: () => json({ error: 'organization or app not found' }, 404),
})

function listApps(state: FlyState, exchange: Exchange): Response {
  const slug = exchange.query.get('org_slug')
  if (slug === null || slug === '') return json({ error: 'org_slug is required' }, 400)
  if (slug !== FLY_IO_ORG_SLUG) return json({ error: 'organization not found' }, 404)
  const apps = state.apps.map((app) => ({
    ...app,
    status: 'deployed',
    network: 'default',
    machine_count: 2,
    volume_count: 0,
    organization: { name: 'Shop', slug: FLY_IO_ORG_SLUG },
  }))
  return json({ total_apps: apps.length, apps })
}

function nanosecondsOf(log: SeededLog): bigint {
  return BigInt(log.atMs) * 1_000_000n
}

/** Without a token the newest hundred lines of the last day, with one the lines from that nanosecond on. */
function readLogs(state: FlyState, control: FakeControl, exchange: Exchange): Response {
  const app = state.apps.find((candidate) => candidate.name === exchange.params['app'])
  if (app === undefined) return json({ errors: [{ title: 'Could not find App' }] }, 404)
  const token = exchange.query.get('next_token') ?? ''
  if (!/^\d*$/.test(token)) return json({ errors: [{ title: 'Invalid next_token' }] }, 422)
  const region = exchange.query.get('region')
  const lines = control.logs
    .map((log, index) => ({ log, index }))
    .filter(({ log }) => (log.resource ?? state.apps[0]?.name) === app.name)
    .filter(({ log }) => region === null || (log.attributes?.['region'] ?? 'ams') === region)
  let page = lines.filter(({ log }) => log.atMs >= exchange.nowMs - DAY_MS).slice(-PAGE_LINES)
  if (token !== '') {
    const rest = lines.filter(({ log }) => nanosecondsOf(log) >= BigInt(token))
    const lastAtMs = rest[Math.min(PAGE_LINES, rest.length) - 1]?.log.atMs ?? 0
    page = rest.filter(({ log }) => log.atMs <= lastAtMs)
  }
  const last = page.at(-1)
  return json({
    data: page.map(({ log, index }) => ({ id: `line-${index}`, type: 'log', attributes: attributesOf(log) })),
    meta: { next_token: last === undefined ? token : String(nanosecondsOf(last.log)) },
  })
}

function attributesOf(log: SeededLog): object {
  const region = log.attributes?.['region'] ?? 'ams'
  return {
    timestamp: new Date(log.atMs).toISOString(),
    message: log.message,
    level: log.level ?? 'info',
    instance: 'e28650',
    region,
    meta: {
      instance: 'e28650',
      region,
      event: { provider: 'app' },
      error: { code: 0, message: '' },
      url: { full: '' },
    },
  }
}
