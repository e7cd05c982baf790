/**
 * PostHog: person, projects, logs, HogQL, and webhook destinations. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - The prefix of logs (W): both /api/projects/{id}/logs and /api/environments/{id}/logs answer.
 * - Row columns (W): uuid, timestamp, body, severity_text, service_name, trace_id, span_id, attributes,
 *   resource_attributes.
 * - Limits (G/W): 240 queries a minute.
 * - Under-scoped: a key with project:read alone, 403 `permission_denied` on queries and destinations.
 */
import { z } from 'zod'
import { FakeControl } from './control.ts'
import { authorization, type Exchange, json, parseJson, type Route, retryAfter } from './exchange.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { many } from './paging.ts'
import { createPlatformFake, type FakeOptions, FOREIGN_DESTINATION_URL, type PlatformFake } from './platform-fake.ts'
import { queryLogs, runHogQl } from './posthog-logs.ts'

export const POSTHOG_KEYS = plantedKeys('phx_')
export const POSTHOG_PROJECT_ID = 40_001
export const POSTHOG_FOREIGN_ID = 'foreign-function'

const functionBody = z.object({
  type: z.literal('destination'),
  template_id: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  inputs: z.object({
    url: z.object({ value: z.url({ protocol: /^https$/ }) }),
    method: z.object({ value: z.enum(['POST', 'PUT', 'PATCH', 'GET', 'DELETE']) }).optional(),
    headers: z.object({ value: z.record(z.string(), z.string()) }).optional(),
    body: z.object({ value: z.unknown() }).optional(),
  }),
  filters: z.unknown().optional(),
  enabled: z.boolean().optional(),
})
type HogFunction = z.infer<typeof functionBody> & { id: string; project: number }
export type PostHogState = { projects: { id: number; name: string }[]; functions: Map<string, HogFunction> }

export function createPostHogFake(options: FakeOptions & { projectCount?: number } = {}): PlatformFake<PostHogState> {
  const foreign: HogFunction = {
    id: POSTHOG_FOREIGN_ID,
    project: POSTHOG_PROJECT_ID,
    type: 'destination',
    inputs: { url: { value: FOREIGN_DESTINATION_URL } },
  }
  const state: PostHogState = {
    projects: many(options.projectCount ?? 250, (index) => ({ id: POSTHOG_PROJECT_ID + index, name: `shop-${index}` })),
    functions: new Map([[foreign.id, foreign]]),
  }
  const control = new FakeControl()
  const metadata = (personal_api_key: string) => ({
    personal_api_key,
    host: 'us.posthog.com',
    project_id: POSTHOG_PROJECT_ID,
  })
  return createPlatformFake<PostHogState>(
    {
      id: 'posthog',
      hosts: ['us.posthog.com', 'eu.posthog.com'],
      state,
      control,
      credentials: {
        good: metadata(POSTHOG_KEYS.good),
        bad: metadata(POSTHOG_KEYS.bad),
        revoked: metadata(POSTHOG_KEYS.revoked),
        underScoped: metadata(POSTHOG_KEYS.underScoped),
      },
      secrets: POSTHOG_KEYS.all,
      resources: () => state.projects.map(({ id }) => String(id)),
      destinations: () =>
        [...state.functions.values()].map((raw) => ({
          id: raw.id,
          resource: String(raw.project),
          url: raw.inputs.url.value,
          isForeign: raw.id === POSTHOG_FOREIGN_ID,
          raw,
        })),
      routes: routesOf(state, control),
      gate: keyGate(POSTHOG_KEYS, {
        // The regions do not share keys.
        keyOf: (exchange) =>
          exchange.url.host === 'us.posthog.com' ? authorization(exchange, 'bearer') : 'of another region',
        unauthorized: (_, key) =>
          key === null
            ? refuse(401, 'authentication_error', 'not_authenticated', 'Authentication credentials were not provided.')
            : refuse(
                401,
                'authentication_error',
                'authentication_failed',
                'Personal API key found in request Authorization header is invalid.',
              ),
        forbidden: () =>
          refuse(403, 'authentication_error', 'permission_denied', "API key missing required scope 'logs:read'"),
        isOpenToUnderScoped: ({ path }) => /^\/api\/(users\/@me|projects(\/\d+)?)\/$/.test(path),
      }),
      rateLimited: (_, seconds) =>
        refuse(429, 'throttled_error', 'throttled', 'Request was throttled.', retryAfter(seconds)),
      serverError: (_, status) => refuse(status, 'server_error', 'error', 'A server error occurred.'),
      notFound: () => refuse(404, 'invalid_request', 'not_found', 'Endpoint not found.'),
      limits: ({ path }) => (path.includes('/query') ? { key: 'query', requestsMax: 240, windowMs: 60_000 } : null),
    },
    options,
  )
}

function routesOf(state: PostHogState, control: FakeControl): Route[] {
  const me = {
    uuid: 'u-1',
    email: 'owner@shop.example',
    first_name: 'Owner',
    team: state.projects[0],
    organization: { id: 'org-1', name: 'Shop' },
  }
  const ofProject =
    (handle: (project: { id: number; name: string }, exchange: Exchange) => Response) => (exchange: Exchange) => {
      const project = state.projects.find(({ id }) => String(id) === exchange.params['project'])
      return project === undefined
        ? refuse(404, 'invalid_request', 'not_found', 'Project not found.')
        : handle(project, exchange)
    }
  const remove = ofProject((_, { params }) =>
    state.functions.delete(params['id'] ?? '')
      ? new Response(null, { status: 204 })
      : refuse(404, 'invalid_request', 'not_found', 'Not found.'),
  )
  const list = ofProject((project) => {
    const results = [...state.functions.values()].filter((candidate) => candidate.project === project.id)
    return json({ count: results.length, next: null, previous: null, results })
  })
  const hogQl = ofProject((_, exchange) => {
    const result = runHogQl(parseJson(exchange), control.logs)
    return typeof result === 'string' ? refuse(400, 'validation_error', 'invalid_input', result) : json(result)
  })
  const logs = ofProject((_, exchange) => {
    const result = queryLogs(parseJson(exchange), control.logs, exchange.nowMs)
    return typeof result === 'string' ? refuse(400, 'validation_error', 'invalid_input', result) : json(result)
  })
  const attributes = ofProject(() =>
    json({ results: [{ name: 'service_name', propertyFilterType: 'log_resource_attribute' }], count: 1 }),
  )
  const functions = '/api/projects/{project}/hog_functions'
  return [
    { method: 'GET', pattern: '/api/users/@me/', handle: () => json(me) },
    { method: 'GET', pattern: '/api/projects/', handle: (exchange) => listProjects(state, exchange) },
    {
      method: 'GET',
      pattern: '/api/projects/{project}/',
      handle: ofProject((project) => json({ ...project, uuid: `uuid-${project.id}` })),
    },
    { method: 'POST', pattern: '/api/projects/{project}/query/', handle: hogQl },
    ...['projects', 'environments'].flatMap((prefix): Route[] => [
      { method: 'POST', pattern: `/api/${prefix}/{project}/logs/query`, handle: logs },
      { method: 'POST', pattern: `/api/${prefix}/{project}/logs/query/`, handle: logs },
      { method: 'GET', pattern: `/api/${prefix}/{project}/logs/attributes`, handle: attributes },
    ]),
    { method: 'GET', pattern: `${functions}/`, handle: list },
    {
      method: 'POST',
      pattern: `${functions}/`,
      handle: ofProject((project, exchange) => createFunction(state, project.id, exchange)),
    },
    { method: 'DELETE', pattern: `${functions}/{id}/`, handle: remove },
  ]
}

function listProjects({ projects }: PostHogState, exchange: Exchange): Response {
  const limit = Math.min(Number(exchange.query.get('limit') ?? 100), 100)
  const offset = Number(exchange.query.get('offset') ?? 0)
  const link = (at: number) => `${exchange.url.origin}/api/projects/?limit=${limit}&offset=${at}`
  const results = projects.slice(offset, offset + limit).map(({ id, name }) => ({ id, name, uuid: `uuid-${id}` }))
  const next = offset + limit < projects.length ? link(offset + limit) : null
  return json({
    count: projects.length,
    next,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    results,
  })
}

function createFunction(state: PostHogState, project: number, exchange: Exchange): Response {
  const parsed = functionBody.safeParse(parseJson(exchange))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return json(
      { type: 'validation_error', code: 'invalid_input', detail: issue?.message, attr: issue?.path.join('__') },
      400,
    )
  }
  const made = { ...parsed.data, id: crypto.randomUUID(), project }
  state.functions.set(made.id, made)
  return json(made, 201)
}

function refuse(
  status: number,
  type: string,
  code: string,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  return json({ type, code, detail, attr: null }, status, headers)
}
