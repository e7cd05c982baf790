/** What moves of a thread start from: the last answer as a list, as a count, as the errors that were logged. */
import { plainMeasure } from '../plan/plain-measure.ts'
import { isOfTrouble, type Measure, type Plan, type PlanCondition, type PlanOf, servicesOf } from '../plan/plan.ts'
import { windowOf } from './follow-up-time.ts'
import type { Previous } from './state.ts'

/** A number without rate, steps, comparison or yes and no. */
export const PLAIN = {
  ...{ per: null, intervalMs: null, against: null },
  ...{ isYesNo: false, isTrendAsked: false, isPeakAsked: false },
}

/** What a plan is about, one by one. */
export function listOf(
  { time }: Plan,
  of: 'logs' | 'spans' | 'traces',
  conditions: readonly PlanCondition[],
): PlanOf<'list'> {
  return { intent: 'list', of, conditions: conditions.slice(0, 20), time: windowOf(time), order: 'newest', limit: 20 }
}

/** The outcome that a measure is about, or that its conditions name. */
export function outcomeOf(measure: Measure, conditions: readonly PlanCondition[]): PlanCondition | null {
  if (measure.of === 'ratio' && measure.share !== 'matching') return { on: 'outcome', is: measure.share }
  return conditions.find(({ on }) => on === 'outcome') ?? null
}

/** Lines of failed requests are the errors that their services logged; null where the lines cannot be told so. */
export function errorsLogged(
  conditions: readonly PlanCondition[],
  outcome: PlanCondition | null,
): PlanCondition[] | null {
  const isFailed = (one: PlanCondition): boolean =>
    (one.on === 'outcome' && one.is === 'failed') || (one.on === 'status_code' && one.from >= 500 && one.not !== true)
  const others = conditions.filter((one) => !isFailed(one))
  const isAny = conditions.some(isFailed) || (outcome !== null && isFailed(outcome))
  if (!isAny || others.some(({ on }) => on !== 'service')) return null
  return [...others, { on: 'severity', is: 'error', orWorse: true }]
}

/** What was counted, or what was listed as its count. */
export function countedOf(base: Plan): PlanOf<'measure'> | null {
  if (base.intent === 'measure') return { ...base, time: windowOf(base.time), against: null }
  // "How often was that logged?" behind what a message means.
  if (base.intent === 'meaning')
    return plainMeasure({
      measure: { of: 'records' },
      conditions: [...base.conditions, messageCondition(base)],
      time: windowOf(base.time),
    })
  if (base.intent !== 'list' && base.intent !== 'patterns') return null
  const isOfSpans = base.intent === 'list' ? base.of !== 'logs' : base.isOfRequests === true
  const measure: Measure = { of: isOfSpans ? 'requests' : 'records' }
  return plainMeasure({ measure, conditions: base.conditions, time: windowOf(base.time) })
}

/** Lines of a message that was explained: those with the longest part of it, where some of it is left open. */
export function messageCondition({ text }: PlanOf<'meaning'>): PlanCondition {
  const parts = text.split(/\u2026|\.\.\./).map((part) => part.trim())
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '')
  return { on: 'text', text: longest === '' ? text : longest, mode: 'phrase' }
}

/** What was listed is what is counted. */
export function listed({ of }: PlanOf<'list'>): Measure {
  return { of: of === 'logs' ? 'records' : 'requests' }
}

/** Behind trouble whose onset is known: the requests that failed since, of the services that were asked about. */
export function failedSince({ plan, onset, suspect }: Previous): PlanOf<'measure'> | null {
  if (!isOfTrouble(plan) || onset === undefined || suspect === undefined) return null
  // How it is now was asked of the suspect, which hits more than its own requests.
  const services =
    plan.intent === 'state' && servicesOf(plan).join() === suspect
      ? []
      : plan.conditions.filter(({ on }) => on === 'service')
  return plainMeasure({
    measure: { of: 'requests' },
    conditions: [...services, ...routesOf(plan), { on: 'outcome', is: 'failed' }],
    time: { ...windowOf(plan.time), anchor: 'incident' },
  })
}

/** "Why do appointments fail": what goes on from there is about appointments. */
function routesOf(plan: Plan): PlanCondition[] {
  return plan.intent === 'cause' && plan.subject !== undefined
    ? [{ on: 'operation', values: [...plan.subject.operations] }]
    : []
}

/** "Since when?" behind trouble of one thing: of the same thing. */
export function keepingSubject(plan: Plan, base: Plan | undefined): Plan {
  const isBare = plan.intent === 'cause' && plan.subject === undefined && plan.conditions.length === 0
  if (!isBare || base?.intent !== 'cause' || base.subject === undefined) return plan
  return { ...plan, subject: base.subject }
}
