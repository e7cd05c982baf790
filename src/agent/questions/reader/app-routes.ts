/**
 * "Requests on the app", "p95 of the portal": where some routes begin with the word and others do not, the word means those.
 * Elsewhere it stands for the whole system.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'
import { cleaned } from './words.ts'

const WHOLE =
  /\b(app|site|portal|website|shop|store|mobile|backoffice|admin|kiosk)\b(?! (?:version|service|pod|release|store)s?\b)/
const ROUTE = /^[A-Z]{3,7} \/([a-z][\w-]*)\/./

/** The plan, of the routes that begin with what the question calls so. */
export function ofAppRoutes<T extends Plan>(question: string, plan: T, catalogue: Catalogue): T {
  if (plan.intent !== 'measure') return plan
  const isOfRequests = /^(?:requests|duration|ratio)$/.test(plan.measure.of)
  const isPlaced = plan.conditions.some(({ on }) => on !== 'outcome' && on !== 'status_code' && on !== 'number')
  const word = WHOLE.exec(cleaned(question))?.[1]
  if (!isOfRequests || isPlaced || word === undefined) return plan
  const routes = catalogue.operations.filter((name) => /^[A-Z]{3,7} \//.test(name))
  const own = routes.filter((name) => ROUTE.exec(name)?.[1] === word)
  if (own.length === 0 || own.length === routes.length || own.length > 50) return plan
  return { ...plan, conditions: [...plan.conditions, { on: 'operation', values: own }] }
}
