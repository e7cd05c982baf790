/**
 * Standard Webhooks (standardwebhooks.com): `webhook-id`, `webhook-timestamp` and `webhook-signature`, a list of `v1,`
 * HMAC-SHA256 signatures over id, timestamp and body, one for each secret that is valid now.
 */
import { Buffer } from 'node:buffer'
import type { DeliveredType, WebhookSecret } from '../../contracts/delivery-protocol.ts'
import { cut, jsonHeaders, type MessageInput, type PreparedMessage } from './prepared.ts'

export const SECRET_PREFIX = 'whsec_'
/** Bounds of the standard for a symmetric secret. */
export const SECRET_BYTES_MIN = 24
export const SECRET_BYTES_MAX = 64
/** The standard asks receivers to be ready for 20 kB. */
export const WEBHOOK_BODY_BYTES_MAX = 20_000
/** Room for the rest of the body, and for text of which each character takes three bytes. */
const TEXT_CHARS_STEPS = [12_000, 8_000, 5_000, 3_000, 1_000, 0] as const

const EVENT_NAMES: Readonly<Record<DeliveredType, string>> = {
  opened: 'incident.opened',
  brief: 'incident.brief',
  follow_up: 'incident.follow_up',
  resolved: 'incident.resolved',
  reopened: 'incident.reopened',
  scheduled_answer: 'schedule.answered',
  test: 'destination.test',
  destination_disabled: 'destination.disabled',
}

export const newWebhookSecret = (): string =>
  SECRET_PREFIX + Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')

/** Null where the text is not a secret of the standard's form and length. */
export function secretBytes(secret: string): Uint8Array | null {
  if (!secret.startsWith(SECRET_PREFIX)) return null
  const encoded = secret.slice(SECRET_PREFIX.length)
  if (encoded.length > 100 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null
  const bytes = new Uint8Array(Buffer.from(encoded, 'base64'))
  return bytes.length >= SECRET_BYTES_MIN && bytes.length <= SECRET_BYTES_MAX ? bytes : null
}

export function webhookBody({ event, projectName }: MessageInput): string {
  const { id: eventId, type, at, text, services, title, headline, ...rest } = event
  for (const charsMax of TEXT_CHARS_STEPS) {
    const data = {
      eventId,
      ...rest,
      title: cut(title, 300),
      headline: cut(headline, 500),
      services: services.slice(0, 50).map((service) => cut(service, 100)),
      projectName,
      text: charsMax === 0 ? '' : cut(text, charsMax),
      isTextCut: text.length > charsMax,
    }
    const body = JSON.stringify({ type: EVENT_NAMES[type], timestamp: new Date(at).toISOString(), data })
    if (new TextEncoder().encode(body).byteLength < WEBHOOK_BODY_BYTES_MAX) return body
  }
  throw new Error('A webhook without its text is over the limit: a field of the event is unbounded.')
}

/** The request of a webhook, signed with every secret that has not expired. */
export async function webhookMessage(
  { url, secrets }: { readonly url: string; readonly secrets: readonly WebhookSecret[] },
  input: MessageInput,
): Promise<PreparedMessage> {
  const body = webhookBody(input)
  const timestamp = String(Math.floor(input.now / 1_000))
  const valid = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > input.now)
  const signatures = await Promise.all(valid.map(({ value }) => signature(value, `${input.id}.${timestamp}.${body}`)))
  return {
    url,
    headers: {
      ...jsonHeaders,
      'webhook-id': input.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  }
}

async function signature(secret: string, signed: string): Promise<string> {
  const bytes = secretBytes(secret)
  if (bytes === null) throw new Error('A stored webhook secret is malformed.')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(signed))
  return `v1,${Buffer.from(mac).toString('base64')}`
}
