import { z } from 'zod'
import {
  ATTEMPT_OUTCOMES,
  DELIVERY_STATES,
  DESTINATION_KINDS,
  type DeliveryView,
  EMAIL_RECIPIENTS_MAX,
  MESSAGES_PER_HOUR_MAX,
  RULE_SERVICES_MAX,
} from '../../contracts/delivery-protocol.ts'
import { INCIDENT_EVENT_TYPES, SEVERITIES } from '../../contracts/oncall-protocol.ts'
import type { DestinationRow } from '../../domain/destinations/destinations.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull, text, textOrNull } from '../../http/parameters.ts'

const url = z.url({ protocol: /^https?$/ }).max(2_000)
const secret = text(1, 120).describe(
  '`whsec_` and 24 to 64 bytes in base64. If it is left out, the service creates one.',
)
const region = z.enum(['us', 'eu']).default('us')

/** Address and credentials. Never returned, because the address of a webhook is a credential too. */
export const targetInput = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('webhook'), url, secret: secret.optional() }),
    z.strictObject({ kind: z.literal('slack'), url }),
    z.strictObject({ kind: z.literal('teams'), url }),
    z.strictObject({ kind: z.literal('pagerduty'), routingKey: z.string().regex(/^[A-Za-z0-9]{32}$/), region }),
    z.strictObject({
      kind: z.literal('opsgenie'),
      apiKey: z.string().regex(/^[\x21-\x7e]{8,200}$/),
      region,
      url: z.union([url, z.null()]).default(null).describe('Base address of a compatible service.'),
    }),
    z.strictObject({ kind: z.literal('email'), to: z.array(z.email().max(254)).min(1).max(EMAIL_RECIPIENTS_MAX) }),
  ])
  .openapi('DestinationTarget')

const severity = z.enum(SEVERITIES)
const eventType = z.enum(INCIDENT_EVENT_TYPES)
const state = z.enum(['open', 'resolved'])

const RULES = {
  severityMin: severity.describe('The lowest severity that is delivered.'),
  services: z.array(text(1, 200)).max(RULE_SERVICES_MAX).describe('Empty: all.'),
  types: z.array(eventType).max(INCIDENT_EVENT_TYPES.length).describe('Empty: all.'),
  states: z.array(state).min(1).max(2),
  messagesPerHourMax: z.int().min(1).max(MESSAGES_PER_HOUR_MAX),
}
export const rulesInput = z.strictObject(RULES).partial().openapi('DestinationRulesInput')
export const rules = z.object(RULES).openapi('DestinationRules')
export const sampleType = eventType

export const destination = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    kind: z.enum(DESTINATION_KINDS),
    name: z.string(),
    address: z.string().describe('The host, or the recipients of e-mail.'),
    rules,
    enabled: z.boolean(),
    disabledReason: z
      .union([z.enum(['gone', 'failing']), z.null()])
      .describe('Why the service disabled it automatically.'),
    disabledAt: dateTimeOrNull,
    secretCreatedAt: dateTimeOrNull,
    previousSecretExpiresAt: dateTimeOrNull,
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .openapi('Destination')

export function destinationOf(row: DestinationRow) {
  const { address, secretCreatedAt, previousSecretExpiresAt } = row.summary
  return {
    id: row.id,
    projectId: row.projectId,
    kind: row.kind,
    name: row.name,
    address,
    rules: row.rules,
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    disabledAt: isoOrNull(row.disabledAt),
    secretCreatedAt: isoOrNull(secretCreatedAt),
    previousSecretExpiresAt: isoOrNull(previousSecretExpiresAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }
}

export const delivery = z
  .object({
    id: z.uuid().describe('`webhook-id` of the message: the same in every attempt and replay.'),
    destinationId: z.uuid(),
    eventId: z.string(),
    incidentId: z.string(),
    type: z.enum([...INCIDENT_EVENT_TYPES, 'destination_disabled']),
    title: z.string(),
    state: z.enum(DELIVERY_STATES),
    createdAt: dateTime,
    nextAttemptAt: dateTimeOrNull,
    settledAt: dateTimeOrNull,
    replays: z.int(),
    attempts: z
      .array(
        z.object({
          at: dateTime,
          durationMs: z.int(),
          outcome: z.enum(ATTEMPT_OUTCOMES),
          status: z.union([z.int(), z.null()]),
        }),
      )
      .describe('The latest 20, oldest first.'),
  })
  .openapi('Delivery')

export function deliveryOf(view: DeliveryView) {
  return {
    ...view,
    createdAt: iso(view.createdAt),
    nextAttemptAt: isoOrNull(view.nextAttemptAt),
    settledAt: isoOrNull(view.settledAt),
    attempts: view.attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
  }
}

export const secretOnce = textOrNull.describe('The signing secret of a webhook; only this answer contains it.')

export const DESTINATION_EXAMPLE = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a57',
  projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a56',
  kind: 'webhook',
  name: 'on-call bot',
  address: 'hooks.example.com',
  rules: {
    severityMin: 'warning',
    services: [],
    types: [],
    states: ['open', 'resolved'],
    messagesPerHourMax: 100,
  },
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  secretCreatedAt: '2026-01-01T10:00:00.000Z',
  previousSecretExpiresAt: null,
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
} as const
