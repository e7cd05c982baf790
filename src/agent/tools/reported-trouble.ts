/**
 * A report of trouble that was read as something narrower, or not at all. "500s all over the place, first suspect?" asks
 * for no number, and in "the app is dead for half of our drivers, where do I look?" no word has to be in the telemetry:
 * both ask what broke.
 */
import type { Plan, PlanCondition } from '../questions/plan/plan.ts'
import { causeOfReport } from '../questions/reader/cause-asked.ts'
import type { ReadContext } from '../questions/reader/state.ts'
import { isTroubleTold, type TroubleReport, troubleReport } from '../questions/reader/trouble-reported.ts'
import type { Reading } from '../questions/reading.ts'

/** The reading as a question for the cause, where a report of trouble was not taken as one. */
export function reportedTrouble(question: string, reading: Reading, context: Omit<ReadContext, 'previous'>): Reading {
  if (reading.language !== 'en') return reading
  const report = troubleReport(question)
  const isRead = reading.plans.length > 0
  const isMissed = isRead ? isReadNarrower(question, report, reading) : isUnread(question, report, reading)
  if (!isMissed) return reading
  const cause = causeOfReport(question, report?.seen ?? null, { ...context, previous: null })
  if (cause === null) return reading
  const { askBack: _, open: __, remark: ___, ...rest } = reading
  return { ...rest, ...cause, leftOut: [], relation: 'new' }
}

/** "The button does nothing, who is the culprit" is no order, and bags that are stuck at lunch are no other topic. */
function isUnread(question: string, report: TroubleReport | null, { remark }: Reading): boolean {
  if (remark === undefined) return report !== null || isTroubleTold(question)
  if (remark.kind === 'refusal') return report?.isReported === true
  return remark.kind === 'off_topic' && isTroubleTold(question)
}

/** A story of which so many words were left out was not read. */
const LEFT_OUT_MIN = 3

function isReadNarrower(question: string, report: TroubleReport | null, { plans, leftOut }: Reading): boolean {
  if (leftOut.length >= LEFT_OUT_MIN && plans.every(({ intent }) => intent !== 'cause') && isTroubleTold(question))
    return true
  if (report === null) return false
  // "Which component do I wake somebody up for?" is answered by no state.
  if (!report.isReported) return leftOut.length === 0 && plans.every(({ intent }) => intent === 'state')
  return report.isAsked && (leftOut.length > 0 || plans.every(isNarrower))
}

/** Asks for a number or a yes, and not for an origin; groups that are set side by side are what was asked for. */
function isNarrower(plan: Plan): boolean {
  const isCompared = plan.intent === 'measure' && plan.groupBy.length > 0 && plan.conditions.some(isOfSeveral)
  return (plan.intent === 'measure' && !isCompared) || plan.intent === 'state'
}

function isOfSeveral(one: PlanCondition): boolean {
  return 'values' in one && one.values.length > 1
}
