/** Draws a cluster: services with several pods each, what they call, what a request costs them, and their nodes. */
import type { Random } from '../synthetic/random.ts'

export interface Service {
  readonly name: string
  /** Keeps data for others: has resources, and no requests that a mesh could count. */
  readonly isStore: boolean
  readonly replicas: number
  /** Processor time of one request. */
  readonly cpuMs: number
  /** Cores; what its pods get at most. */
  cores: number
  readonly hasLimit: boolean
  readonly baseMb: number
  readonly limitMb: number
  readonly answerBytes: number
  /** Requests that a pod handles at once. */
  readonly workers: number
  readonly retries: number
  readonly timeoutMs: number
  readonly startupMs: number
  /** How much more a request costs just after the start. */
  readonly coldness: number
  readonly version: number
  readonly operations: Operation[]
}

export interface Call {
  readonly to: Operation
  /** Of how many requests. */
  readonly share: number
  /** Whether a request fails with it. */
  readonly isNeeded: boolean
}

export interface Operation {
  readonly service: Service
  readonly calls: readonly Call[]
  /** Of the service's usual cost. */
  readonly weight: number
}

export interface Entry {
  readonly operation: Operation
  readonly weight: number
}

export interface Cluster {
  readonly services: readonly Service[]
  readonly entries: readonly Entry[]
  readonly nodes: readonly string[]
  readonly namespace: string
  /** Requests from outside in a second. */
  readonly perSecond: number
}

const WORDS = [
  'album',
  'basket',
  'claims',
  'delivery',
  'events',
  'feed',
  'geo',
  'hotel',
  'identity',
  'journey',
  'ledger',
  'media',
  'notes',
  'offers',
  'profile',
  'quotes',
  'ratings',
  'seats',
  'tickets',
  'uploads',
  'vouchers',
  'wallet',
] as const
const FRONTS = ['edge', 'web', 'gateway', 'storefront', 'mobile-api', 'partner-api', 'public-api'] as const
const STORES = ['postgres', 'mongo', 'redis', 'mysql', 'cassandra'] as const
const NAMES: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `${word}-service`,
  (word) => `${word}-api`,
  (word) => `${word}svc`,
  (word) => `acme-${word}`,
  (word) => `${word}-v1`,
]
const NODES: readonly ((random: Random, i: number) => string)[] = [
  (random) => `ip-10-${random.int(0, 60)}-${random.int(0, 250)}-${random.int(2, 250)}.eu-west-1.compute.internal`,
  (random) => `gke-prod-pool-1-${random.hex(8)}-${random.hex(4)}`,
  (_random, i) => `aks-system-3014-vmss00000${i}`,
  (_random, i) => `worker-${i + 1}`,
]
/** Calls of one case, few enough to run a hundred cases. */
const CALLS_AIM = [25_000, 55_000] as const
const RATES = [2, 22] as const

export interface Sizes {
  readonly services: number
  readonly seconds: number
  /** Pods of most services, and of some. */
  readonly pods: readonly [number, number]
}

export function makeCluster(random: Random, sizes: Sizes): Cluster {
  const words = random.shuffled(WORDS)
  const named = random.pick(NAMES)
  const fronts = random.shuffled(FRONTS).slice(0, sizes.services > 7 ? random.int(1, 2) : 1)
  const stores = random.int(1, 2)
  const rest = sizes.services - fronts.length - stores
  const middles = Math.max(1, Math.round(rest * random.between(0.3, 0.55)))
  const usual = () => (random.chance(0.3) ? sizes.pods[1] : sizes.pods[0])
  const kept = random
    .shuffled(STORES)
    .slice(0, stores)
    .map((name) => makeService(random, random.chance(0.5) ? name : `${named(words.pop() ?? 'main')}-db`, true, 1))
  for (const store of kept) store.operations.push({ service: store, calls: [], weight: 1 })
  const leaves = Array.from({ length: rest - middles }, () =>
    makeService(random, named(words.pop() ?? 'spare'), false, usual()),
  )
  for (const leaf of leaves) addOperations(random, leaf, [], kept, 0)
  const middle: Service[] = []
  for (let i = 0; i < middles; i++) {
    const one = makeService(random, named(words.pop() ?? 'other'), false, usual())
    addOperations(random, one, [...leaves, ...middle.slice(0, i > 1 ? 1 : 0)], kept, random.int(1, 3))
    middle.push(one)
  }
  const front = fronts.map((name) => makeService(random, name, false, usual()))
  for (const one of front) addOperations(random, one, [...middle, ...middle, ...leaves], [], random.int(2, 3), 3)
  const services = [...front, ...middle, ...leaves, ...kept]
  adopt(random, front, services)
  const entries = front.flatMap(({ operations }) =>
    operations.map((operation) => ({ operation, weight: random.between(0.5, 2) })),
  )
  const visits = visitsOf(entries)
  const calls = [...visits.values()].reduce((sum, visit) => sum + visit, 0)
  const perSecond = Math.max(RATES[0], Math.min(RATES[1], random.between(...CALLS_AIM) / calls / sizes.seconds))
  for (const service of services) {
    const busy = ((visits.get(service) ?? 0) * perSecond * service.cpuMs) / 1_000 / service.replicas
    const limit = busy / random.between(0.2, 0.55)
    service.cores = service.isStore ? 2 : service.hasLimit ? Math.max(0.05, Math.ceil(limit * 50) / 50) : 1
  }
  const naming = random.pick(NODES)
  const nodes = Array.from({ length: random.int(3, 6) }, (_, i) => naming(random, i))
  return {
    services,
    entries,
    nodes,
    namespace: random.pick(['default', 'prod', 'shop', 'platform', 'live']),
    perSecond,
  }
}

/** Who is called by nobody is called by a front. */
function adopt(random: Random, front: readonly Service[], services: readonly Service[]): void {
  const called = new Set(
    services.flatMap(({ operations }) => operations.flatMap(({ calls }) => calls.map(({ to }) => to.service))),
  )
  for (const orphan of services.filter((one) => !called.has(one) && !front.includes(one))) {
    const { operations } = random.pick(front)
    const at = random.int(0, operations.length - 1)
    const operation = operations[at]
    if (operation === undefined) continue
    const call = { to: random.pick(orphan.operations), share: random.between(0.4, 1), isNeeded: random.chance(0.75) }
    operations[at] = { ...operation, calls: [...operation.calls, call] }
  }
}

function makeService(random: Random, name: string, isStore: boolean, replicas: number): Service {
  const baseMb = random.logNormal(isStore ? 700 : 160, 0.5)
  return {
    name,
    isStore,
    replicas,
    cpuMs: random.logNormal(isStore ? 5 : 22, 0.5),
    cores: 1,
    hasLimit: random.chance(0.75),
    baseMb,
    limitMb: Math.ceil((baseMb * random.between(1.5, 2.4)) / 64) * 64,
    answerBytes: random.logNormal(4_000, 1),
    workers: isStore ? 400 : random.pick([8, 16, 32, 64]),
    retries: random.pick([0, 0, 1, 2]),
    timeoutMs: random.pick([1_500, 3_000, 5_000, 10_000]),
    startupMs: random.between(5_000, 28_000),
    coldness: random.pick([0.1, 0.4, 1.5]),
    version: random.int(3, 60),
    operations: [],
  }
}

function addOperations(
  random: Random,
  service: Service,
  below: readonly Service[],
  stores: readonly Service[],
  calls: number,
  most = 2,
): void {
  const store = stores.length > 0 && random.chance(0.7) ? random.pick(stores) : null
  for (let i = random.int(1, most); i > 0; i--) {
    const others = below.length === 0 ? [] : Array.from({ length: calls }, () => random.pick(below))
    const asked = [...new Set(others), ...(store === null ? [] : [store])]
    service.operations.push({
      service,
      weight: random.between(0.6, 1.5),
      calls: asked.map((to) => ({
        to: random.pick(to.operations),
        share: random.chance(0.6) ? 1 : random.between(0.3, 0.9),
        isNeeded: to === store || random.chance(0.75),
      })),
    })
  }
}

/** How often one request from outside comes by each service. */
export function visitsOf(entries: readonly Entry[]): Map<Service, number> {
  const visits = new Map<Service, number>()
  const total = entries.reduce((sum, { weight }) => sum + weight, 0)
  const visit = ({ service, calls }: Operation, share: number): void => {
    visits.set(service, (visits.get(service) ?? 0) + share)
    for (const call of calls) visit(call.to, share * call.share)
  }
  for (const { operation, weight } of entries) visit(operation, weight / total)
  return visits
}

export function calleesOf({ operations }: Service): Service[] {
  return [...new Set(operations.flatMap(({ calls }) => calls.map(({ to }) => to.service)))]
}
