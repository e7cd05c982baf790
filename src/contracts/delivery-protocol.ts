/**
 * What the delivery object, its verbs and the renderers of messages exchange. Settings, rules and deliveries are stored
 * as JSON, so these are persisted shapes: fields may only be added, and only as optional ones.
 */
import type { IncidentEvent, IncidentEventType, Severity } from './oncall-protocol.ts'

export const DESTINATION_KINDS = ['webhook', 'slack', 'teams', 'pagerduty', 'opsgenie', 'email'] as const
export type DestinationKind = (typeof DESTINATION_KINDS)[number]

export const DESTINATIONS_PER_PROJECT_MAX = 50
export const RULE_SERVICES_MAX = 50
export const EMAIL_RECIPIENTS_MAX = 10
export const MESSAGES_PER_HOUR_DEFAULT = 100
export const MESSAGES_PER_HOUR_MAX = 1_000

/** Which events a destination gets. An empty list of services or types means all. */
export interface DestinationRules {
  readonly severityMin: Severity
  readonly services: readonly string[]
  readonly types: readonly IncidentEventType[]
  readonly states: readonly ('open' | 'resolved')[]
  /** Incidents above this number are not reported, and the log says so. */
  readonly messagesPerHourMax: number
}

/** A webhook's secrets, newest first. Each signs until it expires; the newest never expires. */
export interface WebhookSecret {
  /** `whsec_` and base64. */
  readonly value: string
  readonly createdAt: number
  readonly expiresAt: number | null
}

/**
 * Where to send to, and with what credentials. Stored sealed as a whole, because most addresses of webhooks are
 * credentials.
 */
export type Target =
  | { readonly kind: 'webhook'; readonly url: string; readonly secrets: readonly WebhookSecret[] }
  | { readonly kind: 'slack'; readonly url: string }
  | { readonly kind: 'teams'; readonly url: string }
  | { readonly kind: 'pagerduty'; readonly routingKey: string; readonly region: 'us' | 'eu' }
  | {
      readonly kind: 'opsgenie'
      readonly apiKey: string
      readonly region: 'us' | 'eu'
      /** Base address of a compatible service in place of Opsgenie's own. */
      readonly url: string | null
    }
  | { readonly kind: 'email'; readonly to: readonly string[] }

/** What may be shown of a target. */
export interface TargetSummary {
  /** The host, or the recipients of e-mail. */
  readonly address: string
  /** When the current secret was created, and until when the previous one is valid. Null if there is none. */
  readonly secretCreatedAt: number | null
  readonly previousSecretExpiresAt: number | null
}

/** An event about the service itself: a destination was disabled. */
export type DeliveredType = IncidentEventType | 'destination_disabled'
export type DeliveredEvent = Omit<IncidentEvent, 'type'> & { readonly type: DeliveredType }

/**
 * `suppressed`: above the destination's messages per hour. `cancelled`: its destination was disabled or deleted before
 * it was delivered.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'suppressed', 'cancelled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The result of one attempt, in our own words, without the other side's text. */
export const ATTEMPT_OUTCOMES = [
  'delivered',
  'refused',
  'gone',
  'rate_limited',
  'server_error',
  'redirected',
  'timeout',
  'unreachable',
  'blocked',
  'misconfigured',
] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

export interface AttemptView {
  readonly at: number
  readonly durationMs: number
  readonly outcome: AttemptOutcome
  /** The HTTP status. Null if there was no answer. */
  readonly status: number | null
}

export interface DeliveryView {
  readonly id: string
  readonly destinationId: string
  readonly eventId: string
  readonly incidentId: string
  readonly type: DeliveredType
  readonly title: string
  readonly state: DeliveryState
  readonly createdAt: number
  /** Null unless it is pending. */
  readonly nextAttemptAt: number | null
  readonly settledAt: number | null
  readonly replays: number
  /** Newest last, at most the latest 20. */
  readonly attempts: readonly AttemptView[]
}

export interface DeliveryQuery {
  readonly destinationId: string | null
  readonly incidentId: string | null
  readonly state: DeliveryState | null
  readonly limit: number
  readonly cursor: string | null
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[]
  readonly nextCursor: string | null
}
