/** One metric: its mean, extremes, percentiles or last value over its points; of counters what they gained. */
import { type MetricSeriesInput, MS_PER_DAY } from '../../../telemetry/index.ts'
import type { Measure, PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { type Desk, fieldOf, logFilter, note, rangeOf } from './filters.ts'
import type { Amount, MeasureGroup } from './result.ts'

const GROUPS_MAX = 200
const MINUTE_MS = 60_000
/** Windows up to this are read in steps of ten seconds: 720 of them. */
const SHORT_MS = 7_200_000

export interface MetricValues extends Amount {
  readonly groups: readonly MeasureGroup[]
  readonly series: readonly (readonly [at: string, value: number])[]
}
type MetricMeasure = Extract<Measure, { of: 'metric' }>
type Asked = Pick<PlanOf<'measure'>, 'conditions' | 'groupBy' | 'intervalMs'> & { readonly time: PlanTime }
type Aggregation = MetricSeriesInput['aggregation']

/** Measures a metric: the whole, its groups and its steps. */
export async function metricOf(desk: Desk, measure: MetricMeasure, asked: Asked): Promise<MetricValues> {
  const fields = asked.groupBy.map(({ field, scope }) => fieldOf(field, scope))
  const isOfOne = asked.conditions.some(({ on }) => on === 'service')
  const groupBy = fields.length > 0 ? fields : isOfOne ? [] : [fieldOf('service', 'builtin')]
  const [whole, groups, series] = await Promise.all([
    valuesBy(desk, measure, asked, []),
    groupBy.length === 0 ? [] : valuesBy(desk, measure, asked, groupBy),
    asked.intervalMs === null ? null : read(desk, measure, asked, aggregationOf(measure), [], asked.intervalMs),
  ])
  const points = (series?.series[0]?.points ?? []).map(
    ([atMs, value]) => [new Date(atMs).toISOString(), value] as const,
  )
  return { value: whole[0]?.value ?? null, groups, series: points }
}

function aggregationOf({ statistic }: MetricMeasure): Aggregation {
  switch (statistic) {
    case 'mean':
      return 'avg'
    case 'min':
    case 'max':
    case 'last':
    case 'rate':
    case 'increase':
    case 'sum':
      return statistic
    default:
      return { quantile: statistic === 'p999' ? 0.999 : Number(statistic.slice(1)) / 100 }
  }
}

function read(
  desk: Desk,
  { metric }: MetricMeasure,
  asked: Asked,
  aggregation: Aggregation,
  groupBy: MetricSeriesInput['groupBy'],
  intervalMs: number,
) {
  const conditions: PlanCondition[] = asked.conditions.filter(({ on }) => on === 'service' || on === 'attribute')
  const { conditions: filters } = logFilter(conditions, desk.catalogue)
  const range = rangeOf(asked.time)
  return desk.ctx.telemetry.metricSeries(desk.ctx.project, {
    range,
    metric,
    filter: { conditions: filters },
    aggregation,
    groupBy,
    intervalMs,
    groupsMax: GROUPS_MAX,
  })
}

/** One value per group over the whole window. */
async function valuesBy(
  desk: Desk,
  measure: MetricMeasure,
  asked: Asked,
  groupBy: MetricSeriesInput['groupBy'],
): Promise<MeasureGroup[]> {
  const { type } = desk.catalogue.metrics.find(({ name }) => name === measure.metric) ?? { type: 'gauge' }
  const isPlain = type === 'gauge' || type === 'sum'
  const ask = (aggregation: Aggregation, intervalMs: number) =>
    read(desk, measure, asked, aggregation, groupBy, intervalMs)
  const spanMs = Date.parse(asked.time.to) - Date.parse(asked.time.from)
  // Points from before the window are read so that a counter has a value to start from: short intervals keep what they
  // gained apart from what the window gained. Percentiles cannot be put together again and take the days they touch.
  const aggregated = aggregationOf(measure)
  const intervalMs = typeof aggregated === 'object' ? MS_PER_DAY : spanMs <= SHORT_MS ? 10_000 : MINUTE_MS
  const fromMs = Date.parse(asked.time.from)
  const keyed = new Map<
    string,
    { key: readonly (string | null)[]; points: (readonly [number, number])[]; weights: number[] }
  >()
  const aggregation = aggregationOf(measure)
  const isMean = aggregation === 'avg' && isPlain
  const answer = await ask(isMean ? 'avg' : aggregation, isMean ? MINUTE_MS : intervalMs)
  note(desk, answer.work)
  const weights = isMean ? await ask('count', MINUTE_MS) : null
  for (const { key, points } of answer.series) {
    const weighted = weights?.series.find((one) => one.key.join('\u0000') === key.join('\u0000'))
    const counts = new Map(weighted?.points ?? [])
    const own =
      typeof aggregated === 'object' ? points : points.filter(([atMs]) => atMs >= fromMs - (isMean ? MINUTE_MS : 0))
    keyed.set(key.join('\u0000'), { key, points: [...own], weights: own.map(([atMs]) => counts.get(atMs) ?? 1) })
  }
  return [...keyed.values()].flatMap(({ key, points, weights: counts }) => {
    const value = folded(aggregation, points, counts, spanMs)
    return value === null ? [] : [{ key, value }]
  })
}

function folded(
  aggregation: Aggregation,
  points: readonly (readonly [number, number])[],
  weights: readonly number[],
  spanMs: number,
): number | null {
  const values = points.map(([, value]) => value)
  if (values.length === 0) return null
  const total = values.reduce((sum, value) => sum + value, 0)
  switch (aggregation) {
    case 'max':
      return Math.max(...values)
    case 'min':
      return Math.min(...values)
    case 'last':
      return values.at(-1) ?? null
    case 'sum':
    case 'increase':
    case 'count':
      return total
    case 'rate':
      return values.length === 1 ? (values[0] ?? null) : total / values.length
    case 'avg': {
      const count = weights.reduce((sum, weight) => sum + weight, 0)
      return count === 0
        ? total / values.length
        : values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) / count
    }
    default:
      return spanMs === 0 ? null : Math.max(...values)
  }
}
