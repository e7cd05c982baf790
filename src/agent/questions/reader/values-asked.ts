/** Which values something has: "kinds of permits?", "what platforms do our users have?", "what services does the town have?". */

import { plainMeasure } from '../plan/plain-measure.ts'
import type { Plan } from '../plan/plan.ts'
import type { Scope } from './decision.ts'
import { attributeField } from './fields.ts'
import { distinctMeasure } from './measures.ts'
import { has, type QuestionState } from './state.ts'
import { lemmaOf } from './words.ts'

const LEAD = '^(?:so |and |but |ok |hey |please )*'
const HAVE = '(?:have|use|run|know|see|support|send|consist of)'
const OWNER = '(?:we|you|they|(?:(?:our|the|my|this|all) )[a-z][a-z-]*(?: [a-z][a-z-]*){0,2})'
const EXISTS = `(?: (?:are there|there are|exist|(?:do|does|did) ${OWNER} ${HAVE}))`
const KINDS = new RegExp(
  `${LEAD}(?:(?:what|which|list|name|show)(?: me)?(?: all)?(?: the| our)? )?(?:different )?(?:kinds?|types?|sorts?|categories|classes) of ([a-z][a-z-]{2,30})${EXISTS}?\\W*$`,
)
const VALUES = new RegExp(
  `${LEAD}(?:what|which) (?:different |kinds? of |types? of )?([a-z][a-z-]{2,30})${EXISTS}\\W*$`,
)
const SERVICES = new RegExp(`${LEAD}(?:what|which) (?:micro)?services(?: (?:do|does|did) ${OWNER} ${HAVE})\\W*$`)
/** A resource that all of a system shares: its name says no part of it. */
const OF_ALL = /(?:namespace|environment|cluster|project|system|team|product|platform)(?:[._]name)?$/i
/** More are no kinds of a thing but its names. */
const VALUES_MAX = 40

/** The plan of such a question; null for any other, and where no record has such values. */
export function valuesAsked(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const { text, context } = state
  const isOfAll = conditions.every((one) => one.on === 'attribute' && one.not !== true && OF_ALL.test(one.key))
  if (!isOfAll || state.quoted.length > 0 || has(state, 'error_noun', 'failed_word', 'failure_noun')) return null
  if (SERVICES.test(text) && state.named.length === 0) {
    take(state)
    return { intent: 'coverage', conditions: [], time }
  }
  if (conditions.length > 0) return null
  const kind = KINDS.exec(text)?.[1]
  const noun = kind ?? VALUES.exec(text)?.[1]
  if (noun === undefined) return null
  const names =
    kind === undefined ? [noun] : ['kind', 'type', 'category', 'class'].map((one) => `${lemmaOf(noun)} ${one}`)
  for (const name of [...names, noun]) {
    const field = attributeField(name, context.catalogue)
    const known = context.values.find(({ key, scope }) => key === field?.field && scope === field.scope)
    if (known === undefined || known.values.length > VALUES_MAX) continue
    take(state)
    return plainMeasure({ measure: distinctMeasure(state, name, known.signal === 'spans'), conditions: [], time })
  }
  return null
}

function take(state: QuestionState): void {
  for (const word of state.words) if (word.usedBy !== 'time') word.usedBy = 'intent'
}
