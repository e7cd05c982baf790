/**
 * Sends requests as every call of the SDK needs it: the credential, the context, idempotency keys, a time limit and
 * retries. It has the shape of `fetch`, so that the generated client uses it without knowing.
 */
import { apiErrorOf, ConnectionError, retryAfterOf, TimeoutError } from './errors.ts'

export type Fetch = (request: Request) => Promise<Response>

export interface ClientOptions {
  /** The address of the deployment, with or without `/v1`. */
  readonly baseUrl: string
  /** A secret key or user token, or a function that returns the present one. */
  readonly token: string | (() => string | Promise<string>)
  /** Used for calls that name no project. */
  readonly projectId?: string | undefined
  /** Used for calls that name neither a project nor an organization. */
  readonly organizationId?: string | undefined
  /** How long one attempt may take. Default: 60 s; a call that waits for a run takes up to 20 s. */
  readonly timeoutMs?: number | undefined
  /** How often a failed attempt is repeated where that is safe. Default: 3. */
  readonly retriesMax?: number | undefined
  /** Who asks, shown in threads and messages. Default: `sdk`. */
  readonly source?: 'sdk' | 'cli' | 'web' | 'automation' | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Ends every call of this client. */
  readonly signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 60_000
const RETRIES_MAX = 3
const FIRST_DELAY_MS = 250
const DELAY_MAX_MS = 8_000
/** A service that asks for more patience than this is told to the caller at once. */
const RETRY_AFTER_MAX_MS = 30_000

/** These answers say that a later attempt can succeed. */
const TRANSIENT = new Set([429, 502, 503, 504])
/** After these nothing was done, so even a change without an idempotency key may be repeated. */
const NOTHING_DONE = new Set([429, 503])

/** Paths that name their tenant themselves, or have none. */
const WITHOUT_CONTEXT = /^\/v1\/(?:me|organizations)(?:\/|$)/
/** Paths whose resources belong to an organization; naming a project would hide them. */
const OF_ORGANIZATION = /^\/v1\/(?:projects|members|billing|secret-keys)(?:\/|$)/

/** POSTs that only read; repeating them needs no key, and a key would make the service keep the answer. */
const READS = /\/(?:query|volume|patterns|fields|stats|preview|explain)$/

/** Returns the address of the API under the address of a deployment. */
export function apiBaseOf(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
}

/** Waits, and ends early with the signal's reason when it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Half of the time is fixed and half random, so that clients that failed together do not return together. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** attempt)
  return ceiling / 2 + (random() * ceiling) / 2
}

/** One request with everything that its repetitions need. */
interface Prepared {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: ArrayBuffer | undefined
  readonly signal: AbortSignal
  readonly isStream: boolean
}

export function createTransport(options: ClientOptions): Fetch {
  const send: Fetch = options.fetch ?? ((request) => fetch(request))
  const retriesMax = options.retriesMax ?? RETRIES_MAX
  return async (request) => {
    const prepared = await prepare(request, options)
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(prepared, send, options.timeoutMs ?? TIMEOUT_MS)
      const delayMs = attempt < retriesMax ? retryDelayMs(outcome, prepared, attempt) : null
      if (delayMs === null) {
        if (outcome instanceof ConnectionError) throw outcome
        return outcome
      }
      if (!(outcome instanceof ConnectionError)) await outcome.body?.cancel()
      await sleep(delayMs, prepared.signal)
    }
  }
}

async function prepare(request: Request, options: ClientOptions): Promise<Prepared> {
  const method = request.method.toUpperCase()
  // Read once: a body that was sent cannot be sent again, and not every runtime can send a body as a stream.
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer()
  const headers = new Headers(request.headers)
  const token = typeof options.token === 'function' ? await options.token() : options.token
  headers.set('authorization', `Bearer ${token}`)
  if (!headers.has('x-oas-client-source')) headers.set('x-oas-client-source', options.source ?? 'sdk')
  const isChange = method === 'POST' && !READS.test(new URL(request.url).pathname)
  if (isChange && !headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID())
  return {
    url: withContext(request.url, body, options),
    method,
    headers,
    body: body === undefined || body.byteLength === 0 ? undefined : body,
    signal: options.signal ? AbortSignal.any([request.signal, options.signal]) : request.signal,
    isStream: headers.get('accept') === 'text/event-stream',
  }
}

function withContext(address: string, body: ArrayBuffer | undefined, context: ClientOptions): string {
  const url = new URL(address)
  if (WITHOUT_CONTEXT.test(url.pathname)) return address
  const inBody: unknown = body && body.byteLength > 0 ? JSON.parse(new TextDecoder().decode(body)) : {}
  const has = (name: string): boolean =>
    url.searchParams.has(name) || (typeof inBody === 'object' && inBody !== null && name in inBody)
  if (has('projectId') || has('organizationId')) return address
  if (context.projectId !== undefined && !OF_ORGANIZATION.test(url.pathname)) {
    url.searchParams.set('projectId', context.projectId)
  } else if (context.organizationId !== undefined) {
    url.searchParams.set('organizationId', context.organizationId)
  }
  return url.href
}

/** Returns the answer with its whole body, or why none came. Throws only when the caller ended the call. */
async function attemptOnce(prepared: Prepared, send: Fetch, timeoutMs: number): Promise<Response | ConnectionError> {
  const { url, method, headers, body, isStream, signal } = prepared
  signal.throwIfAborted()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const request = new Request(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    const response = await send(request)
    if (isStream || response.body === null) return response
    const content = await Promise.race([response.arrayBuffer(), aborted(request.signal)])
    return new Response(content.byteLength === 0 ? null : content, response)
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (timeout.signal.aborted) return new TimeoutError(`No answer came within ${timeoutMs} ms.`, { cause })
    return new ConnectionError(`${new URL(url).host} could not be reached, or the connection broke.`, { cause })
  } finally {
    // A stream goes on after this; its reader watches over its silence.
    clearTimeout(timer)
  }
}

/** A given `fetch` may leave the signal unheard while the body arrives. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Returns how long to wait before the next attempt; null if there is to be none. */
function retryDelayMs(outcome: Response | ConnectionError, { method }: Prepared, attempt: number): number | null {
  // A POST that changes something has an idempotency key, so the service recognises its repetition.
  const isRepeatable = method === 'GET' || method === 'HEAD' || method === 'PUT' || method === 'POST'
  if (outcome instanceof ConnectionError) return isRepeatable ? backoffMs(attempt) : null
  const retryAfter = retryAfterOf(outcome.headers)
  // The first request with the same key is still running.
  const isRunning = outcome.status === 409 && method === 'POST' && retryAfter !== null
  const isTransient = isRepeatable ? TRANSIENT.has(outcome.status) : NOTHING_DONE.has(outcome.status)
  if (!isTransient && !isRunning) return null
  if (retryAfter === null) return backoffMs(attempt)
  const delayMs = retryAfter * 1000
  return delayMs > RETRY_AFTER_MAX_MS ? null : Math.max(delayMs, backoffMs(attempt))
}

/** For the generated client: makes its errors those of the SDK. */
export async function throwRefusals(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await apiErrorOf(response)
}
