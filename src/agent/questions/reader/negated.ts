/** Exclusions that no condition took. */
import type { QuestionState } from './state.ts'

/** A negation that nothing took would turn the question round: it is said, and no number given. */
export function unusedNegations(state: QuestionState): void {
  for (const { by, scope, isUsed } of state.negations) {
    const words = by.flatMap((place) => state.words[place] ?? [])
    const isInPhrase = state.phrases.some(
      ({ at, length }) => length > 1 && by.every((one) => one >= at && one < at + length),
    )
    if (isUsed || isInPhrase || scope.size === 0 || words.every(({ usedBy }) => usedBy !== null)) continue
    const after = [...scope].flatMap((place) => state.words[place]?.text ?? [])
    state.leftOut.push([...words.map(({ text }) => text), ...after].join(' '))
  }
}
