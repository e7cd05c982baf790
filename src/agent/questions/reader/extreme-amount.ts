/** "Biggest payout that was sent", "cheapest ride": the most that lines of a thing state, and not which had most lines. */
import type { KnownTemplate } from '../grounding/catalogue.ts'
import type { Measure } from '../plan/plan.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { isOfAskedKind, isTimeAsked, unitSaid } from './amount-kind.ts'
import { ofWhatWasDone } from './fit-values.ts'
import { namesSlot, type Slot, slotsOf } from './slots.ts'
import { freeWords, has, type QuestionState } from './state.ts'
import { templateCondition, templatesWith } from './texts.ts'
import type { Word } from './words.ts'

const BIG = /^(?:biggest|largest|greatest|heaviest|highest|dearest|priciest)$/
const COSTLY = /^(?:expensive|valuable|costly)$/
const SMALL = /^(?:smallest|cheapest|lightest|lowest|tiniest)$/

/** The greatest or least amount that lines of the noun behind such a word state; null where they state none, or several. */
export function extremeAmount(state: QuestionState): Measure | null {
  const { words, context, conditions } = state
  if (has(state, 'by', 'share', 'count', 'error_noun', 'request_noun', 'trend', 'rate') || isTimeAsked(state))
    return null
  if (/\b(?:which|who|whose|rate|ratio|number)\b/.test(state.text)) return null
  const at = words.findIndex(
    ({ text }, place) => BIG.test(text) || SMALL.test(text) || (COSTLY.test(text) && words[place - 1]?.text === 'most'),
  )
  const said = words[at]
  const noun = words[at + 1]
  if (said === undefined || noun === undefined || noun.usedBy !== null || noun.text.length < 3) return null
  if (noun.text !== noun.lemma) return null
  const services = conditions.flatMap((one) => (one.on === 'service' && one.not !== true ? one.values : []))
  const unit = unitSaid(state)
  const rest = freeWords(state).filter(
    (word) => word !== noun && word !== said && word.text !== unit && !SMALL_WORDS.has(word.text),
  )
  const isMetric = context.catalogue.metrics.some(({ name }) => {
    const parts = name.toLowerCase().split(/[._]/)
    return [noun, ...rest].every(({ lemma }) => parts.includes(lemma))
  })
  if (isMetric) return null
  const found = templatesWith([noun.text], context.catalogue, services).filter((template) =>
    rest.every((word) => isTold(state, word, template)),
  )
  const done = ofWhatWasDone(
    state,
    rest.map(({ text }) => text),
    found,
  )
  const stating = done.flatMap((template) => {
    const slot = amountOf(state, noun, template)
    return slot === null ? [] : [{ template, slot }]
  })
  const [first] = stating
  if (first === undefined || new Set(stating.map(({ slot }) => slot.name)).size > 1) return null
  const condition = templateCondition(
    [noun, ...rest.filter((word) => !namesSlot(word, first.slot))].map(({ text }) => text),
    stating.map(({ template }) => template),
  )
  if (condition === null) return null
  for (const word of [said, noun, ...rest]) word.usedBy = 'template'
  for (const word of words)
    if (word.text === unit || (word.text === 'most' && words.indexOf(word) === at - 1)) word.usedBy = 'template'
  conditions.push(condition)
  const statistic = SMALL.test(said.text) ? 'min' : 'max'
  return { of: 'number', key: first.slot.name, unit: first.slot.name, signal: 'logs', isInBody: true, statistic }
}

function isTold({ context }: QuestionState, word: Word, template: KnownTemplate): boolean {
  return (
    slotsOf(template.template).some((slot) => namesSlot(word, slot)) ||
    templatesWith([word.text], { ...context.catalogue, templates: [template] }, []).length > 0
  )
}

/** The only amount that a line of the thing states: money before how many of something. */
function amountOf(state: QuestionState, noun: Word, { template }: KnownTemplate): Slot | null {
  // "Weight differs by 12 g" states no weight.
  if (/\bby <\*>/.test(template)) return null
  const slots = slotsOf(template).filter(
    (slot) => !slot.isTime && !namesSlot(noun, slot) && isOfAskedKind(state, slot) && !NO_SIZE.test(slot.name),
  )
  const money = slots.filter(({ isMoney }) => isMoney)
  const [only, more] = money.length > 0 ? money : slots
  return only !== undefined && more === undefined ? only : null
}

/** Numbers that say which one, where or how often. */
export const NO_SIZE =
  /(?:^|[_.])(?:attempts?|retry|retries|try|tries|page|row|seq|sequence|offset|partition|step|build|revision|rev|zoom|year|month|day|week|room|seat|gate|floor|slot|index|rank|position|number|no|nr)$/i
