/** A partition's share of the questions about metrics, over its unsealed batches. */
import { groupText, METRIC_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { MetricListAccumulator } from '../query/metric-list.ts'
import { MetricSeriesAccumulator, withLookback } from '../query/metric-series.ts'
import { type BatchSource, metricsOf, type WorkMeter } from './batch-reader.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'

export async function listMetrics(
  source: BatchSource,
  { range, prefix }: QueryOf<'listMetrics'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['listMetrics']> {
  const list = new MetricListAccumulator()
  for await (const points of metricsOf(source, range, meter)('oldest')) {
    for (const { name, unit, type, description, resource } of points) {
      if (name.startsWith(prefix)) {
        list.add({ name, unit, type, description, services: [resource.service], points: 1 })
      }
    }
  }
  return { metrics: list.finish(), isCut: list.isCut }
}

export async function metricSeries(
  source: BatchSource,
  { input }: QueryOf<'metricSeries'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['metricSeries']> {
  const matches = filterPredicate(input.filter, METRIC_READER)
  const readers = input.groupBy.map(METRIC_READER.field)
  const series = new MetricSeriesAccumulator(input)
  for await (const points of metricsOf(source, withLookback(input.range), meter)('oldest')) {
    for (const point of points) {
      if (point.name !== input.metric || !matches(point)) continue
      series.add(
        point,
        readers.map((read) => groupText(read, point)),
      )
    }
  }
  return series.partial()
}
