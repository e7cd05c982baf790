/** Two things that one question asks for, as two questions: "any restarts or config changes", "what does X mean and how many of those". */
import { withShareApart } from './reason-key.ts'

const END = '[\\s?.!]{0,5}$'
/** "Any restarts or config changes since 17:00?" */
const RESTARTS_AND_CHANGES = new RegExp(
  `^(?:(?:any|were there any|have there been any|what|which|list|list all|show) )?(restarts?|reboots?) (?:or|and|and what|or what|,) ?((?:config(?:uration)?|settings?) ?changes?|changes|deploy(?:s|ments?)|releases?)(?: (?:were|was|are|have) (?:there|been))*((?: (?:in|since|between|within|today|tonight|around|after|before|during)\\b.{1,40})?)${END}`,
  'i',
)
/** "What does 'lock table is full' mean and how many of them?" */
const MEANING_AND_COUNT = new RegExp(
  `^(what (?:does|do|is|are) (["'\u201c\u2018\`])(.{4,200}?)["'\u201d\u2019\`](?: mean| saying| about)?),? and (?:how many|how often|count)(?: of)? (?:those|them|these|that|it)?((?: (?:are there|did we (?:get|have|see)|do we (?:get|have|see)|have we (?:got|had)|were there|happened|was it))?)(.{0,40}?)${END}`,
  'i',
)
/** "How many exams were started, and how many of those starts were refused?" */
const OF_THOSE = /\bhow many of (?:those|these) ([a-z]{3,20}s) (were|got|have been|failed|are)\b/i

/** "How many of them were GETs", "GETs of edge". */
const HOW_MANY_METHOD =
  /^(?:and )?how many (?:of (?:them|those|these) )?(?:were|are|was) (GET|POST|PUT|PATCH|DELETE|HEAD)s?[\s?.!]{0,5}$/
const ARE_METHOD = /\b(was|were|are|is|only) (GET|POST|PUT|PATCH|DELETE|HEAD)s\b/g
const OF_METHOD = /\b(GET|POST|PUT|PATCH|DELETE|HEAD)s\b/g

/** The message, as several questions where it asks for several things in one. */
export function inTwoQuestions(message: string): string {
  if (message.length > 300 || message.includes('\n')) return message
  const text = message.trim()
  const changes = RESTARTS_AND_CHANGES.exec(text)
  if (changes !== null) {
    const [, first = '', said = '', time = ''] = changes
    const second = said.toLowerCase() === 'changes' ? 'config changes' : said
    return `any ${first}${time}? any ${second}${time}?`
  }
  const meaning = MEANING_AND_COUNT.exec(text)
  if (meaning !== null) {
    const [, asked = '', , line = '', , time = ''] = meaning
    return `${asked}? how many "${line}"${time}?`
  }
  const reasons = withShareApart(text)
  if (reasons !== text) return reasons
  const [, method] = HOW_MANY_METHOD.exec(text) ?? []
  if (method !== undefined) return `only ${method}`
  return message.replace(OF_THOSE, 'how many $1 $2').replace(ARE_METHOD, '$1 $2').replace(OF_METHOD, '$1 requests')
}
