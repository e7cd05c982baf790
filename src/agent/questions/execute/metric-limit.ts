/** A gauge with how much there can be of it: another gauge says so, or how much is left, or its other states do. */
import type { Measure, PlanOf, PlanTime } from '../plan/plan.ts'
import { stateKeyOf } from '../reader/gauge-limits.ts'
import type { Desk } from './filters.ts'
import { type MetricValues, metricOf } from './metric.ts'

type MetricMeasure = Extract<Measure, { of: 'metric' }>
type Asked = Pick<PlanOf<'measure'>, 'conditions' | 'groupBy' | 'intervalMs'> & { readonly time: PlanTime }

/** The value of the gauge, and in `of` what it may come to; without `of` where nothing tells that. */
export async function metricOfLimit(
  desk: Desk,
  measure: MetricMeasure,
  limit: NonNullable<MetricMeasure['limit']>,
  asked: Asked,
): Promise<MetricValues> {
  const { limit: _, ...own } = measure
  const gauge = desk.catalogue.metrics.find(({ name }) => name === measure.metric)
  const state = limit.metric === measure.metric && gauge !== undefined ? stateKeyOf(gauge) : null
  const conditions = asked.conditions.filter((one) => state === null || one.on !== 'attribute' || one.key !== state.key)
  const [used, other] = await Promise.all([
    metricOf(desk, own, asked),
    metricOf(
      desk,
      { ...own, metric: limit.metric, isTotal: true },
      { ...asked, conditions, groupBy: [], intervalMs: null },
    ),
  ])
  if (used.value === null || other.value === null) return used
  const of = limit.isRest ? used.value + other.value : other.value
  return of > 0 ? { ...used, groups: [], of } : used
}
