/** A measure as most questions mean it: one number over the whole time, in no groups, compared with nothing. */
import type { PlanOf } from './plan.ts'

type MeasurePlan = PlanOf<'measure'>

/** Returns a measure without groups, order, steps or comparison, except for those that are given. */
export function plainMeasure(
  asked: Pick<MeasurePlan, 'measure' | 'conditions' | 'time'> & Partial<MeasurePlan>,
): MeasurePlan {
  return {
    intent: 'measure',
    groupBy: [],
    order: 'highest',
    limit: 10,
    per: null,
    intervalMs: null,
    against: null,
    ...asked,
  }
}
