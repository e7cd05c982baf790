/**
 * "Is the queue growing?" of a project with `orders_queue_length` and `mail_queue_length`: nothing says which of the two,
 * so each is told.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { metricOfPlan } from './metric-series.ts'
import { cleaned, lemmaOf, wordsOf } from './words.ts'

/** So many metrics are told in one answer. */
const ALIKE_MAX = 3

/** The plan, and the same of each metric that the question may mean as well. */
export function ofAlikeMetrics(question: string, plan: Plan, catalogue: Catalogue): Plan[] {
  const metric = metricOfPlan(plan)
  const isApart = plan.intent === 'measure' && (plan.groupBy.length > 0 || plan.against !== null)
  if (metric === null || isApart || plan.conditions.length > 0) return [plan]
  const said = new Set(wordsOf(cleaned(question)).flatMap(({ text, lemma }) => [text, lemma]))
  const own = partsOf(metric)
  if (own[0] === undefined || said.has(own[0]) || said.has(metric.toLowerCase())) return [plan]
  const others = catalogue.metrics.filter(({ name, type }) => {
    const parts = partsOf(name)
    const isSameType = catalogue.metrics.some((one) => one.name === metric && one.type === type)
    const isOther = name !== metric && parts.length === own.length && parts[0] !== own[0] && !said.has(parts[0] ?? '')
    return isOther && isSameType && parts.slice(1).every((part, at) => part === own[at + 1])
  })
  // Of every service its own, as of a runtime: one of them says little of the others.
  if (others.length === 0 || others.length >= ALIKE_MAX || own.length < 2) return [plan]
  return [plan, ...others.map(({ name }) => withMetric(plan, name))]
}

function withMetric(plan: Plan, metric: string): Plan {
  if (plan.intent === 'measure' && plan.measure.of === 'metric')
    return { ...plan, measure: { ...plan.measure, metric } }
  return plan.intent === 'anomaly' ? { ...plan, subject: { of: 'metric', metric } } : plan
}

function partsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[._/-]+/)
    .map(lemmaOf)
}
