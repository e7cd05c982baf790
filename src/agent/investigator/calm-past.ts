/**
 * The part of a baseline in which requests take their usual time. Telemetry may begin while an earlier incident is under
 * way, or while services start: what was slow then and is no more hides behind it what becomes slow later.
 */
import { middleOf } from '../../median.ts'
import type { TraceActivity } from '../../telemetry/index.ts'
import { rangeSum, type Split } from './split.ts'

/** Per interval, of requests that no other operation made: how many there were, how long they took, and all calls made. */
export interface RequestTimes {
  readonly count: readonly number[]
  /** On average. Not a number without a request. */
  readonly meanMs: readonly number[]
  readonly calls: readonly number[]
}

/**
 * What is asked for moves the middle of durations by a factor of two. So many times as long as later is a disturbance, if it lasts:
 * in each third of its time at least that factor.
 */
const DISTURBED_FACTOR = 3
const DISTURBED_THIRD_FACTOR = 2
const THIRDS = 3
/** What is left must show what is usual. */
const LEFT_MIN_MS = 60_000
/** Requests that end early are faster, too, and so are others than before: each must make about as many calls as it made. */
const SAME_WORK = 0.7
/** Of fewer requests a middle says little. */
const REQUESTS_MIN = 8

export function requestTimes({ grid, operations, links }: TraceActivity): RequestTimes {
  const called = new Set(links.map((link) => `${link.calleeService}\u0000${link.calleeOperation}`))
  const totalMs = new Array<number>(grid.count).fill(0)
  const count = new Array<number>(grid.count).fill(0)
  const all = new Array<number>(grid.count).fill(0)
  for (const { service, operation, durationMs, calls } of operations) {
    const isRequest = !called.has(`${service}\u0000${operation}`)
    for (let i = 0; i < grid.count; i++) {
      all[i] = (all[i] ?? 0) + (calls[i] ?? 0)
      if (!isRequest) continue
      totalMs[i] = (totalMs[i] ?? 0) + (durationMs[i] ?? 0)
      count[i] = (count[i] ?? 0) + (calls[i] ?? 0)
    }
  }
  return { count, meanMs: totalMs.map((total, i) => total / (count[i] ?? 0)), calls: all }
}

/** The split without a disturbance that was under way when its baseline begins, and was over before the onset. */
export function withCalmPast(split: Split, requests: RequestTimes): Split {
  const { grid, from, onset } = split
  const { count, calls, meanMs } = requests
  const isEnough = (low: number, high: number): boolean => rangeSum(count, low, high) >= REQUESTS_MIN
  const workIn = (low: number, high: number): number => rangeSum(calls, low, high) / rangeSum(count, low, high)
  const means = meanMs.slice(from, onset)
  const early = runningMedians(means)
  const late = runningMedians(means.toReversed())
  for (let end = onset - Math.ceil(LEFT_MIN_MS / grid.intervalMs); end >= from + THIRDS; end--) {
    const usual = late[onset - end - 1] ?? Number.NaN
    const disturbed = early[end - from - 1] ?? Number.NaN
    if (!(disturbed >= DISTURBED_FACTOR * usual) || !isEnough(from, end) || !isEnough(end, onset)) continue
    const third = Math.floor((end - from) / THIRDS)
    const isThroughout = [from, from + third, end - third].every(
      (low) =>
        isEnough(low, low + third) &&
        (runningMedians(meanMs.slice(low, low + third)).at(-1) ?? 0) >= DISTURBED_THIRD_FACTOR * usual,
    )
    const work = workIn(end, onset) / workIn(from, end)
    if (isThroughout && work >= SAME_WORK && work <= 1 / SAME_WORK) return { ...split, from: end }
  }
  return split
}

/** The median of the first values, for each number of them; what is not a number counts for nothing. */
function runningMedians(values: readonly number[]): number[] {
  const sorted: number[] = []
  return values.map((value) => {
    if (!Number.isNaN(value)) {
      const at = sorted.findIndex((other) => other > value)
      sorted.splice(at === -1 ? sorted.length : at, 0, value)
    }
    return middleOf(sorted)
  })
}
