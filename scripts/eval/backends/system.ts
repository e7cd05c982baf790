/** A system whose services share databases, replicas, caches and brokers: who asks which of them, and how it is reached. */
import type { Random } from '../synthetic/random.ts'
import { PRODUCTS, type Product } from './products.ts'

export type Role = 'database' | 'replica' | 'cache' | 'broker'
/** What a store sends of its own. */
export type Sends = 'lines' | 'metrics' | 'both' | 'nothing'

export interface Store {
  readonly name: string
  readonly host: string
  readonly role: Role
  readonly product: Product
  readonly sends: Sends
}

export interface Service {
  readonly name: string
  readonly word: string
  readonly layer: number
  readonly replicas: number
}

export type Step =
  | { readonly do: 'compute'; readonly ms: number }
  | { readonly do: 'note'; readonly text: string }
  | { readonly do: 'request'; readonly to: Operation; readonly timeoutMs: number }
  | Query
  | { readonly do: 'cached'; readonly cache: Store; readonly hits: number; readonly behind: Query }
  | { readonly do: 'publish'; readonly broker: Store; readonly consumers: readonly Operation[] }

export interface Query {
  readonly do: 'query'
  readonly store: Store
  readonly table: string
  readonly isWrite: boolean
  readonly ms: number
}

export interface Operation {
  readonly service: Service
  readonly name: string
  readonly steps: readonly Step[]
}

export interface System {
  readonly services: readonly Service[]
  readonly stores: readonly Store[]
  readonly operations: readonly Operation[]
  readonly entries: readonly { readonly operation: Operation; readonly weight: number }[]
}

const WORDS = [
  'admission',
  'bakery',
  'cargo',
  'dispatch',
  'enrolment',
  'fares',
  'grading',
  'harvest',
  'intake',
  'jobs',
  'kiosk',
  'library',
  'mailing',
  'notary',
  'orchard',
  'permits',
  'quarry',
  'rental',
  'survey',
  'timetable',
  'union',
  'vessel',
  'weather',
  'yard',
] as const
const NAMES: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `${word}-backend`,
  (word) => `svc-${word}`,
  (word) => `${word}.prod`,
  (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}Server`,
]
const STORE_NAMES: readonly ((word: string, product: Product, role: Role) => string)[] = [
  (word, { short }) => `${word}-${short}`,
  (_word, { short }, role) => `${short}-${role === 'replica' ? 'reader' : 'main'}`,
  (word, _product, role) => `${word}-${{ database: 'db', replica: 'db-ro', cache: 'cache', broker: 'queue' }[role]}`,
  (_word, _product, role) =>
    `${{ database: 'granite', replica: 'granite-two', cache: 'quartz', broker: 'heron' }[role]}`,
]

/** What the system must have, beside what is drawn. */
export interface Wanted {
  readonly roles: ReadonlySet<Role>
  /** Services that share one database at least. */
  readonly sharing: number
}

export function makeSystem(random: Random, wanted: Wanted): System {
  const words = random.shuffled(WORDS)
  const named = random.pick(NAMES)
  const leaves = random.int(Math.max(3, wanted.sharing), 8)
  const middles = random.int(0, 3)
  const service = (layer: number): Service => {
    const word = words.pop() ?? 'spare'
    return { name: named(word), word, layer, replicas: random.pick([1, 2, 3]) }
  }
  const front = service(0)
  const middle = Array.from({ length: middles }, () => service(1))
  const backends = Array.from({ length: leaves }, () => service(2))
  const stores = new StorePlan(random, words, wanted)
  const access = new Map(backends.map((one, i) => [one, stores.accessOf(i)]))
  const style = random.pick(['rpc', 'http'] as const)
  const operationsOf = (of: Service, steps: () => Step[], most: number): Operation[] =>
    Array.from({ length: random.int(1, most) }, (_, i) => ({
      service: of,
      name: style === 'rpc' ? `${of.word}.v1.Desk/${VERBS[i] ?? 'Do'}` : `${METHODS[i] ?? 'GET'} /${of.word}/${i}`,
      steps: [{ do: 'compute', ms: random.logNormal(2, 0.5) }, ...steps()],
    }))
  const note = (of: Service): Step[] =>
    random.chance(0.6) ? [{ do: 'note', text: `${of.word} handled {id} with {n} entries` }] : []
  const consumers = stores.broker === null ? [] : backends.slice(0, random.int(1, 2))
  const consuming = consumers.map(
    (of): Operation => ({
      service: of,
      name: `consume ${of.word}-events`,
      steps: [{ do: 'compute', ms: random.logNormal(6, 0.4) }, ...queriesOf(random, access.get(of)), ...note(of)],
    }),
  )
  const lower = backends.flatMap((of) =>
    operationsOf(
      of,
      () => {
        const own = [...queriesOf(random, access.get(of)), ...note(of)]
        const isProducer = stores.broker !== null && !consumers.includes(of) && random.chance(0.5)
        if (isProducer && stores.broker !== null)
          own.push({ do: 'publish', broker: stores.broker, consumers: consuming })
        return own
      },
      3,
    ),
  )
  const requests = (below: readonly Operation[], most: number): Step[] =>
    Array.from({ length: random.int(1, most) }, () => ({
      do: 'request',
      to: random.pick(below),
      timeoutMs: random.pick([2_000, 5_000, 15_000]),
    }))
  const between = middle.flatMap((of) => operationsOf(of, () => [...note(of), ...requests(lower, 3)], 3))
  const own = Array.from({ length: random.int(4, 7) }, (_, i): Operation => {
    const steps: Step[] = [{ do: 'compute', ms: 1.5 }, ...note(front), ...requests([...between, ...lower], 3)]
    return { service: front, name: `${METHODS[i % 3] ?? 'GET'} /app/${words[i] ?? i}`, steps }
  })
  return {
    services: [front, ...middle, ...backends],
    stores: stores.all,
    operations: [...own, ...between, ...lower, ...consuming],
    entries: own.map((operation) => ({ operation, weight: random.between(0.5, 2) })),
  }
}

const VERBS = ['Find', 'Change', 'Close'] as const
const METHODS = ['GET', 'POST', 'PUT'] as const

interface Access {
  readonly databases: readonly Store[]
  readonly reader: Store | null
  readonly cache: Store | null
}

/** One to three databases, each shared or not, with a replica, a cache and a broker where drawn or wanted. */
class StorePlan {
  readonly all: Store[] = []
  readonly broker: Store | null
  readonly #random: Random
  readonly #databases: Store[]
  readonly #replica: Store | null
  readonly #cache: Store | null
  readonly #sharing: number

  constructor(random: Random, words: readonly string[], { roles, sharing }: Wanted) {
    this.#random = random
    this.#sharing = sharing
    const naming = random.pick(STORE_NAMES)
    const domain = random.pick(['', '', '.internal', '.data.svc.cluster.local', ':5000'])
    const make = (role: Role, word: string, like?: Product): Store => {
      const product = like ?? random.pick(PRODUCTS.filter(({ roles: of }) => of.includes(role)))
      const plain = naming(word, product, role)
      const name = this.all.some((store) => store.name === plain) ? `${plain}-${this.all.length}` : plain
      const sends = random.pick<Sends>(['lines', 'metrics', 'metrics', 'both', 'both', 'nothing'])
      const store: Store = { name, host: `${name}${domain}`, role, product, sends }
      this.all.push(store)
      return store
    }
    this.#databases = Array.from({ length: random.int(1, 3) }, (_, i) => make('database', words[i] ?? 'main'))
    const [main] = this.#databases
    const has = (role: Role, share: number): boolean => roles.has(role) || random.chance(share)
    this.#replica = has('replica', 0.3) ? make('replica', words[0] ?? 'main', main?.product) : null
    this.#cache = has('cache', 0.4) ? make('cache', words[3] ?? 'main') : null
    this.broker = has('broker', 0.35) ? make('broker', words[4] ?? 'main') : null
  }

  /** @param i the service among those that keep data: the first ones share the first database. */
  accessOf(i: number): Access {
    const random = this.#random
    const [main] = this.#databases
    const first = i < this.#sharing && main !== undefined ? main : random.pick(this.#databases)
    const databases = random.chance(0.25) ? [...new Set([first, random.pick(this.#databases)])] : [first]
    const isOfMain = first === main
    return {
      databases,
      reader: isOfMain && (i < 2 || random.chance(0.5)) ? this.#replica : null,
      cache: i < 2 || random.chance(0.4) ? this.#cache : null,
    }
  }
}

function queriesOf(random: Random, access: Access | undefined): Step[] {
  if (access === undefined) return []
  return Array.from({ length: random.int(1, 4) }, (): Step => {
    const database = random.pick(access.databases)
    const isWrite = random.chance(0.35)
    const isRead = !isWrite && access.reader !== null && random.chance(0.6)
    const query: Query = {
      do: 'query',
      store: isRead && access.reader !== null ? access.reader : database,
      table: random.pick(['accounts', 'entries', 'lines', 'states', 'files']),
      isWrite,
      ms: random.logNormal(4, 0.6),
    }
    if (isWrite || access.cache === null || random.chance(0.4)) return query
    // What is kept in a cache is dear to compute.
    const behind = { ...query, ms: random.logNormal(40, 0.5) }
    return { do: 'cached', cache: access.cache, hits: random.between(0.85, 0.97), behind }
  })
}

/** Every query of an operation, those behind caches too. */
export function queriesIn({ steps }: Operation): Query[] {
  return steps.flatMap((step) => (step.do === 'query' ? [step] : step.do === 'cached' ? [step.behind] : []))
}

/** Services with an operation that asks this store. */
export function clientsOf({ operations }: System, store: Store): Service[] {
  const asks = (step: Step): boolean =>
    (step.do === 'query' && step.store === store) ||
    (step.do === 'cached' && (step.cache === store || step.behind.store === store)) ||
    (step.do === 'publish' && step.broker === store)
  return [...new Set(operations.filter(({ steps }) => steps.some(asks)).map(({ service }) => service))]
}
