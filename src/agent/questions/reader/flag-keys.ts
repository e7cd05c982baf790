/** "Urgent tickets" where requests carry `ticket.urgent` with yes or no: what such a key says of a thing restricts. */
import type { KnownValues } from '../grounding/catalogue.ts'
import { attribute } from './conditions.ts'
import { type QuestionState, useNegation } from './state.ts'

const YES = /^(?:yes|true|y|t|1)$/i
const NO = /^(?:no|false|n|f|0)$/i
const CHARS_MIN = 4
/** "By urgent", "urgent=yes", "is urgent set": the key itself is named. */
const NAMES_KEY = /^(?:by|per|key|attribute|field|each|every|whose|where|with|without)$/

/** Takes such words as conditions. */
export function flagConditions(state: QuestionState): void {
  for (const [at, word] of state.words.entries()) {
    if (word.usedBy !== null || word.text.length < CHARS_MIN || NAMES_KEY.test(state.words[at - 1]?.text ?? ''))
      continue
    if (state.phrases.some((phrase) => at >= phrase.at && at < phrase.at + phrase.length)) continue
    const known = state.context.values.find((one) => one.scope === 'attribute' && isFlag(one, word.text))
    if (known === undefined || NEXT_IS_VALUE.test(state.words[at + 1]?.text ?? '')) continue
    const isNot = isDenied(state, at)
    const value = known.values.find(({ value: one }) => (isNot ? NO : YES).test(one))?.value
    if (value === undefined) continue
    word.usedBy = 'attribute'
    attribute(state, known.key, known.scope, value, false)
  }
}

/** "Not urgent", "that are not urgent". */
function isDenied(state: QuestionState, at: number): boolean {
  const negation = state.negations.find(({ scope }) => scope.has(at))
  if (negation === undefined) return false
  useNegation(state, negation, 'not')
  return true
}

const NEXT_IS_VALUE = /^(?:yes|no|true|false|y|n)$/

/** Whether a key ends in this word and only ever says yes or no. */
function isFlag({ key, values }: KnownValues, word: string): boolean {
  const last = key.toLowerCase().split(/[._-]/).at(-1)
  return last === word && values.length > 0 && values.every(({ value }) => YES.test(value) || NO.test(value))
}
