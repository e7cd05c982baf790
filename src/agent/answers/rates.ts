/** How many in a second, a minute, an hour or a day: of what was counted, over the time that had telemetry. */
import type { MeasureResult } from '../questions/execute/result.ts'
import { clock, number, span } from './format.ts'
import { type MeasurePlan, UNIT_MS, type Worded } from './measure-words.ts'
import { eventsRate, rateOnce, windowWords } from './number-parts.ts'
import { scope, subject } from './scope.ts'

export function rateHeadline(worded: Worded): string {
  const { plan, result, askedAtMs } = worded
  const unit = plan.per ?? 'second'
  const { covered } = result
  const { lengthMs, coveredMs } = lengthsOf(result)
  const value = result.value ?? 0
  const rate = (value / coveredMs) * UNIT_MS[unit]
  const isPart = coveredMs < lengthMs * 0.95 && covered !== null
  const whole = isPart
    ? ` It sent telemetry from ${clock(covered.from, askedAtMs)} to ${clock(covered.to, askedAtMs)}; spread over the whole window it is ${number((value / lengthMs) * UNIT_MS[unit])} per ${unit}.`
    : ''
  return `**${number(rate)}** ${subject(plan)} per ${unit}${scope(plan)}: ${number(value)} in ${span(coveredMs)}, ${windowWords(worded)}${rateOnce(result, coveredMs / UNIT_MS[unit], unit)}${eventsRate(plan, result, coveredMs / UNIT_MS[unit], unit)}.${whole}`
}

/** "318,047 per minute, in all ": a sum that was asked for per unit of time; nothing for any other number. */
export function sumPerUnit({ plan, result }: Worded): string {
  if (plan.per === null || !isSum(plan) || result.value === null) return ''
  const rate = (result.value / lengthsOf(result).coveredMs) * UNIT_MS[plan.per]
  return `**${number(rate)} per ${plan.per}**, in all `
}

export function isSum({ measure }: MeasurePlan): boolean {
  return measure.of === 'number' && measure.statistic === 'sum'
}

/** How long the window is, and how much of it had telemetry; milliseconds. */
export function lengthsOf({ window, covered }: MeasureResult): {
  readonly lengthMs: number
  readonly coveredMs: number
} {
  const lengthMs = Date.parse(window.to) - Date.parse(window.from)
  const coveredMs = covered === null ? lengthMs : Math.max(1000, Date.parse(covered.to) - Date.parse(covered.from))
  return { lengthMs, coveredMs }
}
