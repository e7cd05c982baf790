/** When a gauge came to a level, and how fast it changes, in words. */
import { code } from '../embedded/markdown.ts'
import type { Level } from '../questions/plan/plan.ts'
import { clock, inUnit, span } from './format.ts'
import { measureName, UNIT_MS, type Worded } from './measure-words.ts'
import { windowWords } from './number-parts.ts'
import { scope } from './scope.ts'

type Point = readonly [at: string, value: number]

const IS_THERE: Readonly<Record<Level['op'], (value: number, limit: number) => boolean>> = {
  gt: (value, limit) => value > limit,
  gte: (value, limit) => value >= limit,
  lt: (value, limit) => value < limit,
  lte: (value, limit) => value <= limit,
}
/** How it is said that the values came there, and that they are there. */
const CAME: Readonly<Record<Level['op'], string>> = {
  gt: 'first was above',
  gte: 'first reached',
  lt: 'first was below',
  lte: 'first was down to',
}
const WAS: Readonly<Record<Level['op'], string>> = { gt: 'above', gte: 'up to', lt: 'below', lte: 'down to' }

/** When the first step was over or under the level, and whether the last one still is; null where none is asked for. */
export function levelHeadline(worded: Worded): string | null {
  const { plan, result, askedAtMs } = worded
  const { level } = plan
  const points = result.series
  if (level === undefined || points.length === 0) return null
  const isUp = level.op === 'gt' || level.op === 'gte'
  const isThere = ([, value]: Point): boolean => IS_THERE[level.op](value, level.value)
  const at = points.findIndex(isThere)
  const told = (value: number): string => inUnit(value, result.unit)
  const furthest = furthestOf(points, isUp)
  const most = `${isUp ? 'highest' : 'lowest'} **${told(furthest[1])}** at ${clock(furthest[0], askedAtMs)}`
  const name = `the ${measureName(worded)}${scope(plan)}`
  const limit = told(level.value)
  const first = points[at]
  if (first === undefined)
    return `${level.isYesNo === true ? '**No**' : '**Never**'}: ${name} was not ${WAS[level.op]} ${limit}, ${windowWords(worded)}; ${most}.`
  const before = points[at - 1]
  const yes = level.isYesNo === true ? '**Yes**: at' : 'At'
  const moment = `${yes} **${clock(first[0], askedAtMs)}** ${name}`
  // What was so when the window began came to it before that.
  const came =
    before === undefined
      ? `already was ${WAS[level.op]} ${limit} (${told(first[1])}), and nothing before it is in this window`
      : `${CAME[level.op]} ${limit} (${told(first[1])}, and ${told(before[1])} one step before)`
  const last = points.at(-1) ?? first
  const now = `at the end ${isThere(last) ? 'it still is' : 'it is'} ${told(last[1])}`
  return `${moment} ${came}; ${most}; ${now}, ${windowWords(worded)}.`
}

function furthestOf(points: readonly Point[], isUp: boolean): Point {
  const [first = ['', 0] as const] = points
  return points.reduce<Point>((best, point) => ((isUp ? point[1] > best[1] : point[1] < best[1]) ? point : best), first)
}

/** The last quarter of an hour says how fast it goes now. */
const LATELY_MS = 15 * UNIT_MS.minute

/** How much the gauge changed in a minute, over the whole window and at its end; null where that is not asked for. */
export function speedHeadline(worded: Worded): string | null {
  const { plan, result, askedAtMs } = worded
  const points = result.series
  const [first, last] = [points[0], points.at(-1)]
  if (plan.isSpeedAsked !== true || first === undefined || last === undefined || points.length < 3) return null
  const lately = points.filter(([at]) => Date.parse(at) >= Date.parse(last[0]) - LATELY_MS)
  const [start] = lately
  const whole = speedOf(worded, first, last)
  const end =
    start === undefined || lately.length === points.length
      ? ''
      : `; in the last ${span(LATELY_MS)} ${speedOf(worded, start, last)}`
  const name = plan.measure.of === 'metric' ? code(plan.measure.metric, 120) : measureName(worded)
  return `${name}${scope(plan)}: ${whole} on average, from ${inUnit(first[1], result.unit)} at ${clock(first[0], askedAtMs)} to ${inUnit(last[1], result.unit)} at ${clock(last[0], askedAtMs)}${end}, ${windowWords(worded)}.`
}

function speedOf({ result }: Worded, [from, low]: Point, [to, high]: Point): string {
  const minutes = Math.max(1, (Date.parse(to) - Date.parse(from)) / UNIT_MS.minute)
  const change = (high - low) / minutes
  if (change === 0) return '**no change**'
  return `**${change > 0 ? '+' : '-'}${inUnit(Math.abs(change), result.unit)} per minute**`
}
