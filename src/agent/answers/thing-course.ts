/**
 * Writes what is asked of the course of a thing: whether it is as ever, new, more or less, part of the incident, or came
 * before something else; then the numbers that say so.
 */
import { code } from '../embedded/markdown.ts'
import type { CoursePart, CourseResult } from '../questions/execute/result.ts'
import type { CourseAsked } from '../questions/plan/plan.ts'
import { clock, number, span } from './format.ts'
import { measureName, shown, type Worded } from './measure-words.ts'
import { scope, subject } from './scope.ts'

/** The first sentences of such an answer; null of any other. */
export function courseHeadline(worded: Worded): string | null {
  const { plan, result } = worded
  if (plan.course === undefined || result.course === undefined) return null
  const { asks } = plan.course
  const isOfMoments = /^(?:cause|before|after|order)$/.test(asks)
  return isOfMoments ? moments(worded, plan.course, result.course) : againstPast(worded, plan.course, result.course)
}

/** What was found, in the words of what was asked. */
const ANSWERS: Readonly<
  Record<'usual' | 'new' | 'more' | 'less' | 'part', Readonly<Record<CourseResult['is'], string>>>
> = {
  usual: {
    few: 'I cannot tell, there are too few',
    same: '**Yes**, as ever',
    new: '**No**, it is new',
    more: '**No**, more than usual',
    less: '**No**, less than usual',
  },
  new: {
    few: 'I cannot tell, there are too few',
    same: '**No**, not new',
    new: '**Yes**, new',
    more: '**No**, not new, but more than before',
    less: '**No**, not new, and less than before',
  },
  more: {
    few: 'I cannot tell, there are too few',
    same: '**No**, about as before',
    new: '**Yes**, there was none before',
    more: '**Yes**, more than before',
    less: '**No**, less than before',
  },
  less: {
    few: 'I cannot tell, there are too few',
    same: '**No**, about as before',
    new: '**No**, it is new',
    more: '**No**, more than before',
    less: '**Yes**, less than before',
  },
  part: {
    few: 'I cannot tell, there are too few',
    same: '**No**, background: it goes on as before',
    new: '**Yes**, probably: it began with the incident',
    more: '**Yes**, probably: there is more of it since the incident began',
    less: '**Yes**, probably: there is less of it since the incident began',
  },
}

function againstPast(worded: Worded, { asks, isEither }: CourseAsked, course: CourseResult): string {
  const answers =
    asks === 'usual' || asks === 'new' || asks === 'more' || asks === 'less' ? ANSWERS[asks] : ANSWERS.part
  const isLate = course.is === 'same' && course.shift !== null && asks !== 'part'
  const said = isLate ? ownChange(asks, course, worded.askedAtMs) : answers[course.is]
  const opening = isEither === true ? said.replace(/^\*\*(?:Yes|No)\*\*, (?:probably: )?/, '') : said
  const none = asks === 'part' && !course.isOfIncident ? ' No incident was found that it could belong to.' : ''
  return `${capital(opening)}: ${numbersOf(worded, course)}${none}`
}

/** What changed at another time than the incident began. */
function ownChange(asks: CourseAsked['asks'], { shift }: CourseResult, askedAtMs: number): string {
  const isMore = (shift?.after ?? 0) > (shift?.before ?? 0)
  const since = `${isMore ? 'more' : 'less'} since ${clock(shift?.at ?? '', askedAtMs)}`
  if (asks === 'more') return isMore ? `**Yes**, ${since}` : `**No**, ${since}`
  if (asks === 'less') return isMore ? `**No**, ${since}` : `**Yes**, ${since}`
  return asks === 'new' ? `**No**, not new, but ${since}` : `**No**, ${since}`
}

/** "24 warnings of `x` that say `y`: 0.4 a minute before the incident began at 22:27, 0.38 since; first at 22:00, last at 22:59." */
function numbersOf(worded: Worded, course: CourseResult): string {
  const { askedAtMs } = worded
  const { before, since, moment, isOfIncident, until, first, last, total, isLevel } = course
  const what = thingOf(worded)
  const at = clock(moment, askedAtMs)
  const [earlier, later] = isOfIncident
    ? [`before the incident began at ${at}`, until === null ? 'since then' : `from then to ${clock(until, askedAtMs)}`]
    : [`up to ${at}`, 'since then']
  if (isLevel)
    return `${what} ${shown(worded, { value: before.perMinute })} on average ${earlier}, ${shown(worded, { value: since.perMinute })} ${later}.`
  const edges =
    first === null || last === null
      ? ''
      : ` First at ${clock(first, askedAtMs)}${isEarly(course) ? ', as far back as telemetry reaches' : ''}, last at ${clock(last, askedAtMs)}.`
  return `**${number(total)}** ${what}, ${paceOf(before)} ${earlier}, ${paceOf(since)} ${later}.${edges}`
}

function paceOf({ perMinute, count }: CoursePart): string {
  return count === 0 ? 'none' : `${number(perMinute)} a minute`
}

/** Whether there was one of it about as soon as there was telemetry at all. */
function isEarly({ first, from, total, moment }: CourseResult): boolean {
  if (first === null || total < 2) return false
  const lengthMs = Date.parse(moment) - Date.parse(from)
  return Date.parse(first) - Date.parse(from) < Math.max(60_000, lengthMs / 3)
}

function thingOf(worded: Worded): string {
  const { plan } = worded
  const name = measureName(worded)
  return name === '' ? `${subject(plan)}${scope(plan)}` : `${capital(name)}${scope(plan)}:`
}

/** Two beginnings so near to each other are one. */
const TOGETHER_MS = 5_000
/** So shortly after the first error it may still have come first: what leads to trouble may fail before it is logged. */
const CLOSE_MS = 20_000
/** So shortly before it may well have brought it about; so long before only where nothing else is between. */
const JUST_MS = 60_000
const NEAR_MS = 10 * 60_000

/** Whether the thing began before what it is held against. */
function moments(worded: Worded, { asks, isEither }: CourseAsked, course: CourseResult): string {
  const { askedAtMs } = worded
  const { began, against, total } = course
  const what = capital(thingOf(worded).replace(/:$/, ''))
  const isSaid = asks !== 'cause'
  if (total === 0) return `I cannot tell, there are none: ${what}.`
  if (against === null) {
    const seen = began ?? course.first
    const at =
      seen === null ? '' : ` ${what}: ${began === null ? 'first seen' : 'began'} at **${clock(seen, askedAtMs)}**.`
    return `I cannot tell: no incident was found that it could be held against.${at}`
  }
  const other =
    against.said === null
      ? troubleOf(against, askedAtMs)
      : `${code(against.said, 80)} began at **${clock(against.at, askedAtMs)}**`
  if (began === null && isSaid && course.first !== null)
    return `${isEither === true || asks === 'order' ? '**Before**' : asks === 'before' ? '**Yes**, before' : '**No**, before'}: ${numbersOf(worded, course)} ${capital(other)}.`
  if (began === null) return `**No**: it goes on as before. ${capital(numbersOf(worded, course))} ${capital(other)}.`
  const apartMs = Date.parse(against.at) - Date.parse(began)
  const isOne = Math.abs(apartMs) <= TOGETHER_MS
  const apart = span(Math.abs(apartMs))
  const how = isOne ? 'together' : apartMs > 0 ? `${apart} before` : `${apart} after`
  const whose = course.service === null ? '' : ` in ${code(course.service, 80)}`
  const told = `${what} came${whose} at **${clock(began, askedAtMs)}**; ${other}.`
  if (isSaid) {
    const side = isOne ? 'Together' : apartMs > 0 ? 'Before' : 'After'
    const isYes = side.toLowerCase() === asks
    const yes = isEither === true || asks === 'order' ? `**${side}**` : isYes ? '**Yes**' : '**No**'
    return `${yes}, ${how}: ${told}`
  }
  const proof = 'That alone is no proof.'
  if (isOne) return `**Probably**: both began together. ${told} ${proof}`
  if (apartMs < 0 && apartMs > -CLOSE_MS)
    return `**Perhaps**: practically together, it came ${apart} after. ${told} ${proof}`
  if (apartMs < 0) return `**No**: it came ${apart} later. ${told}`
  if (apartMs <= JUST_MS) return `**Probably yes**: it came just before, ${apart} earlier. ${told} ${proof}`
  const isOwn = course.service === null || against.service === null || course.service === against.service
  if (apartMs <= NEAR_MS && isOwn) return `**Perhaps**: it came ${apart} before, with nothing that proves it. ${told}`
  return `**Probably not**: it came ${apart} before${isOwn ? '' : ', in another service'}, and nothing ties the two. ${told}`
}

function troubleOf({ at, service }: NonNullable<CourseResult['against']>, askedAtMs: number): string {
  const where = service === null ? '' : ` in ${code(service, 80)}`
  return `trouble began${where} at **${clock(at, askedAtMs)}**`
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
