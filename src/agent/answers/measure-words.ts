/** The parts of sentences about a measured number: its name, its value in its unit, what stands behind a share. */
import { code } from '../embedded/markdown.ts'
import type { Amount, MeasureGroup, MeasureResult } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { inUnit, milliseconds, number, percent } from './format.ts'

export type MeasurePlan = PlanOf<'measure'>
export interface Worded {
  readonly plan: MeasurePlan
  readonly result: MeasureResult
  readonly id: string
  readonly askedAtMs: number
}
export const UNIT_MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const

/** Returns the name of a statistic as a sentence begins with it. */
export function statistic(name: string): string {
  return (
    {
      mean: 'Mean',
      min: 'Minimum',
      max: 'Maximum',
      p50: 'Median',
      last: 'Last value',
      sum: 'Sum',
      rate: 'Rate',
      increase: 'Increase',
      p999: '99.9th percentile',
    }[name] ?? `${name.slice(1)}th percentile`
  )
}

/** A value as people write it. */
export function shown({ plan, result }: Worded, amount: Amount): string {
  if (amount.value === null) return plan.measure.of === 'distinct' ? 'in metrics only' : 'none'
  if (plan.measure.of === 'ratio') return percent(amount.value)
  if (plan.measure.of === 'duration') return milliseconds(amount.value)
  if (plan.measure.of === 'metric') return inUnit(amount.value, result.unit)
  return number(amount.value)
}

/** The values that records of a group share. */
export function groupName(key: MeasureGroup['key']): string {
  return code(key.map((part) => part ?? '(none)').join(' '), 120)
}

/** One key for the same group in two windows. */
export function groupId({ key }: Pick<MeasureGroup, 'key'>): string {
  return JSON.stringify(key)
}

/** What a share or a percentile was taken of, in brackets. */
export function behind({ plan }: Worded, { of, failed }: Amount): string {
  if (plan.measure.of === 'ratio')
    return ` (${number(plan.measure.share === 'succeeded' ? (of ?? 0) - (failed ?? 0) : (failed ?? 0))} of ${number(of ?? 0)})`
  if (plan.measure.of === 'duration') return ` (${number(of ?? 0)} requests)`
  return ''
}

/** What was measured; empty for counts, which are named by what they count. */
export function measureName({ plan }: Worded): string {
  switch (plan.measure.of) {
    case 'ratio':
      if (plan.measure.share === 'matching')
        return plan.measure.among?.some(({ on }) => on === 'templates') === true
          ? 'share of log records'
          : 'share of requests'
      return plan.measure.share === 'succeeded' ? 'success rate' : 'error rate'
    case 'duration':
      return `${statistic(plan.measure.statistic).toLowerCase()} duration`
    case 'metric':
      if (plan.measure.outOf !== undefined) return `share of ${code(plan.measure.metric, 120)}`
      return plan.measure.isTotal === true
        ? `last values of all series of ${code(plan.measure.metric, 120)} together`
        : `${statistic(plan.measure.statistic).toLowerCase()} of ${code(plan.measure.metric, 120)}`
    case 'number':
      return `${statistic(plan.measure.statistic).toLowerCase()} of ${code(plan.measure.key, 80)}`
    default:
      return ''
  }
}

/** Whether a fall was asked for: a yes means it falls. */
export function isDownAsked(plan: MeasurePlan): boolean {
  return (
    plan.isDownAsked === true || (plan.time.phrase !== undefined && /\b(?:drop|decreas|fall)/.test(plan.time.phrase))
  )
}

/** What only requests tell is told by the requests that the lines belong to. */
export function tracedBy({ isTracedBy }: MeasureResult, by: string): string {
  return isTracedBy === true
    ? ` These lines do not carry ${by === '' ? 'that' : code(by, 80)}; the requests they belong to do.`
    : ''
}

/** The requests of a group, where each counts once. */
export function onceOf(worded: Worded, { once }: MeasureResult['groups'][number], mark = ''): string {
  if (once === undefined) return ''
  const which = once.only === 'first' ? 'counted once' : 'from outside'
  return `; ${which} ${mark}${shown(worded, once)}${mark}${behind(worded, once)}`
}

/** "Yes", and "yes, still" where it is asked whether it goes on. */
export function yesWord({ isStillAsked }: PlanOf<'measure'>): string {
  return isStillAsked === true ? 'Yes, still: ' : 'Yes: '
}
