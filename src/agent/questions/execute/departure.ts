/** When a series leaves the range it keeps otherwise. Pure. */
import { medianOf } from '../../../median.ts'

export type Point = readonly [atMs: number, value: number]

export interface Departure {
  /** Least and greatest value of everyday. */
  readonly low: number
  readonly high: number
  readonly now: number
  /** Of the last points; `usual` when they are inside. */
  readonly is: 'usual' | 'above' | 'below'
  /** The longest time outside, or the one that lasts; `untilMs` is null while it lasts. */
  readonly sinceMs: number | null
  readonly untilMs: number | null
  /** When the way that led outside began: at `sinceMs`, or before it while values were still those of every day. */
  readonly beganMs: number | null
  readonly peak: Point
  /** Single points far outside that no such time has. */
  readonly spikesMs: readonly number[]
  /** How many everyday ranges the peak lies outside; 0 inside. */
  readonly distance: number
}

/** Fewer points do not tell what is usual. */
export const POINTS_MIN = 8
const PAST_MIN = 5
/** Robust standard deviations that everyday values stay within. */
const SPREADS = 4
/** A change of less than this part of the middle value is none that somebody has to know of. */
const LEAST_SHARE = 0.1
/** So many steps outside, with at most one inside between them, are no spike. */
const RUN_MIN = 3
/** A single step has to be so many everyday ranges outside. */
const SPIKE_RANGES = 2
/** Spreads a step that values may lie away from their middle before it counts as the beginning of a change. */
const DRIFT = 0.5
const SAME_AS_MAD = 1.4826

/**
 * What a series does against its own past: everyday is what came before its greatest change, or all of it where nothing
 * changed for good. Null for fewer points than `POINTS_MIN`.
 */
export function departureOf(points: readonly Point[]): Departure | null {
  const last = points.at(-1)
  if (points.length < POINTS_MIN || last === undefined) return null
  const { low, high, margin, middle, spread } = everydayOf(points)
  const sideOf = (value: number): -1 | 0 | 1 => (value > high + margin ? 1 : value < low - margin ? -1 : 0)
  const sides = points.map(([, value]) => sideOf(value))
  const width = Math.max(high - low, margin)
  const distanceOf = (value: number): number => Math.max(0, value - high, low - value) / width
  const runs = runsOf(sides)
  const lasting = runs.find(({ to }) => to >= points.length - 2)
  const longest = runs.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]
  const run = lasting ?? longest
  const inRun = run === undefined ? points : points.slice(run.from, run.to + 1)
  const peak = inRun.reduce((best, point) => (distanceOf(point[1]) > distanceOf(best[1]) ? point : best), last)
  const spikes = points.filter(
    ([, value], at) =>
      sides[at] !== 0 && distanceOf(value) >= SPIKE_RANGES && !runs.some(({ from, to }) => at >= from && at <= to),
  )
  const side = lasting === undefined ? 0 : lasting.side
  return {
    low,
    high,
    now: medianOf(points.slice(-2).map(([, value]) => value)),
    is: side === 0 ? 'usual' : side > 0 ? 'above' : 'below',
    sinceMs: run === undefined ? null : (points[run.from]?.[0] ?? null),
    beganMs: run === undefined ? null : (points[beginningOf(points, run, middle, spread)]?.[0] ?? null),
    untilMs: run === undefined || lasting !== undefined ? null : (points[run.to + 1]?.[0] ?? null),
    peak,
    spikesMs: spikes.map(([atMs]) => atMs),
    distance: run === undefined && spikes.length === 0 ? 0 : distanceOf(peak[1]),
  }
}

interface Everyday {
  readonly low: number
  readonly high: number
  readonly margin: number
  readonly middle: number
  readonly spread: number
}

function everydayOf(points: readonly Point[]): Everyday {
  const values = points.map(([, value]) => value)
  const past = values.slice(0, changeAt(values))
  const middle = medianOf(past)
  const spread = spreadOf(past, middle)
  const least = LEAST_SHARE * Math.abs(middle)
  const within = past.filter((value) => Math.abs(value - middle) <= Math.max(SPREADS * spread, least))
  const [low, high] = [Math.min(...within), Math.max(...within)]
  return { low, high, margin: Math.max(spread, least, 0.1 * (high - low), Number.EPSILON), middle, spread }
}

/**
 * Where a run outside began to form: behind the place up to which the values, summed up against the middle of everyday
 * and half a spread, had fallen lowest (Page's cumulative sum).
 */
function beginningOf(points: readonly Point[], { from, side }: Run, middle: number, spread: number): number {
  let [sum, least, place] = [0, 0, 0]
  for (let at = 0; at < from; at++) {
    sum += side * ((points[at]?.[1] ?? middle) - middle) - DRIFT * spread
    if (sum <= least) [least, place] = [sum, at + 1]
  }
  return place
}

/**
 * Where the values change most for good: the place that leaves least distance from the medians before and behind it.
 * The length of the list where the two medians are no further apart than everyday values are. A series that climbs from
 * its beginning has its first quarter as past.
 */
function changeAt(values: readonly number[]): number {
  let [best, place] = [Number.POSITIVE_INFINITY, values.length]
  for (let at = PAST_MIN; at <= values.length - 2; at++) {
    const cost = restOf(values.slice(0, at)) + restOf(values.slice(at))
    if (cost < best) [best, place] = [cost, at]
  }
  const [before, behind] = [values.slice(0, place), values.slice(place)]
  const middle = medianOf(before)
  const apart = Math.abs(medianOf(behind) - middle)
  if (place < values.length && apart > Math.max(SPREADS * spreadOf(before, middle), LEAST_SHARE * Math.abs(middle)))
    return place
  return isDrift(values) ? Math.max(PAST_MIN, Math.floor(values.length / 4)) : values.length
}

/** Four fifths of the steps lead the same way, and they lead far. */
function isDrift(values: readonly number[]): boolean {
  const quarters = [0, 1, 2, 3].map((part) =>
    medianOf(values.slice(Math.floor((part * values.length) / 4), Math.floor(((part + 1) * values.length) / 4))),
  )
  const [first = 0, second = 0, third = 0, fourth = 0] = quarters
  const isUp = first < second && second < third && third < fourth
  const isDown = first > second && second > third && third > fourth
  const noise = medianOf(values.slice(1).map((value, at) => Math.abs(value - (values[at] ?? value))))
  const apart = Math.abs(fourth - first)
  return (isUp || isDown) && apart > 2 * LEAST_SHARE * Math.abs(first) && apart > SPREADS * noise
}

function restOf(values: readonly number[]): number {
  const middle = medianOf(values)
  return values.reduce((sum, value) => sum + Math.abs(value - middle), 0)
}

/** As robust as the median: half of the values may be anything. Of values that are mostly the same, their mean distance. */
function spreadOf(values: readonly number[], middle: number): number {
  const spread = SAME_AS_MAD * medianOf(values.map((value) => Math.abs(value - middle)))
  return spread > 0 ? spread : (SAME_AS_MAD * restOf(values)) / Math.max(1, values.length)
}

interface Run {
  readonly from: number
  readonly to: number
  readonly side: -1 | 1
}

/** Steps on one side, with at most one inside between two of them. */
function runsOf(sides: readonly (-1 | 0 | 1)[]): Run[] {
  const runs: Run[] = []
  for (const side of [1, -1] as const) {
    let [from, to] = [-1, -1]
    for (let at = 0; at <= sides.length; at++) {
      if (at < sides.length && sides[at] === side) {
        if (from < 0) from = at
        to = at
      } else if (from >= 0 && (at - to >= 2 || at === sides.length)) {
        const count = sides.slice(from, to + 1).filter((one) => one === side).length
        if (count >= RUN_MIN) runs.push({ from, to, side })
        from = -1
      }
    }
  }
  return runs.sort((a, b) => a.from - b.from)
}
