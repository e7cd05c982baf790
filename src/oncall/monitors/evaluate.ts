/**
 * Evaluates a condition at one minute, or at every minute of a range. The live evaluation and the preview over the past
 * use the same function, on tables filled by the same questions.
 */

import type { Condition, MonitorDefinition, MonitorState } from '../../contracts/monitor-protocol.ts'
import { medianOf } from '../../median.ts'
import { type Step, step, type Verdict } from './machine.ts'
import { type Measured, measured, type Tables } from './measure.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
/** Earlier days that `unusual` compares with, and how many of them need data. */
export const BASELINE_DAYS = 7
const BASELINE_DAYS_MIN = 3
/** Converts a median absolute deviation to a standard deviation, for normally distributed values. */
const MAD_TO_DEVIATION = 1.4826
/** The least spread of values, as a share of their median. Otherwise values that hardly change would always alert. */
const SPREAD_SHARE_MIN = 0.05

export interface EvaluationData {
  readonly minutes: Tables
  /** The hours of earlier days; only for conditions with `unusual`. */
  readonly hours: Tables
}

/** Evaluates the window that ends at `at`, a whole minute. */
export function evaluate(definition: MonitorDefinition, state: MonitorState, data: EvaluationData, at: number): Step {
  const { condition } = definition
  const found = measured(condition.measure, data.minutes, at - condition.windowMinutes * MINUTE_MS, at)
  const isSeen = found.count > 0
  const verdict = verdictOf(condition, found, isSeen || state.seenAt !== null, data.hours, at)
  return step(state, { type: 'evaluated', verdict, isSeen }, at, definition)
}

function verdictOf(condition: Condition, found: Measured, wasSeen: boolean, hours: Tables, at: number): Verdict {
  const { comparison, minimumCount } = condition
  const { value } = found
  if (comparison.kind === 'absent') {
    if (!wasSeen) return { kind: 'no_data' }
    return { kind: found.count === 0 ? 'breach' : 'clear', value: found.count }
  }
  if (value === null || (!found.isSum && found.count < minimumCount)) return { kind: 'no_data' }
  if (comparison.kind === 'unusual') return unusual(condition, comparison, found, hours, at)
  const { kind, threshold, recoverAt } = comparison
  const isBeyond = (bound: number) => (kind === 'above' ? value > bound : value < bound)
  if (isBeyond(threshold)) return { kind: 'breach', value }
  return { kind: recoverAt !== null && isBeyond(recoverAt) ? 'hold' : 'clear', value }
}

function unusual(
  { measure, windowMinutes }: Condition,
  { direction, deviations }: Extract<Condition['comparison'], { kind: 'unusual' }>,
  { value, isSum }: Measured,
  hours: Tables,
  at: number,
): Verdict {
  if (value === null) return { kind: 'no_data' }
  const hour = Math.floor((at - 1) / HOUR_MS) * HOUR_MS
  const usual: number[] = []
  for (let day = 1; day <= BASELINE_DAYS; day++) {
    const fromMs = hour - day * DAY_MS
    const before = measured(measure, hours, fromMs, fromMs + HOUR_MS)
    if (before.value === null || before.count === 0) continue
    usual.push(isSum ? (before.value * windowMinutes) / 60 : before.value)
  }
  if (usual.length < BASELINE_DAYS_MIN) return { kind: 'no_data' }
  const middle = medianOf(usual)
  const spread = Math.max(
    MAD_TO_DEVIATION * medianOf(usual.map((one) => Math.abs(one - middle))),
    SPREAD_SHARE_MIN * Math.abs(middle),
    // A count varies by its square root even if nothing changes.
    isSum ? Math.sqrt(Math.max(1, middle)) : 0,
  )
  const distance = spread === 0 ? 0 : (value - middle) / spread
  const isBreach = (direction !== 'below' && distance > deviations) || (direction !== 'above' && distance < -deviations)
  return { kind: isBreach ? 'breach' : 'clear', value }
}

/** Evaluates every minute in (fromMs, toMs]. Returns the last state and the steps that changed the status. */
export function evaluateSpan(
  definition: MonitorDefinition,
  state: MonitorState,
  data: EvaluationData,
  fromMs: number,
  toMs: number,
): { readonly state: MonitorState; readonly changes: readonly Step[] } {
  const changes: Step[] = []
  let current = state
  for (let at = fromMs + MINUTE_MS; at <= toMs; at += MINUTE_MS) {
    const next = evaluate(definition, current, data, at)
    current = next.state
    if (next.transition !== null) changes.push(next)
  }
  return { state: current, changes }
}
