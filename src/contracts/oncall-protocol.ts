/**
 * What the delivery endpoints of alerts and changes, the on-call objects and their readers exchange. Alerts and events
 * wait in queues and outboxes, so these are persisted shapes: fields may only be added, only as optional. Times are
 * milliseconds since 1970; the API shows them as ISO 8601.
 */

/** The names of alert senders in the path of a delivery. */
export const ALERT_SENDERS = [
  'alertmanager',
  'grafana',
  'datadog',
  'pagerduty',
  'pagerduty_events',
  'incident_io',
  'jira_service_management',
  'sentry',
  'better_stack',
  'cloudwatch',
  'azure_monitor',
  'gcp_monitoring',
  'generic',
] as const
export type AlertSender = (typeof ALERT_SENDERS)[number]

/** Where an alert comes from: a sender, or a monitor of the project. */
export const ALERT_SOURCES = [...ALERT_SENDERS, 'monitor'] as const
export type AlertSource = (typeof ALERT_SOURCES)[number]

/** Worst first. */
export const SEVERITIES = ['critical', 'error', 'warning', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

export const CHANGE_KINDS = [
  'deployment',
  'release',
  'commit',
  'feature_flag',
  'configuration',
  'scaling',
  'migration',
  'incident',
  'other',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CHANGE_STATUSES = ['started', 'succeeded', 'failed', 'rolled_back'] as const
export type ChangeStatus = (typeof CHANGE_STATUSES)[number]

/** Bounds of what is stored of one alert, change or event; senders' texts are cut to them, never refused for them. */
export const ALERT_TITLE_CHARS_MAX = 300
export const ALERT_DESCRIPTION_CHARS_MAX = 4_000
export const ALERT_LABELS_MAX = 64
export const LABEL_NAME_CHARS_MAX = 200
export const LABEL_VALUE_CHARS_MAX = 1_000
export const ALERT_ENTITIES_MAX = 32
export const ALERT_LINKS_MAX = 16
export const ALERT_RAW_BYTES_MAX = 16_384
export const DEDUP_KEY_CHARS_MAX = 400
export const CHANGE_SERVICES_MAX = 50
export const CHANGE_TITLE_CHARS_MAX = 300
export const CHANGE_ATTRIBUTES_MAX = 32
/** Most items in one call of `receiveAlerts` or `recordChanges`. */
export const ALERTS_PER_CALL_MAX = 1_000
export const CHANGES_PER_CALL_MAX = 200

/** Where a project's objects are: what names them, and the region where they are created. */
export interface PlacedProject {
  readonly organizationId: string
  readonly projectId: string
  readonly region: string
}

export interface AlertLink {
  readonly title: string
  readonly url: string
}

/** An alert from any sender, in one common form. */
export interface NormalizedAlert {
  readonly source: AlertSource
  /** The same for every repetition of one alert. `resolved` with this key closes it. */
  readonly dedupKey: string
  readonly status: 'firing' | 'resolved'
  readonly severity: Severity
  readonly title: string
  readonly description: string
  readonly service: string | null
  /** Hosts, pods, checks. */
  readonly entities: readonly string[]
  readonly startedAt: number
  readonly endedAt: number | null
  readonly query: string | null
  readonly links: readonly AlertLink[]
  readonly labels: Readonly<Record<string, string>>
  /** The alert's own JSON, cut to ALERT_RAW_BYTES_MAX. */
  readonly raw: string
}

/** Alerts of one delivery. The same `deliveryId` again changes nothing. */
export interface ReceivedAlerts {
  readonly owner: PlacedProject
  readonly deliveryId: string
  readonly receivedAt: number
  readonly alerts: readonly NormalizedAlert[]
}

/**
 * What an alert does when it arrives. `keep_closed`: it ends an alert whose beginning is not known. `late`: a newer
 * state of it is already known.
 */
export const ALERT_ACTIONS = ['open', 'join', 'reopen', 'repeat', 'close', 'suppress', 'keep_closed', 'late'] as const
export type AlertAction = (typeof ALERT_ACTIONS)[number]

export interface AlertFate {
  readonly action: AlertAction
  /** Null if it belongs to none, or to one that does not exist yet. */
  readonly incidentId: string | null
  /** The window that silences it. */
  readonly windowId: string | null
}

export interface ChangeInput {
  readonly kind: ChangeKind
  readonly services: readonly string[]
  readonly environment: string | null
  readonly version: string | null
  readonly author: string | null
  readonly url: string | null
  readonly title: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly status: ChangeStatus | null
  /** `api`, `github`, `gitlab`, `vercel`, `netlify`, `argo_cd`, `launchdarkly`, `telemetry`, … */
  readonly source: string
  /** A change from this source with the same key is updated. Null: always a new change. */
  readonly dedupKey: string | null
  readonly attributes: Readonly<Record<string, string>>
}

export interface ChangeView extends ChangeInput {
  readonly id: string
  /** All that told of it, `source` first. Absent in rows of earlier releases: `source` alone. */
  readonly sources?: readonly string[]
  /** When the service first heard of it. */
  readonly recordedAt: number
  readonly updatedAt: number
}

export interface RecordedChanges {
  readonly owner: PlacedProject
  readonly deliveryId: string
  readonly changes: readonly ChangeInput[]
}

/** What was seen in telemetry, and up to when it was searched. */
export interface RecognisedChanges {
  readonly owner: PlacedProject
  readonly changes: readonly ChangeInput[]
  readonly upToMs: number
}

export interface ChangeQuery {
  readonly owner: PlacedProject
  /** Of a change's start; the end is outside. */
  readonly from: number | null
  readonly to: number | null
  readonly service: string | null
  readonly kind: ChangeKind | null
  /** Words that all have to be in title, version, author or services, in any case. */
  readonly text: string | null
  readonly limit: number
  /** Of the last answer. */
  readonly cursor: string | null
}

export interface ChangePage {
  readonly changes: readonly ChangeView[]
  readonly nextCursor: string | null
}

export const INCIDENT_EVENT_TYPES = [
  'opened',
  'brief',
  'follow_up',
  'resolved',
  'reopened',
  'scheduled_answer',
  'test',
] as const
export type IncidentEventType = (typeof INCIDENT_EVENT_TYPES)[number]

/** An event to report to people. Passed to the delivery object at least once, with the same id each time. */
export interface IncidentEvent {
  readonly id: string
  /** For `scheduled_answer` the schedule's id, for `test` any id. */
  readonly incidentId: string
  /** Rises within one incident: events are delivered in this order. */
  readonly sequence: number
  readonly type: IncidentEventType
  readonly at: number
  readonly severity: Severity
  readonly state: 'open' | 'resolved'
  readonly services: readonly string[]
  readonly title: string
  /** One sentence. */
  readonly headline: string
  /** Markdown from the stored answer, at most 12,000 characters. */
  readonly text: string
  readonly url: string
  readonly threadId: string | null
}

/** Why a run was started. */
export const RUN_ORIGINS = ['api', 'alert', 'monitor', 'schedule', 'follow_up'] as const
export type RunOrigin = (typeof RUN_ORIGINS)[number]
