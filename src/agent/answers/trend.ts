/** The course of a number over its window: rising, falling or steady, and its peak. */
import { isOfEvents } from '../questions/plan/plan.ts'
import { isScatter, isSpikeOf, isStraight } from './course.ts'
import { clock, number, span } from './format.ts'
import { isDownAsked, measureName, shown, type Worded } from './measure-words.ts'
import { windowWords } from './number-parts.ts'
import { scope, subject } from './scope.ts'

/** The trend over the time that had telemetry: its last quarter against its first. */
export function trend(worded: Worded): string {
  const { plan, result, askedAtMs } = worded
  const covered = result.covered
  const points = result.series.filter(
    ([at]) => covered === null || (at >= covered.from.slice(0, 16) && at <= covered.to),
  )
  const quarter = Math.max(1, Math.floor(points.length / 4))
  const mean = (part: readonly (readonly [string, number])[]): number =>
    part.reduce((sum, [, value]) => sum + value, 0) / Math.max(1, part.length)
  const [start, end] = [
    mean(points.slice(0, quarter)),
    mean(points.slice(-quarter - 1, -1).length > 0 ? points.slice(-quarter - 1, -1) : points.slice(-quarter)),
  ]
  const isCount = isOfEvents(plan)
  const isLittle =
    Math.abs(end - start) <= Math.max(0.15 * Math.max(start, end), 1e-9) ||
    (isCount && isScatter(start * quarter, end * quarter))
  const isSteady = isLittle && !(plan.measure.of === 'metric' && isStraight(points.map(([, value]) => value)))
  const direction = isSteady ? 'steady' : end > start ? 'rising' : 'falling'
  const peak = points.reduce<readonly [string, number]>(
    (best, point) => (point[1] > best[1] ? point : best),
    points[0] ?? ['', 0],
  )
  const name = measureName(worded)
  const isSpike = isSpikeOf(
    points.map(([, value]) => value),
    isCount,
  )
  const what = name === '' ? `${subject(plan)}${scope(plan)}` : `${name}${scope(plan)}`
  const stepMs = points.length > 1 ? Date.parse(points[1]?.[0] ?? '') - Date.parse(points[0]?.[0] ?? '') : 60_000
  const all = name === '' ? `**${number(result.value ?? 0)}** ${what}` : `${what} **${shown(worded, result)}**`
  const last = mean(points.slice(-3, -1))
  // What rose in the middle and is back where it began neither rises nor falls.
  const isOver = direction === 'rising' && points.length >= 6 && last - start <= 0.15 * (peak[1] - start)
  // "Getting fewer?" is asked of how they are now: what has fallen since its peak gets fewer, whatever it began with.
  const peakAt = points.indexOf(peak)
  const isOfGauge = plan.measure.of === 'metric'
  const stoppedAt =
    plan.isStillAsked === true && isOfGauge && direction === 'rising' ? stoodFrom(points, start, end) : null
  if (stoppedAt !== null)
    return `**No**, no longer: ${what} rose from ${shown(worded, { value: start })} and stands at **${shown(worded, { value: end })}** since ${clock(stoppedAt, askedAtMs)}, ${windowWords(worded)}.`
  // The last step has just begun: what it has so far says nothing of its pace.
  const endMs = Date.parse(result.window.to)
  const whole = points.filter(([at]) => Date.parse(at) + stepMs <= endMs)
  const lately = mean(whole.slice(-2))
  const isPast = name === '' && isDownAsked(plan) && peakAt > 0 && peakAt < points.length - 2 && lately <= peak[1] / 2
  const isByChance = isScatter(mean(whole.slice(0, -2)) * 2, lately * 2)
  if (isPast && !isByChance && direction !== 'falling')
    return `${plan.isYesNo === true ? '**Yes**, falling' : 'Falling'} since ${clock(peak[0], askedAtMs)}: ${shown(worded, { value: peak[1] })} per ${span(stepMs)} then, ${shown(worded, { value: lately })} at the end; ${all} in all, ${windowWords(worded)}.`
  const spiked = isSpike && direction === 'steady'
  const low = isOfGauge && direction === 'steady' && !spiked ? lowOf(points, (start + end) / 2) : null
  const isAsMeant =
    (plan.isSpikeAsked === true && isSpike) || (!isOver && direction === (isDownAsked(plan) ? 'falling' : 'rising'))
  const yes = plan.isYesNo === true ? (isAsMeant ? 'Yes, ' : 'No, ') : ''
  const word = isOver
    ? 'rose and fell again'
    : low !== null
      ? 'up and down'
      : spiked
        ? 'steady but for a peak'
        : direction
  const lowest = low === null ? '' : `, lowest ${shown(worded, { value: low[1] })} at ${clock(low[0], askedAtMs)}`
  const opening = yes === '' ? `${word.slice(0, 1).toUpperCase()}${word.slice(1)}` : word
  return `${yes}${opening}: ${all}, ${windowWords(worded)}. On average ${shown(worded, { value: start })} per ${span(stepMs)} at its beginning and ${shown(worded, { value: isOver ? last : end })} at its end; peak ${shown(worded, { value: peak[1] })} at ${clock(peak[0], askedAtMs)}${lowest}.${plan.isSeriesAsked === true ? stepsLine(worded, points, stepMs) : ''}`
}

/** What ends about where it began and went far from there in between is not steady. */
const WIDE = 0.5
const WIDE_STEPS_MIN = 6

/** The lowest of the steps, where they go up and down by more than half of the level; null where they do not. */
function lowOf(points: readonly (readonly [string, number])[], level: number): readonly [string, number] | null {
  const [first, ...rest] = points.slice(0, -1)
  if (first === undefined || points.length < WIDE_STEPS_MIN) return null
  const pairs = rest.map(([, value], at) => (value + (points[at]?.[1] ?? value)) / 2)
  if (Math.max(...pairs) - Math.min(...pairs) <= WIDE * Math.abs(level)) return null
  return rest.reduce((low, point) => (point[1] < low[1] ? point : low), first)
}

/** So many steps are told one by one. */
const STEPS_TOLD = 24

/** "Per 10 min from 22:00: 0, 3, 12": empty where there are too many of them. */
export function stepsLine(worded: Worded, points: readonly (readonly [string, number])[], stepMs: number): string {
  const [first] = points
  if (first === undefined || points.length > STEPS_TOLD) return ''
  const values = points.map(([, value]) => shown(worded, { value }))
  return ` Per ${span(stepMs)} from ${clock(first[0], worded.askedAtMs)}: ${values.join(', ')}.`
}

/** Of a number that rose: since when it stands, where that is some minutes; null where it goes on. */
function stoodFrom(points: readonly (readonly [string, number])[], start: number, end: number): string | null {
  const lastMs = Date.parse(points.at(-1)?.[0] ?? '')
  const isLevel = ([, value]: readonly [string, number]): boolean =>
    Math.abs(value - end) <= LEVEL_SHARE * (end - start)
  const moved = points.findLastIndex((point) => !isLevel(point))
  const from = points[moved + 1]
  return from !== undefined && moved >= 0 && lastMs - Date.parse(from[0]) >= STANDS_MS ? from[0] : null
}

/** Smaller moves beside the whole rise are none. */
const LEVEL_SHARE = 0.05
const STANDS_MS = 5 * 60_000
