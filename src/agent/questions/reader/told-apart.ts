/**
 * "How many of our tenants saw a 503?", "how many users of the portal ran into a 502?": a count of requests that failed
 * is no number of those who sent them. Where requests carry who sent them, these are told apart, whichever way the rest
 * of the question was read.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf } from '../plan/plan.ts'
import { without } from '../plan/plan.ts'
import { PEOPLE } from '../vocabulary/people.ts'
import { spanField } from './fields.ts'
import { cleaned, lemmaOf } from './words.ts'

/** What is counted and what they met: "how many of our tenants saw 503". */
const WHO_MET =
  /\b(?:how many|number of|count of)(?: (?:of|the|our|all|those|different|distinct|unique|single))* ([a-z]{3,30})(?: (?:of|on|in|at|from|with) (?:the |our )?[\w.-]{2,40})?(?: (?:who|that|which))?(?: (?:have|has|had|were|was|got|just))? (?:saw|see|seen|got|get|given|gotten|hit|met|faced|had|have|received|served|ran into|run into|bumped into|experienced|encountered)\b/

/** The plan, of different values where it counts requests and they who sent them are asked for. */
export function toldApart<T extends Plan>(question: string, plan: T, catalogue: Catalogue): T | PlanOf<'measure'> {
  const noun = WHO_MET.exec(cleaned(question))?.[1]
  if (noun === undefined || plan.intent !== 'measure' || !isPlainCount(plan)) return plan
  const field = spanField(noun, catalogue)
  if (field === null || field.scope === 'builtin' || !isWho(noun, field.field)) return plan
  const conditions = troubleOf(plan, noun)
  if (conditions === null || isRestrictedBy(conditions, field.field)) return plan
  return {
    ...plan,
    measure: { of: 'distinct', what: noun, signal: 'spans', key: field.field, scope: field.scope },
    conditions,
  }
}

function isPlainCount({
  measure,
  groupBy,
  per,
  against,
  isYesNo,
  isTrendAsked,
  intervalMs,
}: PlanOf<'measure'>): boolean {
  const isCount = measure.of === 'requests' || measure.of === 'records'
  return (
    isCount &&
    groupBy.length + (per === null ? 0 : 1) === 0 &&
    against === null &&
    isYesNo !== true &&
    isTrendAsked !== true &&
    intervalMs === null
  )
}

/** People, or what has an id of its own: `agent.id`. */
function isWho(noun: string, key: string): boolean {
  return PEOPLE.test(lemmaOf(noun)) || /(?:[._]id|Id)$/.test(key)
}

/** Conditions that requests failed by; null where the plan is about something else as well. */
function troubleOf({ measure, conditions }: PlanOf<'measure'>, noun: string): PlanCondition[] | null {
  const isFailed = conditions.some(
    (one) => one.on === 'outcome' || (one.on === 'status_code' && one.not !== true && one.from >= 400),
  )
  if (measure.of === 'requests')
    return isFailed && conditions.every(({ on }) => on !== 'templates' && on !== 'text') ? [...conditions] : null
  // "Errors that say `agents`": lines of failures that name them are no number of them either.
  const isError = conditions.some((one) => one.on === 'severity' && one.not !== true && one.is === 'error')
  const others = without(conditions, 'severity')
  const isOfNoun = others.every((one) => one.on === 'templates' && lemmaOf(one.words) === lemmaOf(noun))
  return isError && isOfNoun ? [{ on: 'outcome', is: 'failed' }] : null
}

function isRestrictedBy(conditions: readonly PlanCondition[], key: string): boolean {
  return conditions.some((one) => one.on === 'attribute' && one.key === key)
}
