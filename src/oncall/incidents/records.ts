/** The stored shape of an incident. Persisted: only add fields, and only optional ones. */
import type {
  Brief,
  IncidentAnalysis,
  IncidentFeedback,
  IncidentState,
  InvestigationState,
  TimelineKind,
} from '../../contracts/incident-protocol.ts'
import type { AlertSource, IncidentEventType, NormalizedAlert, Severity } from '../../contracts/oncall-protocol.ts'

export interface InvestigationRecord {
  readonly state: InvestigationState
  /** When to start it or to check it again, in milliseconds since 1970. */
  readonly dueAtMs: number
  readonly startedAtMs: number | null
  readonly runId: string | null
  readonly reason: string | null
  /** The number of failed starts. */
  readonly failures: number
}

export interface FollowUpRecord {
  readonly kind: 'later' | 'resolution'
  readonly dueAtMs: number
  readonly state: 'due' | 'running' | 'answered' | 'dropped'
  readonly runId: string | null
  readonly text: string | null
  readonly failures: number
}

export interface IncidentRecord {
  readonly version: 1
  readonly id: string
  /** Chosen together with the incident's id, so that repeated attempts create one thread. */
  readonly threadId: string
  readonly title: string
  readonly severity: Severity
  readonly state: IncidentState
  readonly source: AlertSource
  readonly services: readonly string[]
  readonly entities: readonly string[]
  /** The labels that all of its alerts share. */
  readonly labels: Readonly<Record<string, string>>
  readonly startedAtMs: number
  /** The start of the alert that joined last. */
  readonly lastStartedAtMs: number
  readonly openedAtMs: number
  readonly lastAlertAtMs: number
  readonly resolvedAtMs: number | null
  readonly alerts: number
  readonly openAlerts: number
  readonly repeats: number
  readonly reopenings: number
  /** The number of the last event that was sent. */
  readonly sequence: number
  /** The number of entries in the timeline. */
  readonly entries: number
  readonly investigation: InvestigationRecord
  readonly followUps: readonly FollowUpRecord[]
  readonly brief: Brief | null
  readonly feedback: IncidentFeedback | null
}

/** An entry that a transition adds to the timeline. */
export interface EntryDraft {
  readonly at: number
  readonly kind: TimelineKind
  readonly text: string
  readonly subject: string | null
}

/** An event that a transition sends to people. The caller adds the fields that never change. */
export interface EventDraft {
  readonly type: IncidentEventType
  readonly sequence: number
  readonly at: number
  readonly headline: string
  readonly text: string
}

/** The fields of an alert that opens or joins an incident. */
export interface JoiningAlert
  extends Pick<NormalizedAlert, 'source' | 'severity' | 'title' | 'service' | 'entities' | 'startedAt' | 'labels'> {
  readonly id: string
}

/** The result of a run that has answered. */
export interface Answered {
  readonly runId: string
  readonly headline: string
  /** Markdown of limited length. */
  readonly text: string
  readonly brief: Brief | null
  /** Null if the run investigated nothing. */
  readonly analysis: IncidentAnalysis | null
}
