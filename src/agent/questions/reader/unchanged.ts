/** Follow-ups that would repeat the last answer: one that changes nothing of its plan has not been understood. */
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import type { Previous, QuestionState } from './state.ts'

/** Asks for the same once more, or how far it is to be believed. */
const REPEATS =
  /\b(?:again|same|repeat|refresh|update|once more|sure|certain|confirm\w*|correct|right|really|true|still|now|currently|seriously|please|pls)\b/

/** Whether a follow-up was read, with every word of it, as the plan that was answered last. */
export function isUnchanged(
  { text, words }: QuestionState,
  { plans, leftOut, notes }: Reading,
  { plan: last, suspect }: Previous,
): boolean {
  const [plan, more] = plans
  if (plan === undefined || more !== undefined || leftOut.length + notes.length > 0) return false
  // A version is told with its beginning and the one before it, whichever of them is asked for.
  if (plan.intent === 'versions' || plan.intent === 'deployments') return false
  return words.length >= 2 && !REPEATS.test(text) && told(plan, suspect) === told(last, suspect)
}

/** What a plan asks for, whatever its time was taken from. The service that is blamed is what a cause is about anyway. */
function told({ time, ...rest }: Plan, suspect: string | undefined): string {
  const { isYesNo: _, conditions, ...asked } = { isYesNo: false, ...rest }
  const others =
    rest.intent === 'cause' || rest.intent === 'timeline' || rest.intent === 'state'
      ? conditions.filter((one) => !(one.on === 'service' && one.values.length === 1 && one.values[0] === suspect))
      : conditions
  return JSON.stringify([Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)), others, time.from, time.to])
}
