/**
 * "Which services are totally fine", "services with zero errors right now", "operations that never failed": those that
 * trouble left alone, in whatever words. Each word is the noun, grammar, or says that nothing is wrong.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { fieldOf } from './fields.ts'
import { lemmaOf } from './words.ts'

export interface SparedAsked {
  readonly field: 'service' | 'operation'
  /** Errors are named: those are meant that have none. Else those that the incident did not reach. */
  readonly isOfErrors: boolean
  /** How the question says when. */
  readonly time: string
}

const CHARS_MAX = 100
const TIME =
  / ((?:(?:in|over|during|within|for) )?(?:the )?(?:last|past) (?:\d{1,3} ?)?(?:s|m|h|min|mins|minutes?|hours?|hour)|(?:since|after|before) \d{1,2}:\d{2}(?::\d{2})?|today)$/
const FINE = /^(?:fine|ok|okay|healthy|good|clean|green|unaffected|untouched|unharmed|spared|alright|unimpacted)$/
const NOT =
  /^(?:not|no|never|zero|without|free|don't|dont|doesn't|doesnt|didn't|didnt|haven't|havent|aren't|arent|weren't|isn't)$/
const HARM = /^(?:affected|hit|impacted|touched|broken|down|hurt|involved|trouble|problems?|issues?)$/
const FAILED = /^(?:errors?|failures?|failed|fail|failing|errored)$/
const GRAMMAR =
  /^(?:which|what|list|show|give|name|me|the|our|all|any|of|is|are|was|were|be|been|that|which|who|have|has|had|with|do|does|did|a|an|single|one|at|in|on|by|from|requests?|it|this|still|totally|completely|entirely|fully|really|perfectly|currently|now|right|just|so|far|yet|there|and|ever|absolutely|100)$/
/** How those are one of which it is asked "which": "which services". */
const NOUN = /^(?:services?|components?|microservices?|operations?|routes?|endpoints?|systems?)$/

export function sparedAsked(cleanText: string, catalogue: Catalogue): SparedAsked | null {
  const whole = cleanText.replace(/[\s?.!]+$/, '')
  const time = TIME.exec(whole)?.[1] ?? ''
  const text = time === '' ? whole : whole.slice(0, -time.length - 1)
  if (text.length > CHARS_MAX || /["`\n]/.test(text)) return null
  const words = text
    .replace(/[,:;]/g, ' ')
    .split(' ')
    .filter((word) => word !== '')
  const nouns = words.filter((word) => NOUN.test(word))
  const [noun = ''] = nouns
  const field = nouns.length === 1 ? (fieldOf(lemmaOf(noun), catalogue)?.field ?? null) : null
  if (field === null || lemmaOf(noun) === noun) return null
  const isSaid = (form: RegExp): boolean => words.some((word) => form.test(word))
  const isKnown = (word: string): boolean => [NOUN, FINE, NOT, HARM, FAILED, GRAMMAR].some((form) => form.test(word))
  if (!words.every(isKnown) || isSaid(FINE) === isSaid(NOT)) return null
  const isOfErrors = isSaid(NOT) && isSaid(FAILED)
  if (isSaid(NOT) && !isOfErrors && !isSaid(HARM)) return null
  if (field !== 'service' && (field !== 'operation' || !isOfErrors)) return null
  return { field, isOfErrors, time }
}
