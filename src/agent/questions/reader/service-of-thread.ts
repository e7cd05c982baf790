/** Which service a thread is about. */

import type { Catalogue } from '../grounding/catalogue.ts'
import { chosenLines } from '../grounding/chosen-lines.ts'
import { isOfTrouble, servicesOf } from '../plan/plan.ts'
import type { Previous } from './state.ts'

/** The one service that the last answer was about: by name, by its lines, or by its trouble; null where it is several. */
export function serviceOf({ plan, suspect, before }: Previous, catalogue: Pick<Catalogue, 'templates'>): string | null {
  if (plan.intent === 'health') return plan.service
  // "Why not?" behind how a service is tells what broke, and the thread is still about that service.
  if (plan.intent === 'cause' && before?.intent === 'health') return before.service
  const named = servicesOf(plan)
  const owners = named.length > 0 ? named : chosenLines(plan.conditions, catalogue).map(({ service }) => service)
  const [only, more] = [...new Set(owners)]
  if (more !== undefined) return null
  return only ?? (isOfTrouble(plan) ? (suspect ?? null) : null)
}
