/** A generated system whose services keep their data in shared stores, which send lines and no spans. */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import { Random } from '../synthetic/random.ts'
import { makeHabits } from './habits.ts'
import { readingsOf } from './readings.ts'
import {
  filled,
  PRODUCTS,
  type Product,
  ROUTINE,
  STORE_FAULTS,
  STORE_QUIET,
  type StoreFault,
  type StoreQuiet,
  storeLine,
  TOLD,
  type Told,
} from './store-faults.ts'
import { burstsOf, DAY_MS, HISTORY_MS, loadOf, sendLoad, type Times } from './stranger.ts'
import { makeSystem, reachOf, type Service, type System, stepsOf } from './system.ts'
import { Telling } from './telling.ts'
import { type StoreAnswer, type Stores, World } from './world.ts'

export interface StoreStranger {
  readonly seed: number
  readonly kind: StoreFault | StoreQuiet
  /** Null: nothing broke. */
  readonly service: string | null
  readonly startMs: number
  readonly endMs: number
  readonly hits: number
  readonly records: RecordArrays
}

interface Store {
  readonly service: Service
  readonly product: Product
  readonly clients: ReadonlySet<Service>
}

interface Trouble {
  readonly kind: StoreFault | 'duplicates'
  /** Null for what the service itself does wrong. */
  readonly store: Store | null
  readonly service: Service
  readonly startMs: number
  readonly endMs: number
  /** Of calls, the share that meets it. */
  readonly share: number
  readonly addedMs: number
  /** How clients put it, with `{answer}`. */
  readonly wording: string
}

const DRAWS_MAX = 40
const STRIDE = 1_000_033
const HITS_MIN = 10
/** Calls per request below which a store is nobody's loss. */
const REACH_MIN = 0.2
const WORDINGS = [
  'failed to save {word} {id}: {answer}',
  'could not store {word}: {answer}',
  '{word} repository: write failed: {answer}',
  'unexpected database error in {word} - {answer}',
] as const

/** @throws RangeError when a seed gives no case; none known does. */
export function makeStoreStranger(seed: number, isFaulty: boolean): StoreStranger {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const made = drawn(seed, draw, isFaulty)
    if (made !== null && (!isFaulty || made.hits >= HITS_MIN)) return made
  }
  throw new RangeError(`seed ${seed} gives no case`)
}

function drawn(seed: number, draw: number, isFaulty: boolean): StoreStranger | null {
  const random = new Random((seed + draw * STRIDE) * 2 + (isFaulty ? 0 : 1))
  const system = makeSystem(random)
  const stores = storesOf(random, system)
  const habits = makeHabits(random, [...system.services, ...stores.map(({ service }) => service)])
  const beforeMs = random.pick([6, 10, 15, 20]) * 60_000
  const startMs = DAY_MS + random.int(7_200, 80_000) * 1_000
  const endMs = startMs + random.pick([3, 5, 8, 12]) * 60_000
  const times = { startMs, endMs, changeMs: startMs + random.between(-90_000, 60_000) }
  const fromMs = startMs - HISTORY_MS
  const faultKind = STORE_FAULTS[Math.abs(seed >> 1) % STORE_FAULTS.length]
  const quiet = STORE_QUIET[Math.abs(seed >> 1) % STORE_QUIET.length] ?? 'calm'
  const kind = isFaulty ? faultKind : quiet === 'duplicates' ? 'duplicates' : undefined
  const trouble = kind === undefined ? null : troubleOf(random, system, stores, kind, times)
  if (kind !== undefined && trouble === null) return null
  const telling = new Telling(random, habits, startMs - beforeMs, endMs)
  const shared = new SharedStores(random, telling, stores, trouble)
  const loadAt = loadOf(random, !isFaulty && quiet === 'surge' ? 'surge' : 'calm', times)
  const world = new World(random, telling, null, burstsOf(random, system, fromMs, endMs), loadAt, shared)
  sendLoad(random, world, system, { ...times, fromMs }, loadAt, habits.sampled, false)
  shared.routine(startMs - beforeMs, endMs)
  if (!isFaulty && quiet === 'deploy') deployment(random, telling, system, times)
  const metrics = readingsOf(random, telling, habits, system.services, null, { fromMs, toMs: endMs }, null)
  const records = { logs: telling.logs, spans: telling.spans, metrics }
  const service = isFaulty ? (trouble?.service.name ?? null) : null
  return { seed, kind: kind ?? quiet, service, startMs, endMs, hits: world.hits, records }
}

/** One to three stores; each service that keeps data has one of them. */
function storesOf(random: Random, { services, operations }: System): Store[] {
  const clients = services.filter((service) =>
    operations.some((one) => one.service === service && stepsOf(one.steps).some((step) => step.do === 'data')),
  )
  const count = Math.min(clients.length, random.int(1, 3))
  const made = Array.from({ length: count }, () => ({ product: random.pick(PRODUCTS), clients: new Set<Service>() }))
  for (const client of clients) random.pick(made).clients.add(client)
  return made.map(({ product, clients: own }, i): Store => {
    const [first] = own
    const name = random.pick([
      `${first?.word ?? 'main'}-${product === 'postgres' ? 'pg' : product}`,
      `${product}-${i}`,
      `${['main', 'core', 'archive'][i] ?? 'main'}-db`,
      `vault${i + 1}`,
    ])
    const service = { name, word: name, depth: 9, instances: 1, nodes: [random.int(1, 6)], sendsSpans: false }
    return { service, product, clients: own }
  })
}

function troubleOf(
  random: Random,
  system: System,
  stores: readonly Store[],
  kind: Trouble['kind'],
  { startMs, endMs }: Times,
): Trouble | null {
  const isOf = reachOfStores(system)
  const able = stores.filter(({ clients }) => [...clients].some((client) => (isOf.get(client) ?? 0) >= REACH_MIN))
  if (able.length === 0) return null
  const store = random.pick(able)
  const client = [...store.clients].find((one) => (isOf.get(one) ?? 0) >= REACH_MIN && one.sendsSpans)
  if (client === undefined) return null
  const isOfClient = kind === 'connection_leak' || kind === 'duplicates'
  return {
    kind,
    store: kind === 'connection_leak' ? null : store,
    service: isOfClient ? client : store.service,
    startMs,
    // Bad input of one client is over soon.
    endMs: kind === 'duplicates' ? startMs + 90_000 : endMs,
    share: kind === 'too_many' ? random.between(0.3, 0.9) : kind === 'duplicates' ? 0.1 : 1,
    addedMs: kind === 'locks' ? random.between(500, 4_000) : 0,
    wording: random.pick(WORDINGS),
  }
}

/** Writes per request of each service. */
function reachOfStores(system: System): Map<Service, number> {
  const writes = new Map<Service, number>()
  for (const [operation, calls] of reachOf(system)) {
    const own = stepsOf(operation.steps).filter((step) => step.do === 'data' && step.isWrite).length
    writes.set(operation.service, (writes.get(operation.service) ?? 0) + own * calls)
  }
  return writes
}

function deployment(random: Random, telling: Telling, { services }: System, { changeMs }: Times): void {
  const service = random.pick(services)
  for (const [i, text] of ['shutting down gracefully', 'starting version 4.{n}', 'ready to serve'].entries()) {
    telling.notes(service, { level: 'INFO', text }, changeMs + i * 3_000)
  }
}

class SharedStores implements Stores {
  readonly #random: Random
  readonly #telling: Telling
  readonly #stores: readonly Store[]
  readonly #trouble: Trouble | null

  constructor(random: Random, telling: Telling, stores: readonly Store[], trouble: Trouble | null) {
    this.#random = random
    this.#telling = telling
    this.#stores = stores
    this.#trouble = trouble
  }

  ask(service: Service, isWrite: boolean, atMs: number): StoreAnswer | null {
    const store = this.#stores.find(({ clients }) => clients.has(service))
    if (store === undefined) return null
    const plain = { peer: store.service.name, addedMs: 0, refusal: null, isHit: false }
    const trouble = this.#trouble
    if (trouble === null || atMs < trouble.startMs || atMs >= trouble.endMs) return plain
    if (trouble.kind === 'connection_leak') return this.#leaking(trouble, service, atMs) ?? plain
    const meets = trouble.store === store && (trouble.kind !== 'duplicates' || trouble.service === service)
    const isOfWrites = trouble.kind !== 'too_many' && trouble.kind !== 'store_gone'
    if (!meets || (isOfWrites && !isWrite) || !this.#random.chance(trouble.share)) return plain
    const told = TOLD[store.product][trouble.kind]
    if (told.line !== null) this.#write(store, told.line, atMs + 1)
    const addedMs = trouble.addedMs * this.#random.between(0.7, 1.3)
    return { ...plain, addedMs, refusal: this.#refusal(told, service, trouble.wording), isHit: true }
  }

  /** Connections that are never given back: calls wait longer and longer, then for nothing. */
  #leaking(trouble: Trouble, service: Service, atMs: number): StoreAnswer | null {
    if (trouble.service !== service) return null
    const taken = Math.min(1, (atMs - trouble.startMs) / 120_000)
    if (!this.#random.chance(taken)) return null
    const addedMs = 1_500 * taken * this.#random.between(0.7, 1.3)
    const refusal = { level: 'ERROR', text: 'timed out waiting for a free connection, active={n}' } as const
    const isRefused = this.#random.chance(taken * 0.8)
    return { peer: `${service.word}-db`, addedMs, refusal: isRefused ? refusal : null, isHit: true }
  }

  #refusal({ answer }: Told, { word }: Service, wording: string): StoreAnswer['refusal'] {
    if (answer === null) return null
    const text = wording.replaceAll('{word}', word).replace('{answer}', filled(this.#random, answer))
    return { level: 'ERROR', text }
  }

  #write({ service, product }: Store, { level, text }: NonNullable<Told['line']>, atMs: number): void {
    const body = storeLine(this.#random, product, level, text, atMs)
    this.#telling.writes(service, 0, { level, text: body }, atMs)
  }

  /** What the stores write all day, and what one writes once when its trouble begins. */
  routine(fromMs: number, toMs: number): void {
    const trouble = this.#trouble
    for (const store of this.#stores) {
      const everyMs = this.#random.pick([5_000, 15_000, 40_000])
      const isGone = trouble?.kind === 'store_gone' && trouble.store === store
      const endMs = isGone ? trouble.startMs : toMs
      for (let atMs = fromMs; atMs < endMs; atMs += everyMs * this.#random.between(0.8, 1.2)) {
        this.#write(store, { level: 'INFO', text: this.#random.pick(ROUTINE[store.product]) }, atMs)
      }
    }
    if (trouble === null || trouble.store === null || trouble.kind === 'connection_leak') return
    const { notice } = TOLD[trouble.store.product][trouble.kind]
    if (notice !== null) this.#write(trouble.store, notice, trouble.startMs - 500)
  }
}
