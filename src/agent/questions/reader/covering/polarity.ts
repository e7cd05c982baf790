/**
 * What is denied, in whatever way it is said: "unreadable" and "not readable", "missing tax id" and "no tax id", "trips lacked an
 * entry" and "trip has no entry", "replies we lost" and "reply not saved".
 */
import type { KnownTemplate } from '../../grounding/catalogue.ts'
import { participle } from '../plain-order.ts'
import { isDenying, isOfFailure } from '../texts.ts'
import { lemmaOf, stemOf, type Word } from '../words.ts'

type Tokens = Pick<KnownTemplate, 'tokens'>

/** Words that only say of others that they were not, or were not there. */
const DENIAL =
  /^(?:never|nobody|nothing|lack(?:s|ed|ing)?|missing|absent|absence|insufficient|inadequate|no|without|not|lacks)$/
/** Words that say of a thing that it did not come to be, or did not last. */
const LOSS = /^(?:los[et]|loses|losing|die[ds]?|dying|dropped|drop|bounced?|vanish(?:ed)?|disappear(?:ed)?|broke)$/
const DENIES = /^(?:not|never|no|cannot|n't|unable|without|failed|lacks?|lacking)$/
const GONE = /^(?:missing|absent|lacking|lost)$/
const DENIED_BEFORE = /^(?:un|in|im|ir|il|non-?)(?=[a-z]{3})/
/** How far before its word a denial stands in a line, and behind it. */
const BEFORE = 4
const BEHIND = 2

/** Whether a word of a question denies and says nothing else. */
export function isDenial({ text }: Pick<Word, 'text'>): boolean {
  return DENIAL.test(text)
}

export function isLoss({ text }: Pick<Word, 'text'>): boolean {
  return LOSS.test(text)
}

/** Whether lines say of anything that it was not, or was not there. */
export function isOfDenial(template: KnownTemplate): boolean {
  return (
    isDenying(template) ||
    isOfFailure(template) ||
    template.tokens.some((token) => DENIES.test(token) || GONE.test(token) || /^(?:un|in)[a-z]{3,}able$/.test(token))
  )
}

/** "Read" of "unreadable", "badge" of "badgeless"; null where nothing in the word denies. */
export function deniedBy(text: string): string | null {
  const base = text.replace(DENIED_BEFORE, '')
  if (base !== text) return base
  return /^[a-z]{3,}less$/.test(text) ? text.slice(0, -4) : null
}

/** "Could not be resolved" of "audience not resolved", "unsold" of "not sold", "could not make" of "not made". */
export function saysNot({ text, lemma }: Pick<Word, 'text' | 'lemma'>, { tokens }: Tokens): boolean {
  return tokens.some((token, at) => {
    const base = deniedBy(token)
    if (base !== null && isSame(base, text, lemma)) return true
    if (!isSame(token, text, lemma)) return false
    return (
      tokens.slice(Math.max(0, at - BEFORE), at).some((one) => DENIES.test(one)) ||
      tokens.slice(at + 1, at + 1 + BEHIND).some((one) => GONE.test(one))
    )
  })
}

/** Whether lines deny what the word denies: "unreadable" of "not readable". */
export function saysDenied({ text }: Pick<Word, 'text'>, template: Tokens): boolean {
  const base = deniedBy(text)
  return base !== null && !template.tokens.includes(text) && saysNot({ text: base, lemma: lemmaOf(base) }, template)
}

function isSame(token: string, text: string, lemma: string): boolean {
  if (token === text || token === lemma || token === participle(lemma)) return true
  const [one, other] = [ableOf(token), ableOf(text)]
  return one.length >= 4 && one === other
}

/** "Readable" and "read" are one word here. */
function ableOf(word: string): string {
  return stemOf(word.replace(/(?<=[a-z]{3})(?:able|ible)$/, ''))
}
