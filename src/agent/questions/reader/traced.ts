/** Words that only lines say, read as the requests that these lines are written for (`execute/traced-things.ts`). */
import type { TracedThing } from '../execute/traced-things.ts'
import type { QuestionState } from './state.ts'

/** "Median time for a pre-translation": requests of the operation that its lines are written for. */
export function takeTraced(state: QuestionState): void {
  const thing: TracedThing | undefined = state.context.traced
  const word = state.words.find(({ text, usedBy }) => text === thing?.noun && usedBy === null)
  if (thing === undefined || word === undefined) return
  const named = state.conditions.find((one) => one.on === 'service' && one.not !== true)
  if (named?.on === 'service' && !named.values.includes(thing.service)) return
  word.usedBy = 'operation'
  for (const other of state.words) if (thing.also.includes(other.text)) other.usedBy ??= 'no condition'
  if (named === undefined) state.conditions.push({ on: 'service', values: [thing.service] })
  state.conditions.push({ on: 'operation', values: [thing.operation] })
}
