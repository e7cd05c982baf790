import { createSeededRandom, type Random } from './seeded-random.ts'

/**
 * What a platform or the network between can do to one request, besides answering it.
 * `reset` fails before the platform acted, `answer_lost` after it did, `cut_body` after it did and in the
 * middle of the answer; a client cannot tell the three apart, which is the point.
 */
export type Fault =
  | { kind: 'rate_limited'; retryAfterSeconds?: number }
  | { kind: 'server_error'; status?: 500 | 502 | 503 | 504 }
  | { kind: 'timeout' }
  | { kind: 'reset' }
  | { kind: 'answer_lost' }
  | { kind: 'cut_body' }
  | { kind: 'unexpected_shape' }
  | { kind: 'html' }
  | { kind: 'redirect'; location: string }
  | { kind: 'oversize'; bodyBytes: number }
  | { kind: 'held'; until: Promise<void> }

/** One request as the platform saw it. `status` is null when no answer left the fake. */
export type RecordedRequest = {
  readonly method: string
  readonly url: string
  readonly host: string
  readonly path: string
  /** Lower-cased names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  status: number | null
}

export type RequestMatch = (request: RecordedRequest) => boolean

/** Probabilities per request, each in [0, 1]; their sum must not exceed 1. */
export type ChaosOptions = {
  seed: number
  serverErrorRate: number
  rateLimitedRate: number
  /** The platform acts, the answer never arrives. */
  answerLostRate: number
  /** Sent with each random 429; leave out for a 429 without the header. */
  retryAfterSeconds?: number
  match?: RequestMatch
}

/** How many requests a key may make in a window, as the vendor documents it. */
export type RateLimit = { key: string; requestsMax: number; windowMs: number }

/** A log line put into a platform by a test; each fake shapes it as its vendor would. Times are Unix milliseconds. */
export type SeededLog = {
  atMs: number
  message: string
  level?: 'debug' | 'info' | 'warn' | 'error'
  /** One of `fake.resources()`; the first when absent. */
  resource?: string
  traceId?: string
  spanId?: string
  attributes?: Readonly<Record<string, string>>
}

/** The part of a fake that a test turns; the same on every fake. */
export class FakeControl {
  readonly requests: RecordedRequest[] = []
  readonly logs: SeededLog[] = []
  #queue: { fault: Fault; match: RequestMatch | undefined }[] = []
  #chaos: (ChaosOptions & { random: Random }) | null = null
  #isRateLimited = false
  readonly #hits = new Map<string, number[]>()

  /** The next `times` requests (that match) meet this fault. Faults queue in the order given. */
  failNext(fault: Fault, times = 1, match?: RequestMatch): void {
    for (let i = 0; i < times; i++) this.#queue.push({ fault, match })
  }

  /** Every request draws its fault from a seeded sequence until `chaos(null)`. */
  chaos(options: ChaosOptions | null): void {
    this.#chaos = options === null ? null : { ...options, random: createSeededRandom(options.seed) }
  }

  /** Off at first, because a test would meet the vendor's real budget at once; on, the vendor's numbers hold. */
  enforceRateLimit(isEnforced = true): void {
    this.#isRateLimited = isEnforced
    this.#hits.clear()
  }

  /** Adds lines to what the platform's query API can find. */
  seedLogs(logs: readonly SeededLog[]): void {
    this.logs.push(...logs)
    this.logs.sort((left, right) => left.atMs - right.atMs)
  }

  /** Forgets faults, chaos and recordings; what the platform holds stays. */
  reset(): void {
    this.requests.length = 0
    this.#queue = []
    this.#chaos = null
    this.enforceRateLimit(false)
  }

  /** True when any part of any recorded request holds the text: for "this secret never went there". */
  saw(text: string): boolean {
    return this.requests.some(
      (request) =>
        request.url.includes(text) ||
        request.body.includes(text) ||
        Object.values(request.headers).some((value) => value.includes(text)),
    )
  }

  /** The fault this request meets, if any. Called by the fake once a request. */
  takeFault(request: RecordedRequest): Fault | null {
    const index = this.#queue.findIndex((entry) => entry.match === undefined || entry.match(request))
    if (index >= 0) return this.#queue.splice(index, 1)[0]?.fault ?? null
    const chaos = this.#chaos
    if (chaos === null || (chaos.match !== undefined && !chaos.match(request))) return null
    return drawFault(chaos)
  }

  /** Seconds until the key may ask again, or null when this request is within its limit. */
  countAgainst(limit: RateLimit, nowMs: number): number | null {
    if (!this.#isRateLimited) return null
    const recent = (this.#hits.get(limit.key) ?? []).filter((atMs) => atMs > nowMs - limit.windowMs)
    const oldest = recent[0]
    this.#hits.set(limit.key, recent)
    if (oldest !== undefined && recent.length >= limit.requestsMax) {
      return Math.max(1, Math.ceil((oldest + limit.windowMs - nowMs) / 1000))
    }
    recent.push(nowMs)
    return null
  }
}

function drawFault(chaos: ChaosOptions & { random: Random }): Fault | null {
  const drawn = chaos.random()
  if (drawn < chaos.serverErrorRate) return { kind: 'server_error' }
  if (drawn < chaos.serverErrorRate + chaos.rateLimitedRate) {
    return chaos.retryAfterSeconds === undefined
      ? { kind: 'rate_limited' }
      : { kind: 'rate_limited', retryAfterSeconds: chaos.retryAfterSeconds }
  }
  if (drawn < chaos.serverErrorRate + chaos.rateLimitedRate + chaos.answerLostRate) return { kind: 'answer_lost' }
  return null
}
