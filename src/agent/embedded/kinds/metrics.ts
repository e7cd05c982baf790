/** "Which metrics are there." */
import type { ListMetricsToolResult } from '../../tools/metrics.ts'
import { cite, code } from '../markdown.ts'
import { type Action, type PlanState, windowParams } from '../plan-state.ts'
import { basisSentence, caveats, windowWords } from './words.ts'

const LISTED = 25

/** Answers which metrics there are, or shows the metric that was asked for. */
export function planMetrics(state: PlanState): Action {
  const { question, desk, coverage } = state
  const services = question.services.length === 0 ? undefined : question.services
  const list = desk.need<ListMetricsToolResult>('list_metrics', { ...windowParams(state.window), services })
  if (desk.missing.length > 0)
    return { type: 'call', reasoning: 'I am looking up which metrics there are.', calls: desk.missing }
  if (list === null) return { type: 'answer', text: caveats(state, []).join(' ') }
  if (list.result.total === 0 && coverage.result.signals.metrics === 0) {
    return {
      type: 'answer',
      text: `This project sends no metrics. ${cite(coverage.id)} I can answer from its logs${coverage.result.signals.spans > 0 ? ' and traces' : ''}.`,
    }
  }
  const names = list.result.metrics
    .slice(0, LISTED)
    .map(({ name, unit }) => `- ${code(name, 120)}${unit === '' ? '' : ` (${code(unit, 20)})`}`)
  const lines = [
    `**${list.result.total} metrics** were received from ${windowWords(state)}. ${cite(list.id)}`,
    names.join('\n'),
    basisSentence(state),
  ]
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}
