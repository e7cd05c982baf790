/**
 * "Failed bookings per workshop" where `workshop` is a key of other requests, and these carry `workshop.id`: of the keys
 * that go by one noun the one that what is counted carries.
 */
import type { AgentContext } from '../contract.ts'
import { eventsOf } from '../questions/execute/events-meant.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { Plan, PlanOf } from '../questions/plan/plan.ts'
import { keysOf, nounOfKey } from '../questions/reader/fields.ts'
import type { Reading } from '../questions/reading.ts'

const KEYS_MAX = 3

/** The reading by the key that is carried; the same reading where its own is, or none is. */
export async function groupCarried(ctx: AgentContext, catalogue: Catalogue, reading: Reading): Promise<Reading> {
  const [plan, more] = reading.plans
  if (plan?.intent === 'measure' && more === undefined && plan.measure.of === 'distinct')
    return distinctCarried(ctx, catalogue, reading, plan, plan.measure)
  if (plan?.intent !== 'measure' || more !== undefined || plan.groupBy.length !== 1) return reading
  const [group] = plan.groupBy
  const signal = signalOf(plan)
  if (group === undefined || group.scope === 'builtin' || signal === null) return reading
  const others = keysOf(nounOfKey(group.field), catalogue)
    .filter((one) => one.signal === signal && one.key !== group.field)
    .slice(0, KEYS_MAX)
  const lines = plan.measure.of === 'requests' ? eventsOf(plan, catalogue) : null
  if ((others.length === 0 && lines === null) || (await isCarried(ctx, catalogue, plan))) return reading
  for (const { key, scope } of others) {
    const other = { ...plan, groupBy: [{ field: key, scope }] }
    if (await isCarried(ctx, catalogue, other)) return { ...reading, plans: [other] }
  }
  if (lines === null) return reading
  // "Refunds by reason", which only the lines state that say that each was booked.
  const own = keysOf(nounOfKey(group.field), catalogue).find((one) => one.signal === 'logs')
  const groupBy = [own === undefined ? group : { field: own.key, scope: own.scope }]
  const logged: PlanOf<'measure'> = { ...plan, measure: { of: 'records' }, conditions: lines.conditions, groupBy }
  const note = `Only log records carry ${groupBy[0]?.field}, so I counted log records.`
  return (await isCarried(ctx, catalogue, logged))
    ? { ...reading, plans: [logged], notes: [...reading.notes, note] }
    : reading
}

const ASKS_REASON = /\b(?:why|how come|reasons?|causes?)\b/

/** "Why?" behind lines that carry a reason: how many there are of each, and no patterns of lines that all say the same. */
export async function reasonCarried(
  ctx: AgentContext,
  catalogue: Catalogue,
  said: string,
  reading: Reading,
  before: Plan,
): Promise<Reading> {
  const [plan, more] = reading.plans
  const isOfPatterns = plan?.intent === 'patterns' && more === undefined && ASKS_REASON.test(said)
  if (!isOfPatterns || before.intent !== 'measure' || before.measure.of !== 'records' || before.against !== null)
    return reading
  const known = keysOf('reason', catalogue).find(({ signal, scope }) => signal === 'logs' && scope === 'attribute')
  if (known === undefined || before.groupBy.length > 0) return reading
  const groupBy = [{ field: known.key, scope: known.scope }]
  const counted = { ...before, conditions: plan.conditions, time: plan.time, isYesNo: false, groupBy }
  return (await isCarried(ctx, catalogue, counted)) ? { ...reading, plans: [counted] } : reading
}

function signalOf({ measure }: PlanOf<'measure'>): 'logs' | 'spans' | null {
  if (measure.of === 'records') return 'logs'
  const isOfLines = measure.of === 'ratio' && measure.among !== undefined
  return ['requests', 'duration', 'spans', 'ratio'].includes(measure.of) && !isOfLines ? 'spans' : null
}

async function isCarried(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'measure'>): Promise<boolean> {
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'measure') return true
  const isCount = plan.measure.of === 'requests' || plan.measure.of === 'records'
  // Groups without any of what there is are those of other requests.
  const isAny = (value: number | null): boolean => !isCount || (found.value ?? 0) === 0 || (value ?? 0) > 0
  return found.groups.some(({ key, value }) => isAny(value) && key.some((part) => part !== null && part !== ''))
}

/** "How many accounts had a failed order", where lines carry `account` and the requests `account.id`. */
async function distinctCarried(
  ctx: AgentContext,
  catalogue: Catalogue,
  reading: Reading,
  plan: PlanOf<'measure'>,
  measure: Extract<PlanOf<'measure'>['measure'], { of: 'distinct' }>,
): Promise<Reading> {
  const { key, signal } = measure
  const others = keysOf(nounOfKey(key ?? ''), catalogue)
    .filter((one) => one.signal === signal && one.key !== key)
    .slice(0, KEYS_MAX)
  if (key === undefined || others.length === 0 || (await isAny(ctx, catalogue, plan))) return reading
  for (const other of others) {
    const own = { ...plan, measure: { ...measure, key: other.key, scope: other.scope } }
    if (await isAny(ctx, catalogue, own)) return { ...reading, plans: [own] }
  }
  return reading
}

async function isAny(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'measure'>): Promise<boolean> {
  const found = await execute(ctx, catalogue, plan)
  return found.kind === 'measure' && (found.value ?? 0) > 0
}
