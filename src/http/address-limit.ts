/**
 * Limits per network address for unauthenticated requests: refused credentials and keys, unsigned webhooks, and the
 * pages and endpoints of sign-in. The isolate counts in fixed windows of a minute. The platform's binding, if there is
 * one, is a second limit across the isolates of a location. Authenticated requests are never counted, so an office
 * behind one address is not slowed by its own traffic.
 */
import ipaddr from 'ipaddr.js'
import { type Bindings, settingsOf } from '../env.ts'
import { HttpError } from './errors.ts'
import { MinuteCounter, secondsLeft } from './minute-counter.ts'

/** At this multiple of its quota, an address is refused before its credential is looked up in the database. */
const LOOKUPS_PER_QUOTA = 5

/** What is counted, and how often per minute one address may do it. */
const QUOTAS = {
  /** 401 of the API. A script with a revoked key that retries every second stays below it. */
  refused_credential: 120,
  /**
   * 401 of the intake, including bodies without a key. Enough for tens of senders with a wrong key that retry every ten
   * seconds.
   */
  refused_key: 300,
  /** Webhooks whose signature is missing or wrong. */
  unsigned_webhook: 60,
  /** Deliveries of alerts and changes with a key and without its signature. */
  unsigned_delivery: 60,
  /** All of /oauth. Enough for forty devices that poll every five seconds and for the pages of their users. */
  oauth: 600,
  /** What browsers report about the console's pages; anybody may send such reports. */
  policy_report: 20,
  /** Started device logins. Each is a row that lives twenty minutes. */
  device_authorization: 30,
  /** Requests of authorization: each may fetch a client's document, and shows a page. */
  authorization: 60,
  /** Client registrations. Nothing is stored for them; each costs a signature. */
  client_registration: 30,
} as const

export type LimitedAct = keyof typeof QUOTAS

const acts = new MinuteCounter()

export interface AddressLimit {
  /** Returns what counts as one address; for IPv6, its /64 network. */
  readonly address: () => string
  /** Counts one act. Throws 429 if the address has exceeded its quota in this minute. */
  readonly count: (act: LimitedAct) => Promise<void>
  /** Throws 429 if the address has already exceeded its quota. Counts nothing. */
  readonly require: (act: LimitedAct) => void
  /** Throws 429 if even a look-up of the presented credential is too much. Counts nothing. */
  readonly requireLookup: (act: LimitedAct) => void
}

const NO_LIMIT = { count: async () => {}, require: () => {}, requireLookup: () => {} }

export function addressLimit(bindings: Bindings, headers: Headers, now: number): AddressLimit {
  const address = () => addressOf(headers)
  if (settingsOf(bindings).ADDRESS_LIMITS === 'off') return { address, ...NO_LIMIT }
  // The address is read only when something is counted.
  const keyOf = (act: LimitedAct) => `${act} ${addressOf(headers)}`
  const countOf = (act: LimitedAct) => acts.of(keyOf(act), now)
  return {
    address,
    count: async (act) => {
      const key = keyOf(act)
      const value = acts.add(key, now)
      if (value > QUOTAS[act]) throw tooMany(act, now)
      if (value <= QUOTAS[act] / 2) return
      const { success } = (await bindings.ADDRESS_RATE_LIMIT?.limit({ key })) ?? { success: true }
      if (!success) throw tooMany(act, now)
    },
    require: (act) => {
      if (countOf(act) >= QUOTAS[act]) throw tooMany(act, now)
    },
    requireLookup: (act) => {
      if (countOf(act) >= LOOKUPS_PER_QUOTA * QUOTAS[act]) {
        acts.add(keyOf(act), now)
        throw tooMany(act, now)
      }
    },
  }
}

const WHAT: Readonly<Record<LimitedAct, string>> = {
  refused_credential: 'refused credentials',
  refused_key: 'deliveries without a valid intake key',
  unsigned_webhook: 'unsigned webhooks',
  unsigned_delivery: 'deliveries with a missing or wrong signature',
  oauth: 'sign-in requests',
  policy_report: 'reports about the console’s pages',
  device_authorization: 'device logins',
  authorization: 'authorization requests',
  client_registration: 'client registrations',
}

function tooMany(act: LimitedAct, now: number): HttpError {
  return new HttpError(
    'TOO_MANY_REQUESTS',
    `More than ${QUOTAS[act]} ${WHAT[act]} a minute came from this network address. Wait a minute and try again.`,
    { retryAfterSeconds: secondsLeft(now) },
  )
}

/**
 * All requests without an address share one counter. Local servers whose runtime states no address send such requests.
 */
const NO_ADDRESS = 'unknown'
const IPV6_NETWORK_PARTS = 4

/** Returns the address that the platform states. For IPv6 the /64, because a household or a machine has all of it. */
function addressOf(headers: Headers): string {
  const text = headers.get('cf-connecting-ip') ?? ''
  if (!ipaddr.isValid(text)) return NO_ADDRESS
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv6) return address.parts.slice(0, IPV6_NETWORK_PARTS).join(':')
  return address.toString()
}
