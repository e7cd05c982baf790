/** The states of a schedule. Pure. */
import type { ScheduleDefinition, ScheduleRun } from '../../contracts/schedule-protocol.ts'
import { lastTime, nextTime } from './timing.ts'

export interface ScheduleState {
  /** The last of its times that was run or skipped; before the first one, the time of its creation. */
  readonly handledTo: number
  /** The run that has not ended. */
  readonly active: ScheduleRun | null
}

export interface Due {
  readonly state: ScheduleState
  /** A run to start, or one that is skipped; null if none is due. */
  readonly run: ScheduleRun | null
  readonly nextAt: number | null
}

/** Starts the run that is due. Of several missed times only the last is run, and none while another run is active. */
export function due(
  definition: Pick<ScheduleDefinition, 'timing' | 'enabled'>,
  state: ScheduleState,
  now: number,
  ids: { readonly runId: string; readonly threadId: string },
): Due {
  if (!definition.enabled) return { state, run: null, nextAt: null }
  const nextAt = nextTime(definition.timing, now)
  const scheduledAt = lastTime(definition.timing, state.handledTo, now)
  if (scheduledAt === null) return { state, run: null, nextAt }
  return { ...begun(state, scheduledAt, now, ids), nextAt }
}

/** Starts a run for this time, unless another run is active. */
export function begun(
  state: ScheduleState,
  scheduledAt: number,
  now: number,
  { runId, threadId }: { readonly runId: string; readonly threadId: string },
): { readonly state: ScheduleState; readonly run: ScheduleRun } {
  const handledTo = Math.max(state.handledTo, scheduledAt)
  const run = { id: runId, scheduledAt, startedAt: now, runId: null }
  if (state.active !== null) {
    const reason = 'The previous run has not ended.'
    return {
      state: { ...state, handledTo },
      run: { ...run, endedAt: now, state: 'skipped', threadId: null, reason },
    }
  }
  const active: ScheduleRun = { ...run, endedAt: null, state: 'running', threadId, reason: null }
  return { state: { handledTo, active }, run: active }
}

/** Ends the active run. */
export function ended(
  state: ScheduleState,
  now: number,
  outcome: { readonly state: 'answered' | 'failed'; readonly reason: string | null },
): { readonly state: ScheduleState; readonly run: ScheduleRun | null } {
  const { active } = state
  if (active === null) return { state, run: null }
  return { state: { ...state, active: null }, run: { ...active, ...outcome, endedAt: now } }
}
