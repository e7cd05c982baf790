/**
 * The second fair reading of a noun. "Uploads in the last half hour" may mean the lines that say so or the requests on
 * the route that goes by the word. Where both can be counted and differ, the answer says both numbers.
 */
import { type PlanOf, without } from '../plan/plan.ts'
import { operationsNamed } from '../reader/routes.ts'
import type { Desk } from './filters.ts'
import { requestsOf } from './requests.ts'

type MeasurePlan = PlanOf<'measure'>

/** Counts that differ by less say the same. */
const SAME_SHARE = 0.005

/** How many requests a plain count of lines by one noun may mean as well; null where there is no second reading. */
export async function requestsMeant(desk: Desk, plan: MeasurePlan, lines: number | null): Promise<number | null> {
  const other = asRequests(desk, plan)
  if (other === null || lines === null || lines === 0) return null
  const { value } = await requestsOf(desk, other)
  const isOther = value !== null && value > 0 && Math.abs(value - lines) > SAME_SHARE * Math.max(value, lines)
  return isOther ? value : null
}

function asRequests({ catalogue }: Desk, plan: MeasurePlan): MeasurePlan | null {
  const isPlain =
    plan.measure.of === 'records' &&
    plan.groupBy.length === 0 &&
    plan.against === null &&
    plan.per === null &&
    plan.isTrendAsked !== true &&
    plan.isYesNo !== true
  const [said, ...further] = plan.conditions.filter(({ on }) => on === 'templates')
  const isOfWord = said?.on === 'templates' && said.not !== true && further.length === 0 && !/\s/.test(said.words)
  const isTold = plan.conditions.some(({ on }) => on === 'severity' || on === 'text' || on === 'outcome')
  if (!isPlain || !isOfWord || isTold) return null
  const values = operationsNamed(said.words, catalogue.operations)
  if (values.length === 0 || values.length > 6) return null
  return {
    ...plan,
    measure: { of: 'requests' },
    conditions: [...without(plan.conditions, 'templates'), { on: 'operation', values }],
  }
}
