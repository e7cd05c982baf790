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
/** What is done with all of a kind: "do drivers use", "do people listen with", "do we have orders for". */
const DONE = `(?:do|does|did|can) (?:${OWNER}|[a-z][a-z-]*s|people) (?:(?:${HAVE}|get|serve|offer|take|accept)(?: [a-z]+ (?:for|from|with))?|(?!fail|crash|break|stop|wait|complain|suffer|leave|hang)[a-z]{3,12} (?:with|from|on|by|through|via))`
const EXISTS = `(?: (?:are there|there are|exist|come in|came in|(?:are|were) (?:there|used|supported|known|offered|available|accepted)|that (?:came|come|are coming) in|${DONE}))`
const KINDS = new RegExp(
  `${LEAD}(?:(?:what|which|list|name|show)(?: me)?(?: all)?(?: the| our)? )?(?:different )?(?:kinds?|types?|sorts?|categories|classes) of ([a-z][a-z-]{2,30})${EXISTS}?\\W*$`,
)
const NOUN = '([a-z][a-z-]{2,30}(?: [a-z][a-z-]{2,30})?)'
const VALUES = new RegExp(`${LEAD}(?:what|which) (?:different |kinds? of |types? of )?${NOUN}${EXISTS}\\W*$`)
/** "Names of our garages", "list all tenants", "tenants we have traffic from". */
const NAMES = new RegExp(
  `${LEAD}(?:(?:(?:what are |give me |list |show |show me )?(?:the )?(?:names|list) of|list|name)(?: all)?(?: of)?(?: the| our)? ${NOUN}|${NOUN} (?:that )?(?:we|you|they) (?:have|see|get|serve|support|have (?:seen|had|got|served)|saw|got|had)(?: [a-z]+ (?:for|from|with))?(?: so far)?)\\W*$`,
)
/** "What are the depots called?", "name every tenant", "tank sites, all of them". */
const CALLED = new RegExp(
  `${LEAD}(?:(?:what|how) (?:are|do you call|do we call) (?:all )?(?:the |our |your )?${NOUN} (?:called|named)|(?:name|list|show|tell|give)(?: me)? (?:every|each)(?: single)? ${NOUN}|(?:all )?(?:the |our )?names? of (?:every|each|all) (?:the |our )?${NOUN})(?: please| pls)?\\W*$`,
)
const SERVICES = new RegExp(
  `${LEAD}(?:(?:what|which) (?:micro-?services|services|systems|components)(?: (?:(?:do|does|did) ${OWNER} ${HAVE}|are there|exist))|(?:list|show|name)(?: me)?(?: all)?(?: of)?(?: the| our)? (?:micro-?services|services|systems|components)(?: (?:of|in) (?:the|our|this) [a-z-]+)?)\\W*$`,
)
/** A resource that all of a system shares: its name says no part of it. */
const OF_ALL = /(?:namespace|environment|cluster|project|system|team|product|platform)(?:[._]name)?$/i
/** More are no kinds of a thing but its names. */
const VALUES_MAX = 40

/** The plan of such a question; null for any other, and where no record has such values. */
export function valuesAsked(state: QuestionState, { conditions, time }: Scope): Plan | null {
  const { text, context } = state
  const isOfAll = conditions.every((one) => one.on === 'attribute' && one.not !== true && OF_ALL.test(one.key))
  const isOfPart = conditions.every(({ on }) => on === 'service') && state.named.every(({ how }) => how !== 'exact')
  if (!(isOfAll || isOfPart) || state.quoted.length > 0 || has(state, 'error_noun', 'failed_word', 'failure_noun'))
    return null
  if (SERVICES.test(text) && state.named.length === 0) {
    take(state)
    return { intent: 'coverage', conditions: [], time }
  }
  const kind = KINDS.exec(text)?.[1]
  const listed = NAMES.exec(text)
  const called = CALLED.exec(text)
  const noun = kind ?? called?.[1] ?? called?.[2] ?? called?.[3] ?? VALUES.exec(text)?.[1] ?? listed?.[1] ?? listed?.[2]
  if (noun === undefined) return null
  const names =
    kind === undefined ? [noun] : ['kind', 'type', 'category', 'class'].map((one) => `${lemmaOf(noun)} ${one}`)
  for (const name of [...names, noun, ...withoutOwnName(noun, state)]) {
    const field = attributeField(name, context.catalogue)
    const known = context.values.find(({ key, scope }) => key === field?.field && scope === field.scope)
    if (known === undefined || known.values.length > VALUES_MAX || state.named.some(({ how }) => how === 'exact'))
      continue
    take(state)
    return plainMeasure({ measure: distinctMeasure(state, name, known.signal === 'spans'), conditions: [], time })
  }
  return null
}

/** "Roaming partners" beside roaming-hub: the first word names a part of the project, and restricts nothing. */
function withoutOwnName(noun: string, { context }: QuestionState): string[] {
  const [first = '', last] = noun.split(' ')
  const { services, keys } = context.catalogue
  const isOwn = [...services.map(({ name }) => name), ...keys.map(({ key }) => key)].some((name) =>
    name
      .toLowerCase()
      .split(/[^a-z]+/)
      .includes(first),
  )
  return last !== undefined && isOwn ? [last] : []
}

function take(state: QuestionState): void {
  for (const word of state.words) if (word.usedBy !== 'time') word.usedBy = 'intent'
}
