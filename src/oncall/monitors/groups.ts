/**
 * Questions to the store that many monitors share: whatever differs in service, severity or operation alone is one
 * question, grouped by these. Also how the answer's cells are named in a SeriesTable.
 */
import { LOG_SEVERITIES, type LogSeverity, type Measure } from '../../contracts/monitor-protocol.ts'

export type GroupSpec =
  | {
      readonly kind: 'logs'
      readonly contains: string | null
      readonly attributes: readonly (readonly [string, string])[]
    }
  | { readonly kind: 'patterns' }
  | { readonly kind: 'requests'; readonly byOperation: boolean }
  | {
      readonly kind: 'metric'
      readonly metric: string
      readonly statistic: Extract<Measure, { signal: 'metric' }>['statistic']
      readonly byService: boolean
    }

/** Stands for all services (and operations) in the names of columns; a name of a service has no control characters. */
export const ALL = '\u0001'
export const keyOfGroup = (spec: GroupSpec): string => JSON.stringify(spec)

const ALL_LOGS: GroupSpec = { kind: 'logs', contains: null, attributes: [] }

/** What a measure has to know. */
export function groupsOf(measure: Measure): readonly GroupSpec[] {
  switch (measure.signal) {
    case 'logs': {
      const own = logGroup(measure)
      return measure.statistic === 'ratio' && keyOfGroup(own) !== keyOfGroup(ALL_LOGS) ? [own, ALL_LOGS] : [own]
    }
    case 'patterns':
      return [{ kind: 'patterns' }]
    case 'requests':
      return [requestGroup(measure)]
    case 'metric':
      return [metricGroup(measure)]
  }
}

export const allLogs = (): GroupSpec => ALL_LOGS

export const logGroup = (measure: Extract<Measure, { signal: 'logs' }>): GroupSpec => ({
  kind: 'logs',
  contains: measure.contains,
  attributes: Object.entries(measure.attributes).sort(([a], [b]) => (a < b ? -1 : 1)),
})

export const requestGroup = ({ operation }: Extract<Measure, { signal: 'requests' }>): GroupSpec => ({
  kind: 'requests',
  byOperation: operation !== null,
})

export const metricGroup = ({ metric, statistic, service }: Extract<Measure, { signal: 'metric' }>): GroupSpec => ({
  kind: 'metric',
  metric,
  statistic,
  byService: service !== null,
})

/** Names of columns. */
export const logColumn = (service: string, severity: string): string => `${service}\u0000${severity}`
export const requestColumn = (service: string, operation: string, of: string): string =>
  `${service}\u0000${operation}\u0000${of}`
export const metricColumn = (service: string, of: 'value' | 'points'): string => `${service}\u0000${of}`

/** Severities from this one on, with what has none where all are wanted. */
export function severitiesFrom(severityMin: LogSeverity | null): readonly string[] {
  if (severityMin === null) return ['', ...LOG_SEVERITIES]
  return LOG_SEVERITIES.slice(LOG_SEVERITIES.indexOf(severityMin))
}
