/** A question with its typing errors put right, for readings that look at its text and not at its words. */
import { type ReadContext, stateOf } from './state.ts'

interface Spelled {
  readonly text: string
  /** What was taken for what. */
  readonly notes: readonly string[]
}

/** The question as it was probably meant to be typed. */
export function spelled(question: string, context: ReadContext): Spelled {
  if (context.catalogue.metrics.length === 0) return { text: question, notes: [] }
  const { words, notes } = stateOf(question, context, {})
  // Only what a metric is called: "partition" may be a key, whatever lines say.
  const named = new Set(context.catalogue.metrics.flatMap(({ name }) => name.toLowerCase().split(/[^a-z]+/)))
  const text = words.reduce(
    (rest, { mistyped, text: meant }) =>
      mistyped === undefined || !named.has(meant)
        ? rest
        : rest.replace(new RegExp(`\\b${RegExp.escape(mistyped)}\\b`, 'i'), meant),
    question,
  )
  return { text, notes: text === question ? [] : notes }
}
