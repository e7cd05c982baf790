/** Turns the series of a range query into metric points of the store. */
import { fromMillis, type MetricPoint, type Resource } from '../../telemetry/index.ts'
import { numberOf, type Series } from './http-api.ts'

/** The suffixes of counters, by naming convention. */
const COUNTER = /_(?:total|count|sum|bucket)$/
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_seconds(?:_|$)/, 's'],
  [/_bytes(?:_|$)/, 'By'],
  [/_ratio(?:_|$)/, '1'],
]

export interface Points {
  readonly metrics: readonly MetricPoint[]
  readonly recordIds: readonly string[]
}

/**
 * Points that are not finite numbers (gaps, staleness, infinities) are left out, because the store holds only finite
 * numbers.
 */
export function pointsOf(series: readonly Series[], job: string, window: { fromMs: number; toMs: number }): Points {
  const resource: Resource = {
    service: job,
    environment: '',
    attributes: { 'service.name': job, 'observability.platform': 'prometheus' },
  }
  const metrics: MetricPoint[] = []
  const recordIds: string[] = []
  for (const { metric, values } of series) {
    const { __name__: name = '', job: _, ...labels } = metric
    if (name === '') continue
    const identity = JSON.stringify(Object.entries(metric).sort())
    const isCounter = COUNTER.test(name)
    const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1] ?? ''
    for (const [seconds, text] of values) {
      const value = numberOf(text)
      const ms = Math.round(seconds * 1000)
      if (!Number.isFinite(value) || ms < window.fromMs || ms >= window.toMs) continue
      recordIds.push(`${ms} ${identity}`)
      metrics.push({
        time: fromMillis(ms),
        startTime: null,
        name,
        unit,
        description: '',
        type: isCounter ? 'sum' : 'gauge',
        temporality: isCounter ? 'cumulative' : 'unspecified',
        isMonotonic: isCounter,
        value,
        resource,
        scopeName: 'prometheus',
        attributes: labels,
      })
    }
  }
  return { metrics, recordIds }
}
