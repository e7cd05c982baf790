/** Follow-ups that would repeat the last answer: one that changes nothing of its plan has not been understood. */
import { isOfTrouble, type Plan } from '../plan/plan.ts'
import type { Reading } from '../reading.ts'
import type { Previous, QuestionState } from './state.ts'
import { lemmaOf } from './words.ts'

/** Asks for the same once more, or how far it is to be believed. */
const REPEATS =
  /\b(?:again|same|repeat|refresh|update|once more|sure|certain|confirm\w*|correct|right|really|true|still|now|currently|seriously|please|pls)\b/

const BARE_WHICH = /^(?:and )?(?:which|what) ([a-z][a-z_-]{2,30})s?\W*$/

/** "Which table?" behind lines asks to tell them apart, and counts no lines that say "table". */
export function isBareWhich({ text }: QuestionState, { plans: [plan, more] }: Reading): boolean {
  const noun = BARE_WHICH.exec(text.trim())?.[1]
  if (noun === undefined || plan?.intent !== 'measure' || more !== undefined || plan.groupBy.length > 0) return false
  return plan.conditions.some(
    (one) =>
      (one.on === 'templates' && lemmaOf(one.words) === lemmaOf(noun)) ||
      (one.on === 'text' && lemmaOf(one.text) === lemmaOf(noun)),
  )
}

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
  const others = isOfTrouble(rest)
    ? conditions.filter((one) => !(one.on === 'service' && one.values.length === 1 && one.values[0] === suspect))
    : conditions
  return JSON.stringify([Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)), others, time.from, time.to])
}
