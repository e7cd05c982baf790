/** "Slowest endpoints", "latency of checkout", "request error rate": from spans. */
import type { SpanStatsToolResult } from '../../tools/span-stats.ts'
import { cite, code } from '../markdown.ts'
import { type Action, type PlanState, windowParams } from '../plan-state.ts'
import { basisSentence, caveats, emptyWindowSentence, windowWords } from './words.ts'

const LISTED = 8

export function planLatency(state: PlanState): Action {
  const { question, desk, coverage } = state
  const services = question.services.length === 0 ? undefined : question.services
  const groupBy = question.services.length > 0 || question.isByOperation ? 'operation' : 'service'
  const sort = question.severity === 'error' ? 'errors' : 'slowest'
  const stats = desk.need<SpanStatsToolResult>('span_stats', {
    ...windowParams(state.window),
    services,
    groupBy,
    sort,
    overTime: true,
  })
  if (desk.missing.length > 0) {
    return {
      type: 'call',
      reasoning: `I read request counts, errors and latency per ${groupBy} from ${windowWords(state)}.`,
      calls: desk.missing,
    }
  }
  if (stats === null) return { type: 'answer', text: caveats(state, []).join(' ') }
  const rows = stats.result.rows
  if (rows.length === 0 && coverage.result.signals.spans === 0) return { type: 'answer', text: noTraces(coverage.id) }
  const lines: string[] = []
  if (rows.length === 0)
    lines.push(`**No spans** from ${windowWords(state)}. ${cite(stats.id)}`, emptyWindowSentence(state))
  else {
    const first = sort === 'errors' ? 'most failed requests first' : 'slowest first'
    lines.push(`Requests per ${groupBy} from ${windowWords(state)}, ${first} ${cite(stats.id)}:`)
    lines.push(
      rows
        .slice(0, LISTED)
        .map(
          (row) =>
            `- ${code(row.operation === null ? row.service : `${row.service} ${row.operation}`, 120)}: p50 ${row.p50Ms} ms, p99 ${row.p99Ms} ms, ${row.requests.toLocaleString('en-US')} requests, ${row.errors.toLocaleString('en-US')} failed`,
        )
        .join('\n'),
    )
  }
  lines.push(basisSentence(state), ...caveats(state, [stats.result]))
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}

export function noTraces(coverageId: string): string {
  return `This project sends no traces, so I cannot tell latencies or calls between services. ${cite(coverageId)} Send OpenTelemetry spans to its OTLP endpoint; until then I can answer from logs ("what broke?", "top errors").`
}
