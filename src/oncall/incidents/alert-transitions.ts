/**
 * What alerts do to an incident: one joins it, fires again, or is closed. The incident is resolved when its last alert is
 * closed, and reopened when another one joins it later.
 */
import { SEVERITIES, type Severity } from '../../contracts/oncall-protocol.ts'
import type { Change, IncidentChange } from './change.ts'
import { planFollowUp } from './investigation-transitions.ts'
import type { JoiningAlert } from './records.ts'

/** An incident names at most this many services, and as many entities. */
export const SERVICES_MAX = 50
/** This many alerts get an entry of their own in the timeline; further alerts are only counted. */
const ALERT_ENTRIES_MAX = 100

/** Adds an alert to the incident, and reopens the incident where it was resolved. */
export function joinAlert(change: Change, alert: JoiningAlert, nowMs: number): void {
  const { incident } = change
  const isReopened = incident.state === 'resolved'
  const services =
    alert.service === null || incident.services.includes(alert.service)
      ? incident.services
      : [...incident.services, alert.service].slice(0, SERVICES_MAX)
  change.set({
    severity: worse(incident.severity, alert.severity),
    services,
    entities: [...new Set([...incident.entities, ...alert.entities])].slice(0, SERVICES_MAX),
    labels: common(incident.labels, alert.labels),
    startedAtMs: Math.min(incident.startedAtMs, alert.startedAt),
    lastStartedAtMs: Math.max(incident.lastStartedAtMs, alert.startedAt),
    lastAlertAtMs: nowMs,
    alerts: incident.alerts + 1,
    openAlerts: incident.openAlerts + 1,
  })
  if (incident.alerts < ALERT_ENTRIES_MAX)
    change.note({ at: nowMs, kind: 'alert', text: firedText(alert), subject: alert.id })
  if (isReopened) reopen(change, alert, nowMs)
}

function reopen(change: Change, alert: JoiningAlert, nowMs: number): void {
  const { incident } = change
  change.set({
    state: 'open',
    resolvedAtMs: null,
    reopenings: incident.reopenings + 1,
    followUps: incident.followUps.map((one) => (one.state === 'due' ? { ...one, state: 'dropped' as const } : one)),
  })
  change.note({ at: nowMs, kind: 'reopened', text: `Fires again: ${alert.title}.`, subject: alert.id })
  change.tell('reopened', nowMs, `${incident.title} fires again.`, firedText(alert))
  const { state } = incident.investigation
  if (state === 'answered' || state === 'failed' || state === 'refused') planFollowUp(change, 'later', nowMs)
}

/** Counts an alert that fires again while it is open. */
export function repeatAlert(change: Change, severity: Severity, nowMs: number): void {
  const { incident } = change
  change.set({
    repeats: incident.repeats + 1,
    lastAlertAtMs: nowMs,
    severity: incident.state === 'open' ? worse(incident.severity, severity) : incident.severity,
  })
}

/** Closes one alert, and resolves the incident where it was the last open one. */
export function closeAlert(
  change: Change,
  { alertId, title, endedAt }: Extract<IncidentChange, { type: 'alert_closed' }>,
  nowMs: number,
): void {
  const { incident } = change
  const openAlerts = Math.max(0, incident.openAlerts - 1)
  change.set({ openAlerts, lastAlertAtMs: nowMs })
  if (incident.alerts <= ALERT_ENTRIES_MAX)
    change.note({ at: nowMs, kind: 'alert_closed', text: `${title} is resolved.`, subject: alertId })
  if (openAlerts === 0 && incident.state === 'open')
    resolveIncident(change, endedAt, nowMs, 'All of its alerts are resolved.')
}

/** Resolves the incident as of `endedAt` (milliseconds), which is kept between its start and now; `why` is told to people. */
export function resolveIncident(change: Change, endedAt: number, nowMs: number, why: string): void {
  const { incident } = change
  const resolvedAtMs = Math.min(nowMs, Math.max(incident.startedAtMs, endedAt))
  change.set({ state: 'resolved', resolvedAtMs })
  change.note({ at: nowMs, kind: 'resolved', text: why, subject: null })
  const minutes = Math.max(1, Math.round((resolvedAtMs - incident.startedAtMs) / 60_000))
  const found = incident.brief?.cause.statement.text ?? ''
  const lasted = `It lasted ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  change.tell('resolved', nowMs, `${incident.title} is resolved.`, [why, lasted, found].filter(Boolean).join(' '))
  change.set({
    followUps: incident.followUps.map((one) => (one.state === 'due' ? { ...one, state: 'dropped' as const } : one)),
  })
  if (incident.investigation.state === 'answered') planFollowUp(change, 'resolution', nowMs)
}

/** The sentence that tells of an alert that fired. */
export function firedText({ title, service, startedAt }: JoiningAlert): string {
  const where = service === null ? '' : ` on ${service}`
  return `${title} fired${where} at ${new Date(startedAt).toISOString().slice(0, 19)}Z.`
}

function worse(a: Severity, b: Severity): Severity {
  return SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b
}

/** The labels that both have with the same value. */
function common(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(a).filter(([name, value]) => Object.hasOwn(b, name) && b[name] === value))
}
