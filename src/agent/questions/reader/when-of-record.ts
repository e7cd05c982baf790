/** "When was SB-422 applied?": the moment of the records that have it, and not the records alone. */
import type { Plan } from '../plan/plan.ts'
import { cleaned } from './words.ts'

const ASKS_WHEN = /^(?:(?:so|and|but|ok|hey) )*(?:when|(?:at )?what time)(?: exactly)? (?:was|were|did|has|is|are)\b/

/** The list as one that tells its first moment; the plan as it was where no moment is asked for. */
export function whenOfRecord(question: string, plan: Plan): Plan {
  const isOfRecords = plan.intent === 'list' && plan.of === 'logs' && plan.isTimeAsked !== true
  const isNarrow = plan.conditions.some(({ on }) => on === 'attribute' || on === 'text')
  if (!isOfRecords || !isNarrow || plan.order === 'slowest' || !ASKS_WHEN.test(cleaned(question))) return plan
  return { ...plan, order: 'oldest', isTimeAsked: true }
}
