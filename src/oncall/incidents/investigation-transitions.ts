/**
 * What the investigation of an incident and its follow-ups do to it: they wait, start, answer or fail. A start that fails
 * is tried again a few times, later each time. Each answer may plan a follow-up.
 */
import { type Change, type IncidentChange, shortened } from './change.ts'
import type { FollowUpRecord, IncidentRecord } from './records.ts'

/** An incident that stays open is looked at again this long after an answer. */
const FOLLOW_UP_AFTER_MS = 10 * 60_000
/** After a recovery, the telemetry that shows it needs this long to arrive. */
const RESOLUTION_AFTER_MS = 30_000
/** A start that failed is tried again after this, then after twice as long each time. */
const RETRY_FIRST_MS = 2_000
const RETRY_MAX_MS = 5 * 60_000
/** After this many failed starts it is given up. */
const FAILURES_MAX = 8
/** An incident that keeps reopening gets no more follow-ups than this: each costs a run. */
const FOLLOW_UPS_MAX = 8

/** The follow-up that is under way, else the one that is due first; null where there is none. */
export function currentFollowUp({ followUps }: IncidentRecord): FollowUpRecord | null {
  const open = followUps.filter(({ state }) => state === 'running' || state === 'due')
  return open.toSorted((a, b) => rank(a) - rank(b) || a.dueAtMs - b.dueAtMs)[0] ?? null
}
const rank = ({ state }: FollowUpRecord): number => (state === 'running' ? 0 : 1)

/** Applies what happened to the investigation. An investigation that is over does not change any more. */
export function applyInvestigation(
  change: Change,
  event: Extract<IncidentChange, { type: `investigation_${string}` }>,
  nowMs: number,
): void {
  const { investigation } = change.incident
  const isOver = ['answered', 'failed', 'refused'].includes(investigation.state)
  if (isOver) return
  switch (event.type) {
    case 'investigation_queued': {
      const until = `${new Date(event.untilMs).toISOString().slice(11, 16)} UTC`
      const reason = `${event.perHour} investigations were started within an hour, which is this project's budget. This one waits until ${until}.`
      const isNew = investigation.state !== 'queued'
      change.investigation({ state: 'queued', dueAtMs: event.untilMs, reason })
      if (isNew) change.note({ at: nowMs, kind: 'investigation', text: reason, subject: null })
      return
    }
    case 'investigation_started':
      if (investigation.state === 'running') return
      change.investigation({ state: 'running', dueAtMs: nowMs, startedAtMs: nowMs, runId: event.runId, reason: null })
      change.note({ at: nowMs, kind: 'investigation', text: 'The investigation began.', subject: event.runId })
      return
    case 'investigation_answered': {
      const { answer } = event
      change.investigation({ state: 'answered', runId: answer.runId, reason: null })
      change.answer(answer)
      change.note({ at: nowMs, kind: 'answer', text: shortened(answer.headline), subject: answer.runId })
      change.tell('brief', nowMs, answer.headline, answer.text)
      planFollowUp(change, change.incident.state === 'open' ? 'later' : 'resolution', nowMs)
      return
    }
    case 'investigation_failed': {
      const failures = investigation.failures + 1
      const isFinal = event.isFinal || failures >= FAILURES_MAX
      if (!isFinal) {
        change.investigation({ state: 'due', failures, dueAtMs: nowMs + retryDelay(failures), reason: event.reason })
        return
      }
      change.investigation({ state: event.isFinal ? 'refused' : 'failed', failures, reason: event.reason })
      const text = `It was not investigated: ${event.reason}`
      change.note({ at: nowMs, kind: 'investigation', text, subject: investigation.runId })
      change.tell('brief', nowMs, `${change.incident.title} could not be investigated.`, text)
      return
    }
  }
}

/** Applies what happened to the current follow-up. */
export function applyFollowUp(
  change: Change,
  event: Extract<IncidentChange, { type: `follow_up_${string}` }>,
  nowMs: number,
): void {
  const current = currentFollowUp(change.incident)
  if (current === null) return
  switch (event.type) {
    case 'follow_up_started':
      change.followUp(current, { state: 'running', runId: event.runId, dueAtMs: nowMs })
      return
    case 'follow_up_answered': {
      const { answer } = event
      if (current.state !== 'running') return
      change.followUp(current, { state: 'answered', runId: answer.runId, text: answer.text })
      change.answer(answer)
      change.note({ at: nowMs, kind: 'follow_up', text: shortened(answer.headline), subject: answer.runId })
      change.tell('follow_up', nowMs, answer.headline, answer.text)
      return
    }
    case 'follow_up_failed': {
      const failures = current.failures + 1
      const isOver = event.isFinal || failures >= FAILURES_MAX
      const next = isOver ? 'dropped' : 'due'
      change.followUp(current, { state: next, failures, dueAtMs: nowMs + retryDelay(failures) })
      return
    }
  }
}

/** Plans a follow-up: `later` while the incident is open, `resolution` once it is resolved. */
export function planFollowUp(change: Change, kind: FollowUpRecord['kind'], nowMs: number): void {
  const delayMs = kind === 'later' ? FOLLOW_UP_AFTER_MS : RESOLUTION_AFTER_MS
  const next: FollowUpRecord = {
    kind,
    dueAtMs: nowMs + delayMs,
    state: 'due',
    runId: null,
    text: null,
    failures: 0,
  }
  if (change.incident.followUps.length < FOLLOW_UPS_MAX) change.set({ followUps: [...change.incident.followUps, next] })
}

const retryDelay = (failures: number): number => Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (failures - 1))
