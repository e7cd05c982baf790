/** Writes whether a metric does what it does every day: what it does now, since when, and how far outside. */
import { cite, code } from '../embedded/markdown.ts'
import type { AnomalyResult, SeriesState } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { clock, inUnit, number, rangeInUnit, span } from './format.ts'
import { conditionsOf } from './scope.ts'

const LISTED = 5
const SPIKES_LISTED = 3

type AnomalyPlan = PlanOf<'anomaly'>

/** Yes or no first where that was asked, the moment first where "when" was. */
export function anomalyAnswer(plan: AnomalyPlan, result: AnomalyResult, id: string, askedAtMs: number): string[] {
  const subject = subjectOf(plan)
  if (result.series.length === 0) {
    const why = result.tooShort === 0 ? 'has no points' : 'has too few points to say what is usual'
    return [
      `${subject}${scopeOf(plan)} ${why} up to ${clock(result.window.to, askedAtMs)}, so I cannot say. ${cite(id)}`,
    ]
  }
  const outside = result.series.filter((one) => isAsked(one, plan))
  const [worst] = outside
  if (worst === undefined) return [usualWords(plan, result, id, askedAtMs)]
  const rest = outside
    .slice(1, LISTED)
    .map((one) => `- ${whose(one)}: ${course(one, result, askedAtMs).replace(/^(?:has been|was|had) /, '')}`)
  const more = outside.length > LISTED ? [`- and ${outside.length - LISTED} more`] : []
  const others = result.series.length - outside.length
  const usual = others > 0 ? `${others === 1 ? 'One other series is' : `${others} other series are`} as usual.` : ''
  return [
    `${opening(plan, worst, subject)}${ofWhom(plan, worst)} ${begun(plan, worst, askedAtMs)}${course(worst, result, askedAtMs)}. ${cite(id)}`,
    [...rest, ...more].join('\n'),
    usual,
  ]
}

function subjectOf({ subject }: AnomalyPlan): string {
  return subject.of === 'metric' ? code(subject.metric, 120) : 'The 95th percentile duration of requests'
}

function scopeOf({ conditions }: AnomalyPlan): string {
  const words = conditionsOf(conditions)
  return words === '' ? '' : ` ${words}`
}

function ofWhom(plan: AnomalyPlan, { service, of }: SeriesState): string {
  const isNamed = plan.conditions.some(({ on }) => on === 'service')
  const edge = of === undefined ? '' : `, the ${of} of several series,`
  return `${isNamed || service === null ? scopeOf(plan) : ` of ${code(service, 80)}${scopeOf(plan)}`}${edge}`
}

function whose({ service }: SeriesState): string {
  return service === null ? 'all together' : code(service, 80)
}

/** Outside, and on the side that was asked about. */
function isAsked({ since, spikes, peak, usual }: SeriesState, { direction }: AnomalyPlan): boolean {
  if (since === null && spikes.length === 0) return false
  if (direction === undefined) return true
  return direction === 'up' ? peak.value > usual.high : peak.value < usual.low
}

function opening({ isWhenAsked, isNormalAsked }: AnomalyPlan, { until }: SeriesState, subject: string): string {
  if (isWhenAsked === true) return subject
  const word = isNormalAsked === true ? (until === null ? '**No**' : '**Yes**, again') : '**Yes**'
  return `${word}: ${lower(subject)}`
}

/** "began to rise at 04:13:00 UTC and ", where the moment is asked for. */
function begun(
  { isWhenAsked, direction }: AnomalyPlan,
  { began, peak, usual }: SeriesState,
  askedAtMs: number,
): string {
  if (isWhenAsked !== true || direction === undefined || began === undefined) return ''
  return `began to ${peak.value > usual.high ? 'rise' : 'fall'} at about **${clock(began, askedAtMs)}** and `
}

/** "has been above its everyday range (402–515 MB) since 03:59:00 UTC: 812 MB now, …". */
function course(
  { since, until, is, now, usual, peak, spikes }: SeriesState,
  { unit }: AnomalyResult,
  askedAtMs: number,
): string {
  const range = `its everyday range of ${rangeInUnit(usual.low, usual.high, unit)}`
  const side = peak.value > usual.high ? 'above' : 'below'
  const extreme = `${side === 'above' ? 'highest' : 'lowest'} ${inUnit(peak.value, unit)} at ${clock(peak.at, askedAtMs)}${timesOutside(peak.value, usual)}`
  if (since === null) {
    const listed = spikes.slice(0, SPIKES_LISTED).map((at) => clock(at, askedAtMs))
    const more = spikes.length > SPIKES_LISTED ? ` and ${spikes.length - SPIKES_LISTED} more` : ''
    return `had ${spikes.length === 1 ? 'a spike' : `${spikes.length} spikes`} outside ${range} at **${listed.join(', ')}**${more}; ${extreme}; ${inUnit(now, unit)} now`
  }
  if (until !== null)
    return `${side === 'above' ? 'rose above' : 'fell below'} ${range} from **${clock(since, askedAtMs)}** to ${clock(until, askedAtMs)} (${span(Date.parse(until) - Date.parse(since))}); ${extreme}; ${inUnit(now, unit)} now`
  return `has been ${is} ${range} since **${clock(since, askedAtMs)}**: ${inUnit(now, unit)} now; ${extreme}`
}

/** " (3.2 times its everyday maximum)", where that says something. */
function timesOutside(value: number, { high }: SeriesState['usual']): string {
  return high > 0 && value >= 1.5 * high ? `, ${number(value / high)} times its everyday maximum` : ''
}

function usualWords(plan: AnomalyPlan, result: AnomalyResult, id: string, askedAtMs: number): string {
  const [first] = result.series
  const { unit, series } = result
  const word = plan.isNormalAsked === true ? '**Yes**: ' : '**No**: '
  const what =
    plan.direction === undefined ? 'nothing unusual in' : `no ${plan.direction === 'up' ? 'rise' : 'fall'} of`
  const until = clock(result.window.to, askedAtMs)
  if (series.length === 1 && first !== undefined)
    return `${word}${what} ${lower(subjectOf(plan))}${ofWhom(plan, first)}: ${inUnit(first.now, unit)} now, everyday ${rangeInUnit(first.usual.low, first.usual.high, unit)}, up to ${until}. ${cite(id)}`
  const low = Math.min(...series.map(({ usual }) => usual.low))
  const high = Math.max(...series.map(({ usual }) => usual.high))
  return `${word}${what} ${lower(subjectOf(plan))}${scopeOf(plan)}: each of ${series.length} services is within its own everyday range (all together ${rangeInUnit(low, high, unit)}), up to ${until}. ${cite(id)}`
}

function lower(text: string): string {
  return text.startsWith('The ') ? `the${text.slice(3)}` : text
}
