/** Words that only lines say, read as the requests that these lines are written for (`execute/traced-things.ts`). */
import type { TracedPart, TracedThing } from '../execute/traced-things.ts'
import type { Measure } from '../plan/plan.ts'
import { SMALL_WORDS } from '../vocabulary/small-words.ts'
import { freeWords, type QuestionState } from './state.ts'

/** What was found for the words of one question. */
export interface Traced {
  readonly thing: TracedThing | null
  /** Which of the requests are meant, where lines say so. */
  readonly part: TracedPart | null
}

/** "Median time for a pre-translation": requests of the operation that its lines are written for. */
export function takeTraced(state: QuestionState): void {
  const thing = state.context.traced?.thing
  const word = state.words.find(({ text, usedBy }) => text === thing?.noun && usedBy === null)
  if (thing === undefined || thing === null || word === undefined) return
  const named = state.conditions.find((one) => one.on === 'service' && one.not !== true)
  if (named?.on === 'service' && !named.values.includes(thing.service)) return
  word.usedBy = 'operation'
  for (const other of state.words) if (thing.also.includes(other.text)) other.usedBy ??= 'no condition'
  if (named === undefined) state.conditions.push({ on: 'service', values: [thing.service] })
  state.conditions.push({ on: 'operation', values: [thing.operation] })
}

/** "How many percent of the payments are declined": lines that say so, of the requests that they are written for. */
export function linesOfTraced(state: QuestionState): Measure | null {
  const part = state.context.traced?.part
  if (part === undefined || part === null || state.negations.length > 0) return null
  const said = state.words.filter(({ text, usedBy }) => part.words.includes(text) && usedBy === null)
  const rest = freeWords(state).filter(
    (word) => !said.includes(word) && !SMALL_WORDS.has(word.text) && !part.nouns.includes(word.text),
  )
  const isOnly = state.conditions.every(({ on }) => on === 'service' || on === 'operation')
  if (said.length < part.words.length || rest.length > 0 || !isOnly) return null
  for (const word of state.words) if (said.includes(word) || part.nouns.includes(word.text)) word.usedBy = 'template'
  state.conditions.splice(0, state.conditions.length, part.lines)
  return { of: 'ratio', share: 'matching', among: [...part.among] }
}
