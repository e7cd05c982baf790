/** "Since when?" behind how long requests take: when that began to rise, or to fall, of the same requests. */
import type { Plan, PlanTime } from '../plan/plan.ts'
import { farBack } from './follow-up-time.ts'
import type { Previous } from './state.ts'
import { iso } from './when.ts'

const SINCE =
  /^(?:since when|since what time|from when(?: on)?|when did (?:it|that|this|they) (?:(?:start|begin)(?: to)?(?: (?:rise|grow|climb|increase|get(?:ting)? (?:slow|slower|bad|worse)))?|(?:get|become) (?:slow|slower|bad|worse)))$/
const HOUR_MS = 3_600_000

/** The plan of such a follow-up; null of any other. */
export function sinceOfDuration(text: string, { plan: base }: Previous): Plan | null {
  const isOfDuration = base.intent === 'measure' && base.measure.of === 'duration' && base.groupBy.length === 0
  if (!isOfDuration || base.conditions.length === 0 || !SINCE.test(text)) return null
  return {
    ...{ intent: 'anomaly', subject: { of: 'duration' }, direction: 'up', isWhenAsked: true },
    conditions: base.conditions,
    time: anHour(base.time),
  }
}

/** What it is now was asked of some minutes; since when, of the hour. */
function anHour({ from, to }: PlanTime): PlanTime {
  const hour = iso(Date.parse(to) - HOUR_MS)
  return {
    from: Date.parse(from) < Date.parse(hour) ? from : farBack({ from: hour, to, basis: 'inherited' }).from,
    to,
    basis: 'inherited',
  }
}
