/** Which service a thread is about. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { servicesOf } from '../plan/plan.ts'
import type { Previous } from './state.ts'

/** The one service that the last answer was about: by name, by its lines, or by its trouble; null where it is several. */
export function serviceOf(
  { plan, suspect, before }: Previous,
  { templates }: Pick<Catalogue, 'templates'>,
): string | null {
  if (plan.intent === 'health') return plan.service
  // "Why not?" behind how a service is tells what broke, and the thread is still about that service.
  if (plan.intent === 'cause' && before?.intent === 'health') return before.service
  const named = servicesOf(plan)
  const ids = new Set(plan.conditions.flatMap((one) => (one.on === 'templates' && one.not !== true ? one.ids : [])))
  const owners = named.length > 0 ? named : templates.filter(({ id }) => ids.has(id)).map(({ service }) => service)
  const [only, more] = [...new Set(owners)]
  if (more !== undefined) return null
  const isOfTrouble = plan.intent === 'cause' || plan.intent === 'timeline' || plan.intent === 'state'
  return only ?? (isOfTrouble ? (suspect ?? null) : null)
}
