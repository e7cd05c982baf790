/** The window of time that a question is about. */
import type { PlanTime } from '../plan/plan.ts'
import { has, type QuestionState } from './state.ts'

/** The window that the question names, else the last hour that has telemetry. */
export function timeOf(state: QuestionState): PlanTime {
  return anchored(state, state.time ?? defaultTime(state))
}

/** The window, counted from a moment where the question names one: "since it started", "since the rollback of web". */
export function anchored(state: QuestionState, time: PlanTime): PlanTime {
  const beside = besideOf(state)
  if (has(state, 'since_onset')) {
    const isOnset = beside !== null || !isDuring(state)
    return { ...time, anchor: isOnset ? 'onset' : 'incident', ...beside }
  }
  if (!has(state, 'since_deploy')) return time
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
    ...(side === 'after' ? {} : { anchorSide: side }),
    ...(lengthMs === null ? {} : { anchorLengthMs: Math.max(1000, Math.round(lengthMs)) }),
  }
}

function defaultTime(state: QuestionState): PlanTime {
  const { askedAtMs, catalogue } = state.context
  const toMs = Math.min(askedAtMs, Math.floor(catalogue.lastMs ?? askedAtMs) + 1)
  return {
    from: new Date(toMs - 3_600_000).toISOString(),
    to: new Date(toMs).toISOString(),
    basis: 'last_with_telemetry',
  }
}
