/** "Error rate and p95 of web", "web: requests, errors and p99": several numbers of one thing are as many questions. */
import { MEASURE } from './groups-said.ts'

const LEAD =
  "^(?:(?:so|and|ok|please) )*(?:(?:what (?:is|are|was|were)|what's|show me|give me|tell me|i need|i want) )?(?:the )?(?:current )?"
const NEXT = `(?:, (?:the )?(${MEASURE}))?`
const LAST = `(?:,? (?:and|&|\\+) |, )(?:the )?(${MEASURE})`
const REST =
  '((?: (?:of|on|for|in|by|per|since|between|over|during|from|at|with|right now|now|today|last)\\b.{0,160})?)'
const END = '[\\s?.!]*$'
const BEFORE = new RegExp(`${LEAD}(${MEASURE})${NEXT}${NEXT}${LAST}${REST}${END}`, 'i')
const BEHIND = new RegExp(
  `^([a-z][\\w.]{0,40}[-_][\\w.-]{1,60})(?:'s|:|,)? (?:the )?(${MEASURE})${NEXT}${NEXT}${LAST}${REST}${END}`,
  'i',
)
const RESOURCE = '(cpu|memory|disk|heap|network|threads?|gc)'
const RESOURCES = new RegExp(
  `${LEAD}${RESOURCE}(?:, ${RESOURCE})?(?:,? (?:and|&|\\+) |, )${RESOURCE}(?: usage| utili[sz]ation)? ((?:of|on|for|in) .{2,80}?)${END}`,
  'i',
)
/** Lines of both levels are one number. */
const LEVEL = /^(?:errors?|warnings?)$/i

/** The questions that a sentence asks; itself alone where it asks for one number. */
export function numbersApart(sentence: string): string[] {
  const [, one, two, three, last, rest = ''] = BEFORE.exec(sentence) ?? []
  const front = one === undefined ? BEHIND.exec(sentence) : null
  const [, name = '', first, second, third, end, more = ''] = front ?? []
  const numbers = (front === null ? [one, two, three, last] : [first, second, third, end]).filter(
    (number) => number !== undefined,
  )
  if (numbers.length < 2 || numbers.every((number) => LEVEL.test(number))) return [sentence]
  return numbers.map((number) => (front === null ? `${number}${rest}` : `${number} of ${name}${more}`))
}

/** "Cpu and memory of web": as two questions, before the names of metrics stand in their place. */
export function resourcesApart(question: string): string {
  const [, one, two, three, of = ''] = RESOURCES.exec(question) ?? []
  const resources = [one, two, three].filter((resource) => resource !== undefined)
  return resources.length > 1 ? resources.map((resource) => `${resource} ${of}?`).join(' ') : question
}
