/**
 * The client for all calls to platforms. It has time limits, size limits, retries with jitter that honour Retry-After,
 * a list of allowed hosts, the guard against internal addresses, and few connections per host. It follows redirects
 * only within the host and without credentials. Failures of the network or the platform do not throw: the outcome says
 * what happened and whether a retry can help.
 */
import { joinChunks } from '../../bytes/join-chunks.ts'
import { jsonOf } from '../json-text.ts'
import { type GuardOptions, guardUrl } from './address-guard.ts'
import { type AllowedHost, isAllowed } from './allowed-hosts.ts'

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** True when the host came from a user. The guard then checks it and every redirect. */
  readonly isUserGiven?: boolean
  readonly timeoutMs?: number
  readonly bodyBytesMax?: number
  /**
   * True if only the status matters: a body that is too long or broken is then cut off, and the call still succeeds.
   */
  readonly isBodyCut?: boolean
  /**
   * Whether the call may be repeated although it may already have taken effect (a lost answer). GET, HEAD, PUT and
   * DELETE may be. A POST may only if its caller looks before it writes, or the platform deduplicates.
   */
  readonly isRepeatable?: boolean
  readonly attemptsMax?: number
}

export interface OutboundResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly text: () => string
  /** Undefined when the body is not JSON. */
  readonly json: () => unknown
}

export type OutboundOutcome =
  | { readonly ok: true; readonly response: OutboundResponse }
  | {
      readonly ok: false
      readonly kind: 'blocked' | 'timeout' | 'unreachable' | 'too_large' | 'redirected' | 'cut'
      readonly message: string
      readonly isRetryable: boolean
    }

export interface OutboundDeps {
  readonly fetch: typeof fetch
  readonly sleep: (ms: number) => Promise<void>
  /** [0, 1). */
  readonly random: () => number
  readonly guard?: GuardOptions
}

const TIMEOUT_MS = 15_000
const BODY_BYTES_MAX = 8 * 1024 * 1024
const ATTEMPTS_MAX = 4
const BACKOFF_MS = 250
const BACKOFF_MS_MAX = 8000
/** A longer Retry-After is returned to the caller, which can wait in a queue. */
const RETRY_AFTER_MS_MAX = 10_000
/** The most time spent in pauses between the attempts of one call. */
const PATIENCE_MS = 60_000
const REDIRECTS_MAX = 3
const REDIRECTED = 'it redirects elsewhere; give the final address'
/** The runtime allows six simultaneous connections, so two hosts can be busy at once. */
const CONCURRENCY_PER_HOST = 3

/** Headers that reveal nothing about the caller. Every other header may be a credential. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'user-agent'])

interface Slot {
  busy: number
  readonly waiting: (() => void)[]
}

export class OutboundClient {
  readonly #deps: OutboundDeps
  readonly #allowed: readonly AllowedHost[]
  readonly #slots: Map<string, Slot>

  /** Without a list of hosts, every call is refused. */
  constructor(deps: OutboundDeps, allowed: readonly AllowedHost[] = [], slots = new Map<string, Slot>()) {
    this.#deps = deps
    this.#allowed = allowed
    this.#slots = slots
  }

  /** Returns a client that calls only these hosts and shares its connections with this one. */
  limitedTo(allowed: readonly AllowedHost[]): OutboundClient {
    return new OutboundClient(this.#deps, allowed, this.#slots)
  }

  async send(request: OutboundRequest): Promise<OutboundOutcome> {
    const url = await this.#permitted(request.url, request)
    if (typeof url === 'string') return { ok: false, kind: 'blocked', message: url, isRetryable: false }
    const release = await this.#slot(url.host)
    try {
      return await this.#attempts(url, request)
    } finally {
      release()
    }
  }

  async #attempts(url: URL, request: OutboundRequest): Promise<OutboundOutcome> {
    const attemptsMax = request.attemptsMax ?? ATTEMPTS_MAX
    let waitedMs = 0
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#once(url, request)
      const pauseMs = this.#pauseMs(outcome, request, attempt)
      waitedMs += pauseMs ?? 0
      if (pauseMs === null || attempt >= attemptsMax || waitedMs > PATIENCE_MS) return outcome
      await this.#deps.sleep(pauseMs)
    }
  }

  /** The pause before the next attempt, null when there is none. */
  #pauseMs(outcome: OutboundOutcome, request: OutboundRequest, attempt: number): number | null {
    const jittered = Math.min(BACKOFF_MS * 2 ** (attempt - 1), BACKOFF_MS_MAX) * (0.5 + this.#deps.random())
    const isRepeatable = request.isRepeatable ?? (request.method !== 'POST' && request.method !== 'PATCH')
    if (!outcome.ok) return outcome.isRetryable && isRepeatable ? jittered : null
    const { status, headers } = outcome.response
    // A platform refuses with 429 and 503 before it acts, so even a POST may be repeated.
    if (status === 429 || status === 503) {
      const asked = retryAfterMs(headers.get('retry-after'))
      if (asked === null) return jittered
      return asked <= RETRY_AFTER_MS_MAX ? asked + jittered : null
    }
    return status >= 500 && isRepeatable ? jittered : null
  }

  async #once(start: URL, request: OutboundRequest): Promise<OutboundOutcome> {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), request.timeoutMs ?? TIMEOUT_MS)
    try {
      let url = start
      for (let redirects = 0; ; redirects += 1) {
        const response = await this.#deps.fetch(url.href, {
          method: request.method,
          redirect: 'manual',
          signal: controller.signal,
          ...(request.headers ? { headers: request.headers } : {}),
          ...(request.body === undefined ? {} : { body: request.body }),
        })
        const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
        if (location === null) return await readAnswer(response, request)
        await response.body?.cancel()
        const next = await this.#redirectTarget(location, url, request, redirects)
        if (next === null) return { ok: false, kind: 'redirected', message: REDIRECTED, isRetryable: false }
        url = next
      }
    } catch {
      if (controller.signal.aborted) {
        return { ok: false, kind: 'timeout', message: 'it did not answer in time', isRetryable: true }
      }
      return { ok: false, kind: 'unreachable', message: 'it could not be reached', isRetryable: true }
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Redirects are followed only for reads, within the host, and when no header can be a credential. The server must not
   * choose where a credential is sent next, not even to another path behind the same proxy.
   */
  async #redirectTarget(location: string, from: URL, request: OutboundRequest, redirects: number): Promise<URL | null> {
    if (redirects >= REDIRECTS_MAX || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    if (Object.keys(request.headers ?? {}).some((name) => !PLAIN_HEADERS.has(name.toLowerCase()))) return null
    if (!URL.canParse(location, from)) return null
    const target = new URL(location, from)
    if (target.host !== from.host || target.protocol !== from.protocol) return null
    const url = await this.#permitted(target.href, request)
    return typeof url === 'string' ? null : url
  }

  async #permitted(text: string, request: OutboundRequest): Promise<URL | string> {
    if (!URL.canParse(text)) return 'it is not a URL'
    if (!isAllowed(new URL(text), this.#allowed))
      return 'the connection does not name its host, and the vendor does not own it'
    if (!request.isUserGiven) return new URL(text)
    const verdict = await guardUrl(text, this.#deps.guard)
    return verdict.ok ? verdict.url : verdict.reason
  }

  async #slot(host: string): Promise<() => void> {
    const slot = this.#slots.get(host) ?? { busy: 0, waiting: [] }
    this.#slots.set(host, slot)
    if (slot.busy < CONCURRENCY_PER_HOST) slot.busy += 1
    else await new Promise<void>((resolve) => slot.waiting.push(resolve))
    return () => {
      // The connection is handed to the next waiter instead of being released. Otherwise a new call could take it too.
      const next = slot.waiting.shift()
      if (next) next()
      else slot.busy -= 1
    }
  }
}

/** Retry-After in seconds or as an HTTP date. */
export function retryAfterMs(value: string | null, now: number = Date.now()): number | null {
  if (value === null) return null
  if (/^\d{1,6}$/.test(value.trim())) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

async function readAnswer(
  response: Response,
  { bodyBytesMax = BODY_BYTES_MAX, isBodyCut = false }: OutboundRequest,
): Promise<OutboundOutcome> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response.body ?? []) {
      if (isBodyCut && length + chunk.byteLength > bodyBytesMax) {
        const room = bodyBytesMax - length
        chunks.push(chunk.subarray(0, room))
        length += room
        break
      }
      length += chunk.byteLength
      if (length > bodyBytesMax) {
        return {
          ok: false,
          kind: 'too_large',
          message: `its answer is larger than ${bodyBytesMax} bytes`,
          isRetryable: false,
        }
      }
      chunks.push(chunk)
    }
  } catch {
    if (!isBodyCut) return { ok: false, kind: 'cut', message: 'its answer broke off', isRetryable: true }
  }
  const bytes = joinChunks(chunks, length)
  const text = () => new TextDecoder().decode(bytes)
  return {
    ok: true,
    response: { status: response.status, headers: response.headers, bytes, text, json: () => jsonOf(text()) },
  }
}
