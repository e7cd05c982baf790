/** What goes wrong in a system with shared stores: in a store, on the way to it, or in a service that asks it. */
import type { Random } from '../synthetic/random.ts'
import {
  clientsOf,
  type Operation,
  queriesIn,
  type Role,
  type Service,
  type Store,
  type System,
  type Wanted,
} from './system.ts'

/** The store's own doing. */
const OF_STORE = [
  'slow_queries',
  'locked_table',
  'store_disk',
  'failover',
  'store_starved',
  'replica_slow',
  'cache_evicted',
  'broker_slow',
] as const
/** The doing of one service that asks it, or of its way there. */
const OF_CLIENT = [
  'way_to_store',
  'small_pool',
  'leaked_connections',
  'many_queries',
  'table_scan',
  'cache_bypassed',
  'stuck_consumer',
] as const
export const BACKEND_FAULTS = [...OF_STORE, ...OF_CLIENT] as const
export type BackendFault = (typeof BACKEND_FAULTS)[number]
export const BACKEND_QUIET = ['calm', 'surge', 'deploy', 'backup', 'cold_cache', 'vacuum'] as const
export type BackendQuiet = (typeof BACKEND_QUIET)[number]

export interface Fault {
  readonly kind: BackendFault
  readonly store: Store
  /** Null: the store's own. */
  readonly client: Service | null
  /** The operation with the new query; null for all. */
  readonly operation: Operation | null
  readonly table: string
  readonly startMs: number
  /** A factor or milliseconds, by kind. */
  readonly amount: number
  readonly share: number
  /** A client that uses up the store takes others with it. */
  readonly isFelt: boolean
}

const ROLE_OF: Partial<Record<BackendFault, Role>> = {
  replica_slow: 'replica',
  cache_evicted: 'cache',
  cache_bypassed: 'cache',
  broker_slow: 'broker',
  stuck_consumer: 'broker',
}

export function wantedFor(kind: BackendFault | null, random: Random): Wanted {
  const role = kind === null ? undefined : ROLE_OF[kind]
  return { roles: new Set(role === undefined ? [] : [role]), sharing: random.int(1, 4) }
}

/** Null where the system cannot have it. */
export function makeFault(random: Random, system: System, kind: BackendFault, startMs: number): Fault | null {
  const reached = new Set<Operation>()
  const visit = (operation: Operation): void => {
    if (reached.has(operation)) return
    reached.add(operation)
    for (const step of operation.steps) {
      if (step.do === 'request') visit(step.to)
      if (step.do === 'publish') step.consumers.forEach(visit)
    }
  }
  for (const { operation } of system.entries) visit(operation)
  const seen = { ...system, operations: [...reached] }
  const role = ROLE_OF[kind] ?? 'database'
  const stores = system.stores.filter((store) => store.role === role && clientsOf(seen, store).length > 0)
  if (stores.length === 0) return null
  const store = random.pick(stores)
  const client = clientOf(random, seen, kind, store)
  const isOfClient = OF_CLIENT.some((one) => one === kind)
  if (isOfClient && client === null) return null
  const asked = seen.operations.filter((one) => queriesIn(one).some((query) => query.store === store))
  const tables = [
    ...new Set(
      asked.flatMap((one) =>
        queriesIn(one)
          .filter((query) => query.store === store && (kind !== 'locked_table' || query.isWrite))
          .map(({ table }) => table),
      ),
    ),
  ]
  if (kind === 'locked_table' && tables.length === 0) return null
  const own = asked.filter(({ service }) => service === client)
  return {
    kind,
    store,
    client: isOfClient ? client : null,
    operation: kind === 'table_scan' && own.length > 0 ? random.pick(own) : null,
    table: tables.length > 0 ? random.pick(tables) : '',
    startMs,
    amount: amountOf(random, kind),
    share: random.between(0.5, 1),
    isFelt: random.chance(0.6),
  }
}

function clientOf(random: Random, system: System, kind: BackendFault, store: Store): Service | null {
  const consumers = system.operations.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.do === 'publish' ? step.consumers : [])),
  )
  const clients =
    kind === 'stuck_consumer' ? [...new Set(consumers.map(({ service }) => service))] : clientsOf(system, store)
  return clients.length === 0 ? null : random.pick(clients)
}

function amountOf(random: Random, kind: BackendFault): number {
  switch (kind) {
    case 'slow_queries':
    case 'replica_slow':
      return random.between(15, 80)
    case 'store_starved':
      return random.between(5, 12)
    case 'many_queries':
      return random.int(8, 25)
    case 'table_scan':
      return random.between(300, 1_500)
    case 'stuck_consumer':
      return random.between(20, 80)
    case 'broker_slow':
    case 'way_to_store':
    case 'small_pool':
      return random.between(300, 2_500)
    default:
      return 1
  }
}

/** Services that are right to name: the store, or who misuses it. Where nobody else asks, a cut lies between both. */
export function guilty({ kind, store, client }: Fault, system: System): string[] {
  const clients = clientsOf(system, store)
  if (client === null)
    return store.sends === 'nothing' ? [store.name, ...clients.map(({ name }) => name)] : [store.name]
  if (kind === 'way_to_store' && clients.length === 1 && store.sends !== 'nothing') return [client.name, store.name]
  return [client.name]
}
