/**
 * Questions that ask for a name by what is counted of it, in the form that groups: "route of web with the most traffic",
 * "what piece of furniture is rented most", "what do people search for most". Taken only where a grouped plan comes of it.
 */

import type { Catalogue, KnownKey } from '../grounding/catalogue.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { fieldOf, keysOf } from './fields.ts'
import { inPlainOrder, participle } from './plain-order.ts'
import { countedByReason } from './reason-key.ts'
import { templatesWith } from './texts.ts'
import { cleaned, lemmaOf } from './words.ts'

/** Forms of the question that group, the likeliest first; none where it asks for no name. */
export function groupedForms(text: string, catalogue: Catalogue): string[] {
  return [
    countedByReason(text, catalogue),
    ofOwner(text, catalogue),
    pieceOf(text, catalogue),
    doneMost(text, catalogue),
    valuesListed(text, catalogue),
  ].filter((form) => form !== null)
}

const LEAD = '^\\W*(?:so |and |but |ok |hey |please |the |our )*'
const MOST = '(?:most|highest|fewest|least|lowest|largest|biggest|worst)'

const OF_OWNER = new RegExp(
  `${LEAD}([a-z][a-z._-]{2,30}) (of|on|in|at|from) (?:the |our )?([a-z][\\w.-]{1,60}) (?:with|having|that (?:has|had|gets|got|sees|saw)) (?:the )?(${MOST} .{3,80})$`,
)

/** "Route of mywater-web with the most traffic": which of them has it. */
function ofOwner(text: string, catalogue: Catalogue): string | null {
  const found = OF_OWNER.exec(text)
  const [, noun = '', by, owner, most] = found ?? []
  return noun === '' || fieldOf(noun, catalogue) === null ? null : `which ${noun} ${by} ${owner} has the ${most}`
}

/** "What piece of furniture is rented most": of `furniture.item`. */
function pieceOf(text: string, catalogue: Catalogue): string | null {
  const found =
    /\b(?:what|which) (?:single )?(?:piece|kind|type|sort|make|brand|model|item|category) of ([a-z]{3,30}) (?=.{2,80}\b(?:most|least|best|often|highest|lowest|fewest|worst)\b)/.exec(
      text,
    )
  const noun = found?.[1]
  if (found === null || noun === undefined) return null
  const key = kindOfThing(noun, catalogue)
  const before = text.slice(0, found.index)
  return key === null ? null : `${before}which ${key} ${text.slice(found.index + found[0].length)}`
}

/** The only key with few values that a thing goes by: a kind of it, or what it is a part of (`furniture.item`). */
function kindOfThing(noun: string, catalogue: Catalogue): string | null {
  const singular = lemmaOf(noun)
  const parts = (key: string): string[] => key.toLowerCase().split(/[._-]/)
  const own = keysOf(`${singular} type`, catalogue)[0] ?? keysOf(`${singular} kind`, catalogue)[0]
  if (own !== undefined) return own.key
  const of = catalogue.values.filter(
    ({ key, scope, values }) =>
      scope === 'attribute' && values.length <= KINDS_MAX && parts(key).some((part) => lemmaOf(part) === singular),
  )
  const names = [...new Set(of.map(({ key }) => key))]
  return names.length === 1 ? (names[0] ?? null) : null
}

const KINDS_MAX = 40

const DONE_MOST = new RegExp(
  `${LEAD}what (?:do|does|did|are|were) (?:the |our )?(?:most )?([a-z]+) (?:mostly |usually |really )?([a-z]{3,20})(?:ing)?(?: (?:for|about|after|at|to))?(?: (?:the )?most(?: often)?)\\W*$`,
)

/** "What do people search for most": by the only key that nearly each line which says so carries. */
function doneMost(text: string, catalogue: Catalogue): string | null {
  const [, who = '', verb = ''] = DONE_MOST.exec(text) ?? []
  if (verb === '' || !(PEOPLE.test(lemmaOf(who)) || /^(?:people|they|we|you|folks|everybody)$/.test(who))) return null
  const lines = templatesWith([verb], catalogue, []).reduce((sum, { count }) => sum + count, 0)
  const carried = catalogue.values.filter(
    (known) => known.signal === 'logs' && known.scope === 'attribute' && isCarriedBy(known, lines) && tellsKinds(known),
  )
  const [only, more] = carried
  return only === undefined || more !== undefined ? null : `${participle(verb)} by ${only.key}`
}

function isCarriedBy({ records }: KnownKey, lines: number): boolean {
  return lines >= LINES_MIN && Math.abs(records - lines) <= 0.02 * lines
}

/** Words that come again, and no numbers or ids. */
function tellsKinds({ values }: Catalogue['values'][number]): boolean {
  const texts = values.filter(({ value }) => !/^[\d.,:-]+$|\d{3}/.test(value))
  return values.length > 1 && texts.length >= 0.8 * values.length && (values[0]?.count ?? 0) > 1
}

const LINES_MIN = 8

/** "Fraud bands: how many low, medium and high?": each of the values that are listed, of the key that the noun is. */
function valuesListed(text: string, catalogue: Catalogue): string | null {
  const [, noun = '', listed = ''] =
    /^\W*(?:the |our )?([a-z][a-z -]{2,40}?)[:,] how many (?:are |were |of them (?:are|were) )?([a-z][a-z0-9_, -]{2,80}? (?:and|or) [a-z0-9_-]{2,30})\W*$/.exec(
      text,
    ) ?? []
  const field = noun === '' ? null : fieldOf(noun, catalogue)
  const words = listed.split(/,? (?:and|or) |, ?/).filter((word) => word !== '')
  const known = catalogue.values.find(({ key }) => key === field?.field)
  const isTold = (word: string): boolean => known?.values.some(({ value }) => value.toLowerCase() === word) === true
  return field !== null && words.length > 1 && words.every(isTold) ? `count by ${field.field}` : null
}

/** The question in plain order, or in the form that groups where it asks for names. */
export function plainForm(question: string, catalogue: Catalogue): string {
  const plain = inPlainOrder(question, catalogue)
  return groupedForms(cleaned(plain), catalogue)[0] ?? plain
}
