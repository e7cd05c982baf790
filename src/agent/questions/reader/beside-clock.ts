/** Windows that a clock time or the beginning of the telemetry bounds: "the 10 minutes before 14:42", "by 14:26". */
import type { PlanTime } from '../plan/plan.ts'
import { lengthMsOf, NUMBER } from '../vocabulary/number-words.ts'

interface Bounds {
  readonly askedAtMs: number
  readonly lastMs: number | null
  readonly firstMs?: number | null | undefined
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const UNIT = 'min|mins|minutes?|hours?|secs?|seconds?'
const CLOCK = '(\\d{1,2}):(\\d{2})(?::\\d{2})?'
/** Behind a clock time: it is the first of two. */
const NO_RANGE = '(?! ?(?:-|to|and|until|till) ?\\d)'

const BESIDE = new RegExp(
  `(?<!per )\\b(?:(?:(?:first|last|the) ){1,3}(?:(${NUMBER}) ?)?|(?<!\\b(?:over|than|above|under|below|exceeding) )(${NUMBER}) ?)(${UNIT}) (before|until|up to|leading up to|prior to|preceding|after|from|following|since|starting at) ${CLOCK}${NO_RANGE}(?: on)?`,
)
const BY = new RegExp(`\\bby ${CLOCK}${NO_RANGE}`)
const FIRST = new RegExp(
  `\\b(?:the )?(?:very )?first (?:(${NUMBER}) ?)?(${UNIT}) (?:of|in) (?:the |our |its |all |this )*(?:telemetry|data|recording|logs?|records?|window|period|day)\\b`,
)
/** "Orders placed in the first 15 minutes", of a whole question. */
const FIRST_ALONE = new RegExp(
  `\\b(?:in|during|within|over) (?:the )?(?:very )?first (?:(${NUMBER}) ?)?(${UNIT})(?=[\\s?.!]*$)`,
)
/** "10 min before 14:16 vs 10 min after it", "in the 15 minutes before 14:16 and in the 15 minutes after". */
const AROUND = new RegExp(
  `\\b(${NUMBER}) ?(${UNIT}) (?:before|prior to|until|leading up to) ${CLOCK}(?: ?(?:utc|z))?,? (?:and|vs\\.?|versus|against|or|than|compared (?:to|with)|with|to)(?: (?:in|the|those|for|during|of))* (?:(${NUMBER}) ?(${UNIT}) )?(?:after|following|from)(?: (?:it|that|then|this|there|${CLOCK}))?(?: on)?`,
)

/** The window beside a clock time; null where the text names none. */
export function besideClock(text: string, bounds: Bounds): PlanTime | null {
  return beside(text, bounds) ?? until(text, bounds) ?? beginning(text, bounds)
}

function beside(text: string, { askedAtMs }: Bounds): PlanTime | null {
  const found = BESIDE.exec(text)
  if (found === null) return null
  const [phrase, behindArticle, alone, unit, side = '', hour, minute] = found
  const lengthMs = lengthMsOf(behindArticle ?? alone, unit)
  const atMs = clockMs(hour, minute, askedAtMs)
  const isAfter = /^(?:after|from|following|since|starting at)$/.test(side)
  const fromMs = isAfter ? atMs : atMs - lengthMs
  return windowOf(fromMs, Math.min(askedAtMs, fromMs + lengthMs), phrase)
}

/** "How many by 14:26": all until then. */
function until(text: string, { askedAtMs, firstMs }: Bounds): PlanTime | null {
  const found = BY.exec(text)
  if (found === null) return null
  const [phrase, hour, minute] = found
  const toMs = clockMs(hour, minute, askedAtMs)
  return windowOf(Math.max(toMs - DAY_MS, Math.min(firstMs ?? toMs - HOUR_MS, toMs - MINUTE_MS)), toMs, phrase)
}

function beginning(text: string, { firstMs }: Bounds): PlanTime | null {
  const alone = FIRST_ALONE.exec(text)
  // Of a fragment nobody knows what it is the beginning of.
  const isWhole = alone !== null && text.slice(0, alone.index).trim().includes(' ')
  const found = FIRST.exec(text) ?? (isWhole ? alone : null)
  if (found === null || firstMs == null) return null
  const [phrase, count, unit] = found
  return windowOf(firstMs, firstMs + lengthMsOf(count, unit), phrase)
}

/** Two windows on both sides of a clock time; null where the text names none. */
export function aroundClock(
  text: string,
  askedAtMs: number,
): { readonly time: PlanTime; readonly against: PlanTime; readonly phrases: readonly string[] } | null {
  const found = AROUND.exec(text)
  if (found === null) return null
  const [phrase, count, unit, hour, minute, laterCount, laterUnit, laterHour, laterMinute] = found
  const atMs = clockMs(hour, minute, askedAtMs)
  const beforeMs = lengthMsOf(count, unit)
  const laterMs = laterHour === undefined ? atMs : clockMs(laterHour, laterMinute, askedAtMs)
  const afterMs = laterUnit === undefined ? beforeMs : lengthMsOf(laterCount, laterUnit)
  return {
    time: windowOf(laterMs, Math.min(askedAtMs, laterMs + afterMs), phrase),
    against: windowOf(atMs - beforeMs, atMs, phrase),
    phrases: [phrase],
  }
}

function windowOf(fromMs: number, toMs: number, phrase: string): PlanTime {
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(Math.max(toMs, fromMs + 1)).toISOString(),
    basis: 'asked',
    phrase: phrase.slice(0, 200),
  }
}

/** Today at this time, or yesterday where that is still ahead. */
export function clockMs(hour: string | undefined, minute: string | undefined, askedAtMs: number): number {
  const today = Math.floor(askedAtMs / DAY_MS) * DAY_MS + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS
  return today > askedAtMs ? today - DAY_MS : today
}
