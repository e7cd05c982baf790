/** The window of time that a question is about. */
import type { PlanTime } from '../plan/plan.ts'
import { has, type QuestionState } from './state.ts'

/** The window that the question names, else the last hour that has telemetry. */
export function timeOf(state: QuestionState): PlanTime {
  return anchored(state, state.time ?? defaultTime(state))
}

/** The window, counted from a moment where the question names one: "since it started", "since the rollback of web". */
export function anchored(state: QuestionState, said: PlanTime): PlanTime {
  const beside = besideOf(state)
  if (!has(state, 'since_onset', 'since_deploy')) return said
  // The side of the moment that the last question meant is no side of this one.
  const { anchor: _, anchorSide: __, anchorLengthMs: ___, ...window } = said
  const time = has(state, 'since_onset') ? ofClock(state, window) : window
  if (has(state, 'since_onset')) {
    const isOnset = state.beside?.side !== 'over' && (beside !== null || !isDuring(state))
    return { ...time, anchor: isOnset ? 'onset' : 'incident', ...beside }
  }
  // "Since the release" says when, whatever lines have the word.
  for (const { tag, at, length } of state.phrases)
    if (tag === 'since_deploy') for (const word of state.words.slice(at, at + length)) word.usedBy ??= 'time'
  return {
    ...time,
    anchor: 'deployment',
    ...beside,
    ...(state.anchorService === null ? {} : { anchorService: state.anchorService }),
    ...(state.anchorVersion === null ? {} : { anchorVersion: state.anchorVersion }),
  }
}

/** "During the incident at 01:54": the clock time says which incident, and ends no window. */
function ofClock({ context }: QuestionState, time: PlanTime): PlanTime {
  const { to } = untilNow(context)
  return time.around !== undefined && Date.parse(time.around) < Date.parse(to) ? { ...time, to } : time
}

/** "During the outage", "in the incident": it ends with the incident. "Since it started" does not. */
function isDuring({ phrases, words }: QuestionState): boolean {
  return phrases.some(
    ({ tag, at }) =>
      tag === 'since_onset' && /^(?:during|throughout|in|within|over|amid|while|as)$/.test(words[at]?.text ?? ''),
  )
}

function besideOf({ beside }: QuestionState): Pick<PlanTime, 'anchorSide' | 'anchorLengthMs'> | null {
  if (beside === null) return null
  const { side, lengthMs } = beside
  return {
    ...(side === 'after' ? {} : { anchorSide: side === 'over' ? 'after' : side }),
    ...(lengthMs === null ? {} : { anchorLengthMs: Math.max(1000, Math.round(lengthMs)) }),
  }
}

function defaultTime(state: QuestionState): PlanTime {
  const { toMs, to } = untilNow(state.context)
  return { from: new Date(toMs - 3_600_000).toISOString(), to, basis: 'last_with_telemetry' }
}

/** The end of what there is. */
export function untilNow({ askedAtMs, catalogue }: QuestionState['context']): {
  readonly toMs: number
  readonly to: string
} {
  const toMs = Math.min(askedAtMs, Math.floor(catalogue.lastMs ?? askedAtMs) + 1)
  return { toMs, to: new Date(toMs).toISOString() }
}
