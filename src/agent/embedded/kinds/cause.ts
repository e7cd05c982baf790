/** "What broke", "why", "since when", "root cause". */
import type { InvestigateToolResult } from '../../tools/investigate.ts'
import type { LogVolumeResult } from '../../tools/log-volume.ts'
import { plain } from '../markdown.ts'
import { type Action, type Done, type PlanState, type Window, windowParams } from '../plan-state.ts'
import { lastInvestigation } from '../thread-context.ts'
import { causeAnswer } from './cause-answer.ts'
import { caveats } from './words.ts'

const HOUR_MS = 3_600_000
/** "since X" needs time before X to compare with. */
const BASELINE_MS = HOUR_MS / 2
/** When the last hour shows nothing, trouble may have begun before it and lasted: a look further back finds its begin. */
const WIDER_MS = [6 * HOUR_MS, 24 * HOUR_MS]

export function planCause(state: PlanState): Action {
  const found = investigate(state)
  if (found === null)
    return state.desk.missing.length > 0 ? call(state) : { type: 'answer', text: caveats(state, []).join(' ') }
  const { result } = found
  const best = result.candidates[0]
  const volume =
    result.onset === null || best === undefined
      ? null
      : state.desk.need<LogVolumeResult>('log_volume', {
          from: result.window.from,
          to: result.window.to,
          services: result.candidates.slice(0, 5).map((candidate) => candidate.service),
          severityAtLeast: 'warn',
          groupBy: ['service'],
          annotations: [{ at: result.onset, label: 'onset' }],
        })
  const telling = result.outcome === 'no_anomaly' ? undefined : result.telling[0]
  const detail = telling === undefined ? null : state.desk.need<unknown>('log_detail', { id: telling.id })
  if (state.desk.missing.length > 0) {
    return {
      type: 'call',
      reasoning: `The investigation points to ${best === undefined ? 'nothing yet' : plain(best.service, 80)}. I check the volumes around the onset and read the most telling record.`,
      calls: state.desk.missing,
    }
  }
  return { type: 'answer', text: causeAnswer(state, { found, volume, detail }) }
}

function call(state: PlanState): Action {
  const where =
    state.question.services.length > 0 ? ` of ${state.question.services.map((name) => plain(name, 80)).join(', ')}` : ''
  return {
    type: 'call',
    reasoning: `I investigate what changed${where}: compare before and after, and rank the services by evidence.`,
    calls: state.desk.missing,
  }
}

function investigate(state: PlanState): Done<InvestigateToolResult> | null {
  const { question, desk, window } = state
  const services = question.services.length === 0 || question.followUp !== 'narrow' ? undefined : question.services
  const known =
    question.followUp === 'same' || question.followUp === 'sure' ? lastInvestigation(state.conversation) : null
  if (known !== null && question.time === null) return known
  const time = question.time
  if (time?.aroundMs != null) {
    const around = new Date(time.aroundMs).toISOString()
    if (time.kind === 'around') return desk.need('investigate', { around, services })
    return desk.need('investigate', {
      from: new Date(time.fromMs - BASELINE_MS).toISOString(),
      to: new Date(time.toMs).toISOString(),
      around,
      services,
    })
  }
  const first = desk.need<InvestigateToolResult>('investigate', { ...windowParams(window), services })
  if (state.windowBasis !== 'last_with_telemetry' || first === null) return first
  let found: Done<InvestigateToolResult> = first
  for (const spanMs of WIDER_MS) {
    if (found.result.outcome !== 'no_anomaly' || !hasEarlier(state, window)) return found
    const wider = desk.need<InvestigateToolResult>('investigate', {
      ...windowParams({ fromMs: window.toMs - spanMs, toMs: window.toMs }),
      services,
    })
    if (wider === null) return desk.missing.length > 0 ? null : found
    if (wider.result.outcome !== 'no_anomaly') return wider
    found = wider
  }
  return found
}

/** Whether there is telemetry before the window, by more than a few minutes. */
function hasEarlier({ coverage }: PlanState, window: Window): boolean {
  const first = coverage.result.services.map(({ firstSeen }) => firstSeen).sort()[0]
  return first !== undefined && Date.parse(first) < window.fromMs - 5 * 60_000
}
