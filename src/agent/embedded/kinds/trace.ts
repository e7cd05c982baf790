/** One trace by its id. */
import { milliseconds } from '../../answers/format.ts'
import { spokenText } from '../../message-text.ts'
import type { LogRow } from '../../tools/search-logs.ts'
import type { SpanRow } from '../../tools/search-spans.ts'
import { cite, clock, code, count } from '../markdown.ts'
import type { Action, PlanState } from '../plan-state.ts'
import { caveats, suspiciousSentence } from './words.ts'

export interface TraceResult {
  readonly spansTotal: number
  readonly isTruncated: boolean
  readonly services: readonly string[]
  readonly spans: readonly (SpanRow & { readonly selfMs: number })[]
  readonly logs: readonly LogRow[]
  readonly incomplete?: readonly string[]
}

const LISTED = 5

/** Shows the spans and log records of one trace. */
export function planTrace(state: PlanState): Action {
  const { question, desk } = state
  const found = desk.need<TraceResult>('trace', { traceId: question.traceId })
  if (desk.missing.length > 0)
    return { type: 'call', reasoning: 'I am fetching the spans and log records of the trace.', calls: desk.missing }
  if (found === null) return { type: 'answer', text: `I found nothing of this trace. ${caveats(state, []).join(' ')}` }
  const lines = [
    ...traceTold(found, state.conversation.current.question, state.askedAtMs),
    ...caveats(state, [found.result]),
    ...suspiciousSentence([found.result], [found.id]),
  ]
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}

/** What a trace shows: where it broke, where its time went, what failed in it, and how its log records begin. */
export function traceTold(
  found: { readonly result: TraceResult; readonly id: string },
  question: string,
  askedAtMs: number,
): string[] {
  const { spans, spansTotal, services, logs, isTruncated } = found.result
  const busiest = [...spans].sort((a, b) => b.selfMs - a.selfMs).slice(0, LISTED)
  const failed = spans.filter((span) => span.status === 'error')
  const outermost = [...spans].sort((a, b) => Date.parse(a.time) - Date.parse(b.time) || b.durationMs - a.durationMs)[0]
  const isTimeAsked = /\b(?:how long|how much time|duration|took|take|takes|lasted|last)\b/i.test(question)
  const brokeIn = innermost(failed)
  // Where no span failed, its first error line tells where it broke.
  const told = brokeIn === undefined ? logs.find(({ severity }) => /^(?:error|fatal)/i.test(severity)) : undefined
  return [
    told === undefined
      ? ''
      : `Its first error is of ${code(told.service, 80)}: ${code(spokenText(told.body), 160)}. ${cite(found.id)}`,
    isTimeAsked && outermost !== undefined
      ? `The trace took **${milliseconds(outermost.durationMs)}**, from the beginning to the end of ${code(`${outermost.service} ${outermost.name}`, 120)}. ${cite(found.id)}`
      : '',
    brokeIn === undefined
      ? ''
      : `It failed first in ${code(brokeIn.service, 80)}: ${code(brokeIn.name, 120)}${brokeIn.statusMessage === undefined ? '' : `, ${code(brokeIn.statusMessage, 160)}`}. ${cite(found.id)}`,
    `The trace has **${count(spansTotal, 'span')}** of ${count(services.length, 'service')} and ${count(logs.length, 'log record')}. ${cite(found.id)}`,
    busiest.length === 0
      ? ''
      : `Spans with the most time of their own ${cite(found.id)}:\n\n${busiest.map((span) => `- ${code(`${span.service} ${span.name}`, 120)}: ${span.selfMs} of ${span.durationMs} ms`).join('\n')}`,
    failed.length === 0
      ? ''
      : `Failed ${cite(found.id)}:\n\n${failed
          .slice(0, LISTED)
          .map(
            (span) =>
              `- ${code(`${span.service} ${span.name}`, 120)}${span.statusMessage === undefined ? '' : `: ${code(span.statusMessage, 160)}`}`,
          )
          .join('\n')}`,
    logs.length === 0
      ? ''
      : `Its log records begin with ${cite(found.id)}:\n\n${logs
          .slice(0, LISTED)
          .map(
            (row) =>
              `- ${clock(row.time, askedAtMs)} ${code(row.service, 60)} ${row.severity}: ${code(spokenText(row.body), 160)}`,
          )
          .join('\n')}`,
    isTruncated
      ? `Some of its spans are missing: other spans name them as parents, but they were not received. ${cite(found.id)}`
      : '',
  ]
}

/** Of spans that failed the one that no other failed span lies below: callers fail because it did. The first of several. */
function innermost(failed: readonly SpanRow[]): SpanRow | undefined {
  const callers = new Set(failed.map(({ parentSpanId }) => parentSpanId))
  return [...failed].sort((a, b) => Date.parse(a.time) - Date.parse(b.time)).find(({ spanId }) => !callers.has(spanId))
}
