/** Reads services, severity, text, ids and limits from a plan, for the simple types of answers. */
import type { Plan } from '../questions/plan/plan.ts'
import { servicesOf } from '../questions/plan/plan.ts'
import type { MinimumSeverity } from '../tools/log-filter.ts'

export interface Asked {
  readonly services: readonly string[]
  readonly severity: MinimumSeverity | null
  readonly text: string | null
  readonly textMode: 'phrase' | 'substring' | 'all' | 'any' | null
  readonly traceId: string | null
  readonly recordId: string | null
}

/** Returns what a plan asks for, in the form that the tools of single intents accept. */
export function askedOf(plan: Plan): Asked {
  const severity = plan.conditions.find((condition) => condition.on === 'severity')
  const text = plan.conditions.find((condition) => condition.on === 'text')
  const templates = plan.conditions.find((condition) => condition.on === 'templates')
  return {
    services: plan.intent === 'health' ? [plan.service] : servicesOf(plan),
    severity: severity?.on === 'severity' ? severity.is : null,
    text: text?.on === 'text' ? text.text : templates?.on === 'templates' ? templates.words : null,
    textMode: text?.on === 'text' ? text.mode : templates === undefined ? null : 'all',
    traceId: plan.intent === 'trace' ? plan.id : null,
    recordId: plan.intent === 'record' ? plan.id : null,
  }
}
