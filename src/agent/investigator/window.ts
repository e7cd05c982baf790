/** Chooses the period to examine, and its steps. */
import type { CoverageOfService, Grid } from '../../telemetry/index.ts'
import type { WindowMs } from './source.ts'

/**
 * A stated time comes from an alert or a person: up to twenty minutes after the onset. There must be enough time before
 * the onset to see how much things vary on their own.
 */
export const LATE_MAX_MS = 20 * 60_000
/** Clocks differ, and people round. The onset may also be a little after the stated time. */
export const EARLY_MAX_MS = 45_000
/** Around an onset: enough baseline, but not so much that the load has changed. */
const BEFORE_ONSET_MS = 10 * 60_000
const AFTER_ONSET_MS = 5 * 60_000
/** Without a stated time: the last half hour that has telemetry. */
const LAST_MS = 30 * 60_000
/** How far back the last telemetry is looked for if neither a time nor a window is stated. */
export const LOOK_BACK_MS = 24 * 60 * 60_000
/** With steps this short, a closer look gains nothing. */
const CLOSE_STEP_MS = 20_000
/** An onset found in coarse steps may be this many steps early. */
const COARSE_ERROR_STEPS = 5
/** At most this many intervals, because the size of the aggregates is proportional to their number. */
const INTERVALS_MAX = 90
/** Lengths of an interval, round numbers for people. The shortest still holds a few requests of a quiet service. */
const STEPS_MS = [
  5_000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
] as const

/** The window to examine if the caller stated none. */
export function defaultWindow(hintMs: number | null, lastRecordMs: number | null, nowMs: number): WindowMs | null {
  if (hintMs !== null) {
    return { fromMs: hintMs - LATE_MAX_MS - BEFORE_ONSET_MS, toMs: Math.min(nowMs, hintMs + AFTER_ONSET_MS) }
  }
  if (lastRecordMs === null) return null
  return { fromMs: lastRecordMs - LAST_MS, toMs: Math.min(nowMs, lastRecordMs + 1) }
}

/** Cuts a window to the time in which there is telemetry. Logs and spans decide; metrics only if they are alone. */
export function trimmed(window: WindowMs, services: readonly CoverageOfService[]): WindowMs | null {
  const fine = services.filter((entry) => entry.signal !== 'metrics')
  const used = fine.length > 0 ? fine : services
  if (used.length === 0) return null
  const firstMs = Math.min(...used.map((entry) => entry.firstMs))
  const lastMs = Math.max(...used.map((entry) => entry.lastMs))
  return { fromMs: Math.max(window.fromMs, firstMs), toMs: Math.min(window.toMs, lastMs + 1) }
}

/** Intervals over the window with a boundary at `hintMs`. `hint` is the interval that begins there. */
export function gridOver(window: WindowMs, hintMs: number | null): { grid: Grid; hint: number | null } {
  const lengthMs = window.toMs - window.fromMs
  const intervalMs = STEPS_MS.find((step) => lengthMs / step <= INTERVALS_MAX) ?? Math.ceil(lengthMs / INTERVALS_MAX)
  if (hintMs === null || hintMs <= window.fromMs || hintMs >= window.toMs) {
    const startMs = Math.floor(window.fromMs / intervalMs) * intervalMs
    return {
      grid: { startMs, intervalMs, count: Math.max(1, Math.ceil((window.toMs - startMs) / intervalMs)) },
      hint: null,
    }
  }
  const before = Math.ceil((hintMs - window.fromMs) / intervalMs)
  const after = Math.ceil((window.toMs - hintMs) / intervalMs)
  return { grid: { startMs: hintMs - before * intervalMs, intervalMs, count: before + after }, hint: before }
}

/** The part of a long window around an onset found in coarse steps. Null if the steps are fine already. */
export function closerWindow(window: WindowMs, grid: Grid, onset: number): WindowMs | null {
  if (grid.intervalMs <= CLOSE_STEP_MS) return null
  const onsetMs = grid.startMs + onset * grid.intervalMs
  return {
    fromMs: Math.max(window.fromMs, onsetMs - BEFORE_ONSET_MS),
    // With coarse steps, an onset is found some steps early if other trouble came before.
    toMs: Math.min(window.toMs, onsetMs + AFTER_ONSET_MS + COARSE_ERROR_STEPS * grid.intervalMs),
  }
}
