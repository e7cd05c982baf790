/** Conditions of monitors between a form, the API and a sentence. */
import type { MonitorComparison, MonitorCondition, MonitorMeasure } from '@observability-agent/sdk'
import type { FormValues } from '../../components/form.tsx'
import { given } from './form-values.ts'

export const MEASURES = [
  { value: 'error_ratio', label: 'Share of requests with errors' },
  { value: 'requests', label: 'Number of requests' },
  { value: 'p99', label: 'Duration of requests, p99 (ms)' },
  { value: 'error_logs', label: 'Number of error lines' },
  { value: 'logs', label: 'Number of log lines' },
  { value: 'new_patterns', label: 'New patterns of error lines' },
  { value: 'metric', label: 'Average of a metric' },
] as const

function measureOf(values: FormValues): MonitorMeasure {
  const service = given(values['service']) ?? null
  const text = given(values['metric'])
  switch (values['measure']) {
    case 'requests':
      return { signal: 'requests', statistic: 'count', service }
    case 'p99':
      // The generated type knows the first of the percentiles only.
      return { signal: 'requests', statistic: 'percentile', percentile: 99 as 50, service }
    case 'error_logs':
      return { signal: 'logs', statistic: 'count', service, severityMin: 'error', ...(text ? { contains: text } : {}) }
    case 'logs':
      return { signal: 'logs', statistic: 'count', service, ...(text ? { contains: text } : {}) }
    case 'new_patterns':
      return { signal: 'patterns', statistic: 'new', service }
    case 'metric':
      return { signal: 'metric', statistic: 'avg', metric: text ?? '', service }
    default:
      return { signal: 'requests', statistic: 'error_ratio', service }
  }
}

function comparisonOf({ comparison, threshold }: FormValues): MonitorComparison {
  switch (comparison) {
    case 'absent':
      return { kind: 'absent' }
    case 'unusual':
      return { kind: 'unusual' }
    case 'below':
      return { kind: 'below', threshold: Number(threshold) }
    default:
      return { kind: 'above', threshold: Number(threshold) }
  }
}

export const conditionOf = (values: FormValues): MonitorCondition => ({
  measure: measureOf(values),
  comparison: comparisonOf(values),
})

/** `error ratio of checkout above 0.05`. */
export function conditionText({ measure, comparison }: MonitorCondition): string {
  const service = 'service' in measure && measure.service ? ` of ${measure.service}` : ''
  return `${measureText(measure)}${service} ${comparisonText(comparison)}`
}

function measureText(measure: MonitorMeasure): string {
  switch (measure.signal) {
    case 'logs':
      return `${measure.severityMin ?? ''} lines${measure.contains ? ` with "${measure.contains}"` : ''}`.trim()
    case 'patterns':
      return 'new patterns'
    case 'metric':
      return `${measure.statistic} of ${measure.metric}`
    case 'requests':
      if (measure.statistic === 'percentile') return `p${measure.percentile} of requests`
      return measure.statistic === 'count' ? 'requests' : 'share of requests with errors'
  }
}

function comparisonText(comparison: MonitorComparison): string {
  if (comparison.kind === 'absent') return 'absent'
  if (comparison.kind === 'unusual') return 'unlike the same hours of earlier days'
  return `${comparison.kind} ${comparison.threshold}`
}
