/** What is said once and meant twice, written out: "between 10 and 40 minutes ago", "how many 504s did web return and how many did api". */
import type { Catalogue } from '../grounding/catalogue.ts'
import { UNIT_MS } from './shape.ts'

const AGO =
  /\b(?:between |from )?(\d{1,3}) ?(?:min(?:ute)?s?|h|hours?)?(?: ago)? ?(?:and|to|until|till|-) ?(\d{1,3}) ?(min(?:ute)?s?|hours?) ago\b/i
const TWO_OWNERS =
  /^(.{0,30}?\bhow many .{2,60}?) (did|do|does) (?:the )?([\w.-]{2,60}) ([a-z]{2,20})((?: [^?,]{2,60}?)?),? and how many (?:(?:did|do|does) )?(?:the )?([\w.-]{2,60})(?: \4)?[\s?.!]*$/i
const SINCE_WHEN =
  /^((?:are there |were there |is there |do we have |did we have |have we )?any) ([^?]{2,80}?),? (?:and )?(?:if (?:so|yes),? )?since when[\s?.!]*$/i
const COUNTED = /\b(?:[1-5]\d\ds?|[45]xxs?|errors?|warnings?|timeouts?|lines?)\b/i

/** The question with its second half written out; as it is where nothing is left unsaid. */
export function saidTwice(question: string, { services }: Catalogue, nowMs: number): string {
  const isService = (said: string | undefined): boolean =>
    services.some(({ name }) => name.toLowerCase() === said?.toLowerCase())
  const timed = question.replace(AGO, (said, from: string, to: string, unit: string) =>
    betweenClocks(said, [Number(from), Number(to)], unit, nowMs),
  )
  const [, begin, done, first, verb, rest, second] = TWO_OWNERS.exec(timed) ?? []
  if (isService(first) && isService(second))
    return `${begin} ${done} ${first} ${verb}${rest}? ${begin} ${done} ${second} ${verb}${rest}?`
  const [, any, what] = SINCE_WHEN.exec(timed) ?? []
  return what !== undefined && COUNTED.test(what) ? `${any} ${what}? when was the first of the ${what}?` : timed
}

function betweenClocks(said: string, ago: readonly number[], unit: string, nowMs: number): string {
  const unitMs = /^h/i.test(unit) ? UNIT_MS.hour : UNIT_MS.minute
  const [from = '', to = ''] = ago
    .toSorted((a, b) => b - a)
    .map((count) => new Date(nowMs - count * unitMs).toISOString())
  const isOfToday = from.slice(0, 10) === new Date(nowMs).toISOString().slice(0, 10)
  return isOfToday && from !== to ? `between ${from.slice(11, 19)} and ${to.slice(11, 19)}` : said
}
