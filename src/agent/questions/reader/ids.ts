/** Ids in a question: an order number, a user id, an address. They restrict records by an attribute or by their text. */
import type { Plan } from '../plan/plan.ts'
import { attribute } from './conditions.ts'
import { isNamedClass, valueFor } from './known-values.ts'
import { asWritten, freeWords, negated, type QuestionState, type TextHits } from './state.ts'
import type { Word } from './words.ts'

/** Whether a word looks like an id: letters and digits together, or many digits. A percentile or a duration does not. */
export function isIdLike({ text }: Word): boolean {
  return (
    (/^(?=[\w.@#:-]*\d)(?=[\w.@#:-]*[a-z_@#-])[\w.@#:-]{4,}$/.test(text) || /^\d{5,}$/.test(text)) &&
    !/^(?:p\d+|\d+(?:ms|s|m|h|d|min|%|k|kb|mb|gb))$/.test(text)
  )
}

/** "OSL", "EURUSD": written in capitals, as a code is, in a question that has small letters too. */
export function isCapital(state: QuestionState, { text }: Word): boolean {
  return /^[a-z]{2,}$/.test(text) && /[a-z]/.test(state.written) && asWritten(state, text) === text.toUpperCase()
}

/** Ids as things of a business have: "BID-1", "so_17", "#4711". */
const ID_OF_THING = /^#?[a-z]{1,12}[-_#]\d[\w-]*$|^#\d+$|^[a-z]{1,4}\d{4,}$/

/** "Status of bid BID-1" where no record has it: how all of them are is no answer. */
export function idsNowhere({ leftOut, unrestricted, unknown }: QuestionState, plan: Plan | null): string[] {
  if (plan === null || plan.intent === 'measure' || plan.intent === 'meaning') return []
  return [...new Set([...leftOut, ...unrestricted])].filter((word) => ID_OF_THING.test(word) && !unknown.includes(word))
}

/** Restricts to the attribute that has the id as a value, where there is one. */
export function idValue(state: QuestionState, word: Word, hits: TextHits | null, isAboutLogs: boolean): void {
  const known = valueFor(state, word.text)
  if (known === null) return
  const isNot = negated(state, [word])
  word.usedBy = 'id'
  // "Payments of store24": one of few values is a class, whatever texts say it, and what stands before it is no name.
  if (isNamedClass(state, word.text)) {
    attribute(state, known.key, known.scope, known.value, isNot)
    return
  }
  // Where more texts say it than records carry it, those are meant as well.
  if (isAboutLogs && !isBesideOr(state, word) && (hits?.[word.text] ?? 0) > known.count)
    pushText(state, word.text, isNot)
  else attribute(state, known.key, known.scope, known.value, isNot)
  nounBefore(state, word)
}

/** Restricts to the records whose text has the id, for each id that is left. */
export function idConditions(state: QuestionState): void {
  for (const word of freeWords(state)) {
    const isId =
      /^(?=[\w.@#:-]*\d)(?=[\w.@#:-]*[a-z_@#-])[\w.@#:-]{4,}$/.test(word.text) ||
      /^\d{5,}$/.test(word.text) ||
      /^[\w.+-]+@[\w-]+\.[\w.]+$/.test(word.text) ||
      /^\d{1,3}(?:\.\d{1,3}){3}$/.test(word.text)
    if (!isId || /^(?:p\d+|\d+(?:ms|s|m|h|d|min|%|k|kb|mb|gb))$/.test(word.text)) continue
    const isNot = negated(state, [word])
    word.usedBy = 'id'
    if (!isNot && isAlternative(state, word)) continue
    pushText(state, word.text, isNot)
    nounBefore(state, word)
  }
}

/** "CX-1 or HM-1": values of a key are alternatives, texts are none. */
function isBesideOr({ words }: QuestionState, word: Word): boolean {
  const at = words.indexOf(word)
  return words[at - 1]?.text === 'or' || words[at + 1]?.text === 'or'
}

/** "CX-1 or HM-1": no record is about both, and texts are no alternatives, so the question is asked back. */
function isAlternative({ words, conditions, leftOut }: QuestionState, word: Word): boolean {
  const at = words.indexOf(word)
  const [before, or] = [words[at - 2], words[at - 1]]
  const isText = conditions.some((one) => one.on === 'text' && one.not !== true && one.text === before?.text)
  if (or?.text !== 'or' || before === undefined || !isText) return false
  leftOut.push(`${before.text} or ${word.text}`)
  return true
}

/** Adds the condition that a text contains this, or does not. */
export function pushText(state: QuestionState, text: string, isNot: boolean): void {
  state.conditions.push({ on: 'text', text: text.replace(/^#/, ''), mode: 'phrase', ...(isNot ? { not: true } : {}) })
}

/** "order SO-1", "user u-7": the noun says what the id is of, and is not searched for. */
function nounBefore(state: QuestionState, word: Word): void {
  const before = state.words[state.words.indexOf(word) - 1]
  if (before !== undefined && before.usedBy === null && /^[a-z]{2,20}$/.test(before.text)) before.usedBy = 'id'
}
