/**
 * Metric values as one mergeable form. A counter is a distribution without buckets whose count is its value; both
 * kinds of histogram become buckets (lower, upper]. Exponential buckets finer than 32 per doubling are folded to that
 * scale, so that distributions of different senders share their bounds and merge exactly.
 */
import type { ExplicitHistogram, ExponentialHistogram, MetricValue, SummaryValue } from '../model.ts'

export type Bucket = readonly [lower: number, upper: number, count: number]
export interface Distribution {
  readonly count: number
  readonly sum: number
  readonly min: number | null
  readonly max: number | null
  readonly buckets: readonly Bucket[]
}

const SCALE_MAX = 5

export const EMPTY: Distribution = { count: 0, sum: 0, min: null, max: null, buckets: [] }

function fromExplicit(value: ExplicitHistogram): Distribution {
  const buckets: Bucket[] = []
  const { bounds, counts } = value
  const first = bounds[0] ?? 0
  for (const [index, count] of counts.entries()) {
    // The buckets at both ends are open. The first begins at zero when its bound is positive (Prometheus' rule); the
    // last has no width.
    const lower = index === 0 ? Math.min(0, first) : (bounds[index - 1] ?? 0)
    if (count > 0) buckets.push([lower, bounds[index] ?? Number.POSITIVE_INFINITY, count])
  }
  return { count: value.count, sum: value.sum ?? 0, min: value.min, max: value.max, buckets }
}

function exponentialSide(offset: number, counts: readonly number[], scale: number, sign: 1 | -1): Bucket[] {
  const shift = Math.max(0, scale - SCALE_MAX)
  const perDoubling = 2 ** (scale - shift)
  const folded = new Map<number, number>()
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue
    const bucket = Math.floor((offset + index) / 2 ** shift)
    folded.set(bucket, (folded.get(bucket) ?? 0) + count)
  }
  return [...folded].map(([bucket, count]) => {
    const near = 2 ** (bucket / perDoubling)
    const far = 2 ** ((bucket + 1) / perDoubling)
    return sign === 1 ? [near, far, count] : [-far, -near, count]
  })
}

function fromExponential(value: ExponentialHistogram): Distribution {
  const buckets: Bucket[] = [
    ...exponentialSide(value.negative.offset, value.negative.counts, value.scale, -1),
    ...exponentialSide(value.positive.offset, value.positive.counts, value.scale, 1),
  ]
  if (value.zeroCount > 0) buckets.push([-value.zeroThreshold, value.zeroThreshold, value.zeroCount])
  return { count: value.count, sum: value.sum ?? 0, min: value.min, max: value.max, buckets }
}

function fromSummary(value: SummaryValue): Distribution {
  return { ...EMPTY, count: value.count, sum: value.sum }
}

/** Returns any metric value as a distribution; a plain number becomes its count and sum. */
export function toDistribution(value: MetricValue): Distribution {
  if (typeof value === 'number') return { ...EMPTY, count: value, sum: value }
  switch (value.kind) {
    case 'explicit':
      return fromExplicit(value)
    case 'exponential':
      return fromExponential(value)
    case 'summary':
      return fromSummary(value)
  }
}

function least(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b)
}
function greatest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}

/**
 * Adds up buckets with the same bounds, in order of upper bound. Buckets whose count falls to zero or below are
 * dropped.
 */
function combine(a: readonly Bucket[], b: readonly Bucket[], sign: 1 | -1): Bucket[] {
  const byBounds = new Map<string, [number, number, number]>()
  for (const [lower, upper, count] of a) byBounds.set(`${lower},${upper}`, [lower, upper, count])
  for (const [lower, upper, count] of b) {
    const held = byBounds.get(`${lower},${upper}`)
    if (held !== undefined) held[2] += sign * count
    else if (sign === 1) byBounds.set(`${lower},${upper}`, [lower, upper, count])
  }
  return [...byBounds.values()].filter(([, , count]) => count > 0).sort((x, y) => x[1] - y[1] || x[0] - y[0])
}

/** Adds two distributions; buckets of different bounds or scales are brought together. */
export function addDistributions(a: Distribution, b: Distribution): Distribution {
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    min: least(a.min, b.min),
    max: greatest(a.max, b.max),
    buckets: b.buckets.length === 0 ? a.buckets : combine(a.buckets, b.buckets, 1),
  }
}

/** The increase of a cumulative series from `earlier` to `later`. After a reset it is all of `later`. */
export function gained(later: Distribution, earlier: Distribution, isReset: boolean): Distribution {
  if (isReset || later.count < earlier.count) return later
  return {
    count: later.count - earlier.count,
    sum: later.sum - earlier.sum,
    min: later.min,
    max: later.max,
    buckets: combine(later.buckets, earlier.buckets, -1),
  }
}

/** The bucket of a single value on the common scale, for quantiles of plain numbers. */
export function bucketOf(value: number): Bucket {
  if (value === 0) return [0, 0, 1]
  const perDoubling = 2 ** SCALE_MAX
  const bucket = Math.ceil(Math.log2(Math.abs(value)) * perDoubling) - 1
  const near = 2 ** (bucket / perDoubling)
  const far = 2 ** ((bucket + 1) / perDoubling)
  return value > 0 ? [near, far, 1] : [-far, -near, 1]
}

/** The quantile by linear interpolation within its bucket, null when there are no buckets. */
export function quantileOf(distribution: Distribution, quantile: number): number | null {
  const buckets = [...distribution.buckets].sort((x, y) => x[1] - y[1] || x[0] - y[0])
  const total = buckets.reduce((sum, [, , count]) => sum + count, 0)
  if (total === 0) return null
  const rank = quantile * total
  let below = 0
  for (const [lower, upper, count] of buckets) {
    if (below + count >= rank) {
      if (!Number.isFinite(upper)) return distribution.max ?? lower
      const inside = lower + (upper - lower) * Math.max(0, (rank - below) / count)
      return Math.min(distribution.max ?? inside, Math.max(distribution.min ?? inside, inside))
    }
    below += count
  }
  return buckets.at(-1)?.[0] ?? null
}
