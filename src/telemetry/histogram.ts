/**
 * Exponential histograms (OpenTelemetry metrics data model): bucket i holds (base^(offset+i), base^(offset+i+1)] with
 * base = 2^(2^-scale). Two histograms merge exactly: the finer is brought to the scale of the coarser first.
 */
import type { ExponentialHistogram } from './model.ts'

/** Buckets 9% wide: a quantile is within 4.5% of the value. Latencies of all stores use it, so that merging loses nothing. */
export const LATENCY_SCALE = 3

type Buckets = ExponentialHistogram['positive']

/** The histogram of non-negative values at `LATENCY_SCALE`. */
export class HistogramBuilder {
  readonly #counts = new Map<number, number>()
  #count = 0
  #zeroCount = 0
  #sum = 0
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY

  add(value: number): void {
    this.#count++
    this.#sum += value
    if (value < this.#min) this.#min = value
    if (value > this.#max) this.#max = value
    if (value <= 0) {
      this.#zeroCount++
      return
    }
    const bucket = bucketOf(value, LATENCY_SCALE)
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1)
  }

  get(): ExponentialHistogram {
    const isEmpty = this.#count === 0
    return {
      kind: 'exponential',
      count: this.#count,
      sum: this.#sum,
      min: isEmpty ? null : this.#min,
      max: isEmpty ? null : this.#max,
      scale: LATENCY_SCALE,
      zeroCount: this.#zeroCount,
      zeroThreshold: 0,
      positive: bucketsOf(this.#counts),
      negative: { offset: 0, counts: [] },
    }
  }
}

/** The bucket of a positive value: the largest i with base^i < value. */
export function bucketOf(value: number, scale: number): number {
  const bucket = Math.ceil(Math.log2(value) * 2 ** scale) - 1
  // The logarithm may err by one unit in the last place at a border.
  if (lowerBound(bucket + 1, scale) < value) return bucket + 1
  return lowerBound(bucket, scale) >= value ? bucket - 1 : bucket
}

function lowerBound(bucket: number, scale: number): number {
  return 2 ** (bucket / 2 ** scale)
}

function bucketsOf(counts: ReadonlyMap<number, number>): Buckets {
  if (counts.size === 0) return { offset: 0, counts: [] }
  const offset = Math.min(...counts.keys())
  const length = Math.max(...counts.keys()) - offset + 1
  return { offset, counts: Array.from({ length }, (_, i) => counts.get(offset + i) ?? 0) }
}

export function mergeHistograms(a: ExponentialHistogram, b: ExponentialHistogram): ExponentialHistogram {
  const scale = Math.min(a.scale, b.scale)
  return {
    kind: 'exponential',
    count: a.count + b.count,
    sum: a.sum === null || b.sum === null ? null : a.sum + b.sum,
    min: extreme(a.min, b.min, Math.min),
    max: extreme(a.max, b.max, Math.max),
    scale,
    zeroCount: a.zeroCount + b.zeroCount,
    zeroThreshold: Math.max(a.zeroThreshold, b.zeroThreshold),
    positive: mergeBuckets(a.positive, a.scale - scale, b.positive, b.scale - scale),
    negative: mergeBuckets(a.negative, a.scale - scale, b.negative, b.scale - scale),
  }
}

function extreme(a: number | null, b: number | null, pick: (a: number, b: number) => number): number | null {
  return a === null ? b : b === null ? a : pick(a, b)
}

function mergeBuckets(a: Buckets, aSteps: number, b: Buckets, bSteps: number): Buckets {
  const counts = new Map<number, number>()
  for (const [buckets, steps] of [[a, aSteps] as const, [b, bSteps] as const]) {
    buckets.counts.forEach((count, i) => {
      if (count === 0) return
      // One step down in scale joins buckets 2i and 2i+1.
      const bucket = Math.floor((buckets.offset + i) / 2 ** steps)
      counts.set(bucket, (counts.get(bucket) ?? 0) + count)
    })
  }
  return bucketsOf(counts)
}

/**
 * The value below which the share `q` (0..1) of the values lies, within the width of a bucket and within [min, max];
 * null for an empty histogram.
 */
export function histogramQuantile(histogram: ExponentialHistogram, q: number): number | null {
  const { count, scale, positive, negative, zeroCount } = histogram
  if (count === 0) return null
  let rank = Math.max(1, Math.ceil(q * count))
  const clamp = (value: number): number =>
    Math.min(histogram.max ?? Number.POSITIVE_INFINITY, Math.max(histogram.min ?? Number.NEGATIVE_INFINITY, value))
  const middle = (bucket: number): number => 2 ** ((bucket + 0.5) / 2 ** scale)
  for (let i = negative.counts.length - 1; i >= 0; i--) {
    rank -= negative.counts[i] ?? 0
    if (rank <= 0) return clamp(-middle(negative.offset + i))
  }
  rank -= zeroCount
  if (rank <= 0) return clamp(0)
  for (let i = 0; i < positive.counts.length; i++) {
    rank -= positive.counts[i] ?? 0
    if (rank <= 0) return clamp(middle(positive.offset + i))
  }
  return histogram.max
}
