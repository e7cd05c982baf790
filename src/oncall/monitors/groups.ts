/**
 * Questions to the store that many monitors share. Measures that differ only in service, severity or operation become
 * one question that is grouped by these. Also names the columns of the answer in a SeriesTable.
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

/** Stands for all services or operations in the name of a column. No service name has control characters. */
export const ALL = '\u0001'
export const keyOfGroup = (spec: GroupSpec): string => JSON.stringify(spec)

const ALL_LOGS: GroupSpec = { kind: 'logs', contains: null, attributes: [] }

/** Returns the questions that a measure needs. */
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

/** Returns the severities from this one up. Null means all, including records without a severity. */
export function severitiesFrom(severityMin: LogSeverity | null): readonly string[] {
  if (severityMin === null) return ['', ...LOG_SEVERITIES]
  return LOG_SEVERITIES.slice(LOG_SEVERITIES.indexOf(severityMin))
}
