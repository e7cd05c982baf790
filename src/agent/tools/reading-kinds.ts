/** Plans of lines or requests that stand for a metric or a number when the question is about one. */
import type { Plan } from '../questions/plan/plan.ts'

/** "Is the lumen pool shrinking?": lines that say "pool" have a course as well, which nobody asked for by a metric's words. */
export function isCourseOfLines([plan, more]: readonly Plan[]): boolean {
  return plan?.intent === 'measure' && more === undefined && plan.isTrendAsked === true && plan.measure.of === 'records'
}

export const COUNTED =
  /\b(?:how (?:many|often)|count|number|lines?|logs?|records?|events?|entries|errors?|warnings?|times|often|requests?|calls?)\b/i

/** "Wind at east-face now?": records with that value, which nobody asked to be counted. */
export function isOfValues(question: string, [plan, more]: readonly Plan[]): boolean {
  return (
    plan?.intent === 'measure' &&
    more === undefined &&
    plan.measure.of === 'records' &&
    plan.conditions.length > 0 &&
    plan.conditions.every(({ on }) => on === 'attribute') &&
    !COUNTED.test(question)
  )
}

const MONEY_COUNTED = /\bhow many (?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|cents)\b/i

/** "Worst packet loss in the log lines", "how many euros were billed to nordair": numbers, and neither lines nor their number. */
export function isOfNumbers(question: string, [plan, more]: readonly Plan[]): boolean {
  if (more !== undefined) return false
  if (plan?.intent === 'measure') return plan.measure.of === 'records' && MONEY_COUNTED.test(question)
  return plan?.intent === 'patterns' && /\b(?:worst|highest|lowest|biggest|largest|smallest)\b/i.test(question)
}

/** How much waits in a queue, though it sounds like a time. */
export const LONGEST_QUEUE =
  /\b(?:longest|deepest|biggest|largest|highest|longer|deepest) (?:[\w.-]{1,60} ){0,3}(?:queue|backlog)\b/i

/** "Longest bill.jobs queue": how much waits in it, and not how long requests take. */
export function isOfQueue(question: string, [plan]: readonly Plan[]): boolean {
  return plan?.intent === 'measure' && plan.measure.of === 'duration' && LONGEST_QUEUE.test(question)
}

/** Whether a plan tells of what lines say. */
export function isOfLines({ conditions }: Plan): boolean {
  return conditions.some(({ on }) => on === 'templates' || on === 'text')
}
