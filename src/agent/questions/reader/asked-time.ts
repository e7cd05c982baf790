/** The window of time that a question is about. */
import type { PlanTime } from '../plan/plan.ts'
import { has, type QuestionState } from './state.ts'

/** The window that the question names, else the last hour that has telemetry. */
export function timeOf(state: QuestionState): PlanTime {
  return anchored(state, state.time ?? defaultTime(state))
}

/** The window, counted from a moment where the question names one: "since it started", "since the rollback of web". */
export function anchored(state: QuestionState, time: PlanTime): PlanTime {
  if (has(state, 'since_onset'))
    return { ...time, anchor: /\b(?:during|while|throughout)\b/.test(state.text) ? 'incident' : 'onset' }
  if (!has(state, 'since_deploy')) return time
  return {
    ...time,
    anchor: 'deployment',
    ...(state.anchorService === null ? {} : { anchorService: state.anchorService }),
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
