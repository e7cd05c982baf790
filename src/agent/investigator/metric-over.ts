/** Whether what readings show of a service was a burst that has passed, and not what is wrong now. */
import type { Grid } from '../../telemetry/index.ts'
import { READINGS_BEFORE_MIN } from './metric-shifts.ts'
import type { MetricSymptom } from './metric-symptoms.ts'

/** An alert that did not fire again for so long counts as resolved: what Alertmanager does unless told otherwise. */
const RESOLVED_MS = 5 * 60_000

/**
 * Whether all that moved beyond chance came back to its usual level, and has been there for longer than it was off it. Faults
 * last until somebody repairs them; bursts pass.
 */
export function hasPassed(symptoms: readonly MetricSymptom[], onset: number, grid: Grid, everyday: number): boolean {
  const beyond = symptoms.filter(({ nats }) => nats > everyday)
  return beyond.length > 0 && beyond.every((symptom) => isBack(symptom, onset, grid.intervalMs))
}

function isBack({ row, shift, isGone }: MetricSymptom, onset: number, intervalMs: number): boolean {
  // A restart gives back memory, and what took it takes it again.
  if (isGone || row.role === 'memory') return false
  const middle = (shift.before + shift.after) / 2
  const isUp = shift.after >= shift.before
  const since = [...row.harm.subarray(onset)].map((value, at) => ({ at, value }))
  const read = since.filter(({ value }) => !Number.isNaN(value))
  const offIn = (of: typeof read): number =>
    of.filter(({ value }) => (isUp ? value > middle : value < middle)).length / of.length
  const end = (read.at(-1)?.at ?? 0) + 1
  const last = read.filter(({ at }) => (end - at) * intervalMs <= RESOLVED_MS)
  const late = last.length < READINGS_BEFORE_MIN ? read.slice(-READINGS_BEFORE_MIN) : last
  return end * intervalMs > RESOLVED_MS && offIn(read) < 1 / 2 && offIn(late) < 1 / 2
}
