/**
 * Sentry: organization, projects, Discover events, data forwarding, service hooks. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Names of log fields (G/W): timestamp, message, severity, severity_number, trace, span_id, project, environment,
 *   release; a field not among them is 400 `Unknown field`.
 * - A second forwarder of a provider is 400; service hooks without the feature are 403.
 * - Under-scoped: a token with org:read alone, 403 on projects, events and forwarding.
 * - The organization `shop-free` has no plan for forwarding: 403.
 */
import { z } from 'zod'
import { FakeControl } from './control.ts'
import { type Exchange, empty, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many } from './paging.ts'
import { createPlatformFake, type FakeOptions, FOREIGN_DESTINATION_URL, type PlatformFake } from './platform-fake.ts'
import { queryEvents } from './sentry-events.ts'

export const SENTRY_TOKENS = plantedKeys('sntrys_')
export const SENTRY_ORG_SLUG = 'shop'
export const SENTRY_ORG_SLUG_WITHOUT_PLAN = 'shop-free'
/** Its one slot for a Splunk forwarder is someone else's. */
export const SENTRY_ORG_SLUG_OCCUPIED = 'shop-occupied'
export const SENTRY_CLIENT_SECRET = 'planted_sentry_client_secret_51'
export const SENTRY_FOREIGN_ID = '900'

const ORGS = [SENTRY_ORG_SLUG, SENTRY_ORG_SLUG_WITHOUT_PLAN, SENTRY_ORG_SLUG_OCCUPIED]
const forwarderBody = z.object({
  organization_id: z.union([z.string(), z.number()]),
  provider: z.enum(['splunk', 'segment', 'sqs']),
  is_enabled: z.boolean().optional(),
  enroll_new_projects: z.boolean().optional(),
  project_ids: z.array(z.union([z.string(), z.number()])).optional(),
  config: z.object({
    instance_url: z.url(),
    index: z.string().min(1),
    source: z.string().min(1),
    token: z.string().min(1),
  }),
})
const hookBody = z.object({ url: z.url(), events: z.array(z.enum(['event.alert', 'event.created'])).min(1) })
type Forwarder = z.infer<typeof forwarderBody> & { id: string; org: string }
type Hook = z.infer<typeof hookBody> & { id: string; project: string }
export type SentryState = {
  projects: { id: string; slug: string }[]
  forwarders: Map<string, Forwarder>
  hooks: Map<string, Hook>
  hasServiceHooks: boolean
  nextId: number
}

export function createSentryFake(options: FakeOptions & { projectCount?: number } = {}): PlatformFake<SentryState> {
  const foreign: Forwarder = {
    id: SENTRY_FOREIGN_ID,
    org: SENTRY_ORG_SLUG_OCCUPIED,
    organization_id: '3',
    provider: 'splunk',
    config: { instance_url: FOREIGN_DESTINATION_URL, index: 'main', source: 'sentry', token: 'x' },
  }
  const state: SentryState = {
    projects: many(options.projectCount ?? 250, (index) => ({ id: String(4_500_000 + index), slug: `shop-${index}` })),
    forwarders: new Map([[foreign.id, foreign]]),
    hooks: new Map(),
    hasServiceHooks: false,
    nextId: 1,
  }
  const control = new FakeControl()
  const metadata = (auth_token: string) => ({
    auth_token,
    organization_slug: SENTRY_ORG_SLUG,
    base_url: 'https://us.sentry.io',
    client_secret: SENTRY_CLIENT_SECRET,
  })
  return createPlatformFake<SentryState>(
    {
      id: 'sentry',
      hosts: ['us.sentry.io', 'de.sentry.io', 'sentry.io'],
      state,
      control,
      credentials: {
        good: metadata(SENTRY_TOKENS.good),
        bad: metadata(SENTRY_TOKENS.bad),
        revoked: metadata(SENTRY_TOKENS.revoked),
        underScoped: metadata(SENTRY_TOKENS.underScoped),
      },
      secrets: [...SENTRY_TOKENS.all, SENTRY_CLIENT_SECRET],
      resources: () => state.projects.map(({ slug }) => slug),
      destinations: () => [
        ...[...state.forwarders.values()].map((raw) => ({
          id: raw.id,
          resource: raw.org,
          url: raw.config.instance_url,
          isForeign: raw.id === SENTRY_FOREIGN_ID,
          raw,
        })),
        ...[...state.hooks.values()].map((raw) => ({
          id: raw.id,
          resource: raw.project,
          url: raw.url,
          isForeign: false,
          raw,
        })),
      ],
      routes: routesOf(state, control),
      gate: (exchange) => keys(exchange) ?? organization(exchange),
      rateLimited: (_, seconds) =>
        json(
          { detail: 'You are attempting to use this endpoint too frequently. Limit is 40 requests in 1 seconds' },
          429,
          {
            'x-sentry-rate-limit-limit': '40',
            'x-sentry-rate-limit-remaining': '0',
            ...retryAfter(seconds),
          },
        ),
      serverError: (_, status) => detail(status, 'Internal Error'),
      notFound: () => detail(404, 'The requested resource does not exist'),
      methodNotAllowed: ({ method }) => detail(405, `Method "${method}" not allowed.`),
      limits: ({ headers }) => ({ key: headers.get('authorization') ?? '', requestsMax: 40, windowMs: 1000 }),
    },
    options,
  )
}

const keys = keyGate(SENTRY_TOKENS, {
  unauthorized: (_, key) =>
    detail(401, key === null ? 'Authentication credentials were not provided.' : 'Invalid token'),
  forbidden: () => detail(403, 'You do not have permission to perform this action.'),
  isOpenToUnderScoped: ({ path }) => /^\/api\/0\/organizations\/[^/]+\/$/.test(path),
})

function organization({ path, url }: Exchange): Response | null {
  const slug = /^\/api\/0\/(?:organizations|projects)\/([^/]+)\//.exec(path)?.[1]
  // The other region does not know this organization, and a path without its last slash is another path.
  const isKnown = slug !== undefined && ORGS.includes(slug) && url.host !== 'de.sentry.io'
  return isKnown ? null : detail(404, 'The requested resource does not exist')
}

function routesOf(state: SentryState, control: FakeControl): Route[] {
  const org = '/api/0/organizations/{org}'
  const project = '/api/0/projects/{org}/{project}'
  const getOrg = ({ params }: Exchange) =>
    json({
      id: String(1 + ORGS.indexOf(params['org'] ?? '')),
      slug: params['org'],
      name: 'Shop',
      status: { id: 'active' },
      features: ['ourlogs'],
    })
  const withForwarder =
    (handle: (forwarder: Forwarder) => Response) =>
    ({ params }: Exchange) => {
      const forwarder = state.forwarders.get(params['id'] ?? '')
      return forwarder !== undefined && forwarder.org === params['org']
        ? handle(forwarder)
        : detail(404, 'The requested resource does not exist')
    }
  const remove = (forwarder: Forwarder) => {
    state.forwarders.delete(forwarder.id)
    return empty()
  }
  const list = ({ params }: Exchange) =>
    json([...state.forwarders.values()].filter((forwarder) => forwarder.org === params['org']).map(shown))
  const deleteHook = ({ params }: Exchange) =>
    state.hooks.delete(params['id'] ?? '') ? empty() : detail(404, 'The requested resource does not exist')
  return [
    { method: 'GET', pattern: `${org}/`, handle: getOrg },
    { method: 'GET', pattern: `${org}/projects/`, handle: (exchange) => listProjects(state, exchange) },
    { method: 'GET', pattern: `${org}/events/`, handle: (exchange) => queryEvents(control, state.projects, exchange) },
    { method: 'GET', pattern: `${org}/forwarding/`, handle: list },
    { method: 'POST', pattern: `${org}/forwarding/`, handle: (exchange) => createForwarder(state, exchange) },
    { method: 'DELETE', pattern: `${org}/forwarding/{id}/`, handle: withForwarder(remove) },
    { method: 'POST', pattern: `${project}/hooks/`, handle: (exchange) => createHook(state, exchange) },
    { method: 'DELETE', pattern: `${project}/hooks/{id}/`, handle: deleteHook },
  ]
}

/** `Link` names previous and next always; `results` tells whether there is anything there. */
function listProjects({ projects }: SentryState, exchange: Exchange): Response {
  const size = Math.min(Number(exchange.query.get('per_page') ?? 100), 100)
  const cursor = /^\d+:(\d+):[01]$/.exec(exchange.query.get('cursor') ?? '0:0:0')
  if (cursor === null || !(size >= 1)) return detail(400, 'Invalid cursor parameter.')
  const page = Number(cursor[1])
  const isMore = (page + 1) * size < projects.length
  const link = (number: number, relation: string, results: boolean) => {
    const at = `0:${Math.max(0, number)}:${relation === 'previous' ? 1 : 0}`
    const url = new URL(exchange.url)
    url.searchParams.set('cursor', at)
    return `<${url.href}>; rel="${relation}"; results="${results}"; cursor="${at}"`
  }
  const shownProjects = projects.slice(page * size, (page + 1) * size)
  const body = shownProjects.map(({ id, slug }) => ({
    id,
    slug,
    name: slug,
    platform: 'javascript-nextjs',
    status: 'active',
  }))
  return json(body, 200, { link: `${link(page - 1, 'previous', page > 0)}, ${link(page + 1, 'next', isMore)}` })
}

function createForwarder(state: SentryState, exchange: Exchange): Response {
  const org = exchange.params['org'] ?? ''
  if (org === SENTRY_ORG_SLUG_WITHOUT_PLAN) return detail(403, 'You do not have that feature enabled')
  const parsed = forwarderBody.safeParse(parseJson(exchange))
  if (!parsed.success) return invalid(parsed.error)
  const isTaken = [...state.forwarders.values()].some(
    (other) => other.org === org && other.provider === parsed.data.provider,
  )
  if (isTaken)
    return json(
      { provider: [`A data forwarder with provider ${parsed.data.provider} already exists for this organization.`] },
      400,
    )
  const forwarder = { ...parsed.data, id: String(state.nextId++), org }
  state.forwarders.set(forwarder.id, forwarder)
  return json(shown(forwarder), 201)
}

function shown({ config, org: _, ...forwarder }: Forwarder): object {
  return { ...forwarder, config: { ...config, token: '*****' } }
}

function createHook(state: SentryState, exchange: Exchange): Response {
  if (!state.hasServiceHooks)
    return json({ error_type: 'unavailable_feature', detail: ['You do not have that feature enabled'] }, 403)
  const parsed = hookBody.safeParse(parseJson(exchange))
  if (!parsed.success) return invalid(parsed.error)
  const hook = { ...parsed.data, id: String(state.nextId++), project: exchange.params['project'] ?? '' }
  state.hooks.set(hook.id, hook)
  return json({ ...hook, secret: `hook-secret-${hook.id}`, status: 'active' }, 201)
}

function invalid(error: z.ZodError): Response {
  return json(Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), [issue.message]])), 400)
}

function detail(status: number, text: string): Response {
  return json({ detail: text }, status)
}
