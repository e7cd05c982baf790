/**
 * "Paid orders apart from web" where `orders.paid` has no channel: points that nothing restricts tell of all orders. The
 * question is read again without the metric, and that reading is taken where it has all words.
 */
import type { Catalogue } from '../questions/grounding/catalogue.ts'
import { attributesOf } from '../questions/grounding/catalogue.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { keysOf, nounOfKey } from '../questions/reader/fields.ts'
import { keyOfSeries, restrictedToSeries } from '../questions/reader/metric-series.ts'
import type { Reading } from '../questions/reading.ts'

/** The reading by lines or requests; null where the points carry what is asked, or nothing else does. */
export async function withoutMetric(
  catalogue: Catalogue,
  question: string,
  reading: Reading,
  readAgain: (without: Catalogue) => Promise<Reading>,
): Promise<Reading | null> {
  const [plan, more] = reading.plans
  if (plan?.intent !== 'measure' || more !== undefined || plan.measure.of !== 'metric') return null
  const { metric } = plan.measure
  // A metric whose name is written was meant.
  // "Oakwood" is a station for the lines and a reservoir for the points.
  const own = restrictedToSeries(question, plan, catalogue)
  if (question.toLowerCase().includes(metric.toLowerCase()) || isCarriedWhole(own, metric, catalogue)) return null
  const metrics = catalogue.metrics.filter(({ name }) => name !== metric)
  const other = await readAgain({ ...catalogue, metrics })
  const [meant, another] = other.plans
  const isRead = meant?.intent === 'measure' && another === undefined && other.leftOut.length === 0
  return isRead && meant.measure.of !== 'metric' && other.relation === 'new' ? other : null
}

/** Whether the points of a metric carry every attribute that a plan restricts or groups by. */
export function isCarriedWhole(plan: Plan, metric: string, catalogue: Catalogue): boolean {
  const carried = new Set(attributesOf(metric, catalogue).map(({ key }) => key))
  return keysOfPlan(plan).every(
    (key) =>
      carried.has(key) ||
      keyOfSeries(nounOfKey(key.toLowerCase()), metric, catalogue) !== null ||
      keysOf(key.split(/[._]/).at(-1) ?? key, catalogue).some((known) => carried.has(known.key)),
  )
}

/** Keys of attributes that a plan restricts or groups by. */
function keysOfPlan({ conditions, ...plan }: Plan): string[] {
  const groups = plan.intent === 'measure' ? plan.groupBy : []
  return [
    ...conditions.flatMap((one) => (one.on === 'attribute' && one.scope === 'attribute' ? [one.key] : [])),
    ...groups.flatMap(({ field, scope }) => (scope === 'attribute' ? [field] : [])),
  ]
}
