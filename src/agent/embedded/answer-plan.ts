/** Carries out one plan: makes the calls that are still needed, then writes the answer. */

import { anomalyAnswer } from '../answers/anomaly.ts'
import { callsAnswer } from '../answers/calls.ts'
import { commonAnswer } from '../answers/common.ts'
import { clock } from '../answers/format.ts'
import { leadupAnswer } from '../answers/leadup.ts'
import { lifeAnswer } from '../answers/life.ts'
import { deploymentsAnswer, listAnswer, meaningAnswer, versionsAnswer } from '../answers/lists.ts'
import { measureAnswer } from '../answers/measure.ts'
import { patternsAnswer } from '../answers/patterns.ts'
import { releaseAnswer } from '../answers/release.ts'
import { basisNote } from '../answers/scope.ts'
import { badnessOf, diagnose, healthAnswer, stateAnswer } from '../answers/state.ts'
import { isQueried } from '../questions/execute/execute.ts'
import type { Plan, PlanOf } from '../questions/plan/plan.ts'
import type { CoverageToolResult } from '../tools/coverage.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import { resolveAnchor } from './anchor.ts'
import { askedOf } from './asked.ts'
import { planCause, planServiceGoing, planStillGoing, planTimeline } from './cause-plan.ts'
import { planCompare } from './kinds/compare.ts'
import { planConnected } from './kinds/connected.ts'
import { planDelivery } from './kinds/delivery.ts'
import { planDependencies } from './kinds/dependencies.ts'
import { planDetail } from './kinds/detail.ts'
import { planMetrics } from './kinds/metrics.ts'
import { planTrace, type TraceResult, traceTold } from './kinds/trace.ts'
import { incompleteSentence, suspiciousSentence } from './kinds/words.ts'
import { cite, code } from './markdown.ts'
import { callOrFail, type PlanContext } from './plan-context.ts'
import type { Action, PlanState } from './plan-state.ts'
import { lastInvestigation } from './previous.ts'
import { troubleThen } from './trouble-then.ts'

/** Carries out a plan. Returns the calls that are still missing, or the answer. */
export function answerPlan(context: PlanContext): Action {
  const resolved = resolveAnchor(context)
  if (resolved === null)
    return {
      type: 'call',
      reasoning: 'I am finding out when it began, to count from there.',
      calls: context.desk.missing,
    }
  const { plan, note } = resolved
  const settled = { ...context, plan }
  const action = carriedOut(settled)
  return action.type === 'answer' && note !== '' ? { ...action, text: `${note} ${action.text}` } : action
}

function carriedOut(settled: PlanContext): Action {
  const { plan } = settled
  if (plan.intent === 'cause') return planCause({ ...settled, plan })
  if (plan.intent === 'timeline') return planTimeline({ ...settled, plan })
  if (isQueried(plan)) return answerQueried(settled)
  return answerByTool(settled)
}

function answerQueried(context: PlanContext): Action {
  const { plan, desk, askedAtMs, read } = context
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan }, plan.intent === 'state' ? 'run' : 'thread')
  if (found === null) return callOrFail(desk, 'I am asking the telemetry for exactly this.')
  const { result, id } = found
  if (plan.intent === 'state' && result.kind === 'state' && !badnessOf(result).isBad && isOfTrouble(plan, context)) {
    const [measured = ''] = stateAnswer(plan, result, id, askedAtMs)
    const going = planStillGoing(
      { ...context, plan },
      read.result.signals.spans === 0 ? '' : withoutYes(measured),
      Date.parse(result.window.to),
    )
    if (going !== null) return going
  }
  if (plan.intent === 'health' && result.kind === 'health' && isHardToTell(context)) {
    const untilMs = Math.min(askedAtMs, Date.parse(plan.time.to))
    const [measured = ''] = diagnose(result, untilMs).isBad ? [] : healthAnswer(plan, result, id, askedAtMs)
    const going =
      measured === ''
        ? null
        : planServiceGoing({ ...context, plan }, withoutYes(measured), Date.parse(result.window.to))
    if (going !== null) return going
  }
  const incomplete = result.incomplete === undefined ? '' : incompleteSentence(result.incomplete)
  const trouble = plan.intent === 'release' && result.kind === 'release' ? troubleThen(context, result) : ''
  if (trouble === null)
    return callOrFail(desk, 'I am finding out what broke when the requests began to fail, to tell it from the release.')
  const isTold = result.kind === 'list' && plan.intent === 'list' && plan.isTold === true
  const traceId = (isTold ? (result.spans[0] ?? result.logs[0])?.traceId : undefined) ?? ''
  const trace = traceId === '' ? null : desk.need<TraceResult>('trace', { traceId })
  if (trace === null && desk.missing.length > 0) return callOrFail(desk, 'I am fetching the spans of that trace.')
  const slowest = slowestOf(context, result)
  if (slowest === null && desk.missing.length > 0)
    return callOrFail(desk, 'I am looking for the request that took longest.')
  const lines = [
    ...(plan.intent === 'release' && result.kind === 'release'
      ? releaseAnswer(plan, result, id, askedAtMs, trouble)
      : wordsOf(plan, result, id, askedAtMs).slice(0, trace === null ? undefined : 1)),
    ...(trace === null
      ? []
      : [`Trace ${code(traceId, 64)}:`, ...traceTold(trace, context.conversation.current.question, askedAtMs)]),
    slowest ?? '',
    result.kind === 'state' && badnessOf(result).isBad ? beganIn(context, result.window.to) : '',
    result.kind === 'measure' && result.isOfDay === true
      ? dayNote(plan)
      : basisNote(plan, askedAtMs, read.result.lastRecord),
    incomplete,
    ...suspiciousSentence([result], [id]),
  ]
  return { type: 'answer', text: lines.filter((line) => line !== '').join('\n\n') }
}

/** The request behind the longest duration, with its trace; null of any other measure. */
function slowestOf({ plan, desk, askedAtMs }: PlanContext, result: QueryTelemetryResult): string | null {
  if (plan.intent !== 'measure' || result.kind !== 'measure' || plan.measure.of !== 'duration') return null
  const { conditions, time, groupBy, against, measure } = plan
  if (measure.statistic !== 'max' || groupBy.length > 0 || against !== null || result.value === null) return null
  const list: PlanOf<'list'> = { intent: 'list', of: 'spans', conditions, time, order: 'slowest', limit: 1 }
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan: list })
  if (found?.result.kind !== 'list') return null
  const [row] = found.result.spans
  // Another request than the one that was measured would be no proof of it.
  if (row === undefined || Math.abs(row.durationMs - result.value) > result.value * SAME_DURATION) return null
  return listAnswer(list, found.result, found.id, askedAtMs)[1] ?? null
}

const SAME_DURATION = 0.01

function dayNote({ time }: Plan): string {
  return time.basis === 'now'
    ? 'It sent none in the last minutes, so these are the last values of the day.'
    : 'You named no time and there was none in the last hour, so this is the last day with telemetry.'
}

/** Telemetry of less time has no past that the last minutes could be compared with. */
const SHORT_MS = 15 * 60_000

/** Whether requests and lines cannot tell how things are: there are none, or they began just now. */
function isHardToTell({ read }: PlanContext): boolean {
  const { signals, firstRecord, lastRecord } = read.result
  if (signals.spans === 0 && signals.logs === 0) return true
  return firstRecord !== null && lastRecord !== null && Date.parse(lastRecord) - Date.parse(firstRecord) < SHORT_MS
}

/** An investigation that ended so long before is of another time. */
const OLD_MS = 120_000

/** Where trouble began that a state goes on from: what fails now may only suffer from it. */
function beganIn({ conversation, read, askedAtMs }: PlanContext, until: string): string {
  const found = lastInvestigation(conversation)
  if (read.result.relation !== 'follow_up' || found === null) return ''
  const { outcome, onset, candidates, window } = found.result
  if (Date.parse(window.to) < Date.parse(until) - OLD_MS) return ''
  const [first] = candidates
  const isSure = outcome === 'root_cause_identified' || outcome === 'probable'
  if (!isSure || first === undefined || onset === null) return ''
  return `It began in ${code(first.service, 80)} at ${clock(onset, askedAtMs)}. ${cite(found.id)}`
}

/** Whether a state is about trouble that an investigation knows, or that only an investigation can know. */
function isOfTrouble({ asks }: PlanOf<'state'>, context: PlanContext): boolean {
  if (isHardToTell(context)) return true
  const { conversation, read } = context
  const { relation } = read.result
  const isStill = asks === 'over' || /\b(?:still|ongoing|going on)\b/i.test(conversation.current.question)
  return isStill || (relation === 'follow_up' && lastInvestigation(conversation) !== null)
}

/** What was measured, without the yes or no before it. */
function withoutYes(text: string): string {
  return text.replace(/^\*\*(?:Yes|No)\*\*: [^.]*\. /, '')
}

function wordsOf(plan: Plan, result: QueryTelemetryResult, id: string, askedAtMs: number): string[] {
  if (plan.intent === 'measure' && result.kind === 'measure') return measureAnswer({ plan, result, id, askedAtMs })
  if (plan.intent === 'list' && result.kind === 'list') return listAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'patterns' && result.kind === 'patterns') return patternsAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'common' && result.kind === 'common') return commonAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'state' && result.kind === 'state') return stateAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'health' && result.kind === 'health') return healthAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'anomaly' && result.kind === 'anomaly') return anomalyAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'versions' && result.kind === 'versions') return versionsAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'deployments' && result.kind === 'deployments')
    return deploymentsAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'calls' && result.kind === 'calls') return callsAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'leadup' && result.kind === 'leadup') return leadupAnswer(plan, result, id, askedAtMs)
  if (plan.intent === 'life' && result.kind === 'life') return lifeAnswer(plan, result, id, askedAtMs)
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
