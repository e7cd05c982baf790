/** Which kind of number a question asks for: one of a unit that it names, a time, or any. */
import { unitNames } from '../vocabulary/units.ts'
import { CURRENCY, MONEY, type Slot } from './slots.ts'
import { has, type QuestionState } from './state.ts'

/** What only a time answers. */
const TIME = /\bhow (?:long|fast|quick|quickly|slow|slowly)\b|\b(?:duration|latency|elapsed)\b|\btime\b/
/** "Longest prompt in tokens" is one of tokens; where no number is named it is one of time. */
const LONGEST = /\b(?:longest|shortest|slowest|fastest|quickest)\b/
/** Units of times say how it is told, or are what is counted ("minutes billed"). */
const UNIT_OF_TIME = /^(?:ms|milliseconds?|secs?|seconds?|mins?|minutes?|hours?)$/

/** "How long does it need to issue an invoice": no sum of money; "value in EUR": no number of items. */
export function isOfAskedKind(state: QuestionState, slot: Slot): boolean {
  if (isTimeAsked(state)) return slot.isTime
  const isNamed = [slot.name.toLowerCase(), ...slot.words].some((part) => isSaid(state, part))
  if (LONGEST.test(state.text)) return slot.isTime || isNamed
  const unit = unitSaid(state)
  if (unit === null) return isNamed || !(slot.isTime && isPercentile(state))
  const names = unitNames(unit) ?? [unit]
  if (CURRENCY.test(unit)) return slot.isMoney || slot.words.some((part) => MONEY.test(part) || part === 'cent')
  const told = [slot.name.toLowerCase(), ...slot.words, ...(slot.unit === null ? [] : [slot.unit])]
  // A number with its unit may be one variable of the pattern.
  const isOpen = isNamed && slot.unit === null && !slot.isMoney && slot.words.every((part) => unitNames(part) === null)
  return isOpen || told.some((part) => names.includes(part) || names.includes(`${part}s`))
}

/** Whether only a time answers a question. */
export function isTimeAsked({ text }: QuestionState): boolean {
  return TIME.test(text)
}

/** The unit that a question names: a currency, bytes, a distance; times apart, which may be counted. */
export function unitSaid({ words }: QuestionState): string | null {
  const found = words.find(
    ({ text, usedBy }) =>
      usedBy !== 'time' && !UNIT_OF_TIME.test(text) && (CURRENCY.test(text) || unitNames(text) !== null),
  )
  return found?.text ?? null
}

function isPercentile(state: QuestionState): boolean {
  return has(state, 'p75', 'p90', 'p95', 'p99', 'p999')
}

function isSaid({ words }: QuestionState, part: string): boolean {
  return words.some(({ text, lemma }) => text === part || lemma === part)
}

const HOW_LONG =
  /^(?:(?:so|and|ok|hey) )*(?:how long|how many (?:ms|milliseconds|secs?|seconds|mins?|minutes)|how much time) (?:do|does|did) (?:the |our |an? |one )?([a-z][a-z -]{2,40}?) (?:take|last|run|need)(?: (?:on average|usually|typically|normally|in general))?(?= (?:in|since|between|before|after|during|over|from|today|yesterday|until)\b|\W*$)/
const OF_DURATION =
  /^(?:(?:what is|whats|what's|show me) )?(?:the )?(?:(average|mean|median|typical|max|maximum|min|minimum|p\d{2,3}) )?(?:duration (?:of (?:the |our |an? |all )?)([a-z][a-z -]{2,40}?)|([a-z][a-z-]{2,30}) (?:durations?|lengths?))(?= (?:in|since|between|before|after|during|over|from|today|yesterday|until)\b|\W*$)/

/** "How long does a mission take", "mission duration": the same asked as the time of the thing; null for any other. */
export function askedAsTime(question: string): string | null {
  const long = question.replace(HOW_LONG, 'average $1 time')
  if (long !== question) return long
  const asked = question.replace(
    OF_DURATION,
    (_, statistic: string | undefined, of: string | undefined, noun: string | undefined) =>
      `${statistic ?? 'average'} ${of ?? noun} time`,
  )
  return asked === question ? null : asked
}
