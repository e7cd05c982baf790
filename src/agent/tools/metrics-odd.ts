/** Answers which of several metrics depart from their own past: each is compared by itself, the furthest are told. */
import type { AgentContext } from '../contract.ts'
import { execute } from '../questions/execute/execute.ts'
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { metricsOdd } from '../questions/reader/metrics-odd.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { Reading } from '../questions/reading.ts'

/** So many metrics are compared, each with a few reads of the store. */
const COMPARED_MAX = 30
const TOLD_MAX = 3
const AT_ONCE = 6

interface Compared {
  readonly plan: PlanOf<'anomaly'>
  /** How far outside, in widths of the everyday range; zero inside, null where nothing tells what is usual. */
  readonly distance: number | null
}

/** The anomalies of the metrics that depart furthest, with how many were compared; null of any other question. */
export async function oddMetrics(
  ctx: AgentContext,
  catalogue: Catalogue,
  question: string,
): Promise<Pick<Reading, 'plans' | 'notes'> | null> {
  const context = { catalogue, values: catalogue.values, askedAtMs: ctx.askedAtMs, previous: null }
  const asked = metricsOdd(cleaned(question), context)
  if (asked === null || asked.metrics.length === 0) return null
  const { conditions, time, untold, isNormalAsked } = asked
  const compared: Compared[] = []
  const metrics = asked.metrics.slice(0, COMPARED_MAX)
  for (let at = 0; at < metrics.length; at += AT_ONCE)
    compared.push(
      ...(await Promise.all(
        metrics.slice(at, at + AT_ONCE).map((metric) =>
          compare(ctx, catalogue, {
            intent: 'anomaly',
            subject: { of: 'metric', metric },
            conditions: [...conditions],
            time,
          }),
        ),
      )),
    )
  const told = compared.filter(({ distance }) => distance !== null)
  const outside = told
    .filter(({ distance }) => (distance ?? 0) > 0)
    .sort((a, b) => (b.distance ?? 0) - (a.distance ?? 0))
  const [first] = told
  if (first === undefined) return null
  // The first sentence says yes or no of them all.
  const plans =
    outside.length > 0
      ? outside.slice(0, TOLD_MAX).map(({ plan }) => ({ ...plan, isWhenAsked: true }))
      : [{ ...first.plan, isNormalAsked: true }]
  const notes = [
    summary(told.length, outside, isNormalAsked),
    ...(metrics.length < asked.metrics.length
      ? [`${asked.metrics.length - metrics.length} more were not compared.`]
      : []),
    ...untold.map((resource) => `No metric tells of ${resource}.`),
  ]
  return { plans, notes }
}

function summary(all: number, outside: readonly Compared[], isNormalAsked: boolean): string {
  const of = all === 1 ? 'the one metric' : `${all} metrics`
  if (outside.length === 0) return `${isNormalAsked ? 'Yes' : 'No'}: none of ${of} departs from its everyday range.`
  const names = outside.slice(0, NAMED_MAX).map(({ plan }) => (plan.subject.of === 'metric' ? plan.subject.metric : ''))
  const more = outside.length > NAMED_MAX ? ` and ${outside.length - NAMED_MAX} more` : ''
  return `${isNormalAsked ? 'No' : 'Yes'}: ${outside.length} of ${of} ${outside.length === 1 ? 'departs' : 'depart'} from the everyday range: ${names.join(', ')}${more}.`
}

const NAMED_MAX = 6

async function compare(ctx: AgentContext, catalogue: Catalogue, plan: PlanOf<'anomaly'>): Promise<Compared> {
  const found = await execute(ctx, catalogue, plan)
  if (found.kind !== 'anomaly' || found.series.length === 0) return { plan, distance: null }
  const distances = found.series.map(({ since, spikes, peak, usual }) => {
    if (since === null && spikes.length === 0) return 0
    const width = Math.max(usual.high - usual.low, Math.abs(usual.high) * 0.01, 1e-9)
    return Math.max(peak.value - usual.high, usual.low - peak.value, Number.EPSILON) / width
  })
  return { plan, distance: Math.max(...distances) }
}
