/**
 * Comparisons whose sides are no names: "was web quicker before 2.8.0 than after it" has both sides of a moment, and "does
 * it hit one pod of web more than the other" has all values of a key.
 */
import { measuredForms, quantityCompared } from './quantity-compared.ts'

export interface BothSidesAsked {
  /** The number before and after the moment, in the forms that are tried. */
  readonly texts: readonly string[]
  /** Whether a yes means that it is less after the moment. */
  readonly isDown: boolean
}

const CHARS_MAX = 160
const BOTH_SIDES =
  /^(.{4,100}?),? (before|after) (.{0,40}?) ?(?:than|or) (?:it (?:is|was|has been) )?(?:(?:is|was) )?(before|after)(?: (.{1,40}))?$/
const BARE = /^(?:it|that|this|then)?$/

/** What is compared on both sides of a moment; null of any other question. */
export function bothSidesAsked(text: string): BothSidesAsked | null {
  if (text.length > CHARS_MAX || /["`]/.test(text)) return null
  const [, head = '', first, one = '', second, other = ''] = BOTH_SIDES.exec(text.replace(/[\s?.!]+$/, '')) ?? []
  const words = head.split(' ')
  const quantity = quantityCompared(words)
  const moment = [one, other].find((said) => !BARE.test(said))
  if (first === second || quantity === null || moment === undefined) return null
  const texts = measuredForms(words, quantity).map((form) => `${form} before and after ${moment}`)
  return { texts, isDown: quantity.isDown !== (first === 'before') }
}

const ONE_OF_THEM =
  /^(.{0,60}?)\bone (?:of (?:the |our )?)?([a-z][\w -]{1,40}?) (?:much |far |a lot |any )?(more|harder|worse|slower|busier|more often|more than)\b.{0,30}? than (?:the |all (?:the )?|any )?(?:others?|rest)(?: ones?)?[\s?.!]*$/

/** "Web hosts: is one worse than the other": what one is of stands before it. */
const ONE_BEHIND =
  /^(.{3,80}?)(?:[:,]| [-\u2013])? (?:(?:is|are|was|were|does|do|did|has) )?(?:any |only )?one (?:of them )?(?:\w+ )??(more|harder|worse|slower|busier|faster|better)\b.{0,30}? than (?:the |all (?:the )?|any )?(?:others?|rest)(?: ones?)?[\s?.!]*$/

/** "One booking-api pod harder than the other": the number of each, by the noun; null of any other question. */
export function oneOfThem(text: string): string | null {
  if (text.length > CHARS_MAX || /["`]/.test(text)) return null
  const within = ONE_OF_THEM.exec(text)
  const [said = '', how = ''] = within === null ? (ONE_BEHIND.exec(text)?.slice(1, 3) ?? []) : within.slice(2, 4)
  const noun = said.split(' ').at(-1)
  if (said === '' || noun === undefined) return null
  const owner = said
    .slice(0, -noun.length)
    .replace(/^(?:(?:so|and|but|the|our|of) )+/, '')
    .trim()
  const name = quantityCompared([how])?.name ?? 'error rate'
  return `${name}${owner === '' ? '' : ` of ${owner}`} by ${noun.replace(/(?<=[a-z]{3})s$/, '')}`
}
