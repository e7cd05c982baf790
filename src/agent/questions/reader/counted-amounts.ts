/** What lines state how many of: "how many idle carts expired" of `expired <*> idle carts`, so they are added up. */
import { isNegated, type Measure } from '../plan/plan.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { unitNames } from '../vocabulary/units.ts'
import { ofWhatWasDone } from './fit-values.ts'
import { CURRENCY, withoutSourceLine } from './slots.ts'
import { freeWords, has, type QuestionState } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'
import type { Word } from './words.ts'

/** So many words name what is counted: "idle shopping carts". */
const NOUN_WORDS_MAX = 3

/** The sum of the amounts that lines state of the counted noun; null where they are no amounts of it. */
export function amountAsked(state: QuestionState, isGrouped = false): Measure | null {
  if (has(state, 'request_noun', 'error_noun', 'rate', 'newest', 'oldest')) return null
  if (has(state, 'by') && !isDoer(state) && !isGrouped) return null
  // "Which font is missing most often" counts lines, whatever numbers stand in them.
  if (/\b(?:which|what|who)\b.{2,60}\bmost (?:often|frequently|common(?:ly)?)\b/.test(state.text)) return null
  // "How many times the points were granted" counts what was done, and adds nothing up.
  if (/\bhow (?:many times|often)\b/.test(state.text)) return null
  const phrase = state.phrases.find(({ tag, length }) => tag === 'count' && length >= 2)
  // "How many minutes" asks how long something lasted, where no line states minutes.
  const lasted = state.phrases.find(({ tag, at }) => tag === 'how_long' && state.words[at + 1]?.text === 'many')
  const from =
    phrase !== undefined ? phrase.at + phrase.length : lasted !== undefined ? lasted.at + 2 : leadingNoun(state)
  if (from === null) return null
  for (let length = NOUN_WORDS_MAX; length > 0; length--) {
    const noun = state.words.slice(from, from + length)
    if (noun.length < length || !noun.every((word) => isOpen(state, word, from, length))) continue
    // "Dropped jars" of "shelf 7 dropped": what was done to them is no noun.
    if (
      /^[a-z]{2,20}ed$/.test(noun.at(-1)?.text ?? '') &&
      /^[a-z]{2,30}s$/.test(state.words[from + length]?.text ?? '')
    )
      continue
    const measure = amountOf(state, noun, isGrouped)
    if (measure !== null) return measure
  }
  return null
}

const OTHER_ASKED = [
  ...(['show', 'which', 'compare', 'trend', 'distinct', 'any', 'state', 'share', 'patterns', 'mean', 'max'] as const),
  ...(['min', 'median', 'p75', 'p90', 'p95', 'p99', 'highest', 'lowest', 'slowest', 'duration'] as const),
]

/** "Minutes billed per pool", "sheets printed in the last hour": where the noun stands that such a question begins with. */
function leadingNoun(state: QuestionState): number | null {
  if (has(state, ...OTHER_ASKED)) return null
  const at = state.words.findIndex(({ text }) => !/^(?:the|our|all|and|so|total|sum|of|number)$/.test(text))
  const noun = state.words[at]
  const next = state.words[at + 1]
  if (noun === undefined || next === undefined || noun.usedBy !== null) return null
  const isPlural = noun.text !== noun.lemma && noun.text.endsWith('s')
  const isBy = state.phrases.some((phrase) => phrase.tag === 'by' && phrase.at === at + 1)
  return (isPlural && DONE.test(next.text)) || (isBy && isUnitWord(noun.text)) ? at : null
}

function amountOf(state: QuestionState, noun: readonly Word[], isGrouped: boolean): Measure | null {
  const { catalogue } = state.context
  const said = noun.map(({ text }) => text).join(' ')
  // "Were calculated": what was done restricts, however everyday the word is.
  const rest = freeWords(state).filter(
    (word) => (!SMALL_WORDS.has(word.text) || /ed$/.test(word.text)) && !noun.includes(word),
  )
  const lines = state.conditions.filter((condition) => condition.on === 'templates')
  const [held] = lines
  const isUnit = noun.every(({ text }) => isUnitWord(text))
  if (lines.length > 1 || (held !== undefined && (isNegated(held) || rest.length > 0))) return null
  const services = state.conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  if (held === undefined && rest.length === 0 && services.length === 0 && !(isGrouped && isUnit)) return null
  const words = [...noun, ...rest].map(({ text }) => text)
  const saying =
    held === undefined
      ? templatesWith(words, catalogue, services)
      : catalogue.templates.filter(({ id }) => held.ids.includes(id))
  const isStated = saying.length > 0 && saying.every(({ template }) => statesAmount(template, said))
  // "Euros paid" of `"event":"invoice paid","euros":17`: a key is no word of the message.
  const told = rest.map(({ text }) => text)
  const keyed =
    isStated || held !== undefined
      ? saying
      : ofWhatWasDone(
          state,
          told,
          (told.length > 0
            ? templatesWith(told, catalogue, services)
            : catalogue.templates.filter(({ service }) => services.length === 0 || services.includes(service))
          ).filter(({ template }) => statesAmount(template, said)),
        )
  const found = isStated ? saying : keyed
  const [first] = found
  if (first === undefined || !found.every(({ template }) => statesAmount(template, said))) return null
  const condition = held ?? templateCondition(words, found)
  if (condition === null) return null
  for (const word of [...noun, ...rest]) word.usedBy = 'template'
  if (held === undefined) state.conditions.push(condition)
  // "Reminders skipped" of "39 reminders sent, 3 skipped".
  const own = told.find((word) => found.every(({ template }) => countsDone(template, word)))
  if (own !== undefined) return { of: 'number', key: own, unit: own, signal: 'logs', isInBody: true, statistic: 'sum' }
  return { of: 'number', key: said, unit: said.replace(/s$/, ''), signal: 'logs', isInBody: true, statistic: 'sum' }
}

function countsDone(template: string, done: string): boolean {
  return DONE.test(done) && new RegExp(`[,;:(] ?${NUMBER} ${RegExp.escape(done)}(?![\\w-])`, 'i').test(template)
}

/** What something came to that was done: "minutes billed". */
const DONE = /(?:ed|en|nt|ld|id|de|wn)$/

function isUnitWord(text: string): boolean {
  return unitNames(text) !== null || CURRENCY.test(text) || /^(?:cents?|tokens?)$/.test(text)
}

/** Of a pattern that was seen once the number itself stands in its place. */
const NUMBER = '(?:<\\*>|\\d{1,18}(?:\\.\\d{1,18})?)'

/** `<*> idle carts`, or under a key in the plural: `order=<*>` is an id, `orders=<*>` is how many, and `<*> order` neither. */
export function statesAmount(written: string, said: string): boolean {
  const template = withoutSourceLine(written)
  const one = said.replace(/s$/, '')
  const before = new RegExp(`(?<![\\w#/-])${NUMBER} ${RegExp.escape(one)}(s|\\(s\\))?(?![\\w-])`, 'i')
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

/** "Imported by fines-import", "written by finished runs": who did it, and no groups. */
export function isDoer({ words, phrases }: QuestionState): boolean {
  return phrases.every(({ tag, at, length }) => {
    const who = words[at + length]
    const isByWhom = words[at]?.text === 'by' && DONE.test(words[at - 1]?.text ?? '') && who?.usedBy === null
    return tag !== 'by' || who?.usedBy === 'service' || isByWhom
  })
}
