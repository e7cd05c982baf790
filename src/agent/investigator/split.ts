/** How the grid is divided: a baseline, and an incident whose effects may begin a little after it does. */
import type { Grid } from '../../telemetry/index.ts'

export interface Split {
  readonly grid: Grid
  /** Baseline: intervals [from, onset). */
  readonly from: number
  /** First interval of the incident. */
  readonly onset: number
  /** Last interval in which an effect of it may begin (a cache expires, the first request of that kind arrives). */
  readonly latest: number
  /** End of the incident, exclusive. */
  readonly to: number
}

/** Number of blocks into which the baseline is divided, to see how much a rate varies on its own. */
const BLOCKS = 8
/** Effects are looked for up to a minute after the onset, and never in the last third of the incident. */
const SLACK_MS = 60_000

/** Splits a grid at an onset, with some slack: the trouble may begin a little later than stated. */
export function splitAt(grid: Grid, onset: number, from = 0, to = grid.count): Split {
  const slack = Math.min(Math.round(SLACK_MS / grid.intervalMs), Math.floor(((to - onset) * 2) / 3))
  return { grid, from, onset, latest: onset + Math.max(0, slack), to }
}

/** Returns the sum of a series over intervals, the end exclusive. */
export function rangeSum(series: readonly number[], from: number, to: number): number {
  let total = 0
  for (let i = from; i < to; i++) total += series[i] ?? 0
  return total
}

/** Sums over the baseline's blocks. */
export function baselineBlocks(series: readonly number[], split: Split, most = BLOCKS): number[] {
  const length = split.onset - split.from
  const blocks = Math.min(most, length)
  const sums: number[] = []
  for (let b = 0; b < blocks; b++) {
    const begin = split.from + Math.floor((b * length) / blocks)
    const end = split.from + Math.floor(((b + 1) * length) / blocks)
    sums.push(rangeSum(series, begin, end))
  }
  return sums
}

export interface Change {
  readonly k1: number
  readonly n1: number
  readonly k2: number
  readonly n2: number
  /** Interval at which the effect begins. */
  readonly at: number
  readonly llr: number
}

/**
 * The strongest change of a rate k/n from the baseline to [at, to), over the allowed beginnings. The free choice of a
 * beginning costs the logarithm of the number of choices.
 */
export function strongestChange(
  ks: readonly number[],
  ns: readonly number[],
  split: Split,
  llr: (k1: number, n1: number, k2: number, n2: number) => number,
): Change {
  const k1 = rangeSum(ks, split.from, split.onset)
  const n1 = rangeSum(ns, split.from, split.onset)
  let best: Change = { k1, n1, k2: 0, n2: 0, at: split.onset, llr: 0 }
  let k2 = rangeSum(ks, split.latest + 1, split.to)
  let n2 = rangeSum(ns, split.latest + 1, split.to)
  const choices = Math.log(1 + (split.latest - split.onset) / 3)
  for (let at = split.latest; at >= split.onset; at--) {
    k2 += ks[at] ?? 0
    n2 += ns[at] ?? 0
    const price = at === split.onset ? 0 : choices
    const value = llr(k1, n1, k2, n2) - price
    if (value > best.llr || at === split.onset) {
      if (value >= best.llr) best = { k1, n1, k2, n2, at, llr: Math.max(0, value) }
    }
  }
  return best
}

/** Returns the beginning of an interval, in milliseconds since 1970. */
export function intervalStartMs(grid: Grid, interval: number): number {
  return grid.startMs + interval * grid.intervalMs
}
