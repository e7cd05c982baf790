/**
 * What becomes of an incident: pure transitions. A transition gives the next record, the entries of its timeline and
 * what is told to people; the shell writes them in one transaction, so nothing is told twice and nothing is lost.
 */
import type { IncidentFeedback } from '../../contracts/incident-protocol.ts'
import { SEVERITIES, type Severity } from '../../contracts/oncall-protocol.ts'
import type {
  Answered,
  EntryDraft,
  EventDraft,
  FollowUpRecord,
  IncidentRecord,
  InvestigationRecord,
  JoiningAlert,
} from './records.ts'

/** Alerts of one onset come in bursts; the investigation begins when the first of them are here. */
export const GATHERING_MS = 1_500
export const FOLLOW_UP_AFTER_MS = 10 * 60_000
/** What follows a recovery needs a moment to arrive. */
export const RESOLUTION_AFTER_MS = 30_000
/** An incident that fires again within this goes on; later it is another one. */
export const REOPENS_WITHIN_MS = 30 * 60_000
/** Alerts that nobody closes and nobody repeats are over after this. */
export const STALE_AFTER_MS = 7 * 24 * 3_600_000
/** Starts that failed are tried again after these, then given up. */
const RETRY_FIRST_MS = 2_000
const FAILURES_MAX = 8
const RETRY_MAX_MS = 5 * 60_000
export const SERVICES_MAX = 50
export const ENTRIES_MAX = 500
/** Alerts that get an entry of their own; more of them are counted. */
const ALERT_ENTRIES_MAX = 100
const HEADLINE_CHARS_MAX = 500

export type IncidentChange =
  | { readonly type: 'alert_joined'; readonly alert: JoiningAlert }
  | { readonly type: 'alert_repeated'; readonly severity: Severity }
  | { readonly type: 'alert_closed'; readonly alertId: string; readonly title: string; readonly endedAt: number }
  | { readonly type: 'resolved_by'; readonly who: string }
  | { readonly type: 'went_stale' }
  | { readonly type: 'feedback_given'; readonly feedback: IncidentFeedback }
  /** The project's budget is used up until then. */
  | { readonly type: 'investigation_queued'; readonly untilMs: number; readonly perHour: number }
  | { readonly type: 'investigation_started'; readonly runId: string }
  | { readonly type: 'investigation_answered'; readonly answer: Answered }
  | { readonly type: 'investigation_failed'; readonly reason: string; readonly isFinal: boolean }
  | { readonly type: 'follow_up_started'; readonly runId: string }
  | { readonly type: 'follow_up_answered'; readonly answer: Answered }
  | { readonly type: 'follow_up_failed'; readonly isFinal: boolean }

export interface Outcome {
  readonly incident: IncidentRecord
  readonly entries: readonly EntryDraft[]
  readonly events: readonly EventDraft[]
}

/** The incident that an alert opens. */
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

export function incidentTransition(incident: IncidentRecord, event: IncidentChange, nowMs: number): Outcome {
  const change = new Change(incident)
  apply(change, event, nowMs)
  return change.outcome()
}

/** What is to be done next for an incident, and when; null where nothing is. */
export type NextTask = {
  readonly kind: 'investigate' | 'watch_investigation' | 'follow_up' | 'watch_follow_up' | 'go_stale'
  readonly atMs: number
}
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

/** The follow-up that is asked next or under way. */
export function currentFollowUp({ followUps }: IncidentRecord): FollowUpRecord | null {
  const open = followUps.filter(({ state }) => state === 'running' || state === 'due')
  return open.toSorted((a, b) => rank(a) - rank(b) || a.dueAtMs - b.dueAtMs)[0] ?? null
}
const rank = ({ state }: FollowUpRecord): number => (state === 'running' ? 0 : 1)

/** Whether a new alert may open this resolved incident again. */
export function mayReopen({ state, resolvedAtMs }: IncidentRecord, nowMs: number): boolean {
  return state === 'resolved' && resolvedAtMs !== null && nowMs - resolvedAtMs <= REOPENS_WITHIN_MS
}

function apply(change: Change, event: IncidentChange, nowMs: number): void {
  switch (event.type) {
    case 'alert_joined':
      join(change, event.alert, nowMs)
      return
    case 'alert_repeated':
      repeat(change, event.severity, nowMs)
      return
    case 'alert_closed':
      closeAlert(change, event, nowMs)
      return
    case 'resolved_by':
      if (change.incident.state === 'open') resolve(change, nowMs, nowMs, `Closed by ${event.who}.`)
      return
    case 'went_stale':
      if (change.incident.state === 'open' && nowMs - change.incident.lastAlertAtMs >= STALE_AFTER_MS)
        resolve(change, nowMs, nowMs, 'No alert of it came for seven days, so it is taken to be over.')
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
      investigate(change, event, nowMs)
      return
    case 'follow_up_started':
    case 'follow_up_answered':
    case 'follow_up_failed':
      followUp(change, event, nowMs)
      return
  }
}

function join(change: Change, alert: JoiningAlert, nowMs: number): void {
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
  if (state === 'answered' || state === 'failed' || state === 'refused') plan(change, 'later', nowMs)
}

function repeat(change: Change, severity: Severity, nowMs: number): void {
  const { incident } = change
  change.set({
    repeats: incident.repeats + 1,
    lastAlertAtMs: nowMs,
    severity: incident.state === 'open' ? worse(incident.severity, severity) : incident.severity,
  })
}

function closeAlert(
  change: Change,
  { alertId, title, endedAt }: Extract<IncidentChange, { type: 'alert_closed' }>,
  nowMs: number,
): void {
  const { incident } = change
  const openAlerts = Math.max(0, incident.openAlerts - 1)
  change.set({ openAlerts, lastAlertAtMs: nowMs })
  if (incident.alerts <= ALERT_ENTRIES_MAX)
    change.note({ at: nowMs, kind: 'alert_closed', text: `${title} is resolved.`, subject: alertId })
  if (openAlerts === 0 && incident.state === 'open') resolve(change, endedAt, nowMs, 'All of its alerts are resolved.')
}

function resolve(change: Change, endedAt: number, nowMs: number, why: string): void {
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
  if (incident.investigation.state === 'answered') plan(change, 'resolution', nowMs)
}

function investigate(
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
      change.set({ brief: answer.brief })
      change.note({ at: nowMs, kind: 'answer', text: shortened(answer.headline), subject: answer.runId })
      change.tell('brief', nowMs, answer.headline, answer.text)
      plan(change, change.incident.state === 'open' ? 'later' : 'resolution', nowMs)
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

function followUp(
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
      if (answer.brief !== null) change.set({ brief: answer.brief })
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

function plan(change: Change, kind: FollowUpRecord['kind'], nowMs: number): void {
  const delayMs = kind === 'later' ? FOLLOW_UP_AFTER_MS : RESOLUTION_AFTER_MS
  const next: FollowUpRecord = {
    kind,
    dueAtMs: nowMs + delayMs,
    state: 'due',
    runId: null,
    text: null,
    failures: 0,
  }
  // A few reopenings are enough to show that it flaps; each costs a run.
  if (change.incident.followUps.length < FOLLOW_UPS_MAX) change.set({ followUps: [...change.incident.followUps, next] })
}
const FOLLOW_UPS_MAX = 8

const retryDelay = (failures: number): number => Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (failures - 1))

function firedText({ title, service, startedAt }: JoiningAlert): string {
  const where = service === null ? '' : ` on ${service}`
  return `${title} fired${where} at ${new Date(startedAt).toISOString().slice(0, 19)}Z.`
}

export function worse(a: Severity, b: Severity): Severity {
  return SEVERITIES.indexOf(a) <= SEVERITIES.indexOf(b) ? a : b
}

function common(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(a).filter(([name, value]) => Object.hasOwn(b, name) && b[name] === value))
}

const shortened = (text: string): string =>
  text.length <= HEADLINE_CHARS_MAX ? text : `${text.slice(0, HEADLINE_CHARS_MAX - 1)}…`

/** Collects what one transition does. */
class Change {
  incident: IncidentRecord
  readonly #entries: EntryDraft[] = []
  readonly #events: EventDraft[] = []

  constructor(incident: IncidentRecord) {
    this.incident = incident
  }

  set(parts: Partial<IncidentRecord>): void {
    this.incident = { ...this.incident, ...parts }
  }

  investigation(parts: Partial<InvestigationRecord>): void {
    this.set({ investigation: { ...this.incident.investigation, ...parts } })
  }

  followUp(which: FollowUpRecord, parts: Partial<FollowUpRecord>): void {
    this.set({ followUps: this.incident.followUps.map((one) => (one === which ? { ...one, ...parts } : one)) })
  }

  note(entry: EntryDraft): void {
    if (this.incident.entries >= ENTRIES_MAX) return
    this.#entries.push(entry)
    this.set({ entries: this.incident.entries + 1 })
  }

  tell(type: EventDraft['type'], at: number, headline: string, text: string): void {
    const sequence = this.incident.sequence + 1
    this.#events.push({ type, sequence, at, headline: shortened(headline), text })
    this.set({ sequence })
  }

  outcome(): Outcome {
    return { incident: this.incident, entries: this.#entries, events: this.#events }
  }
}
