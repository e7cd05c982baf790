import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bucketOf,
  HistogramBuilder,
  histogramQuantile,
  LATENCY_SCALE,
  mergeHistograms,
} from '../../src/telemetry/histogram.ts'

const build = (values: readonly number[]) => {
  const builder = new HistogramBuilder()
  for (const value of values) builder.add(value)
  return builder.get()
}
const durations = fc.array(fc.oneof(fc.nat(), fc.double({ min: 1e-6, max: 1e13, noNaN: true }), fc.constant(0)), {
  minLength: 1,
})

describe('exponential histograms', () => {
  it('put a value into the bucket whose bounds it lies between, borders included above', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
          fc.integer({ min: -20, max: 50 }).map((e) => 2 ** e),
        ),
        (value) => {
          const bucket = bucketOf(value, LATENCY_SCALE)
          expect(2 ** (bucket / 8)).toBeLessThan(value)
          expect(2 ** ((bucket + 1) / 8)).toBeGreaterThanOrEqual(value)
        },
      ),
    )
  })

  it('merge exactly: the histogram of all values, in any order', () => {
    fc.assert(
      fc.property(durations, durations, (a, b) => {
        const whole = build([...a, ...b])
        const merged = mergeHistograms(build(b), build(a))
        expect({ ...merged, sum: 0 }).toEqual({ ...whole, sum: 0 })
        expect(merged.sum).toBeCloseTo(whole.sum ?? 0, -4)
      }),
    )
  })

  it('merge different scales at the coarser one without losing a count', () => {
    const fine = { ...build([1.5, 3, 100, 5_000]), scale: 6, positive: { offset: 37, counts: [1, 0, 2, 1] } }
    const merged = mergeHistograms(fine, build([7]))
    expect(merged.scale).toBe(LATENCY_SCALE)
    expect(merged.positive.counts.reduce((sum, count) => sum + count, 0)).toBe(5)
    // Buckets 37..40 of scale 6 are 4 and 5 of scale 3.
    expect(merged.positive.offset).toBe(4)
    expect(merged.positive.counts.slice(0, 2)).toEqual([3, 1])
  })

  it('give quantiles within the width of a bucket', () => {
    fc.assert(
      fc.property(durations, fc.double({ min: 0, max: 1, noNaN: true }), (values, q) => {
        const sorted = [...values].sort((a, b) => a - b)
        const exact = sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0
        const found = histogramQuantile(build(values), q) ?? Number.NaN
        expect(found).toBeGreaterThanOrEqual(exact / 1.05)
        expect(found).toBeLessThanOrEqual(exact * 1.05)
      }),
    )
    expect(histogramQuantile(build([]), 0.5)).toBeNull()
  })
})
