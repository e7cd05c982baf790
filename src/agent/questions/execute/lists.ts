/** Records, requests and patterns that fit a plan's conditions. */

import { type Condition, type LogPattern, type StoredSpan, toIso, toMillis } from '../../../telemetry/index.ts'
import { logRow } from '../../tools/search-logs.ts'
import { spanRow } from '../../tools/search-spans.ts'
import { accessList } from '../access/access-list.ts'
import { isAccessPlan } from '../access/access-services.ts'
import type { PlanCondition, PlanOf } from '../plan/plan.ts'
import { isNegated, without } from '../plan/plan.ts'
import { partsOf } from './complement.ts'
import { type Desk, note, rangeOf, spanFilter, statusKeys } from './filters.ts'
import { ENTRY, kindlessEntries } from './kindless-entries.ts'
import { asOne, patternsOf } from './named-patterns.ts'
import { recordsOf } from './records.ts'
import { requestsOf } from './requests.ts'
import type { ListResult, PatternsResult } from './result.ts'
import { searchMatching } from './search.ts'
import { tracedLines } from './traced-groups.ts'

/** A request of a service without kinds has about so many spans there. */
const INNER_SPANS = 3

/** Lists records or requests that fit, in the order of the plan. */
export async function list(desk: Desk, plan: PlanOf<'list'>): Promise<Omit<ListResult, 'incomplete'>> {
  const found = await listed(desk, plan)
  const { firstMs, lastMs } = desk.catalogue
  const isBeyond =
    firstMs === null || lastMs === null || Date.parse(plan.time.to) <= firstMs || Date.parse(plan.time.from) > lastMs
  return found.total === 0 && isBeyond ? { ...found, isBeyondTelemetry: true } : found
}

async function listed(desk: Desk, plan: PlanOf<'list'>): Promise<Omit<ListResult, 'incomplete'>> {
  const window = { from: plan.time.from, to: plan.time.to }
  if (isAccessPlan(plan, desk.catalogue)) return { kind: 'list', window, spans: [], ...(await accessList(desk, plan)) }
  if (plan.of !== 'logs') return { kind: 'list', window, logs: [], ...(await spans(desk, plan)) }
  const order = plan.order === 'oldest' ? 'oldest' : 'newest'
  const found = async () => {
    const rows: ReturnType<typeof logRow>[] = []
    for await (const record of searchMatching(desk, plan.conditions, plan.time, plan.limit, order))
      rows.push(logRow(record))
    return rows
  }
  const [counted, logs] = await Promise.all([recordsOf(desk, { ...plan, groupBy: [], intervalMs: null }), found()])
  const said = counted.value === 0 || logs.length === 0 ? withValuesAsText(plan.conditions) : null
  if (said !== null) return listed(desk, { ...plan, conditions: said })
  const traced = counted.value === 0 ? await tracedLines(desk, plan, order) : null
  if (traced !== null) {
    const rows = traced.slice(0, plan.limit).map(logRow)
    return { kind: 'list', window, total: traced.length, logs: rows, spans: [] }
  }
  return { kind: 'list', window, total: counted.value ?? 0, logs, spans: [] }
}

/** "Webhooks to acme" of lines that say "webhook to acme" and carry no such attribute; null where none is asked for. */
function withValuesAsText(conditions: readonly PlanCondition[]): PlanCondition[] | null {
  const isValue = (one: PlanCondition): boolean =>
    one.on === 'attribute' && !isNegated(one) && one.values.length === 1 && /^[\w.-]{3,}$/.test(one.values[0] ?? '')
  const isOfLines = conditions.some((one) => one.on === 'templates' && !isNegated(one))
  if (!isOfLines || !conditions.some(isValue)) return null
  return conditions.map((one) =>
    one.on === 'attribute' && isValue(one) ? { on: 'text', text: one.values[0] ?? '', mode: 'phrase' } : one,
  )
}

export async function spans(desk: Desk, plan: PlanOf<'list'>): Promise<{ total: number; spans: ListResult['spans'] }> {
  const filter = spanFilter(without(plan.conditions, 'outcome', 'status_code'), desk.catalogue)
  const limit = plan.of === 'traces' ? plan.limit * 4 : plan.limit
  const search = async (conditions: readonly Condition[], most = limit) => {
    const answer = await desk.ctx.telemetry.searchSpans(desk.ctx.project, {
      range: rangeOf(plan.time),
      filter: { ...filter, conditions: [...filter.conditions, ...conditions] },
      order: plan.order,
      limit: most,
    })
    note(desk, answer.work)
    return answer.spans
  }
  const ways = statusWays(desk, plan.conditions)
  const all = async (also: readonly Condition[], most = limit) =>
    inOrder((await Promise.all(ways.map((way) => search([...also, ...way], most)))).flat(), plan.order)
  // Of a service without kinds each request may have several spans.
  const ofKindless = (also: readonly Condition[]) => all(also, limit * INNER_SPANS)
  const [byKind, kindless] = await Promise.all([all([ENTRY]), kindlessEntries(desk, rangeOf(plan.time), ofKindless)])
  const entries = inOrder([...byKind, ...kindless], plan.order)
  const found = entries.length > 0 ? entries : await all([])
  const counted = await requestsOf(desk, { ...plan, measure: { of: 'requests' }, groupBy: [], intervalMs: null })
  const fitting = found.filter((span) => !isOfClassLeftOut(desk, plan.conditions, span))
  const rows = plan.of === 'traces' ? onePerTrace(fitting) : fitting
  return { total: counted.value ?? 0, spans: rows.slice(0, plan.limit).map(spanRow) }
}

/** The ways in which a span has the outcome and one of the codes asked for: services state them differently. */
function statusWays({ catalogue }: Desk, conditions: readonly PlanCondition[]): Condition[][] {
  const keys = statusKeys(catalogue, 'spans')
  const outcome = conditions.find(({ on }) => on === 'outcome')
  const outcomes = outcome?.on !== 'outcome' ? [[]] : outcome.is === 'failed' ? failedWays(keys) : succeededWays(keys)
  const codes = conditions.filter((condition) => condition.on === 'status_code')
  const wanted = codes.filter((condition) => !isNegated(condition))
  const coded = wanted.flatMap((condition) =>
    partsOf([condition], () => false, keys).map((part) => spanFilter(part.conditions, catalogue).conditions),
  )
  const unwanted = codes
    .filter((condition) => isNegated(condition) && condition.from === condition.to)
    .flatMap((condition) => spanFilter([condition], catalogue).conditions)
  return outcomes.flatMap((outcome) =>
    (coded.length === 0 ? [[]] : coded).map((code) => [...outcome, ...code, ...unwanted]),
  )
}

const STATUS = { kind: 'builtin', name: 'status' } as const

function failedWays(keys: readonly string[]): Condition[][] {
  const coded = keys.map((key): Condition[] => [
    { field: { kind: 'attribute', key }, op: 'between', low: 500, high: 599 },
  ])
  return [[{ field: STATUS, op: 'eq', value: 'error' }], ...coded]
}

/** What did not fail by its status failed by no code either, or has none. */
function succeededWays(keys: readonly string[]): Condition[][] {
  const isNoError: Condition = { field: STATUS, op: 'neq', value: 'error' }
  const coded = keys.map((key): Condition[] => [isNoError, { field: { kind: 'attribute', key }, op: 'lt', value: 500 }])
  const uncoded = keys.map((key): Condition => ({ field: { kind: 'attribute', key }, op: 'exists', value: false }))
  return [...coded, [isNoError, ...uncoded]]
}

/** "Not 5xx": a class of codes that is left out is no filter of the store. */
function isOfClassLeftOut(
  { catalogue }: Desk,
  conditions: readonly PlanCondition[],
  { attributes }: StoredSpan,
): boolean {
  const key = statusKeys(catalogue, 'spans').find((one) => attributes[one] !== undefined)
  const code = key === undefined ? Number.NaN : Number(attributes[key])
  return conditions.some(
    (condition) =>
      condition.on === 'status_code' && isNegated(condition) && code >= condition.from && code <= condition.to,
  )
}

/** Each span once, in the order asked for. */
function inOrder(found: readonly StoredSpan[], order: PlanOf<'list'>['order']): StoredSpan[] {
  const spans = [...new Map(found.map((span) => [`${span.traceId}${span.spanId}`, span])).values()]
  const earlier = (a: StoredSpan, b: StoredSpan): number => toMillis(a.time) - toMillis(b.time)
  if (order === 'slowest') return spans.sort((a, b) => b.durationNanos - a.durationNanos)
  return spans.sort(order === 'oldest' ? earlier : (a, b) => earlier(b, a))
}

/** The longest span of each trace, in the order found. */
function onePerTrace(found: readonly StoredSpan[]): StoredSpan[] {
  const seen = new Set<string>()
  return found.filter(({ traceId }) => !seen.has(traceId) && seen.add(traceId))
}

/** Lists the patterns of log lines that fit, most frequent first. */
export async function patterns(desk: Desk, plan: PlanOf<'patterns'>): Promise<Omit<PatternsResult, 'incomplete'>> {
  const found = asOne(await patternsOf(desk, plan.conditions, plan.time, null))
  return {
    kind: 'patterns',
    window: { from: plan.time.from, to: plan.time.to },
    total: found.reduce((sum, { count }) => sum + count, 0),
    patterns: found.slice(0, plan.limit).map(patternRow),
  }
}

/** Returns a pattern as results hold it. */
export function patternRow({
  id,
  template,
  service,
  severity,
  count,
  firstSeen,
  lastSeen,
  example,
}: LogPattern): PatternsResult['patterns'][number] {
  return {
    id,
    template: template.slice(0, 300),
    service,
    severity,
    count,
    firstSeen: toIso(firstSeen),
    lastSeen: toIso(lastSeen),
    example: example.body.slice(0, 400),
  }
}
