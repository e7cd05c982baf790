/** "Is the queue still growing?" asks for the last minutes: what grew half an hour ago and stands since then does not. */
import type { Plan } from '../plan/plan.ts'

const STILL = /^(?:(?:so|and|but|ok|okay|hey) )*(?:is|are|does|do) .{1,80}\bstill\b/

/** The plan, told to say whether its course goes on where that is asked. */
export function stillMoving(text: string, plan: Plan | null): Plan | null {
  const isCourse = plan?.intent === 'measure' && plan.isTrendAsked === true && plan.isYesNo === true
  return isCourse && plan.against === null && STILL.test(text) ? { ...plan, isStillAsked: true } : plan
}
