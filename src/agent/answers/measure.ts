/** Writes a number as text: first the number, what it counts and when; then the details behind it. */
import { cite, code } from '../embedded/markdown.ts'
import { patternText, spokenText } from '../message-text.ts'
import { MILLISECONDS } from '../questions/execute/numbers.ts'
import type { MeasureGroup, MeasureResult } from '../questions/execute/result.ts'
import { isOfEvents } from '../questions/plan/plan.ts'
import { firstOrNot, lackingOf } from './asked-group.ts'
import { changedMost, othersChanged } from './changed-most.ts'
import { bothOf, comparison, groupsOfBoth } from './comparison.ts'
import { clock, inUnit, milliseconds, number, percent, span } from './format.ts'
import { groupCoursesTold } from './group-courses.ts'
import { levelHeadline, limitHeadline, speedHeadline } from './level.ts'
import {
  behind,
  groupName,
  type MeasurePlan,
  measureName,
  onceOf,
  shown,
  statistic,
  tracedBy,
  UNIT_MS,
  type Worded,
  yesWord,
} from './measure-words.ts'
import { isNowhereTold, isUngrouped, neverSeen, nothingThere, uncarried, wordsApart } from './no-number.ts'
import { byService, countedOnce, eventLines, otherValues, refusedInstead, windowWords } from './number-parts.ts'
import { peakHeadline, peakLines } from './peak.ts'
import { isSum, lengthsOf, rateHeadline, sumPerUnit } from './rates.ts'
import { ratioHeadline } from './ratio.ts'
import { scope, subject } from './scope.ts'
import { spreadHeadline } from './spread.ts'
import { courseHeadline } from './thing-course.ts'
import { stepsLine, trend } from './trend.ts'

const LISTED = 10

/** Writes a measured number. The first sentence answers; groups, trend and examples follow. */
export function measureAnswer(worded: Worded): string[] {
  const { plan, result, id } = worded
  const courses = groupCoursesTold(worded, result.courses)
  if (courses !== null) return [`${courses[0]} ${cite(id)}`, courses[1]]
  const isNone = (result.value ?? 0) === 0
  const first =
    result.isNeverSeen !== true && result.covered === null && isNone && result.course === undefined
      ? nothingThere(plan, result, worded.askedAtMs)
      : headline(worded)
  const groups =
    groupsOfBoth(worded).length === 0 || isGroupsInHeadline(worded) || plan.isUsualAsked !== undefined
      ? ''
      : plan.isChangeRanked === true
        ? othersChanged(worded)
        : groupList(worded)
  const isOfCalls = result.isOfCalls === true
  const opening = `${isOfCalls ? asCalls(first) : first} ${cite(id)}`
  const lines = [
    opening,
    isOfCalls ? asCalls(groups) : groups,
    peakLines(worded),
    trendLine(worded),
    patternLine(result),
    exampleLines(worded),
  ]
  return plan.groupBy.length > 0 || plan.intent !== 'measure' ? lines : lines.filter((line) => line !== '')
}

/** Of what is called and sends nothing itself there are calls, and no requests. */
function asCalls(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replace(/\brequests\b/g, 'calls') : part))
    .join('`')
}

/** A number that lines state under a name or before a unit. */
function statedNumber(key: string, value: number, isTime: boolean): string {
  if (MILLISECONDS.test(key)) return `${number(value)} ms`
  if (isTime) return milliseconds(value)
  return key === 's' ? milliseconds(value * 1000) : key === 'min' ? milliseconds(value * 60_000) : number(value)
}

function headline(worded: Worded): string {
  const { plan, result, askedAtMs } = worded
  const course = courseHeadline(worded)
  if (course !== null) return course
  const when = windowWords(worded)
  if (result.isNeverSeen === true) return neverSeen(plan)
  if (result.uncarried !== undefined) return `${uncarried(plan, result.uncarried)}, ${when}.`
  if (plan.isChangeRanked === true) return changedMost(worded)
  if (plan.against !== null || (result.against !== null && plan.isTrendAsked === true)) {
    const isNone = (result.value ?? 0) === 0 && (result.against?.value ?? 0) === 0
    const words = isNone ? wordsApart(plan, 0) : null
    return words === null ? comparison(worded) : `I found no log record that has ${words}, so I give no number.`
  }
  if (plan.isSpreadAsked === true && result.groups.length > 0) return spreadHeadline(worded)
  if (plan.isLackingAsked === true && result.groups.length > 0)
    return `${lackingOf(result, `${subject(plan)}${scope(plan)}`, plan.groupBy[0]?.field ?? '')}, ${when}.`
  if (plan.groupBy.length > 0 && result.groups.length > 0 && plan.isGroupImplied !== true) return ranking(worded)
  if (isUngrouped(plan, result)) {
    const by = plan.groupBy.map(({ field }) => code(field, 80)).join(' and ')
    const isOfRequests = plan.measure.of === 'duration' || (plan.measure.of === 'ratio' && result.isOfRecords !== true)
    const other = isOfRequests ? 'requests' : subject(plan)
    const what = plan.measure.of === 'metric' ? `points of ${code(plan.measure.metric, 80)}` : other
    return `I found no ${by} in the ${what}${scope(plan)}, so I give no number, ${when}.`
  }
  const level = levelHeadline(worded) ?? speedHeadline(worded)
  if (level !== null) return level
  const peak = peakHeadline(worded)
  if (peak !== null) return peak
  if (plan.isTrendAsked === true && result.series.length > 3 && plan.per === null) return trend(worded)
  switch (plan.measure.of) {
    case 'ratio':
      return ratioHeadline(worded)
    case 'duration':
      return durationHeadline(worded)
    case 'metric':
      return metricHeadline(worded)
    case 'number':
      if (plan.measure.isInBody === true && plan.measure.unit !== undefined && result.value !== null)
        return `${statistic(plan.measure.statistic)} of ${code(plan.measure.key, 60)} stated by log records${scope(plan)}: ${sumPerUnit(worded)}**${statedNumber(plan.measure.key, result.value, result.isTime === true)}**${wholeMoney(plan.measure.key, result.value)}, over ${number(result.of ?? 0)} records, ${when}.`
      if (plan.measure.isInBody === true && result.value !== null)
        return `${statistic(plan.measure.statistic)} duration stated by log records${scope(plan)}: **${milliseconds(result.value)}**, over ${number(result.of ?? 0)} records, ${when}.`
      return result.value === null
        ? `I found no record${scope(plan)} that carries ${code(plan.measure.key, 80)} as a number, so I give no number, ${when}.`
        : `${statistic(plan.measure.statistic)} of ${code(plan.measure.key, 80)}${scope(plan)}: ${sumPerUnit(worded)}**${number(result.value)}${MILLISECONDS.test(plan.measure.key) ? ' ms' : ''}**${wholeMoney(plan.measure.key, result.value)} over ${number(result.of ?? 0)} records, ${when}.`
    default:
      break
  }
  const value = result.value ?? 0
  if (plan.measure.of === 'distinct' && isNowhereTold(plan, result.value)) {
    const told = plan.measure.signal === 'spans' ? 'request' : 'log record'
    return `I found no ${told}${scope(plan)} that tells ${code(plan.measure.what, 60)} apart, so I give no number, ${when}.`
  }
  const apart = wordsApart(plan, value)
  if (plan.per !== null && apart === null) return rateHeadline(worded)
  if (apart !== null)
    return `I found no log record that has ${apart}${scope(plan.conditions.length > 1 ? { ...plan, conditions: plan.conditions.filter(({ on }) => on !== 'text') } : plan)}, so I give no number, ${when}.`
  // "Is the number of 502s going up?" where there is none: neither up nor down.
  const isFlat = plan.isTrendAsked === true && plan.isPeakAsked !== true && value === 0
  const yes =
    plan.isYesNo === true
      ? value > 0 === (plan.isNoneAsked !== true)
        ? yesWord(plan)
        : 'No: '
      : isFlat
        ? 'Steady: '
        : ''
  const all =
    plan.measure.of === 'requests' &&
    result.of !== undefined &&
    result.of !== value &&
    plan.conditions.every(({ on }) => on !== 'status_code')
      ? `, of ${number(result.of)} in all${result.of > 0 ? ` (${percent(value / result.of)})` : ''}`
      : ''
  const outer = countedOnce(result.once, value)
  // Where several services tell of failures, each has its number already.
  const isToldApart = isOfFailure(plan) && (result.services?.length ?? 0) > 1
  const either =
    result.requests === undefined || isToldApart
      ? ''
      : isOfFailure(plan)
        ? `; on the route of that name **${number(result.requests)}** requests failed`
        : `; on the route of that name there were **${number(result.requests)}** requests`
  const sum =
    result.amounts === undefined
      ? ''
      : `; their ${code(result.amounts.key, 60)} add up to **${number(result.amounts.sum)}**`
  const elsewhere =
    result.failures === undefined
      ? ''
      : `; on other routes of ${code(result.failures.thing, 60)} **${number(result.failures.count)}** failed`
  const parts = `${either}${sum}${elsewhere}${otherValues(result)}${refusedInstead(result, false)}${outer}`
  const whole = `**${number(value)}** ${subject(plan)}${scope(plan)}${fewValues(plan, result)}`
  const counted = result.done === undefined ? whole : `**${number(result.done)}** without an error of ${whole}`
  const told = result.events === undefined ? '' : eventLines(plan, result.events)
  if (told !== '' && plan.measure.of === 'records')
    return `${yes}${told}, ${when}; ${counted} in all${either}${sum}.${spanNote(worded, askedAtMs)}`
  if (told !== '' && plan.doneAsked !== undefined)
    return `${told}, ${when}; ${counted}${byService(result)}${parts}.${spanNote(worded, askedAtMs)}`
  const traced = tracedBy(result, plan.measure.of === 'distinct' ? (plan.measure.key ?? plan.measure.what) : '')
  return `${yes}${counted}${byService(result)}, ${when}${outer === '' ? all : ''}${parts}${told === '' ? '' : `; ${told}`}.${traced}${spanNote(worded, askedAtMs)}`
}

/** Whether lines are counted that say that something failed. */
function isOfFailure({ conditions }: MeasurePlan): boolean {
  return conditions.some((one) => one.on === 'templates' && /\bfail(?:s|ed|ing|ures?)?\b/.test(one.words))
}

/** So few different values are named at once. */
const VALUES_NAMED_MAX = 5

function fewValues({ measure, groupBy }: MeasurePlan, { groups }: MeasureResult): string {
  const isFew = measure.of === 'distinct' && groupBy.length === 0 && groups.length <= VALUES_NAMED_MAX
  const names = groups.flatMap(({ key: [name] }) => (name === null || name === undefined ? [] : [code(name, 60)]))
  return isFew && names.length > 0 ? ` (${names.join(', ')})` : ''
}

/** Added if telemetry covers only a part of the window. */
function spanNote({ result }: Worded, askedAtMs: number): string {
  const { covered } = result
  if (covered === null) return ''
  const lengthMs = Date.parse(result.window.to) - Date.parse(result.window.from)
  const coveredMs = Date.parse(covered.to) - Date.parse(covered.from)
  return coveredMs < lengthMs * 0.9 && lengthMs > 600_000
    ? ` Telemetry of it reaches from ${clock(covered.from, askedAtMs)} to ${clock(covered.to, askedAtMs)}.`
    : ''
}

function durationHeadline(worded: Worded): string {
  const { plan, result } = worded
  const when = windowWords(worded)
  if (plan.measure.of !== 'duration' || result.value === null)
    return `I found no requests${scope(plan)} to measure, so I give no number, ${when}.`
  const others = [
    ['p50', 'median'],
    ['p95', 'p95'],
    ['p99', 'p99'],
    ['mean', 'mean'],
    ['max', 'max'],
  ] as const
  const rest = others.flatMap(([key, name]) =>
    result[key] === undefined || (plan.measure.of === 'duration' && key === plan.measure.statistic)
      ? []
      : [`${name} ${milliseconds(result[key] ?? 0)}`],
  )
  return `${statistic(plan.measure.statistic)} duration of requests${scope(plan)}: **${milliseconds(result.value)}**, ${when}. It is over ${number(result.of ?? 0)} requests, ${number(result.failed ?? 0)} of them failed; ${rest.join(', ')}.`
}

/** "3,112,800 cents, which is 31,128": amounts in cents are read in whole money. */
function wholeMoney(key: string, value: number): string {
  const unit = /(?:^|[_.])(cents|pence)$/i.exec(key)?.[1]?.toLowerCase()
  return unit === undefined ? '' : ` ${unit}, which is **${number(value / 100)}**`
}

function metricHeadline(worded: Worded): string {
  const { plan, result } = worded
  if (plan.measure.of !== 'metric') return ''
  const name = code(plan.measure.metric, 120)
  const when = windowWords(worded)
  if (result.value === null) return `I found no points of ${name}${scope(plan)}, so I give no number, ${when}.`
  const unit = plan.measure.statistic === 'rate' ? `${result.unit === '1' ? '' : result.unit}` : result.unit
  const exact =
    unit === 'By'
      ? ` (${number(result.value)} bytes)`
      : unit === '1' && result.value <= 1
        ? ` (${percent(result.value)})`
        : ''
  const by = result.groups.length > 1 ? ` Over ${result.groups.length} services; ${groupWords(worded, 3)}.` : ''
  if (plan.measure.outOf !== undefined)
    return `Share of ${name} in these and ${code(plan.measure.outOf, 120)}${scope(plan)}: **${inUnit(result.value, unit)}** (${number(result.failed ?? 0)} of ${number(result.of ?? 0)}), ${when}.${by}`
  const limit = limitHeadline(worded)
  if (limit !== null) return limit
  const what =
    plan.measure.isTotal === true
      ? `Last values of all series of ${name} together`
      : `${statistic(plan.measure.statistic)} of ${name}`
  return `${what}${scope(plan)}: **${inUnit(result.value, unit)}**${plan.measure.statistic === 'rate' ? ` per ${plan.measure.per ?? 'second'}` : ''}${exact}, ${when}.${by}`
}

/** What a group comes to, and what that was taken of: a count, or how many in a minute with the count in brackets. */
function ofGroup(worded: Worded, group: MeasureGroup, mark = ''): string {
  const { plan, result } = worded
  const { per } = plan
  const isRate = per !== null && (isOfEvents(plan) || isSum(plan))
  if (per === null || !isRate || group.value === null)
    return `${mark}${shown(worded, group)}${mark}${behind(worded, group)}${onceOf(worded, group, mark)}`
  const rate = (group.value / lengthsOf(result).coveredMs) * UNIT_MS[per]
  return `${mark}${number(rate)} per ${per}${mark} (${number(group.value)})`
}

function isGroupsInHeadline({ plan }: Worded): boolean {
  return plan.measure.of === 'metric' && plan.groupBy.length === 0
}

function groupWords(worded: Worded, most: number): string {
  return worded.result.groups
    .slice(0, most)
    .map((group) => `${groupName(group.key)} ${shown(worded, group)}`)
    .join(', ')
}

/** What the groups are, in the plural. */
function ofGroups({ groupBy: [first] }: MeasurePlan): string {
  return first?.field === 'service' ? 'services' : first?.field === 'operation' ? 'routes' : 'groups'
}

/** "502 or 504?": the codes are the groups, and no conditions of what is ranked. */
function withoutGroups({ conditions }: MeasurePlan, groups: readonly MeasureGroup[]): MeasurePlan['conditions'] {
  const codes = conditions.filter(({ on }) => on === 'status_code')
  const isOfCodes =
    codes.length > 1 && groups.every(({ key }) => key.every((part) => /^\d(?:xx|\d\d)$/.test(part ?? '')))
  return isOfCodes ? conditions.filter(({ on }) => on !== 'status_code') : conditions
}

function ranking(worded: Worded): string {
  const { plan, result } = worded
  const [first] = result.groups
  if (first === undefined) return ''
  const isNone =
    plan.measure.of === 'ratio' && plan.measure.share === 'failed' && first.value === 0 && plan.order === 'highest'
  if (isNone)
    return `None: no request${scope(plan)} failed, the error rate is **0 %** in all ${number(result.groupsTotal)} ${ofGroups(plan)}, ${windowWords(worded)}.`
  const isOfMatching = plan.measure.of === 'ratio' && plan.measure.share === 'matching'
  if (isOfMatching && first.value === 0 && plan.order === 'highest')
    return `None: no request${scope(plan)} in all ${number(result.groupsTotal)} ${ofGroups(plan)}, ${windowWords(worded)}.`
  const isCount = isOfEvents(plan) || plan.measure.of === 'metric'
  const isZero = result.groups.every(({ value }) => (value ?? 0) === 0)
  if (isCount && isZero && plan.order === 'highest' && plan.isYesNo !== true)
    return `None: **0**${plan.measure.of === 'metric' ? '' : ` ${subject(plan)}`}${scope(plan)} in all ${number(result.groupsTotal)} ${ofGroups(plan)}, ${windowWords(worded)}.`
  const by = plan.groupBy.map(({ field }) => (field === 'pattern' ? 'pattern' : field)).join(' and ')
  const name = measureName(worded)
  const total = isOfEvents(plan)
    ? ` In all ${number(sumOfGroups(result))} over ${number(result.groupsTotal)} ${result.groupsTotal === 1 ? 'group' : 'groups'}.${withoutKey(worded, by)}`
    : ''
  const traced = tracedBy(result, by)
  const counted = { ...plan, conditions: withoutGroups(plan, result.groups) }
  const what = name === '' ? `${subject(counted)}${scope(counted)}` : `${name}${scope(counted)}`
  const rank =
    plan.order === 'lowest' ? (name === '' ? 'the fewest' : 'the lowest') : name === '' ? 'the most' : 'the highest'
  const isOnly = isOfEvents(plan) && result.groupsTotal === 1 && first.value === 1 && plan.isYesNo !== true
  const told = isOnly ? '' : `, by ${code(by, 80)}`
  const stands = isOnly ? `is the only ${code(by, 80)} of` : `has ${rank}`
  const tied = isOnly ? '' : tiedWith(first, result, plan)
  return `${firstOrNot(plan, result)}${groupName(first.key)} ${stands} ${what}: ${ofGroup(worded, first, '**')}${tied}${secondOf(worded)}${told}, ${windowWords(worded)}.${isOnly ? '' : total}${traced}`
}

const TIED_NAMED = 2

/** Those beside the first that have as much; nothing of two, which both stand in the sentence. */
function tiedWith(first: MeasureGroup, { groups, groupsTotal }: MeasureResult, plan: MeasurePlan): string {
  if (!isOfEvents(plan) || plan.isYesNo === true || groupsTotal <= 2) return ''
  const tied = groups.slice(1).filter(({ value }) => value !== null && value === first.value)
  if (tied.length === 0) return ''
  const names =
    tied.length > TIED_NAMED ? `${number(tied.length)} others` : tied.map(({ key }) => groupName(key)).join(' and ')
  return ` (as many as ${names})`
}

/** What lies in the groups: requests that do not carry the key are in none of them. */
/** Lines that are in no group, as they carry no such key. */
function withoutKey({ plan, result }: Worded, by: string): string {
  const rest = (result.value ?? 0) - sumOfGroups(result)
  return plan.measure.of === 'records' && rest > 0 ? ` ${number(rest)} more carry no ${code(by, 80)}.` : ''
}

function sumOfGroups({ groups, other, value }: MeasureResult): number {
  const sum = groups.reduce((all, group) => all + (group.value ?? 0), 0) + (other ?? 0)
  return Math.min(sum, value ?? sum)
}

/** Of two that are compared the other one stands in the sentence as well. */
function secondOf(worded: Worded): string {
  const [, second, ...more] = worded.result.groups
  if (second === undefined || more.length > 0 || worded.result.groupsTotal > 2) return ''
  return `; ${groupName(second.key)} ${ofGroup(worded, second, '**')}`
}

function groupList(worded: Worded): string {
  const { result, plan } = worded
  const told = bothOf(worded, (group) => ofGroup(worded, group))
  const groups = groupsOfBoth(worded)
  const rows = groups.slice(0, LISTED).map((group) => `- ${groupName(group.key)}: ${told(group)}`)
  const rest = Math.max(groups.length, result.groupsTotal) - Math.min(LISTED, groups.length)
  const listed = groups.slice(0, LISTED).reduce((sum, { value }) => sum + (value ?? 0), 0)
  const all = groups.reduce((sum, { value }) => sum + (value ?? 0), 0) + (result.other ?? 0)
  const isSummed = isOfEvents(plan) && result.against === null
  if (rest > 0)
    rows.push(isSummed ? `- ${number(rest)} others: ${number(all - listed)}` : `- and ${number(rest)} others`)
  return rows.join('\n')
}

/** The values of steps that were asked for. */
function trendLine(worded: Worded): string {
  const { plan, result } = worded
  if (result.series.length < 2 || plan.intervalMs === null) return ''
  const isListed = plan.isPeakAsked !== true && plan.isTrendAsked !== true && result.groups.length === 0
  const steps = isListed ? stepsLine(worded, result.series, plan.intervalMs).trim() : ''
  return steps === '' ? `The chart has it in steps of ${span(plan.intervalMs)}.` : steps
}

export function patternLine({ patterns = [] }: MeasureResult): string {
  if (patterns.length < 2) return ''
  return patterns
    .slice(0, 5)
    .map(
      ({ template, service, count }) =>
        `- ${number(count)}\u00d7 ${code(service, 60)}: ${code(patternText(template), 140)}`,
    )
    .join('\n')
}

function exampleLines({ result, askedAtMs }: Worded): string {
  const rows = result.examples.slice(0, result.patterns !== undefined && result.patterns.length > 1 ? 1 : 2)
  return rows
    .map((row) => `- ${clock(row.time, askedAtMs)} ${code(row.service, 60)}: ${code(spokenText(row.body), 160)}`)
    .join('\n')
}
