/**
 * Netlify: sites and the internal log drains endpoint. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - The plan gate (W, 404 or 401): sites of the account without Enterprise answer 404 to every drain call.
 * - POST …/verify (W for http): 204 with the token `verify-<drain id>`, else 403.
 * - Under-scoped (not stated): a member who is no Team Owner may read and gets 403 on drains.
 * - `log_types` is a string holding a JSON array, and a real array is refused with 422.
 */
import { z } from 'zod'
import { type Exchange, empty, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { linkHeader, many, numberedPage } from './paging.ts'
import { createPlatformFake, type FakeOptions, FOREIGN_DESTINATION_URL, type PlatformFake } from './platform-fake.ts'

export const NETLIFY_KEYS = plantedKeys('nfp_')
export const NETLIFY_ACCOUNT_SLUG = 'shop'
/** Its one site is the last of the list; its plan has no drains. */
export const NETLIFY_ACCOUNT_SLUG_WITHOUT_PLAN = 'hobby'
export const NETLIFY_FOREIGN_DRAIN_ID = 'drain-foreign'

const LOG_TYPES = ['user_traffic', 'functions', 'edge_functions', 'deploys', 'waf_logs']
const logTypes = z.string().refine((value) => {
  try {
    const types: unknown = JSON.parse(value)
    return Array.isArray(types) && types.length > 0 && types.every((type) => LOG_TYPES.includes(String(type)))
  } catch {
    return false
  }
}, 'must be a string holding a JSON array of log types')

const drainBody = z.object({
  destination: z.enum(['datadog', 'newrelic', 'logflare', 's3', 'splunkcloud', 'http', 'axiom', 'azure', 'logdna']),
  format: z.enum(['json', 'ndjson']).optional(),
  log_types: logTypes,
  exclude_pii: z.boolean().optional(),
  service_config: z.object({
    url: z.url({ protocol: /^https$/ }),
    authorization_header: z.string().optional(),
    tags: z.record(z.string(), z.string()).optional(),
  }),
})
type Drain = z.infer<typeof drainBody> & { id: string; site_id: string }
type Site = { id: string; name: string; url: string; account_slug: string }
export type NetlifyState = { sites: Site[]; drains: Map<string, Drain> }

export function createNetlifyFake(options: FakeOptions & { siteCount?: number } = {}): PlatformFake<NetlifyState> {
  const siteCount = options.siteCount ?? 250
  const sites = many(siteCount, (index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `shop-${index}`,
    url: `https://shop-${index}.netlify.app`,
    account_slug: index === siteCount - 1 ? NETLIFY_ACCOUNT_SLUG_WITHOUT_PLAN : NETLIFY_ACCOUNT_SLUG,
  }))
  const foreign: Drain = {
    id: NETLIFY_FOREIGN_DRAIN_ID,
    site_id: sites[0]?.id ?? '',
    destination: 'http',
    log_types: '["functions"]',
    service_config: { url: FOREIGN_DESTINATION_URL },
  }
  const state: NetlifyState = { sites, drains: new Map([[foreign.id, foreign]]) }
  const metadata = (access_token: string) => ({ access_token })
  return createPlatformFake<NetlifyState>(
    {
      id: 'netlify',
      hosts: ['api.netlify.com'],
      state,
      credentials: {
        good: metadata(NETLIFY_KEYS.good),
        bad: metadata(NETLIFY_KEYS.bad),
        revoked: metadata(NETLIFY_KEYS.revoked),
        underScoped: metadata(NETLIFY_KEYS.underScoped),
      },
      secrets: NETLIFY_KEYS.all,
      resources: () => sites.map((site) => site.id),
      destinations: () =>
        [...state.drains.values()].map((drain) => ({
          id: drain.id,
          resource: drain.site_id,
          url: drain.service_config.url,
          isForeign: drain.id === NETLIFY_FOREIGN_DRAIN_ID,
          raw: drain,
        })),
      routes: routesOf(state),
      gate: keyGate(NETLIFY_KEYS, {
        unauthorized: () => refusal(401, 'Access Denied'),
        forbidden: () => refusal(403, 'Forbidden'),
        isOpenToUnderScoped: ({ path }) => !path.includes('/log_drains'),
      }),
      rateLimited: (_, seconds) => json({ code: 429, message: 'Too Many Requests' }, 429, retryAfter(seconds)),
      serverError: (_, status) => refusal(status, 'Internal Server Error'),
      notFound: () => refusal(404, 'Not Found'),
      limits: ({ headers }) => ({ key: headers.get('authorization') ?? '', requestsMax: 500, windowMs: 60_000 }),
    },
    options,
  )
}

function routesOf(state: NetlifyState): Route[] {
  const base = '/api/v1/sites/{site}/log_drains'
  const user = { id: 'usr-1', email: 'owner@shop.example', full_name: 'Owner', slug: 'owner' }
  const accounts = [
    { id: 'acc-1', slug: NETLIFY_ACCOUNT_SLUG, name: 'Shop', type_name: 'Enterprise' },
    { id: 'acc-2', slug: NETLIFY_ACCOUNT_SLUG_WITHOUT_PLAN, name: 'Hobby', type_name: 'Starter' },
  ]
  const ofSite = (handle: (site: Site, exchange: Exchange) => Response) => (exchange: Exchange) => {
    const site = state.sites.find(({ id }) => id === exchange.params['site'])
    const hasPlan = site?.account_slug === NETLIFY_ACCOUNT_SLUG
    return site !== undefined && hasPlan ? handle(site, exchange) : refusal(404, 'Not Found')
  }
  const ofDrain = (handle: (drain: Drain, exchange: Exchange) => Response) =>
    ofSite((site, exchange) => {
      const drain = state.drains.get(exchange.params['id'] ?? '')
      return drain?.site_id === site.id ? handle(drain, exchange) : refusal(404, 'Not Found')
    })
  const remove = (drain: Drain) => {
    state.drains.delete(drain.id)
    return empty()
  }
  const verify = (drain: Drain, exchange: Exchange) => {
    const parsed = z.object({ token: z.string() }).safeParse(parseJson(exchange))
    return parsed.data?.token === `verify-${drain.id}` ? empty() : refusal(403, 'Invalid token')
  }
  const list = (site: Site) => json([...state.drains.values()].filter((drain) => drain.site_id === site.id))
  return [
    { method: 'GET', pattern: '/api/v1/user', handle: () => json(user) },
    { method: 'GET', pattern: '/api/v1/accounts', handle: () => json(accounts) },
    { method: 'GET', pattern: '/api/v1/sites', handle: (exchange) => listSites(state.sites, exchange) },
    { method: 'GET', pattern: '/api/v1/{account}/sites', handle: (exchange) => listSites(state.sites, exchange) },
    { method: 'GET', pattern: base, handle: ofSite(list) },
    { method: 'POST', pattern: base, handle: ofSite((site, exchange) => saveDrain(state, site, null, exchange)) },
    { method: 'GET', pattern: `${base}/{id}`, handle: ofDrain((drain) => json(drain)) },
    {
      method: 'PUT',
      pattern: `${base}/{id}`,
      handle: ofDrain((drain, exchange) => saveDrain(state, { id: drain.site_id }, drain, exchange)),
    },
    { method: 'DELETE', pattern: `${base}/{id}`, handle: ofDrain(remove) },
    { method: 'POST', pattern: `${base}/{id}/verify`, handle: ofDrain(verify) },
  ]
}

function listSites(all: readonly Site[], exchange: Exchange): Response {
  const account = exchange.params['account']
  const sites = account === undefined ? all : all.filter((site) => site.account_slug === account)
  const page = numberedPage(exchange, sites, 100, 100)
  return page === null ? refusal(422, 'page is invalid') : json(page.items, 200, linkHeader(exchange, page))
}

function saveDrain(state: NetlifyState, site: { id: string }, before: Drain | null, exchange: Exchange): Response {
  const parsed = drainBody.safeParse(parseJson(exchange))
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
    return json({ code: 422, message: 'Validation failed', errors }, 422)
  }
  const drain = { ...parsed.data, id: before?.id ?? crypto.randomUUID(), site_id: site.id }
  state.drains.set(drain.id, drain)
  return json(drain, before === null ? 201 : 200)
}

function refusal(code: number, message: string): Response {
  return json({ code, message }, code)
}
