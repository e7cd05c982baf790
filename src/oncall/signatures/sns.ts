/**
 * Signatures of Amazon SNS (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html): RSA over
 * chosen fields, with a certificate whose address the message states. The address is believed only on a host of SNS
 * itself: any other of amazonaws.com may be a bucket of whoever asks.
 */
import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { type Fields, textOf } from '../formats/reading.ts'

const HOST = /^sns\.[a-z]{2,3}(?:-[a-z]{2,10}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{8,64}\.pem$/
const URL_CHARACTERS_MAX = 2048
/** SNS tries a delivery again for an hour at most. */
const AGE_MAX_MS = 2 * 3600_000
const AHEAD_MAX_MS = 5 * 60_000
/** The name in SNS's certificates, in some regions with the region in it. */
const SUBJECT = /CN=sns(?:\.[a-z0-9-]{1,30})?\.amazonaws\.com/

export type SnsVerdict =
  | 'valid'
  /** A field that the signature needs is missing, or an address is on no host of SNS. */
  | 'missing'
  | 'wrong'
  | 'old'
  /** The certificate could not be fetched: the delivery may come again. */
  | 'unreachable'

/** An address on a host of Amazon SNS; null for any other. */
export function snsUrl(value: unknown): URL | null {
  const text = textOf(value, URL_CHARACTERS_MAX + 1)
  if (text.length > URL_CHARACTERS_MAX || !URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return isPlain && HOST.test(url.hostname) ? url : null
}

/** The address that confirms a subscription, from a message whose signature was checked. */
export function confirmationUrl(message: Fields): URL | null {
  const url = snsUrl(message['SubscribeURL'])
  return url?.searchParams.get('Action') === 'ConfirmSubscription' ? url : null
}

const NOTIFICATION_FIELDS = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const
const CONFIRMATION_FIELDS = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const

/** What is signed: names and values in turn, each on a line. Null where one is missing that has to be there. */
export function signedText(message: Fields): string | null {
  const names = message['Type'] === 'Notification' ? NOTIFICATION_FIELDS : CONFIRMATION_FIELDS
  const lines: string[] = []
  for (const name of names) {
    const value = message[name]
    if (typeof value === 'string') lines.push(name, value)
    // A message without a subject is signed without it.
    else if (name !== 'Subject' || (value !== undefined && value !== null)) return null
  }
  return `${lines.join('\n')}\n`
}

export interface SnsCheck {
  readonly message: Fields
  readonly nowMs: number
  /** The certificate at an address that was found to be of SNS, as PEM; null where it could not be fetched. */
  readonly certificateAt: (url: URL) => Promise<string | null>
}

export async function verifySns({ message, nowMs, certificateAt }: SnsCheck): Promise<SnsVerdict> {
  const version = textOf(message['SignatureVersion'], 4)
  const signature = textOf(message['Signature'], 4096)
  const url = snsUrl(message['SigningCertURL'])
  const text = signedText(message)
  if (url === null || !CERTIFICATE_PATH.test(url.pathname) || text === null || signature === '') return 'missing'
  if (version !== '1' && version !== '2') return 'missing'
  const pem = await certificateAt(url)
  if (pem === null) return 'unreachable'
  const key = await keyOf(pem, version === '1' ? 'SHA-1' : 'SHA-256', nowMs)
  if (key === null) return 'wrong'
  const bytes = Buffer.from(signature, 'base64')
  const isRight = await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, bytes, new TextEncoder().encode(text))
  if (!isRight) return 'wrong'
  const at = Date.parse(textOf(message['Timestamp'], 40))
  return at >= nowMs - AGE_MAX_MS && at <= nowMs + AHEAD_MAX_MS ? 'valid' : 'old'
}

/** The public key of a certificate that is SNS's by its name and valid now; null for any other. */
async function keyOf(pem: string, hash: 'SHA-1' | 'SHA-256', nowMs: number): Promise<CryptoKey | null> {
  try {
    const certificate = new X509Certificate(pem)
    const isValidNow = Date.parse(certificate.validFrom) <= nowMs && nowMs <= Date.parse(certificate.validTo)
    if (!isValidNow || !SUBJECT.test(certificate.subject)) return null
    const spki = certificate.publicKey.export({ type: 'spki', format: 'der' })
    return await crypto.subtle.importKey('spki', spki, { name: 'RSASSA-PKCS1-v1_5', hash }, false, ['verify'])
  } catch {
    // What is no certificate, or one of another kind of key.
    return null
  }
}
