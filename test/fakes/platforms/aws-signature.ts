import type { Exchange } from './exchange.ts'

/** A key as IAM or STS gave it out. Temporary ones carry a session token and an end. */
export type AwsKey = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  expiresAtMs?: number
  /** An inactive key is refused as one that never was. */
  isActive: boolean
  arn: string
  userId: string
}

export type SignatureProblem =
  | 'missing'
  | 'unknown_key'
  | 'expired_token'
  | 'wrong_signature'
  | 'skewed'
  | 'wrong_scope'
export type SignatureResult = { key: AwsKey } | { problem: SignatureProblem }

/** AWS refuses a request whose date is further than this from its own clock. */
const CLOCK_SKEW_MS_MAX = 5 * 60_000

const encoder = new TextEncoder()

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function sha256(data: Uint8Array | string): Promise<string> {
  const bytes = typeof data === 'string' ? encoder.encode(data) : new Uint8Array(data)
  return hex(await crypto.subtle.digest('SHA-256', bytes))
}

async function hmac(key: BufferSource, data: string): Promise<ArrayBuffer> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return crypto.subtle.sign('HMAC', imported, encoder.encode(data))
}

/** RFC 3986, as AWS wants it: everything but unreserved characters is escaped. */
function escaped(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Verifies AWS Signature Version 4 in the Authorization header, for services other than S3. */
export async function verifyAwsSignature(
  exchange: Exchange,
  keys: ReadonlyMap<string, AwsKey>,
  expected: { service: string; region: string },
): Promise<SignatureResult> {
  const header = exchange.headers.get('authorization') ?? ''
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    )
  const date = exchange.headers.get('x-amz-date') ?? ''
  if (match === null || !/^\d{8}T\d{6}Z$/.test(date)) return { problem: 'missing' }
  const [, keyId = '', day = '', region = '', service = '', signedText = '', signature] = match
  const key = keys.get(keyId)
  if (key === undefined || !key.isActive) return { problem: 'unknown_key' }
  if ((exchange.headers.get('x-amz-security-token') ?? undefined) !== key.sessionToken)
    return { problem: 'unknown_key' }
  if (key.expiresAtMs !== undefined && key.expiresAtMs <= exchange.nowMs) return { problem: 'expired_token' }
  if (service !== expected.service || region !== expected.region || !date.startsWith(day))
    return { problem: 'wrong_scope' }
  const signedAtMs = Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (Math.abs(signedAtMs - exchange.nowMs) > CLOCK_SKEW_MS_MAX) return { problem: 'skewed' }
  const signed = signedText.split(';')
  const mustBeSigned = ['host', ...[...exchange.headers.keys()].filter((name) => name.startsWith('x-amz-'))]
  if (mustBeSigned.some((name) => !signed.includes(name))) return { problem: 'wrong_signature' }
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', date, scope, await sha256(await canonicalRequest(exchange, signed))].join('\n')
  let signingKey: ArrayBuffer = await hmac(encoder.encode(`AWS4${key.secretAccessKey}`), day)
  for (const part of [region, service, 'aws4_request']) signingKey = await hmac(signingKey, part)
  return hex(await hmac(signingKey, toSign)) === signature ? { key } : { problem: 'wrong_signature' }
}

async function canonicalRequest(exchange: Exchange, signed: readonly string[]): Promise<string> {
  const headerValue = (name: string) =>
    name === 'host' ? exchange.url.host : (exchange.headers.get(name) ?? '').trim().replace(/\s+/g, ' ')
  const query = [...exchange.query]
    .map(([name, value]) => [escaped(name), escaped(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  // The path is escaped twice, except by S3.
  const path = exchange.path.split('/').map(escaped).join('/')
  const headers = signed.map((name) => `${name}:${headerValue(name)}\n`).join('')
  return [exchange.method, path, query, headers, signed.join(';'), await sha256(exchange.bodyBytes)].join('\n')
}
