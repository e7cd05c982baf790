/**
 * Metrics in the form that the analysis uses: one row of readings per interval for each service, metric and set of
 * attributes, oriented so that more is worse. If attributes name two services, the row is about the edge between them.
 */
import { medianOf } from '../../median.ts'
import type { MetricActivity, MetricSeriesActivity } from '../../telemetry/index.ts'
import { isHostMetric, isResource, type MetricRole, metricRole, roleOf } from './metric-roles.ts'

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
  /** Readings as sent, one per interval. NaN if there is none. */
  readonly raw: Float64Array
  /** The same on a scale where differences can be compared: logarithms or percentage points; more is worse. */
  readonly harm: Float64Array
}

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

/** What one failure is in a reading of this series: counts are whole numbers, or came as a counter; null for a share. */
function oneFailureOf({ kind, sums, unit }: MetricSeriesActivity, intervalMs: number): number | null {
  if (kind === 'counter') return 1_000 / intervalMs
  const isWhole = unit !== '1' && unit !== '%' && sums.every((sum) => Number.isInteger(sum))
  return isWhole ? 1 : null
}

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
  const found: Omit<MetricRow, 'harm' | 'typical' | 'requests' | 'requestShare'>[] = []
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
      oneFailure: role === 'errors' ? oneFailureOf(first, grid.intervalMs) : null,
      isRequestCount: role === 'traffic' && COUNT_OF_REQUESTS.test(metric.toLowerCase()),
      isPerSecond: first.kind === 'counter' || /\/s$|rate$|per.?second/.test(`${unit} ${metric}`),
      isHost: isHostMetric(metric),
      edge: edgeOf(attributes, services),
    }
    found.push({
      ...base,
      instance: list.length === 1 ? first.instance : '',
      raw: meanOf(
        list.map(({ values }) => values),
        grid.count,
      ),
    })
    if (list.length > 1 && list.length <= INSTANCES_MAX && isResource(role)) {
      for (const { entry, values } of list) found.push({ ...base, instance: entry.instance, raw: values })
    }
  }
  foldSums(found)
  const levels = levelsOf(found)
  const requests = requestsPerReading(found, grid.intervalMs)
  const counted = [...requests.values()]
  const busiest = Math.max(0, ...counted)
  const usual = counted.length === 0 ? null : medianOf(counted)
  return found.map((row) => {
    const typical = levels.get(row.metric) ?? 0
    const isOfRequests = row.edge === null && OF_REQUESTS.has(row.role)
    const own = isOfRequests ? (requests.get(row.service) ?? usual) : null
    return {
      ...row,
      typical,
      requests: own,
      requestShare: own === null || busiest === 0 ? null : own / busiest,
      harm: harmOf(row, floorOf(row, typical)),
    }
  })
}

/** The sum and count of a histogram become its mean. The sum alone only follows the number of observations. */
function foldSums(rows: Omit<MetricRow, 'harm' | 'typical' | 'requests' | 'requestShare'>[]): void {
  const keyOf = ({ service, instance, attributes }: (typeof rows)[number], metric: string): string =>
    [service, instance, attributes, metric].join('\u0000')
  const counts = new Map(
    rows.filter(({ metric }) => /[._]count$/.test(metric)).map((row) => [keyOf(row, row.metric), row]),
  )
  rows.forEach((row, i) => {
    if (!/[._]sum$/.test(row.metric)) return
    const name = row.metric.slice(0, -'.sum'.length)
    const count = counts.get(keyOf(row, row.metric.replace(/sum$/, 'count')))
    if (count === undefined) return
    const mean = row.raw.map((sum, at) => {
      const n = count.raw[at] ?? Number.NaN
      return n > 0 ? sum / n : Number.NaN
    })
    rows[i] = { ...row, metric: name, role: metricRole(name), raw: mean }
  })
}

/** Roles whose readings summarise requests. One of a handful of requests says less. */
export const OF_REQUESTS: ReadonlySet<MetricRole> = new Set(['latency', 'errors', 'success'])
const COUNT_OF_REQUESTS =
  /(?:(?:requests?|calls?|invocations?|transactions?|hits)(?:[._]?(?:count|total|rate|per_second))?|server\.\S{0,40}duration\.count)$/

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
export function readingsOf(entry: MetricSeriesActivity, count: number): Float64Array {
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

function harmOf({ role, raw }: Pick<MetricRow, 'role' | 'raw'>, floor: number, scaled = raw): Float64Array {
  if (role === 'success') {
    let most = 0
    for (const value of raw) if (value > most) most = value
    // Shares are sent as 0..1 or as percentages.
    const full = most > 1.5 ? 100 : 1
    return scaled.map((value) => ((full - value) / full) * 100)
  }
  return scaled.map((value) => Math.sign(value) * Math.log1p(Math.abs(value) / floor))
}

/** Other readings of the row's metric, on the row's own harm scale. */
export function harmLike(row: MetricRow, raw: Float64Array): Float64Array {
  return harmOf(row, floorOf(row, row.typical), raw)
}

function edgeOf(attributes: string, services: ReadonlySet<string>): MetricRow['edge'] {
  if (attributes === '') return null
  const values = new Map(
    attributes.split(',').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).toLowerCase(), pair.slice(at + 1)] as const
    }),
  )
  const named = (keys: readonly string[]): string | undefined =>
    keys.map((key) => values.get(key)).find((value) => value !== undefined && value !== '')
  const caller = named(CALLER_KEYS)
  const callee = named(CALLEE_KEYS)
  if (caller === undefined || callee === undefined || caller === callee) return null
  return services.has(caller) || services.has(callee) ? { caller, callee } : null
}
