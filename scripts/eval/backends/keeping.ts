/** How stores behave under what is asked of them: the more is asked than they can do, the longer everybody waits. */
import type { Random } from '../synthetic/random.ts'
import type { Fault } from './faults.ts'
import type { Trouble } from './products.ts'
import type { Query, Service, Store } from './system.ts'

export interface Answer {
  /** Waited for a connection of the client's own pool. */
  readonly pooledMs: number
  readonly tookMs: number
  readonly refusal: Trouble | 'no_connection' | null
  readonly isHit: boolean
}

/** What a store did in one second. */
interface Second {
  demandMs: number
  statements: number
}
const NO_SECOND: Second = { demandMs: 0, statements: 0 }

/** Before this much load was seen, nobody knows what is usual. */
export const WARM_UP_MS = 120_000
const BACKLOG_MAX_MS = 20_000
/** A usual second needs this share of the connections a service may have. */
const POOL_USED = 0.12
const POOL_MIN = 4

export class StoreModel {
  readonly store: Store
  readonly #random: Random
  readonly #usual: number
  readonly #timeoutMs: number
  readonly #seconds = new Map<number, Second>()
  readonly #inUse = new Map<Service, Map<number, number>>()
  readonly #pools = new Map<Service, number>()
  #capacityMs = Number.POSITIVE_INFINITY
  #backlogMs = 0
  #countedTo = 0
  /** Quiet days: work of its own, as a share of what it can do. */
  extra: (atMs: number) => number = () => 0

  constructor(random: Random, store: Store, fromMs: number) {
    this.#random = random
    this.store = store
    this.#usual = random.between(0.12, 0.4)
    this.#timeoutMs = store.role === 'cache' ? 800 : random.pick([2_000, 5_000, 10_000])
    this.#countedTo = Math.floor(fromMs / 1_000)
  }

  /** From now on it can do what was asked so far and some more. */
  settle(fromMs: number, toMs: number): void {
    const seconds = (toMs - fromMs) / 1_000
    const sum = [...this.#seconds.values()].reduce((total, { demandMs }) => total + demandMs, 0)
    this.#capacityMs = Math.max(30, sum / seconds / this.#usual)
    for (const [service, used] of this.#inUse) {
      const busyMs = [...used.values()].reduce((total, ms) => total + ms, 0)
      this.#pools.set(service, Math.max(POOL_MIN, busyMs / seconds / 1_000 / POOL_USED))
    }
    this.#countedTo = Math.floor(toMs / 1_000)
  }

  /** Share of what it can do that was asked of it, 0 and up. */
  busy(atMs: number, slower = 1): number {
    const second = Math.floor(atMs / 1_000)
    const asked = (at: number): number => this.#seconds.get(at)?.demandMs ?? 0
    const mean = (asked(second - 1) + asked(second - 2)) / 2
    return (mean / this.#capacityMs) * slower + this.extra(atMs)
  }

  statements(atMs: number): number {
    return (this.#seconds.get(Math.floor(atMs / 1_000)) ?? NO_SECOND).statements
  }

  /** Connections that a service has in use, as a share of its pool. */
  poolUsed(service: Service, atMs: number): number {
    const second = Math.floor(atMs / 1_000)
    const used = this.#inUse.get(service)
    const mean = ((used?.get(second - 1) ?? 0) + (used?.get(second - 2) ?? 0)) / 2_000
    return mean / (this.#pools.get(service) ?? POOL_MIN)
  }

  connections(atMs: number): number {
    const second = Math.floor(atMs / 1_000)
    return [...this.#inUse.values()].reduce((sum, used) => sum + (used.get(second) ?? 0) / 1_000, 0)
  }

  ask(service: Service, query: Pick<Query, 'ms' | 'isWrite' | 'table'>, atMs: number, fault: Fault | null): Answer {
    const random = this.#random
    const acting = fault !== null && atMs >= fault.startMs ? fault : null
    const own = acting !== null && acting.client === null && acting.store === this.store ? acting : null
    const mine = acting !== null && acting.client === service && acting.store === this.store ? acting : null
    const pooledMs = this.#pooled(service, mine, atMs)
    const refusal = this.#refusal(own, mine, acting, service, query, atMs)
    if (refusal !== null) {
      const tookMs = refusal === 'locked' ? random.between(1_000, 3_000) : random.between(0.5, 4)
      this.#count(service, atMs, 0.2, tookMs)
      return { pooledMs, tookMs, refusal, isHit: true }
    }
    if (pooledMs > 2_500) return { pooledMs, tookMs: 0, refusal: 'no_connection', isHit: mine !== null || own !== null }
    const slows = own !== null && this.#isSlowed(own, query)
    const costMs = random.logNormal(query.ms, 0.35) * (slows ? own.amount : 1)
    const starved = own?.kind === 'store_starved' ? own.amount : 1
    const waitMs = this.#waitMs(atMs, starved)
    const lost = mine?.kind === 'way_to_store' && random.chance(mine.share)
    const brokerMs = own?.kind === 'broker_slow' && random.chance(own.share) ? random.logNormal(own.amount, 0.4) : 0
    const tookMs = costMs * starved + waitMs + (lost ? random.logNormal(mine.amount, 0.4) : 0) + brokerMs
    const isLate = tookMs > this.#timeoutMs
    const heldMs = Math.min(tookMs, this.#timeoutMs)
    this.#count(service, atMs, costMs, heldMs)
    return {
      pooledMs,
      tookMs: heldMs,
      refusal: isLate ? 'timeout' : null,
      isHit: slows || starved > 1 || lost || brokerMs > 0 || mine !== null,
    }
  }

  #isSlowed({ kind, table }: Fault, query: Pick<Query, 'isWrite' | 'table'>): boolean {
    if (kind === 'replica_slow') return true
    return kind === 'slow_queries' && !query.isWrite && query.table === table
  }

  #refusal(
    own: Fault | null,
    mine: Fault | null,
    acting: Fault | null,
    service: Service,
    query: Pick<Query, 'isWrite' | 'table'>,
    atMs: number,
  ): Answer['refusal'] {
    const random = this.#random
    if (own?.kind === 'store_disk' && query.isWrite) return 'disk_full'
    if (own?.kind === 'locked_table' && query.isWrite && query.table === own.table) return 'locked'
    if (own?.kind === 'failover') {
      if (atMs < own.startMs + 15_000) return 'refused'
      return query.isWrite ? 'read_only' : null
    }
    if (mine?.kind === 'way_to_store' && random.chance(0.15 * mine.share)) return 'timeout'
    if (acting?.kind !== 'leaked_connections' || acting.store !== this.store) return null
    const taken = Math.min(1, (atMs - acting.startMs) / 90_000)
    if (mine !== null) return random.chance(taken * 0.8) ? 'no_connection' : null
    // The server has no slots left for others either.
    return acting.isFelt && acting.client !== service && random.chance(taken * 0.35) ? 'too_many' : null
  }

  #pooled(service: Service, mine: Fault | null, atMs: number): number {
    const random = this.#random
    if (mine?.kind === 'small_pool') return random.logNormal(mine.amount, 0.5)
    if (mine?.kind === 'leaked_connections')
      return Math.min(1, (atMs - mine.startMs) / 90_000) * random.between(200, 2_400)
    const over = this.poolUsed(service, atMs) - 0.9
    return over > 0 ? Math.min(4_000, over * random.between(300, 1_500)) : 0
  }

  #waitMs(atMs: number, slower: number): number {
    const second = Math.floor(atMs / 1_000)
    for (; this.#countedTo < second; this.#countedTo++) {
      const over = this.busy((this.#countedTo + 1) * 1_000, slower) - 1
      this.#backlogMs = Math.max(0, Math.min(BACKLOG_MAX_MS, this.#backlogMs + over * 1_000))
    }
    const busy = Math.min(0.96, this.busy(atMs, slower))
    return (
      this.#backlogMs * this.#random.between(0.6, 1.1) +
      (busy > 0.5 ? (busy / (1 - busy)) * this.#random.between(1, 8) : 0)
    )
  }

  #count(service: Service, atMs: number, costMs: number, heldMs: number): void {
    const second = Math.floor(atMs / 1_000)
    const known = this.#seconds.get(second) ?? { ...NO_SECOND }
    known.demandMs += costMs
    known.statements++
    this.#seconds.set(second, known)
    const used = this.#inUse.get(service) ?? new Map<number, number>()
    for (let at = second, left = heldMs; left > 0; at++, left -= 1_000)
      used.set(at, (used.get(at) ?? 0) + Math.min(left, 1_000))
    this.#inUse.set(service, used)
  }
}
