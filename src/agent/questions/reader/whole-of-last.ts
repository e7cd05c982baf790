/** "Only limit exceeded" behind requests that were counted: what lines say more of the same, where the whole is read so. */
import type { PlanOf } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import { windowOf } from './follow-up-time.ts'
import type { Previous, QuestionState } from './state.ts'

const LEAD = '^(?:(?:and|ok|okay|so|now|but) )*'
const ONLY = new RegExp(
  `${LEAD}(?:just|only) (?:(?:the|those|ones?|with|that say|saying|because of|for|of) )*([a-z][a-z -]{2,40}?)(?: (?:ones?|please))?\\W*$`,
)
/** The whole question; null where the follow-up is none of these, or goes on from no count of one thing. */
export function wholeOfLast({ text }: QuestionState, { plan, question }: Previous): string | null {
  if (question === undefined || plan.intent !== 'measure' || plan.groupBy.length > 0) return null
  const asked = question.trim().replace(/\W+$/, '')
  const said = plan.measure.of === 'requests' ? ONLY.exec(text.trim())?.[1] : undefined
  return said === undefined ? null : `${asked} with ${said}`
}

/** What was read so, in the time of the last one; null where it was read in another way. */
export function fittedWhole({ plans, leftOut }: Reading, { plan: base }: Previous): PlanOf<'measure'> | null {
  const [plan, more] = plans
  if (plan?.intent !== 'measure' || more !== undefined || leftOut.length > 0) return null
  const { measure, conditions } = plan
  const isOfLines = conditions.some(({ on }) => on === 'templates')
  return isOfLines && measure.of === 'records' ? { ...plan, time: windowOf(base.time) } : null
}
