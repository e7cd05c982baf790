/** Which stretch of time to look at, and in what steps. */
import type { CoverageOfService, Grid } from '../../telemetry/index.ts'
import type { WindowMs } from './source.ts'

/**
 * A stated time is an alert's or a person's: up to twenty minutes after the onset. Before the onset there must be enough to
 * see how much things move by themselves.
 */
export const LATE_MAX_MS = 20 * 60_000
/** Clocks are off, and people round: the onset may also lie a little after the stated time. */
export const EARLY_MAX_MS = 45_000
/** Around an onset: enough baseline, not so much that load has changed. */
const BEFORE_ONSET_MS = 10 * 60_000
const AFTER_ONSET_MS = 5 * 60_000
/** Without a stated time: the last half hour that has telemetry. */
const LAST_MS = 30 * 60_000
/** Where the last telemetry is looked for when neither time nor window is stated. */
export const LOOK_BACK_MS = 24 * 60 * 60_000
/** Steps in which nothing is gained by looking closer. */
const CLOSE_STEP_MS = 20_000
/** How many steps early an onset found in coarse steps may be. */
const COARSE_ERROR_STEPS = 5
/** At most this many intervals: the size of the aggregates is proportional to it. */
const INTERVALS_MAX = 90
/** Lengths of an interval, round for people; the shortest holds a few requests even of a quiet service. */
const STEPS_MS = [
  5_000, 10_000, 15_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
] as const

/** What to look at when the caller stated no window. */
export function defaultWindow(hintMs: number | null, lastRecordMs: number | null, nowMs: number): WindowMs | null {
  if (hintMs !== null) {
    return { fromMs: hintMs - LATE_MAX_MS - BEFORE_ONSET_MS, toMs: Math.min(nowMs, hintMs + AFTER_ONSET_MS) }
  }
  if (lastRecordMs === null) return null
  return { fromMs: lastRecordMs - LAST_MS, toMs: Math.min(nowMs, lastRecordMs + 1) }
}

/** Cuts a window to the time in which there is telemetry; logs and spans decide, metrics only when alone. */
export function trimmed(window: WindowMs, services: readonly CoverageOfService[]): WindowMs | null {
  const fine = services.filter((entry) => entry.signal !== 'metrics')
  const used = fine.length > 0 ? fine : services
  if (used.length === 0) return null
  const firstMs = Math.min(...used.map((entry) => entry.firstMs))
  const lastMs = Math.max(...used.map((entry) => entry.lastMs))
  return { fromMs: Math.max(window.fromMs, firstMs), toMs: Math.min(window.toMs, lastMs + 1) }
}

/** Intervals over the window with a boundary at `hintMs`; `hint` is the interval that begins there. */
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

/** The part of a long window around an onset found in coarse steps; null when the steps are fine already. */
export function closerWindow(window: WindowMs, grid: Grid, onset: number): WindowMs | null {
  if (grid.intervalMs <= CLOSE_STEP_MS) return null
  const onsetMs = grid.startMs + onset * grid.intervalMs
  return {
    fromMs: Math.max(window.fromMs, onsetMs - BEFORE_ONSET_MS),
    // In coarse steps an onset is found some steps early, where other trouble came before.
    toMs: Math.min(window.toMs, onsetMs + AFTER_ONSET_MS + COARSE_ERROR_STEPS * grid.intervalMs),
  }
}
