/**
 * Faults that are put into recorded readings of components, where readings are all there is. What a fault does to a
 * component reaches its callers in proportion to how many of their requests touch it.
 */
import type { MetricPoint } from '../../../src/telemetry/model.ts'
import { toMillis } from '../../../src/telemetry/time.ts'
import type { Random } from '../../demo/random.ts'
import { callersAmong } from './serverless-calls.ts'
import type { Stretch } from './span-faults.ts'

export const METRIC_FAULTS = ['latency', 'failures', 'memory_leak', 'gone_silent', 'overload'] as const
export type MetricFault = (typeof METRIC_FAULTS)[number]

/** Requests per reading below which a component's percentiles are those of a handful. */
const REQUESTS_MIN = 20
const READINGS_MIN = 10
/** Extra time, in usual durations of the component. */
const ADDED_TIMES = [1, 2, 4, 8] as const
const AVAILABILITIES = [0.9, 0.7, 0.3] as const
/** Failing takes a little longer than succeeding. */
const FAILING_ADDED = 0.3
/** More requests, and the time they then take. */
const OVERLOADS = [
  [3, 0.5],
  [5, 1.5],
  [8, 3],
] as const
/** A leak costs this many usual durations at its end, and begins with nothing. */
const LEAK_ADDED = [3, 6] as const
/** Callers that answer all the same when a callee fails. */
const TOLERANT_CHANCE = 0.25
/** A caller's request rarely waits for more calls than this. */
const CALLS_PER_REQUEST_MAX = 3
/** Of each statistic of a duration: the share of requests that must be slow for it to show. */
const SLOW_SHARES: Readonly<Record<string, number>> = { p50: 0.5, p90: 0.1, p95: 0.05, p99: 0.01 }

/** What a component's readings do, as a function of how far the fault has come (0 at its beginning, 1 at its end). */
interface Effect {
  /** Seconds added to each slow request. */
  readonly addedS: (progress: number) => number
  /** Share of requests that are slow. */
  readonly slowShare: number
  /** Share of requests that fail. */
  readonly failing: (progress: number) => number
  readonly requestFactor: number
  readonly isSilent: boolean
}

export interface AppliedFault {
  readonly services: readonly string[]
  readonly metrics: readonly MetricPoint[]
}

/** Null when no component has readings enough. */
export function applyMetricFault(
  kind: MetricFault,
  metrics: readonly MetricPoint[],
  stretch: Stretch,
  except: ReadonlySet<string>,
  random: Random,
): AppliedFault | null {
  const usual = usualsOf(metrics)
  const able = [...usual].filter(([name, { requests, readings, durationS }]) => {
    return requests >= REQUESTS_MIN && readings >= READINGS_MIN && durationS > 0 && !except.has(name)
  })
  if (able.length === 0) return null
  const [origin, own] = random.pick(able.toSorted(([a], [b]) => a.localeCompare(b)))
  const effects = effectsFrom(origin, effectOf(kind, own.durationS, random), usual, random)
  const changed = metrics.flatMap((point) => {
    const effect = effects.get(point.resource.service)
    const timeMs = toMillis(point.time)
    if (effect === undefined || timeMs < stretch.fromMs || timeMs >= stretch.toMs) return [point]
    if (effect.isSilent) return []
    return [changedBy(effect, point, (timeMs - stretch.fromMs) / (stretch.toMs - stretch.fromMs), random)]
  })
  return { services: [origin], metrics: changed }
}

interface Usual {
  readonly requests: number
  readonly durationS: number
  readonly readings: number
}

/** Means of each component's readings of requests and mean durations. */
function usualsOf(metrics: readonly MetricPoint[]): Map<string, Usual> {
  const usual = new Map<string, Usual>()
  for (const [name, points] of Map.groupBy(metrics, ({ resource }) => resource.service)) {
    const of = (words: RegExp): number[] =>
      points.flatMap((point) => (words.test(point.name) && typeof point.value === 'number' ? [point.value] : []))
    const requests = of(/requests$/)
    usual.set(name, {
      requests: meanOf(requests),
      durationS: meanOf(of(/duration(?:\.avg)?$/)),
      readings: requests.length,
    })
  }
  return usual
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function effectOf(kind: MetricFault, durationS: number, random: Random): Effect {
  const none: Effect = { addedS: () => 0, slowShare: 1, failing: () => 0, requestFactor: 1, isSilent: false }
  if (kind === 'latency') {
    const addedS = durationS * random.pick(ADDED_TIMES)
    return { ...none, addedS: () => addedS }
  }
  if (kind === 'failures') {
    const failing = 1 - random.pick(AVAILABILITIES)
    return { ...none, addedS: () => durationS * FAILING_ADDED, slowShare: failing, failing: () => failing }
  }
  if (kind === 'memory_leak') {
    const addedS = durationS * random.pick(LEAK_ADDED)
    return { ...none, addedS: (progress) => addedS * progress, failing: (progress) => (progress > 0.7 ? 0.1 : 0) }
  }
  if (kind === 'overload') {
    const [requestFactor, added] = random.pick(OVERLOADS)
    return { ...none, requestFactor, addedS: () => added * durationS }
  }
  return { ...none, failing: () => 1, isSilent: true }
}

/** The effect on each component: the origin's own, and what is left of it along the calls above it. */
function effectsFrom(
  origin: string,
  own: Effect,
  usual: ReadonlyMap<string, Usual>,
  random: Random,
): Map<string, Effect> {
  const callers = callersAmong([...usual.keys()])
  const effects = new Map([[origin, own]])
  const waiting = [origin]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const effect = effects.get(at)
    if (effect === undefined) continue
    const above = callers.get(at) ?? []
    const requestsAbove = above.reduce((sum, name) => sum + (usual.get(name)?.requests ?? 0), 0)
    for (const caller of above.filter((name) => !effects.has(name))) {
      const requests = usual.get(caller)?.requests ?? 0
      if (requests === 0 || requestsAbove === 0) continue
      // The callee's calls are shared out among its callers by their requests.
      const perRequest = (usual.get(at)?.requests ?? 0) / requestsAbove
      const touching = Math.min(1, perRequest)
      const calls = Math.min(CALLS_PER_REQUEST_MAX, Math.max(1, perRequest))
      const passes = random.chance(TOLERANT_CHANCE) ? 0 : touching
      effects.set(caller, {
        addedS: (progress) => effect.addedS(progress) * calls,
        slowShare: effect.slowShare * touching,
        failing: (progress) => effect.failing(progress) * passes,
        requestFactor: 1,
        isSilent: false,
      })
      waiting.push(caller)
    }
  }
  return effects
}

/** A histogram stays as it was: it is not one number. */
function changedBy(effect: Effect, point: MetricPoint, progress: number, random: Random): MetricPoint {
  const { name, value } = point
  if (typeof value !== 'number') return point
  const duration = /duration(?:\.(\w+))?$/.exec(name)
  if (duration !== null) {
    const statistic = duration[1] ?? 'avg'
    const added = effect.addedS(progress) * random.logNormal(1, 0.1)
    if (statistic === 'avg') return { ...point, value: value + added * effect.slowShare }
    return effect.slowShare >= (SLOW_SHARES[statistic] ?? 1) ? { ...point, value: value + added } : point
  }
  if (/availability/.test(name)) {
    const failing = Math.min(1, effect.failing(progress) * random.logNormal(1, 0.1))
    return { ...point, value: value * (1 - failing) }
  }
  return /requests$/.test(name) ? { ...point, value: value * effect.requestFactor } : point
}
