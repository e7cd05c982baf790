/**
 * Vercel, the REST API for drains. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Whether creating a drain verifies the endpoint (W): the fake verifies with `options.verifyEndpoint` when a test
 *   gives one and refuses with 400 when it answers false; without one it creates, as a working product experiences it.
 * - Codes of refusals (G): `forbidden` with `invalidToken` for an unknown token, `not_found` for an unknown team,
 *   403 `forbidden` for drains on a plan without them.
 */
import { z } from 'zod'
import { FakeControl } from './control.ts'
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
import {
  createPlatformFake,
  type FakeDestination,
  type FakeOptions,
  FOREIGN_DESTINATION_URL,
  type PlatformFake,
} from './platform-fake.ts'
import { type DrainBody, drainBody } from './vercel-drain.ts'

export const VERCEL_TOKEN_GOOD = 'vcp_planted_good_8Qm1'
export const VERCEL_TOKEN_BAD = 'vcp_planted_bad_0000'
export const VERCEL_TOKEN_REVOKED = 'vcp_planted_revoked_77'
/** Genuine, and without access to the team. */
export const VERCEL_TOKEN_UNDER_SCOPED = 'vcp_planted_underscoped_3'
export const VERCEL_TEAM_ID = 'team_9fakeTeam'
/** On the Hobby plan: everything can be read, no drain can be made. */
export const VERCEL_TEAM_ID_WITHOUT_PLAN = 'team_9hobby'
export const VERCEL_VERIFICATION_CODE = 'vrfy_3b1c9a'
export const VERCEL_FOREIGN_DRAIN_ID = 'ld_foreign'

export type VercelDrain = DrainBody & {
  id: string
  ownerId: string
  status: 'enabled' | 'disabled' | 'errored'
  createdAt: number
}
export type VercelState = {
  drains: Map<string, VercelDrain>
  projects: { id: string; name: string; framework: string; accountId: string; createdAt: number }[]
}

export type VercelOptions = FakeOptions & {
  projectCount?: number
  /** Stands for Vercel's check that the endpoint answers with `x-vercel-verify`. */
  verifyEndpoint?: (endpoint: string, code: string) => Promise<boolean>
}

type Vercel = { state: VercelState; control: FakeControl; verifyEndpoint: VercelOptions['verifyEndpoint'] }

/** Three pages of 100 by default. Odd pages continue by a timestamp and even ones by a continuation string. */
export function createVercelFake(options: VercelOptions = {}): PlatformFake<VercelState> {
  const state = initialState(options.projectCount ?? 250)
  const control = new FakeControl()
  return createPlatformFake<VercelState>(
    {
      id: 'vercel',
      hosts: ['api.vercel.com'],
      state,
      control,
      credentials: {
        good: { access_token: VERCEL_TOKEN_GOOD, team_id: VERCEL_TEAM_ID },
        bad: { access_token: VERCEL_TOKEN_BAD, team_id: VERCEL_TEAM_ID },
        revoked: { access_token: VERCEL_TOKEN_REVOKED, team_id: VERCEL_TEAM_ID },
        underScoped: { access_token: VERCEL_TOKEN_UNDER_SCOPED, team_id: VERCEL_TEAM_ID },
      },
      secrets: [VERCEL_TOKEN_GOOD, VERCEL_TOKEN_BAD, VERCEL_TOKEN_REVOKED, VERCEL_TOKEN_UNDER_SCOPED],
      resources: () => state.projects.map((project) => project.id),
      destinations: () => [...state.drains.values()].map(destinationOf),
      routes: routesOf({ state, control, verifyEndpoint: options.verifyEndpoint }),
      gate,
      rateLimited: (_, retryAfterSeconds) => rateLimited(retryAfterSeconds),
      serverError: (_, status) => refusal(status, 'internal_server_error', 'An unexpected internal error occurred'),
      notFound: () => refusal(404, 'not_found', 'The requested resource was not found'),
      limits: (exchange) => ({ key: authorization(exchange, 'bearer') ?? '', requestsMax: 500, windowMs: 60_000 }),
    },
    options,
  )
}

function initialState(projectCount: number): VercelState {
  const projects = Array.from({ length: projectCount }, (_, index) => ({
    id: `prj_${String(index).padStart(4, '0')}`,
    name: `shop-${index}`,
    framework: 'nextjs',
    accountId: VERCEL_TEAM_ID,
    createdAt: 1_767_225_600_000 - index * 1000,
  }))
  const foreign: VercelDrain = {
    id: VERCEL_FOREIGN_DRAIN_ID,
    ownerId: VERCEL_TEAM_ID,
    name: 'someone-else',
    projects: 'all',
    schemas: { log: { version: 'v1' } },
    delivery: { type: 'http', endpoint: FOREIGN_DESTINATION_URL, encoding: 'ndjson', headers: {} },
    status: 'enabled',
    createdAt: 1_700_000_000_000,
  }
  return { projects, drains: new Map([[foreign.id, foreign]]) }
}

function routesOf(vercel: Vercel): Route[] {
  const { state } = vercel
  const user = { id: 'usr_9fake', email: 'owner@shop.example', username: 'shop-owner', name: 'Shop Owner' }
  const withDrain = (handle: (drain: VercelDrain, exchange: Exchange) => Response) => (exchange: Exchange) => {
    const drain = state.drains.get(exchange.params['id'] ?? '')
    const isInTeam = drain !== undefined && exchange.query.get('teamId') === drain.ownerId
    return isInTeam ? handle(drain, exchange) : refusal(404, 'not_found', 'Drain not found')
  }
  const remove = (drain: VercelDrain) => {
    state.drains.delete(drain.id)
    return empty()
  }
  return [
    { method: 'GET', pattern: '/v2/user', handle: () => json({ user }) },
    {
      method: 'GET',
      pattern: '/v2/teams/{team}',
      handle: ({ params }) => json({ id: params['team'], slug: 'shop', name: 'Shop' }),
    },
    { method: 'GET', pattern: '/v10/projects', handle: (exchange) => listProjects(state, exchange) },
    { method: 'GET', pattern: '/v1/drains', handle: (exchange) => listDrains(state, exchange) },
    { method: 'POST', pattern: '/v1/drains', handle: (exchange) => createDrain(vercel, exchange) },
    { method: 'POST', pattern: '/v1/drains/test', handle: testDrain },
    { method: 'GET', pattern: '/v1/drains/{id}', handle: withDrain((drain) => json(answerOf(drain))) },
    { method: 'PATCH', pattern: '/v1/drains/{id}', handle: withDrain(patchDrain) },
    { method: 'DELETE', pattern: '/v1/drains/{id}', handle: withDrain(remove) },
    {
      method: 'GET',
      pattern: '/v1/verify-endpoint',
      handle: () => json({ verificationCode: VERCEL_VERIFICATION_CODE }),
    },
    {
      method: 'GET',
      pattern: '/v1/projects/{project}/deployments/{deployment}/runtime-logs',
      handle: (exchange) => runtimeLogs(vercel, exchange),
    },
  ]
}

/** The refusal for this token and team, or null. */
function gate(exchange: Exchange): Response | null {
  const token = authorization(exchange, 'bearer')
  if (token === null) {
    return refusal(403, 'forbidden', 'The request is missing an authentication token', { missingToken: true })
  }
  if (token !== VERCEL_TOKEN_GOOD && token !== VERCEL_TOKEN_UNDER_SCOPED) {
    return refusal(403, 'forbidden', 'Not authorized', { invalidToken: true })
  }
  const team = exchange.query.get('teamId') ?? /^\/v2\/teams\/([^/]+)$/.exec(exchange.path)?.[1]
  if (team === undefined) return null
  if (team !== VERCEL_TEAM_ID && team !== VERCEL_TEAM_ID_WITHOUT_PLAN) {
    return refusal(404, 'not_found', 'Team not found')
  }
  if (token === VERCEL_TOKEN_UNDER_SCOPED) {
    return refusal(403, 'forbidden', `Not authorized: Trying to access resource under scope "${team}".`)
  }
  return null
}

function listProjects(state: VercelState, exchange: Exchange): Response {
  const limit = integerQuery(exchange, 'limit', 20, 1, 100)
  if (limit === null) return refusal(400, 'bad_request', 'Invalid request: `limit` should be between 1 and 100.')
  const from = exchange.query.get('from')
  const search = exchange.query.get('search') ?? ''
  const found = state.projects.filter((project) => project.name.includes(search))
  const start = from === null ? 0 : found.findIndex((p) => String(p.createdAt) === from || `cont_${p.id}` === from)
  if (start < 0) return refusal(400, 'bad_request', 'Invalid request: `from` is not valid.')
  const projects = found.slice(start, start + limit)
  const next = found[start + limit]
  const isOddPage = Math.floor(start / limit) % 2 === 0
  const cursor = next === undefined ? null : isOddPage ? next.createdAt : `cont_${next.id}`
  const prev = start === 0 ? null : (projects[0]?.createdAt ?? null)
  return json({ projects, pagination: { count: projects.length, next: cursor, prev } })
}

function listDrains(state: VercelState, exchange: Exchange): Response {
  const projectId = exchange.query.get('projectId')
  const drains = [...state.drains.values()].filter(
    (drain) =>
      drain.ownerId === exchange.query.get('teamId') &&
      (projectId === null || drain.projects === 'all' || drain.projectIds?.includes(projectId) === true),
  )
  return json({ drains: drains.map(answerOf) })
}

async function createDrain({ state, verifyEndpoint }: Vercel, exchange: Exchange): Promise<Response> {
  const ownerId = exchange.query.get('teamId')
  if (ownerId !== VERCEL_TEAM_ID) {
    return refusal(403, 'forbidden', 'Drains are available on the Pro and Enterprise plans.')
  }
  const parsed = drainBody.safeParse(parseJson(exchange))
  if (!parsed.success) return invalid(parsed.error)
  const { projects, projectIds, delivery } = parsed.data
  const unknown = projectIds?.find((id) => !state.projects.some((project) => project.id === id))
  if (unknown !== undefined) return refusal(404, 'not_found', `Project ${unknown} not found`)
  if (projects === 'some' && projectIds === undefined) {
    return refusal(400, 'bad_request', 'Invalid request: `projectIds` is required when `projects` is "some".')
  }
  if (verifyEndpoint && !(await verifyEndpoint(endpointOf(delivery), VERCEL_VERIFICATION_CODE))) {
    return refusal(400, 'endpoint_verification_failed', 'The endpoint did not answer with x-vercel-verify.')
  }
  const id = `ld_${crypto.randomUUID().replaceAll('-', '')}`
  const drain: VercelDrain = { ...parsed.data, id, ownerId, status: 'enabled', createdAt: exchange.nowMs }
  state.drains.set(id, drain)
  return json(answerOf(drain))
}

function patchDrain(drain: VercelDrain, exchange: Exchange): Response {
  const patchBody = drainBody.partial().extend({ status: z.enum(['enabled', 'disabled']).optional() })
  const parsed = patchBody.safeParse(parseJson(exchange))
  if (!parsed.success) return invalid(parsed.error)
  Object.assign(drain, parsed.data)
  return json(answerOf(drain))
}

/** Both documented answers: an empty object, and a refusal within a 200 for an endpoint whose URL says `refuses`. */
function testDrain(exchange: Exchange): Response {
  const parsed = drainBody.pick({ schemas: true, delivery: true }).safeParse(parseJson(exchange))
  if (!parsed.success) return invalid(parsed.error)
  const endpoint = endpointOf(parsed.data.delivery)
  return json(endpoint.includes('refuses') ? { status: 'error', error: 'Endpoint answered 500', endpoint } : {})
}

function runtimeLogs({ state, control }: Vercel, exchange: Exchange): Response {
  const rows = control.logs.filter((log) => (log.resource ?? state.projects[0]?.id) === exchange.params['project'])
  const lines = rows.map((log, index) => ({
    rowId: `row_${index}`,
    timestampInMs: log.atMs,
    level: log.level === 'warn' ? 'warning' : (log.level ?? 'info'),
    message: log.message,
    messageTruncated: false,
    source: 'serverless',
    domain: 'shop.example',
    requestMethod: 'GET',
    requestPath: '/',
    responseStatusCode: 200,
  }))
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return new Response(body, { headers: { 'content-type': 'application/stream+json' } })
}

function endpointOf(delivery: DrainBody['delivery']): string {
  return delivery.type === 'http' ? delivery.endpoint : delivery.endpoint.traces
}

function destinationOf(drain: VercelDrain): FakeDestination {
  const resource = drain.projects === 'all' ? '*' : (drain.projectIds ?? []).join(',')
  const isForeign = drain.id === VERCEL_FOREIGN_DRAIN_ID
  return { id: drain.id, resource, url: endpointOf(drain.delivery), isForeign, raw: drain }
}

/** The answer keeps the secret to itself, and calls the filter by its newer name. */
function answerOf({ filter, delivery, ...drain }: VercelDrain): object {
  const { secret: _, ...shown } = delivery
  return { ...drain, delivery: shown, filterV2: filter, teamId: drain.ownerId }
}

function refusal(
  status: number,
  code: string,
  message: string,
  extra: object = {},
  headers: Record<string, string> = {},
) {
  return json({ error: { code, message, ...extra } }, status, headers)
}

function invalid(error: z.ZodError): Response {
  const issue = error.issues[0]
  return refusal(400, 'bad_request', `Invalid request: \`${issue?.path.join('.') ?? 'body'}\` ${issue?.message ?? ''}`)
}

function rateLimited(retryAfterSeconds: number | undefined): Response {
  const headers = { 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '0', ...retryAfter(retryAfterSeconds) }
  return refusal(429, 'rate_limited', 'Rate limit exceeded', { limit: { total: 500, remaining: 0 } }, headers)
}
