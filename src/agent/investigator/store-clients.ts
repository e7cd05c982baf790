/**
 * Who asks stores (databases, caches, brokers) that send no spans, and how that changed with the incident: which
 * statements of a client became slow or fail, which did not, and whether the client asks more for each request than it
 * did. That is what tells a store's trouble from the trouble one of its clients makes (store-or-client.ts).
 */
import type { LinkActivity, OperationActivity, TraceActivity } from '../../telemetry/index.ts'
import { groupMemberOf } from './group-readings.ts'
import { selfTimeFindings } from './latency.ts'
import type { MetricReadings } from './metric-look.ts'
import { servicesAt } from './service-names.ts'
import { spanFailureFindings } from './span-changes.ts'
import { baselineBlocks, rangeSum, type Split, strongestChange } from './split.ts'
import { rateLlr, ratioDispersion, sumOf } from './stats.ts'
import { isStatement } from './store-calls.ts'

/** One client's calls of one store. */
export interface Asking {
  readonly client: string
  /** Null: its spans do not say which store, or name several. */
  readonly store: string | null
  /** The stores that such spans name, where they name several. */
  readonly among?: readonly string[]
  /**
   * Its statements that are slow or fail since the onset, and those that do as well as before. One that is far less ill
   * than another one of the same client is neither: it may only wait for the connection that the other one holds.
   */
  readonly ill: readonly string[]
  readonly well: readonly string[]
  /** Whether it asks for something else that does well, or is far less ill: the trouble is of a part of what it asks. */
  readonly isPart?: boolean
  /** The strongest evidence that one of them is slow or fails, in nats. */
  readonly nats: number
  /** Evidence that it asks more for each request than it did, in nats; attempts that repeat a failure do not count. */
  readonly more: number
}

export interface StoreClients {
  /** Services that are stores by their lines, their metrics, or by what is asked of them. */
  readonly stores: readonly string[]
  readonly askings: readonly Asking[]
  /** The same of stores that send nothing at all: `store` is the host that the spans name. */
  readonly unseen?: readonly Asking[]
}

/** Metrics that only stores and their exporters send. */
const STORE_METRIC =
  /postgres|^pg_|mysql|maria|mongo|cassandra|redis|valkey|memcached|kafka|rabbit|^nats|elasticsearch|DatabaseConnections|evict|keyspace|hit.?(?:rate|ratio)|replication.?lag|replica.?lag|MessagesVisible|messages_ready|consumer.?lag|read.?latency|write.?latency/i
/** Metrics that a service sends of its own calls of stores. */
const CLIENT_METRIC = /client|pool|hikari/i
/** If at least this share of an operation's spans has no children, it calls nobody that sends spans. */
const LEAVES_SHARE = 0.95
/** From this evidence on, in nats, a statement is ill. */
const ILL_MIN = 3
/** One that is less ill than this share of the client's worst one may only wait for it. */
const ILL_SHARE = 0.25
/** A statement that does well was asked this often since the onset. */
const CALLS_MIN = 10
/** Statements that are kept by name, of each client and store. */
const NAMES_MAX = 12
/** How many times as often a client must ask for each request, apart from asking again what failed. */
const MORE_FACTOR = 1.5

/**
 * @param byLines stores by their own lines. @param untraced services that send no spans.
 * @param refused how often each service said since the onset that something failed it, beyond its usual.
 */
export function storeClientsAt(
  traces: TraceActivity | null,
  metrics: MetricReadings | null,
  byLines: readonly string[],
  untraced: readonly string[],
  split: Split,
  refused: ReadonlyMap<string, number> = new Map(),
): StoreClients {
  // Without spans nothing tells who asks whom.
  if (traces === null) return { stores: [], askings: [] }
  const stores = new Set([...byLines, ...storesByMetrics(metrics, untraced)])
  const asked = traces.operations.filter((operation) => asksStore(operation))
  if (asked.length === 0) return { stores: [...stores], askings: [] }
  const placeOf = new Map<string, readonly string[]>()
  const hosts = new Set<string>()
  for (const { service, operation, peers } of asked) {
    const named = [...new Set(servicesAt(peers, untraced))]
    // A host that nobody sends anything for is a store that nobody can look at.
    const isUnseen = named.length === 0 && peers.length > 0
    if (isUnseen) for (const host of peers) hosts.add(host)
    for (const name of named) stores.add(name)
    placeOf.set(keyOf(service, operation), isUnseen ? peers : named)
  }
  const nats = illnessOf(traces, asked, split)
  const more = moreAsked(traces, asked, split, refused)
  const askings = new Map<string, GrowingAsking>()
  for (const operation of asked) {
    const key = keyOf(operation.service, operation.operation)
    const places = placeOf.get(key) ?? []
    const id = keyOf(operation.service, places.join('\u0000'))
    const known = askings.get(id) ?? { client: operation.service, places, statements: [], more: 0 }
    const isAsked = rangeSum(operation.calls, split.onset, split.to) >= CALLS_MIN
    known.statements.push({ name: operation.operation, nats: nats.get(key) ?? 0, isAsked })
    known.more = Math.max(known.more, more.get(key) ?? 0)
    askings.set(id, known)
  }
  const made = [...askings.values()]
  const isUnseen = ({ places }: GrowingAsking): boolean => places.some((place) => hosts.has(place))
  const unseen = made.filter(isUnseen).map(askingOf)
  return {
    stores: [...stores],
    askings: made.filter((one) => !isUnseen(one)).map(askingOf),
    ...(unseen.length > 0 ? { unseen } : {}),
  }
}

interface GrowingAsking {
  readonly client: string
  readonly places: readonly string[]
  readonly statements: { readonly name: string; readonly nats: number; readonly isAsked: boolean }[]
  more: number
}

function askingOf({ client, places, statements, more }: GrowingAsking): Asking {
  const most = statements.reduce((strongest, { nats }) => Math.max(strongest, nats), 0)
  const ill = statements.filter(({ nats }) => nats >= Math.max(ILL_MIN, ILL_SHARE * most))
  const well = statements.filter(({ nats, isAsked }) => nats < ILL_MIN && isAsked)
  const things = new Set(ill.map(({ name }) => thingOf(name)))
  const names = (of: typeof statements): string[] => of.slice(0, NAMES_MAX).map(({ name }) => name)
  const [place = null] = places
  return {
    client,
    store: places.length === 1 ? place : null,
    ...(places.length > 1 ? { among: places } : {}),
    ill: names(ill),
    well: names(well),
    isPart: statements.some(({ name, isAsked }) => isAsked && !things.has(thingOf(name))),
    nats: most,
    more,
  }
}

/** The table, collection or topic that a statement asks for. */
export function thingOf(statement: string): string {
  return statement.split(' ').at(-1) ?? statement
}

function asksStore({ operation, calls, leaves }: OperationActivity): boolean {
  return isStatement(operation) && sumOf(leaves) >= LEAVES_SHARE * sumOf(calls)
}

function storesByMetrics(metrics: MetricReadings | null, untraced: readonly string[]): string[] {
  const found = new Set<string>()
  for (const { service, metric, attributes } of metrics?.activity.series ?? []) {
    if (found.has(service) || !STORE_METRIC.test(metric) || CLIENT_METRIC.test(metric)) continue
    // A reader tells how far its own group is behind; a broker tells it of others.
    if (groupMemberOf(attributes, untraced) !== service) found.add(service)
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
  refused: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const silent = silentFailures(operations, split, refused)
  const all = new Map(traces.operations.map((one) => [keyOf(one.service, one.operation), one]))
  const asked = new Map(operations.map((one) => [keyOf(one.service, one.operation), one]))
  const more = new Map<string, number>()
  for (const link of traces.links) {
    const key = keyOf(link.calleeService, link.calleeOperation)
    const child = asked.get(key)
    const parent = all.get(keyOf(link.callerService, link.callerOperation))
    if (child === undefined || parent === undefined || link.callerService !== link.calleeService) continue
    const strength = moreOfLink(link, parent, child, split, silent.get(link.callerService) ?? 0)
    more.set(key, Math.max(strength, more.get(key) ?? 0))
  }
  return more
}

/**
 * Spans without a status say of no statement that it failed. Of clients whose spans say so of none, the share that failed
 * is what their lines tell: each of these may have been asked again.
 */
function silentFailures(
  operations: readonly OperationActivity[],
  { onset, to }: Split,
  refused: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  for (const [service, own] of Map.groupBy(operations, (operation) => operation.service)) {
    const isTold = own.some(({ errors }) => rangeSum(errors, onset, to) > 0)
    const asked = sumOf(own.map(({ calls }) => rangeSum(calls, onset, to)))
    shares.set(service, isTold ? 0 : (refused.get(service) ?? 0) / Math.max(1, asked))
  }
  return shares
}

function moreOfLink(
  link: LinkActivity,
  parent: OperationActivity,
  child: OperationActivity,
  split: Split,
  /** The share of the client's statements that failed, by its lines. */
  untold: number,
): number {
  const change = strongestChange(link.calls, parent.calls, split, rateLlr)
  if (!(change.n1 > 0) || !(change.n2 > 0)) return 0
  const told = rangeSum(child.errors, change.at, split.to) / Math.max(1, rangeSum(child.calls, change.at, split.to))
  const failed = Math.max(told, Math.min(1, untold))
  const repeated = 1 / Math.max(0.1, 1 - failed)
  if (change.k2 / change.n2 < MORE_FACTOR * repeated * (change.k1 / change.n1)) return 0
  return change.llr / ratioDispersion(baselineBlocks(link.calls, split), baselineBlocks(parent.calls, split))
}

function keyOf(service: string, operation: string): string {
  return `${service}\u0000${operation}`
}
