/**
 * "Searches that ended with 400" counted on a call to a store, whose spans carry no status: none of them has it, and that
 * is no number. The requests in which these calls are made carry one, so they are counted, and the answer says so.
 */
import { fromMillis, MS_PER_DAY, type StoredSpan } from '../../telemetry/index.ts'
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { type PlanCondition, type PlanOf, servicesOf, without } from '../questions/plan/plan.ts'
import type { Reading } from '../questions/reading.ts'
import { askedBack } from './settled-reading.ts'

type Counted = PlanOf<'measure'>

const SPANS_MAX = 60
const TRACED_MAX = 1_000
/** A call lies no deeper in its request. */
const DEPTH_MAX = 6
const ANY_STATUS: PlanCondition = { on: 'status_code', from: 100, to: 599 }

/** The reading with the requests that carry the status; the same reading where what it counts does, or is not there. */
export async function statusElsewhere(ctx: AgentContext, catalogue: Catalogue, reading: Reading): Promise<Reading> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || !isOfStatus(plan)) return reading
  const names = plan.conditions.flatMap((one) => (one.on === 'operation' && one.not !== true ? one.values : []))
  const others = without(plan.conditions, 'status_code', 'outcome')
  const countOf = async (conditions: readonly PlanCondition[]): Promise<number> => {
    const found = await execute(ctx, catalogue, {
      ...{
        ...plan,
        conditions: [...conditions],
        measure: { of: 'requests' },
        groupBy: [],
        intervalMs: null,
        per: null,
      },
    })
    return found.kind === 'measure' && found.isNeverSeen !== true ? (found.value ?? 0) : 0
  }
  if (names.length === 0 || (await countOf([...others, ANY_STATUS])) > 0 || (await countOf(others)) === 0)
    return reading
  const services = servicesOf(plan)
  const outer = await requestsAround(ctx, catalogue, names, services)
  const said = names.map((name) => `\`${name}\``).join(', ')
  const untold = (): Reading => askedBack(reading, `${said} ${names.length > 1 ? 'carry' : 'carries'} no status`)
  if (outer.length === 0) return untold()
  const conditions: PlanCondition[] = [
    ...without(plan.conditions, 'operation', 'service'),
    { on: 'service', values: [...new Set(outer.map(({ service }) => service))] },
    { on: 'operation', values: [...new Set(outer.map(({ name }) => name))] },
  ]
  if ((await countOf([...without(conditions, 'status_code', 'outcome'), ANY_STATUS])) === 0) return untold()
  const note = `${said} ${names.length > 1 ? 'carry' : 'carries'} no status, so I counted the requests in which ${names.length > 1 ? 'they are' : 'it is'} called.`
  return { ...reading, plans: [{ ...plan, conditions }], notes: [...reading.notes, note] }
}

function isOfStatus({ measure, conditions, against }: Counted): boolean {
  const isOfRequests = measure.of === 'requests' || (measure.of === 'ratio' && measure.among === undefined)
  return isOfRequests && against === null && conditions.some((one) => one.on === 'status_code' && one.not !== true)
}

/** The requests of these services, or of any, in which spans of these names are. */
async function requestsAround(
  ctx: AgentContext,
  { lastMs, firstMs }: Catalogue,
  names: readonly string[],
  services: readonly string[],
): Promise<{ readonly name: string; readonly service: string }[]> {
  const toMs = Math.min(ctx.askedAtMs, lastMs ?? ctx.askedAtMs) + 1
  const range = { from: fromMillis(Math.max(toMs - MS_PER_DAY, firstMs ?? 0)), to: fromMillis(toMs) }
  const spansWith = async (name: 'name' | 'trace_id', values: readonly string[], limit: number) => {
    const field = { kind: 'builtin' as const, name }
    const filter = { conditions: [{ field, op: 'in' as const, values: [...values] }] }
    return (await ctx.telemetry.searchSpans(ctx.project, { range, filter, order: 'newest', limit })).spans
  }
  const calls = (await spansWith('name', names, SPANS_MAX)).filter(
    ({ resource }) => services.length === 0 || services.includes(resource.service),
  )
  if (calls.length === 0) return []
  const all = await spansWith('trace_id', [...new Set(calls.map(({ traceId }) => traceId))], TRACED_MAX)
  const byId = new Map(all.map((span) => [`${span.traceId} ${span.spanId}`, span]))
  const found = calls.flatMap((call) => requestOf(call, byId) ?? [])
  const told = found.map(({ name, resource }) => ({ name, service: resource.service }))
  return told.filter(
    (one, at) => told.findIndex(({ name, service }) => name === one.name && service === one.service) === at,
  )
}

/** The nearest request above a call. */
function requestOf(call: StoredSpan, byId: ReadonlyMap<string, StoredSpan>): StoredSpan | null {
  let span = byId.get(`${call.traceId} ${call.parentSpanId}`)
  for (let depth = 0; span !== undefined && depth < DEPTH_MAX; depth++) {
    if (span.kind === 'server') return span
    span = byId.get(`${span.traceId} ${span.parentSpanId}`)
  }
  return null
}
