/**
 * Distribution of positive values as an OpenTelemetry exponential histogram of one fixed scale: bucket i covers
 * (2^(i/32), 2^((i+1)/32)]. One scale for ever means that any two merge exactly, in any order.
 */

/** 2^5 buckets per doubling: a quantile is within 1.1 % of the true value, a service's latencies take ~100 buckets. */
const BUCKETS_PER_DOUBLING = 32

/** Persisted and sent between objects: [bucket, count] pairs in order of bucket. */
export interface LatencySnapshot {
  readonly count: number
  readonly zeroCount: number
  readonly sum: number
  readonly min: number
  readonly max: number
  readonly buckets: readonly (readonly [bucket: number, count: number])[]
}

export class LatencyHistogram {
  count = 0
  sum = 0
  min = Number.POSITIVE_INFINITY
  max = Number.NEGATIVE_INFINITY
  #zeroCount = 0
  readonly #buckets = new Map<number, number>()
  /** The buckets in order; null when they have changed. Several quantiles are asked of one histogram. */
  #ordered: readonly (readonly [bucket: number, count: number])[] | null = null

  static from(snapshot: LatencySnapshot): LatencyHistogram {
    const histogram = new LatencyHistogram()
    histogram.merge(snapshot)
    return histogram
  }

  /** Values that are not above zero count as zero. */
  add(value: number, times = 1): void {
    this.count += times
    this.sum += value * times
    if (value < this.min) this.min = value
    if (value > this.max) this.max = value
    if (value > 0) {
      const bucket = Math.ceil(Math.log2(value) * BUCKETS_PER_DOUBLING) - 1
      this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + times)
      this.#ordered = null
    } else this.#zeroCount += times
  }

  merge(other: LatencySnapshot | LatencyHistogram): void {
    if (other.count === 0) return
    const [zeroCount, buckets] =
      other instanceof LatencyHistogram ? [other.#zeroCount, other.#buckets] : [other.zeroCount, other.buckets]
    this.count += other.count
    this.sum += other.sum
    this.min = Math.min(this.min, other.min)
    this.max = Math.max(this.max, other.max)
    this.#zeroCount += zeroCount
    for (const [bucket, count] of buckets) this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + count)
    this.#ordered = null
  }

  snapshot(): LatencySnapshot {
    return {
      count: this.count,
      zeroCount: this.#zeroCount,
      sum: this.sum,
      min: this.count === 0 ? 0 : this.min,
      max: this.count === 0 ? 0 : this.max,
      buckets: this.#inOrder(),
    }
  }

  #inOrder(): readonly (readonly [bucket: number, count: number])[] {
    this.#ordered ??= [...this.#buckets].sort((a, b) => a[0] - b[0])
    return this.#ordered
  }

  /** Value below which the share `quantile` (0..1) lies; 0 when empty. Never outside the seen minimum and maximum. */
  quantile(quantile: number): number {
    if (this.count === 0) return 0
    const rank = Math.max(1, Math.ceil(quantile * this.count))
    let seen = this.#zeroCount
    if (rank <= seen) return Math.max(0, this.min)
    for (const [bucket, count] of this.#inOrder()) {
      seen += count
      if (seen >= rank) {
        const middle = 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING)
        return Math.min(this.max, Math.max(this.min, middle))
      }
    }
    return this.max
  }
}
