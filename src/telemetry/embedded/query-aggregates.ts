/** A partition's share of the aggregates that an investigation asks for (src/telemetry/aggregates). */
import type { ShapeOf } from '../aggregates/logs.ts'
import { aggregateMetrics } from '../aggregates/metrics.ts'
import type { AggregateKind, AggregateValues } from '../port.ts'
import { ShapeTable } from '../shape/shape.ts'
import { cohortsOf, examplesOf } from './aggregate-cohorts.ts'
import { aggregateLogRows } from './aggregate-logs.ts'
import { aggregateSpanRows } from './aggregate-spans.ts'
import { rangeOf } from './aggregates.ts'
import type { WorkMeter } from './batch-reader.ts'
import type { QueryOf } from './messages.ts'
import type { PartitionSource } from './partition-source.ts'
import { metricPointsOf } from './segment-metrics.ts'

/** Most records held in memory at once, about 60 MB: line order and trace trees need them together. */
const RECORDS_HELD_MAX = 100_000

/**
 * Aggregations of one isolate that hold records take turns: two at once would take no less time, twice the memory, and
 * collections of garbage twice as long, in which nobody is answered. Partitions in isolates of their own run at once.
 */
let holder: { readonly sinceMs: number } | null = null
/** A holder that is not heard of for this long is gone: its object was evicted or ended. */
const HOLD_MAX_MS = 60_000

/** Waits by looking: the runtime lets no object go on in a turn of another one. */
async function inTurn<Result>({ pace }: WorkMeter, task: () => Promise<Result>): Promise<Result> {
  while (holder !== null && Date.now() - holder.sinceMs < HOLD_MAX_MS) await pace.pause()
  const own = { sinceMs: Date.now() }
  holder = own
  try {
    return await task()
  } finally {
    if (holder === own) holder = null
  }
}

/** Collects the newest records first, so that a cut answer still holds the present. A cut is reported as `limit`. */
async function collect<R>(batches: AsyncIterable<readonly R[]>, meter: WorkMeter): Promise<R[]> {
  const held: R[] = []
  for await (const records of batches) {
    for (const record of records) held.push(record)
    if (held.length >= RECORDS_HELD_MAX) {
      meter.note('limit')
      break
    }
  }
  return held
}

function shapes(): ShapeOf {
  const table = new ShapeTable()
  return (record) => table.shapeOf(record.body)
}

/** Answers an aggregate request over a partition. Long work takes its turn among that of other queries. */
export function aggregate(
  source: PartitionSource,
  query: QueryOf<'aggregate'>,
  meter: WorkMeter,
): Promise<AggregateValues[AggregateKind]> {
  if (query.request.kind === 'examples') return aggregated(source, query, meter)
  return inTurn(meter, () => aggregated(source, query, meter))
}

async function aggregated(
  source: PartitionSource,
  { request }: QueryOf<'aggregate'>,
  meter: WorkMeter,
): Promise<AggregateValues[AggregateKind]> {
  const range = rangeOf(request)
  const { pace } = meter
  switch (request.kind) {
    case 'logActivity':
      return aggregateLogRows(source, request.grid, shapes(), meter)
    case 'traceActivity':
      return aggregateSpanRows(source, request.grid, meter)
    case 'metricActivity':
      return aggregateMetrics(
        await collect(
          metricPointsOf(source, range, () => true, meter),
          meter,
        ),
        request.grid,
        pace,
      )
    case 'cohorts':
      return cohortsOf(source, request, shapes(), meter)
    case 'examples':
      return examplesOf(source, request, shapes(), meter)
  }
}
