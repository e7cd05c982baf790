/** Looks up one record and tells what is asked of it: the value of its trace under the noun, or the lines that name it. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { plainMeasure } from '../questions/plan/plain-measure.ts'
import type { Plan, PlanCondition } from '../questions/plan/plan.ts'
import { askedOfRecord } from '../questions/reader/asked-of-record.ts'
import { keysOf } from '../questions/reader/fields.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

const LINES_MAX = 5

/** The reading of such a question; null of any other, and where the record or what is asked of it is not found. */
export async function recordAsked(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
  read: (question: string) => Promise<Reading>,
): Promise<Reading | null> {
  const asked = askedOfRecord(cleaned(question))
  if (asked === null) return null
  const reading = await read(asked.record)
  const [record, more] = reading.plans
  if (record?.intent !== 'list' || more !== undefined || reading.leftOut.length > 0) return null
  const found = await execute(ctx, catalogue, { ...record, limit: 1 })
  const trace = found.kind === 'list' ? (found.spans[0]?.traceId ?? found.logs[0]?.traceId) : undefined
  if (trace === undefined || trace === null || trace === '') return null
  const of: PlanCondition[] = [{ on: 'trace', id: trace }]
  if (asked.noun === null) {
    const lines: Plan = {
      ...{ intent: 'list', of: 'logs', conditions: of, time: record.time, order: 'oldest', limit: LINES_MAX },
    }
    return { ...reading, plans: [record, lines] }
  }
  for (const { key, scope, signal } of keysOf(asked.noun, catalogue)) {
    const plan = plainMeasure({
      ...{ measure: { of: signal === 'logs' ? 'records' : 'requests' }, conditions: of, time: record.time },
      ...{ groupBy: [{ field: key, scope }], limit: LINES_MAX },
    })
    const told = await execute(ctx, catalogue, plan)
    const isTold =
      told.kind === 'measure' && told.groups.some(({ key: [value], value: count }) => value && (count ?? 0) > 0)
    if (isTold) return { ...reading, plans: [record, plan] }
  }
  return null
}
