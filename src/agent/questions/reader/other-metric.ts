/** A question about a metric that the thread was not about: it goes on from nothing. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { type Plan, servicesOf } from '../plan/plan.ts'
import { metricOfPlan } from './metric-series.ts'
import { cleaned } from './words.ts'

const WHOLE = /^(?:(?:what|how) (?!about\b)|(?:is|are|was|were|did|does|do|has|have|when|which|where)\b)/
const POINTS_BACK = /\b(?:it|that|those|these|them|this|its|their|there|same|too|also|as well|then)\b/

/**
 * Whether a text is a whole question with the name of one metric, other than that of the plan; or nothing but the name of
 * one that no service of the plan sends.
 */
export function asksOfOtherMetric(text: string, plan: Plan, { metrics }: Catalogue): boolean {
  const asked = cleaned(text)
  const words = new Set(asked.match(/[a-z0-9][\w.]{2,120}(?<!\.)/g))
  const named = metrics.filter(({ name }) => /[._]/.test(name) && words.has(name.toLowerCase()))
  const [metric, more] = named
  if (metric === undefined || more !== undefined || metric.name === metricOfPlan(plan)) return false
  if (WHOLE.test(asked)) return !POINTS_BACK.test(asked)
  const services = servicesOf(plan)
  const isBare = asked.replace(/\W+$/, '') === metric.name.toLowerCase()
  return isBare && !services.some((name) => metric.services.includes(name))
}
