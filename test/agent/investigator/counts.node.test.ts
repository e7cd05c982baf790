/** What is counted scatters as counts do. */
import { describe, expect, it } from 'vitest'
import { oneOf } from '../../../src/agent/investigator/metric-counts.ts'
import type { MetricSeriesActivity } from '../../../src/telemetry/index.ts'

function series(metric: string, kind: MetricSeriesActivity['kind']): MetricSeriesActivity {
  const of = { service: 'cart', metric, attributes: '', instance: '', unit: '', kind }
  return { ...of, counts: [1, 1], sums: [4, 5], last: [4, 5], lastAtMs: [0, 60_000] }
}

describe('one of what is counted', () => {
  it('is one a minute of a counter read each minute: of failures and of what a cache does not find', () => {
    expect(oneOf(series('http_errors_total', 'counter'), 'errors', 60_000)).toBeCloseTo(1 / 60, 6)
    expect(oneOf(series('cache_misses_total', 'counter'), 'cache', 60_000)).toBeCloseTo(1 / 60, 6)
    expect(oneOf(series('cache_misses', 'delta'), 'cache', 60_000)).toBe(1)
  })

  it('is not known of a counter of work that adds up', () => {
    expect(oneOf(series('process_cpu_seconds_total', 'counter'), 'processor', 60_000)).toBeNull()
  })
})
