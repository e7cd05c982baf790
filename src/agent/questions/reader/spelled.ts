/** A question with its typing errors put right, for readings that look at its text and not at its words. */
import { type ReadContext, stateOf } from './state.ts'

export interface Spelled {
  readonly text: string
  /** What was taken for what. */
  readonly notes: readonly string[]
}

/** The question as it was probably meant to be typed. */
export function spelled(question: string, context: ReadContext): Spelled {
  const { words, notes } = stateOf(question, context, {})
  const text = words.reduce(
    (rest, { mistyped, text: meant }) =>
      mistyped === undefined ? rest : rest.replace(new RegExp(`\\b${RegExp.escape(mistyped)}\\b`, 'i'), meant),
    question,
  )
  return { text, notes: text === question ? [] : notes }
}
