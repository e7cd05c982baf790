/**
 * Decides for the embedded model: reads the question into plans, turns the plans into tool calls, and writes the
 * results as text. A pure function of the prompt, so a repeated step decides the same again.
 */

import { isNoNumber } from '../answers/no-number.ts'
import { askBackText, isAllAbout, leftOutSentence, remarkText, withUnrestricted } from '../answers/remarks.ts'
import { inTenSeconds } from '../answers/ten-seconds.ts'
import type { Plan } from '../questions/plan/plan.ts'
import { pastedApart } from '../questions/reader/pasted-apart.ts'
import { plainTurn } from '../questions/reader/plain-turns.ts'
import { remarkOf } from '../questions/reader/remark-of.ts'
import { cleaned } from '../questions/reader/words.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import type { ReadQuestionResult } from '../tools/read-question.ts'
import { answerPlan } from './answer-plan.ts'
import { type ConnectedTool, planConnectedServer } from './connected-server.ts'
import type { Conversation } from './conversation.ts'
import { asksOfCulprit, culpritOf, withCulprit } from './culprit.ts'
import { asksForReading, explainReading } from './explain-reading.ts'
import { guessedNone } from './guessed-none.ts'
import { planNothingArrived } from './kinds/delivery.ts'
import { caveatsOf, noTelemetryText } from './kinds/words.ts'
import { leftUnsaid } from './left-unsaid.ts'
import type { PlanContext } from './plan-context.ts'
import { type Action, Desk, type Done, type PlannedCall } from './plan-state.ts'
import { firstAsked, lastOpen, previousOf } from './previous.ts'

/** What the answer still needs after the first look-ups of a run. Each step of a run says something of its own. */
function furtherReasoning({ current }: Conversation, calls: readonly PlannedCall[]): string | null {
  // The first call read the question. The reason for later calls comes from the plan.
  if (current.calls.length < 2) return null
  const names = [...new Set(calls.map(({ name }) => name))]
  return `After ${current.calls.length} look-ups the answer still needs ${names.join(' and ')}.`
}

/** Several numbers are given in one paragraph. The details follow below it, each of them once. */
function together(texts: readonly string[], areNumbers: boolean): string {
  if (texts.length < 2) return texts.join('\n\n')
  const parts = texts.map((text) => text.split('\n\n'))
  if (!areNumbers) return [...new Set(parts.flat())].join('\n\n')
  const behind = parts.flatMap(([, ...rest]) => rest)
  return [toldOnce(parts.map(([first = '']) => first)).join(' '), ...new Set(behind)].join('\n\n')
}

/** Of how many requests a duration is, and what else is known of them, is said behind the first one. */
const OVER = / It is over [\d,]{1,20} requests?, [\d,]{1,20} of them failed;[^[]{0,200}(?=\[|$)/

function toldOnce(texts: readonly string[]): string[] {
  const said = new Set<string>()
  return texts.map((text) => {
    const [over = ''] = OVER.exec(text) ?? []
    const [of = ''] = over.split(';')
    if (over === '' || !said.has(of)) {
      said.add(of)
      return text
    }
    return text.replace(over, () => ' ')
  })
}

function shortly(action: Action): Action {
  return action.type === 'answer' ? { type: 'answer', text: inTenSeconds(action.text) } : action
}

/** Whether the only plan of a question asks for a number, and there is nothing to give one of. */
function foundNothing({ plans: [plan, ...others], relation, language }: ReadQuestionResult, desk: Desk): boolean {
  if (plan === undefined || plan.time.anchor !== undefined || others.length > 0 || language !== 'en') return false
  const isOfLines = plan.intent === 'list' && plan.of === 'logs' && relation === 'follow_up'
  if (plan.intent !== 'measure' && !isOfLines) return false
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan })?.result
  // "Just acme" of lines that do not carry it: none of them is hardly what was meant.
  const isNarrowed = relation === 'follow_up' && plan.conditions.some(({ on }) => on === 'attribute')
  if (found?.kind === 'list') return isNarrowed && found.total === 0
  if (found?.kind !== 'measure' || plan.intent !== 'measure') return false
  return (isNarrowed && found.value === 0) || isNoNumber(plan, found)
}

/**
 * Returns what to do next in a conversation: the missing calls, or the answer. A pure function, so a repeated step does
 * the same.
 */
export function planNext(
  conversation: Conversation,
  askedAtMs: number,
  tools: ReadonlySet<string>,
  connected: readonly ConnectedTool[] = [],
): Action {
  const { question } = conversation.current
  if (asksForReading(cleaned(question))) return { type: 'answer', text: explainReading(conversation, askedAtMs) }
  const apart = pastedApart(question)
  // A command that is pasted beside a question orders nothing.
  const said = apart === null || apart.isPointing || !apart.isShaped ? question : apart.asked
  // "Drop the web one" behind a list leaves one out of it.
  const remark = remarkOf(cleaned(plainTurn(said, previousOf(conversation))))
  if (remark !== null) return { type: 'answer', text: remarkText(remark) }
  const desk = new Desk(conversation)
  const addressed = planConnectedServer(question, connected, desk)
  if (addressed !== null) return addressed
  const open = lastOpen(conversation)
  const again = firstAsked(conversation)
  const inThread = {
    question: question.slice(0, 10_000),
    previous: previousOf(conversation),
    ...(open === null ? {} : { isLastOpen: true, open }),
  }
  const asked = again === null ? inThread : { question: again.slice(0, 10_000) }
  const read = desk.need<ReadQuestionResult>('read_question', asked, 'run')
  if (desk.missing.length > 0)
    return {
      type: 'call',
      reasoning: 'I am reading the question with the names in this project’s telemetry.',
      calls: desk.missing,
    }
  if (read === null)
    return {
      type: 'answer',
      text: `I could not find out what telemetry there is, because the look-up failed. Please ask again in a moment. ${caveatsOf(desk.failed).join(' ')}`.trim(),
    }
  return planRead({ conversation, askedAtMs, tools, desk }, asked, read)
}

/** Whether a route that the question writes out still restricts what is told: another reading may not answer for all. */
function keepsRoutes(question: string, { plans }: ReadQuestionResult, others: readonly Plan[]): boolean {
  const routesOf = (plan: Plan): readonly string[] =>
    plan.conditions.flatMap((one) => (one.on === 'operation' && one.not !== true ? one.values : []))
  const written = plans.flatMap(routesOf).filter((route) => route.includes('/') && question.includes(route))
  return others.every((plan) => written.length === 0 || routesOf(plan).some((route) => written.includes(route)))
}

type PlanRun = Omit<PlanContext, 'plan' | 'read'>
type AskedQuestion = Readonly<Record<string, unknown>> & { readonly question: string }

/** What to do next about a question that was read. */
function planRead(run: PlanRun, asked: AskedQuestion, read: Done<ReadQuestionResult>): Action {
  const { conversation, askedAtMs, tools, desk } = run
  const { result, id } = read
  if (result.remark !== undefined) return { type: 'answer', text: remarkText(result.remark) }
  if (result.lastRecord === null) {
    return tools.has('source_health')
      ? planNothingArrived(desk, id, askedAtMs)
      : { type: 'answer', text: noTelemetryText(id) }
  }
  if (asksOfCulprit(asked.question)) {
    const culprit = culpritOf(conversation, desk, result.lastRecord)
    const of = culprit === null ? asked : { ...asked, question: withCulprit(asked.question, culprit) }
    const about = culprit === null ? read : desk.need<ReadQuestionResult>('read_question', of, 'run')
    if (desk.missing.length > 0)
      return { type: 'call', reasoning: 'The service that is meant has to be found first.', calls: desk.missing }
    if (culprit !== null && about !== null) return planRead(run, of, about)
  }
  if (result.plans.length === 0) return { type: 'answer', text: [...result.notes, askBackText(result, id)].join(' ') }
  const actions = result.plans.map((plan) => answerPlan({ ...run, plan, read }))
  const whole =
    desk.missing.length === 0 && (foundNothing(result, desk) || guessedNone(result, desk) !== null)
      ? desk.need<ReadQuestionResult>('read_question', { ...asked, asWhole: true }, 'run')
      : null
  const [plan, ...more] = whole?.result.plans ?? []
  if (whole !== null && plan !== undefined && keepsRoutes(asked.question, result, [plan, ...more])) {
    const found = [plan, ...more].map((one) => shortly(answerPlan({ ...run, plan: one, read: whole })))
    const call = found.find(({ type }) => type === 'call')
    if (call !== undefined) return call
    const askBack = guessedNone(whole.result, desk)
    if (askBack !== null) return { type: 'answer', text: askBackText({ ...result, askBack }, whole.id) }
    const answers = found.flatMap((action) => (action.type === 'answer' ? [action.text] : []))
    const text = more.length === 0 ? (answers[0] ?? '') : together(answers, true)
    return { type: 'answer', text: [...whole.result.notes, text].join(' ') }
  }
  const askBack = desk.missing.length === 0 ? guessedNone(result, desk) : null
  if (askBack !== null) return { type: 'answer', text: askBackText({ ...result, askBack }, id) }
  if (desk.missing.length > 0) {
    const reasoning = [...new Set(actions.flatMap((action) => (action.type === 'call' ? [action.reasoning] : [])))]
    const calls = desk.missing.filter(
      (call, index, all) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(call)) === index,
    )
    return { type: 'call', reasoning: furtherReasoning(conversation, calls) ?? reasoning.join(' '), calls }
  }
  const texts = actions.flatMap((action) => (action.type === 'answer' ? [action.text] : []))
  const areNumbers = result.plans.every(
    (one) => one.intent === 'measure' || (one.intent === 'list' && one.isTimeAsked === true),
  )
  const errors = actions.flatMap((action) => (action.type === 'answer' ? (action.errors ?? []) : []))
  const isTold = actions.some((action) => action.type === 'answer' && action.isOfNamed === true)
  const beside = isTold || isAllAbout(errors, result.unrestricted ?? []) ? [] : (result.unrestricted ?? [])
  const answer = withUnrestricted(together(texts, areNumbers), beside)
  const unsaid = leftUnsaid(asked.question, result.plans, [answer, ...result.leftOut, ...result.notes].join(' '))
  const opening = [leftOutSentence([...result.leftOut, ...unsaid]), ...result.notes]
  const text = [...opening, answer].filter((part) => part !== '').join(' ')
  return { type: 'answer', text: inTenSeconds(text) }
}
