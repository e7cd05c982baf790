/** Faults that are put into recorded readings of components, where readings are all there is. */

import type { MetricPoint } from '../../../src/telemetry/model.ts'
import { toMillis } from '../../../src/telemetry/time.ts'
import type { Random } from '../../demo/random.ts'
import type { Stretch } from './span-faults.ts'

export const METRIC_FAULTS = ['latency', 'failures', 'gone_silent'] as const
export type MetricFault = (typeof METRIC_FAULTS)[number]

/** Requests per reading below which a component's percentiles are those of a handful. */
const REQUESTS_MIN = 20
const READINGS_MIN = 10
const LATENCY_FACTORS = [2, 4, 8] as const
/** Failing takes a little longer than succeeding. */
const FAILING_LATENCY_FACTOR = 1.3
const AVAILABILITY_FACTORS = [0.9, 0.7, 0.3] as const

/** One component reports under several names (a function, its platform's view of it): a fault hits all of them. */
export function familyOf(component: string): string {
  return component.replace(/_(AWS::.*|client|remote|Database::.*)$/, '')
}

export interface AppliedFault {
  readonly services: readonly string[]
  readonly metrics: readonly MetricPoint[]
}

/** Null when no component has readings enough. */
export function applyMetricFault(
  kind: MetricFault,
  metrics: readonly MetricPoint[],
  { fromMs, toMs }: Stretch,
  except: ReadonlySet<string>,
  random: Random,
): AppliedFault | null {
  const busy = metrics.filter(
    ({ name, value }) => /requests/.test(name) && typeof value === 'number' && value >= REQUESTS_MIN,
  )
  const families = [...Map.groupBy(busy, ({ resource }) => familyOf(resource.service))]
    .filter(([family, points]) => points.length >= READINGS_MIN && !except.has(family))
    .map(([family]) => family)
    .toSorted()
  if (families.length === 0) return null
  const family = random.pick(families)
  const latency = random.pick(LATENCY_FACTORS)
  const availability = random.pick(AVAILABILITY_FACTORS)
  const services = new Set<string>()
  const changed = metrics.flatMap((point) => {
    if (familyOf(point.resource.service) !== family) return [point]
    services.add(point.resource.service)
    const timeMs = toMillis(point.time)
    if (timeMs < fromMs || timeMs >= toMs) return [point]
    if (kind === 'gone_silent') return []
    return [times(point, factorOf(kind, point.name, latency, availability), random)]
  })
  return { services: [...services].toSorted(), metrics: changed }
}

function factorOf(kind: 'latency' | 'failures', name: string, latency: number, availability: number): number | null {
  if (/duration/.test(name)) return kind === 'latency' ? latency : FAILING_LATENCY_FACTOR
  return kind === 'failures' && /availability/.test(name) ? availability : null
}

/** Null leaves the reading as it was. A histogram stays too: it is not one number. */
function times(point: MetricPoint, factor: number | null, random: Random): MetricPoint {
  if (factor === null || typeof point.value !== 'number') return point
  const value = point.value * random.logNormal(factor, 0.1)
  return { ...point, value: point.unit === '%' ? Math.min(100, value) : value }
}
