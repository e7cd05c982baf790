/** Queries on the metrics of a project: which metrics there are, and their series. */
import type { ProjectScope } from '../../auth/scope.ts'
import { type MetricSeriesInput, toMillis } from '../../telemetry/index.ts'
import type { VerbCall } from '../context.ts'
import { fieldOf, fieldText, projectOf, type QueryInput, rangeOf, recordFilterOf, workView } from './query-input.ts'
import { intervalOf } from './query-logs.ts'

type Call<Input> = VerbCall<ProjectScope, Input>

/** Lists the metrics that have points in the range, with unit and type. */
export async function listMetrics({
  ctx,
  scope,
  input,
}: Call<{
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly prefix?: string | undefined
  readonly limit: number
}>) {
  const { metrics, work } = await ctx.telemetry.listMetrics(projectOf(scope), {
    range: rangeOf(input, ctx.now()),
    limit: input.limit,
    ...(input.prefix === undefined ? {} : { prefix: input.prefix }),
  })
  return { metrics, work: workView(work) }
}

/**
 * Returns the series of a metric, aggregated in steps of time and by groups. Throws `invalid_input` for an aggregation
 * that does not fit.
 */
export async function queryMetrics({
  ctx,
  scope,
  input,
}: Call<
  QueryInput & {
    readonly metric: string
    readonly aggregation: Exclude<MetricSeriesInput['aggregation'], object> | 'quantile'
    readonly quantile?: number | undefined
    readonly groupBy: readonly string[]
    readonly intervalSeconds?: number | undefined
    readonly groupsMax: number
  }
>) {
  const range = rangeOf(input, ctx.now())
  const intervalMs = intervalOf(toMillis(range.to) - toMillis(range.from), input.intervalSeconds)
  const groupBy = input.groupBy.map((text, i) => fieldOf(text, `body.groupBy.${i}`))
  const result = await ctx.telemetry.metricSeries(projectOf(scope), {
    range,
    metric: input.metric,
    filter: recordFilterOf(input),
    aggregation: input.aggregation === 'quantile' ? { quantile: input.quantile ?? 0.99 } : input.aggregation,
    groupBy,
    intervalMs,
    groupsMax: input.groupsMax,
  })
  return {
    metric: input.metric,
    unit: result.unit,
    intervalSeconds: intervalMs / 1000,
    series: result.series.map(({ key, points }) => ({
      key: Object.fromEntries(groupBy.map((field, i) => [fieldText(field), key[i] ?? null])),
      points: points.map(([startMs, value]) => [new Date(startMs).toISOString(), value] as [string, number]),
    })),
    work: workView(result.work),
  }
}
