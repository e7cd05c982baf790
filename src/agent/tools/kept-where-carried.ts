/**
 * What a follow-up names has to be carried by what the thread counts. A value that none of its requests has may be the
 * route that goes by it ("refunds only" of POST /refunds); a service without what the thread is restricted by is told
 * without that; and a group that no point of a metric has is asked of the whole question ("by ca" behind certificates).
 */
import type { AgentContext } from '../contract.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanCondition, PlanOf } from '../questions/plan/plan.ts'
import { servicesOf } from '../questions/plan/plan.ts'
import { nounOfKey } from '../questions/reader/fields.ts'
import { isOfSpans } from '../questions/reader/fit-measure.ts'
import { operationsNamed } from '../questions/reader/routes.ts'
import type { Previous } from '../questions/reader/state.ts'
import type { Reading } from '../questions/reading.ts'
import { countOf } from './count-of.ts'
import { isCarriedWhole } from './metric-without-key.ts'

type MeasurePlan = PlanOf<'measure'>

export async function keptWhereCarried(
  ctx: AgentContext,
  catalogue: Catalogue,
  reading: Reading,
  previous: Previous | undefined,
  question: string,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading> {
  const [plan, more] = reading.plans
  if (previous === undefined || plan?.intent !== 'measure' || more !== undefined) return reading
  if (reading.relation !== 'follow_up') return reading
  if (plan.measure.of === 'metric') return (await ofWhole(catalogue, plan, previous, readAlone)) ?? reading
  if (!isOfSpans(plan.measure) || plan.against !== null) return reading
  const count = (conditions: readonly PlanCondition[]): Promise<number> =>
    countOf(ctx, catalogue, {
      ...plan,
      ...{ measure: { of: 'requests' }, conditions: [...conditions], groupBy: [], intervalMs: null, per: null },
    })
  const counted = plan.conditions.filter(({ on }) => on !== 'outcome' && on !== 'status_code')
  if ((await count(counted)) > 0) return reading
  const elsewhere = await notOfSuspect(plan, previous, question, count)
  if (elsewhere !== null) return { ...reading, plans: [elsewhere] }
  const held = new Set(previous.plan.conditions.map((one) => JSON.stringify(one)))
  const fresh = counted.filter((one) => !held.has(JSON.stringify(one)))
  for (const own of fresh) {
    const routes = own.on === 'attribute' && own.not !== true ? routesOf(own.values, catalogue) : []
    if (routes.length === 0) continue
    const named: PlanCondition = { on: 'operation', values: routes }
    const others = plan.conditions.filter((one) => one !== own && one.on !== 'operation')
    if ((await count([...others.filter(({ on }) => on !== 'outcome' && on !== 'status_code'), named])) > 0)
      return { ...reading, plans: [{ ...plan, conditions: [...others, named] }] }
  }
  return ofOtherService(plan, previous, fresh, count, reading)
}

/** "How many auctions failed during it": where trouble began is no condition of requests that other services have. */
async function notOfSuspect(
  plan: MeasurePlan,
  { suspect }: Previous,
  question: string,
  count: (conditions: readonly PlanCondition[]) => Promise<number>,
): Promise<MeasurePlan | null> {
  const [service, more] = servicesOf(plan)
  if (service === undefined || more !== undefined || service !== suspect) return null
  if (question.toLowerCase().includes(service.toLowerCase())) return null
  const conditions = plan.conditions.filter(({ on }) => on !== 'service')
  const isOfOthers = conditions.some(({ on }) => on === 'operation' || on === 'attribute')
  const counted = conditions.filter(({ on }) => on !== 'outcome' && on !== 'status_code')
  return isOfOthers && (await count(counted)) > 0 ? { ...plan, conditions } : null
}

const ROUTES_MAX = 20

function routesOf(values: readonly string[], { operations }: Catalogue): string[] {
  const found = values.flatMap((value) => [value, `${value}s`].flatMap((noun) => operationsNamed(noun, operations)))
  return found.length > ROUTES_MAX ? [] : [...new Set(found)]
}

/** "And for payouts": of a service that has none of the values or routes of the thread all requests are told. */
async function ofOtherService(
  plan: MeasurePlan,
  previous: Previous,
  fresh: readonly PlanCondition[],
  count: (conditions: readonly PlanCondition[]) => Promise<number>,
  reading: Reading,
): Promise<Reading> {
  const [service, more] = servicesOf(plan)
  const isOther = service !== undefined && more === undefined && servicesOf(previous.plan).join() !== service
  if (!isOther || fresh.some(({ on }) => on !== 'service')) return reading
  const isHeld = ({ on }: PlanCondition): boolean => on === 'attribute' || on === 'operation'
  const conditions = plan.conditions.filter((one) => !isHeld(one))
  const gone = plan.conditions.filter(isHeld).flatMap((one) => ('values' in one ? one.values : []))
  if ((await count(conditions.filter(({ on }) => on === 'service'))) === 0) return reading
  const note = `No request of ${service} has \`${gone.slice(0, 3).join('`, `')}\`, so this is of all of them.`
  return { ...reading, plans: [{ ...plan, conditions }], notes: [...reading.notes, note] }
}

/** The question of the thread with the group behind it, where no point of the metric carries that. */
async function ofWhole(
  catalogue: Catalogue,
  plan: MeasurePlan,
  { plan: base, question = '', root }: Previous,
  readAlone: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const [group, more] = plan.groupBy
  const isOfSame = base.intent === 'measure' && base.measure.of === 'metric'
  if (group === undefined || more !== undefined || !isOfSame || base.groupBy.length > 0) return null
  if (plan.measure.of !== 'metric' || isCarriedWhole(plan, plan.measure.metric, catalogue)) return null
  const asked = (root ?? question).trim().replace(/[\s?.!]{1,5}$/, '')
  const reading = await readAlone(`${asked} by ${nounOfKey(group.field)}`)
  const [whole, another] = reading.plans
  const isRead = whole?.intent === 'measure' && another === undefined && reading.leftOut.length === 0
  if (!isRead || whole.measure.of === 'metric' || whole.groupBy.length !== 1) return null
  return { ...reading, plans: [{ ...whole, order: plan.order, time: timeOf(whole, base) }], relation: 'follow_up' }
}

function timeOf(whole: MeasurePlan, base: Plan): MeasurePlan['time'] {
  return whole.time.basis === 'last_with_telemetry' ? base.time : whole.time
}
