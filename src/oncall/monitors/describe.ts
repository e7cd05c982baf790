/** Describes monitors in words, and makes the alert of a transition for the project's incidents. */
import type { Comparison, Measure, MonitorDefinition, Transition } from '../../contracts/monitor-protocol.ts'
import type { NormalizedAlert } from '../../contracts/oncall-protocol.ts'

/** `error ratio of checkout`. */
export function measureInWords(measure: Measure): string {
  const of = (what: string, all: string) =>
    measure.service === null ? `${what} ${all}` : `${what} of ${measure.service}`
  switch (measure.signal) {
    case 'logs': {
      const severity = measure.severityMin === null ? '' : ` from ${measure.severityMin} on`
      const words = measure.contains === null ? '' : ` with “${measure.contains}”`
      const lines = `lines${severity}${words}`
      return of(measure.statistic === 'ratio' ? `share of ${lines}` : lines, 'of all services')
    }
    case 'patterns':
      return of('new error patterns', 'of all services')
    case 'requests': {
      const operation = measure.operation === null ? '' : ` (${measure.operation})`
      const names = { count: 'requests', error_ratio: 'error ratio' }
      const name = measure.statistic === 'percentile' ? `p${measure.percentile} of durations` : names[measure.statistic]
      return of(`${name}${operation}`, 'of all services')
    }
    case 'metric':
      return of(`${measure.statistic} of ${measure.metric}`, 'over all services')
  }
}

function comparisonInWords(comparison: Comparison, measure: Measure): string {
  switch (comparison.kind) {
    case 'above':
    case 'below':
      return `${comparison.kind} ${valueInWords(comparison.threshold, measure)}`
    case 'absent':
      return 'absent'
    case 'unusual':
      return `unlike the same hours of the earlier days`
  }
}

/** Returns a value with its unit: a ratio in percent, a percentile in milliseconds. */
export function valueInWords(value: number, measure: Measure): string {
  if (measure.statistic === 'ratio' || measure.statistic === 'error_ratio') return `${rounded(value * 100)} %`
  if (measure.statistic === 'percentile') return `${rounded(value)} ms`
  return String(rounded(value))
}

const rounded = (value: number): number => Number(value.toPrecision(4))

/** `The error ratio of checkout is 12.5 % over 5 minutes: above 5 %.` */
export function sentenceOf({ condition }: MonitorDefinition, value: number | null): string {
  const { measure, comparison, windowMinutes } = condition
  const span = windowMinutes === 1 ? '1 minute' : `${windowMinutes} minutes`
  const what = measureInWords(measure)
  if (value === null) return `There is no data for ${what} over ${span}.`
  if (comparison.kind === 'absent') return value === 0 ? `No ${what} came for ${span}.` : `There are ${what} again.`
  const is = `${what} is ${valueInWords(value, measure)} over ${span}`
  return `${is.charAt(0).toUpperCase()}${is.slice(1)}; the monitor fires where it is ${comparisonInWords(comparison, measure)}.`
}

export interface AlertInput {
  readonly monitorId: string
  readonly definition: MonitorDefinition
  readonly transition: Transition
  readonly status: 'firing' | 'resolved'
  /** When the condition began to hold. */
  readonly startedAt: number
  /** The path without /v1. */
  readonly baseUrl: string
}

export function alertOf({
  monitorId,
  definition,
  transition,
  status,
  startedAt,
  baseUrl,
}: AlertInput): NormalizedAlert {
  const { measure } = definition.condition
  return {
    source: 'monitor',
    dedupKey: monitorId,
    status,
    severity: definition.severity,
    title: definition.name,
    description: sentenceOf(definition, transition.value),
    service: measure.service,
    entities: [],
    startedAt,
    endedAt: status === 'resolved' ? transition.at : null,
    query: JSON.stringify(definition.condition),
    links: [{ title: 'Monitor', url: `${baseUrl}/v1/monitors/${monitorId}` }],
    labels: {
      monitor: definition.name,
      signal: measure.signal,
      statistic: measure.statistic,
      ...(measure.service === null ? {} : { service: measure.service }),
    },
    raw: JSON.stringify({ monitorId, transition, definition }).slice(0, 16_000),
  }
}
