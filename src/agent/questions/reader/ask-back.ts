/** Why a question is asked back, in words. */
import { FUNCTION_WORDS } from '../vocabulary/function-words.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import type { QuestionState } from './state.ts'
import { templatesWith } from './texts.ts'

/** Why there is no number: what is nowhere, and what is only where it cannot be combined with the rest. */
export function reason(state: QuestionState): string {
  const { leftOut, context } = state
  const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ')
  const isInLines = (word: string): boolean => templatesWith(word.split(' '), context.catalogue, []).length > 0
  const lines = leftOut.filter(isInLines)
  const nowhere = leftOut.filter((word) => !isInLines(word))
  if (leftOut.length === 0 && isWithoutSubject(state)) return 'you name nothing that I could count or look up'
  if (leftOut.length === 0) return 'I could not tell what is asked'
  if (nowhere.length > 0)
    return `I could not find ${quoted(nowhere)} in this project\u2019s telemetry, as a service, a value or a word that this can be restricted by`
  return `I could not combine ${quoted(lines)}, which only log lines say, with the rest of the question`
}

/** "How many?", "is that a lot?": a question without anything that it is about. */
function isWithoutSubject({ words, conditions, quoted, named }: QuestionState): boolean {
  const isEmptyWord = ({ text, lemma }: { text: string; lemma: string }): boolean =>
    FUNCTION_WORDS.has(text) ||
    SMALL_WORDS.has(text) ||
    SMALL_WORDS.has(lemma) ||
    /^(?:better|worse|bigger|bad|good)$/.test(text)
  return words.length < 7 && conditions.length + quoted.length + named.length === 0 && words.every(isEmptyWord)
}
