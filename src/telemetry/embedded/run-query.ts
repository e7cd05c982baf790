/** Runs one query over one partition. */
import type { Signal } from '../model.ts'
import type { WorkBudget } from '../port.ts'
import { CoverageAccumulator } from '../query/coverage.ts'
import { compareTime, type TimeRange } from '../time.ts'
import { type BatchSource, logsOf, metricsOf, spansOf, WorkMeter } from './batch-reader.ts'
import type { PartitionAnswer, PartitionAnswers, PartitionQuery } from './messages.ts'
import { aggregate } from './query-aggregates.ts'
import * as logs from './query-logs.ts'
import * as metrics from './query-metrics.ts'
import * as spans from './query-spans.ts'

export async function runQuery(
  source: BatchSource & { readonly signal: Signal },
  query: PartitionQuery,
  budget: WorkBudget,
): Promise<PartitionAnswer> {
  const meter = new WorkMeter(budget, source.giveWay)
  const value = await answer(source, query, meter)
  return { value, work: meter.work() }
}

function answer(
  source: BatchSource & { readonly signal: Signal },
  query: PartitionQuery,
  meter: WorkMeter,
): Promise<PartitionAnswers[PartitionQuery['kind']]> | PartitionAnswers['getLog'] {
  switch (query.kind) {
    case 'searchLogs':
      return logs.searchLogs(source, query, meter)
    case 'countLogs':
      return logs.countLogs(source, query, meter)
    case 'logPatterns':
      return logs.logPatterns(source, query, meter)
    case 'fieldValues':
      return source.signal === 'logs'
        ? logs.logFieldValues(source, query, meter)
        : spans.spanFieldValues(source, query, meter)
    case 'getLog':
      return logs.getLog(source, query)
    case 'searchSpans':
      return spans.searchSpans(source, query, meter)
    case 'spansByTrace':
      return spans.spansByTrace(source, query, meter)
    case 'spanStats':
      return spans.spanStats(source, query, meter)
    case 'dependencies':
      return spans.dependencies(source, query, meter)
    case 'listMetrics':
      return metrics.listMetrics(source, query, meter)
    case 'metricSeries':
      return metrics.metricSeries(source, query, meter)
    case 'coverage':
      return coverage(source, query.range, meter)
    case 'aggregate':
      return aggregate(source, query, meter)
  }
}

async function coverage(
  source: BatchSource & { readonly signal: Signal },
  range: TimeRange,
  meter: WorkMeter,
): Promise<PartitionAnswers['coverage']> {
  const accumulator = new CoverageAccumulator()
  const upToEnd = { from: { day: 0, nanos: 0 }, to: range.to }
  const read =
    source.signal === 'logs'
      ? logsOf(source, upToEnd, meter)('newest')
      : source.signal === 'spans'
        ? spansOf(source, upToEnd, meter)('newest')
        : metricsOf(source, upToEnd, meter)('newest')
  for await (const records of read) {
    for (const { time, resource } of records) {
      accumulator.seen(time)
      if (compareTime(time, range.from) >= 0) accumulator.add(source.signal, resource.service, time)
    }
  }
  return accumulator.partial()
}
