/** "Since it started", "since the deploy": first the moment is found, then the plan counts from it. */

import { MS_PER_DAY } from '../../telemetry/index.ts'
import { failedUntil } from '../answers/cause-effect.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { isRollout } from '../same-change.ts'
import type { InvestigateToolResult } from '../tools/investigate.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import { effectOf } from './cause-plan.ts'
import type { PlanContext } from './plan-context.ts'
import { lastInvestigation } from './previous.ts'

/** A setting that was changed is no release. */
const SETTING = /\b(?:config|configuration|settings?|flags?|toggle)\b/i

/** Null while a call that it needs is missing. A plan whose moment cannot be found keeps its window. */
export function resolveAnchor(context: PlanContext): Plan | null {
  const { plan, conversation, desk } = context
  const { anchor, anchorService, anchorSide, anchorLengthMs, ...time } = plan.time
  const beside = { side: anchorSide, lengthMs: anchorLengthMs }
  if (anchor === undefined || plan.intent === 'cause' || plan.intent === 'timeline')
    return anchor === undefined ? plan : { ...plan, time }
  if (anchor === 'onset' || anchor === 'incident') {
    const known = lastInvestigation(conversation)
    const found = known ?? desk.need<InvestigateToolResult>('investigate', { from: time.from, to: time.to })
    if (found === null) return desk.missing.length > 0 ? null : { ...plan, time }
    if (anchor === 'onset') return from(plan, time, found.result.onset, 'since it started', beside)
    const effect = effectOf(context, found)
    if (effect === null && desk.missing.length > 0) return null
    const until = effect?.result.kind === 'measure' ? failedUntil({ effect: effect.result }) : null
    const { state } = found.result.verdict
    const recoveredMs =
      until?.isOver === true ? until.untilMs : state.kind === 'recovered' && until === null ? state.atMs : null
    return from(plan, ended(time, found.result.onset, recoveredMs), found.result.onset, 'during the incident')
  }
  const asked: Plan = { intent: 'deployments', conditions: deploymentOf(plan, anchorService), time }
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan: asked })
  if (found === null) return desk.missing.length > 0 ? null : { ...plan, time }
  if (found.result.kind !== 'deployments') return { ...plan, time }
  const times = [
    ...found.result.versionChanges.map(({ at }) => at),
    ...found.result.records.filter(({ body }) => !SETTING.test(body)).map((row) => row.time),
    ...(found.result.changes ?? []).filter(({ kind }) => isRollout(kind)).map(({ at }) => at),
  ].sort()
  return from(plan, time, times.at(-1) ?? null, 'since the deployment', beside)
}

function deploymentOf(plan: Plan, service: string | undefined): Plan['conditions'] {
  return service === undefined
    ? plan.conditions.filter(({ on }) => on === 'service')
    : [{ on: 'service', values: [service] }]
}

function ended(time: Plan['time'], onset: string | null, recoveredMs: number | null): Plan['time'] {
  const isWithin = recoveredMs !== null && onset !== null && recoveredMs > Date.parse(onset)
  return isWithin && recoveredMs < Date.parse(time.to) ? { ...time, to: new Date(recoveredMs).toISOString() } : time
}

interface Beside {
  readonly side: 'before' | 'both' | undefined
  readonly lengthMs: number | undefined
}

function from(plan: Plan, time: Plan['time'], moment: string | null, phrase: string, beside?: Beside): Plan {
  if (moment === null || Date.parse(moment) >= Date.parse(time.to)) return { ...plan, time }
  const atMs = Date.parse(moment)
  const isDeployment = phrase === 'since the deployment'
  if (beside?.side === 'before') {
    const fromMs = beside.lengthMs === undefined ? Math.min(Date.parse(time.from), atMs - 1000) : atMs - beside.lengthMs
    const said = isDeployment ? 'before the deployment' : 'before it started'
    return {
      ...plan,
      time: { ...time, from: new Date(fromMs).toISOString(), to: moment, basis: 'asked', phrase: said },
    }
  }
  if (beside?.side === 'both' && plan.intent === 'measure') {
    const lengthMs = beside.lengthMs ?? MS_PER_DAY
    const toMs = Math.min(Date.parse(time.to), atMs + lengthMs)
    const earlier = { from: new Date(atMs - lengthMs).toISOString(), to: moment, basis: 'asked' as const }
    return {
      ...plan,
      time: { ...time, from: moment, to: new Date(toMs).toISOString(), basis: 'asked', phrase },
      against: earlier,
    }
  }
  if (beside?.lengthMs !== undefined) {
    const to = new Date(Math.min(Date.parse(time.to), atMs + beside.lengthMs)).toISOString()
    const said = isDeployment ? 'right after the deployment' : 'when it started'
    return { ...plan, time: { ...time, from: moment, to, basis: 'asked', phrase: said } }
  }
  return { ...plan, time: { ...time, from: moment, basis: 'asked', phrase } }
}
