/**
 * Neon: the console API, to prove a key and to list projects; drains are set up by hand. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - The end of the list is an empty page, whose cursor is absent; the bound of `limit` (G) is 1..400.
 * - GET /users/me answers 404 to an organization's key (G).
 * - A personal key in more than one organization must name `org_id`: 400 without it.
 * - Under-scoped: a key scoped to one project, 403 on the list and fine on its own project.
 */
import { authorization, type Exchange, integerQuery, json, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many, pageAfter } from './paging.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const NEON_KEYS = plantedKeys('napi_')
/** A genuine key of an organization: lists without `org_id`, has no user. */
export const NEON_KEY_OF_ORGANIZATION = 'napi_planted_org_7d0e21aa54'
export const NEON_ORG_ID = 'org-shop-1'

export type NeonState = { projects: { id: string; name: string; org_id: string }[] }

export function createNeonFake(options: FakeOptions & { projectCount?: number } = {}): PlatformFake<NeonState> {
  const projects = many(options.projectCount ?? 900, (index) => ({
    id: `calm-shop-${String(index).padStart(6, '0')}`,
    name: `shop-${index}`,
    org_id: NEON_ORG_ID,
  }))
  const metadata = (api_key: string) => ({ api_key, org_id: NEON_ORG_ID })
  return createPlatformFake<NeonState>(
    {
      id: 'neon',
      hosts: ['console.neon.tech'],
      state: { projects },
      credentials: {
        good: metadata(NEON_KEYS.good),
        bad: metadata(NEON_KEYS.bad),
        revoked: metadata(NEON_KEYS.revoked),
        underScoped: metadata(NEON_KEYS.underScoped),
      },
      secrets: [...NEON_KEYS.all, NEON_KEY_OF_ORGANIZATION],
      resources: () => projects.map((project) => project.id),
      routes: routesOf(projects),
      gate: keyGate(NEON_KEYS, {
        keyOf: (exchange) => {
          const key = authorization(exchange, 'bearer')
          return key === NEON_KEY_OF_ORGANIZATION ? NEON_KEYS.good : key
        },
        unauthorized: () => refusal(401, '', 'authentication failed: supplied credentials do not pass authentication'),
        forbidden: () => refusal(403, '', 'project-scoped keys are not allowed to access this endpoint'),
        isOpenToUnderScoped: ({ path }) => path.startsWith(`/api/v2/projects/${projects[0]?.id}`),
      }),
      rateLimited: (_, seconds) => refusal(429, '', 'too many requests', retryAfter(seconds)),
      serverError: (_, status) => refusal(status, '', 'internal server error'),
      notFound: () => refusal(404, '', 'this route does not exist'),
      unexpectedShape: () => json({ projects: null }),
      limits: (exchange) => ({ key: authorization(exchange, 'bearer') ?? '', requestsMax: 700, windowMs: 60_000 }),
    },
    options,
  )
}

function routesOf(projects: NeonState['projects']): Route[] {
  const user = {
    id: 'usr-1',
    email: 'owner@shop.example',
    login: 'owner',
    name: 'Owner',
    plan: 'scale',
    projects_limit: 1000,
  }
  const ofProject = (answer: (id: string) => object) => (exchange: Exchange) => {
    const project = projects.find(({ id }) => id === exchange.params['id'])
    return project === undefined ? refusal(404, 'PROJECT_NOT_FOUND', 'project not found') : json(answer(project.id))
  }
  const me = (exchange: Exchange) =>
    authorization(exchange, 'bearer') === NEON_KEY_OF_ORGANIZATION
      ? refusal(404, '', 'user not found for an organization API key')
      : json(user)
  const operation = (id: string) => ({
    operations: [
      { id: 'op-1', project_id: id, action: 'start_compute', status: 'finished', created_at: '2026-01-01T00:00:00Z' },
    ],
    pagination: {},
  })
  return [
    { method: 'GET', pattern: '/api/v2/users/me', handle: me },
    { method: 'GET', pattern: '/api/v2/projects', handle: (exchange) => listProjects(projects, exchange) },
    { method: 'GET', pattern: '/api/v2/projects/{id}', handle: ofProject((id) => ({ project: viewOf(id) })) },
    {
      method: 'GET',
      pattern: '/api/v2/projects/{id}/branches',
      handle: ofProject((id) => ({ branches: [{ id: 'br-1', project_id: id, name: 'main' }] })),
    },
    {
      method: 'GET',
      pattern: '/api/v2/projects/{id}/endpoints',
      handle: ofProject((id) => ({ endpoints: [{ id: 'ep-1', project_id: id }] })),
    },
    { method: 'GET', pattern: '/api/v2/projects/{id}/operations', handle: ofProject(operation) },
  ]
}

function listProjects(all: NeonState['projects'], exchange: Exchange): Response {
  const limit = integerQuery(exchange, 'limit', 10, 1, 400)
  if (limit === null) return refusal(400, '', 'invalid parameter limit: must be between 1 and 400')
  const orgId = exchange.query.get('org_id')
  const isPersonal = authorization(exchange, 'bearer') !== NEON_KEY_OF_ORGANIZATION
  if (orgId === null && isPersonal)
    return refusal(400, '', 'org_id is required, you can find it on your organization settings page')
  if (orgId !== null && orgId !== NEON_ORG_ID) return refusal(404, '', 'organization not found')
  const search = exchange.query.get('search') ?? ''
  const projects = all.filter((project) => project.name.includes(search) || project.id.includes(search))
  const found = pageAfter(projects, ({ id }) => id, exchange.query.get('cursor'), limit)
  if (found === null) return refusal(400, '', 'invalid cursor')
  const cursor = found.page.at(-1)?.id
  return json({ projects: found.page.map(({ id }) => viewOf(id)), pagination: cursor === undefined ? {} : { cursor } })
}

function viewOf(id: string): object {
  const name = `shop-${Number(id.slice(-6))}`
  return {
    id,
    name,
    region_id: 'aws-eu-central-1',
    pg_version: 17,
    org_id: NEON_ORG_ID,
    created_at: '2026-01-01T00:00:00Z',
  }
}

function refusal(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return json({ request_id: 'req-1', code, message }, status, headers)
}
