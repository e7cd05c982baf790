/**
 * Fastly: HTTPS logging endpoints inside versioned services. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - Refusal bodies `{msg, detail}` (G). A write to a locked version is 422, a second endpoint of a name is 409.
 * - When the challenge is asked (not stated): on activation, through `options.challenge`; a host that fails it leaves
 *   the version active and its host in `state.unverifiedHosts`, because nothing else tells the API's user.
 * - The write budget (G): 1000 an hour and token.
 */
import { type Exchange, json, type Route, retryAfter } from './exchange.ts'
import {
  activateVersion,
  cloneVersion,
  FASTLY_FOREIGN_NAME,
  type FastlyService,
  httpsEndpoint,
  initialService,
  problemOf,
  type Version,
} from './fastly-versions.ts'
import { keyGate, plantedKeys } from './keys.ts'
import { linkHeader, many, numberedPage } from './paging.ts'
import { createPlatformFake, type FakeDestination, type FakeOptions, type PlatformFake } from './platform-fake.ts'

export const FASTLY_KEYS = plantedKeys('fst_')

export type FastlyState = { services: Map<string, FastlyService>; unverifiedHosts: Set<string> }
/** True when the host answered the challenge with this service's digest or a star. */
export type FastlyChallenge = (host: string, serviceId: string) => Promise<boolean>
export type FastlyOptions = FakeOptions & { serviceCount?: number; challenge?: FastlyChallenge }
type Fastly = { state: FastlyState; challenge: FastlyChallenge }

export function createFastlyFake(options: FastlyOptions = {}): PlatformFake<FastlyState> {
  const services = many(options.serviceCount ?? 250, initialService)
  const state: FastlyState = {
    services: new Map(services.map((service) => [service.id, service])),
    unverifiedHosts: new Set(),
  }
  const metadata = (api_token: string) => ({ api_token })
  return createPlatformFake<FastlyState>(
    {
      id: 'fastly',
      hosts: ['api.fastly.com'],
      state,
      credentials: {
        good: metadata(FASTLY_KEYS.good),
        bad: metadata(FASTLY_KEYS.bad),
        revoked: metadata(FASTLY_KEYS.revoked),
        underScoped: metadata(FASTLY_KEYS.underScoped),
      },
      secrets: FASTLY_KEYS.all,
      resources: () => [...state.services.keys()],
      destinations: () => destinationsOf(state),
      routes: routesOf({ state, challenge: options.challenge ?? (async () => true) }),
      gate: keyGate(FASTLY_KEYS, {
        keyOf: ({ headers }) => headers.get('fastly-key'),
        unauthorized: () => refusal(401, 'Provided credentials are missing or invalid'),
        forbidden: () => refusal(403, 'You are not authorized to perform this action'),
        isOpenToUnderScoped: ({ method }) => method === 'GET',
      }),
      rateLimited: (_, seconds) =>
        refusal(429, 'You have exceeded your hourly rate limit', undefined, {
          'fastly-ratelimit-remaining': '0',
          'fastly-ratelimit-reset': '1767229200',
          ...retryAfter(seconds),
        }),
      serverError: (_, status) => refusal(status, 'An internal error has occurred'),
      notFound: () => refusal(404, 'Record not found', 'Cannot find the resource'),
      methodNotAllowed: () => refusal(405, 'Method not allowed'),
      limits: ({ method, headers }) =>
        method === 'GET' ? null : { key: headers.get('fastly-key') ?? '', requestsMax: 1000, windowMs: 3_600_000 },
    },
    options,
  )
}

function routesOf(fastly: Fastly): Route[] {
  const { state } = fastly
  const base = '/service/{service}/version/{version}'
  type ServiceHandler = (service: FastlyService, version: Version, exchange: Exchange) => Response | Promise<Response>
  const ofVersion = (handle: ServiceHandler) => (exchange: Exchange) => {
    const service = state.services.get(exchange.params['service'] ?? '')
    const version = service?.versions.get(Number(exchange.params['version']))
    if (service === undefined || version === undefined)
      return refusal(404, 'Record not found', "Couldn't find the version")
    return handle(service, version, exchange)
  }
  const ofService = (handle: (service: FastlyService) => Response) => (exchange: Exchange) => {
    const service = state.services.get(exchange.params['service'] ?? '')
    return service === undefined ? refusal(404, 'Record not found', 'Cannot load service') : handle(service)
  }
  const clone: ServiceHandler = (service, version) => json(viewOfVersion(service, cloneVersion(service, version)))
  const validate: ServiceHandler = (_, version) => {
    const problem = problemOf(version)
    return json(problem === null ? { status: 'ok', msg: null } : { status: 'error', msg: problem, errors: [problem] })
  }
  return [
    { method: 'GET', pattern: '/tokens/self', handle: ({ headers }) => json(tokenOf(headers.get('fastly-key'))) },
    {
      method: 'GET',
      pattern: '/current_user',
      handle: () => json({ id: 'usr-1', login: 'owner@shop.example', name: 'Owner' }),
    },
    { method: 'GET', pattern: '/service', handle: (exchange) => listServices(state, exchange) },
    { method: 'GET', pattern: '/service/{service}', handle: ofService((service) => json(viewOfService(service))) },
    {
      method: 'GET',
      pattern: '/service/{service}/details',
      handle: ofService((service) => json(viewOfService(service))),
    },
    {
      method: 'GET',
      pattern: '/service/{service}/version',
      handle: ofService((service) =>
        json([...service.versions.values()].map((version) => viewOfVersion(service, version))),
      ),
    },
    { method: 'GET', pattern: base, handle: ofVersion((service, version) => json(viewOfVersion(service, version))) },
    { method: 'PUT', pattern: `${base}/clone`, handle: ofVersion(clone) },
    { method: 'GET', pattern: `${base}/validate`, handle: ofVersion(validate) },
    {
      method: 'PUT',
      pattern: `${base}/activate`,
      handle: ofVersion((service, version) => activate(fastly, service, version)),
    },
    {
      method: 'GET',
      pattern: `${base}/logging/https`,
      handle: ofVersion((_, version) => json([...version.https.values()])),
    },
    { method: 'POST', pattern: `${base}/logging/https`, handle: ofVersion(createEndpoint) },
    { method: 'GET', pattern: `${base}/logging/https/{name}`, handle: ofVersion(getEndpoint) },
    { method: 'DELETE', pattern: `${base}/logging/https/{name}`, handle: ofVersion(deleteEndpoint) },
  ]
}

function tokenOf(key: string | null): object {
  const scope = key === FASTLY_KEYS.underScoped ? 'global:read' : 'global'
  return { id: 'tok-1', name: 'logs', scope, services: [], expires_at: null, user_id: 'usr-1', customer_id: 'cus-1' }
}

function listServices(state: FastlyState, exchange: Exchange): Response {
  const page = numberedPage(exchange, [...state.services.values()], 20, 100)
  if (page === null) return refusal(400, 'Bad request', 'page and per_page must be positive')
  return json(page.items.map(viewOfService), 200, linkHeader(exchange, page))
}

function createEndpoint(service: FastlyService, version: Version, exchange: Exchange): Response {
  const type = exchange.headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) return refusal(415, 'Unsupported content type', type)
  if (version.isLocked) return refusal(422, 'Unprocessable entity', `Version ${version.number} is locked`)
  const parsed = httpsEndpoint.safeParse(Object.fromEntries(new URLSearchParams(exchange.bodyText)))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return refusal(400, 'Bad request', `${issue?.path.join('.')}: ${issue?.message}`)
  }
  if (version.https.has(parsed.data.name))
    return refusal(409, 'Duplicate record', `Duplicate logging: '${parsed.data.name}'`)
  version.https.set(parsed.data.name, parsed.data)
  return json({ ...parsed.data, service_id: service.id, version: String(version.number) })
}

function getEndpoint(_: FastlyService, version: Version, { params }: Exchange): Response {
  const endpoint = version.https.get(params['name'] ?? '')
  return endpoint === undefined ? refusal(404, 'Record not found', 'Cannot find the endpoint') : json(endpoint)
}

function deleteEndpoint(_: FastlyService, version: Version, { params }: Exchange): Response {
  if (version.isLocked) return refusal(422, 'Unprocessable entity', `Version ${version.number} is locked`)
  return version.https.delete(params['name'] ?? '')
    ? json({ status: 'ok' })
    : refusal(404, 'Record not found', 'Cannot find the endpoint')
}

async function activate({ state, challenge }: Fastly, service: FastlyService, version: Version): Promise<Response> {
  const problem = problemOf(version)
  if (problem !== null) return refusal(422, 'Unprocessable entity', problem)
  activateVersion(service, version)
  for (const { url, name } of version.https.values()) {
    const { host } = new URL(url)
    if (name === FASTLY_FOREIGN_NAME) continue
    if (await challenge(host, service.id)) state.unverifiedHosts.delete(host)
    else state.unverifiedHosts.add(host)
  }
  return json(viewOfVersion(service, version))
}

function viewOfVersion(service: FastlyService, { number, isActive, isLocked, comment }: Version): object {
  return { service_id: service.id, number, active: isActive, locked: isLocked, comment, staging: false, testing: false }
}

function viewOfService(service: FastlyService): object {
  const versions = [...service.versions.values()]
  const active = versions.find((version) => version.isActive)
  return {
    id: service.id,
    name: service.name,
    type: service.type,
    version: active?.number ?? versions.at(-1)?.number,
    active_version: active ? viewOfVersion(service, active) : null,
    versions: versions.map((version) => viewOfVersion(service, version)),
  }
}

/** Only what is live counts: a draft sends nothing. */
function destinationsOf(state: FastlyState): FakeDestination[] {
  return [...state.services.values()].flatMap((service) => {
    const active = [...service.versions.values()].find((version) => version.isActive)
    return [...(active?.https.values() ?? [])].map((raw) => ({
      id: raw.name,
      resource: service.id,
      url: raw.url,
      isForeign: raw.name === FASTLY_FOREIGN_NAME,
      raw,
    }))
  })
}

function refusal(status: number, msg: string, detail?: string, headers: Record<string, string> = {}): Response {
  return json(detail === undefined ? { msg } : { msg, detail }, status, headers)
}
