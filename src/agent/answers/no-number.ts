/** Why there is no number: nothing was there to measure, nothing of the kind was ever seen, words stand in no record together. */
import { code } from '../embedded/markdown.ts'
import type { MeasureResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { KIND_OF_TROUBLE, NAME_OF_ERROR } from '../questions/vocabulary/meanings.ts'
import { number, window } from './format.ts'
import { nounOf, scope, subject } from './scope.ts'

type MeasurePlan = PlanOf<'measure'>

/** Whether an answer could only say that there is nothing to give a number of. */
export function isNoNumber(plan: MeasurePlan, result: MeasureResult): boolean {
  if (plan.against !== null) return false
  if (
    result.uncarried !== undefined ||
    result.isNeverSeen === true ||
    isUngrouped(plan, result) ||
    isNowhereTold(plan, result.value)
  )
    return true
  // "Are eid logins slower than password logins?" where no login carries how.
  if (plan.groupBy.length > 0 && result.groups.length === 0 && result.value === null) return true
  return plan.groupBy.length === 0 && (result.value === null || wordsApart(plan, result.value) !== null)
}

/** Groups were asked for and nothing that was counted has them: the sum of all would answer another question. */
export function isUngrouped(plan: MeasurePlan, result: MeasureResult): boolean {
  const isCounted =
    ['records', 'requests', 'spans', 'distinct', 'metric'].includes(plan.measure.of) ||
    isSumOfNumbers(plan) ||
    isShareOrTimeByKey(plan)
  const isAsked = plan.groupBy.length > 0 && plan.isGroupImplied !== true
  return isAsked && isCounted && result.groups.length === 0 && (result.value ?? 0) !== 0
}

/** "P95 for each playlist"; "mean time per message" of requests is one number. */
function isShareOrTimeByKey({ measure, groupBy }: MeasurePlan): boolean {
  return (measure.of === 'duration' || measure.of === 'ratio') && groupBy.some(({ scope }) => scope !== 'builtin')
}

function isSumOfNumbers({ measure, groupBy }: MeasurePlan): boolean {
  return measure.of === 'number' && measure.statistic === 'sum' && groupBy.some(({ scope }) => scope !== 'builtin')
}

/** Lines or requests were asked what tells something apart, and none of them states it: zero would not answer that. */
export function isNowhereTold({ conditions, measure }: MeasurePlan, value: number | null): boolean {
  if (measure.of === 'distinct' && measure.signal === 'spans') return value === null
  const isOfLines = conditions.length > 0 || (measure.of === 'distinct' && measure.key === undefined)
  return measure.of === 'distinct' && measure.signal === 'logs' && (value ?? 0) === 0 && isOfLines
}

/** The window had no telemetry of what is asked about. */
export function nothingThere(plan: MeasurePlan, result: MeasureResult, askedAtMs: number): string {
  const when = window(result.window, askedAtMs)
  if (plan.measure.of === 'ratio' || plan.measure.of === 'duration')
    return `I found no requests${scope(plan)} to measure, so I give no number: no spans of it arrived in ${when}.`
  const what = `${subject(plan)}${scope(plan)}`
  const isOfService = plan.conditions.length > 0 && plan.conditions.every(({ on }) => on === 'service')
  // "Did feed-poller run in the last ten minutes?": who sent nothing did nothing that anybody knows of.
  if (plan.isYesNo === true && plan.measure.of === 'records' && isOfService)
    return `**No**: no ${what} arrived in ${when}.`
  return `I found no ${what}, so I give no number: there is no telemetry to answer from in ${when}.`
}

/** Nothing of the kind was seen at any time: a zero would look like an answer. */
export function neverSeen(plan: MeasurePlan): string {
  const isOfLevel = plan.conditions.some((condition) => condition.on === 'severity' && condition.not !== true)
  const among = plan.conditions.filter(({ on }) => !['outcome', 'severity', 'status_code', 'number'].includes(on))
  const what = `${nounOf(plan.measure, among)}${scope({ ...plan, conditions: among })}`
  return `I found no ${what}${isOfLevel ? ' that state a level' : ''} at any time, so I give no number.`
}

/** No request that fits otherwise tells what was asked for. */
export function uncarried(
  plan: MeasurePlan,
  { key, value, count, conditions }: NonNullable<MeasureResult['uncarried']>,
): string {
  const of = { ...plan, measure: { of: 'requests' as const }, conditions: [...conditions] }
  return `None of the **${number(count)}** ${subject(of)}${scope(of)} carries ${code(key, 80)}, so I cannot tell which of them are of ${code(value, 80)}`
}

/** Each word occurs somewhere, but no record has all of them. A count of zero would not answer what was meant. */
export function wordsApart({ conditions, measure }: MeasurePlan, value: number): string | null {
  if (value > 0 || measure.of !== 'records') return null
  const text = conditions.find(
    (condition) => condition.on === 'text' && condition.mode === 'all' && condition.not !== true,
  )
  const words = text?.on === 'text' ? text.text.split(' ') : []
  const isMixed = words.length > 0 && conditions.some(({ on }) => on === 'templates')
  // Others say the word, this service never does: it was hardly meant as a word of its lines.
  const isElsewhere =
    words.length === 1 &&
    conditions.some(({ on }) => on === 'service') &&
    !KIND_OF_TROUBLE.test(words[0] ?? '') &&
    !NAME_OF_ERROR.test(words[0] ?? '')
  if (isElsewhere) return code(words[0] ?? '', 60)
  if (words.length <= 1 && !isMixed) return null
  return `${words.map((word) => code(word, 60)).join(' and ')}${words.length > 1 ? ' together' : ''}`
}
