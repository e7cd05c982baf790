/** What lines state how many of: "how many idle carts expired" of `expired <*> idle carts`, so they are added up. */
import { isNegated, type Measure } from '../plan/plan.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { freeWords, has, type QuestionState } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'
import type { Word } from './words.ts'

/** So many words name what is counted: "idle shopping carts". */
const NOUN_WORDS_MAX = 3

/** The sum of the amounts that lines state of the counted noun; null where they are no amounts of it. */
export function amountAsked(state: QuestionState): Measure | null {
  const phrase = state.phrases.find(({ tag, length }) => tag === 'count' && length >= 2)
  if (phrase === undefined || has(state, 'request_noun', 'error_noun', 'rate', 'newest', 'oldest')) return null
  if (has(state, 'by') && !isDoer(state)) return null
  const from = phrase.at + phrase.length
  for (let length = NOUN_WORDS_MAX; length > 0; length--) {
    const noun = state.words.slice(from, from + length)
    if (noun.length < length || !noun.every((word) => isOpen(state, word, from, length))) continue
    const measure = amountOf(state, noun)
    if (measure !== null) return measure
  }
  return null
}

function amountOf(state: QuestionState, noun: readonly Word[]): Measure | null {
  const { catalogue } = state.context
  const said = noun.map(({ text }) => text).join(' ')
  // "Were calculated": what was done restricts, however everyday the word is.
  const rest = freeWords(state).filter(
    (word) => (!SMALL_WORDS.has(word.text) || /ed$/.test(word.text)) && !noun.includes(word),
  )
  const lines = state.conditions.filter((condition) => condition.on === 'templates')
  const [held] = lines
  if (lines.length > 1 || (held !== undefined && (isNegated(held) || rest.length > 0))) return null
  const services = state.conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  if (held === undefined && rest.length === 0 && services.length === 0) return null
  const words = [...noun, ...rest].map(({ text }) => text)
  const found =
    held === undefined
      ? templatesWith(words, catalogue, services)
      : catalogue.templates.filter(({ id }) => held.ids.includes(id))
  const [first] = found
  if (first === undefined || !found.every(({ template }) => statesAmount(template, said))) return null
  const condition = held ?? templateCondition(words, found)
  if (condition === null) return null
  for (const word of [...noun, ...rest]) word.usedBy = 'template'
  if (held === undefined) state.conditions.push(condition)
  return { of: 'number', key: said, unit: said.replace(/s$/, ''), signal: 'logs', isInBody: true, statistic: 'sum' }
}

/** Of a pattern that was seen once the number itself stands in its place. */
const NUMBER = '(?:<\\*>|\\d{1,18}(?:\\.\\d{1,18})?)'

/** `<*> idle carts`, or under a key in the plural: `order=<*>` is an id, `orders=<*>` is how many, and `<*> order` neither. */
export function statesAmount(template: string, said: string): boolean {
  const one = said.replace(/s$/, '')
  const before = new RegExp(`(?<![\\w#/-])${NUMBER} ${RegExp.escape(one)}(s|\\(s\\))?(?!\\w)`, 'i')
  const keyed = new RegExp(`(?<![\\w.])${RegExp.escape(one)}s["']?\\s?[=:]\\s?${NUMBER}`, 'i')
  const found = before.exec(template)
  const isAmount = found !== null && (found[1] !== undefined || !said.endsWith('s'))
  return isAmount || (said.endsWith('s') && keyed.test(template))
}

/** A word that nothing has taken, or that lines were found by; "events" beside "how many" is what is counted. */
function isOpen(state: QuestionState, word: Word, from: number, length: number): boolean {
  if (word.usedBy === 'template') return true
  if (word.usedBy !== null) return false
  const logNouns = state.phrases.filter(({ tag }) => tag === 'log_noun')
  return logNouns.every(({ at, length: of }) => at >= from && at + of <= from + length)
}

/** "Imported by fines-import": who did it, and no groups. */
export function isDoer({ words, phrases }: QuestionState): boolean {
  return phrases.every(({ tag, at, length }) => tag !== 'by' || words[at + length]?.usedBy === 'service')
}
