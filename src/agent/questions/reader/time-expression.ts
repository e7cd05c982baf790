/**
 * Reads the time a question is about. chrono-node finds single moments ("yesterday at 5pm", "2 hours ago", ISO times);
 * the layer here turns them into windows ("since", "around", "between … and …", whole days, "last 30 minutes") and
 * always into the past, because nobody asks about telemetry of the future. Everything without a zone is UTC.
 */
import * as chrono from 'chrono-node/en'
import { NUMBER, numberOfWords } from '../vocabulary/number-words.ts'

export interface TimeExpression {
  readonly phrase: string
  readonly fromMs: number
  readonly toMs: number
  /** The moment named, when the words name one ("around 09:30", "since 14:05"): the likely begin of trouble. */
  readonly aroundMs: number | null
  readonly kind: 'window' | 'around' | 'since' | 'before'
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** "around X" reaches this far to both sides: people round to the quarter of an hour. */
const AROUND_MS = 15 * MINUTE_MS
/** "before X" without a start looks back this far. */
const BEFORE_MS = HOUR_MS

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  sec: 1000,
  second: 1000,
  m: MINUTE_MS,
  min: MINUTE_MS,
  minute: MINUTE_MS,
  h: HOUR_MS,
  hr: HOUR_MS,
  hour: HOUR_MS,
  d: DAY_MS,
  day: DAY_MS,
  w: 7 * DAY_MS,
  wk: 7 * DAY_MS,
  week: 7 * DAY_MS,
  fortnight: 14 * DAY_MS,
  month: 30 * DAY_MS,
}
const UNITS = 'seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|wks?|w|fortnight|months?'
const DURATION = new RegExp(
  `\\b(?:last|past|previous|latest|recent)\\s+(?:(${NUMBER})\\s*-?\\s*)?(${UNITS})\\b(?!\\s+(?:night|ago))`,
  'i',
)

/** The window a question names, or null when it names none. `services` are masked: "sun service" is no Sunday. */
export function readTime(question: string, nowMs: number, services: readonly string[]): TimeExpression | null {
  const text = mask(question, services)
  return readDuration(text, nowMs) ?? readPart(text, nowMs) ?? readMoments(text, nowMs)
}

/** Blanks out what only looks like a time: service names, quoted text, identifiers, paths, "top 5". Offsets stay. */
function mask(question: string, services: readonly string[]): string {
  let text = question
  const blank = (part: string): string => '\u00b7'.repeat(part.length)
  text = text.replace(/"[^"]*"|`[^`]*`|\u201c[^\u201d]*\u201d/g, blank)
  // "/plans/today" is a route and no day.
  text = text.replace(/(?<!\S)\/[a-z{:]\S{0,200}/gi, blank)
  text = text.replace(
    /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[0-9a-f]{16}\b|\b[0-9a-f]{32}\b/gi,
    blank,
  )
  text = text.replace(
    /\b(?:top|first|limit|newest|latest|last)\s+\d+\s+(?=[a-z])(?!(?:s|m|h|d|w|sec|min|hour|hr|day|week|month|second|minute)s?\b)/gi,
    blank,
  )
  text = text.replace(/\b\w+\s+(?:service|svc|pod|host|container|app)\b/gi, (part) =>
    /^(?:sun|mon|tue|tues|wed|thu|thur|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|now|march|april|june|july|august|today|tonight)\s/i.test(
      part,
    )
      ? blank(part)
      : part,
  )
  for (const service of [...services].sort((a, b) => b.length - a.length)) {
    if (service.length < 2) continue
    text = text.replace(new RegExp(`(?<![\\w-])${RegExp.escape(service)}(?![\\w-])`, 'gi'), blank)
  }
  return text
}

function readDuration(text: string, nowMs: number): TimeExpression | null {
  const found = DURATION.exec(text)
  const unit = found?.[2]
  if (!found || unit === undefined) return null
  const words = found[1]?.toLowerCase()
  const unitMs = UNIT_MS[unit.toLowerCase().replace(/(?<=..)s$/, '')] ?? 0
  const count = words === undefined ? (/s$/i.test(unit) && unit.length > 1 ? 3 : 1) : numberOfWords(words)
  const spanMs = Math.round(count * unitMs)
  if (!(spanMs > 0)) return null
  return { phrase: found[0].trim(), fromMs: nowMs - spanMs, toMs: nowMs, aroundMs: null, kind: 'window' }
}

/** Parts of the calendar that are windows by themselves. */
function readPart(text: string, nowMs: number): TimeExpression | null {
  const today = startOfDay(nowMs)
  const found =
    /\b(?:(since|before)\s+)?(last night|this morning|this afternoon|this evening|tonight|yesterday (?:morning|afternoon|evening|night)|this week|this month|the day before yesterday|today|overnight|just now|right now|currently|at the moment)\b(?!\s*(?:at|around|about|,)?\s*\d)/i.exec(
      text,
    )
  const words = found?.[2]?.toLowerCase()
  if (!found || words === undefined || /\d{1,2}:\d{2}|\b\d{1,2}\s*[ap]m\b/i.test(text)) return null
  const hours = (dayMs: number, from: number, to: number): readonly [number, number] => [
    dayMs + from * HOUR_MS,
    dayMs + to * HOUR_MS,
  ]
  const yesterday = today - DAY_MS
  const parts: Readonly<Record<string, readonly [number, number]>> = {
    'last night': hours(yesterday, 20, 30),
    // Late in the evening the night has begun.
    overnight: nowMs >= today + 20 * HOUR_MS ? [today + 20 * HOUR_MS, nowMs] : hours(yesterday, 20, 30),
    'this morning': nowMs < today + 6 * HOUR_MS ? [today, nowMs] : hours(today, 5, 12),
    'this afternoon': hours(today, 12, 18),
    'this evening': hours(today, 17, 24),
    tonight: [nowMs < today + 18 * HOUR_MS ? yesterday + 18 * HOUR_MS : today + 18 * HOUR_MS, nowMs],
    'yesterday morning': hours(yesterday, 5, 12),
    'yesterday afternoon': hours(yesterday, 12, 18),
    'yesterday evening': hours(yesterday, 17, 24),
    'yesterday night': hours(yesterday, 20, 30),
    'this week': [today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS, nowMs],
    'this month': [Date.UTC(new Date(nowMs).getUTCFullYear(), new Date(nowMs).getUTCMonth(), 1), nowMs],
    'the day before yesterday': [yesterday - DAY_MS, yesterday],
    today: [today, nowMs],
    'just now': [nowMs - 15 * MINUTE_MS, nowMs],
    'right now': [nowMs - 15 * MINUTE_MS, nowMs],
    currently: [nowMs - 15 * MINUTE_MS, nowMs],
    'at the moment': [nowMs - 15 * MINUTE_MS, nowMs],
  }
  let [fromMs, toMs] = parts[words] ?? [nowMs - HOUR_MS, nowMs]
  // The evening asked about in the morning is yesterday's.
  if (fromMs >= nowMs) [fromMs, toMs] = [fromMs - DAY_MS, toMs - DAY_MS]
  const relation = found[1]?.toLowerCase()
  if (relation === 'since') return { phrase: found[0], fromMs, toMs: nowMs, aroundMs: null, kind: 'since' }
  if (relation === 'before')
    return { phrase: found[0], fromMs: fromMs - DAY_MS, toMs: fromMs, aroundMs: null, kind: 'before' }
  return { phrase: found[0], fromMs, toMs: Math.min(toMs, nowMs), aroundMs: null, kind: 'window' }
}

interface Moment {
  readonly index: number
  readonly endIndex: number
  readonly phrase: string
  readonly atMs: number
  readonly endMs: number | null
  readonly isWholeDay: boolean
  /** The words name the day, not only a clock time. */
  readonly hasDay: boolean
}

function readMoments(text: string, nowMs: number): TimeExpression | null {
  const moments = onNamedDay([...epochMoments(text), ...chronoMoments(text, nowMs)].sort((a, b) => a.index - b.index))
  const first = moments[0]
  if (!first) return null
  const second = moments[1]
  if (first.endMs !== null) return windowOf(first.phrase, first.atMs, first.endMs, nowMs)
  if (second && isRange(text.slice(first.endIndex, second.index), text.slice(0, first.index))) {
    const toMs = second.isWholeDay ? second.atMs + DAY_MS : second.atMs
    // "10:00 and 11:00 yesterday" names the day of both.
    const isLent = !first.hasDay && second.hasDay && !second.isWholeDay
    const lent = startOfDay(second.atMs) + (first.atMs - startOfDay(first.atMs))
    const fromMs = isLent ? (lent > second.atMs ? lent - DAY_MS : lent) : first.atMs
    return windowOf(text.slice(first.index, second.endIndex), fromMs, toMs, nowMs)
  }
  return related(text.slice(0, first.index), first, nowMs)
}

/** "yesterday between 10:00 and 11:00": clock times belong to the one day that is named beside them. */
function onNamedDay(moments: readonly Moment[]): readonly Moment[] {
  const days = moments.filter((moment) => moment.isWholeDay && moment.endMs === null)
  const clocks = moments.filter((moment) => !moment.hasDay)
  const day = days[0]
  if (day === undefined || days.length > 1 || clocks.length === 0) return moments
  const moved = (ms: number): number => day.atMs + (ms - startOfDay(ms))
  return clocks.map((clock) => ({
    ...clock,
    atMs: moved(clock.atMs),
    endMs: clock.endMs === null ? null : moved(clock.endMs),
  }))
}

function isRange(between: string, before: string): boolean {
  if (/^\s*(?:to|until|till|through|-|\u2013|\u2014|\.\.)\s*(?:the\s+)?$/i.test(between)) return true
  return /^\s*and\s*$/i.test(between) && /\bbetween\s+(?:the\s+)?$/i.test(before)
}

function windowOf(phrase: string, atMs: number, endMs: number, nowMs: number): TimeExpression {
  // An end before its start belongs to the day after it: "23:30 to 00:30", or an end still ahead of the clock.
  const toMs = Math.min(endMs <= atMs ? endMs + DAY_MS : endMs, nowMs)
  return { phrase, fromMs: atMs, toMs: Math.max(toMs, atMs + 1), aroundMs: null, kind: 'window' }
}

function related(before: string, moment: Moment, nowMs: number): TimeExpression {
  const { atMs, phrase } = moment
  const relation =
    /\b(since|after|from|starting(?: at| from)?|beginning(?: at)?|before|until|till|prior to|up to)\s+(?:about\s+|around\s+|on\s+|the\s+)*$/i
      .exec(before)?.[1]
      ?.toLowerCase() ?? ''
  if (/^(?:since|after|from|starting|beginning)/.test(relation)) {
    return {
      phrase: `${relation} ${phrase}`,
      fromMs: atMs,
      toMs: nowMs,
      aroundMs: moment.isWholeDay ? null : atMs,
      kind: 'since',
    }
  }
  if (relation !== '') {
    const spanMs = moment.isWholeDay ? DAY_MS : BEFORE_MS
    return { phrase: `${relation} ${phrase}`, fromMs: atMs - spanMs, toMs: atMs, aroundMs: null, kind: 'before' }
  }
  if (moment.isWholeDay) {
    return { phrase, fromMs: atMs, toMs: Math.min(atMs + DAY_MS, nowMs), aroundMs: null, kind: 'window' }
  }
  return { phrase, fromMs: atMs - AROUND_MS, toMs: Math.min(atMs + AROUND_MS, nowMs), aroundMs: atMs, kind: 'around' }
}

/** Unix times as people paste them: 10 digits are seconds, 13 milliseconds, 19 nanoseconds. */
function epochMoments(text: string): Moment[] {
  return [...text.matchAll(/(?<![\d.-])(1\d{9}|1\d{12}|1\d{18})(?![\d.-])/g)].map((found) => {
    const digits = found[0]
    const atMs = digits.length === 10 ? Number(digits) * 1000 : Number(digits.slice(0, 13))
    return {
      index: found.index,
      endIndex: found.index + digits.length,
      phrase: digits,
      atMs,
      endMs: null,
      isWholeDay: false,
      hasDay: true,
    }
  })
}

function chronoMoments(text: string, nowMs: number): Moment[] {
  const reference = { instant: new Date(nowMs), timezone: 0 }
  return chrono.casual.parse(text, reference).flatMap((found) => {
    // "502s out of web": a status, and no length of time.
    if (/^[1-5]\d\ds\b/.test(found.text)) return []
    const hasHour = found.start.isCertain('hour')
    const hasDay = found.start.isCertain('day') || found.start.isCertain('weekday') || found.start.isCertain('month')
    const isRelative = /\b(?:ago|earlier|back)\b/i.test(found.text)
    if (!hasHour && !hasDay && !isRelative) return []
    const isWholeDay = !hasHour && !isRelative
    const raw = found.start.date().getTime()
    const atMs = intoPast(isWholeDay ? startOfDay(raw) : raw, nowMs, found.start)
    const moved = atMs - (isWholeDay ? startOfDay(raw) : raw)
    const end = found.end ? found.end.date().getTime() + moved : null
    const endMs = end !== null && found.end && !found.end.isCertain('hour') ? startOfDay(end) + DAY_MS : end
    return [
      {
        index: found.index,
        endIndex: found.index + found.text.length,
        phrase: found.text,
        atMs,
        endMs,
        isWholeDay,
        hasDay: hasDay || isRelative,
      },
    ]
  })
}

/** A clock time later than now was yesterday's; a weekday ahead was last week's; a date ahead was last year's. */
function intoPast(atMs: number, nowMs: number, parts: chrono.ParsedResult['start']): number {
  if (atMs <= nowMs || parts.isCertain('year')) return atMs
  if (parts.isCertain('weekday')) return atMs - 7 * DAY_MS
  if (parts.isCertain('month')) {
    const date = new Date(atMs)
    return date.setUTCFullYear(date.getUTCFullYear() - 1)
  }
  return atMs - Math.ceil((atMs - nowMs) / DAY_MS) * DAY_MS
}

function startOfDay(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS
}
