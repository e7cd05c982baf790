/**
 * "How many vets ran into a 502", "how many different clerks used the portal": people are told apart by what requests
 * carry of who sent them, also where no field goes by the word that people are called by in this business.
 */
import type { Catalogue, KnownKey } from '../grounding/catalogue.ts'
import type { Measure } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { keysOf, spanField } from './fields.ts'
import { routesAbout, routesAcross } from './routes.ts'
import { has, type QuestionState } from './state.ts'
import { templatesWith } from './texts.ts'
import { lemmaOf, type Word } from './words.ts'

const GOT = / (?:got|received|had) /
/** Riders, authors, trainees, florists: who does something. */
const NAMES_PEOPLE = /(?:[^aeiou]ers|ors|ees|ists|ians|ants|men|women|folks?)$/

/** What only people do with a system, or what they see of it. */
const DID =
  '(?:us(?:ed|e|ing)|visit(?:ed|ing)?|open(?:ed|ing)|got|saw|hit|met|faced|experienced|received|r[au]n into|were hit by|(?:are|were) using|had(?= (?:an? |any |some )?(?:time-?outs?|errors?|failures?|[45]\\d\\d)))'
const ASKED = new RegExp(
  `\\b(?:how many|number of|different|distinct|unique) (?:different |distinct |unique |of our )?([a-z][a-z-]{2,30})(?: (?:of|on|in) (?:the |our )?[\\w-]{2,40})?(?: (?:that|who|which))?(?: have| had)? ${DID}\\b`,
)

/** The different people that a question counts; null where it counts something else, or requests do not say who sent them. */
export function peopleCounted(state: QuestionState): Measure | null {
  const { text, words, context } = state
  const noun = ASKED.exec(text)?.[1]
  const word = words.find((one) => one.text === noun && one.usedBy === null)
  if (noun === undefined || word === undefined || has(state, 'by', 'share', 'log_noun')) return null
  const own = PEOPLE.test(word.lemma) ? spanField(noun, context.catalogue) : null
  // "Parcels got a 404": what gets something need be nobody.
  const isThing = !PEOPLE.test(word.lemma) && GOT.test(text) && !NAMES_PEOPLE.test(noun)
  const key =
    own?.field ?? (!isThing && isUnknown(noun, context.catalogue) ? personKey(context.catalogue)?.key : undefined)
  if (key === undefined) return null
  if (!takeObject(state, word)) return null
  word.usedBy = 'measure'
  for (const one of words) if (one.usedBy === null && VERB.test(one.text)) one.usedBy = 'measure'
  const isFailed =
    has(state, 'failed_word', 'failure_noun', 'error_noun') && state.conditions.every(({ on }) => on !== 'status_code')
  if (isFailed) state.conditions.push({ on: 'outcome', is: 'failed' })
  return { of: 'distinct', what: noun, signal: 'spans', key, scope: own?.scope ?? 'attribute' }
}

/** "Used search": its routes restrict. False where nothing tells what was used, or a value of a key does. */
function takeObject({ words, context, conditions }: QuestionState, noun: Word): boolean {
  const verb = words.findIndex((one, at) => at > words.indexOf(noun) && USED.test(one.text))
  const object = words.slice(verb + 1).find(({ text }) => !/^(?:the|our|a|an|its|this)$/.test(text))
  if (verb < 0 || object === undefined || object.usedBy === 'service' || object.usedBy === 'time') return true
  if (object.usedBy !== null) return false
  if (FUNCTION_WORDS.has(object.text) || WHOLE.test(object.text)) return true
  const values = routesAbout(object.text, context.catalogue.operations)
  if (values.length === 0) return false
  object.usedBy = 'operation'
  conditions.push({ on: 'operation', values: values.slice(0, 50) })
  return true
}

const USED = /^(?:us(?:ed|e|ing)|visit(?:ed|ing)?|open(?:ed|ing))$/
/** All there is. */
const WHOLE = /^(?:apps?|system|site|website|platform|service|product)$/

const VERB = /^(?:us(?:ed|e|ing)|visit(?:ed|ing)?|open(?:ed|ing)|hit|met|faced|ran|run|into|logged|signed)$/

/** Whether nothing in the data goes by a noun: it may be what people are called there. */
function isUnknown(noun: string, catalogue: Catalogue): boolean {
  return (
    keysOf(noun, catalogue).length === 0 &&
    routesAcross(noun, catalogue.operations).length === 0 &&
    templatesWith([noun], catalogue, []).length === 0 &&
    catalogue.metrics.every(({ name }) => !name.toLowerCase().split(/[._]/).map(lemmaOf).includes(lemmaOf(noun)))
  )
}

/** Customers that are firms have people of their own. */
const IS_FIRM = /^(?:tenant|merchant|account)$/

/** The one key of requests that identifies persons: `user.id` before any other; null where several might. */
function personKey({ keys }: Catalogue): KnownKey | null {
  const found = keys.filter(({ key, signal, scope }) => {
    const parts = key
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '.')
      .toLowerCase()
      .split(/[._-]/)
    const [last = '', before = ''] = parts.toReversed()
    const isPerson = (PEOPLE.test(before) && !IS_FIRM.test(before)) || before === 'enduser'
    return signal === 'spans' && scope === 'attribute' && isPerson && /^(?:id|uid|login|email|name)$/.test(last)
  })
  const users = found.filter(({ key }) => /^(?:end)?user[._](?:id|uid)$/i.test(key))
  const [only, more] = users.length > 0 ? users : found
  return only !== undefined && more === undefined ? only : null
}
