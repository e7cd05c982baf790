/** The caller's side of an aggregate: it chooses the partitions to ask and merges their shares into one answer. */
import { mergeCohorts } from '../aggregates/cohorts.ts'
import { emptySeries, gridEndMs } from '../aggregates/grid.ts'
import { mergeLogs } from '../aggregates/logs.ts'
import { mergeMetrics } from '../aggregates/metrics.ts'
import { mergeTraces } from '../aggregates/traces.ts'
import type { Signal } from '../model.ts'
import type { AggregateKind, AggregateOf, AggregateRequest, AggregateValues } from '../port.ts'
import { fromMillis, type TimeRange } from '../time.ts'

/** Returns the time range of an aggregate request. */
export function rangeOf(request: AggregateRequest): TimeRange {
  if ('range' in request) return request.range
  return { from: fromMillis(request.grid.startMs), to: fromMillis(gridEndMs(request.grid)) }
}

/** Returns the signal that an aggregate request reads. */
export function signalOf(request: AggregateRequest): Signal {
  switch (request.kind) {
    case 'logActivity':
      return 'logs'
    case 'traceActivity':
      return 'spans'
    case 'metricActivity':
      return 'metrics'
    case 'cohorts':
    case 'examples':
      return request.selector.kind === 'log_shapes' ? 'logs' : 'spans'
  }
}

type Values = readonly AggregateValues[AggregateKind][]

/** Joins the answers of the partitions to the same request. */
export function mergeAggregates<K extends AggregateKind>(request: AggregateOf<K>, values: Values): AggregateValues[K] {
  // Every partition answered the same request, so all values have its type, which the union does not express.
  return merged(request, values) as AggregateValues[K]
}

function merged(request: AggregateRequest, values: Values): AggregateValues[AggregateKind] {
  switch (request.kind) {
    case 'logActivity':
      return (values as AggregateValues['logActivity'][]).reduce(mergeLogs, {
        grid: request.grid,
        shapes: [],
        pairs: [],
        paces: [],
        calls: [],
        contexts: { span: 0, trace: 0, stream: 0 },
        records: 0,
        recordsUnlisted: 0,
      })
    case 'traceActivity':
      return (values as AggregateValues['traceActivity'][]).reduce(mergeTraces, {
        grid: request.grid,
        operations: [],
        links: [],
        exceptions: [],
        traces: emptySeries(request.grid),
        tracesWithoutRoot: emptySeries(request.grid),
        spans: 0,
        spansUnlisted: 0,
      })
    case 'metricActivity':
      return (values as AggregateValues['metricActivity'][]).reduce(mergeMetrics, {
        grid: request.grid,
        series: [],
        points: 0,
        pointsUnlisted: 0,
      })
    case 'cohorts':
      return (values as AggregateValues['cohorts'][]).reduce(mergeCohorts, { selected: 0, rest: 0, values: [] })
    case 'examples':
      return (values as AggregateValues['examples'][])
        .flat()
        .sort((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1))
        .slice(0, request.limit)
  }
}
