/** "Which errors do people get on /invoices?": the statuses of an error that its requests ended with, and none of success. */
import { statusKeys } from '../execute/filters.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import { type Plan, without } from '../plan/plan.ts'
import { cleaned } from './words.ts'

const ASKED =
  /^(?:(?:so|and|but|ok|hey) )*(?:which|what)(?: (?:kinds?|sorts?|types?) of)? (?:errors?|error (?:codes?|status(?:es)?)|failures)(?! (?:rate|message|line|log|text|budget))\b/

/** The plan of such a question; as it was where it asks for something else. */
export function errorsOfRoute(question: string, plan: Plan, catalogue: Catalogue): Plan {
  if (!ASKED.test(cleaned(question)) || !plan.conditions.some(({ on }) => on === 'operation')) return plan
  const isOfRequests =
    (plan.intent === 'list' && plan.of === 'spans') ||
    (plan.intent === 'measure' && plan.measure.of === 'requests' && plan.against === null)
  const isOther = plan.conditions.some(({ on }) => on === 'status_code' || on === 'trace')
  const isGrouped = plan.intent === 'measure' && plan.groupBy.length > 0
  const [key] = statusKeys(catalogue, 'spans')
  if (!isOfRequests || isOther || key === undefined) return plan
  if (isGrouped && plan.groupBy.some(({ field }) => !statusKeys(catalogue, 'spans').includes(field))) return plan
  return plainMeasure({
    measure: { of: 'requests' },
    conditions: [...without(plan.conditions, 'outcome'), { on: 'status_code', from: 400, to: 599 }],
    ...{ time: plan.time, groupBy: [{ field: key, scope: 'attribute' }], limit: 20 },
  })
}
