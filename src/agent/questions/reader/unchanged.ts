/** Follow-ups that would repeat the last answer: one that changes nothing of its plan has not been understood. */
import type { Plan } from '../plan/plan.ts'
import type { QuestionState } from './state.ts'

/** Asks for the same once more, or how far it is to be believed. */
const REPEATS =
  /\b(?:again|same|repeat|refresh|update|once more|sure|certain|confirm\w*|correct|right|really|true|still|now|currently|seriously|please|pls)\b/

/** Whether a follow-up that asks for something leads to the plan that was answered last. */
export function isUnchanged({ text, words, notes }: QuestionState, plan: Plan, last: Plan): boolean {
  if (words.length < 2 || REPEATS.test(text) || notes.length > 0) return false
  return told(plan) === told(last)
}

/** What a plan asks for, whatever its time was taken from. */
function told({ time, ...rest }: Plan): string {
  const { isYesNo: _, ...asked } = { isYesNo: false, ...rest }
  return JSON.stringify([Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)), time.from, time.to])
}
