/**
 * What else may be meant where no request failed: "failed logins" of a route whose logins end in 401, or of lines that say
 * "login failed". A zero by itself would deny them.
 */
import { PATTERN_IDS_MAX, type PlanCondition, type PlanOf } from '../plan/plan.ts'
import { fixedPartsOf } from '../reader/routes.ts'
import { isOfFailure } from '../reader/texts.ts'
import { stemOf } from '../reader/words.ts'
import type { Desk } from './filters.ts'
import { recordsOf } from './records.ts'
import { requestsOf } from './requests.ts'
import type { MeasureResult } from './result.ts'

type MeasurePlan = PlanOf<'measure'>

/** Refusals of the same requests and lines about failures of the same thing; empty where there are none. */
export async function refusedInstead(desk: Desk, plan: MeasurePlan): Promise<Pick<MeasureResult, 'refused' | 'told'>> {
  const routes = failedRoutes(plan)
  if (routes === null) return {}
  const [refused, told] = await Promise.all([refusals(desk, plan), lines(desk, plan, routes)])
  return { ...(refused === null ? {} : { refused }), ...(told === null ? {} : { told }) }
}

/** The routes whose failures are counted; null for any other plan. */
function failedRoutes({ measure, conditions }: MeasurePlan): readonly string[] | null {
  const isCount = measure.of === 'requests' && conditions.some((one) => one.on === 'outcome' && one.is === 'failed')
  const isShare = measure.of === 'ratio' && measure.share === 'failed'
  if (!(isCount || isShare) || conditions.some(({ on }) => on === 'status_code')) return null
  const routes = conditions.flatMap((one) => (one.on === 'operation' && one.not !== true ? one.values : []))
  return routes.length === 0 ? null : routes
}

async function refusals(desk: Desk, plan: MeasurePlan): Promise<number | null> {
  const conditions = plan.conditions.filter(({ on }) => on !== 'outcome')
  const status: PlanCondition = { on: 'status_code', from: 400, to: 499 }
  const counted: MeasurePlan = {
    ...plan,
    measure: { of: 'requests' },
    intervalMs: null,
    conditions: [...conditions, status],
  }
  const { value } = await requestsOf(desk, counted)
  return value === 0 ? null : value
}

/** Lines that say of the thing that it failed, of a count without further conditions. */
async function lines(
  desk: Desk,
  plan: MeasurePlan,
  routes: readonly string[],
): Promise<NonNullable<MeasureResult['told']> | null> {
  const isPlain = plan.conditions.every(({ on }) => on === 'operation' || on === 'outcome')
  if (plan.measure.of !== 'requests' || !isPlain) return null
  const nouns = new Set(routes.map((route) => stemOf(fixedPartsOf(route).at(-1) ?? '')))
  const found = desk.catalogue.templates.filter(
    (template) => isOfFailure(template) && template.tokens.some((token) => nouns.has(stemOf(token))),
  )
  const [first] = found
  if (first === undefined) return null
  const noun = first.tokens.find((token) => nouns.has(stemOf(token))) ?? ''
  const ids = found.slice(0, PATTERN_IDS_MAX).map(({ id }) => id)
  const said: PlanCondition = { on: 'templates', words: `${noun} failed`, ids, phrases: [] }
  const { value } = await recordsOf(desk, { ...plan, intervalMs: null, conditions: [said] })
  return value === null || value === 0 ? null : { noun, count: value }
}
