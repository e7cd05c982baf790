/**
 * Whether a store is at fault or a client of it. Both show the same: the client's calls of the store wait or fail. What
 * tells them apart are likelihoods: whether other clients suffer as well, whether the client asks more than it did, and
 * whether the store shows anything itself. Where they do not tell, both are said and neither is asserted.
 */
import type { Finding } from './findings.ts'
import { isOfCall } from './peer-calls.ts'
import type { Scored } from './ranking.ts'
import { UNDER_EVERYDAY } from './signs.ts'
import type { Asking, StoreClients } from './store-clients.ts'

/** Odds of three to one that a call which fails or waits does so by the store: clients do little else there. */
const STORE_FIRST = Math.log(3)
/** What another client says that suffers as well, or that asks the same and does not. */
const OTHER_CLIENT = Math.log(4)
/** What one says that asks other things and does not suffer: a lock or a slow query need not concern it. */
const OTHER_STATEMENTS = Math.log(1.5)
/** One client that asks more than it did, when a store is slow: its doing, ten times to one. */
const ASKS_MORE = Math.log(10)
/** Odds below three to two tell nothing. */
const TELLING = Math.log(1.5)
/** From this evidence on, in nats, a client asks more. */
const MORE_MIN = 8
/** With less than this evidence, in nats, it asks as before. */
const STEADY_MAX = 1
/** From this evidence on, in nats, a store's own reading or words say that something is wrong there. */
const SIGN_MIN = 4
/** Some of a client's statements do well, so the way to the store does. */
const SOME_WELL = Math.log(2)
/** A store that sends readings of which none moved. */
const UNMOVED = Math.log(2)
/** A client whose processor is busy keeps its own requests waiting: eight times to one. */
const PROCESSOR = Math.log(8)

/** Fewer equal words are a phrase of the language; before them each says what it was doing. */
const WORDS_MIN = 4
const OWN_WORDS = 2
/** Words about waiting: whoever waits, they say nothing of whose doing it is. */
const WAITING = /time(?:d )?.?out|deadline|slow|duration|interrupted|gave up|expir/i
/** A client's own pool has nothing left to give. */
const OUT_OF_CONNECTIONS =
  /\bno connection|free connection|connection pool|pool (?:exhausted|is full|timed? ?out)|waiting for a connection/i
/** A cache that loses what it kept. */
const EVICTED = /evict/i
/** Commands of caches. `SELECT` and `find` ask databases. */
const LOOKUP = /^(?:GET|MGET|HGET|HMGET)(?:$|\s)/
const CONNECTIONS = /connection|clients|sessions/i
const FOUND_LESS = /hit.?(?:rate|ratio)|cache.?hit|misses/i

/** How two candidates share what is known of them: the log-odds of the first. */
interface Pair {
  readonly one: string
  readonly other: string
  readonly odds: number
}

/** Candidates, best first, after a store and its client were weighed against each other. Unchanged where none leads. */
export function weighedStores(
  ranked: readonly Scored[],
  clients: StoreClients | undefined,
  rankScale: number,
): readonly Scored[] {
  const [leader] = ranked
  if (leader === undefined || clients === undefined || clients.stores.length === 0) return ranked
  const pair = pairOf(leader, ranked, clients)
  if (pair === null) return ranked
  return shared(ranked, leader, Math.abs(pair.odds) < TELLING ? { ...pair, odds: 0 } : pair, rankScale)
}

/**
 * Whether the leader may be waiting for, or be refused by, a store that shows nothing: no span names the store that its
 * statements ask, or no span shows such calls at all and another service newly says the same as it does.
 */
export function asksUnknownStore(
  leader: Scored,
  ranked: readonly Scored[],
  clients: StoreClients | undefined,
): boolean {
  const { service } = leader
  if (clients === undefined || clients.stores.length === 0 || clients.stores.includes(service)) return false
  const own = clients.askings.filter(({ client }) => client === service)
  if (clients.askings.length === 0)
    return ranked.some((other) => other !== leader && other.explainedBy === null && saysTheSame(leader, other))
  return own.some(isIll) && own.every(({ store, more }) => store === null && more < MORE_MIN)
}

/** Whether new errors of both end with the same words: what failed them is one thing, and neither calls the other. */
function saysTheSame(one: Scored, other: Scored): boolean {
  const endings = new Set(endingsOf(one))
  return endingsOf(other).some((ending) => endings.has(ending))
}

function endingsOf({ findings }: Scored): string[] {
  return findings.flatMap(({ kind, isError, strength, subject }) => {
    if (kind !== 'log_new' || isError !== true || strength < UNDER_EVERYDAY) return []
    const words = subject.toLowerCase().match(/[a-z]+/g) ?? []
    return words.length < WORDS_MIN + OWN_WORDS ? [] : [words.slice(-WORDS_MIN).join(' ')]
  })
}

function isIll({ ill, nats }: Asking): boolean {
  return ill.length > 0 && nats >= UNDER_EVERYDAY
}

function pairOf(leader: Scored, ranked: readonly Scored[], clients: StoreClients): Pair | null {
  const { askings, stores } = clients
  const isStore = stores.includes(leader.service)
  const own = askings.filter(({ client }) => client === leader.service)
  const isWaiting = isStore || own.some(isIll) || own.some(({ more }) => more >= MORE_MIN)
  const signs = signsOf(ranked, stores)
  if (isWaiting) {
    const raised = raisedBy(leader, clients, signs)
    if (raised !== null) return raised.one === raised.other ? null : raised
  }
  if (isStore) return ofHolder(leader, ranked, askings) ?? ofStore(leader, clients, signs)
  return ofClient(leader, own, clients, signs)
}

/** Somebody asks more: the one client, or all that lost their cache. */
function raisedBy(leader: Scored, { askings }: StoreClients, signs: Signs): Pair | null {
  const most = new Map<string, number>()
  for (const { client, more } of askings) most.set(client, Math.max(more, most.get(client) ?? 0))
  const [first, second] = [...most].sort(([, a], [, b]) => b - a)
  if (first === undefined || first[1] < MORE_MIN) return null
  const evicting = signs.strongest((finding) => EVICTED.test(finding.subject) && finding.isLess !== true)
  if (evicting !== null) return { one: evicting, other: leader.service, odds: ASKS_MORE }
  const missing = signs.strongest((finding) => FOUND_LESS.test(finding.subject))
  const isOfMany = second !== undefined && second[1] >= Math.max(MORE_MIN, first[1] / 4)
  if (missing !== null && isOfMany) return { one: missing, other: leader.service, odds: signOdds(signs.of(missing)) }
  if (isOfMany) return { one: first[0], other: leader.service, odds: 0 }
  return ofCache(first[0], askings, most) ?? { one: first[0], other: leader.service, odds: ASKS_MORE }
}

/**
 * Who asks more may only have lost its cache. Another client of the cache that asks no more says that the cache is well;
 * without one nothing tells. Null: the client asks no cache.
 */
function ofCache(client: string, askings: readonly Asking[], raised: ReadonlyMap<string, number>): Pair | null {
  const isLookup = ({ ill, well }: Asking): boolean => [...ill, ...well].some((statement) => LOOKUP.test(statement))
  const cache = askings.find((one) => one.client === client && one.store !== null && isLookup(one))?.store ?? null
  if (cache === null) return null
  const others = askings.filter(
    (one) =>
      one.store === cache && one.client !== client && one.well.length > 0 && (raised.get(one.client) ?? 0) < STEADY_MAX,
  )
  return { one: client, other: cache, odds: OTHER_CLIENT * others.length }
}

/**
 * A store leads, and one of its clients has run out of connections though what it asks is not slow: it holds them. That a
 * store is slow uses up its clients' connections too, and then their statements show it.
 */
function ofHolder({ service }: Scored, ranked: readonly Scored[], askings: readonly Asking[]): Pair | null {
  const holders = ranked.filter((one) => {
    const isOut = one.findings.some(
      ({ kind, subject, strength }) =>
        kind === 'log_new' && strength >= UNDER_EVERYDAY && OUT_OF_CONNECTIONS.test(subject),
    )
    const own = askings.filter(({ client, store }) => client === one.service && (store === service || store === null))
    return isOut && own.length > 0 && !own.some(isIll)
  })
  const [holder] = holders
  return holder === undefined || holders.length > 1 ? null : { one: holder.service, other: service, odds: OTHER_CLIENT }
}

/** A store leads. One client alone that only waits, and no sign of the store's own: as likely the client or the way. */
function ofStore({ service, findings }: Scored, { askings }: StoreClients, signs: Signs): Pair | null {
  if (signs.of(service) >= SIGN_MIN) return null
  const said = findings.filter(({ kind, strength }) => kind !== 'metric' && strength >= SIGN_MIN)
  const peers = new Set(said.flatMap(({ peer }) => peer ?? []))
  const [client] = peers
  if (client === undefined || peers.size > 1 || !said.every(isOfWaiting)) return null
  const others = askings.filter((one) => one.store === service && one.client !== client)
  const well = others.filter(({ ill }) => ill.length === 0).length
  const isSeen = askings.some((one) => one.store === service && one.client === client)
  if (isSeen && well === 0) return null
  return { one: service, other: client, odds: isSeen ? STORE_FIRST - OTHER_CLIENT * well : 0 }
}

/** A client leads. */
function ofClient(leader: Scored, own: readonly Asking[], { askings }: StoreClients, signs: Signs): Pair | null {
  const [worst] = own.filter(isIll).toSorted((a, b) => b.nats - a.nats)
  const isBusy = leader.findings.some(
    ({ role, isLess, strength }) => role === 'processor' && isLess !== true && strength >= SIGN_MIN,
  )
  const busy = isBusy ? PROCESSOR : 0
  if (worst === undefined) {
    if (own.length > 0 || !leader.findings.some(isOfWaiting)) return null
    // No span shows who asks which store.
    const store = signs.strongest(() => true)
    return store === null ? null : { one: store, other: leader.service, odds: signOdds(signs.of(store)) - busy }
  }
  const store = worst.store ?? signs.strongest(() => true)
  if (store === null) return null
  const others = worst.store === null ? [] : askings.filter((one) => one.store === store && one.client !== worst.client)
  const isPart = worst.well.length > 0 && !others.some(({ ill }) => ill.length > 0)
  const sign = signs.of(store) >= SIGN_MIN ? signOdds(signs.of(store)) : signs.isRead(store) ? -UNMOVED : 0
  const odds = STORE_FIRST + saidByOthers(worst, others) + sign + (isPart ? SOME_WELL : 0) - busy
  return { one: store, other: leader.service, odds }
}

/** What other clients of the same store say for it, in log-odds. */
function saidByOthers(own: Asking, others: readonly Asking[]): number {
  return others.reduce((sum, { ill, well }) => {
    if (ill.length > 0) return sum + OTHER_CLIENT
    if (well.length === 0) return sum
    return sum - (well.some((statement) => own.ill.includes(statement)) ? OTHER_CLIENT : OTHER_STATEMENTS)
  }, 0)
}

/** A sign's odds are its nats: its probability would be too sure, since what a client does moves a store's readings too. */
function signOdds(nats: number): number {
  return Math.log(Math.max(1, nats))
}

/** That work takes longer, or words about waiting. */
function isOfWaiting({ kind, text }: Finding): boolean {
  return kind === 'self_time' || kind === 'edge_time' || WAITING.test(text)
}

interface Signs {
  /** The strongest sign that a store gives itself, in nats. */
  of(store: string): number
  /** Whether it sends readings. */
  isRead(store: string): boolean
  /** The store with the strongest sign of this sort; null: none. */
  strongest(isIt: (finding: Finding) => boolean): string | null
}

function signsOf(ranked: readonly Scored[], stores: readonly string[]): Signs {
  const own = new Map<string, readonly Finding[]>()
  for (const { service, findings } of ranked) if (stores.includes(service)) own.set(service, findings.filter(isSign))
  const most = (findings: readonly Finding[]): number =>
    findings.reduce((strongest, { strength }) => Math.max(strongest, strength), 0)
  return {
    of: (store) => most(own.get(store) ?? []),
    isRead: (store) =>
      ranked.some(({ service, findings }) => service === store && findings.some(({ kind }) => kind === 'metric')),
    strongest: (isIt) => {
      const [first] = [...own]
        .map(([store, findings]) => ({ store, nats: most(findings.filter(isIt)) }))
        .toSorted((a, b) => b.nats - a.nats)
      return first !== undefined && first.nats >= SIGN_MIN ? first.store : null
    },
  }
}

/** A reading of a resource, an error that says more than that somebody waited, or that it fell silent. */
function isSign({ kind, role, isLess, isError, strength, text, subject }: Finding): boolean {
  if (kind === 'silence') return true
  // Connections are what its clients hold.
  if (kind === 'metric')
    return (
      role !== 'traffic' &&
      role !== 'pool' &&
      !CONNECTIONS.test(subject) &&
      (isLess !== true || FOUND_LESS.test(subject))
    )
  return kind === 'log_new' && (isError === true || strength >= SIGN_MIN) && !WAITING.test(text)
}

/** The likelier one takes the leader's score, the other stands by the odds below it. */
function shared(ranked: readonly Scored[], leader: Scored, { one, other, odds }: Pair, rankScale: number): Scored[] {
  const [first, second] = odds >= 0 ? [one, other] : [other, one]
  const scoreOf = new Map([
    // It leads by what one of the two did to it.
    [leader.service, leader.score - rankScale * ASKS_MORE],
    [first, leader.score],
    [second, leader.score - rankScale * Math.abs(odds)],
  ])
  const known = new Set(ranked.map(({ service }) => service))
  const unseen = [first, second].filter((service) => !known.has(service)).map((service) => standIn(leader, service))
  return [...ranked, ...unseen]
    .map((scored) => ({ ...scored, score: scoreOf.get(scored.service) ?? scored.score }))
    .sort((a, b) => b.score - a.score || a.service.localeCompare(b.service))
}

/** A store that shows nothing itself stands there with what its client's calls show. */
function standIn(leader: Scored, service: string): Scored {
  const ofCalls = leader.findings.filter(isOfCall).slice(0, 3)
  const findings = (ofCalls.length > 0 ? ofCalls : leader.findings.slice(0, 1)).map((finding) => ({
    ...finding,
    service,
    peer: leader.service,
    text: `${leader.service} may be waiting for ${service}: ${finding.text}`,
  }))
  return { ...leader, service, findings, explainedBy: null }
}
