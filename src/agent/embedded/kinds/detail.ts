/** One record by its id. */
import { cite, clock, code } from '../markdown.ts'
import type { Action, PlanState } from '../plan-state.ts'
import { caveats, suspiciousSentence } from './words.ts'

interface Detail {
  readonly record: {
    readonly time: string
    readonly service: string
    readonly severity: string
    readonly body: string
    readonly attributes: Readonly<Record<string, unknown>>
    readonly traceId: string | null
  }
  readonly context: { readonly before: readonly unknown[]; readonly after: readonly unknown[] }
}

/** Shows one log record with its neighbours. */
export function planDetail(state: PlanState): Action {
  const { desk, question } = state
  const found = desk.need<Detail>('log_detail', { id: question.recordId })
  if (desk.missing.length > 0)
    return { type: 'call', reasoning: 'I am fetching the record with its neighbours.', calls: desk.missing }
  if (found === null) return { type: 'answer', text: `I found no such record. ${caveats(state, []).join(' ')}` }
  const { record, context } = found.result
  const attributes = Object.entries(record.attributes).slice(0, 12)
  const lines = [
    `${code(record.service, 80)} logged this at ${clock(record.time, state.askedAtMs)} with severity ${record.severity}: ${code(record.body)} ${cite(found.id)}`,
    attributes
      .map(
        ([key, value]) => `- ${code(key, 80)}: ${code(typeof value === 'string' ? value : JSON.stringify(value), 120)}`,
      )
      .join('\n'),
    record.traceId === null ? '' : `Trace: ${code(record.traceId)}.`,
    `${context.before.length} records before and ${context.after.length} after it in the same service are shown beside it. ${cite(found.id)}`,
    ...suspiciousSentence([found.result], [found.id]),
  ]
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}
