/** What metrics tell of requests in a project that sends no traces and no access lines: how long they take, how many fail. */
import type { MetricDescriptor } from '../../../telemetry/index.ts'
import type { Measure, Statistic } from '../plan/plan.ts'
import type { QuestionState } from './state.ts'

const IS_DURATION = /(?:^|[._])(?:duration|latency|response[._]?time|elapsed)(?:[._]|$)/i
const IS_TIME = /^(?:s|ms|us|ns|min)$/
const IS_SUCCESS = /success[._]?(?:rate|ratio)|availability/i
const IS_FAILURE = /(?:error|failure)[._]?(?:rate|ratio)/i

/** "p99 of carts", "latency of web": the metric of durations, of this percentile where names tell them apart; null without one. */
export function durationMetric({ context }: QuestionState, statistic: Statistic | null): Measure | null {
  const metrics = context.catalogue.metrics.filter(({ name, unit }) => IS_DURATION.test(name) && IS_TIME.test(unit))
  const wanted = statistic === null ? null : STATISTIC_NAMES[statistic]
  const named = wanted == null ? [] : metrics.filter(({ name }) => wanted.test(name))
  const [own] = ofServers(named)
  if (own !== undefined) return { of: 'metric', metric: own.name, statistic: 'mean' }
  const plain = metrics.filter(({ name }) => !/[._](?:p\d\d|avg|mean|min|max|median)$/i.test(name))
  const [any] = ofServers(plain)
  if (any !== undefined) return { of: 'metric', metric: any.name, statistic: statistic ?? 'mean' }
  const [slow] =
    statistic === null ? ofServers(metrics.filter(({ name }) => /[._](?:p95|p90|avg|mean)$/i.test(name))) : []
  return slow === undefined ? null : { of: 'metric', metric: slow.name, statistic: 'mean' }
}

const STATISTIC_NAMES: Partial<Record<Statistic, RegExp>> = {
  p50: /[._](?:p50|median)$/i,
  p75: /[._]p75$/i,
  p90: /[._]p90$/i,
  p95: /[._]p95$/i,
  p99: /[._]p99$/i,
  mean: /[._](?:avg|mean|average)$/i,
  max: /[._]max$/i,
  min: /[._]min$/i,
}

/** What a service answers goes before what it calls. */
function ofServers(metrics: readonly MetricDescriptor[]): MetricDescriptor[] {
  const isClient = ({ name }: MetricDescriptor): number => (/client/i.test(name) ? 1 : 0)
  return metrics.toSorted((a, b) => isClient(a) - isClient(b) || b.points - a.points)
}

/** "Success rate of cart": the metric of that share; null without one. */
export function shareMetric({ context }: QuestionState, share: 'failed' | 'succeeded'): Measure | null {
  const { metrics } = context.catalogue
  const [own] = ofServers(metrics.filter(({ name }) => (share === 'failed' ? IS_FAILURE : IS_SUCCESS).test(name)))
  return own === undefined ? null : { of: 'metric', metric: own.name, statistic: 'mean' }
}
