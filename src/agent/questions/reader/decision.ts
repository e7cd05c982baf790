/** What was understood of a question, and what has to be looked up before it is. */
import type { Plan, PlanTime } from '../plan/plan.ts'
import type { Lookups } from './grounds.ts'
import type { QuestionState } from './state.ts'

export interface Decision {
  readonly plan: Plan | null
  readonly lookups: Lookups
}

/** What every plan of a question is restricted to. */
export interface Scope {
  readonly conditions: QuestionState['conditions']
  readonly time: PlanTime
}

const NOTHING: Lookups = { words: [] }

/** The decision for a plan that needs no look-up. */
export function decided(plan: Plan): Decision {
  return { plan, lookups: NOTHING }
}
