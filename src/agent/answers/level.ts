/** When a gauge came to a level, and how fast it changes, in words. */
import { code } from '../embedded/markdown.ts'
import type { Level } from '../questions/plan/plan.ts'
import { clock, inUnit, percent, span } from './format.ts'
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
  if (level.isForecastAsked === true) return forecastHeadline(worded, level, points)
  if (level.isLengthAsked === true) return lengthHeadline(worded, level, points)
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

/** From this share on a thing is full. */
const FULL_SHARE = 0.95

/** How much of its limit a gauge is; null where no limit is asked for. */
export function limitHeadline(worded: Worded): string | null {
  const { plan, result } = worded
  if (plan.measure.of !== 'metric' || plan.measure.limit === undefined) return null
  const { value, of } = result
  if (value === null || of === undefined || of <= 0) return null
  const isFull = value / of >= FULL_SHARE
  const yes = plan.isYesNo !== true ? '' : isFull ? '**Yes**: ' : '**No**: '
  const { metric, isRest } = plan.measure.limit
  const whole =
    metric === plan.measure.metric ? 'all states' : `${code(metric, 100)}${isRest ? ', which is left,' : ''}`
  const source = metric === plan.measure.metric || isRest ? ` (with ${whole.replace(/,$/, '')})` : ` (${whole})`
  return `${yes}**${percent(value / of)}**: ${measureName(worded)}${scope(plan)} is **${inUnit(value, result.unit)}** of **${inUnit(of, result.unit)}**${source}, ${windowWords(worded)}.`
}

/** How long the values were there in all, and from when until when. */
function lengthHeadline(worded: Worded, level: Level, points: readonly Point[]): string {
  const { plan, result, askedAtMs } = worded
  const stepMs = plan.intervalMs ?? UNIT_MS.minute
  const there = points.filter(([, value]) => IS_THERE[level.op](value, level.value))
  const isUp = level.op === 'gt' || level.op === 'gte'
  const furthest = furthestOf(points, isUp)
  const most = `${isUp ? 'highest' : 'lowest'} **${inUnit(furthest[1], result.unit)}** at ${clock(furthest[0], askedAtMs)}`
  const name = `the ${measureName(worded)}${scope(plan)}`
  const limit = inUnit(level.value, result.unit)
  const [first, last] = [there[0], there.at(-1)]
  if (first === undefined || last === undefined)
    return `**Never**: ${name} was not ${WAS[level.op]} ${limit}, ${windowWords(worded)}; ${most}.`
  const endMs = Date.parse(last[0]) + stepMs
  const isNow = last === points.at(-1)
  const length = there.length * stepMs
  const isOnce = endMs - Date.parse(first[0]) <= length
  const until = isNow ? 'until the end' : `until ${clock(new Date(endMs).toISOString(), askedAtMs)}`
  const when = `${isOnce ? '' : 'in all, '}from ${clock(first[0], askedAtMs)} ${until}${isOnce ? '' : ' with breaks'}`
  return `For **${span(length)}** ${name} was ${WAS[level.op]} ${limit}, ${when} (in steps of ${span(stepMs)}); ${most}, ${windowWords(worded)}.`
}

/** When a straight line through the last minutes comes to the level. */
function forecastHeadline(worded: Worded, level: Level, points: readonly Point[]): string {
  const { plan, result, askedAtMs } = worded
  const name = `the ${measureName({ ...worded, plan: { ...plan, isPeakAsked: false } })}${scope(plan)}`
  const limit = inUnit(level.value, result.unit)
  const end = points.at(-1)
  const lately = points.filter(([at]) => end !== undefined && Date.parse(at) >= Date.parse(end[0]) - FORECAST_MS)
  if (end === undefined || lately.length < FORECAST_POINTS)
    return `I cannot tell when ${name} will be at ${limit}: there are too few values, ${windowWords(worded)}.`
  const now = `it is ${inUnit(end[1], result.unit)} at ${clock(end[0], askedAtMs)}`
  const perMs = slopeOf(lately)
  const leftMs = (level.value - end[1]) / perMs
  const line = `a straight line through the last ${span(FORECAST_MS)}`
  if (end[1] === level.value || IS_THERE[level.op](end[1], level.value))
    return `**Now**: ${name} is ${WAS[level.op]} ${limit} already; ${now}, ${windowWords(worded)}.`
  if (isNoise(lately, perMs))
    return `**I cannot tell**: over the last ${span(FORECAST_MS)} ${name} goes up and down more than it moves; ${now}, ${windowWords(worded)}.`
  if (!Number.isFinite(leftMs) || leftMs <= 0 || leftMs > FAR_MS)
    return `**Not** as it goes: by ${line} ${name} does not come to ${limit} within a week; ${now}, ${windowWords(worded)}.`
  const at = new Date(Date.parse(end[0]) + leftMs).toISOString()
  const change = `${perMs > 0 ? '+' : '-'}${inUnit(Math.abs(perMs) * UNIT_MS.minute, result.unit)} per minute`
  return `About **${clock(at, askedAtMs)}**, in ${span(Math.max(UNIT_MS.minute, Math.round(leftMs / UNIT_MS.minute) * UNIT_MS.minute))}: then ${name} comes to ${limit} by ${line} (${change}); ${now}, ${windowWords(worded)}.`
}

/** The last minutes say where it goes; a line through more of them would be of another time. */
const FORECAST_MS = 20 * UNIT_MS.minute
const FORECAST_POINTS = 5
const FAR_MS = 7 * UNIT_MS.day

/** Whether values lie as far from the line as the line goes: it leads nowhere. */
function isNoise(points: readonly Point[], perMs: number): boolean {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || perMs === 0) return false
  const lengthMs = Date.parse(last[0]) - Date.parse(first[0])
  const mean = points.reduce((sum, [, value]) => sum + value, 0) / points.length
  const middleMs = Date.parse(first[0]) + lengthMs / 2
  const off = points.map(([at, value]) => value - mean - perMs * (Date.parse(at) - middleMs))
  const spread = Math.sqrt(off.reduce((sum, one) => sum + one ** 2, 0) / points.length)
  return Math.abs(perMs) * lengthMs < 2 * spread
}

/** How much the values change in a millisecond, by least squares. */
function slopeOf(points: readonly Point[]): number {
  const startMs = Date.parse(points[0]?.[0] ?? '')
  const xs = points.map(([at]) => Date.parse(at) - startMs)
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
  const [meanX, meanY] = [mean(xs), mean(points.map(([, value]) => value))]
  const below = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0)
  const above = points.reduce((sum, [, value], at) => sum + ((xs[at] ?? 0) - meanX) * (value - meanY), 0)
  return below === 0 ? 0 : above / below
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
