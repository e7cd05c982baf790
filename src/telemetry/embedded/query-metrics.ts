/** A partition's share of metric queries, over its write buffer and its segments. */
import { groupText, METRIC_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { MetricListAccumulator } from '../query/metric-list.ts'
import { MetricSeriesAccumulator, withLookback } from '../query/metric-series.ts'
import type { WorkMeter } from './batch-reader.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'
import type { PartitionSource } from './partition-source.ts'
import { metricPointsOf } from './segment-metrics.ts'

/** Lists the metrics of the partition that have points in the range. */
export async function listMetrics(
  source: PartitionSource,
  { range, prefix }: QueryOf<'listMetrics'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['listMetrics']> {
  const list = new MetricListAccumulator()
  const isWanted = (series: { readonly name: string }) => series.name.startsWith(prefix)
  for await (const points of metricPointsOf(source, range, isWanted, meter)) {
    for (const point of points) list.addPoint(point)
  }
  return { metrics: list.finish(), isCut: list.isCut }
}

/** Returns the series of a metric over the partition, as parts that can be merged. */
export async function metricSeries(
  source: PartitionSource,
  { input }: QueryOf<'metricSeries'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['metricSeries']> {
  const matches = filterPredicate(input.filter, METRIC_READER)
  const readers = input.groupBy.map(METRIC_READER.field)
  const series = new MetricSeriesAccumulator(input)
  const isWanted = (one: { readonly name: string }) => one.name === input.metric
  for await (const points of metricPointsOf(source, withLookback(input), isWanted, meter)) {
    for (const point of points) {
      if (!matches(point)) continue
      series.add(
        point,
        readers.map((read) => groupText(read, point)),
      )
    }
  }
  return series.partial()
}
