/**
 * "In how many cities do we deliver?", "how many labs do we dispatch to?": the noun is where something goes to or comes
 * from, so its different values are counted, and not what goes there.
 */
import type { Measure } from '../plan/plan.ts'
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { attributeField } from './fields.ts'
import { distinctMeasure } from './measures.ts'
import { routesOfThing } from './routes.ts'
import { freeWords, has, type QuestionState, tellingWords } from './state.ts'
import { templatesWith } from './texts.ts'
import { lemmaOf } from './words.ts'

const IN_FRONT =
  /^(?:(?:so|and|ok|hey|but) )*(?:in|from|to|for|on|at|via|through|with|across|over) how many (?:different |distinct )?([a-z][\w-]{2,30})(?: ([a-z][\w-]{2,30}))? (?:do|does|did|is|are|was|were|have|has)\b/
const AT_END =
  /^(?:(?:so|and|ok|hey|but) )*how many (?:different |distinct )?([a-z][\w-]{2,30})(?: ([a-z][\w-]{2,30}))? (?:do|does|did) (?:we|you|they|our|the) .{0,50}\b(?:to|from|in|with|through|via|on|at|for|over)\W*$/
/** "How many languages do we caption?": what all of a kind are is asked, where the kind has names and no ids. */
const OF_KIND =
  /^(?:(?:so|and|ok|hey) )*how many (?:different |distinct )?([a-z][\w-]{2,30})(?: ([a-z][\w-]{2,30}))? (?:do|does|can) (?:we|you|they|(?:our|the) [a-z][\w-]{1,30}) (?!have|see|get|send|lose|miss)[a-z]{3,20}\W*$/

/** The different values of what stands behind a preposition; null where the question has no such form, or no key goes by it. */
export function placesCounted(state: QuestionState, isAboutRequests: boolean): Measure | null {
  const { context, text, words } = state
  const placed = IN_FRONT.exec(text.trim()) ?? AT_END.exec(text.trim())
  const found = placed ?? OF_KIND.exec(text.trim())
  const [, first = '', second] = found ?? []
  if (found === null || has(state, 'by', 'share', 'rate') || /\b(?:percent|percentage|times)\b/.test(text)) return null
  const nouns = second === undefined ? [first] : [`${first} ${second}`, second, first]
  const clause = nouns.map((one) => timesOfThing(state, one)).find((one) => one !== null)
  if (clause !== undefined) return clause
  const noun = nouns.find((one) => attributeField(one, context.catalogue)?.scope === 'attribute')
  if (noun === undefined) return null
  const field = attributeField(noun, context.catalogue)
  if (placed === null && !isKind(state, field?.field ?? '', noun)) return null
  const parts = new Set(field?.field.toLowerCase().split(/[._-]/))
  const said = noun.split(' ')
  for (const word of words) if (said.includes(word.text)) word.usedBy = 'measure'
  // What is said of the noun by its key ("countries of claims" of `claim.country`), and the verb that goes with it.
  const verb = words.findLast(({ text: one }) => !FUNCTION_WORDS.has(one))
  // "In how many countries were checks refused": lines that say the participle are some of those that there are.
  const isOfLines =
    verb !== undefined && /ed$/.test(verb.text) && templatesWith([verb.text], context.catalogue, []).length > 0
  for (const word of freeWords(state).filter((one) => !isOfLines || one !== verb))
    if (word === verb || parts.has(word.lemma) || isOfProject(state, word.text)) word.usedBy = 'measure'
  return distinctMeasure(state, noun, !isOfLines && (isAboutRequests || context.catalogue.records.spans > 0))
}

/**
 * "For how many loans did we have to call the guarantor": of a thing that is made on a route, what is said behind it
 * restricts. Lines that say so are counted, one for each; null where none does.
 */
function timesOfThing(state: QuestionState, noun: string): Measure | null {
  const { catalogue } = state.context
  if (routesOfThing(noun, catalogue.operations).made.length === 0) return null
  if (!/^(?:\w+ ){0,2}for how many\b/.test(state.text.trim())) return null
  const said = tellingWords(state).filter(({ text }) => !noun.split(' ').includes(text))
  const objects = said.filter((word) => ARTICLE.test(state.words[state.words.indexOf(word) - 1]?.text ?? ''))
  const texts = objects.map(({ text }) => text)
  if (texts.length === 0 || templatesWith(texts, catalogue, []).length === 0) return null
  for (const word of state.words) if (noun.split(' ').includes(word.text)) word.usedBy = 'measure'
  return { of: 'records' }
}

const KINDS_MAX = 40

/** Whether the values of a key are names of kinds, and no ids or numbers. */
function isKind({ context }: QuestionState, key: string, noun: string): boolean {
  const last = key.toLowerCase().split(/[._-]/).at(-1) ?? ''
  const known = context.values.filter((one) => one.key === key)
  const values = known.flatMap((one) => one.values.map(({ value }) => value))
  if (lemmaOf(noun.split(' ').at(-1) ?? '') !== last) return false
  // "Speech.language": a key whose values are not known is called like a kind.
  if (known.length === 0) return last !== key
  return known.every((one) => one.values.length <= KINDS_MAX) && !values.some((one) => /\d/.test(one))
}

const ARTICLE = /^(?:an?|the|our|another)$/

/** Whether lines, routes or services go by a word: it says of what there are places, and restricts none of them. */
function isOfProject({ context: { catalogue } }: QuestionState, word: string): boolean {
  return (
    templatesWith([word], catalogue, []).length > 0 ||
    catalogue.services.some(({ name }) => name.toLowerCase().split(/[-_.]/).includes(word))
  )
}
