/** "How many firms had a timeout": of requests it is the status that says so, where any has it. */
import { statusKeys } from '../execute/filters.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import type { PlanCondition } from '../plan/plan.ts'
import { freeWords, type QuestionState } from './state.ts'

const TIMED_OUT = 504

/** Restricts requests to those that a gateway gave up, and takes the words that say so. */
export function takeTimeouts(state: QuestionState): void {
  const { conditions, context, words } = state
  if (conditions.some(({ on }) => on === 'status_code' || on === 'templates' || on === 'text')) return
  const timedOut = timeoutStatus({ ...context.catalogue, values: context.values })
  if (timedOut === null) return
  const free = freeWords(state)
  const at = words.findIndex(
    (word, place) =>
      free.includes(word) &&
      (word.lemma === 'timeout' || (/^tim(?:ed|es|e)$/.test(word.text) && words[place + 1]?.text === 'out')),
  )
  const word = words[at]
  if (word === undefined) return
  for (const one of word.lemma === 'timeout' ? [word] : words.slice(at, at + 2)) one.usedBy = 'status_code'
  conditions.push(timedOut)
}

/** The status of requests that a gateway gave up; null where no request has it. */
export function timeoutStatus(catalogue: Catalogue): PlanCondition | null {
  const keys = statusKeys(catalogue, 'spans')
  const isKnown = catalogue.values.some(
    ({ key, signal, values }) =>
      signal === 'spans' && keys.includes(key) && values.some(({ value }) => value === String(TIMED_OUT)),
  )
  return isKnown ? { on: 'status_code', from: TIMED_OUT, to: TIMED_OUT } : null
}
