/**
 * "Are sessions still failing to open?", "are chunks still not being captioned?": a yes means that they still fail. Lines
 * that deny the verb of the thing tell it, else errors of the thing; those of what was done never do.
 */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan } from '../plan/plan.ts'
import { isContentWord } from '../vocabulary/small-words.ts'
import type { Scope } from './decision.ts'
import { LEAD } from './incident-forms.ts'
import { askedOrLately } from './noun-state.ts'
import type { QuestionState } from './state.ts'
import { isOfFailure, templateCondition, templatesWith } from './texts.ts'
import { lemmaOf, stemOf } from './words.ts'

const TAIL =
  '(?:,? (?:again|now|right now|at the moment|currently|at present|today|tonight|still|yet|properly|at all|or is (?:it|that|this) over(?: now)?|or not))*\\W*$'
const NOUN = '(?:the |our |any |all |new )*([a-z][\\w -]{2,50}?)'
const STILL = '(?:(?:still|currently|now|even|again|all|always|just) )*'
const FAILS_TO = new RegExp(
  `${LEAD}(?:is|are|do|does) ${NOUN} ${STILL}(?:fail|fails|failing|unable|not able|refusing) to (?:be |get )?([a-z]{3,20})${TAIL}`,
)
const STILL_NOT = new RegExp(
  `${LEAD}(?:is|are|do|does|can|could) ${NOUN} ${STILL}not ${STILL}(?:be |being |get |getting )?([a-z]{3,20})${TAIL}`,
)
const DENIES = /^(?:not|never|cannot|n't|unable|without|failed)$/
const NO_THING =
  /^(?:it|that|this|they|we|there|you|i|anything|anyone|everything|things|users?|people|customers?|services?|requests?|calls|errors?|logs?|lines?|metrics?|data|traffic|telemetry|which|who|what)$/
/** How something is, and nothing that is done to it. */
const OF_STATE =
  /^(?:work|working|fail|failing|ok|okay|fine|good|healthy|normal|back|up|down|there|available|reachable|recover|recovered|respond|answer|affected|over|fixed|resolved|happy|sure|slow|fast|ready|running|run)$/
/** A verb in any form, beside what denies it. */
const REACH = 4

/** The plan of such a question; null where no lines of the thing tell of its failure. */
export function failsNow(state: QuestionState, { time }: Scope): Plan | null {
  const { text, context, named } = state
  const [, noun = '', verb = ''] = FAILS_TO.exec(text) ?? STILL_NOT.exec(text) ?? []
  if (noun === '' || OF_STATE.test(verb) || named.some(({ how }) => how === 'exact')) return null
  const things = noun.split(' ').filter((word) => isContentWord(word))
  if (things.length === 0 || things.length > 3 || things.some((word) => NO_THING.test(word))) return null
  const ofThing = templatesWith(things, context.catalogue, [])
  const denying = ofThing.filter((template) => deniesVerb(template, verb))
  const failing =
    denying.length > 0 ? denying : ofThing.filter((one) => isOfFailure(one) && /^(?:error|fatal)$/.test(one.severity))
  const condition = templateCondition(denying.length > 0 ? [noun, 'not', verb] : [noun, 'failed'], failing)
  if (condition === null) return null
  // The form is known as a whole.
  for (const word of state.words) if (word.usedBy !== 'time') word.usedBy = 'template'
  for (const open of [state.leftOut, state.unknown, state.notes]) open.splice(0)
  return plainMeasure({
    measure: { of: 'records' },
    conditions: [condition],
    time: askedOrLately(state, time),
    isYesNo: true,
  })
}

/** Whether a line says that something was not done: the verb in any form, behind what denies it. */
export function deniesVerb({ tokens }: KnownTemplate, verb: string, reach = REACH): boolean {
  return tokens.some(
    (token, at) =>
      (token === verb || stemOf(token) === stemOf(verb) || isFormOf(token, verb)) &&
      tokens.slice(Math.max(0, at - reach), at).some((before) => DENIES.test(before)),
  )
}

/** "Captioned" of "captions", whose stem is taken for another ending. */
function isFormOf(token: string, word: string): boolean {
  const base = lemmaOf(word).replace(/e$/, '')
  return base.length >= 4 && token.startsWith(base) && /^(?:e?d|ing|e?s|e)$/.test(token.slice(base.length))
}
