/** Carries a plan out over the telemetry port. */
import type { LogPattern } from '../../../telemetry/index.ts'
import type { AgentContext } from '../../contract.ts'
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan, PlanOf, PlanTime } from '../plan/plan.ts'
import { templatesWith } from '../reader/texts.ts'
import { allOfDay } from '../reader/when.ts'
import { cleaned, wordsOf } from '../reader/words.ts'
import { anomaly } from './anomaly.ts'
import { common } from './common.ts'
import type { Desk } from './filters.ts'
import { health } from './health.ts'
import { list, patternRow, patterns } from './lists.ts'
import { measure } from './measure.ts'
import { patternsOf } from './named-patterns.ts'
import { patternsOfRequests } from './patterns-of-requests.ts'
import { deployments } from './releases.ts'
import type { MeaningResult, QueryResult } from './result.ts'
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
  'meaning',
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
    case 'meaning':
      return meaning(desk, plan)
  }
}

/** The lines that say something, wherever they come from: by their words, and else by their text. */
async function meaning(desk: Desk, plan: PlanOf<'meaning'>): Promise<Omit<MeaningResult, 'incomplete'>> {
  const asked = wordsOf(cleaned(plan.text)).map(({ text }) => text)
  const byWords = templatesWith(asked, desk.catalogue, [])
  const ids = new Set(byWords.map(({ id }) => id))
  const services = plan.conditions.filter(({ on }) => on === 'service')
  const said =
    byWords.length > 0 ? services : [...services, { on: 'text' as const, text: plan.text, mode: 'all' as const }]
  const foundIn = async (time: PlanTime): Promise<readonly LogPattern[]> => {
    const all = await patternsOf(desk, said, time, null)
    return byWords.length > 0 ? all.filter(({ id }) => ids.has(id)) : all
  }
  const lately = await foundIn(plan.time)
  // What came before the last hour means the same.
  const wide =
    lately.length > 0 || plan.time.basis === 'asked' ? null : allOfDay(plan.time, desk.catalogue.firstMs ?? 0)
  const found = wide === null ? lately : await foundIn(wide)
  const { from, to } = wide ?? plan.time
  return {
    kind: 'meaning',
    text: plan.text,
    window: { from, to },
    total: found.reduce((sum, { count }) => sum + count, 0),
    patterns: found.slice(0, 8).map(patternRow),
  }
}
