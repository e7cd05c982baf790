/** What lines say there is none of: "no courier for order …". A question without it excludes nothing. */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Negation } from './negation.ts'
import type { NamedService } from './services.ts'
import { lemmaOf, type Word } from './words.ts'

/** "Orders without a courier" where lines say "No courier for order …": nothing is excluded, the lines are meant. */
export function isSaidByLines({ by, scope }: Negation, words: readonly Word[], { templates }: Catalogue): boolean {
  const [first] = by
  if (first === undefined || by.length > 1 || words[first]?.text !== 'without') return false
  // "Without the word courier", "without courier in the text": what is not in the lines is meant.
  if (words.slice(first).some(({ text }) => /^(?:words?|text|phrase|string|message|body)$/.test(text))) return false
  const noun = words[Math.min(...scope)]
  return noun !== undefined && templates.some(({ tokens }) => hasNo(tokens, noun.lemma))
}

/** "Orders without courier": what lines say there is none of is no part of a service's name. */
export function withoutNone(
  named: readonly NamedService[],
  words: readonly Word[],
  { templates }: Catalogue,
): NamedService[] {
  return named.filter(({ how, at, length }) => {
    const noun = words[at]
    if (how === 'exact' || length > 1 || noun === undefined || !isAfterNone(words, at)) return true
    const isSaid = templates.some(({ tokens }) => hasNo(tokens, noun.lemma))
    if (isSaid) noun.usedBy = null
    return !isSaid
  })
}

/** "No courier", "without a courier": whether the question says that there is none of what stands here. */
export function isAfterNone(words: readonly Word[], at: number): boolean {
  return words.slice(Math.max(0, at - 2), at).some(({ text }) => text === 'no' || text === 'without')
}

/** Whether a line says that there is none of something: "no courier", "needs the consent of all", "signature missing". */
export function hasNo(tokens: readonly string[], noun: string): boolean {
  return tokens.some((token, at) => {
    if (lemmaOf(token) !== noun) return false
    const before = ARTICLE.test(tokens[at - 1] ?? '') ? at - 2 : at - 1
    const after = /^(?:is|was|are|were|not)$/.test(tokens[at + 1] ?? '') ? at + 2 : at + 1
    return LACKS.test(tokens[before] ?? '') || IS_LACKING.test(tokens[after] ?? '')
  })
}

const ARTICLE = /^(?:the|an?|any|valid)$/
const LACKS = /^(?:no|without|missing|lacking|lacks|needs|requires)$/
const IS_LACKING = /^(?:missing|required|absent)$/
