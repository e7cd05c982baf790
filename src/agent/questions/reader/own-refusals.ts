/**
 * "Declined payments" of lines that say "payment refused: insufficient funds": one says it in one way of refusing, lines
 * in another. The word of the lines takes the place of the asked one, also where the reason of some lines has the asked
 * word ("refused: card declined"): those are fewer than what was refused.
 */
import type { Catalogue, KnownTemplate } from '../grounding/catalogue.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { lemmaOf, stemOf } from './words.ts'

const WAYS = ['declined', 'rejected', 'refused', 'denied'] as const
/** What is said of a refusal in everyday words, as well. */
const ASKED =
  /\b(declined|rejected|refused|denied|turned (?:down|away)|knocked back|sent packing|shot down|sent back|bounced|rebuffed)\b(?! (?:by|to) )/i
const QUOTES = /["'`\n]|[\w-]{1,40}=/
const BETWEEN = /^(?:got|get|gets|were|was|are|is|been|being|be|have|has|had|did|that|which|the|our|all|of|how|many)$/
/** A noun may stand so many words before what was done with it. */
const BEFORE_MAX = 5
const CHARS_MAX = 300

/** The question in the word by which lines tell this refusal, and what the answer says of it. */
export function inOwnRefusal(
  question: string,
  { templates, values }: Pick<Catalogue, 'templates' | 'values'>,
): { readonly text: string; readonly note?: string } {
  const found = ASKED.exec(question)
  const said = found?.[1]?.toLowerCase()
  if (found === null || said === undefined || question.length > CHARS_MAX || QUOTES.test(question))
    return { text: question }
  if (isSaidAsAsked(question.slice(0, found.index), said, templates)) return { text: question }
  for (const noun of nounsBeside(question, found.index, found[0].length)) {
    // What lines say of the thing in the same word is meant as such: "mail bounced".
    const isOfThing = (tokens: readonly string[]): boolean => tokens.some((token) => lemmaOf(token) === lemmaOf(noun))
    if (!isWay(said) && templates.some(({ tokens }) => tokens.includes(said) && isOfThing(tokens)))
      return { text: question }
    // A value of a field of the thing is meant as such.
    if (values.some((known) => known.values.some(({ value }) => value.toLowerCase() === said) && isOf(known.key, noun)))
      return { text: question }
    const keyed = refusedUnderKey(noun, said, templates)
    if (keyed !== null)
      return {
        text: question.replace(new RegExp(`\\b${RegExp.escape(noun)}\\b`, 'i'), `${keyed}s`),
        note: `I took "${noun}" that are ${said} as the lines that say "${keyed} ${said}".`,
      }
    const own = templates.filter((template) => isRefused(noun, template))
    const thing = own.length > 0 ? noun : thingDone(noun, templates)
    const lines = own.length > 0 || thing === null ? own : templates.filter((template) => isRefused(thing, template))
    if (lines.length === 0 || thing === null) continue
    const ways = [...new Set(lines.map(({ tokens }) => firstWay(tokens)))]
    const isSaid = ways.some((one) => one === said)
    if (isSaid && thing === noun) return { text: question }
    const [way, other] = isSaid ? [said] : ways
    if (way === undefined || other !== undefined || new Set(lines.map(({ service }) => service)).size > 1) continue
    const text = question.replace(new RegExp(`\\b${RegExp.escape(found[0])}\\b`, 'gi'), way)
    const asked = thing === noun ? `"${said}"` : `"${noun}" that are ${said}`
    return {
      text: thing === noun ? text : text.replace(new RegExp(`\\b${RegExp.escape(noun)}\\b`, 'i'), `${thing}s`),
      note: `I took ${asked} as the lines that say "${thing === noun ? way : `${thing} ${way}`}".`,
    }
  }
  return { text: question }
}

/** "Declined payments" of lines that say "card declined" and name the payment in a field: what they say was declined. */
function refusedUnderKey(noun: string, said: string, templates: readonly KnownTemplate[]): string | null {
  if (templates.some((template) => template.tokens.includes(said) && isRefused(noun, template))) return null
  const field = new RegExp(`(?<![\\w.])${RegExp.escape(lemmaOf(noun))}(?:[._-]?id)?["']?\\s?[=:]`, 'i')
  const lines = templates.filter(({ tokens, template }) => tokens[1] === said && field.test(template))
  const [subject, other] = new Set(lines.map(({ tokens }) => tokens[0]))
  const isOfOne = new Set(lines.map(({ service }) => service)).size === 1
  return subject !== undefined && other === undefined && isOfOne && lemmaOf(subject) !== lemmaOf(noun) ? subject : null
}

function isWay(said: string): boolean {
  return WAYS.some((way) => way === said)
}

/** "Card declined", which is how lines say it. */
function isSaidAsAsked(before: string, said: string, templates: readonly KnownTemplate[]): boolean {
  const word = /([a-z-]+) $/i.exec(before)?.[1]?.toLowerCase()
  return templates.some(({ tokens }) => tokens.some((token, at) => token === said && tokens[at - 1] === word))
}

/** Whether a key tells of a thing: `payment.status`. */
function isOf(key: string, noun: string): boolean {
  const [first = '', ...more] = key.toLowerCase().split(/[._-]/)
  return more.length > 0 && lemmaOf(first) === lemmaOf(noun)
}

/** "Bookings" of lines that say "appointment booked": what that was done with; null where it is not one thing. */
function thingDone(noun: string, templates: readonly KnownTemplate[]): string | null {
  if (!/(?:ings?|ions?|als?)$/.test(noun)) return null
  const things = templates.flatMap(({ tokens }) => {
    const at = tokens.findIndex((token) => /ed$/.test(token) && stemOf(token) === stemOf(noun))
    const before = tokens[at - 1] ?? ''
    return /^[a-z]{4,30}$/.test(before) && before === lemmaOf(before) && at === 1 ? [before] : []
  })
  const [thing, other] = new Set(things)
  return thing === undefined || other !== undefined ? null : thing
}

/** Words that may be what was refused, the nearest first. */
function nounsBeside(question: string, at: number, length: number): string[] {
  const isNoun = (word: string): boolean =>
    /^[a-z][a-z-]{2,30}$/.test(word) && !BETWEEN.test(word) && !FUNCTION_WORDS.has(word)
  const before = question.slice(0, at).toLowerCase().split(/\s+/).filter(Boolean).reverse()
  const behind = question
    .slice(at + length)
    .toLowerCase()
    .split(/[\s?.!,;:]+/)
    .filter(Boolean)
  const isJoined = question[at + length] === ' '
  return [...(isJoined ? behind.slice(0, 2) : []), ...before.slice(0, BEFORE_MAX)].filter(isNoun)
}

function firstWay(tokens: readonly string[]): string | undefined {
  return tokens.find((token) => WAYS.some((way) => way === token))
}

/** Whether a line tells that such a thing was refused: the thing stands before that, or right behind it. */
function isRefused(noun: string, { tokens }: KnownTemplate): boolean {
  const at = tokens.indexOf(firstWay(tokens) ?? '')
  if (at < 0 || /^(?:not|never)$/.test(tokens[at - 1] ?? '')) return false
  const place = tokens.findIndex((token) => lemmaOf(token) === lemmaOf(noun))
  return place >= 0 && (place < at || place <= at + 2)
}
