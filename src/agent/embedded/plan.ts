/**
 * The embedded model's mind: from what was asked and what is known to the next tool calls or the answer. A pure
 * function of the prompt, so a repeated step decides the same again.
 */
import type { CoverageToolResult } from '../tools/coverage.ts'
import type { CallRecord, Conversation } from './conversation.ts'
import { planCause } from './kinds/cause.ts'
import { planCompare } from './kinds/compare.ts'
import { planConnected } from './kinds/connected.ts'
import { planCount } from './kinds/count.ts'
import { planDelivery, planNothingArrived } from './kinds/delivery.ts'
import { planDependencies } from './kinds/dependencies.ts'
import { planDetail } from './kinds/detail.ts'
import { planLatency } from './kinds/latency.ts'
import { planMetric } from './kinds/metric.ts'
import { planShow } from './kinds/show.ts'
import { planTop } from './kinds/top.ts'
import { planTrace } from './kinds/trace.ts'
import { helpText, noTelemetryText, thanksText, unknownText } from './kinds/words.ts'
import { type Action, Desk, type PlanState } from './plan-state.ts'
import { readQuestion } from './question.ts'
import { inherit, settleWindow } from './thread-context.ts'

/** What is connected changes slowly; looked up again after this long. */
const FRESH_MS = 60_000

export function planNext(conversation: Conversation, askedAtMs: number, tools: ReadonlySet<string>): Action {
  const raw = conversation.current.question
  const blind = readQuestion(raw, askedAtMs, [])
  if (blind.kind === 'help') return { type: 'answer', text: helpText() }
  if (blind.kind === 'thanks') return { type: 'answer', text: thanksText() }
  const call = latestCoverage(conversation, askedAtMs)
  if (call === undefined) {
    const to = new Date(askedAtMs).toISOString()
    return {
      type: 'call',
      reasoning: 'First I look at what telemetry there is and when it ends.',
      calls: [{ name: 'coverage', params: { to } }],
    }
  }
  if (call.isError)
    return {
      type: 'answer',
      text: 'I could not find out what telemetry there is, because the look-up failed. Please ask again in a moment.',
    }
  const coverage = { id: call.id, result: coverageOf(call) }
  if (coverage.result.lastRecord === null) {
    if (tools.has('source_health')) return planNothingArrived(new Desk(conversation), call.id, askedAtMs)
    return { type: 'answer', text: noTelemetryText(call.id) }
  }
  const known = knownServices(conversation, coverage.result)
  const question = inherit(readQuestion(raw, askedAtMs, known), conversation)
  if (question.kind === 'unknown')
    return { type: 'answer', text: unknownText(coverage.result.services.map(({ service }) => service)) }
  const settled = settleWindow(question, conversation, coverage.result, askedAtMs)
  const state: PlanState = {
    question,
    conversation,
    askedAtMs,
    coverage,
    ...settled,
    desk: new Desk(conversation),
    tools,
  }
  return planKind(state)
}

function planKind(state: PlanState): Action {
  switch (state.question.kind) {
    case 'what_broke':
      return planCause(state)
    case 'count':
    case 'trend':
      return planCount(state)
    case 'top':
      return planTop(state)
    case 'compare':
      return planCompare(state)
    case 'show':
      return planShow(state)
    case 'detail':
      return planDetail(state)
    case 'latency':
      return planLatency(state)
    case 'dependencies':
      return planDependencies(state)
    case 'metric':
      return planMetric(state)
    case 'trace':
      return planTrace(state)
    case 'connected':
      return planConnected(state)
    case 'delivery':
      return planDelivery(state)
    case 'help':
      return { type: 'answer', text: helpText() }
    case 'thanks':
      return { type: 'answer', text: thanksText() }
    case 'unknown':
      return { type: 'answer', text: unknownText([]) }
  }
}

/** What was found out in this run, or in the last minute of this thread. */
function latestCoverage(conversation: Conversation, askedAtMs: number): CallRecord | undefined {
  const isCoverage = (made: CallRecord): boolean => made.name === 'coverage' && made.result !== undefined
  const own = conversation.current.calls.find(isCoverage)
  if (own !== undefined) return own
  const earlier = [...conversation.earlier].reverse().flatMap((turn) => [...turn.calls].reverse())
  return earlier.find(
    (made) =>
      isCoverage(made) && !made.isError && Math.abs(askedAtMs - Date.parse(coverageOf(made).askedAt)) <= FRESH_MS,
  )
}

function coverageOf(call: CallRecord): CoverageToolResult {
  // Written by the coverage tool of this run.
  return call.result as CoverageToolResult
}

function knownServices(conversation: Conversation, coverage: CoverageToolResult): string[] {
  const earlier = conversation.earlier
    .flatMap((turn) => turn.calls)
    .filter((call) => call.name === 'coverage' && !call.isError && call.result !== undefined)
    .flatMap((call) => namesIn(coverageOf(call)))
  return [...new Set([...namesIn(coverage), ...earlier])]
}

function namesIn(coverage: CoverageToolResult): string[] {
  return [...coverage.services.map(({ service }) => service), ...(coverage.moreServices ?? [])]
}
