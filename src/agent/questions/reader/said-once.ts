/** What is said once and meant twice, written out: "between 10 and 40 minutes ago", "how many 504s did web return and how many did api". */
import type { Catalogue } from '../grounding/catalogue.ts'
import { UNIT_MS } from './shape.ts'

const AGO =
  /\b(?:between |from )?(\d{1,3}) ?(?:min(?:ute)?s?|h|hours?)?(?: ago)? ?(?:and|to|until|till|-) ?(\d{1,3}) ?(min(?:ute)?s?|hours?) ago\b/i
/** "In the last 10 min and in the same 10 min half an hour ago": as long a window that ended so long ago. */
const SAME_AGO =
  /^([^?]{3,160}?) (?:(?:in|over|during|for|of) )?(?:the )?(?:last|past) (\d{1,3}) ?(min(?:ute)?s?|h|hours?),? (?:and|vs\.?|versus|against|compared (?:to|with)) (?:(?:in|over|during|for) )?(?:the )?(?:same )?\2 ?(?:min(?:ute)?s?|h|hours?) ((?:half an|an|one|\d{1,3}) ?(?:min(?:ute)?s?|h|hours?)) (?:ago|earlier|before(?: that)?)[\s?.!]*$/i
const TWO_OWNERS =
  /^(.{0,30}?\bhow many .{2,60}?) (did|do|does) (?:the )?([\w.-]{2,60}) ([a-z]{2,20})((?: [^?,]{2,60}?)?),? and how many (?:(?:did|do|does) )?(?:the )?([\w.-]{2,60})(?: \4)?[\s?.!]*$/i
const SINCE_WHEN =
  /^((?:are there |were there |is there |do we have |did we have |have we )?any) ([^?]{2,80}?),? (?:and )?(?:if (?:so|yes),? )?since when[\s?.!]*$/i
/** "Count of 401 and 429 on web": two codes are two numbers, where no sum of them is asked for. */
const TWO_CODES =
  /^((?:please )?(?:(?:give|tell|show) me )?(?:the )?)(?:how many|(?:count|number)s? of)((?: (?:the|http|status|code))*) ([1-5]\d\d)s?,? and (?:how many )?([1-5]\d\d)s?( [^?]{1,80})?[\s?.!]*$/i
const RESPONSES = /^ (?:errors?|responses?|requests?|answers?|calls?|codes?|status(?:es)?|replies|hits?|failures?)\b/i
const TOGETHER =
  /\b(?:together|altogether|in total|in all|combined|summed|sum|total|by|per|each|every|trend|compared?|than)\b/i
const COUNTED = /\b(?:[1-5]\d\ds?|[45]xxs?|errors?|warnings?|timeouts?|lines?)\b/i

/** "Accepted bags at kiosk vs desk today": two values of one key. */
const TWO_VALUES =
  /^([^?,]{3,60}?) (?:at|in|on|from|via|by|through) (?:the )?([\w-]{2,30}) (?:vs\.?|versus) (?:the )?([\w-]{2,30})( (?:in|since|today|between|during|over|from|before|after|yesterday|this)\b[^?]{0,60})?[\s?.!]*$/i

/** The two numbers that such a question asks for, each by its key; null for any other. */
export function ofBothValues(
  question: string,
  { values }: Pick<Catalogue, 'values'>,
): readonly [string, string] | null {
  const [, counted, one = '', other = '', tail = ''] = TWO_VALUES.exec(question) ?? []
  if (
    counted === undefined ||
    /\b(?:rate|p\d\d|latency|average|mean|median|share|percent\w*|slower|faster)\b/i.test(counted)
  )
    return null
  const own = values.find(
    (known) =>
      known.signal === 'logs' && [one, other].every((said) => known.values.some(({ value }) => isSame(value, said))),
  )
  if (own === undefined || isSame(one, other)) return null
  const key = own.key.split(/[._]/).at(-1) ?? own.key
  return [`${counted} with ${key} ${one}${tail}`, `${counted} with ${key} ${other}${tail}`]
}

function isSame(value: string, said: string): boolean {
  return value.toLowerCase() === said.toLowerCase()
}

/** The question with its second half written out; as it is where nothing is left unsaid. */
export function saidTwice(question: string, { services }: Catalogue, nowMs: number): string {
  const isService = (said: string | undefined): boolean =>
    services.some(({ name }) => name.toLowerCase() === said?.toLowerCase())
  const same = sameAgo(question, nowMs)
  if (same !== null) return same
  const timed = question.replace(AGO, (said, from: string, to: string, unit: string) =>
    betweenClocks(said, [Number(from), Number(to)], unit, nowMs),
  )
  const [, begin, done, first, verb, rest, second] = TWO_OWNERS.exec(timed) ?? []
  if (isService(first) && isService(second))
    return `${begin} ${done} ${first} ${verb}${rest}? ${begin} ${done} ${second} ${verb}${rest}?`
  const [, lead = '', kind = '', one, other, further = ''] = TOGETHER.test(timed) ? [] : (TWO_CODES.exec(timed) ?? [])
  if (one !== undefined && other !== undefined && one !== other)
    return [one, other]
      .map((code) => `${lead}how many${kind} ${code}${RESPONSES.test(further) ? '' : ' responses'}${further}?`)
      .join(' ')
  const [, any, what] = SINCE_WHEN.exec(timed) ?? []
  return what !== undefined && COUNTED.test(what) ? `${any} ${what}? when was the first of the ${what}?` : timed
}

/** The two questions, each with its window. */
function sameAgo(question: string, nowMs: number): string | null {
  const [, asked = '', count = '', unit = '', ago = ''] = SAME_AGO.exec(question) ?? []
  if (asked === '') return null
  const minutes = Number(count) * minutesOf(unit)
  const [, many = '', agoUnit = ''] = /^(half an|an|one|\d{1,3}) ?(\w+)$/i.exec(ago) ?? []
  const times = /^half/i.test(many) ? 0.5 : /^\d/.test(many) ? Number(many) : 1
  const agoMinutes = times * minutesOf(agoUnit)
  const earlier = betweenClocks('', [agoMinutes + minutes, agoMinutes], 'min', nowMs)
  return earlier === '' ? null : `${asked} in the last ${minutes} minutes? ${asked} ${earlier}?`
}

function minutesOf(unit: string): number {
  return /^h/i.test(unit) ? 60 : 1
}

function betweenClocks(said: string, ago: readonly number[], unit: string, nowMs: number): string {
  const unitMs = /^h/i.test(unit) ? UNIT_MS.hour : UNIT_MS.minute
  const [from = '', to = ''] = ago
    .toSorted((a, b) => b - a)
    .map((count) => new Date(nowMs - count * unitMs).toISOString())
  const isOfToday = from.slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10)
  return isOfToday && from !== to ? `between ${from.slice(11, 19)} and ${to.slice(11, 19)}` : said
}
