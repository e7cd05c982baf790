/** The time of a question: its window, the window it is compared with, and how a follow-up moves the last one. */
import { MS_PER_DAY } from '../../../telemetry/index.ts'
import type { PlanTime } from '../plan/plan.ts'
import { aroundClock, besideClock } from './beside-clock.ts'
import { readTime } from './time-expression.ts'

export interface When {
  readonly time: PlanTime | null
  /** A window to compare with, or how to make it from the time. */
  readonly against: PlanTime | Shift | null
  /** The words that said it, as they stand in the question. */
  readonly phrases: readonly string[]
}
/** `back`: the same window so much earlier, or one of this length that ends so much earlier. `before`: the window just before, of this length or the same one. */
export type Shift =
  | { readonly shift: 'back'; readonly byMs: number; readonly lengthMs?: number; readonly phrase: string }
  | { readonly shift: 'before'; readonly lengthMs: number | null; readonly phrase: string }

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** "Now" as one side of a comparison, and alone: the last minutes that have telemetry. */
const NOW_COMPARED_MS = 15 * MINUTE_MS
export const NOW_MS = 5 * MINUTE_MS

const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: MINUTE_MS,
  min: MINUTE_MS,
  m: MINUTE_MS,
  hour: HOUR_MS,
  hr: HOUR_MS,
  h: HOUR_MS,
  day: DAY_MS,
  d: DAY_MS,
  week: 7 * DAY_MS,
}

/** All there is of the day up to the end of a time; `firstMs` is the first record there is. */
export function allOfDay(time: PlanTime, firstMs: number): PlanTime {
  const fromMs = Math.max(Math.floor(firstMs), Date.parse(time.to) - DAY_MS)
  return { ...time, from: iso(Math.min(fromMs, Date.parse(time.from))) }
}

/** All there is of the day up to a moment. */
export function dayUpTo(toMs: number, firstMs: number): PlanTime {
  return allOfDay({ from: iso(toMs), to: iso(toMs), basis: 'inherited' }, firstMs)
}

/** The last such time of the clock ("22:34", "22:34:23") up to a moment, in milliseconds. */
export function clockBefore(clock: string, untilMs: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  const atMs = Math.floor(untilMs / MS_PER_DAY) * MS_PER_DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000
  return atMs > untilMs ? atMs - MS_PER_DAY : atMs
}

/** The last minutes up to a moment, for what is asked of now. */
export function minutesUpTo(toMs: number): PlanTime {
  return { from: iso(toMs - NOW_MS), to: iso(toMs), basis: 'now' }
}

/** "Viewings for saturday": the day that something was booked for, and no time of telemetry. */
const DATE_OF_THING =
  /\b(?<=(?:booked|booking|bookings|viewings?|appointments?|reservations?|reserved|planned|scheduled|seats|slots|tickets|visits|deliver(?:y|ies)|orders?|were|was|are|is) )for (?:next |this |coming |the )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow)\b/g

function withoutDates(text: string): string {
  return text.replace(DATE_OF_THING, (said) => ' '.repeat(said.length))
}

const CONNECTOR =
  '(?:compar(?:ed?|ing|ison)(?: (?:it|that|this|them|those|these))?(?: (?:to|with|against))?|vs\\.?|versus|against|than|relative to|with|to|from|and)'
/** "The 20 min an hour ago", "the same time an hour ago": a window of the same length, so much earlier. */
const SAME_WINDOW =
  '(?:the |those |these )?(?:same |corresponding |respective )?(?:(?:last |past )?\\d{1,3} ?)?(?:time(?: of day| frame)?|timeframe|s|secs?|seconds?|m|mins?|minutes?|h|hours?|window|period|interval|stretch|span|slot)(?: from| of)?(?= (?:exactly |about )?(?:an?|one|\\d{1,3}) ?(?:h|d|hours?|m|mins?|minutes?|days?|weeks?) (?:ago|earlier)\\b)'
const FILLER = `(?: (?:${SAME_WINDOW}|in|at|on|during|exactly|the same(?= (?:an?|one|\\d|yesterday|last|the))|the|it was|that of|those of|that|around|about))*`
const SHIFTED = new RegExp(
  `\\b${CONNECTOR}${FILLER} (?:(same time yesterday|yesterday|(?:the )?day before|the previous day)|(last week|a week ago|the week before|same time last week)|(?:an?|one) (hour|minute|day|week) (?:ago|earlier)|(\\d{1,3}) ?(minutes?|mins?|m|hours?|h|days?|d|weeks?) (?:ago|earlier)|(?:the |previous |prior |last )*(?:(\\d{1,3}) ?)?(hour|minutes?|mins?|m|hours|hrs?|h|window|period|interval|time)(?: (?:before(?: (?:that|this|it))?|earlier|prior))|(?:the )?(?:previous|prior|preceding|prev) (?:(\\d{1,3}) ?)?(hour|minutes?|mins?|m|hours|hrs?|h|window|period|interval)|(before|usual|normal|normally|usually|earlier))(?! (?:(?:at|around) )?\\d)\\b`,
)
const NOW_WORDS =
  /\b(?:right now|current(?= (?:error|failure|success|request|p\d|latency|status|state|rate|throughput|response))|at (?:the|this) moment|at the minute|at present|currently|just now|these minutes|presently|as of now|now)\b/
/** "… and the same an hour ago": a second window beside the first. */
const IS_COMPARED =
  /\b(?:compare|compared|comparing|comparison|vs|versus|against|than|difference between|differ)\b|\band (?:the )?same (?:an?|one|\d+|yesterday|last|the)\b/

export interface WhenContext {
  readonly askedAtMs: number
  /** The last record of the project; "now" is the last minutes that have telemetry. */
  readonly lastMs: number | null
  /** Its first record: "the first ten minutes" begin with it. */
  readonly firstMs?: number | null
  /** Words that are names, not times. */
  readonly names: readonly string[]
}

/** Reads the times of a question: its window, the one it is compared with, and what was said about them. */
export function readWhen(asked: string, context: WhenContext): When {
  const text = withoutDates(asked)
  const around = aroundClock(text, context.askedAtMs)
  if (around !== null) return around
  const sidesOf = beforeAndAfter(text, context)
  if (sidesOf !== null) return sidesOf
  const isCompared = IS_COMPARED.test(text)
  const shift =
    isCompared || /\bworse|better|more|increase|rise|higher|lower|fewer|less\b/.test(text) ? shiftOf(text) : null
  const rest = shift === null ? text : text.replace(shift.phrase, ' '.repeat(shift.phrase.length))
  const parts = shift === null ? (isCompared ? sides(rest) : (twoRanges(rest) ?? beforeAndSince(rest))) : null
  if (parts !== null) {
    const [left, right] = parts.map((part) => oneTime(part, context, NOW_COMPARED_MS))
    if (left != null && right != null) {
      const isLeftLater = Date.parse(left.from) >= Date.parse(right.from)
      const [time, against] = isLeftLater || !isNow(left) ? [left, right] : [right, left]
      return { time, against, phrases: [left.phrase ?? '', right.phrase ?? ''] }
    }
  }
  const time = oneTime(rest, context, shift === null ? NOW_MS : NOW_COMPARED_MS)
  const phrases = [...(time?.phrase === undefined ? [] : [time.phrase]), ...(shift === null ? [] : [shift.phrase])]
  return { time, against: shift, phrases }
}

/** "14:34-14:44 and 14:45-14:55": two windows are there to be compared. */
function twoRanges(text: string): [string, string] | null {
  const range = /\d{1,2}:\d{2}(?::\d{2})? ?(?:-|to|until|till) ?\d{1,2}:\d{2}(?::\d{2})?/g
  const found = [...text.matchAll(range)]
  const [first, second] = found
  if (found.length !== 2 || first === undefined || second === undefined) return null
  return [text.slice(0, first.index + first[0].length), text.slice(second.index)]
}

/** "Before 09:04 and since 09:05": what was and what is, side by side. */
function beforeAndSince(text: string): [string, string] | null {
  const found =
    /\b(?:before|until|up to|prior to) (?:the )?\d{1,2}:\d{2}(?::\d{2})?( (?:and|,) )(?:since|after|from|starting) \d{1,2}:\d{2}/.exec(
      text,
    )
  if (found === null) return null
  const joint = found.index + found[0].indexOf(found[1] ?? ' and ')
  return [text.slice(0, joint), text.slice(joint)]
}

/** "Before and after 14:10": both sides of one moment. */
function beforeAndAfter(text: string, context: WhenContext): When | null {
  const found =
    /\bbefore ?(?:and|or|vs\.?|versus|than|\/|&) ?(?:after|since) (?:about |around )?(\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?(?: (?:utc|gmt))?)/.exec(
      text,
    )
  if (found === null) return null
  const [phrase, moment] = found
  const against = oneTime(`before ${moment}`, context, NOW_MS)
  const time = oneTime(`after ${moment}`, context, NOW_MS)
  return time === null || against === null ? null : { time, against, phrases: [phrase] }
}

function isNow(time: PlanTime): boolean {
  return time.basis === 'now'
}

function shiftOf(text: string): Shift | null {
  const found = SHIFTED.exec(text)
  if (found === null) return null
  const [phrase, yesterday, lastWeek, oneAgo, countAgo, unitAgo, beforeCount, beforeUnit, previousCount, previousUnit] =
    found
  if (yesterday !== undefined) return { shift: 'back', byMs: DAY_MS, phrase }
  if (lastWeek !== undefined) return { shift: 'back', byMs: 7 * DAY_MS, phrase }
  const agoMs = oneAgo !== undefined ? unitMs(oneAgo) : Number(countAgo) * unitMs(unitAgo)
  if (oneAgo !== undefined || countAgo !== undefined)
    return { shift: 'back', byMs: agoMs, ...ownLength(phrase), phrase }
  const unit = beforeUnit ?? previousUnit
  if (unit !== undefined) {
    const counted = beforeCount ?? previousCount
    const isOwnLength = /^(?:window|period|interval|time)$/.test(unit)
    return {
      shift: 'before',
      lengthMs: isOwnLength ? null : (counted === undefined ? 1 : Number(counted)) * unitMs(unit),
      phrase,
    }
  }
  return { shift: 'before', lengthMs: null, phrase }
}

const OWN_LENGTH = /\b(\d{1,3}) ?(s|secs?|seconds?|m|mins?|minutes?|h|hours?) (?:exactly |about )?(?:an?|one|\d{1,3})\b/

/** "The 20 min an hour ago" says how long the earlier window is. */
function ownLength(phrase: string): { lengthMs?: number } {
  const [, count, unit = ''] = OWN_LENGTH.exec(phrase) ?? []
  if (count === undefined) return {}
  return { lengthMs: Number(count) * (/^s/.test(unit) ? 1000 : /^m/.test(unit) ? MINUTE_MS : HOUR_MS) }
}

function unitMs(unit: string | undefined): number {
  return UNIT_MS[(unit ?? '').replace(/s$/, '')] ?? HOUR_MS
}

/** The two sides of "compare A with B", "A vs B"; null where there is no such joint. */
function sides(text: string): readonly [string, string] | null {
  for (const joint of [
    ' versus ',
    ' vs. ',
    ' vs ',
    ' compared with ',
    ' compared to ',
    ' against ',
    ' with ',
    ' to the ',
    ' than in ',
    ' than ',
    ' and ',
    ' to ',
  ]) {
    for (let at = text.indexOf(joint); at >= 0; at = text.indexOf(joint, at + 1)) {
      const parts = [text.slice(0, at), text.slice(at + joint.length)] as const
      const isRange = / (?:between|from) [^a-z]*$/.test(parts[0].slice(-24))
      if (!isRange && parts.every((part) => TIME_LIKE.test(part))) return parts
    }
  }
  return null
}
const TIME_LIKE =
  /\d{1,2}:\d{2}|\b\d{1,2} ?[ap]m\b|\bnow\b|\bcurrently\b|\bago\b|\byesterday\b|\btoday\b|\b(?:last|past|previous) (?:\d+ )?(?:hour|minute|min|day|week|night)|\bthis morning\b|\d{4}-\d\d-\d\d|\bfirst (?:half|hour|\d+)/

function oneTime(whole: string, { askedAtMs, lastMs, firstMs, names }: WhenContext, nowMs: number): PlanTime | null {
  // "Now the same for lost scans" goes on to the next question and says nothing of the time.
  // "A spike in 401s" is one of a status, not of seconds.
  const timed = whole.replace(/(?<=\b(?:in|of) )[1-5]\d\ds\b/g, (said) => ' '.repeat(said.length))
  const text = timed.replace(
    // "Errors right now by service" asks for now, "now by service" goes on.
    /\bnow (?=the same|do |only |just |show |what about|how about)|(?<=^(?:(?:ok|okay|so|and|but|great|good|thanks|thx)[ ,]+){0,3})now (?=for |with |by |per )/g,
    '    ',
  )
  const beside = besideClock(text, { askedAtMs, lastMs, firstMs })
  if (beside !== null) return beside
  const found = readTime(text.replace(/(\d{1,2}:\d{2}(?::\d{2})?) ?- ?(\d{1,2}:\d{2})/g, '$1 to $2'), askedAtMs, names)
  const now = NOW_WORDS.exec(text)
  const isMoment = found !== null && /^(?:right now|currently|at the moment|just now|now)$/.test(found.phrase.trim())
  if (now !== null && (found === null || isMoment)) {
    const toMs = Math.min(askedAtMs, (lastMs ?? askedAtMs) + 1)
    return { from: iso(toMs - nowMs), to: iso(toMs), basis: 'now', phrase: now[0] }
  }
  if (found === null || found.toMs <= found.fromMs) return null
  // "Before 14:31" without a beginning: all there is, up to a day.
  const isOpen = found.kind === 'before' && found.toMs - found.fromMs === HOUR_MS && firstMs != null
  const fromMs = isOpen ? Math.min(found.fromMs, Math.max(firstMs, found.toMs - DAY_MS)) : found.fromMs
  return {
    from: iso(fromMs),
    to: iso(found.toMs),
    basis: 'asked',
    phrase: found.phrase,
    ...(found.aroundMs === null ? {} : { around: iso(found.aroundMs) }),
  }
}

/** Words a time (milliseconds since 1970) as ISO 8601. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}

/** The window to compare with, from the window asked about. */
export function shifted(time: PlanTime, against: PlanTime | Shift): PlanTime {
  if ('from' in against) return against
  const fromMs = Date.parse(time.from)
  const toMs = Date.parse(time.to)
  const window =
    against.shift === 'back'
      ? {
          from: iso((against.lengthMs === undefined ? fromMs : toMs - against.lengthMs) - against.byMs),
          to: iso(toMs - against.byMs),
        }
      : { from: iso(fromMs - (against.lengthMs ?? toMs - fromMs)), to: iso(fromMs) }
  return { ...window, basis: 'asked', phrase: against.phrase.slice(0, 200) }
}
