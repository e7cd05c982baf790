/** What was understood of a question, and what has to be looked up before it is. */
import type { Plan } from '../plan/plan.ts'
import type { Lookups } from './grounds.ts'

export interface Decision {
  readonly plan: Plan | null
  readonly lookups: Lookups
}
