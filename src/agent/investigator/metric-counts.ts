/** Reads counts as counts: what is counted from the start though it is sent as a level, and what is absent because it is 0. */
import type { MetricActivity, MetricSeriesActivity } from '../../telemetry/index.ts'
import type { MetricRole } from './metric-roles.ts'
import { roleOf } from './metric-roles.ts'

/** Restarts are counted from the beginning of a pod; kube-state-metrics and others send the count as a gauge. */
const COUNTED_FROM_START = /restarts?(?:[._](?:total|count))?$/

/** Of a row's attributes: the service measured calls that it made, not those that it got. */
export const OUTBOUND = /(?:^|,)(?:direction=outbound|reporter=source|span\.kind=client)(?:,|$)/i

/** Steps that distinguish what is new, an instance or a counter of it, from what only lost its first readings. */
export const LATE_STEPS = 3

/** The same activity, with what was counted from a start as a counter, and zeros where nothing was there to count. */
export function asCounted(activity: MetricActivity): MetricActivity {
  const { grid, series } = activity
  const reported = stepsReported(series, grid.count)
  const own = series.map((entry) => counted(entry, grid.intervalMs, reported.get(keyOf(entry)) ?? []))
  return { ...activity, series: [...own, ...neverFailed(own, grid.intervalMs)] }
}

/** Zeros of the instances that count requests and never had a failure of a kind that others of their service had. */
function neverFailed(series: readonly MetricSeriesActivity[], intervalMs: number): MetricSeriesActivity[] {
  const added: MetricSeriesActivity[] = []
  const ofMetric = Map.groupBy(series, ({ service, metric }) => `${service}\u0000${metric}`)
  for (const group of ofMetric.values()) {
    const instances = Map.groupBy(group, ({ instance }) => instance)
    if (instances.size < 2) continue
    for (const [attributes, failing] of Map.groupBy(group, (entry) => entry.attributes)) {
      const [example] = failing
      if (example === undefined || example.kind === 'level' || roleOf(example.metric, attributes) !== 'errors') continue
      const known = new Set(failing.map(({ instance }) => instance))
      for (const [instance, others] of instances) {
        if (!known.has(instance)) added.push(zerosLike(example, instance, others, intervalMs))
      }
    }
  }
  return added
}

function zerosLike(
  example: MetricSeriesActivity,
  instance: string,
  others: readonly MetricSeriesActivity[],
  intervalMs: number,
): MetricSeriesActivity {
  const zeros = new Array<number>(example.counts.length).fill(0)
  const isRead = (i: number): boolean => others.some(({ counts }) => (counts[i] ?? 0) > 0)
  return {
    ...example,
    instance,
    counts: zeros.map((_, i) => (isRead(i) ? 1 : 0)),
    sums: zeros,
    last: zeros,
    lastAtMs: zeros.map((_, i) => (isRead(i) ? i * intervalMs : -1)),
  }
}

function counted(entry: MetricSeriesActivity, intervalMs: number, reported: readonly boolean[]): MetricSeriesActivity {
  if (entry.kind === 'level') {
    return COUNTED_FROM_START.test(entry.metric.toLowerCase()) ? { ...entry, kind: 'counter' } : entry
  }
  const role = roleOf(entry.metric, entry.attributes)
  if (role !== 'traffic' && role !== 'errors') return entry
  // A counter has its first reading with the first thing that it counts, and a delta is sent where there is one.
  const first = entry.counts.findIndex((points) => points > 0)
  const isLate = first - reported.indexOf(true) >= LATE_STEPS
  const isZero = (i: number): boolean =>
    reported[i] === true && (entry.counts[i] ?? 0) === 0 && (entry.kind === 'delta' || (isLate && i < first))
  if (first < 0 || !entry.counts.some((_, i) => isZero(i))) return entry
  const counts = entry.counts.map((points, i) => (isZero(i) ? 1 : points))
  return { ...entry, counts, lastAtMs: entry.lastAtMs.map((atMs, i) => (isZero(i) ? i * intervalMs : atMs)) }
}

/** Per service and instance: the steps in which any series of it was read. */
function stepsReported(series: readonly MetricSeriesActivity[], count: number): Map<string, boolean[]> {
  const steps = new Map<string, boolean[]>()
  for (const entry of series) {
    const own = steps.get(keyOf(entry)) ?? new Array<boolean>(count).fill(false)
    entry.counts.forEach((points, i) => {
      if (points > 0) own[i] = true
    })
    steps.set(keyOf(entry), own)
  }
  return steps
}

function keyOf({ service, instance }: MetricSeriesActivity): string {
  return `${service}\u0000${instance}`
}

/** Roles whose readings may count whole things. */
const COUNTED: ReadonlySet<MetricRole> = new Set(['errors', 'refusals', 'traffic', 'waiting', 'cache'])
/** Units of shares, in small letters. */
export const SHARE_UNITS: ReadonlySet<string> = new Set(['1', '%', 'percent'])
/** Nobody minds who waits no longer than this: what is counted of an age is seconds. */
const SECONDS: Readonly<Record<string, number>> = { s: 1, seconds: 1, ms: 1_000, milliseconds: 1_000 }

/** What one thing is in a reading of this series: counts are whole numbers, or came as a counter; null for the rest. */
export function oneOf(
  { metric, kind, sums, unit }: MetricSeriesActivity,
  role: MetricRole,
  intervalMs: number,
): number | null {
  const isEvent =
    role === 'errors' || role === 'refusals' || role === 'cache' || COUNTED_FROM_START.test(metric.toLowerCase())
  if (!isEvent && !COUNTED.has(role) && !/^(?:count|\{.*\})$/i.test(unit)) return null
  // A counter became a rate per second.
  if (kind === 'counter') return isEvent ? 1_000 / intervalMs : null
  if (kind === 'delta' && isEvent) return 1
  const seconds = role === 'waiting' ? SECONDS[unit.toLowerCase()] : undefined
  if (seconds !== undefined) return seconds
  const isWhole = !SHARE_UNITS.has(unit.toLowerCase()) && sums.every((sum) => Number.isInteger(sum))
  return isWhole ? 1 : null
}

/** Failures as a share of requests: in percent, or named so and never above one. */
export function isShareOfFailures(
  { kind, sums, counts, unit, metric }: MetricSeriesActivity,
  role: MetricRole,
): boolean {
  if (role !== 'errors' || kind !== 'level') return false
  if (unit === '%' || unit.toLowerCase() === 'percent') return true
  if ((unit !== '' && unit !== '1') || !/rate|ratio|share|fraction|percent/.test(metric.toLowerCase())) return false
  return sums.every((sum, i) => sum <= (counts[i] ?? 0))
}
