/** Carries out one plan: makes the calls that are still needed, then writes the answer. */

import { anomalyAnswer } from '../answers/anomaly.ts'
import { deploymentsAnswer, listAnswer, meaningAnswer, patternsAnswer, versionsAnswer } from '../answers/lists.ts'
import { measureAnswer } from '../answers/measure.ts'
import { basisNote } from '../answers/scope.ts'
import { healthAnswer, stateAnswer } from '../answers/state.ts'
import { isQueried } from '../questions/execute/execute.ts'
import type { Plan } from '../questions/plan/plan.ts'
import type { CoverageToolResult } from '../tools/coverage.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import { resolveAnchor } from './anchor.ts'
import { askedOf } from './asked.ts'
import { planCause, planTimeline } from './cause-plan.ts'
import { planCompare } from './kinds/compare.ts'
import { planConnected } from './kinds/connected.ts'
import { planDelivery } from './kinds/delivery.ts'
import { planDependencies } from './kinds/dependencies.ts'
import { planDetail } from './kinds/detail.ts'
import { planMetrics } from './kinds/metrics.ts'
import { planTrace } from './kinds/trace.ts'
import { incompleteSentence, suspiciousSentence } from './kinds/words.ts'
import { callOrFail, type PlanContext } from './plan-context.ts'
import type { Action, PlanState } from './plan-state.ts'

/** Carries out a plan. Returns the calls that are still missing, or the answer. */
export function answerPlan(context: PlanContext): Action {
  const plan = resolveAnchor(context)
  if (plan === null)
    return {
      type: 'call',
      reasoning: 'I am finding out when it began, to count from there.',
      calls: context.desk.missing,
    }
  const settled = { ...context, plan }
  if (plan.intent === 'cause') return planCause({ ...settled, plan })
  if (plan.intent === 'timeline') return planTimeline({ ...settled, plan })
  if (isQueried(plan)) return answerQueried(settled)
  return answerByTool(settled)
}

function answerQueried({ plan, desk, askedAtMs, read }: PlanContext): Action {
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan }, plan.intent === 'state' ? 'run' : 'thread')
  if (found === null) return callOrFail(desk, 'I am asking the telemetry for exactly this.')
  const { result, id } = found
  const incomplete = result.incomplete === undefined ? '' : incompleteSentence(result.incomplete)
  const lines = [
    ...wordsOf(plan, result, id, askedAtMs),
    basisNote(plan, askedAtMs, read.result.lastRecord),
    incomplete,
    ...suspiciousSentence([result], [id]),
  ]
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}

function wordsOf(plan: Plan, result: QueryTelemetryResult, id: string, askedAtMs: number): string[] {
  if (plan.intent === 'measure' && result.kind === 'measure') return measureAnswer({ plan, result, id, askedAtMs })
  if (plan.intent === 'list' && result.kind === 'list') return listAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'patterns' && result.kind === 'patterns') return patternsAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'state' && result.kind === 'state') return stateAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'health' && result.kind === 'health') return healthAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'anomaly' && result.kind === 'anomaly') return anomalyAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'versions' && result.kind === 'versions') return versionsAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'deployments' && result.kind === 'deployments')
    return deploymentsAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'meaning' && result.kind === 'meaning') return meaningAnswer(result, id, askedAtMs)
  return ['I could not write the answer.']
}

/** Intents that have tools of their own. They need to know which telemetry there is. */
function answerByTool(context: PlanContext): Action {
  const { plan, desk, askedAtMs, conversation, tools } = context
  const coverage = desk.need<CoverageToolResult>('coverage', { to: new Date(askedAtMs).toISOString() })
  if (coverage === null) return callOrFail(desk, 'I am checking what telemetry there is and when it ends.')
  const state: PlanState = {
    plan,
    question: askedOf(plan),
    conversation,
    askedAtMs,
    coverage,
    window: { fromMs: Date.parse(plan.time.from), toMs: Date.parse(plan.time.to) },
    windowBasis: plan.time.basis === 'now' ? 'asked' : plan.time.basis,
    desk,
    tools,
  }
  switch (plan.intent) {
    case 'changes':
      return planCompare(state)
    case 'dependencies':
      return planDependencies(state)
    case 'metrics':
      return planMetrics(state)
    case 'coverage':
      return planConnected(state)
    case 'delivery':
      return planDelivery(state)
    case 'trace':
      return planTrace(state)
    default:
      return planDetail(state)
  }
}
