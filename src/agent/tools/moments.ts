/** Moments that a question asks for by themselves: of a change or a restart, or of the first of what is told. */
import type { Plan, PlanOf } from '../questions/plan/plan.ts'

/** A plan whose answer is a moment. */
export type Moment = PlanOf<'list'> | PlanOf<'deployments'>

export function isMoment(plan: Plan | undefined): plan is Moment {
  return plan?.intent === 'deployments' || (plan?.intent === 'list' && plan.isTimeAsked === true)
}

/** The time of day in UTC, as `14:05:09`. */
export function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19)
}
