/**
 * "How many were refused?" behind "exam starts in the last 40 minutes": a count without a noun is one of what the thread
 * counts. It is read with that noun; where that is not read, the lines are those of the service that was asked about.
 */
import type { Plan, PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { servicesOf } from '../plan/plan.ts'
import { windowOf } from './follow-up-time.ts'
import type { Previous, QuestionState } from './state.ts'

const VERB =
  "(?:(?:were|was|are|is|got|get|have|had|has|went|ended|came|did|could|cannot|can|never|ever)(?: not|n't)? [a-z].{1,60}|(?:not )?[a-z]{3,20}(?:ed|en|t|ost|old|aid))"
const OPEN_COUNT = new RegExp(
  `^(?:(?:and|so|but|ok|okay|then|now) )*(?:how many|how much|number|count)(?: of (?:them|those|these|it|that))? (${VERB})\\W*$`,
)
/** What stands behind the noun of a count. */
const NOUN_ENDS =
  'on|in|at|of|for|from|to|by|via|with|since|were|was|are|is|did|do|does|have|has|had|came|come|went|ran|run|got|get|made|per|last|past|between|during|over|before|after|until|today|that|which|who|there'
const NOUN = new RegExp(
  `^(?:(?:so|and|ok|hey|please|how many|number of|count of|total|all|the|our|of) )*((?:(?!(?:${NOUN_ENDS})\\b)[a-z][a-z-]{1,30}[ ,?.!]*){1,3}?)(?=(?:${NOUN_ENDS})\\b|$)`,
)

/** The whole question that such a count is; null where it has a noun of its own, or the thread counts nothing. */
export function countOfSame({ text }: QuestionState, { plan, question, root }: Previous): string | null {
  const said = OPEN_COUNT.exec(text.trim())?.[1]
  const isCount = plan.intent === 'measure' && /^(?:requests|records|metric)$/.test(plan.measure.of)
  if (said === undefined || question === undefined || !isCount) return null
  // "Mostly which drug" has no noun of its own: that of the thread is meant.
  const noun = nounOf(question) ?? (plan.measure.of === 'metric' ? nounOf(root ?? '') : null)
  return noun === null ? null : `how many ${noun} ${said}`
}

/** What a question counts, in several; null where it does not begin with it. */
export function nounOf(question: string): string | null {
  const noun = NOUN.exec(question.toLowerCase().trim())?.[1]?.replace(/[ ,?.!]+$/, '')
  return noun === undefined || noun.length < 3 || !/s$/.test(noun) ? null : noun
}

/** What the thread restricts, beside what the count says itself. */
export function keptOfThread(plan: PlanOf<'measure'>, base: Plan): PlanOf<'measure'> {
  // What points of a gauge are restricted by is no matter of lines.
  if (base.intent === 'measure' && base.measure.of === 'metric') return plan
  const said = new Set(plan.conditions.map(({ on }) => on))
  const held = base.conditions.filter(
    (one) => (one.on === 'service' && !said.has('service')) || (one.on === 'attribute' && !said.has('attribute')),
  )
  return { ...plan, conditions: [...held, ...plan.conditions], time: timeOf(plan, base) }
}

/** "Refused" by itself, as lines of the only service that the thread is about; null where that is not known. */
export function inSameService(own: Plan | null, base: Plan): PlanOf<'measure'> | null {
  const [service, more] = servicesOf(base)
  if (own?.intent !== 'measure' || own.measure.of !== 'records' || service === undefined || more !== undefined)
    return null
  if (own.conditions.some(({ on }) => on === 'service')) return null
  const only: PlanCondition = { on: 'service', values: [service] }
  return { ...own, conditions: [only, ...own.conditions], time: timeOf(own, base) }
}

/** What the count names itself goes before the window of the thread. */
function timeOf(own: Plan, base: Plan): PlanTime {
  return own.time.basis === 'asked' ? own.time : windowOf(base.time)
}
