/** Words that an answer repeats, as the person typed them: in their letters, their spelling and their language. */
import type { Reading } from '../reading.ts'
import type { Language } from '../vocabulary/languages.ts'
import { translated } from './language.ts'
import { asWritten, type QuestionState } from './state.ts'

/** Words as they were typed, before typing errors were put right. */
export function asTyped(state: QuestionState, words: readonly string[]): string[] {
  return words.map((said) => asWritten(state, state.words.find(({ text }) => text === said)?.mistyped ?? said))
}

/** The reading of a translated question with the words it leaves out in the language they were said in. */
export function inOwnLanguage(reading: Reading, question: string, language: Language | null): Reading {
  if (language === null) return reading
  const said = question.split(/[\s?!.,;]+/).map((own) => ({ own, english: translated(own.toLowerCase(), language) }))
  const ownOf = (word: string): string =>
    said.find(({ own }) => own.toLowerCase() === word)?.own ??
    said.find(({ english }) => english?.split(' ').includes(word))?.own ??
    word
  return {
    ...reading,
    leftOut: reading.leftOut.map(ownOf),
    ...(reading.unrestricted === undefined ? {} : { unrestricted: reading.unrestricted.map(ownOf) }),
  }
}
