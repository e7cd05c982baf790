/**
 * The life of an incident as pure transitions: how it opens, what each change makes of it, and what is to be done next. A
 * transition gives the next record, the entries of its timeline and what people are told; the caller writes them in one
 * transaction, so nothing is told twice and nothing is lost.
 */
import { closeAlert, firedText, joinAlert, repeatAlert, resolveIncident, SERVICES_MAX } from './alert-transitions.ts'
import { Change, type IncidentChange, type Outcome } from './change.ts'
import { applyFollowUp, applyInvestigation } from './investigation-transitions.ts'
import type { IncidentRecord, JoiningAlert } from './records.ts'

/** The alerts of one fault arrive in a burst. The investigation waits this long, so that it sees the first of them. */
const GATHERING_MS = 1_500
/** An alert within this time after the resolution reopens the incident. A later alert opens a new one. */
const REOPENS_WITHIN_MS = 30 * 60_000
/** An incident counts as over if none of its alerts has been closed or repeated for this time. */
const STALE_AFTER_MS = 7 * 24 * 3_600_000

/** Opens an incident for an alert. Its investigation is due soon. */
export function openIncident(
  { id, threadId }: { readonly id: string; readonly threadId: string },
  alert: JoiningAlert,
  nowMs: number,
): Outcome {
  const { severity, title, source, service, labels, startedAt } = alert
  const incident: IncidentRecord = {
    version: 1,
    id,
    threadId,
    title,
    severity,
    state: 'open',
    source,
    services: service === null ? [] : [service],
    entities: alert.entities.slice(0, SERVICES_MAX),
    labels,
    startedAtMs: startedAt,
    lastStartedAtMs: startedAt,
    openedAtMs: nowMs,
    lastAlertAtMs: nowMs,
    resolvedAtMs: null,
    alerts: 1,
    openAlerts: 1,
    repeats: 0,
    reopenings: 0,
    sequence: 0,
    entries: 0,
    investigation: {
      state: 'due',
      dueAtMs: nowMs + GATHERING_MS,
      startedAtMs: null,
      runId: null,
      reason: null,
      failures: 0,
    },
    followUps: [],
    brief: null,
    feedback: null,
  }
  const change = new Change(incident)
  change.note({ at: nowMs, kind: 'alert', text: firedText(alert), subject: alert.id })
  change.tell('opened', nowMs, `${title} fired.`, `${firedText(alert)} The investigation begins.`)
  return change.outcome()
}

/** Applies a change to an incident. A change that no longer applies leaves the record as it is. */
export function incidentTransition(incident: IncidentRecord, event: IncidentChange, nowMs: number): Outcome {
  const change = new Change(incident)
  apply(change, event, nowMs)
  return change.outcome()
}

/** A task for an incident, and when it is due. */
export type NextTask = {
  readonly kind: 'investigate' | 'watch_investigation' | 'follow_up' | 'watch_follow_up' | 'go_stale'
  readonly atMs: number
}

/** Returns the next task of an incident and when it is due; null if there is none. */
export function nextTask(incident: IncidentRecord): NextTask | null {
  const { investigation, followUps, state, lastAlertAtMs } = incident
  if (investigation.state === 'due' || investigation.state === 'queued')
    return { kind: 'investigate', atMs: investigation.dueAtMs }
  if (investigation.state === 'running') return { kind: 'watch_investigation', atMs: investigation.dueAtMs }
  const running = followUps.find((one) => one.state === 'running')
  if (running !== undefined) return { kind: 'watch_follow_up', atMs: running.dueAtMs }
  const due = followUps.filter((one) => one.state === 'due').toSorted((a, b) => a.dueAtMs - b.dueAtMs)[0]
  const staleMs = lastAlertAtMs + STALE_AFTER_MS
  if (due !== undefined) return { kind: 'follow_up', atMs: due.dueAtMs }
  return state === 'open' ? { kind: 'go_stale', atMs: staleMs } : null
}

/** Returns true if a new alert may reopen this incident. */
export function mayReopen({ state, resolvedAtMs }: IncidentRecord, nowMs: number): boolean {
  return state === 'resolved' && resolvedAtMs !== null && nowMs - resolvedAtMs <= REOPENS_WITHIN_MS
}

/** Its alerts are over with it: nobody waits for their ends, and one that begins anew is news. */
function closeWhole(change: Change, nowMs: number, why: string): void {
  change.set({ openAlerts: 0 })
  resolveIncident(change, nowMs, nowMs, why)
}

function apply(change: Change, event: IncidentChange, nowMs: number): void {
  switch (event.type) {
    case 'alert_joined':
      joinAlert(change, event.alert, nowMs)
      return
    case 'alert_repeated':
      repeatAlert(change, event.severity, nowMs)
      return
    case 'alert_closed':
      closeAlert(change, event, nowMs)
      return
    case 'resolved_by':
      if (change.incident.state === 'open') closeWhole(change, nowMs, `Closed by ${event.who}.`)
      return
    case 'went_stale':
      if (change.incident.state === 'open' && nowMs - change.incident.lastAlertAtMs >= STALE_AFTER_MS)
        closeWhole(change, nowMs, 'No alert of it came for seven days, so it is taken to be over.')
      return
    case 'feedback_given': {
      const { feedback } = event
      change.set({ feedback })
      const text = `${feedback.by} says that the answer was ${feedback.verdict}.`
      change.note({ at: nowMs, kind: 'feedback', text, subject: null })
      return
    }
    case 'investigation_queued':
    case 'investigation_started':
    case 'investigation_answered':
    case 'investigation_failed':
      applyInvestigation(change, event, nowMs)
      return
    case 'follow_up_started':
    case 'follow_up_answered':
    case 'follow_up_failed':
      applyFollowUp(change, event, nowMs)
      return
  }
}
