/**
 * The states of a monitor. Pure: from a state, the result of an evaluation or the action of a person, and the time, it
 * makes the next state, the transition if the status changed, and the alert for the project's incidents.
 */
import type { MonitorDefinition, MonitorState, Transition } from '../../contracts/monitor-protocol.ts'

/** The result of an evaluation. `hold`: the value is between the threshold and the recovery threshold. */
export type Verdict =
  | { readonly kind: 'breach' | 'clear' | 'hold'; readonly value: number | null }
  | { readonly kind: 'no_data' }

export type MonitorEvent =
  | { readonly type: 'evaluated'; readonly verdict: Verdict; readonly isSeen: boolean }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed' }
  /** The definition was changed, so the state of the old one no longer counts. */
  | { readonly type: 'redefined' }

export interface Step {
  readonly state: MonitorState
  readonly transition: Transition | null
  /** The alert for the incidents of the project. */
  readonly alert: 'firing' | 'resolved' | null
}

type Rules = Pick<MonitorDefinition, 'forMinutes' | 'recoverForMinutes' | 'noData'>

const MINUTE_MS = 60_000

export const newMonitorState = (at: number): MonitorState => ({
  status: 'ok',
  since: at,
  breachSince: null,
  clearSince: null,
  seenAt: null,
  value: null,
  evaluatedAt: null,
})

export function step(state: MonitorState, event: MonitorEvent, at: number, rules: Rules): Step {
  switch (event.type) {
    case 'paused':
      return moved(state, { ...newMonitorState(at), status: 'paused', seenAt: state.seenAt }, at)
    case 'resumed':
      if (state.status !== 'paused') return { state, transition: null, alert: null }
      return moved(state, { ...newMonitorState(at), seenAt: state.seenAt }, at)
    case 'redefined':
      if (state.status === 'paused') return { state, transition: null, alert: null }
      return moved(state, newMonitorState(at), at)
    case 'evaluated':
      if (state.status === 'paused') return { state, transition: null, alert: null }
      return evaluated(state, event, at, rules)
  }
}

function evaluated(
  state: MonitorState,
  { verdict, isSeen }: Extract<MonitorEvent, { type: 'evaluated' }>,
  at: number,
  rules: Rules,
): Step {
  const base = { ...state, evaluatedAt: at, seenAt: isSeen ? at : state.seenAt }
  const meant = meaning(verdict, rules)
  if (meant.kind === 'no_data') {
    // A source that sends nothing during an outage has not recovered.
    if (state.status === 'firing') return moved(state, { ...base, value: null, clearSince: null }, at)
    return moved(state, { ...base, status: 'no_data', value: null, breachSince: null, clearSince: null }, at)
  }
  const { value } = meant
  if (meant.kind === 'breach') {
    const breachSince = state.breachSince ?? at
    const isFiring = state.status === 'firing' || at - breachSince >= rules.forMinutes * MINUTE_MS
    return moved(state, { ...base, status: isFiring ? 'firing' : 'pending', value, breachSince, clearSince: null }, at)
  }
  if (state.status !== 'firing') {
    return moved(state, { ...base, status: 'ok', value, breachSince: null, clearSince: null }, at)
  }
  if (meant.kind === 'hold') return moved(state, { ...base, value, clearSince: null }, at)
  const clearSince = state.clearSince ?? at
  if (at - clearSince < rules.recoverForMinutes * MINUTE_MS) return moved(state, { ...base, value, clearSince }, at)
  return moved(state, { ...base, status: 'ok', value, breachSince: null, clearSince: null }, at)
}

function meaning(verdict: Verdict, { noData }: Rules): Verdict {
  if (verdict.kind !== 'no_data' || noData === 'no_data') return verdict
  return { kind: noData === 'ok' ? 'clear' : 'breach', value: null }
}

function moved(before: MonitorState, after: MonitorState, at: number): Step {
  if (before.status === after.status) return { state: { ...after, since: before.since }, transition: null, alert: null }
  const alert = after.status === 'firing' ? 'firing' : before.status === 'firing' ? 'resolved' : null
  return {
    state: { ...after, since: at },
    transition: { at, from: before.status, to: after.status, value: after.value },
    alert,
  }
}
