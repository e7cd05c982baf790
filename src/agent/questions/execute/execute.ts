/** Carries a plan out over the telemetry port. */
import type { AgentContext } from '../../contract.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanOf } from '../plan/plan.ts'
import { anomaly } from './anomaly.ts'
import { calls } from './calls.ts'
import { common } from './common.ts'
import type { Desk } from './filters.ts'
import { health } from './health.ts'
import { leadup } from './leadup.ts'
import { life } from './life.ts'
import { list, patterns } from './lists.ts'
import { meaning } from './meaning.ts'
import { measure } from './measure.ts'
import { patternsOfRequests } from './patterns-of-requests.ts'
import { releaseEffect } from './release-effect.ts'
import { deployments } from './releases.ts'
import type { QueryResult } from './result.ts'
import { state } from './state.ts'
import { versions } from './versions.ts'

/** Intents that this engine answers; the others have tools of their own. */
export const QUERIED = [
  'measure',
  'list',
  'patterns',
  'common',
  'state',
  'health',
  'anomaly',
  'versions',
  'deployments',
  'release',
  'life',
  'leadup',
  'meaning',
  'calls',
] as const
export type QueriedPlan = PlanOf<(typeof QUERIED)[number]>

/** Whether a plan is carried out here; the others have tools of their own. */
export function isQueried(plan: Plan): plan is QueriedPlan {
  return QUERIED.some((intent) => intent === plan.intent)
}

/** Carries out a plan over the telemetry port. The result says in `incomplete` why it is not whole. */
export async function execute(ctx: AgentContext, catalogue: Catalogue, plan: QueriedPlan): Promise<QueryResult> {
  const desk: Desk = { ctx, catalogue, partial: new Set() }
  const result = await resultOf(desk, plan)
  return desk.partial.size === 0 ? result : { ...result, incomplete: [...desk.partial] }
}

function resultOf(desk: Desk, plan: QueriedPlan): Promise<QueryResult> {
  switch (plan.intent) {
    case 'measure':
      return measure(desk, plan)
    case 'list':
      return list(desk, plan)
    case 'patterns':
      return plan.isOfRequests === true ? patternsOfRequests(desk, plan) : patterns(desk, plan)
    case 'common':
      return common(desk, plan)
    case 'state':
      return state(desk, plan)
    case 'health':
      return health(desk, plan)
    case 'anomaly':
      return anomaly(desk, plan)
    case 'versions':
      return versions(desk, plan)
    case 'deployments':
      return deployments(desk, plan)
    case 'release':
      return releaseEffect(desk, plan)
    case 'life':
      return life(desk, plan)
    case 'leadup':
      return leadup(desk, plan)
    case 'meaning':
      return meaning(desk, plan)
    case 'calls':
      return calls(desk, plan)
  }
}
