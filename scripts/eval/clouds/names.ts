/** How components of a cloud are called. */
import type { Random } from '../synthetic/random.ts'
import type { Kind } from './system.ts'

const SUBJECTS = [
  'parcel',
  'tariff',
  'wallet',
  'menu',
  'ticket',
  'roster',
  'coupon',
  'claim',
  'listing',
  'avatar',
  'quote',
  'refund',
  'locker',
  'ledger',
  'digest',
  'voucher',
  'itinerary',
  'recipe',
  'sensor',
  'lease',
  'badge',
  'bid',
  'stock',
  'review',
  'fleet',
  'meter',
  'tenant',
  'snippet',
  'payout',
  'feed',
  'alert',
  'thumb',
  'course',
  'donor',
  'basket',
  'visit',
] as const
const DOINGS: Partial<Record<Kind, readonly string[]>> = {
  gateway: ['api', 'edge', 'public', 'web'],
  function: ['handler', 'resolver', 'get', 'create', 'sync', 'check', 'render', 'notify'],
  container: ['service', 'svc', 'core', 'engine', 'app'],
  table: ['items', 'table', 'state', 'records'],
  database: ['db', 'aurora', 'pg', 'sql'],
  cache: ['cache', 'redis', 'sessions'],
  bucket: ['files', 'bucket', 'media', 'exports'],
  queue: ['queue', 'jobs', 'inbox', 'work'],
  stream: ['stream', 'events', 'log'],
}
const OUTSIDE = [
  'api.tollgate-pay',
  'mail.postwren',
  'geo.mapfern',
  'sms.chirply',
  'id.keyharbor',
  'fx.ratespool',
  'hooks.slatebot',
  'search.findery',
] as const
const TYPES: Record<Kind, string> = {
  gateway: 'Api',
  function: 'Function',
  container: 'Service',
  table: 'Table',
  database: 'Cluster',
  cache: 'Cache',
  bucket: 'Bucket',
  queue: 'Queue',
  stream: 'Stream',
  outside: 'Endpoint',
}

type Form = (subject: string, doing: string, kind: Kind, random: Random) => string

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
const FORMS: readonly Form[] = [
  (subject, doing) => `${subject}-${doing}`,
  (subject, doing) => `prod-${subject}-${doing}`,
  (subject, doing) => `${subject}_${doing}`,
  (subject, doing, kind) => `${capital(subject)}${capital(doing)}${TYPES[kind]}`,
  (subject, doing, kind, random) =>
    `app-${capital(subject)}${capital(doing)}${TYPES[kind]}-${random.hex(8).toUpperCase()}`,
  (subject, doing, kind) => `${TYPES[kind].toLowerCase()}/${subject}-${doing}`,
  (subject, doing, kind) => (kind === 'table' || kind === 'database' ? `${subject}s` : `${doing}-${subject}`),
]

export class Namer {
  readonly #random: Random
  readonly #form: Form
  readonly #subjects: string[]
  readonly #outside: string[]
  readonly #topLevel: string
  readonly #taken = new Set<string>()

  constructor(random: Random) {
    this.#random = random
    this.#form = random.pick(FORMS)
    this.#subjects = random.shuffled(SUBJECTS)
    this.#outside = random.shuffled(OUTSIDE)
    this.#topLevel = random.pick(['.example', '.example.com', '.test'])
  }

  /** What a part of the system is about. */
  subject(): string {
    return this.#subjects.pop() ?? `part${this.#random.int(10, 99)}`
  }

  component(kind: Kind, subject: string): string {
    if (kind === 'outside') return `${this.#outside.pop() ?? `api${this.#random.int(10, 99)}`}${this.#topLevel}`
    const plain = this.#form(subject, this.#random.pick(DOINGS[kind] ?? ['main']), kind, this.#random)
    let name = plain
    for (let i = 2; this.#taken.has(name); i++) name = `${plain}${i}`
    this.#taken.add(name)
    return name
  }
}
