/**
 * "Which errors do people get on /invoices?": the statuses of an error that its requests ended with, and none of success.
 * "What share of sms lines are errors?": of lines, and not of requests.
 */
import { statusKeys } from '../execute/filters.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import { type Plan, servicesOf, without } from '../plan/plan.ts'
import { cleaned } from './words.ts'

const ASKED =
  /^(?:(?:so|and|but|ok|hey) )*(?:which|what)(?: (?:kinds?|sorts?|types?) of)? (?:errors?|error (?:codes?|status(?:es)?)|failures)(?! (?:rate|message|line|log|text|budget))\b/

/** The plan of such a question; as it was where it asks for something else. */
export function errorsAsked(question: string, plan: Plan, catalogue: Catalogue): Plan {
  return errorShareOfLines(question, errorsOfRoute(question, plan, catalogue))
}

function errorsOfRoute(question: string, plan: Plan, catalogue: Catalogue): Plan {
  if (!ASKED.test(cleaned(question)) || !plan.conditions.some(({ on }) => on === 'operation')) return plan
  const isOfRequests =
    (plan.intent === 'list' && plan.of === 'spans') ||
    (plan.intent === 'measure' && plan.measure.of === 'requests' && plan.against === null)
  const isOther = plan.conditions.some(({ on }) => on === 'status_code' || on === 'trace')
  const isGrouped = plan.intent === 'measure' && plan.groupBy.length > 0
  const keys = statusKeys(catalogue, 'spans')
  const [key] = keys
  if (!isOfRequests || isOther || key === undefined) return plan
  if (isGrouped && plan.groupBy.some(({ field }) => !keys.includes(field))) return plan
  return plainMeasure({
    measure: { of: 'requests' },
    conditions: [...without(plan.conditions, 'outcome'), { on: 'status_code', from: 400, to: 599 }],
    ...{ time: plan.time, groupBy: [{ field: key, scope: 'attribute' }], limit: 20 },
  })
}

const OF_LINES = /\b(?:log )?(?:lines?|records?|entries|messages?)\b/

const OF_REQUESTS = /\b(?:requests?|calls?)\b/i

function errorShareOfLines(question: string, plan: Plan): Plan {
  if (plan.intent !== 'measure' || plan.measure.of !== 'ratio' || plan.measure.share !== 'failed') return plan
  if (plan.measure.among !== undefined || plan.groupBy.length > 0) return plan
  const named = servicesOf(plan)
  const isOfServices = named.length > 0 && plan.conditions.every(({ on }) => on === 'service' || on === 'severity')
  if (!isOfServices || !OF_LINES.test(cleaned(question)) || OF_REQUESTS.test(question)) return plan
  const of = plan.conditions.filter(({ on }) => on === 'service')
  return {
    ...plan,
    measure: { of: 'ratio', share: 'matching', among: [] },
    conditions: [...of, { on: 'severity', is: 'error', orWorse: true }],
  }
}
