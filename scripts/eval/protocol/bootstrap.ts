/**
 * Percentile bootstrap over clusters: episodes are drawn with replacement, each with all its questions. Deterministic.
 * Where every cluster gives the same share of 0 or 1 a bootstrap sees no spread at all; the exact binomial bound (the
 * "rule of three") stands in for it: 0 of 20 is compatible with 17 %.
 */
import { seededRandom } from '../../demo/random.ts'

export interface Interval {
  readonly low: number
  readonly high: number
}

const RESAMPLES = 1000
/** 95 %: a fortieth of the resamples lies outside at each end. */
const TAIL = 0.025

/**
 * The 95 % interval of a share.
 * @param statistic of a resample, 0..1; null where it says nothing (no case it is about): that resample is left out.
 * @returns null when there are fewer than two clusters or no resample says anything.
 */
export function bootstrapInterval<T extends { readonly cluster: string }>(
  items: readonly T[],
  statistic: (sample: readonly T[]) => number | null,
): Interval | null {
  const clusters = [...Map.groupBy(items, ({ cluster }) => cluster).values()]
  if (clusters.length < 2) return null
  const random = seededRandom(clusters.length, 'bootstrap')
  const drawn: number[] = []
  for (let resample = 0; resample < RESAMPLES; resample++) {
    const sample = clusters.flatMap(() => random.pick(clusters))
    const value = statistic(sample)
    if (value !== null) drawn.push(value)
  }
  if (drawn.length === 0) return null
  drawn.sort((a, b) => a - b)
  const [lowest, highest] = [drawn[0] ?? 0, drawn.at(-1) ?? 0]
  if (lowest === highest && (lowest === 0 || lowest === 1)) {
    const reach = 1 - TAIL ** (1 / clusters.length)
    return lowest === 0 ? { low: 0, high: reach } : { low: 1 - reach, high: 1 }
  }
  const at = (share: number): number => drawn[Math.min(drawn.length - 1, Math.floor(share * drawn.length))] ?? 0
  return { low: at(TAIL), high: at(1 - TAIL) }
}
