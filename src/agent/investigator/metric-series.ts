/**
 * Metrics in the form that the analysis uses: one row of readings per interval for each service, metric and set of
 * attributes, oriented so that more is worse. If attributes name two services, the row is about the edge between them.
 */
import { medianOf } from '../../median.ts'
import type { MetricActivity, MetricSeriesActivity } from '../../telemetry/index.ts'
import { perAnswer } from './metric-answers.ts'
import { isShareOfFailures, LATE_STEPS, OUTBOUND, oneOf } from './metric-counts.ts'
import { fillUncalled, fillUncounted, foldSums } from './metric-folds.ts'
import { labelsOf } from './metric-instances.ts'
import { membersOf } from './metric-members.ts'
import { isHostMetric, isResource, type MetricRole, roleOf } from './metric-roles.ts'
import type { MetricRow, PlainRow } from './metric-row.ts'
import { failingShares } from './metric-shares.ts'

/** Attributes that name the two ends of a call, as service meshes and instrumentations write them. */
const CALLER_KEYS = [
  'client',
  'source',
  'src',
  'caller',
  'from',
  'source_service',
  'source_workload',
  'downstream',
  'service',
]
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
  'remoteservice',
  'remote_service',
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
      one: oneOf(first, role, grid.intervalMs),
      isTurned: role === 'cache' && /hit/.test(metric.toLowerCase()),
      isInPoints: role === 'success' || isShareOfFailures(first, role),
      isRequestCount:
        role === 'traffic' &&
        COUNT_OF_REQUESTS.test(metric.toLowerCase().replace(/[._]sum$/, '')) &&
        !OUTBOUND.test(attributes),
      isPerSecond: first.kind === 'counter' || /\/s$|rate$|per.?second/.test(`${unit} ${metric}`),
      isHost: isHostMetric(metric),
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
      const begins = Math.min(...[...parts.values()].map((values) => firstRead(values)))
      for (const [instance, values] of parts) {
        const isLate = firstRead(values) >= begins + LATE_STEPS
        const raw = isLate ? withoutStart(values, Math.max(1, Math.ceil(STARTING_MS / grid.intervalMs))) : values
        found.push({ ...base, parts: NO_PARTS, instance, raw })
      }
    }
  }
  const observed = foldSums(found, grid.intervalMs)
  fillUncounted(found, grid.count)
  fillUncalled(found, grid.count)
  found.push(...failingShares(found))
  found.push(...perAnswer(found))
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
    const floor = floorOf(plain, typical)
    return {
      ...plain,
      typical,
      oneStep: plain.one === null || plain.isInPoints ? null : plain.one / floor,
      requests: observed.get(plain) ?? own,
      requestShare: own === null || busiest === 0 ? null : own / busiest,
      harm: harmOf(plain, floor),
    }
  })
  const harms = rows.map((row) => ({
    ...row,
    parts: row.parts.size < 2 ? [] : [...row.parts.values()].map((part) => harmLike(row, part)),
  }))
  const members = membersOf(harms)
  return rows.map((row, i) => ({ ...row, members: members[i] ?? null }))
}

/** What an instance uses while it starts is no level that it could leave; most services are ready within two minutes. */
const STARTING_MS = 120_000

function firstRead(values: Float64Array): number {
  const first = values.findIndex((value) => !Number.isNaN(value))
  return first < 0 ? values.length : first
}

/** The same without the first readings. */
function withoutStart(values: Float64Array, steps: number): Float64Array {
  const first = firstRead(values)
  return values.map((value, i) => (i < first + steps ? Number.NaN : value))
}

const NO_PARTS: ReadonlyMap<string, Float64Array> = new Map()

/** Roles whose readings summarise requests. One of a handful of requests says less. */
export const OF_REQUESTS: ReadonlySet<MetricRole> = new Set(['latency', 'errors', 'success', 'refusals'])
const COUNT_OF_REQUESTS =
  /(?:(?:requests?|responses?|calls?|invocations?|transactions?|executions?|quer(?:y|ies)|commands?|cmds|hits|downstream[._]rq)(?:[._](?:seconds|milliseconds|ms))?(?:[._]?(?:count|total|processed|rate|per_second))?|server\.\S{0,40}duration\.count|gateway[._/]count|^count)$/

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
function floorOf({ raw, one }: Pick<MetricRow, 'raw' | 'one'>, typical: number): number {
  const own = medianOf([...raw].filter((value) => Number.isFinite(value) && value !== 0).map(Math.abs))
  // Less than one failure in a reading is no level: by its share of that one, a single failure would be a leap.
  if (one !== null) return one
  return Math.max(FLOOR_SHARE * own, FLOOR_OF_METRIC * typical) || 1e-9
}

function harmOf(
  { role, raw, unit, isTurned, isInPoints }: Pick<MetricRow, 'role' | 'raw' | 'unit' | 'isTurned' | 'isInPoints'>,
  floor: number,
  scaled = raw,
): Float64Array {
  if (isInPoints) {
    let most = 0
    for (const value of raw) if (value > most) most = value
    // Shares are sent as 0..1 or as percentages.
    const full = most > 1.5 || unit === '%' || unit.toLowerCase() === 'percent' ? 100 : 1
    return scaled.map((value) => ((role === 'success' ? full - value : value) / full) * 100)
  }
  // What is no longer found in a cache has to be fetched.
  if (isTurned) return scaled.map((value) => -Math.log1p(Math.abs(value) / floor))
  return scaled.map((value) => Math.sign(value) * Math.log1p(Math.abs(value) / floor))
}

/** Other readings of the row's metric, on the row's own harm scale. */
export function harmLike(row: Omit<MetricRow, 'members' | 'harm'>, raw: Float64Array): Float64Array {
  return harmOf(row, floorOf(row, row.typical), raw)
}

function edgeOf(attributes: string, service: string, services: ReadonlySet<string>): MetricRow['edge'] {
  if (attributes === '') return null
  const values = new Map(labelsOf(attributes).map(([key, value]) => [key.toLowerCase(), value]))
  const named = (keys: readonly string[]): string | undefined =>
    keys.map((key) => values.get(key)).find((value) => value !== undefined && value !== '')
  const callee = named(CALLEE_KEYS)
  // Who measures its own calls names only whom it calls.
  const caller = named(CALLER_KEYS) ?? (callee !== undefined && services.has(callee) ? service : undefined)
  if (caller === undefined || callee === undefined || caller === callee) return null
  return services.has(caller) || services.has(callee) ? { caller, callee } : null
}
