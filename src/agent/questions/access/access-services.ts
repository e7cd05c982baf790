/** The services that tell their requests in access lines only: gateways, web servers, load balancers without spans. */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Measure, Plan, PlanCondition } from '../plan/plan.ts'

/** Returns the services without spans whose lines are access lines. */
export function accessServices({ services, templates }: Catalogue): string[] {
  const told = new Set(templates.filter(({ access }) => access !== undefined).map(({ service }) => service))
  return services.filter(({ name, spans, logs }) => spans === 0 && logs > 0 && told.has(name)).map(({ name }) => name)
}

/** Returns the services that conditions name where all of them are such services; empty otherwise. */
export function accessServicesIn(conditions: readonly PlanCondition[], catalogue: Catalogue): readonly string[] {
  const named = conditions.flatMap((condition) =>
    condition.on === 'service' && condition.not !== true ? condition.values : [],
  )
  if (named.length === 0) return []
  const known = new Set(accessServices(catalogue))
  return named.every((name) => known.has(name)) ? named : []
}

/** Whether there are requests to count: spans, or access lines of what the conditions name. */
export function hasRequests(conditions: readonly PlanCondition[], catalogue: Catalogue): boolean {
  if (catalogue.records.spans > 0) return true
  const isNamed = conditions.some((condition) => condition.on === 'service' && condition.not !== true)
  return (isNamed ? accessServicesIn(conditions, catalogue) : accessServices(catalogue)).length > 0
}

/** Whether requests are what is measured, and access lines tell them. */
export function isOfAccessLines(
  { measure, conditions }: { readonly measure: Measure; readonly conditions: readonly PlanCondition[] },
  catalogue: Catalogue,
): boolean {
  const isOfRequests =
    measure.of === 'requests' || measure.of === 'duration' || (measure.of === 'ratio' && measure.among === undefined)
  return isOfRequests && accessServicesIn(conditions, catalogue).length > 0
}

/** Whether a plan counts or lists requests that access lines tell. */
export function isAccessPlan(plan: Plan, catalogue: Catalogue): boolean {
  if (plan.intent === 'measure') return isOfAccessLines(plan, catalogue)
  if (plan.intent !== 'list' || accessServicesIn(plan.conditions, catalogue).length === 0) return false
  const isOfLine = plan.conditions.some(({ on }) => on === 'status_code' || on === 'operation' || on === 'number')
  return plan.of === 'spans' || (plan.of === 'logs' && isOfLine)
}
