/** The kinds of lines that a plan counts. */
import type { PlanCondition } from '../plan/plan.ts'
import type { Catalogue, KnownTemplate } from './catalogue.ts'

/** Ids of the templates that the conditions choose, empty where they choose none. */
export function chosenIds(conditions: readonly PlanCondition[]): ReadonlySet<string> {
  return new Set(conditions.flatMap((one) => (one.on === 'templates' && one.not !== true ? one.ids : [])))
}

/** The templates that the conditions choose. */
export function chosenLines(
  conditions: readonly PlanCondition[],
  { templates }: Pick<Catalogue, 'templates'>,
): KnownTemplate[] {
  const ids = chosenIds(conditions)
  return templates.filter(({ id }) => ids.has(id))
}
