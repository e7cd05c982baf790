/** Google Pub/Sub push with its OIDC token. The keys are made at run time; `certs` answers for Google's key server. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { bytesOf, iso, postJson, type SeededLog, type SentRequest } from './sender.ts'

export const PUBSUB_PROJECT_ID = 'shop-prod-1'
export const PUBSUB_SUBSCRIPTION = `projects/${PUBSUB_PROJECT_ID}/subscriptions/ours`
export const PUBSUB_EMAIL = `pusher@${PUBSUB_PROJECT_ID}.iam.gserviceaccount.com`

export type PubSubOptions = {
  audience: string
  nowMs?: number
  email?: string
  isEmailVerified?: boolean
  issuer?: string
  /** Seconds from now; negative is expired. */
  lifeSeconds?: number
  /** Signed by a key that Google never published, under the name of one it did. */
  isForged?: boolean
  subscription?: string
  /** The same on a redelivery. */
  messageId?: string
  deliveryAttempt?: number
}

export type PubSubSender = {
  /** Answers https://www.googleapis.com/oauth2/v3/certs, and nothing else. */
  certs(request: Request): Promise<Response>
  token(options: PubSubOptions): Promise<string>
  push(entry: object | string, options: PubSubOptions): Promise<SentRequest>
  /** The payload alone, its metadata in headers. */
  pushUnwrapped(entry: object, options: PubSubOptions): Promise<SentRequest>
}

const base64 = (text: string) => btoa(Array.from(bytesOf(text), (byte) => String.fromCharCode(byte)).join(''))

export async function createPubSubSender(): Promise<PubSubSender> {
  const kid = 'google-key-1'
  const google = await generateKeyPair('RS256', { extractable: true })
  const forger = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(google.publicKey)), kid, alg: 'RS256', use: 'sig' }

  async function token(options: PubSubOptions): Promise<string> {
    const now = Math.floor((options.nowMs ?? Date.now()) / 1000)
    const email = options.email ?? PUBSUB_EMAIL
    return new SignJWT({ email, email_verified: options.isEmailVerified ?? true, azp: '113774264463038321964' })
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuer(options.issuer ?? 'https://accounts.google.com')
      .setAudience(options.audience)
      .setSubject('113774264463038321964')
      .setIssuedAt(now)
      .setExpirationTime(now + (options.lifeSeconds ?? 3600))
      .sign(options.isForged === true ? forger.privateKey : google.privateKey)
  }
  const headersOf = async (options: PubSubOptions) => ({
    Authorization: `Bearer ${await token(options)}`,
    From: 'noreply@google.com',
    'User-Agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
  })

  return {
    token,
    async certs(request) {
      const isCerts = request.url === 'https://www.googleapis.com/oauth2/v3/certs'
      return isCerts
        ? Response.json({ keys: [jwk] }, { headers: { 'cache-control': 'public, max-age=19800' } })
        : new Response(null, { status: 404 })
    },
    async push(entry, options) {
      const data = base64(typeof entry === 'string' ? entry : JSON.stringify(entry))
      const messageId = options.messageId ?? '15230957014'
      const publishTime = iso(options.nowMs ?? Date.now())
      const attributes = { 'logging.googleapis.com/timestamp': publishTime }
      const message = { data, attributes, messageId, message_id: messageId, publishTime, publish_time: publishTime }
      const attempt = options.deliveryAttempt === undefined ? {} : { deliveryAttempt: options.deliveryAttempt }
      return postJson(
        { message, subscription: options.subscription ?? PUBSUB_SUBSCRIPTION, ...attempt },
        await headersOf(options),
      )
    },
    async pushUnwrapped(entry, options) {
      const metadata = {
        'x-goog-pubsub-message-id': options.messageId ?? '15230957014',
        'x-goog-pubsub-publish-time': iso(options.nowMs ?? Date.now()),
        'x-goog-pubsub-subscription-name': options.subscription ?? PUBSUB_SUBSCRIPTION,
      }
      return postJson(entry, { ...(await headersOf(options)), ...metadata })
    },
  }
}

const SEVERITY = { debug: 'DEBUG', info: 'INFO', warn: 'WARNING', error: 'ERROR' } as const

/** `payload` chooses which of the three payload fields the entry has. */
export function logEntry(
  log: SeededLog,
  payload: 'text' | 'json' | 'proto' = 'text',
  index = 0,
): Record<string, unknown> {
  const payloads = {
    text: { textPayload: log.message },
    json: { jsonPayload: { message: log.message, ...log.attributes } },
    proto: {
      protoPayload: {
        '@type': 'type.googleapis.com/google.cloud.audit.AuditLog',
        methodName: 'storage.buckets.create',
        serviceName: 'storage.googleapis.com',
        status: { message: log.message },
      },
    },
  }
  const traced =
    log.traceId === undefined
      ? {}
      : { trace: `projects/${PUBSUB_PROJECT_ID}/traces/${log.traceId}`, spanId: log.spanId, traceSampled: true }
  return {
    insertId: `ins${index}`,
    logName: `projects/${PUBSUB_PROJECT_ID}/logs/run.googleapis.com%2Fstdout`,
    resource: {
      type: 'cloud_run_revision',
      labels: { project_id: PUBSUB_PROJECT_ID, service_name: 'shop-api', location: 'europe-west1' },
    },
    timestamp: iso(log.atMs),
    receiveTimestamp: iso(log.atMs + 400),
    severity: SEVERITY[log.level ?? 'info'],
    labels: { instanceId: 'i-1' },
    ...payloads[payload],
    ...traced,
  }
}
