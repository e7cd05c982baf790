/**
 * Whether a store is at fault or a client of it. Both show the same: the client's calls of the store wait or fail. What
 * tells them apart are likelihoods: whether other clients suffer as well, whether the client asks more than it did, and
 * whether the store shows anything itself. Where they do not tell, both are said and neither is asserted.
 */
import type { Finding } from './findings.ts'
import { isOfCall } from './peer-calls.ts'
import type { Scored } from './ranking.ts'
import { partsOf } from './service-names.ts'
import { UNDER_EVERYDAY } from './signs.ts'
import { type Asking, type StoreClients, thingOf } from './store-clients.ts'

/** Odds of three to one that a call which fails or waits does so by the store: clients do little else there. */
const STORE_FIRST = Math.log(3)
/** What another client says that suffers as well, or that asks the same and does not. */
const OTHER_CLIENT = Math.log(4)
/** What one says that asks other things and does not suffer: a lock or a slow query need not concern it. */
const OTHER_STATEMENTS = Math.log(1.5)
/** One client that asks more than it did, when a store is slow: its doing, ten times to one. */
const ASKS_MORE = Math.log(10)
/** All of these together, where one of the client's tables is ill: a store's trouble is then of that table, as likely as not. */
const OTHER_STATEMENTS_MAX = Math.log(2)
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
/** After the name of who says it, so many are enough. */
const WORDS_AFTER_NAME = 3
/** Words about waiting: whoever waits, they say nothing of whose doing it is. */
const WAITING = /time(?:d )?.?out|deadline|slow|duration|interrupted|gave up|expir/i
/** Somebody waits for a lock. */
const LOCKED = /\block(?:ed|s)?\b|\bdeadlock|\bcontention\b/i
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
  /** Clients that say the same as the leader: the store explains them as well. */
  readonly alike?: readonly string[]
}

/** Candidates, best first, after a store and its client were weighed against each other. Unchanged where none leads. */
export function weighedStores(
  ranked: readonly Scored[],
  clients: StoreClients | undefined,
  rankScale: number,
): readonly Scored[] {
  const [leader] = ranked
  if (leader === undefined || clients === undefined) return ranked
  if (clients.stores.length === 0 && clients.askings.length === 0 && clients.unseen === undefined) return ranked
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
  const ill = own.filter(isIll)
  return ill.length > 0 && ill.every(({ store }) => store === null) && own.every(({ more }) => more < MORE_MIN)
}

/** Whether new errors of both end with the same words: what failed them is one thing, and neither calls the other. */
function saysTheSame(one: Scored, other: Scored): boolean {
  const endings = new Set(endingsOf(one))
  return endingsOf(other).some((ending) => endings.has(ending))
}

function endingsOf({ service, findings }: Scored): string[] {
  const own = new Set(partsOf(service))
  return findings.flatMap(({ kind, isError, strength, subject }) => {
    if (kind !== 'log_new' || isError !== true || strength < UNDER_EVERYDAY) return []
    const words = subject.toLowerCase().match(/[a-z]+/g) ?? []
    // Sentences that differ in who says them.
    const after = words.slice(words.findLastIndex((word) => own.has(word)) + 1)
    if (after.length < words.length && after.length >= WORDS_AFTER_NAME && after.length < WORDS_MIN)
      return [after.join(' ')]
    return words.length < WORDS_MIN + OWN_WORDS ? [] : [words.slice(-WORDS_MIN).join(' ')]
  })
}

function isIll({ ill, nats }: Asking): boolean {
  return ill.length > 0 && nats >= UNDER_EVERYDAY
}

function pairOf(leader: Scored, ranked: readonly Scored[], clients: StoreClients): Pair | null {
  const { askings, stores, unseen = [] } = clients
  const isStore = stores.includes(leader.service)
  const own = askings.filter(({ client }) => client === leader.service)
  const away = unseen.filter(({ client }) => client === leader.service)
  const isWaiting = isStore || [...own, ...away].some((one) => isIll(one) || one.more >= MORE_MIN)
  const signs = signsOf(ranked, stores)
  if (isWaiting) {
    const raised = raisedBy(leader, clients, signs)
    if (raised !== null) return raised.one === raised.other ? null : raised
  }
  if (isStore) return ofHolder(leader.service, ranked, askings) ?? ofStore(leader, clients, signs)
  return ofClient(leader, own, ranked, clients, signs)
}

/** Somebody asks more: the one client, or all that lost their cache. */
function raisedBy(leader: Scored, { askings, unseen = [] }: StoreClients, signs: Signs): Pair | null {
  const most = new Map<string, number>()
  // Of stores that nobody sees, those that the leader waits for.
  const places = unseen.filter((one) => one.client === leader.service).map(placesOf)
  const beside = unseen.filter((one) => places.includes(placesOf(one)))
  for (const { client, more } of [...askings, ...beside]) most.set(client, Math.max(more, most.get(client) ?? 0))
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

function placesOf({ store, among }: Asking): string {
  return among?.join() ?? store ?? ''
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
 * A store is asked, and one of its clients has run out of connections though what it asks is not slow: it holds them. That a
 * store is slow uses up its clients' connections too, and then their statements show it.
 */
function ofHolder(service: string, ranked: readonly Scored[], askings: readonly Asking[]): Pair | null {
  const holders = ranked.filter((one) => {
    const own = askings.filter(({ client, store }) => client === one.service && (store === service || store === null))
    return isOutOfConnections(one) && own.length > 0 && !own.some(isIll)
  })
  const [holder] = holders
  return holder === undefined || holders.length > 1 ? null : { one: holder.service, other: service, odds: OTHER_CLIENT }
}

/** Whether it newly says that its own pool has no connection left. */
function isOutOfConnections({ findings }: Scored): boolean {
  return findings.some(
    ({ kind, subject, strength }) =>
      kind === 'log_new' && strength >= UNDER_EVERYDAY && OUT_OF_CONNECTIONS.test(subject),
  )
}

/** A store leads. One client alone that only waits, and no sign of the store's own: as likely the client or the way. */
function ofStore({ service, findings }: Scored, { askings }: StoreClients, signs: Signs): Pair | null {
  if (signs.of(service) >= SIGN_MIN) return null
  const said = findings.filter(({ kind, strength }) => kind !== 'metric' && strength >= SIGN_MIN)
  const peers = new Set(said.flatMap(({ peer }) => peer ?? []))
  const [client] = peers
  if (client === undefined || peers.size > 1 || !said.every(isOfWaiting)) return null
  const others = askings.filter((one) => one.store === service && one.client !== client)
  const own = askings.find((one) => one.store === service && one.client === client)
  if (own === undefined) return { one: service, other: client, odds: 0 }
  if (others.every(({ ill }) => ill.length > 0)) return null
  return { one: service, other: client, odds: STORE_FIRST + saidByOthers(own, others, said.some(isOfLock)) }
}

function isOfPart({ isPart, well }: Asking): boolean {
  return isPart ?? well.length > 0
}

/** Whether these statements ask for one table, collection or topic. */
function isOfOneThing(statements: readonly string[]): boolean {
  return new Set(statements.map(thingOf)).size === 1
}

function isOfLock({ text }: Finding): boolean {
  return LOCKED.test(text)
}

/** A client leads. */
function ofClient(
  leader: Scored,
  own: readonly Asking[],
  ranked: readonly Scored[],
  { askings }: StoreClients,
  signs: Signs,
): Pair | null {
  const [worst] = own.filter(isIll).toSorted((a, b) => b.nats - a.nats)
  const isBusy = leader.findings.some(
    ({ role, isLess, strength }) => role === 'processor' && isLess !== true && strength >= SIGN_MIN,
  )
  const busy = isBusy ? PROCESSOR : 0
  if (worst === undefined) {
    if (own.length > 0) return ofAlike(leader, ranked, askings)
    if (!leader.findings.some(isOfWaiting)) return null
    // No span shows who asks which store.
    const store = signs.strongest(() => true)
    if (store === null) return null
    // A cache finds less where it lost what it kept, and where one client no longer looks it up there.
    const isOfLookups = signs.strongest(({ subject }) => !FOUND_LESS.test(subject)) !== store
    return { one: store, other: leader.service, odds: (isOfLookups ? 0 : signOdds(signs.of(store))) - busy }
  }
  const store = worst.store ?? illAmong(worst, askings) ?? signs.strongest(() => true)
  if (store === null) return null
  const holder = worst.store === null ? ofHolder(store, ranked, askings) : null
  if (holder !== null) return holder
  const others = worst.store === null ? [] : askings.filter((one) => one.store === store && one.client !== worst.client)
  const isPart = isOfPart(worst) && !others.some(({ ill }) => ill.length > 0)
  const sign = signs.of(store) >= SIGN_MIN ? signOdds(signs.of(store)) : signs.isRead(store) ? -UNMOVED : 0
  const isLocked = leader.findings.some((finding) => finding.strength >= SIGN_MIN && isOfLock(finding))
  const odds = STORE_FIRST + saidByOthers(worst, others, isLocked) + sign + (isPart ? SOME_WELL : 0) - busy
  // Who waits for a connection of its own pool never came as far as the store: such calls are no word of the store's.
  const isAlone = signs.of(store) < SIGN_MIN && !others.some(({ ill }) => ill.length > 0)
  const withoutWord = isAlone && isOutOfConnections(leader) ? Math.max(0, odds - STORE_FIRST) : odds
  return { one: store, other: leader.service, odds: Math.min(odds, withoutWord) }
}

/** Of the stores that an ill statement is asked of, the one of which other ill statements are asked. Null: none or several. */
function illAmong({ among = [] }: Asking, askings: readonly Asking[]): string | null {
  const ill = new Set(askings.flatMap((one) => (one.store !== null && one.ill.length > 0 ? [one.store] : [])))
  const [only, ...others] = among.filter((store) => ill.has(store))
  return only === undefined || others.length > 0 ? null : only
}

/**
 * Spans without a status show nothing of statements that are refused at once. But where errors of two clients newly end with
 * the same words, and neither explains the other, one store that both ask failed them.
 */
function ofAlike(leader: Scored, ranked: readonly Scored[], askings: readonly Asking[]): Pair | null {
  const asked = (client: string): string[] =>
    askings.flatMap((one) => (one.client === client ? [...(one.among ?? []), one.store ?? []].flat() : []))
  const alike = ranked.filter((one) => one !== leader && one.explainedBy === null && saysTheSame(leader, one))
  const [store, ...others] = [...new Set(asked(leader.service))].filter((place) =>
    alike.every(({ service }) => asked(service).includes(place)),
  )
  if (alike.length === 0 || store === undefined || others.length > 0) return null
  const odds = STORE_FIRST + OTHER_CLIENT * alike.length
  return { one: store, other: leader.service, odds, alike: alike.map(({ service }) => service) }
}

/**
 * What other clients of the same store say for it, in log-odds.
 * @param isLocked a lock is told of: what does not ask for the same thing says nothing then.
 */
function saidByOthers(own: Asking, others: readonly Asking[], isLocked: boolean): number {
  const suffer = others.filter(({ ill }) => ill.length > 0)
  const well = others.filter((one) => one.ill.length === 0 && one.well.length > 0)
  const alike = well.filter((one) => one.well.some((statement) => own.ill.includes(statement)))
  const most = isOfPart(own) && isOfOneThing(own.ill) ? OTHER_STATEMENTS_MAX : Number.POSITIVE_INFINITY
  const elsewhere = Math.min(most, OTHER_STATEMENTS * (well.length - alike.length))
  return OTHER_CLIENT * (suffer.length - alike.length) - (isLocked ? 0 : elsewhere)
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
function shared(
  ranked: readonly Scored[],
  leader: Scored,
  { one, other, odds, alike = [] }: Pair,
  rankScale: number,
): Scored[] {
  const [first, second] = odds >= 0 ? [one, other] : [other, one]
  const explained = leader.score - rankScale * Math.abs(odds)
  const scoreOf = new Map([
    ...ranked
      .filter(({ service, score }) => alike.includes(service) && score > explained)
      .map(({ service }): [string, number] => [service, explained]),
    // It leads by what one of the two did to it.
    [leader.service, leader.score - rankScale * ASKS_MORE],
    [first, leader.score],
    [second, explained],
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
    isOfStore: true,
    text: `${leader.service} may be waiting for ${service}: ${finding.text}`,
  }))
  return { ...leader, service, findings, explainedBy: null }
}
