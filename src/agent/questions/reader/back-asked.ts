/** "Was there a rollback?", "when was it reverted": only releases that went back. */
import type { Plan } from '../plan/plan.ts'

const BACK = /\broll(?:ed|ing|s)?[- ]?(?:it |that |them )?backs?\b|\brevert(?:ed|ing|s)?\b|\bdowngrad(?:e|ed|ing)s?\b/

/** The plan of releases, of those that went back where the question asks for these. */
export function ofBacks(text: string, plan: Plan | null): Plan | null {
  const isAsked = plan?.intent === 'deployments' && plan.isRestart !== true && BACK.test(text)
  return isAsked ? { ...plan, isBackAsked: true } : plan
}
