/**
 * Requests that reached a service whose spans have no kinds, beside those of services that have them: spans without a
 * parent, or with a parent in another service, as `spanStats` counts them.
 */
import type { Condition, StoredSpan, TimeRange } from '../../../telemetry/index.ts'
import { type Desk, note } from './filters.ts'

export const ENTRY: Condition = { field: { kind: 'builtin', name: 'kind' }, op: 'in', values: ['server', 'consumer'] }
const KINDLESS: Condition = {
  field: { kind: 'builtin', name: 'kind' },
  op: 'in',
  values: ['unspecified', 'internal'],
}
const SERVICES_MAX = 200
/** So many traces are read to see whose a span's parent is. */
const TRACES_MAX = 24

type Search = (conditions: readonly Condition[]) => Promise<readonly StoredSpan[]>

/** The requests among the spans that `search` finds, in its order; none where every service states the kinds of its spans. */
export async function kindlessEntries(desk: Desk, range: TimeRange, search: Search): Promise<readonly StoredSpan[]> {
  const services = await kindlessServices(desk, range)
  if (services.length === 0) return []
  const found = await search([KINDLESS, { field: { kind: 'builtin', name: 'service' }, op: 'in', values: services }])
  const traces = [...new Set(found.flatMap((span) => (span.parentSpanId === '' ? [] : [span.traceId])))]
  const read = await Promise.all(
    traces.slice(0, TRACES_MAX).map(async (traceId) => {
      const answer = await desk.ctx.telemetry.spansByTrace(desk.ctx.project, traceId, range)
      note(desk, answer.work)
      return [traceId, new Map(answer.spans.map(({ spanId, resource }) => [spanId, resource.service]))] as const
    }),
  )
  const servicesOf = new Map(read)
  return found.filter(({ traceId, parentSpanId, resource }) => {
    if (parentSpanId === '') return true
    const trace = servicesOf.get(traceId)
    return trace !== undefined && trace.get(parentSpanId) !== resource.service
  })
}

async function kindlessServices(desk: Desk, range: TimeRange): Promise<string[]> {
  const { values, work } = await desk.ctx.telemetry.fieldValues(desk.ctx.project, {
    ...{ range, signal: 'spans', field: { kind: 'builtin', name: 'service' }, limit: SERVICES_MAX },
    filter: { conditions: [ENTRY] },
  })
  note(desk, work)
  const kinded = new Set(values.map(({ value }) => value))
  return desk.catalogue.services.flatMap(({ name, spans }) => (spans > 0 && !kinded.has(name) ? [name] : []))
}
