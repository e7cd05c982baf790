/** Shares whose conditions say already which requests are meant: of what they are shares. */
import { type Plan, without } from '../plan/plan.ts'

/** "As a percentage" of what failed: the share that failed. "Only 5xx" of a failure rate: the share that ends in them. */
export function settledRatio(plan: Plan, isFollowUp: boolean): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'ratio') return plan
  const { conditions, measure } = plan
  if (measure.share === 'failed') {
    // Of requests that returned 503 all failed; who adds the code to a rate asks for its share.
    const isOfFailed =
      isFollowUp && conditions.some((one) => one.on === 'status_code' && one.not !== true && one.from >= 500)
    return isOfFailed ? { ...plan, measure: { of: 'ratio', share: 'matching' } } : plan
  }
  if (measure.share !== 'matching') return plan
  const outcome = conditions.find((condition) => condition.on === 'outcome')
  const isPart = conditions.some(
    ({ on }) => on === 'status_code' || on === 'number' || on === 'text' || on === 'templates',
  )
  if (outcome?.on !== 'outcome' || isPart) return plan
  return { ...plan, measure: { of: 'ratio', share: outcome.is }, conditions: without(conditions, 'outcome') }
}
