/** Records, requests and patterns that fit a plan's conditions. */

import { type Condition, type LogPattern, type StoredSpan, toIso } from '../../../telemetry/index.ts'
import { logRow } from '../../tools/search-logs.ts'
import { spanRow } from '../../tools/search-spans.ts'
import type { PlanOf } from '../plan/plan.ts'
import { without } from '../plan/plan.ts'
import { type Desk, note, rangeOf, spanFilter, statusKey } from './filters.ts'
import { patternsOf } from './named-patterns.ts'
import { recordsOf } from './records.ts'
import { requestsOf } from './requests.ts'
import type { ListResult, PatternsResult } from './result.ts'
import { searchMatching } from './search.ts'

const ENTRY: Condition = { field: { kind: 'builtin', name: 'kind' }, op: 'in', values: ['server', 'consumer'] }

export async function list(desk: Desk, plan: PlanOf<'list'>): Promise<Omit<ListResult, 'incomplete'>> {
  const window = { from: plan.time.from, to: plan.time.to }
  if (plan.of !== 'logs') return { kind: 'list', window, logs: [], ...(await spans(desk, plan)) }
  const order = plan.order === 'oldest' ? 'oldest' : 'newest'
  const found = async () => {
    const rows: ReturnType<typeof logRow>[] = []
    for await (const record of searchMatching(desk, plan.conditions, plan.time, plan.limit, order))
      rows.push(logRow(record))
    return rows
  }
  const [counted, logs] = await Promise.all([recordsOf(desk, { ...plan, groupBy: [], intervalMs: null }), found()])
  return { kind: 'list', window, total: counted.value ?? 0, logs, spans: [] }
}

async function spans(desk: Desk, plan: PlanOf<'list'>): Promise<{ total: number; spans: ListResult['spans'] }> {
  const filter = spanFilter(without(plan.conditions, 'outcome'), desk.catalogue)
  const failed = plan.conditions.some((condition) => condition.on === 'outcome' && condition.is === 'failed')
  const search = async (conditions: readonly Condition[]) => {
    const answer = await desk.ctx.telemetry.searchSpans(desk.ctx.project, {
      range: rangeOf(plan.time),
      filter: { ...filter, conditions: [...filter.conditions, ...conditions] },
      order: plan.order,
      limit: plan.of === 'traces' ? plan.limit * 4 : plan.limit,
    })
    note(desk, answer.work)
    return answer.spans
  }
  const key = statusKey(desk.catalogue, 'spans')
  const isFailed: Condition[] = failed ? [{ field: { kind: 'builtin', name: 'status' }, op: 'eq', value: 'error' }] : []
  const byCode: Condition[] =
    failed && key !== null ? [{ field: { kind: 'attribute', key }, op: 'gte', value: 500 }] : []
  const entries = await search([ENTRY, ...isFailed])
  const coded = entries.length === 0 && byCode.length > 0 ? await search([ENTRY, ...byCode]) : entries
  const found = coded.length > 0 ? coded : await search(isFailed)
  const counted = await requestsOf(desk, { ...plan, measure: { of: 'requests' }, groupBy: [], intervalMs: null })
  const rows = plan.of === 'traces' ? onePerTrace(found) : found
  return { total: counted.value ?? 0, spans: rows.slice(0, plan.limit).map(spanRow) }
}

/** The longest span of each trace, in the order found. */
function onePerTrace(found: readonly StoredSpan[]): StoredSpan[] {
  const seen = new Set<string>()
  return found.filter(({ traceId }) => !seen.has(traceId) && seen.add(traceId))
}

export async function patterns(desk: Desk, plan: PlanOf<'patterns'>): Promise<Omit<PatternsResult, 'incomplete'>> {
  const found = await patternsOf(desk, plan.conditions, plan.time, null)
  return {
    kind: 'patterns',
    window: { from: plan.time.from, to: plan.time.to },
    total: found.reduce((sum, { count }) => sum + count, 0),
    patterns: found.slice(0, plan.limit).map(patternRow),
  }
}

export function patternRow({
  id,
  template,
  service,
  severity,
  count,
  firstSeen,
  example,
}: LogPattern): PatternsResult['patterns'][number] {
  return {
    id,
    template: template.slice(0, 300),
    service,
    severity,
    count,
    firstSeen: toIso(firstSeen),
    example: example.body.slice(0, 400),
  }
}
