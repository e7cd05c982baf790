/** What every answer to a plan needs. */
import type { Plan } from '../questions/plan/plan.ts'
import type { ReadQuestionResult } from '../tools/read-question.ts'
import type { Conversation } from './conversation.ts'
import { caveatsOf } from './kinds/words.ts'
import type { Action, Desk, Done } from './plan-state.ts'

export interface PlanContext {
  readonly plan: Plan
  readonly read: Done<ReadQuestionResult>
  readonly conversation: Conversation
  readonly askedAtMs: number
  readonly tools: ReadonlySet<string>
  readonly desk: Desk
}

/** Makes the calls that are missing. If none are, says which calls failed. */
export function callOrFail(desk: Desk, reasoning: string): Action {
  if (desk.missing.length > 0) return { type: 'call', reasoning, calls: desk.missing }
  return { type: 'answer', text: caveatsOf(desk.failed).join(' ') }
}
