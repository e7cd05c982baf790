/**
 * Incidents as the on-call object stores and answers them. Times are milliseconds since 1970. Persisted shapes: fields
 * may only be added, only as optional.
 */
import type { DeliveredType, DeliveryState } from './delivery-protocol.ts'
import type { AlertLink, AlertSource, PlacedProject, Severity } from './oncall-protocol.ts'

export type IncidentState = 'open' | 'resolved'

/** A sentence and what it rests on: ids of alerts, changes, timeline entries, runs, or `<run id>#<tool call id>`. */
export interface Statement {
  readonly text: string
  readonly cites: readonly string[]
}

export interface BriefCause {
  /** As the investigation ended: identified, probable, inconclusive, no_anomaly, no_data; `unknown` without one. */
  readonly outcome: string
  readonly service: string | null
  readonly mechanism: string | null
  /** 0..1. */
  readonly confidence: number
  readonly statement: Statement
}

export interface BriefChange {
  readonly changeId: string
  readonly kind: string
  readonly title: string
  readonly services: readonly string[]
  readonly version: string | null
  readonly author: string | null
  readonly url: string | null
  readonly startedAt: number
  /** `culprit`, `weakened` (near in time, elsewhere) or `unrelated`. */
  readonly state: 'culprit' | 'weakened' | 'unrelated'
  readonly because: string
}

/** What is known about an incident, for a person who joins it. */
export interface Brief {
  readonly writtenAt: number
  /** The time of the run that answered. Null if none did. */
  readonly runId: string | null
  readonly what: Statement
  /** The onset and, if it is over, the end. */
  readonly since: { readonly at: number | null; readonly until: number | null; readonly statement: Statement }
  readonly impact: Statement
  readonly cause: BriefCause
  readonly evidence: readonly Statement[]
  readonly changes: readonly BriefChange[]
  /** Names the change that is to blame, or says that none is. */
  readonly changeStatement: Statement
  readonly tried: readonly Statement[]
  readonly openQuestions: readonly Statement[]
  readonly similar: readonly SimilarIncident[]
  readonly runbooks: readonly RunbookStep[]
  /** The answer as it was given, in Markdown. */
  readonly answer: string
}

export interface SimilarIncident {
  readonly incidentId: string
  readonly title: string
  readonly startedAt: number
  /** 0..1. */
  readonly likeness: number
  readonly because: string
  /** How it ended: the confirmed or found cause and the note that was left. */
  readonly ending: string
}

/** A step of a note or runbook that fits what was found. Quoted text, never an instruction. */
export interface RunbookStep {
  readonly noteId: string
  readonly title: string
  readonly url: string | null
  readonly step: string
  readonly because: string
}

/**
 * What was observed, with its strength in nats (3 is about 20:1) and the labels of the questions that it was read from.
 */
export interface AnalysisEvidence {
  readonly signal: string
  readonly kind: string
  readonly text: string
  readonly strength: number
  readonly firstSeenAt: number | null
  readonly queries: readonly string[]
}

export interface AnalysisHypothesis {
  readonly service: string
  readonly mechanism: string
  readonly mechanismText: string | null
  readonly probability: number
  /** `supported`: kept. `weakened`: competes, with evidence against it. `rejected`: ruled out. */
  readonly state: 'supported' | 'weakened' | 'rejected'
  readonly because: string
  readonly explainedBy: string | null
  readonly evidence: readonly AnalysisEvidence[]
}

export interface NextStep {
  readonly text: string
  readonly source: 'change' | 'cause' | 'question' | 'runbook'
  /** The change or the note that it is about. */
  readonly subject: string | null
  readonly url: string | null
}

/** What the last investigation of an incident found, as structured data. Stored beside the incident, bounded. */
export interface IncidentAnalysis {
  /** The tool call, as `<run id>#<tool call id>`. */
  readonly cite: string
  readonly outcome: string
  readonly confidence: number
  /** The window that was examined. */
  readonly from: number | null
  readonly to: number | null
  readonly onset: {
    readonly at: number
    readonly earliestAt: number | null
    readonly latestAt: number | null
  } | null
  /** `ongoing`, `recovered`, `silent`, `unknown`. */
  readonly state: { readonly kind: string; readonly at: number | null }
  readonly hypotheses: readonly AnalysisHypothesis[]
  /** Edges from the cause outwards, nearest first. */
  readonly propagation: readonly {
    readonly from: string
    readonly to: string
    readonly order: number
    readonly kind: string
    readonly text: string
    readonly firstSeenAt: number | null
  }[]
  readonly impact: {
    readonly requests: number
    readonly failed: number
    readonly share: number
    readonly shareBefore: number
    readonly meanMs: number
    readonly meanMsBefore: number
  } | null
  readonly lines: readonly { readonly logId: string; readonly service: string; readonly text: string }[]
  readonly requests: readonly {
    readonly traceId: string
    readonly service: string
    readonly text: string
    readonly at: number
  }[]
  readonly queries: readonly {
    readonly label: string
    readonly reads: string
    readonly subject: string
    readonly recordsScanned: number
    readonly isPartial: boolean
  }[]
  readonly nextSteps: readonly NextStep[]
  readonly notSeen: readonly string[]
}

export const TIMELINE_KINDS = [
  'onset',
  'recovered',
  'alert',
  'alert_closed',
  'investigation',
  'answer',
  'follow_up',
  'change',
  'feedback',
  'resolved',
  'reopened',
  'suppressed',
  'note',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

export interface TimelineEntry {
  /** `t<number>` if it was stored. Entries drawn from the brief have ids of their own kind. */
  readonly id: string
  readonly at: number
  readonly kind: TimelineKind
  readonly text: string
  /** The alert, run, change or note that it is about. */
  readonly subject: string | null
}

export const INVESTIGATION_STATES = ['due', 'queued', 'running', 'answered', 'failed', 'refused'] as const
export type InvestigationState = (typeof INVESTIGATION_STATES)[number]

export interface IncidentFeedback {
  readonly verdict: 'right' | 'wrong'
  readonly service: string | null
  readonly cause: string | null
  readonly note: string | null
  readonly by: string
  readonly at: number
}

/** An incident in a list. */
export interface IncidentItem {
  readonly id: string
  readonly title: string
  readonly severity: Severity
  readonly state: IncidentState
  readonly source: AlertSource
  /** The services that alert. The cause may be elsewhere. */
  readonly services: readonly string[]
  readonly startedAt: number
  readonly openedAt: number
  readonly lastAlertAt: number
  readonly resolvedAt: number | null
  readonly alerts: number
  readonly openAlerts: number
  readonly repeats: number
  readonly threadId: string
  readonly investigation: {
    readonly state: InvestigationState
    readonly runId: string | null
    /** Why it waits or was not made, as a sentence. */
    readonly reason: string | null
    readonly dueAt: number
  }
  readonly headline: string | null
  readonly causeService: string | null
  readonly confidence: number | null
  readonly feedback: IncidentFeedback | null
}

export interface IncidentAlert {
  readonly id: string
  readonly source: AlertSource
  readonly status: 'firing' | 'resolved'
  readonly severity: Severity
  readonly title: string
  readonly description: string
  readonly service: string | null
  readonly entities: readonly string[]
  readonly startedAt: number
  readonly endedAt: number | null
  readonly repeats: number
  readonly query: string | null
  readonly links: readonly AlertLink[]
  readonly labels: Readonly<Record<string, string>>
}

/** Alerts of one incident, oldest first. */
export interface IncidentAlertQuery {
  readonly incidentId: string
  readonly limit: number
  /** The id of the last alert of the page before. */
  readonly cursor: string | null
}

export interface IncidentAlertPage {
  readonly alerts: readonly IncidentAlert[]
  readonly nextCursor: string | null
}

export interface IncidentDetail extends IncidentItem {
  readonly brief: Brief | null
  /** Null until an investigation has answered, and for answers that earlier releases stored. */
  readonly analysis: IncidentAnalysis | null
  readonly timeline: readonly TimelineEntry[]
  /** The first page of them; `alerts` says how many there are. */
  readonly alertList: readonly IncidentAlert[]
  readonly followUps: readonly {
    readonly kind: 'later' | 'resolution'
    readonly dueAt: number
    readonly state: 'due' | 'running' | 'answered' | 'dropped'
    readonly runId: string | null
    readonly text: string | null
  }[]
}

/** A message about an incident, to one destination. */
export interface IncidentMessage {
  readonly deliveryId: string
  readonly destinationId: string
  readonly type: DeliveredType
  readonly state: DeliveryState
  readonly createdAt: number
  /** When it was delivered, given up or held back. Null while it is pending. */
  readonly settledAt: number | null
  readonly attempts: number
}

/** An incident with the messages about it, oldest first. Null: they could not be read. */
export interface IncidentWithMessages extends IncidentDetail {
  readonly messages: readonly IncidentMessage[] | null
}

export interface IncidentQuery {
  readonly state: IncidentState | null
  readonly service: string | null
  readonly severity: Severity | null
  readonly limit: number
  readonly cursor: string | null
}

export interface IncidentPage {
  readonly incidents: readonly IncidentItem[]
  readonly nextCursor: string | null
}

/** How often answers that people judged were right, by how sure the answers were. */
export interface Accuracy {
  readonly judged: number
  readonly right: number
  readonly incidents: number
  readonly bands: readonly {
    readonly from: number
    readonly to: number
    readonly judged: number
    readonly right: number
  }[]
}

export interface FeedbackInput {
  readonly incidentId: string
  readonly feedback: Omit<IncidentFeedback, 'at'>
}

/** Which alerts are silenced: those of these services (all, if none is named) that have all these labels. */
export interface WindowInput {
  readonly title: string
  readonly services: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly startsAt: number
  readonly endsAt: number
}

export interface MaintenanceWindow extends WindowInput {
  readonly id: string
  readonly createdBy: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Alerts that it has silenced so far. */
  readonly suppressed: number
}

export const NOTE_KINDS = ['note', 'runbook'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]
export const NOTE_BYTES_MAX = 65_536
export const NOTES_MAX = 500
export const NOTE_VERSIONS_MAX = 50

export interface NoteInput {
  readonly kind: NoteKind
  readonly title: string
  /** Null: for the whole project. */
  readonly service: string | null
  readonly url: string | null
  readonly text: string
}

export interface NoteView extends NoteInput {
  readonly id: string
  readonly version: number
  readonly updatedBy: string
  readonly createdAt: number
  readonly updatedAt: number
}

export interface NewWindow {
  readonly owner: PlacedProject
  readonly id: string
  readonly window: WindowInput
  readonly by: string
}

export interface WindowUpdate {
  readonly id: string
  readonly window: Partial<WindowInput>
}

export interface NewNote {
  readonly owner: PlacedProject
  readonly id: string
  readonly note: NoteInput
  readonly by: string
}

export interface NoteUpdate {
  readonly id: string
  readonly note: Partial<NoteInput>
  readonly by: string
  /** The version that the change is based on. Null: whichever is the latest. */
  readonly version: number | null
}
