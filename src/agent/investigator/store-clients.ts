/**
 * Who asks stores (databases, caches, brokers) that send no spans, and how that changed with the incident: which
 * statements of a client became slow or fail, which did not, and whether the client asks more for each request than it
 * did. That is what tells a store's trouble from the trouble one of its clients makes (store-or-client.ts).
 */
import type { LinkActivity, OperationActivity, TraceActivity } from '../../telemetry/index.ts'
import { selfTimeFindings } from './latency.ts'
import type { MetricReadings } from './metric-look.ts'
import { servicesAt } from './service-names.ts'
import { spanFailureFindings } from './span-changes.ts'
import { baselineBlocks, rangeSum, type Split, strongestChange } from './split.ts'
import { rateLlr, ratioDispersion, sumOf } from './stats.ts'

/** One client's calls of one store. */
export interface Asking {
  readonly client: string
  /** Null: its spans do not say which store. */
  readonly store: string | null
  /** Its statements that are slow or fail since the onset, and those that do as well as before. */
  readonly ill: readonly string[]
  readonly well: readonly string[]
  /** The strongest evidence that one of them is slow or fails, in nats. */
  readonly nats: number
  /** Evidence that it asks more for each request than it did, in nats; attempts that repeat a failure do not count. */
  readonly more: number
}

export interface StoreClients {
  /** Services that are stores by their lines, their metrics, or by what is asked of them. */
  readonly stores: readonly string[]
  readonly askings: readonly Asking[]
}

/** Statements, commands and messages: what clients' spans of stores are called. `GET /orders` is a request, and no command. */
const STATEMENT =
  /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|UPSERT|REPLACE|COMMIT|GET|SET|DEL|MGET|MSET|INCR|HGET|HSET|HMGET|HMSET|LPUSH|RPOP|ZADD|ZRANGE|EVAL|find|insert|update|delete|aggregate|query|publish|send)(?:$|\s[^/\s])|^\S+ (?:publish|send)$/
/** Metrics that only stores and their exporters send. */
const STORE_METRIC =
  /postgres|^pg_|mysql|maria|mongo|cassandra|redis|valkey|memcached|kafka|rabbit|^nats|elasticsearch|DatabaseConnections|evict|keyspace|hit.?(?:rate|ratio)|replication.?lag|replica.?lag|MessagesVisible|messages_ready|consumer.?lag|read.?latency|write.?latency/i
/** Metrics that a service sends of its own calls of stores. */
const CLIENT_METRIC = /client|pool|hikari/i
/** If at least this share of an operation's spans has no children, it calls nobody that sends spans. */
const LEAVES_SHARE = 0.95
/** From this evidence on, in nats, a statement is ill. */
const ILL_MIN = 3
/** A statement that does well was asked this often since the onset. */
const CALLS_MIN = 10
/** Statements that are kept by name, of each client and store. */
const NAMES_MAX = 12
/** How many times as often a client must ask for each request, apart from asking again what failed. */
const MORE_FACTOR = 1.5

/** @param byLines stores by their own lines. @param untraced services that send no spans. */
export function storeClientsAt(
  traces: TraceActivity | null,
  metrics: MetricReadings | null,
  byLines: readonly string[],
  untraced: readonly string[],
  split: Split,
): StoreClients {
  // Without spans nothing tells who asks whom.
  if (traces === null) return { stores: [], askings: [] }
  const stores = new Set([...byLines, ...storesByMetrics(metrics, untraced)])
  const asked = traces.operations.filter((operation) => isStatement(operation))
  if (asked.length === 0) return { stores: [...stores], askings: [] }
  const storeOf = new Map<string, string | null>()
  for (const { service, operation, peers } of asked) {
    const named = [...new Set(servicesAt(peers, untraced))]
    // A host that nobody sends anything for is a store that nobody can look at.
    if (peers.length > 0 && named.length === 0) continue
    for (const name of named) stores.add(name)
    storeOf.set(keyOf(service, operation), named.length === 1 ? (named[0] ?? null) : null)
  }
  const own = asked.filter(({ service, operation }) => storeOf.has(keyOf(service, operation)))
  const nats = illnessOf({ ...traces, operations: traces.operations }, own, split)
  const more = moreAsked(traces, own, split)
  const askings = new Map<string, Asking>()
  for (const operation of own) {
    const key = keyOf(operation.service, operation.operation)
    const store = storeOf.get(key) ?? null
    const isAsked = rangeSum(operation.calls, split.onset, split.to) >= CALLS_MIN
    const place = `${operation.service}\u0000${store ?? ''}`
    const known = askings.get(place) ?? { client: operation.service, store, ill: [], well: [], nats: 0, more: 0 }
    const strength = nats.get(key) ?? 0
    const isIll = strength >= ILL_MIN
    askings.set(place, {
      ...known,
      ill: isIll ? noted(known.ill, operation.operation) : known.ill,
      well: !isIll && isAsked ? noted(known.well, operation.operation) : known.well,
      nats: Math.max(known.nats, strength),
      more: Math.max(known.more, more.get(key) ?? 0),
    })
  }
  return { stores: [...stores], askings: [...askings.values()] }
}

function noted(names: readonly string[], name: string): readonly string[] {
  return names.length < NAMES_MAX ? [...names, name] : names
}

function isStatement({ operation, calls, leaves }: OperationActivity): boolean {
  return STATEMENT.test(operation) && sumOf(leaves) >= LEAVES_SHARE * sumOf(calls)
}

function storesByMetrics(metrics: MetricReadings | null, untraced: readonly string[]): string[] {
  const found = new Set<string>()
  for (const { service, metric } of metrics?.activity.series ?? []) {
    if (STORE_METRIC.test(metric) && !CLIENT_METRIC.test(metric)) found.add(service)
  }
  return untraced.filter((name) => found.has(name))
}

/** The strongest sign, in nats, that each of these operations is slow or fails. */
function illnessOf(
  traces: TraceActivity,
  operations: readonly OperationActivity[],
  split: Split,
): ReadonlyMap<string, number> {
  const keys = new Set(operations.map(({ service, operation }) => keyOf(service, operation)))
  const nats = new Map<string, number>()
  const failing = spanFailureFindings({ ...traces, operations: [...operations] }, split, '')
  for (const { service, subject, strength } of [...selfTimeFindings(traces, split, ''), ...failing]) {
    const key = keyOf(service, subject)
    if (keys.has(key)) nats.set(key, Math.max(strength, nats.get(key) ?? 0))
  }
  return nats
}

/** Per operation asked: the evidence that each call of its caller asks it more often. */
function moreAsked(
  traces: TraceActivity,
  operations: readonly OperationActivity[],
  split: Split,
): ReadonlyMap<string, number> {
  const all = new Map(traces.operations.map((one) => [keyOf(one.service, one.operation), one]))
  const asked = new Map(operations.map((one) => [keyOf(one.service, one.operation), one]))
  const more = new Map<string, number>()
  for (const link of traces.links) {
    const key = keyOf(link.calleeService, link.calleeOperation)
    const child = asked.get(key)
    const parent = all.get(keyOf(link.callerService, link.callerOperation))
    if (child === undefined || parent === undefined || link.callerService !== link.calleeService) continue
    const strength = moreOfLink(link, parent, child, split)
    more.set(key, Math.max(strength, more.get(key) ?? 0))
  }
  return more
}

function moreOfLink(link: LinkActivity, parent: OperationActivity, child: OperationActivity, split: Split): number {
  const change = strongestChange(link.calls, parent.calls, split, rateLlr)
  if (!(change.n1 > 0) || !(change.n2 > 0)) return 0
  const failed = rangeSum(child.errors, change.at, split.to) / Math.max(1, rangeSum(child.calls, change.at, split.to))
  const repeated = 1 / Math.max(0.1, 1 - failed)
  if (change.k2 / change.n2 < MORE_FACTOR * repeated * (change.k1 / change.n1)) return 0
  return change.llr / ratioDispersion(baselineBlocks(link.calls, split), baselineBlocks(parent.calls, split))
}

function keyOf(service: string, operation: string): string {
  return `${service}\u0000${operation}`
}
