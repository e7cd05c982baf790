/** Computes the value of a measure over a range of time, from the tables of its groups. */
import type { Measure } from '../../contracts/monitor-protocol.ts'
import {
  ALL,
  allLogs,
  keyOfGroup,
  logColumn,
  logGroup,
  metricColumn,
  metricGroup,
  requestColumn,
  requestGroup,
  severitiesFrom,
} from './groups.ts'
import type { SeriesTable } from './series-table.ts'

export interface Measured {
  /** Null if there is no data. */
  readonly value: number | null
  /** The number of lines, requests or points behind the value. */
  readonly count: number
  /** True if the value is a sum, which grows with the range. */
  readonly isSum: boolean
}

/** Tables by the key of their group (`keyOfGroup`). */
export type Tables = ReadonlyMap<string, SeriesTable>

export function measured(measure: Measure, tables: Tables, fromMs: number, toMs: number): Measured {
  switch (measure.signal) {
    case 'logs': {
      const service = measure.service ?? ALL
      const matching = lines(tables.get(keyOfGroup(logGroup(measure))), service, measure.severityMin, fromMs, toMs)
      if (measure.statistic === 'count') return { value: matching, count: matching, isSum: true }
      const all = lines(tables.get(keyOfGroup(allLogs())), service, null, fromMs, toMs)
      return { value: all === 0 ? null : matching / all, count: all, isSum: false }
    }
    case 'patterns': {
      const column = logColumn(measure.service ?? ALL, '')
      const value = tables.get(keyOfGroup({ kind: 'patterns' }))?.sum(column, fromMs, toMs) ?? 0
      return { value, count: value, isSum: true }
    }
    case 'requests':
      return requests(measure, tables, fromMs, toMs)
    case 'metric':
      return metric(measure, tables, fromMs, toMs)
  }
}

function lines(
  table: SeriesTable | undefined,
  service: string,
  severityMin: Parameters<typeof severitiesFrom>[0],
  fromMs: number,
  toMs: number,
): number {
  if (table === undefined) return 0
  if (severityMin === null) return table.sum(logColumn(service, ALL), fromMs, toMs)
  return severitiesFrom(severityMin).reduce((sum, name) => sum + table.sum(logColumn(service, name), fromMs, toMs), 0)
}

function requests(
  measure: Extract<Measure, { signal: 'requests' }>,
  tables: Tables,
  fromMs: number,
  toMs: number,
): Measured {
  const table = tables.get(keyOfGroup(requestGroup(measure)))
  const sum = (of: string) =>
    table?.sum(requestColumn(measure.service ?? ALL, measure.operation ?? ALL, of), fromMs, toMs) ?? 0
  const count = sum('requests')
  if (measure.statistic === 'count') return { value: count, count, isSum: true }
  if (count === 0) return { value: null, count, isSum: false }
  const weighted = measure.statistic === 'percentile' ? sum(`p${measure.percentile}`) : sum('errors')
  return { value: weighted / count, count, isSum: false }
}

function metric(
  measure: Extract<Measure, { signal: 'metric' }>,
  tables: Tables,
  fromMs: number,
  toMs: number,
): Measured {
  const service = measure.service ?? ALL
  const table = tables.get(keyOfGroup(metricGroup(measure)))
  const values = table?.values(metricColumn(service, 'value'), metricColumn(service, 'points'), fromMs, toMs) ?? []
  const isSum = measure.statistic === 'sum' || measure.statistic === 'increase'
  const count = values.length
  if (count === 0) return { value: null, count, isSum }
  const sum = values.reduce((total, value) => total + value, 0)
  switch (measure.statistic) {
    case 'sum':
    case 'increase':
      return { value: sum, count, isSum }
    case 'avg':
    case 'rate':
      return { value: sum / count, count, isSum }
    case 'min':
      return { value: Math.min(...values), count, isSum }
    case 'max':
      return { value: Math.max(...values), count, isSum }
  }
}
