import { z } from 'zod'
import type { AlertKeyRow } from '../../domain/keys/alert-keys.ts'
import { SENDER_IDS } from '../../domain/oncall/receiving/senders.ts'
import { dateTime, dateTimeOrNull, iso, isoOrNull } from '../../http/parameters.ts'

export const senderId = z.enum(SENDER_IDS).openapi({
  description: 'The only sender that may deliver with the key, named as in the path of deliveries.',
})

/** In the form that senders' settings accept. Base64 after `whsec_` is decoded as Standard Webhooks specify. */
export const signingSecret = z.string().min(8).max(512).openapi({
  description:
    'The secret with which the sender signs its deliveries. If it is set, deliveries without a valid signature are refused, also those of senders that cannot sign. It is stored encrypted and never shown.',
})

const fields = {
  id: z.uuid(),
  projectId: z.uuid(),
  name: z.string(),
  source: z.union([z.enum(SENDER_IDS), z.null()]),
  hasSigningSecret: z.boolean(),
  lastFour: z.string(),
  expiresAt: dateTimeOrNull,
  deactivatedAt: dateTimeOrNull,
  lastUsedAt: dateTimeOrNull,
  createdAt: dateTime,
}

const endpointCard = z
  .object({ kind: z.literal('url'), label: z.string(), url: z.string(), description: z.string().optional() })
  .openapi('AlertEndpointCard')

export const alertKey = z.object(fields).openapi('AlertKey')
export const createdAlertKey = z
  .object({
    ...fields,
    value: z.string(),
    endpoints: z
      .array(z.object({ source: z.enum(SENDER_IDS), name: z.string(), cards: z.array(endpointCard) }))
      .openapi({ description: 'The values for each sender’s settings, with the key inserted.' }),
  })
  .openapi('CreatedAlertKey')

export function alertKeyOf(row: AlertKeyRow) {
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    source: SENDER_IDS.find((one) => one === row.source) ?? null,
    hasSigningSecret: row.signingSecret !== null,
    lastFour: row.lastFour,
    expiresAt: isoOrNull(row.expiresAt),
    deactivatedAt: isoOrNull(row.deactivatedAt),
    lastUsedAt: isoOrNull(row.lastUsedAt),
    createdAt: iso(row.createdAt),
  }
}

export const ALERT_KEY_EXAMPLE = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a57',
  projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a56',
  name: 'alertmanager of prod',
  source: 'alertmanager',
  hasSigningSecret: false,
  lastFour: 'k3p9',
  expiresAt: null,
  deactivatedAt: null,
  lastUsedAt: '2026-01-31T10:00:00.000Z',
  createdAt: '2026-01-01T10:00:00.000Z',
}
