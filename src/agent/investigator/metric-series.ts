/**
 * Metrics in the form that the analysis uses: one row of readings per interval for each service, metric and set of
 * attributes, oriented so that more is worse. If attributes name two services, the row is about the edge between them.
 */
import { medianOf } from '../../median.ts'
import type { MetricActivity, MetricSeriesActivity } from '../../telemetry/index.ts'
import { OUTBOUND, oneEventOf } from './metric-counts.ts'
import { pairsOf } from './metric-instances.ts'
import { type Members, membersOf } from './metric-members.ts'
import { isHostMetric, isResource, type MetricRole, metricRole, roleOf } from './metric-roles.ts'
import { failingShares } from './metric-shares.ts'

export interface MetricRow {
  readonly service: string
  /** '' for the mean over all instances. */
  readonly instance: string
  readonly metric: string
  readonly attributes: string
  readonly unit: string
  readonly role: MetricRole
  /** It describes the machine under the service rather than the service. */
  readonly isHost: boolean
  /** Caller and callee, if attributes name them. */
  readonly edge: { readonly caller: string; readonly callee: string } | null
  /** The metric's usual level over all services. */
  readonly typical: number
  /** Of a count of failures: what one failure in a reading is; null for shares and everything else. */
  readonly oneFailure: number | null
  /** Counts the requests that a service gets. */
  readonly isRequestCount: boolean
  /** Readings are per second: they arrived so, or a counter was turned into a rate. */
  readonly isPerSecond: boolean
  /**
   * The requests that a reading of durations or failures is based on. If no metric of the service counts them, as many as
   * services that count theirs usually get; null where none does.
   */
  readonly requests: number | null
  /** The same as a share of the busiest service's. */
  readonly requestShare: number | null
  /** Whether readings are compared in percentage points, as shares of requests are, or in logarithms. */
  readonly isInPoints: boolean
  /** Readings of each instance behind a mean, as sent. */
  readonly parts: ReadonlyMap<string, Float64Array>
  /** Which instances a mean is of; null where it is none. */
  readonly members: Members | null
  /** Readings as sent, one per interval. NaN if there is none. */
  readonly raw: Float64Array
  /** The same on a scale where differences can be compared: logarithms or percentage points; more is worse. */
  readonly harm: Float64Array
}

export type PlainRow = Omit<MetricRow, 'harm' | 'typical' | 'requests' | 'requestShare' | 'members'>
/** Steps that distinguish a new instance from one whose first reading was lost. */
export const LATE_STEPS = 3

/** Attributes that name the two ends of a call, as service meshes and instrumentations write them. */
const CALLER_KEYS = ['client', 'source', 'src', 'caller', 'from', 'source_service', 'source_workload', 'downstream']
const CALLEE_KEYS = [
  'server',
  'destination',
  'dst',
  'callee',
  'to',
  'target',
  'peer.service',
  'server.address',
  'net.peer.name',
  'dst_service',
  'dst_deployment',
  'envoy_cluster_name',
  'destination_service',
  'destination_workload',
  'upstream',
  'rpc.service',
]
/**
 * Relative changes are measured against the level plus this share of the usual level elsewhere, so that 0 → 1 is not
 * infinite.
 */
const FLOOR_SHARE = 0.05
/**
 * The same in units of the metric's usual level. A level that is a thousand times smaller than elsewhere is still
 * resolved finely enough.
 */
const FLOOR_OF_METRIC = 0.005
/** If a service has more instances than this, only their mean is judged. */
const INSTANCES_MAX = 12

/** All rows: the mean over the instances of each service and, for resources, also each instance alone. */
export function metricRows({ grid, series }: MetricActivity): MetricRow[] {
  const services = new Set(series.map(({ service }) => service))
  const groups = new Map<string, { entry: MetricSeriesActivity; values: Float64Array }[]>()
  for (const entry of series) {
    const key = `${entry.service}\u0000${entry.metric}\u0000${entry.attributes}`
    const list = groups.get(key) ?? []
    list.push({ entry, values: readingsOf(entry, grid.count) })
    groups.set(key, list)
  }
  const found: PlainRow[] = []
  for (const list of groups.values()) {
    const first = list[0]?.entry
    if (first === undefined) continue
    const { service, metric, attributes, unit } = first
    const role = roleOf(metric, attributes)
    const base = {
      service,
      metric,
      attributes,
      unit,
      role,
      oneFailure: oneEventOf(first, role, grid.intervalMs),
      isRequestCount: role === 'traffic' && COUNT_OF_REQUESTS.test(metric.toLowerCase()) && !OUTBOUND.test(attributes),
      isPerSecond: first.kind === 'counter' || /\/s$|rate$|per.?second/.test(`${unit} ${metric}`),
      isHost: isHostMetric(metric),
      isInPoints: role === 'success' || (role === 'errors' && first.kind === 'level' && isShare(metric, unit)),
      edge: edgeOf(attributes, service, services),
    }
    const parts = new Map(list.map(({ entry, values }) => [entry.instance, values]))
    found.push({
      ...base,
      parts,
      instance: list.length === 1 ? first.instance : '',
      raw: meanOf(
        list.map(({ values }) => values),
        grid.count,
      ),
    })
    if (list.length > 1 && list.length <= INSTANCES_MAX && isResource(role)) {
      for (const [instance, values] of parts) {
        found.push({ ...base, parts: NO_PARTS, instance, raw: values })
      }
    }
  }
  const observed = foldSums(found, grid.intervalMs)
  found.push(...failingShares(found))
  const levels = levelsOf(found)
  const requests = requestsPerReading(found, grid.intervalMs)
  const counted = [...requests.values()]
  const busiest = Math.max(0, ...counted)
  const usual = counted.length === 0 ? null : medianOf(counted)
  // A sum of failures tells what their count tells, and each by how long it took.
  const told = found.filter(({ role, metric }) => role !== 'errors' || !/[._]sum$/.test(metric))
  const rows = told.map((plain) => {
    const typical = levels.get(plain.metric) ?? 0
    const isOfRequests = plain.edge === null && OF_REQUESTS.has(plain.role)
    const own = isOfRequests ? (requests.get(plain.service) ?? usual) : null
    return {
      ...plain,
      typical,
      requests: observed.get(plain) ?? own,
      requestShare: own === null || busiest === 0 ? null : own / busiest,
      harm: harmOf(plain, floorOf(plain, typical)),
    }
  })
  const harms = rows.map((row) => ({
    ...row,
    parts: row.parts.size < 2 ? [] : [...row.parts.values()].map((part) => harmLike(row, part)),
  }))
  const members = membersOf(harms)
  return rows.map((row, i) => ({ ...row, members: members[i] ?? null }))
}

const NO_PARTS: ReadonlyMap<string, Float64Array> = new Map()
/** Whether readings of failures are shares of the requests. */
function isShare(metric: string, unit: string): boolean {
  return unit === '%' || /ratio|share|percent|fraction/.test(metric.toLowerCase())
}

/**
 * The sum and count of a histogram become its mean; the sum alone only follows the number of observations. Returns how
 * many observations a reading of each mean has.
 */
function foldSums(rows: PlainRow[], intervalMs: number): Map<PlainRow, number> {
  const keyOf = ({ service, instance, attributes }: PlainRow, metric: string): string =>
    [service, instance, attributes, metric].join('\u0000')
  const counts = new Map(
    rows.filter(({ metric }) => /[._]count$/.test(metric)).map((row) => [keyOf(row, row.metric), row]),
  )
  const observed = new Map<PlainRow, number>()
  rows.forEach((row, i) => {
    if (!/[._]sum$/.test(row.metric)) return
    const name = row.metric.slice(0, -'.sum'.length)
    const countName = row.metric.replace(/sum$/, 'count')
    // Of failures, the sum may be of the only instance that had one, and the count of all.
    const count = counts.get(keyOf(row, countName)) ?? counts.get(keyOf({ ...row, instance: '' }, countName))
    if (count === undefined) return
    const parts = new Map(
      [...row.parts].flatMap(([one, sums]) => {
        const own = count.parts.get(one)
        return own === undefined ? [] : [[one, meanPer([[sums, own]])] as const]
      }),
    )
    const raw = meanPer([...row.parts].flatMap(([one, sums]) => [[sums, count.parts.get(one) ?? NONE] as const]))
    const folded = { ...row, metric: name, role: metricRole(name), oneFailure: null, parts, raw }
    rows[i] = folded
    const some = medianOf([...count.raw].filter((value) => value > 0))
    if (some > 0) observed.set(folded, Math.max(1, some * (count.isPerSecond ? intervalMs / 1_000 : 1)))
  })
  return observed
}

const NONE = new Float64Array()

/** Sums by counts, step by step, over all instances that have both. */
function meanPer(instances: readonly (readonly [sums: Float64Array, counts: Float64Array])[]): Float64Array {
  const mean = new Float64Array(instances[0]?.[0].length ?? 0)
  return mean.map((_, at) => {
    let sum = 0
    let n = 0
    for (const [sums, counts] of instances) {
      const [some, count] = [sums[at] ?? Number.NaN, counts[at] ?? Number.NaN]
      if (Number.isNaN(some) || Number.isNaN(count)) continue
      sum += some
      n += count
    }
    return n > 0 ? sum / n : Number.NaN
  })
}

/** Roles whose readings summarise requests. One of a handful of requests says less. */
export const OF_REQUESTS: ReadonlySet<MetricRole> = new Set(['latency', 'errors', 'success'])
const COUNT_OF_REQUESTS =
  /(?:(?:requests?|responses?|calls?|invocations?|transactions?|hits|downstream[._]rq)(?:[._](?:seconds|milliseconds|ms))?(?:[._]?(?:count|total|rate|per_second))?|server\.\S{0,40}duration\.count)$/

/** Per service: the usual number of requests in an interval, from the metric that counts the most. */
function requestsPerReading(
  rows: readonly Pick<MetricRow, 'service' | 'isRequestCount' | 'isPerSecond' | 'raw'>[],
  intervalMs: number,
): Map<string, number> {
  const requests = new Map<string, number>()
  for (const { service, isRequestCount, isPerSecond, raw } of rows) {
    if (!isRequestCount) continue
    const usual = medianOf([...raw].filter((value) => Number.isFinite(value))) * (isPerSecond ? intervalMs / 1000 : 1)
    requests.set(service, Math.max(usual, requests.get(service) ?? 0))
  }
  return requests
}

/** Levels per interval: means of gauges, rates per second of counters, sums of deltas. NaN: no reading. */
function readingsOf(entry: MetricSeriesActivity, count: number): Float64Array {
  const values = new Float64Array(count).fill(Number.NaN)
  let prior: { value: number; atMs: number } | null = null
  for (let i = 0; i < count; i++) {
    const points = entry.counts[i] ?? 0
    if (points === 0) continue
    if (entry.kind === 'level') values[i] = (entry.sums[i] ?? 0) / points
    else if (entry.kind === 'delta') values[i] = entry.sums[i] ?? 0
    else {
      const value = entry.last[i] ?? 0
      const atMs = entry.lastAtMs[i] ?? 0
      // A counter that fell was reset, so that pair of readings gives no rate.
      if (prior !== null && atMs > prior.atMs && value >= prior.value) {
        values[i] = ((value - prior.value) / (atMs - prior.atMs)) * 1_000
      }
      prior = { value, atMs }
    }
  }
  return values
}

/**
 * The mean over instances. In the last step with readings some may be missing that are still on their way: without all that
 * were there a step earlier, the mean would move by who is missing, and is left out.
 */
function meanOf(rows: readonly Float64Array[], count: number): Float64Array {
  const [only] = rows
  if (rows.length === 1 && only !== undefined) return only
  const mean = new Float64Array(count).fill(Number.NaN)
  let last = -1
  const present = new Array<number>(count).fill(0)
  for (let i = 0; i < count; i++) {
    let sum = 0
    let n = 0
    for (const row of rows) {
      const value = row[i] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value
      n++
    }
    present[i] = n
    if (n === 0) continue
    mean[i] = sum / n
    last = i
  }
  if (last > 0 && (present[last] ?? 0) < (present[last - 1] ?? 0)) mean[last] = Number.NaN
  return mean
}

/** Per metric: its usual level over all services. */
function levelsOf(rows: readonly Pick<MetricRow, 'metric' | 'raw'>[]): Map<string, number> {
  const levels = new Map<string, number[]>()
  for (const { metric, raw } of rows) {
    const level = medianOf([...raw].filter((value) => Number.isFinite(value)).map(Math.abs))
    if (level <= 0) continue
    const list = levels.get(metric)
    if (list === undefined) levels.set(metric, [level])
    else list.push(level)
  }
  return new Map([...levels].map(([metric, list]) => [metric, medianOf(list)]))
}

/** What counts as next to nothing for a row: a share of its own usual level, or of the metric's if it has none. */
function floorOf({ raw, oneFailure }: Pick<MetricRow, 'raw' | 'oneFailure'>, typical: number): number {
  const own = medianOf([...raw].filter((value) => Number.isFinite(value) && value !== 0).map(Math.abs))
  // Less than one failure in a reading is no level: by its share of that one, a single failure would be a leap.
  return Math.max(FLOOR_SHARE * own, FLOOR_OF_METRIC * typical, oneFailure ?? 0) || 1e-9
}

function harmOf(
  { role, isInPoints, raw }: Pick<MetricRow, 'role' | 'isInPoints' | 'raw'>,
  floor: number,
  scaled = raw,
): Float64Array {
  if (!isInPoints) return scaled.map((value) => Math.sign(value) * Math.log1p(Math.abs(value) / floor))
  let most = 0
  for (const value of raw) if (value > most) most = value
  // Shares are sent as 0..1 or as percentages.
  const full = most > 1.5 ? 100 : 1
  return scaled.map((value) => ((role === 'success' ? full - value : value) / full) * 100)
}

/** Other readings of the row's metric, on the row's own harm scale. */
export function harmLike(row: Omit<MetricRow, 'members' | 'harm'>, raw: Float64Array): Float64Array {
  return harmOf(row, floorOf(row, row.typical), raw)
}

function edgeOf(attributes: string, service: string, services: ReadonlySet<string>): MetricRow['edge'] {
  if (attributes === '') return null
  const values = new Map([...pairsOf(attributes)].map(([key, value]) => [key.toLowerCase(), value]))
  const named = (keys: readonly string[]): string | undefined =>
    keys.map((key) => values.get(key)).find((value) => value !== undefined && value !== '')
  const callee = named(CALLEE_KEYS)
  // Who measures its own calls names only whom it calls.
  const caller = named(CALLER_KEYS) ?? (callee !== undefined && services.has(callee) ? service : undefined)
  if (caller === undefined || callee === undefined || caller === callee) return null
  return services.has(caller) || services.has(callee) ? { caller, callee } : null
}
