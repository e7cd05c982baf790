/**
 * The second number that a count may mean, told in the same sentence: lines by the service that has them, where two
 * services tell of one event, and requests counted once, where each is counted at every service it passes.
 */
import { code } from '../embedded/markdown.ts'
import type { MeasureResult, Once } from '../questions/execute/result.ts'
import { without } from '../questions/plan/plan.ts'
import { number, percent, window } from './format.ts'
import type { MeasurePlan, Worded } from './measure-words.ts'
import { conditionsOf } from './scope.ts'

const SERVICES_SHOWN = 2

/** ": **57** of `orders`, **57** of `pay-bridge`"; empty where one service has all lines. */
export function byService({ services = [], groups }: MeasureResult): string {
  if (services.length < 2 || groups.length > 0) return ''
  const shown = services
    .slice(0, SERVICES_SHOWN)
    .map(({ service, count }) => `**${number(count)}** of ${code(service, 60)}`)
  const rest = services.slice(SERVICES_SHOWN)
  const others = rest.length === 0 ? '' : `, ${number(rest.reduce((sum, { count }) => sum + count, 0))} of others`
  return `: ${shown.join(', ')}${others}`
}

/** "; **1,514** at the outermost services alone", where that is another number. */
export function countedOnce(once: Once | undefined, value: number): string {
  if (once === undefined || once.value === value) return ''
  return `; **${number(once.value ?? 0)}** ${where(once)}`
}

function where({ only }: Once): string {
  return only === 'first' ? 'if each counts once, at the first service that has it' : 'at the outermost services alone'
}

/** "; requests carry **1,229** different `customer.id`", where lines name fewer. */
export function otherValues({ elsewhere }: MeasureResult): string {
  if (elsewhere === undefined) return ''
  const { key, signal, count } = elsewhere
  return `; ${signal === 'spans' ? 'requests' : 'log records'} carry **${number(count)}** different ${code(key, 60)}`
}

/** "; **19** of them were refused (4xx); **21** log records tell of a failed `login`", where no request failed. */
export function refusedInstead({ refused, told, of = 0 }: MeasureResult, isShare: boolean): string {
  const counted =
    refused === undefined
      ? ''
      : `; **${isShare ? percent(refused / Math.max(1, of)) : number(refused)}** were refused with a status of 4xx`
  const codes = refused !== undefined && isShare ? `${counted} (${number(refused)} of ${number(of)})` : counted
  const lines =
    told === undefined ? '' : `; **${number(told.count)}** log records tell of a failure of ${code(told.noun, 60)}`
  return `${codes}${lines}`
}

/** The share among the requests, where each counts once: of those that failed, or of those that succeeded. */
export function shareOnce({ once, of }: MeasureResult, isOfSucceeded: boolean): string {
  if (once === undefined || once.of === of || once.value === null) return ''
  const { failed = 0, of: all = 0 } = once
  const which = once.only === 'first' ? 'if each counts once' : 'of requests from outside'
  return `; ${which} **${percent(once.value)}** (${number(isOfSucceeded ? all - failed : failed)} of ${number(all)})`
}

/** The rate of the requests, where each counts once, over as many units of time. */
export function rateOnce({ once, value }: MeasureResult, units: number, unit: string): string {
  if (once === undefined || once.value === value) return ''
  return `; **${number((once.value ?? 0) / units)}** per ${unit} ${where(once)}`
}

/** "**340** log records say `comment stored`", where these are another number than what was counted. */
export function eventLines(plan: MeasurePlan, { said, count }: NonNullable<MeasureResult['events']>): string {
  const others = conditionsOf(without(plan.conditions, 'templates', 'operation'))
  const isFirst = plan.measure.of === 'records'
  return `**${number(count)}** log records ${isFirst ? 'that say' : 'say'} ${code(said, 80)}${others === '' ? '' : ` ${others}`}`
}

/** The rate of these, over as many units of time, beside the rate of what was counted, and of the requests meant. */
export function eventsRate(
  plan: MeasurePlan,
  { events, requests }: MeasureResult,
  units: number,
  unit: string,
): string {
  const rate = (count: number): string => `**${number(count / units)}** per ${unit}`
  const lines =
    events === undefined
      ? ''
      : `; ${rate(events.count)} ${plan.measure.of === 'records' ? 'that say' : 'log records that say'} ${code(events.said, 80)}`
  return `${lines}${requests === undefined ? '' : `; ${rate(requests)} requests on the route of that name`}`
}

/** The window of a number, with the words that asked for it. */
export function windowWords({ plan, result, askedAtMs }: Worded): string {
  const said =
    plan.time.phrase !== undefined && plan.time.basis === 'asked'
      ? ` (\u201c${plan.time.phrase.replace(/[`*[\]]/g, '')}\u201d)`
      : ''
  return `${window(result.window, askedAtMs)}${said}`
}
