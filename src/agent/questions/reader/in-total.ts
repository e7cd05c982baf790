/** "How many 429s in total", "all in all": everything there is of the last day, and not its last hour. */
import type { Plan } from '../plan/plan.ts'
import { allOfDay } from './when.ts'

const IN_TOTAL =
  /\b(?:in total|in all|altogether|all in all|all together|over the whole time|since the (?:very )?beginning|to date)\b/i
const ADDED_UP = /^(?:records|requests|distinct|number)$/

/** The plan over all there is, where a question without a time asks for a total. */
export function inTotal(plan: Plan, question: string, firstMs: number | null): Plan {
  if (plan.intent !== 'measure' || plan.time.basis !== 'last_with_telemetry' || firstMs === null) return plan
  if (plan.against !== null || plan.per !== null || plan.intervalMs !== null) return plan
  if (!ADDED_UP.test(plan.measure.of) || !IN_TOTAL.test(question)) return plan
  return { ...plan, time: allOfDay(plan.time, firstMs) }
}
