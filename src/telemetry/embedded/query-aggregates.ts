/** A partition's share of the aggregates that an investigation asks for (src/telemetry/aggregates). */

import type { Grid } from '../aggregates/grid.ts'
import type { ShapeOf } from '../aggregates/logs.ts'
import { MetricCounter } from '../aggregates/metrics.ts'
import type { MetricActivity } from '../aggregates/types.ts'
import type { AggregateKind, AggregateValues } from '../port.ts'
import { ShapeTable } from '../shape/shape.ts'
import type { TimeRange } from '../time.ts'
import { cohortsOf, examplesOf } from './aggregate-cohorts.ts'
import { aggregateLogRows } from './aggregate-logs.ts'
import { aggregateSpanRows } from './aggregate-spans.ts'
import { rangeOf } from './aggregates.ts'
import type { WorkMeter } from './batch-reader.ts'
import type { QueryOf } from './messages.ts'
import type { PartitionSource } from './partition-source.ts'
import { metricPointsOf } from './segment-metrics.ts'

/**
 * Within one isolate, aggregations that hold records take turns. Two at once would need twice the memory and save no
 * time, and garbage collections, during which nobody is answered, would take twice as long. Partitions in other
 * isolates run at the same time.
 */
let holder: { readonly sinceMs: number } | null = null
/** If the holder of the turn does not report for this long, it is gone: its object was evicted or has ended. */
const HOLD_MAX_MS = 60_000

/** A turn is some hundred milliseconds long. */
const LOOK_INTERVAL_MS = 10

/** Waits by polling: the runtime does not let an object continue on an event of another object. */
async function inTurn<Result>({ pace }: WorkMeter, task: () => Promise<Result>): Promise<Result> {
  while (holder !== null && Date.now() - holder.sinceMs < HOLD_MAX_MS) await pace.rest(LOOK_INTERVAL_MS)
  const own = { sinceMs: Date.now() }
  holder = own
  try {
    return await task()
  } finally {
    if (holder === own) holder = null
  }
}

function shapes(): ShapeOf {
  const table = new ShapeTable()
  return (record) => table.shapeOf(record.body)
}

/** Answers an aggregate request over a partition. Long work takes turns with other queries. */
export function aggregate(
  source: PartitionSource,
  query: QueryOf<'aggregate'>,
  meter: WorkMeter,
): Promise<AggregateValues[AggregateKind]> {
  if (query.request.kind === 'examples') return aggregated(source, query, meter)
  return inTurn(meter, () => aggregated(source, query, meter))
}

async function metricActivity(
  source: PartitionSource,
  grid: Grid,
  range: TimeRange,
  meter: WorkMeter,
): Promise<MetricActivity> {
  const counter = new MetricCounter(grid)
  for await (const points of metricPointsOf(source, range, () => true, meter)) await counter.add(points, meter.pace)
  return counter.activity()
}

async function aggregated(
  source: PartitionSource,
  { request }: QueryOf<'aggregate'>,
  meter: WorkMeter,
): Promise<AggregateValues[AggregateKind]> {
  const range = rangeOf(request)
  switch (request.kind) {
    case 'logActivity':
      return aggregateLogRows(source, request.grid, shapes(), meter)
    case 'traceActivity':
      return aggregateSpanRows(source, request.grid, meter)
    case 'metricActivity':
      return metricActivity(source, request.grid, range, meter)
    case 'cohorts':
      return cohortsOf(source, request, shapes(), meter)
    case 'examples':
      return examplesOf(source, request, shapes(), meter)
  }
}
