/** Access lines that fit, as they are listed: the newest, the oldest or the slowest. */
import { type LogRow, logRow } from '../../tools/search-logs.ts'
import type { Desk } from '../execute/filters.ts'
import { searchMatching } from '../execute/search.ts'
import type { PlanOf } from '../plan/plan.ts'
import { accessConditions, accessMatch } from './access-match.ts'
import { accessRequestsOf } from './access-requests.ts'

/** So many lines are looked at for those that fit. */
const LINES_MAX = 20_000

/** Lists the lines of requests that fit, with how many there are. */
export async function accessList(desk: Desk, plan: PlanOf<'list'>): Promise<{ total: number; logs: LogRow[] }> {
  const { ofLine, ofRecord } = accessConditions(plan.conditions)
  const match = accessMatch(ofLine)
  const order = plan.order === 'oldest' ? 'oldest' : 'newest'
  const found: { readonly row: LogRow; readonly ms: number }[] = []
  for await (const record of searchMatching(desk, ofRecord, plan.time, LINES_MAX, order)) {
    const line = match(record)
    if (line !== null) found.push({ row: logRow(record), ms: line.durationMs ?? 0 })
    if (plan.order !== 'slowest' && found.length >= plan.limit) break
  }
  if (plan.order === 'slowest') found.sort((a, b) => b.ms - a.ms)
  const counted = await accessRequestsOf(desk, { ...plan, measure: { of: 'requests' }, groupBy: [], intervalMs: null })
  return { total: counted.value ?? 0, logs: found.slice(0, plan.limit).map(({ row }) => row) }
}
