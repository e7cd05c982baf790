/** Whether requests are slower or fail more often on one side than on the other. Pure. */
import type { Amount } from '../questions/execute/result.ts'

export type Speed = 'slower' | 'faster' | 'same' | 'mixed' | 'unknown'

/** With fewer requests on a side nothing can be told. */
const REQUESTS_MIN = 8
/** What a median or mean, and a 95th percentile, have to change by; of fewer requests by more. */
const CHANGES: readonly { readonly upTo: number; readonly middle: number; readonly tail: number }[] = [
  { upTo: 60, middle: 1.25, tail: 1.5 },
  { upTo: 200, middle: 1.12, tail: 1.25 },
  { upTo: Number.POSITIVE_INFINITY, middle: 1.1, tail: 1.15 },
]

/**
 * All three are looked at: of answers from a cache the median stays the same while the others get slower, and a mean alone
 * may come from a few requests.
 */
export function speedOf(before: Amount, after: Amount): Speed {
  const least = Math.min(before.of ?? 0, after.of ?? 0)
  if (least < REQUESTS_MIN || before.p50 === undefined || after.p50 === undefined) return 'unknown'
  const bound = CHANGES.find(({ upTo }) => least < upTo) ?? CHANGES[0]
  const { middle, tail } = bound ?? { middle: 1.1, tail: 1.2 }
  const median = directionOf(before.p50, after.p50, middle)
  const slowest = directionOf(before.p95, after.p95, tail)
  const mean = directionOf(before.mean, after.mean, middle)
  if (median !== 0 && slowest === -median) return 'mixed'
  // A mean that goes the other way than the median is one of few slow requests.
  if (median !== 0) return median > 0 ? 'slower' : 'faster'
  if (slowest !== 0 && mean !== -slowest) return slowest > 0 ? 'slower' : 'faster'
  return mean === 0 || slowest === -mean ? 'same' : mean > 0 ? 'slower' : 'faster'
}

function directionOf(before: number | undefined, after: number | undefined, bound: number): -1 | 0 | 1 {
  if (before === undefined || after === undefined || before <= 0 || after <= 0) return 0
  if (after >= before * bound) return 1
  return before >= after * bound ? -1 : 0
}

const FAILED_MIN = 3
const TIMES = 1.5
/** So many deviations away from what chance does. */
const DEVIATIONS = 3

export function failuresOf(before: Amount, after: Amount): 'more' | 'fewer' | 'same' {
  const [n1, n2] = [before.of ?? 0, after.of ?? 0]
  const [x1, x2] = [before.failed ?? 0, after.failed ?? 0]
  if (n1 === 0 || n2 === 0) return 'same'
  const [share1, share2] = [x1 / n1, x2 / n2]
  const both = (x1 + x2) / (n1 + n2)
  const deviation = Math.sqrt(Math.max(both * (1 - both), 1e-9) * (1 / n1 + 1 / n2))
  if (Math.abs(share2 - share1) < DEVIATIONS * deviation) return 'same'
  if (share2 > share1) return x2 >= FAILED_MIN && share2 > TIMES * share1 ? 'more' : 'same'
  return x1 >= FAILED_MIN && share1 > TIMES * share2 ? 'fewer' : 'same'
}

/** Whether a route changed at all. */
export function isChanged(before: Amount, after: Amount): boolean {
  const speed = speedOf(before, after)
  return (speed !== 'same' && speed !== 'unknown') || failuresOf(before, after) !== 'same'
}

/** Whether something was written or counted more often in a minute of one side than of the other. */
export function rateChanged(
  [count1, minutes1]: readonly [number, number],
  [count2, minutes2]: readonly [number, number],
): 'more' | 'fewer' | 'same' {
  const both = (count1 + count2) / (minutes1 + minutes2)
  const deviation = Math.sqrt(Math.max(both, 1e-9) * (1 / minutes1 + 1 / minutes2))
  const [rate1, rate2] = [count1 / minutes1, count2 / minutes2]
  if (Math.abs(rate2 - rate1) < DEVIATIONS * deviation) return 'same'
  if (rate2 > rate1) return rate2 > TIMES * rate1 ? 'more' : 'same'
  return rate1 > TIMES * rate2 ? 'fewer' : 'same'
}
