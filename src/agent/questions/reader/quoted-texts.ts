/** What is cited as conditions on the text of records. */
import type { QuestionState } from './state.ts'

/** Restricts to records that have the texts that the question cites. */
export function quotedTexts(state: QuestionState): void {
  for (const { text, not } of state.quoted) {
    if (text === '') continue
    state.conditions.push({ on: 'text', text, mode: /\s/.test(text) ? 'phrase' : 'substring', ...(not ? { not } : {}) })
  }
}
