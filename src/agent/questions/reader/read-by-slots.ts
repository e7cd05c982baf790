/** Reads a follow-up whose words say in any order what to do with the last set. */
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import { metricSlots } from './metric-slots.ts'
import { empty } from './settle.ts'
import { slotEdit } from './slot-edit.ts'
import { freeWords, type Previous, type QuestionState } from './state.ts'

const LOOKED_UP_MAX = 8

interface Read {
  readonly reading: Reading
  readonly lookups: { readonly words: readonly string[] }
}

/** The reading; null where it is no such follow-up. `read` reads a whole question by itself. */
export function readBySlots<T extends Read>(
  state: QuestionState,
  previous: Previous,
  read: (whole: string) => T,
): T | Read | null {
  const ofMetric = metricSlots(state, previous)
  const edit = ofMetric === null ? slotEdit(state, previous) : null
  const bySlots = (plan: Plan): Read => ({
    reading: { ...empty(state.context), plans: [plan], relation: 'follow_up', isBySlots: true },
    lookups: { words: [] },
  })
  if (ofMetric !== null) return bySlots(ofMetric)
  if (edit === null) return null
  if (edit.plan !== null) return bySlots(edit.plan)
  for (const whole of edit.wholes) {
    const found = read(whole)
    if (found.lookups.words.length > 0) {
      // Where the whole is not read, the follow-up is, with what its own words are found as.
      const words = [...found.lookups.words, ...freeWords(state).map(({ text }) => text)]
      return { ...found, lookups: { words: [...new Set(words)].slice(0, LOOKED_UP_MAX) } }
    }
    const { plans, leftOut, notes } = found.reading
    const [plan, more] = plans
    const isRead = plan?.intent === 'measure' && more === undefined && leftOut.length + notes.length === 0
    const own = isRead ? edit.inThread(plan) : null
    if (own !== null) return bySlots(own)
  }
  return null
}
