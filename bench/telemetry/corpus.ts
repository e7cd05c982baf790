/**
 * The corpus of the telemetry benchmarks: 10 services, bodies of about 150 characters from 200 templates with two to
 * four variables, 6 attributes, 24 random id bytes a record, spread over 24 hours in order. Deterministic: record n of a
 * seed is the same in every run and for every store measured.
 */
import type { LogRecord, Resource } from '../../src/telemetry/model.ts'
import { NANOS_PER_DAY } from '../../src/telemetry/time.ts'

export const SERVICES = [
  'checkout',
  'cart',
  'payment',
  'catalog',
  'search',
  'shipping',
  'auth',
  'gateway',
  'email',
  'ads',
]
const TEMPLATES_PER_SERVICE = 20
const REGIONS = ['eu-west-1', 'eu-central-1', 'us-east-1', 'us-west-2', 'ap-south-1']
const METHODS = ['GET', 'POST', 'PUT', 'DELETE']
const ROUTES = ['/orders', '/orders/{id}', '/cart', '/cart/items', '/products', '/products/{id}', '/login', '/health']
const STATUSES = [200, 200, 200, 200, 201, 204, 302, 400, 404, 500]
const VERBS = [
  'processed',
  'stored',
  'rejected',
  'forwarded',
  'retried',
  'scheduled',
  'validated',
  'resolved',
  'flushed',
  'loaded',
]
const NOUNS = [
  'order',
  'basket item',
  'payment intent',
  'catalog page',
  'search query',
  'parcel label',
  'session token',
  'upstream request',
]
const CAUSES = [
  'after the primary replica confirmed the write',
  'because the circuit breaker of the upstream pool is half open',
  'while the nightly price refresh was still running in the background',
  'since the feature flag for the new flow is on for this tenant',
  'before the reservation window of the warehouse closed',
]
const VARIABLES = [
  'took #ms',
  'attempt #',
  'for user u-#',
  'from @',
  'batch $',
  'size # bytes',
  'queue depth #',
  'at offset #',
]

/** A fast generator of 32 random bits (sfc32), seeded by the place of a record. */
export class Random {
  #a: number
  #b: number
  #c: number
  #d = 1

  constructor(seed: number) {
    this.#a = seed ^ 0x9e3779b9
    this.#b = Math.imul(seed, 0x85ebca6b) ^ 0x243f6a88
    this.#c = 0xb7e15162
    for (let i = 0; i < 12; i++) this.next()
  }

  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t
    return t >>> 0
  }

  below(limit: number): number {
    return Math.floor((this.next() / 0x100000000) * limit)
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new RangeError('nothing to pick from')
    return value
  }

  hex(bytes: number): string {
    let hex = ''
    for (let i = 0; i < bytes; i += 4) hex += this.next().toString(16).padStart(8, '0')
    return hex
  }
}

/** Texts of a service's templates; `#` is a number, `@` an address, `$` a hexadecimal id. */
const TEMPLATES: readonly (readonly string[])[] = SERVICES.map((service, s) =>
  Array.from({ length: TEMPLATES_PER_SERVICE }, (_, t) => {
    const random = new Random(1_000 + s * 100 + t)
    const variables = Array.from({ length: 2 + random.below(3) }, () => random.pick(VARIABLES))
    const head = `${service}: ${VERBS[t % VERBS.length]} ${random.pick(NOUNS)} in step ${'abcdefghij'[t % 10]}${t < 10 ? 'x' : 'y'}`
    return `${head} ${random.pick(CAUSES)}, ${variables.join(', ')}`
  }),
)

export const RESOURCES: readonly Resource[] = SERVICES.map((service) => ({
  service,
  environment: 'production',
  attributes: { 'service.name': service, 'service.version': '1.4.2', 'deployment.environment.name': 'production' },
}))

export interface CorpusOptions {
  /** Records of the whole corpus: decides how far apart they are in time. */
  readonly records: number
  readonly seed?: number
  /** The UTC day the corpus fills. */
  readonly day?: number
  /** A word put into every so-many-th body: the rare word of the queries. */
  readonly rareEvery?: number
}

export const RARE_WORD = 'quillfeather'

/** Record `n` of the corpus, 0 <= n < records. */
export function corpusRecord(
  n: number,
  { records, seed = 7, day = 20_000, rareEvery = 1_000 }: CorpusOptions,
): LogRecord {
  const random = new Random(Math.imul(seed, 0x01000193) ^ n)
  const gap = NANOS_PER_DAY / records
  const service = random.below(SERVICES.length)
  // Few templates say most of what is said.
  const template = Math.min(random.below(TEMPLATES_PER_SERVICE), random.below(TEMPLATES_PER_SERVICE))
  const isError = random.below(100) < 3
  const status = isError ? 500 : random.pick(STATUSES)
  const resource = RESOURCES[service]
  if (resource === undefined) throw new RangeError('no such service')
  const micros = Math.floor((n * gap + random.below(Math.max(1, Math.floor(gap)))) / 1_000)
  const rare = n % rareEvery === rareEvery >> 1 ? ` ${RARE_WORD}` : ''
  return {
    time: { day, nanos: micros * 1_000 },
    observedTime: null,
    severityNumber: isError ? 17 : random.below(10) === 0 ? 13 : 9,
    severityText: isError ? 'ERROR' : 'INFO',
    body: fill(TEMPLATES[service]?.[template] ?? '', random) + rare,
    eventName: '',
    resource,
    scopeName: `${resource.service}.logger`,
    attributes: {
      region: random.pick(REGIONS),
      'host.name': `${resource.service}-${random.below(12)}`,
      'http.request.method': random.pick(METHODS),
      'http.route': random.pick(ROUTES),
      'http.response.status_code': status,
      'thread.id': random.below(64),
    },
    traceId: random.hex(16),
    spanId: random.hex(8),
  }
}

function fill(template: string, random: Random): string {
  return template.replace(/[#@$]/g, (place) => {
    if (place === '#') return String(random.below(10 ** (1 + random.below(4))))
    if (place === '@') return `10.${random.below(4)}.${random.below(256)}.${random.below(256)}`
    return random.hex(4)
  })
}

/** Records [from, to) of the corpus. */
export function corpusSlice(from: number, to: number, options: CorpusOptions): LogRecord[] {
  return Array.from({ length: to - from }, (_, i) => corpusRecord(from + i, options))
}
