/** "CPU of checkout", "which metrics are there". */
import type { ListMetricsToolResult, MetricSeriesToolResult } from '../../tools/metrics.ts'
import { cite, code } from '../markdown.ts'
import { type Action, type PlanState, windowParams } from '../plan-state.ts'
import { basisSentence, caveats, windowWords } from './words.ts'

const LISTED = 12

/** What people call things, and the parts of metric names that mean them. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  cpu: ['cpu', 'processor'],
  memory: ['memory', 'mem', 'heap', 'rss'],
  disk: ['disk', 'filesystem', 'fs'],
  network: ['network', 'net'],
  queue: ['queue', 'backlog', 'lag'],
  connections: ['connection', 'pool'],
  connection: ['connection', 'pool'],
  gc: ['gc', 'garbage'],
  latency: ['duration', 'latency'],
  restarts: ['restart'],
}

export function planMetric(state: PlanState): Action {
  const { question, desk, coverage } = state
  const services = question.services.length === 0 ? undefined : question.services
  const list = desk.need<ListMetricsToolResult>('list_metrics', { ...windowParams(state.window), services })
  if (list === null) return missing(state, 'I look up which metrics there are.')
  if (list.result.total === 0 && coverage.result.signals.metrics === 0) {
    return {
      type: 'answer',
      text: `This project sends no metrics. ${cite(coverage.id)} I can answer from its logs${coverage.result.signals.spans > 0 ? ' and traces' : ''}.`,
    }
  }
  const metric = chosen(question.raw, list.result)
  if (metric === null) return { type: 'answer', text: listing(state, list.result, list.id) }
  const aggregation = /histogram/.test(metric.type) ? 'p99' : metric.type === 'sum' ? 'rate' : 'avg'
  const series = desk.need<MetricSeriesToolResult>('metric_series', {
    ...windowParams(state.window),
    metric: metric.name,
    services,
    aggregation,
  })
  if (series === null) return missing(state, 'I read the values of the metric that fits best.')
  const lines = [
    `${code(metric.name, 120)} (${aggregation}${metric.unit === '' ? '' : `, ${code(metric.unit, 20)}`}) from ${windowWords(state)} ${cite(series.id)}:`,
    series.result.series
      .slice(0, LISTED)
      .map((row) => `- ${code(row.name, 80)}: between ${row.min} and ${row.max}, last ${row.last}`)
      .join('\n'),
  ]
  if (series.result.series.length === 0) lines[1] = 'It has no points in this window.'
  lines.push(basisSentence(state), ...caveats(state, [series.result]))
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}

function missing(state: PlanState, reasoning: string): Action {
  if (state.desk.missing.length > 0) return { type: 'call', reasoning, calls: state.desk.missing }
  return { type: 'answer', text: caveats(state, []).join(' ') }
}

/** The metric whose name has most of the words of the question. */
function chosen(raw: string, { metrics }: ListMetricsToolResult): ListMetricsToolResult['metrics'][number] | null {
  const exact = metrics.filter(({ name }) => raw.includes(name)).sort((a, b) => b.name.length - a.name.length)[0]
  if (exact !== undefined) return exact
  const words = raw.toLowerCase().match(/[a-z]{2,}/g) ?? []
  const wanted = words.flatMap((word) => SYNONYMS[word] ?? [])
  const scored = metrics
    .map((metric) => ({
      metric,
      hits:
        wanted.filter((part) => metric.name.toLowerCase().includes(part)).length +
        (/util|usage|used/i.test(metric.name) ? 0.5 : 0),
    }))
    .filter(({ hits }) => hits >= 1)
    .sort((a, b) => b.hits - a.hits || a.metric.name.length - b.metric.name.length)
  return scored[0]?.metric ?? null
}

function listing(state: PlanState, list: ListMetricsToolResult, id: string): string {
  const names = list.metrics
    .slice(0, 25)
    .map(({ name, unit }) => `- ${code(name, 120)}${unit === '' ? '' : ` (${code(unit, 20)})`}`)
  return [
    `**${list.total} metrics** were received from ${windowWords(state)}. ${cite(id)}`,
    names.join('\n'),
    basisSentence(state),
  ]
    .filter((line) => line !== '')
    .join('\n\n')
}
