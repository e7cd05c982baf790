/** "Since it started", "since the deploy": the moment is found first, then the plan counts from there. */

import type { Plan } from '../questions/plan/plan.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import type { PlanContext } from './plan-context.ts'
import { lastInvestigation } from './previous.ts'

/** Null while a call for it is missing; a plan whose moment cannot be found keeps its window. */
export function resolveAnchor({ plan, conversation, desk }: PlanContext): Plan | null {
  const { anchor, ...time } = plan.time
  if (anchor === undefined || plan.intent === 'cause' || plan.intent === 'timeline')
    return anchor === undefined ? plan : { ...plan, time }
  if (anchor === 'onset') {
    const known = lastInvestigation(conversation)
    const found = known ?? desk.need<InvestigateToolResult>('investigate', { from: time.from, to: time.to })
    if (found === null) return desk.missing.length > 0 ? null : { ...plan, time }
    return from(plan, time, found.result.onset, 'since it started')
  }
  const asked: Plan = { intent: 'deployments', conditions: plan.conditions.filter(({ on }) => on === 'service'), time }
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan: asked })
  if (found === null) return desk.missing.length > 0 ? null : { ...plan, time }
  if (found.result.kind !== 'deployments') return { ...plan, time }
  const times = [
    ...found.result.versionChanges.map(({ at }) => at),
    ...found.result.records.map((row) => row.time),
  ].sort()
  return from(plan, time, times.at(-1) ?? null, 'since the deployment')
}

function from(plan: Plan, time: Plan['time'], moment: string | null, phrase: string): Plan {
  if (moment === null || Date.parse(moment) >= Date.parse(time.to)) return { ...plan, time }
  return { ...plan, time: { ...time, from: moment, basis: 'asked', phrase } }
}
