import { FakeControl, type Fault, type RateLimit, type RecordedRequest } from './control.ts'
import { createRouteTable, type Exchange, type Route, readExchange } from './exchange.ts'

/** Connection metadata by the names of the connector's schema, secrets included. */
export type Metadata = Readonly<Record<string, unknown>>

/**
 * What a person could have typed in. `bad` never existed, `revoked` once worked, `underScoped` is genuine and
 * may not do what the connector needs. A platform whose keys have no scopes has `underScoped: null`.
 */
export type PlatformCredentials = { good: Metadata; bad: Metadata; revoked: Metadata; underScoped: Metadata | null }

/** Somewhere the platform sends telemetry to. `isForeign` ones were there before us and must never change. */
export type FakeDestination = { id: string; resource: string; url: string; isForeign: boolean; raw: unknown }

export type PlatformFake<State = unknown> = {
  readonly id: string
  /** Exact hosts, or `*.suffix` for all hosts below one. */
  readonly hosts: readonly string[]
  readonly state: State
  readonly control: FakeControl
  readonly credentials: PlatformCredentials
  /** The secret parts of all credentials, for tests that search what was stored, logged or sent elsewhere. */
  readonly secrets: readonly string[]
  /** Ids that a complete discovery finds with the good credentials, in the platform's order. */
  resources(): readonly string[]
  /** All destinations configured now, ours and others'. */
  destinations(): readonly FakeDestination[]
  fetch(request: Request): Promise<Response>
}

export type FakeOptions = {
  /** Unix milliseconds. */
  now?: () => number
}

/** Where the destination that is not ours points to, on every platform that has destinations. */
export const FOREIGN_DESTINATION_URL = 'https://collector.elsewhere.example/ingest'

export type FakeDefinition<State> = {
  id: string
  hosts: readonly string[]
  state: State
  credentials: PlatformCredentials
  secrets: readonly string[]
  resources(): readonly string[]
  destinations?(): readonly FakeDestination[]
  routes: readonly Route[]
  rateLimited(exchange: Exchange, retryAfterSeconds: number | undefined): Response
  serverError(exchange: Exchange, status: number): Response
  notFound(exchange: Exchange): Response
  /** Left out when the vendor answers a wrong method as an unknown path. */
  methodNotAllowed?(exchange: Exchange): Response
  /** A 2xx without the identifying field; `{}` when left out. */
  unexpectedShape?(exchange: Exchange): Response
  /** Checked before everything else, for what the vendor's edge refuses on every path. */
  gate?(exchange: Exchange): Response | null | Promise<Response | null>
  limits?(exchange: Exchange): RateLimit | null
  control?: FakeControl
}

/** Joins routes, authentication and the shared faults into one fetch handler. */
export function createPlatformFake<State>(
  definition: FakeDefinition<State>,
  options: FakeOptions = {},
): PlatformFake<State> {
  const control = definition.control ?? new FakeControl()
  const table = createRouteTable(definition.routes)
  const now = options.now ?? Date.now

  async function answer(exchange: Exchange): Promise<Response> {
    const limit = definition.limits?.(exchange) ?? null
    const waitSeconds = limit === null ? null : control.countAgainst(limit, exchange.nowMs)
    if (waitSeconds !== null) return definition.rateLimited(exchange, waitSeconds)
    const refused = (await definition.gate?.(exchange)) ?? null
    if (refused !== null) return refused
    const found = table.find(exchange.method, exchange.path)
    if (found === 'no_path') return definition.notFound(exchange)
    if (found === 'no_method') return (definition.methodNotAllowed ?? definition.notFound)(exchange)
    exchange.params = found.params
    return found.handle(exchange)
  }

  return {
    id: definition.id,
    hosts: definition.hosts,
    state: definition.state,
    control,
    credentials: definition.credentials,
    secrets: definition.secrets,
    resources: definition.resources,
    destinations: definition.destinations ?? (() => []),
    async fetch(request) {
      const exchange = await readExchange(request, now())
      const record = recordOf(exchange)
      control.requests.push(record)
      const response = await withFault(control.takeFault(record), exchange, request.signal, definition, answer)
      record.status = response.status
      return response
    },
  }
}

function recordOf(exchange: Exchange): RecordedRequest {
  return {
    method: exchange.method,
    url: exchange.url.href,
    host: exchange.url.host,
    path: exchange.path,
    headers: Object.fromEntries(exchange.headers),
    body: exchange.bodyText,
    status: null,
  }
}

async function withFault<State>(
  fault: Fault | null,
  exchange: Exchange,
  signal: AbortSignal,
  definition: FakeDefinition<State>,
  answer: (exchange: Exchange) => Promise<Response>,
): Promise<Response> {
  if (fault === null) return answer(exchange)
  switch (fault.kind) {
    case 'rate_limited':
      return definition.rateLimited(exchange, fault.retryAfterSeconds)
    case 'server_error':
      return definition.serverError(exchange, fault.status ?? 500)
    case 'timeout':
      return neverAnswer(signal)
    case 'reset':
      throw networkError('ECONNRESET')
    case 'answer_lost':
      await answer(exchange)
      throw networkError('ECONNRESET')
    case 'cut_body':
      return cutBody(await answer(exchange))
    case 'unexpected_shape':
      return definition.unexpectedShape?.(exchange) ?? Response.json({})
    case 'html':
      return new Response('<html><body>Sign in</body></html>', { headers: { 'content-type': 'text/html' } })
    case 'redirect':
      return new Response(null, { status: 302, headers: { location: fault.location } })
    case 'oversize':
      return new Response(new Uint8Array(fault.bodyBytes).fill(32), { headers: { 'content-type': 'application/json' } })
    case 'held':
      await fault.until
      return answer(exchange)
  }
}

/** The shape of a failed connection: a TypeError, with the system's code on its cause as Node has it. */
export function networkError(code: 'ECONNRESET' | 'ECONNREFUSED' | 'ENOTFOUND', host = ''): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(`${code} ${host}`.trim()), { code }) })
}

function neverAnswer(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason ?? new DOMException('The operation was aborted.', 'AbortError'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
}

async function cutBody(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length === 0) throw networkError('ECONNRESET')
  let isHalfSent = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isHalfSent) controller.error(networkError('ECONNRESET'))
      else controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)))
      isHalfSent = true
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
