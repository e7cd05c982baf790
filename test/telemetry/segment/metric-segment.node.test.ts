import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MetricPoint, MetricValue } from '../../../src/telemetry/model.ts'
import { encodeMetricSegment, type MetricEntry } from '../../../src/telemetry/segment/metric-encode.ts'
import { MetricSegment } from '../../../src/telemetry/segment/metric-segment.ts'
import * as arbitrary from './arbitraries.ts'

const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(-0, 0.1, 2 ** 60))
const maybe = fc.option(number)
const buckets = fc.record({ offset: fc.integer({ min: -500, max: 500 }), counts: fc.array(fc.nat(), { maxLength: 6 }) })
const value: fc.Arbitrary<MetricValue> = fc.oneof(
  number,
  fc.record({
    ...{ kind: fc.constant('explicit' as const), count: fc.nat(), sum: maybe, min: maybe, max: maybe },
    bounds: fc.array(number, { maxLength: 4 }),
    counts: fc.array(fc.nat(), { maxLength: 5 }),
  }),
  fc.record({
    ...{ kind: fc.constant('exponential' as const), count: fc.nat(), sum: maybe, min: maybe, max: maybe },
    ...{ scale: fc.integer({ min: -10, max: 20 }), zeroCount: fc.nat(), zeroThreshold: fc.constantFrom(0, 0.5) },
    ...{ positive: buckets, negative: buckets },
  }),
  fc.record({
    ...{ kind: fc.constant('summary' as const), count: fc.nat(), sum: number },
    quantiles: fc.array(fc.record({ quantile: number, value: number }), { maxLength: 3 }),
  }),
)
const point: fc.Arbitrary<MetricPoint> = fc.record({
  time: arbitrary.time,
  startTime: fc.option(arbitrary.time),
  name: fc.constantFrom('cpu', 'http.requests'),
  unit: fc.constantFrom('', '1', 'ms'),
  description: fc.constantFrom('', 'Requests'),
  type: fc.constantFrom('gauge', 'sum', 'histogram', 'exponential_histogram', 'summary'),
  temporality: fc.constantFrom('unspecified', 'delta', 'cumulative'),
  isMonotonic: fc.boolean(),
  value,
  resource: arbitrary.resource,
  scopeName: fc.constantFrom('', 'http'),
  attributes: fc.oneof(fc.constant({}), arbitrary.attributes),
})
const entries: fc.Arbitrary<MetricEntry[]> = fc
  .array(point, { minLength: 1, maxLength: 30 })
  .map((points) => points.map((record, index) => ({ record, sequence: 2, index })))

const pointsOf = (columns: Uint8Array) => {
  const segment = new MetricSegment(columns)
  return segment
    .series()
    .flatMap((series) =>
      Array.from({ length: series.end - series.first }, (_, i) => segment.recordAt(series, series.first + i)),
    )
}

describe('a segment of metric points', () => {
  it('gives back every point exactly, grouped by series and in time order', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const { columns } = encodeMetricSegment(given)
        const points = pointsOf(columns)
        expect([...points].sort((a, b) => a.index - b.index)).toEqual(given)
        const segment = new MetricSegment(columns)
        for (const { first, end } of segment.series()) {
          const times = Array.from(segment.times().slice(first, end))
          expect(times).toEqual([...times].sort((a, b) => a - b))
        }
      }),
      { numRuns: 300 },
    )
  })
})
