/** Whether what was left out of a question would make the answer one to another question. */
import type { Plan } from '../plan/plan.ts'
import { unusedNegations } from './negated.ts'
import type { QuestionState } from './state.ts'

/** Of questions about trouble so many words may be said to be left out; with more, something else was asked. */
const LEFT_OUT_MAX = 2
/** "Why …" asks for the cause whatever else it says. */
const LEFT_OUT_OF_CAUSE_MAX = 4
/** "Is it ok?" has few words: one more of them is already another question. */
const LEFT_OUT_OF_STATE_MAX = 1

const COUNTED: readonly Plan['intent'][] = ['measure', 'list', 'patterns', 'anomaly']

/** Whether there is to be a question back instead of the plan's answer. */
export function isMisleading(state: QuestionState, plan: Plan): boolean {
  if (COUNTED.includes(plan.intent)) return state.leftOut.length > 0
  const before = state.leftOut.length
  const exclusions = state.negations.filter(({ by, isVerb }) => isVerb !== true && !isPlainNot(state, by))
  unusedNegations({ ...state, negations: exclusions })
  if (state.leftOut.length > before) return true
  // A number or the name of an instance is a condition: how all is would answer a broader question.
  const isNumbered = state.leftOut.some((word) => /^\d+(?:[.,]\d+)?%?$|[a-z][a-z0-9]*[-_.]\S*\d/.test(word))
  if (isNumbered && (plan.intent === 'health' || plan.intent === 'state')) return true
  // "Were posters affected as well?": how the incident was as a whole is no answer.
  const isPart = /^(?:so |and |but )?(?:is|are|was|were|did) .{1,60}\b(?:affected|hit|impacted|hurt)\b/.test(state.text)
  if (isPart && plan.intent === 'cause' && plan.aspect === 'impact' && state.leftOut.length > 0) return true
  if (plan.intent === 'state') return state.leftOut.length > LEFT_OUT_OF_STATE_MAX
  const isSaid = /\bwhy\b|\bcause|\breason\b|\bbroke\b|\bhappened\b|\bculprit\b/.test(state.text)
  return (
    ['cause', 'timeline', 'health'].includes(plan.intent) &&
    state.leftOut.length > (isSaid ? LEFT_OUT_OF_CAUSE_MAX : LEFT_OUT_MAX)
  )
}

/** "Why is it not working": no condition is turned round. */
function isPlainNot({ words }: QuestionState, by: readonly number[]): boolean {
  return by.length === 1 && words[by[0] ?? -1]?.text === 'not'
}

/** "And kafka?" after how a service is: an unknown name is no word to leave out, the answer would be about another one. */
export function isOtherName({ text, leftOut, conditions }: QuestionState, plan: Plan | null): boolean {
  const isOfState = plan?.intent === 'health' || plan?.intent === 'state' || plan?.intent === 'cause'
  return (
    isOfState &&
    leftOut.length === 1 &&
    conditions.length === 0 &&
    /^(?:and |or |but |ok )*(?:what about |how about |how is |is )?(?:the |our )?[a-z][\w.-]+\W*$/.test(text.trim())
  )
}
