/**
 * Routes, versions and times of the clock that a question writes out and that neither its plans nor its answer have: they
 * were dropped on the way, and the answer has to say so.
 */
import type { Plan } from '../questions/plan/plan.ts'

const QUESTION_CHARS_MAX = 300
const ROUTE = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w./{}:-]{1,80}/g
const VERSION = /(?<![\w.])v?\d{1,4}\.\d{1,4}\.\d{1,4}(?![\w.])/g
const CLOCK = /(?<![\d:.])\d{1,2}:\d{2}(?![\d:])/g

/** What is told of a window; causes and releases are looked for around it. */
const OF_A_TIME: ReadonlySet<Plan['intent']> = new Set(['measure', 'list', 'state', 'patterns'])

/** The words that were dropped; empty where all are told, and of pasted text, which says more than it asks. */
export function leftUnsaid(question: string, plans: readonly Plan[], answer: string): string[] {
  if (question.length > QUESTION_CHARS_MAX || question.includes('\n') || plans.length === 0) return []
  const told = `${answer}\n${JSON.stringify(plans)}`.toLowerCase()
  const isTimed = plans.some(hasOwnTime)
  const routes = (question.match(ROUTE) ?? []).map((route) => route.replace(/[.:]+$/, ''))
  // A version may stand for the moment of its release, as a time of the clock does.
  const moments = isTimed ? [] : [...(question.match(VERSION) ?? []), ...(question.match(CLOCK) ?? [])]
  return [...new Set([...routes, ...moments])].filter(
    (word) => !told.includes(word.toLowerCase().replace(/^v(?=\d)/, '')),
  )
}

/** Whether a time that was asked for has its place in a plan. */
function hasOwnTime(plan: Plan): boolean {
  if (!OF_A_TIME.has(plan.intent)) return true
  const { basis, around, anchor } = plan.time
  if (plan.intent === 'measure' && plan.against !== null) return true
  return basis === 'asked' || basis === 'inherited' || around !== undefined || anchor !== undefined
}
