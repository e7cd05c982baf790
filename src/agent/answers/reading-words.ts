/** Says how a question was read: its plan in words, for "how did you read this?". */
import { code } from '../embedded/markdown.ts'
import type { Measure, Plan, PlanOf, PlanTime } from '../questions/plan/plan.ts'
import { span, window } from './format.ts'
import { statistic } from './measure-words.ts'
import { conditionsOf, nounOf } from './scope.ts'

/** One line per slot of the plan that is filled, each a sentence without its full stop. */
export function planInWords(plan: Plan, askedAtMs: number): string[] {
  return [
    `Asked for: ${subjectOf(plan)}`,
    ...(plan.intent === 'measure' ? shapeOf(plan) : []),
    `Time: ${timeInWords(plan.time, askedAtMs)}`,
    ...('against' in plan && plan.against !== null ? [`Compared with: ${timeInWords(plan.against, askedAtMs)}`] : []),
  ]
}

function subjectOf(plan: Plan): string {
  const rest = conditionsOf(plan.conditions, plan.intent === 'measure' ? namedBy(plan.measure) : [])
  return [intentInWords(plan), rest].filter((part) => part !== '').join(' ')
}

/** Conditions that are part of the measure's own name. */
function namedBy(measure: Measure): readonly ('outcome' | 'severity')[] {
  if (measure.of === 'requests') return ['outcome']
  return measure.of === 'records' ? ['severity'] : []
}

const CAUSE_ASPECTS: Readonly<Record<PlanOf<'cause'>['aspect'], string>> = {
  what: 'what broke',
  why: 'why it broke',
  since: 'since when it is broken',
  how_long: 'how long it was broken',
  mechanism: 'how it broke',
  impact: 'who and what is affected',
  next_step: 'what to do next',
  sure: 'how sure the answer is',
  deployment: 'whether a deployment is to blame',
  anything: 'whether anything is unusual',
  affected: 'which services are affected',
  unaffected: 'who is not affected',
  recurring: 'whether it happened before',
  besides: 'what else is wrong',
  remedy: 'whether a change ended it',
}

function intentInWords(plan: Plan): string {
  switch (plan.intent) {
    case 'measure':
      return measureInWords(plan.measure, plan)
    case 'list':
      return `the ${plan.limit === 1 ? '' : `${plan.limit} `}${plan.order} ${plan.of === 'logs' ? 'log records' : plan.of}`
    case 'patterns':
      return `the ${plan.limit} most frequent patterns of log lines`
    case 'common':
      return `what ${plan.of === 'slow' ? 'the slowest requests' : nounOf({ of: 'requests' }, plan.conditions)} have in common`
    case 'changes':
      return 'what changed'
    case 'cause':
      return CAUSE_ASPECTS[plan.aspect]
    case 'state':
      return 'whether everything is well now'
    case 'health':
      return `the health of ${code(plan.service, 80)}`
    case 'anomaly':
      return `whether ${plan.subject.of === 'metric' ? code(plan.subject.metric, 120) : 'the 95th percentile duration of requests'} is unusual against its own past`
    case 'timeline':
      return 'what happened in which order'
    case 'versions':
      return 'the versions that run'
    case 'deployments':
      return plan.isRestart === true ? 'what was restarted' : 'what was deployed'
    case 'release':
      return 'what a release did'
    case 'life':
      return 'when services stopped and came back, and why'
    case 'leadup':
      return 'what came before it'
    case 'meaning':
      return `what ${code(plan.text, 120)} means`
    case 'dependencies':
      return plan.direction === 'both' ? 'callers and callees' : `the ${plan.direction}`
    case 'calls':
      return `how the calls to ${code(plan.said, 80)} do`
    case 'metrics':
      return 'which metrics there are'
    case 'coverage':
      return 'what telemetry there is'
    case 'delivery':
      return 'whether telemetry still arrives'
    case 'trace':
      return `trace ${code(plan.id)}`
    case 'record':
      return `the record with the id ${code(plan.id)}`
  }
}

function measureInWords(measure: Measure, { conditions }: PlanOf<'measure'>): string {
  switch (measure.of) {
    case 'records':
    case 'requests':
    case 'spans':
    case 'distinct':
      return `the number of ${nounOf(measure, conditions)}`
    case 'ratio':
      if (measure.among !== undefined) return 'the share of log records'
      return measure.share === 'matching' ? 'the share of requests' : `the share of requests that ${measure.share}`
    case 'duration':
      return `the ${statisticInWords(measure.statistic)} of the duration of requests`
    case 'metric':
      return `the ${statisticInWords(measure.statistic)} of the metric ${code(measure.metric, 120)}`
    case 'number':
      return `the ${statisticInWords(measure.statistic)} of ${code(measure.key, 80)}`
  }
}

const statisticInWords = (name: string): string => statistic(name).toLowerCase()

function shapeOf({
  groupBy,
  isGroupImplied,
  isChangeRanked,
  order,
  limit,
  per,
  intervalMs,
}: PlanOf<'measure'>): string[] {
  const isGrouped = groupBy.length > 0 && isGroupImplied !== true
  return [
    ...(isGrouped
      ? [`Grouped by: ${groupBy.map(({ field }) => code(field, 80)).join(', ')}, ${order} first, at most ${limit}`]
      : []),
    ...(isChangeRanked === true ? ['Ranked by: how much each changed between the two windows'] : []),
    ...(per === null ? [] : [`As a rate: per ${per}`]),
    ...(intervalMs === null ? [] : [`Over time: in steps of ${span(intervalMs)}`]),
  ]
}

const BASES: Readonly<Record<PlanTime['basis'], string>> = {
  asked: 'as the question says',
  inherited: 'kept from the question before',
  last_with_telemetry: 'no time was named, so the last hour that has telemetry',
  now: 'the last minutes that have telemetry',
}

const ANCHORS = {
  onset: 'from the onset that the investigation finds',
  incident: 'from the onset to the recovery that the investigation finds',
  deployment: 'from the last deployment on',
} as const

function anchorInWords({ anchorSide, anchorLengthMs }: PlanTime, anchor: keyof typeof ANCHORS): string {
  if (anchorSide === undefined && anchorLengthMs === undefined) return ANCHORS[anchor]
  const length = anchorLengthMs === undefined ? '' : `${span(anchorLengthMs)} `
  const moment = anchor === 'deployment' ? 'the last deployment' : 'the onset that the investigation finds'
  return `${length}${anchorSide === 'before' ? 'up to' : 'from'} ${moment}${anchorSide === 'before' ? '' : ' on'}`
}

function timeInWords(time: PlanTime, askedAtMs: number): string {
  const anchor = time.anchor === undefined ? '' : `, ${anchorInWords(time, time.anchor)}`
  return `${window(time, askedAtMs)} (${BASES[time.basis]}${anchor})`
}
