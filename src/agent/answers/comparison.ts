/** Writes two windows side by side: which is more, and whether that answers yes or no. */
import { code } from '../embedded/markdown.ts'
import type { Measured, MeasureGroup } from '../questions/execute/result.ts'
import { isOfEvents } from '../questions/plan/plan.ts'
import { clock, number, percent, window } from './format.ts'
import {
  behind,
  groupId,
  isDownAsked,
  type MeasurePlan,
  measureName,
  shown,
  UNIT_MS,
  type Worded,
} from './measure-words.ts'
import { scope, subject } from './scope.ts'

/** One window, then the other. */
export function comparison(worded: Worded): string {
  const { plan, result, askedAtMs } = worded
  const against = result.against
  if (against === null) return ''
  const own = Date.parse(result.window.from) <= Date.parse(against.window.from) ? result : against
  const later = own === result ? against : result
  const word = change(worded, own, later)
  const name = measureName(worded)
  const what = name === '' ? `${subject(plan)}${scope(plan)}` : `${name}${scope(plan)}`
  const side = sideOf(worded, [own, later])
  // The levels of several services together are no number that anybody asked for.
  if (plan.measure.of === 'metric' && plan.groupBy.length > 0 && plan.isYesNo !== true && later.groups.length > 0)
    return `${capital(what)} by ${code(plan.groupBy.map(({ field }) => field).join(' and '), 80)}: ${window(own.window, askedAtMs)}${coveredNote(own, askedAtMs)}, then ${window(later.window, askedAtMs)}.`
  if (plan.isPartAsked !== true && own.covered !== null && (isUnmeasured(plan, own) || isUnmeasured(plan, later)))
    return `I cannot tell, a number is missing to compare: ${what}: ${side(own)}, then ${side(later)}.`
  if (plan.isPartAsked === true) return partOfIncident(worded, own, later, what)
  if (plan.isUsualAsked !== undefined) return usual(worded, plan.isUsualAsked, { word, earlier: own, later, what })
  if (plan.isDifferenceAsked === true) return difference(worded, { earlier: own, later, what })
  if (plan.isBetterOrWorseAsked === true) return betterOrWorse(worded, word, { earlier: own, later, what })
  const route = plan.isYesNo === true && word === 'the same' ? routeChanged(worded, own, later) : null
  if (route !== null) return route
  if (own.covered === null && (plan.isYesNo === true || plan.isTrendAsked === true))
    return `I cannot tell: there is no telemetry before it to compare with. ${capital(what)}: ${sideOf(worded, [later])(later)}.`
  const yes = plan.isYesNo === true || plan.isTrendAsked === true ? yesOrNo(plan, word) : ''
  const empty =
    own.covered === null ? ' There is no telemetry in the earlier window, so there is nothing to compare with.' : ''
  return `${yes}${yes === '' ? capital(what) : what}: ${side(own)}, then ${side(later)}${word === 'the same' ? ', about the same' : ''}.${empty}`
}

/** Nothing was there to measure. No requests have no duration, which is not a duration of zero. */
function isUnmeasured({ measure }: MeasurePlan, { value }: Measured): boolean {
  return value === null && ['duration', 'metric', 'ratio'].includes(measure.of)
}

/** Fewer are too few to compare. */
const PART_MIN = 4
/** So many times as often, and so many deviations away from what chance does, is more or less. */
const PART_RATIO = 1.5
const PART_DEVIATIONS = 3

/** Whether what was counted has to do with the incident: it has where it comes more or less often since then. */
function partOfIncident({ plan, askedAtMs }: Worded, earlier: Measured, later: Measured, what: string): string {
  if (plan.against?.phrase !== 'before it started')
    return `**No** incident was found that ${what} could belong to, ${window(later.window, askedAtMs)}.`
  const [before, after] = [earlier.value ?? 0, later.value ?? 0]
  const [minutesBefore, minutesAfter] = [minutesOf(earlier), minutesOf(later)]
  const expected = (before / minutesBefore) * minutesAfter
  const chance = Math.sqrt(Math.max(1, expected * (1 + minutesAfter / minutesBefore)))
  const isFar = Math.abs(after - expected) > PART_DEVIATIONS * chance
  const isMore = isFar && after > PART_RATIO * expected
  const isLess = isFar && PART_RATIO * after < expected
  const side = (value: number, minutes: number): string =>
    `**${number(value)}** in ${number(Math.round(minutes))} min (${number(value / minutes)} a minute)`
  const numbers = `${capital(what)}: ${side(before, minutesBefore)} before the incident began at ${clock(later.window.from, askedAtMs)}, ${side(after, minutesAfter)} since then.`
  if (before + after < PART_MIN) return `I cannot tell, there are too few. ${numbers}`
  if (isMore) return `**Yes**, probably: there is more of it since the incident began. ${numbers}`
  if (isLess) return `**Yes**, probably: there is less of it since the incident began. ${numbers}`
  return `**No**: it goes on as before the incident. ${numbers}`
}

function minutesOf({ window: { from, to } }: Measured): number {
  return Math.max(1, (Date.parse(to) - Date.parse(from)) / 60_000)
}

/** So many requests of a route on both sides, and so much more: less is chance. */
const ROUTE_REQUESTS_MIN = 60
const ROUTE_CHANGED = 1.25

/** The route that got slower, or faster where that is asked, while all together stayed as they were; null where none did. */
function routeChanged(worded: Worded, earlier: Measured, later: Measured): string | null {
  const { plan } = worded
  if (plan.measure.of !== 'duration' || plan.groupBy[0]?.field !== 'operation') return null
  const isDown = isDownAsked(plan)
  const before = new Map(earlier.groups.map((group) => [group.key.join(' '), group]))
  const [first] = later.groups
    .flatMap((group) => {
      const old = before.get(group.key.join(' '))
      if (old === undefined || !(Math.min(old.of ?? 0, group.of ?? 0) >= ROUTE_REQUESTS_MIN)) return []
      const [a, b] = [old.value ?? 0, group.value ?? 0]
      const factor = isDown ? a / Math.max(b, 1e-9) : b / Math.max(a, 1e-9)
      return a > 0 && factor >= ROUTE_CHANGED ? [{ group, old, factor }] : []
    })
    .sort((a, b) => b.factor - a.factor)
  if (first === undefined) return null
  const { group, old } = first
  const times = `**${shown(worded, old)}** before, **${shown(worded, group)}** since then`
  return `**Yes**, on one route: ${measureName(worded)} of ${code(group.key.join(' '), 100)} ${times}; all of them together: ${shown(worded, earlier)}, then ${shown(worded, later)}.`
}

/** "Is it getting better or worse?": the word, and both windows. */
function betterOrWorse(worded: Worded, word: string, { earlier, later, what }: Omit<Sides, 'word'>): string {
  const side = sideOf(worded, [earlier, later])
  const is = word === 'the same' ? 'Neither, about the same' : word === 'more' || word === 'higher' ? 'Worse' : 'Better'
  return `**${is}**: ${what} ${side(earlier)}, then ${side(later)}.`
}

/** "By how much?": the difference of both windows, then each of them. */
function difference(worded: Worded, { earlier, later, what }: Omit<Sides, 'word'>): string {
  const side = sideOf(worded, [earlier, later])
  const both = `${what}: ${side(earlier)}, then ${side(later)}.`
  const [a, b] = [earlier.value ?? 0, later.value ?? 0]
  if (earlier.covered === null)
    return `I cannot tell: there is no telemetry before it to compare with. ${capital(both)}`
  const by = shown(worded, { ...later, value: Math.abs(b - a) })
  const part = a === 0 ? '' : ` (${percent(Math.abs(b - a) / Math.abs(a))})`
  return `**${by}** ${directionWord(worded.plan, b > a)}${part}: ${both}`
}

/** One of the two windows: its number, what it is of, and when. Windows of different lengths are compared by their rates. */
function sideOf(worded: Worded, both: readonly Measured[]): (one: Measured) => string {
  const { plan, askedAtMs } = worded
  const isUneven = isUnevenCount(plan, both)
  return (one) => {
    const value =
      plan.per === null ? `**${shown(worded, one)}**` : `**${number(perUnit(one, plan.per))}** per ${plan.per}`
    const rate = isUneven && (one.value ?? 0) > 0 ? ` (${number(perUnit(one, 'minute'))} a minute)` : ''
    return `${value}${ofAll(worded, one)} in ${window(one.window, askedAtMs)}${rate}${coveredNote(one, askedAtMs)}`
  }
}

/** Whether counts of windows of different lengths stand side by side. */
function isUnevenCount({ measure, per }: MeasurePlan, both: readonly Measured[]): boolean {
  const lengths = both.map(lengthOf)
  const isCount = ['records', 'requests', 'spans', 'distinct'].includes(measure.of) && per === null
  return isCount && Math.min(...lengths) < 0.9 * Math.max(...lengths)
}

/** What a group comes to in both windows, the earlier one first: `own` tells that of the window asked about. */
export function bothOf(worded: Worded, own: (group: MeasureGroup) => string): (group: MeasureGroup) => string {
  const { plan, result } = worded
  const { against } = result
  if (against === null) return own
  const [owns, others] = [result.groups, against.groups].map(
    (groups) => new Map(groups.map((group) => [groupId(group), group])),
  )
  const isWhole = against.groupsTotal <= against.groups.length && result.groupsTotal <= result.groups.length
  const none = isOfEvents(plan) && isWhole ? '0' : 'none'
  const isUneven = isUnevenCount(plan, [result, against])
  const rate = (group: MeasureGroup, one: Measured): string =>
    isUneven && (group.value ?? 0) > 0 ? ` (${number(perUnit({ ...one, value: group.value }, 'minute'))} a minute)` : ''
  return (either) => {
    const group = owns?.get(groupId(either))
    const one = others?.get(groupId(either))
    const other =
      one === undefined
        ? none
        : plan.per === null
          ? `${shown(worded, one)}${behind(worded, one)}${rate(one, against)}`
          : `${number(perUnit({ ...against, value: one.value }, plan.per))} per ${plan.per}`
    const mine = group === undefined ? none : isUneven ? `${shown(worded, group)}${rate(group, result)}` : own(group)
    return against.window.from <= result.window.from ? `${other}, then ${mine}` : `${mine}, then ${other}`
  }
}

/** The groups of either window, the largest first; of one window as they are. */
export function groupsOfBoth({ plan, result }: Worded): readonly MeasureGroup[] {
  const { against, groups } = result
  if (against === null || plan.order === 'lowest') return groups
  const all = new Map<string, MeasureGroup>()
  for (const group of [...groups, ...against.groups]) {
    const id = groupId(group)
    if ((all.get(id)?.value ?? Number.NEGATIVE_INFINITY) < (group.value ?? 0)) all.set(id, group)
  }
  return [...all.values()].sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
}

function ofAll(worded: Worded, one: Measured): string {
  const { of } = worded.plan.measure
  if (of === 'ratio') return behind(worded, one)
  if (of !== 'requests' || (one.of ?? 0) === one.value || (one.of ?? 0) === 0) return ''
  return ` of ${number(one.of ?? 0)} (${percent((one.value ?? 0) / Math.max(1, one.of ?? 0))})`
}

/** Said where telemetry covers only a part of a window, so that its number is not taken for the whole one. */
function coveredNote({ covered, window: asked }: Measured, askedAtMs: number): string {
  if (covered === null) return ''
  const [lengthMs, missingMs] = [
    Date.parse(asked.to) - Date.parse(asked.from),
    Date.parse(covered.from) - Date.parse(asked.from),
  ]
  return missingMs > Math.max(60_000, lengthMs / 10)
    ? `, where telemetry begins at ${clock(covered.from, askedAtMs)}`
    : ''
}

function yesOrNo(plan: MeasurePlan, word: string): string {
  if (plan.isUnharmedAsked === true) return word === (isDownAsked(plan) ? 'fewer' : 'higher') ? 'No: ' : 'Yes: '
  if (word === 'more' || word === 'higher') return isDownAsked(plan) ? 'No: ' : 'Yes: '
  return isDownAsked(plan) && word !== 'the same' ? 'Yes: ' : 'No: '
}

interface Sides {
  readonly word: string
  readonly earlier: Measured
  readonly later: Measured
  readonly what: string
}

/** "Is that normal?", "is that more than usual?": yes or no, in which direction it differs, then both numbers. */
function usual(worded: Worded, asked: 'usual' | 'more' | 'less', { word, earlier, later, what }: Sides): string {
  const side = sideOf(worded, [earlier, later])
  if (earlier.covered === null)
    return `I cannot tell: there is no telemetry before it to compare with. ${capital(what)}: ${side(later)}.`
  const isMore = word === 'more' || word === 'higher'
  const isYes = asked === 'usual' ? word === 'the same' : word !== 'the same' && isMore === (asked === 'more')
  const than = word === 'the same' ? 'about as before' : `${directionWord(worded.plan, isMore)} than before`
  const before = worded.plan.against?.phrase === 'before it started' ? 'before the incident' : 'before that'
  return `**${isYes ? 'Yes' : 'No'}**, ${than}: ${what} ${side(later)}; ${before} ${side(earlier)}.`
}

function directionWord({ measure }: MeasurePlan, isMore: boolean): string {
  if (measure.of === 'duration') return isMore ? 'slower' : 'faster'
  if (measure.of === 'ratio' || measure.of === 'metric') return isMore ? 'higher' : 'lower'
  return isMore ? 'more' : 'less'
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** Over the time that had telemetry. */
function perUnit(measured: Measured, unit: keyof typeof UNIT_MS): number {
  return ((measured.value ?? 0) / Math.max(1000, lengthOf(measured))) * UNIT_MS[unit]
}

/** How much of the window had telemetry. */
function lengthOf({ covered, window: asked }: Measured): number {
  return Math.max(1, Date.parse((covered ?? asked).to) - Date.parse((covered ?? asked).from))
}

/** Durations of a few minutes vary by so much from one to the next. */
const USUAL_OF_DURATIONS = 0.25

/** A few failures more or less of some hundred requests say nothing. */
const FEW_FAILED = 12

/** Whether two shares of which few failed differ by less than two standard deviations. */
function isByChance(earlier: Measured, later: Measured): boolean {
  const [a, b] = [earlier.failed ?? Number.NaN, later.failed ?? Number.NaN]
  const [n, m] = [earlier.of ?? 0, later.of ?? 0]
  if (!(a + b <= FEW_FAILED) || n === 0 || m === 0 || a === 0) return false
  const share = (a + b) / (n + m)
  return Math.abs(a / n - b / m) <= 2 * Math.sqrt(share * (1 - share) * (1 / n + 1 / m))
}

/** More than counts vary by chance: two standard deviations of their difference. */
function change({ plan }: Worded, earlier: Measured, later: Measured): string {
  const a = earlier.value ?? 0
  const b = later.value ?? 0
  if (plan.measure.of === 'ratio' && isByChance(earlier, later)) return 'the same'
  if (plan.measure.of === 'ratio' || plan.measure.of === 'duration' || plan.measure.of === 'metric') {
    return Math.abs(a - b) <=
      (plan.measure.of === 'duration' && plan.isUsualAsked !== undefined ? USUAL_OF_DURATIONS : 0.1) *
        Math.max(Math.abs(a), Math.abs(b))
      ? 'the same'
      : b > a
        ? 'higher'
        : 'lower'
  }
  const expected = a * (lengthOf(later) / lengthOf(earlier))
  return Math.abs(b - expected) <= 2 * Math.sqrt(Math.max(1, expected + b))
    ? 'the same'
    : b > expected
      ? 'more'
      : 'fewer'
}
