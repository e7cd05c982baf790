/**
 * A zero of requests with a value of a key that none of them carries: "the 429s of ios users", where no refused request
 * says which app sent it. That none has the value is not known then.
 */
import { isNegated, type PlanCondition, type PlanOf, without } from '../plan/plan.ts'
import { type Desk, fieldOf, note, rangeOf, spanFilter } from './filters.ts'
import { requestsOf } from './requests.ts'
import type { MeasureResult } from './result.ts'

type MeasurePlan = PlanOf<'measure'>

export async function uncarriedOf(desk: Desk, plan: MeasurePlan): Promise<MeasureResult['uncarried']> {
  const isOfRequests =
    plan.measure.of === 'requests' || (plan.measure.of === 'distinct' && plan.measure.signal === 'spans')
  const restricting = plan.conditions.some(({ on }) => on === 'operation' || on === 'status_code' || on === 'outcome')
  if (!isOfRequests || !restricting) return undefined
  for (const condition of plan.conditions) {
    if (condition.on !== 'attribute' || isNegated(condition)) continue
    const others = plan.conditions.filter((one) => one !== condition)
    const { value } = await requestsOf(desk, {
      ...plan,
      measure: { of: 'requests' },
      conditions: others,
      groupBy: [],
      intervalMs: null,
    })
    if ((value ?? 0) > 0 && !(await isCarried(desk, plan, condition, others)))
      return { key: condition.key, value: condition.values.join(', '), count: value ?? 0, conditions: others }
  }
  return undefined
}

async function isCarried(
  desk: Desk,
  { time }: MeasurePlan,
  { key, scope }: Extract<PlanCondition, { on: 'attribute' }>,
  others: readonly PlanCondition[],
): Promise<boolean> {
  const { values, work } = await desk.ctx.telemetry.fieldValues(desk.ctx.project, {
    range: rangeOf(time),
    filter: spanFilter(without(others, 'outcome'), desk.catalogue),
    signal: 'spans',
    field: fieldOf(key, scope),
    limit: 1,
  })
  note(desk, work)
  return values.length > 0
}
