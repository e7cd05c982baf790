/** What is stored of an incident. Fields may only be added, only as optional. */
import type {
  Brief,
  IncidentFeedback,
  IncidentState,
  InvestigationState,
  TimelineKind,
} from '../../contracts/incident-protocol.ts'
import type { AlertSource, IncidentEventType, NormalizedAlert, Severity } from '../../contracts/oncall-protocol.ts'

export interface InvestigationRecord {
  readonly state: InvestigationState
  /** When it is to be started, or looked at again. */
  readonly dueAtMs: number
  readonly startedAtMs: number | null
  readonly runId: string | null
  readonly reason: string | null
  /** Starts that failed. */
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
  /** Chosen with the incident, so that its thread is made once however often that is tried. */
  readonly threadId: string
  readonly title: string
  readonly severity: Severity
  readonly state: IncidentState
  readonly source: AlertSource
  readonly services: readonly string[]
  readonly entities: readonly string[]
  /** What all of its alerts have in common. */
  readonly labels: Readonly<Record<string, string>>
  readonly startedAtMs: number
  /** Start of the alert that joined last. */
  readonly lastStartedAtMs: number
  readonly openedAtMs: number
  readonly lastAlertAtMs: number
  readonly resolvedAtMs: number | null
  readonly alerts: number
  readonly openAlerts: number
  readonly repeats: number
  readonly reopenings: number
  /** Of the last event that was told. */
  readonly sequence: number
  /** Entries of the timeline so far. */
  readonly entries: number
  readonly investigation: InvestigationRecord
  readonly followUps: readonly FollowUpRecord[]
  readonly brief: Brief | null
  readonly feedback: IncidentFeedback | null
}

/** What the machine wants written into the timeline. */
export interface EntryDraft {
  readonly at: number
  readonly kind: TimelineKind
  readonly text: string
  readonly subject: string | null
}

/** What the machine wants told; the shell adds what does not change. */
export interface EventDraft {
  readonly type: IncidentEventType
  readonly sequence: number
  readonly at: number
  readonly headline: string
  readonly text: string
}

/** An alert as it opens or joins an incident. */
export interface JoiningAlert
  extends Pick<NormalizedAlert, 'source' | 'severity' | 'title' | 'service' | 'entities' | 'startedAt' | 'labels'> {
  readonly id: string
}

/** An answered run, made ready for the incident. */
export interface Answered {
  readonly runId: string
  readonly headline: string
  /** Markdown, bounded. */
  readonly text: string
  readonly brief: Brief | null
}
