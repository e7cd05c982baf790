/**
 * Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md): an id, a
 * timestamp, and one or more signatures `v1,<base64>` of `id.timestamp.body`. incident.io sends these, GitLab's signing
 * tokens too, and the generic senders may.
 */
import { Buffer } from 'node:buffer'
import { equalInConstantTime, hmac } from './hmac.ts'
import { isRecent, unixSeconds, type VerifySignature } from './verdict.ts'

const PREFIX = 'whsec_'
/** While a secret is changed, a sender signs with two; nobody needs more than this. */
const SIGNATURES_MAX = 10
const ID_CHARACTERS_MAX = 256

export const verifyStandardWebhook: VerifySignature = ({ secret, headers, sent, nowMs }) => {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  const given = headers.get('webhook-signature')
  const seconds = unixSeconds(timestamp)
  if (id === null || id.length > ID_CHARACTERS_MAX || given === null || seconds === null) return 'missing'
  const expected = hmac('sha256', keyOf(secret), `${id}.${timestamp}.`, sent).toString('base64')
  const signatures = given.split(' ', SIGNATURES_MAX)
  const isRight = signatures.some((one) => one.startsWith('v1,') && equalInConstantTime(one.slice(3), expected))
  if (!isRight) return 'wrong'
  // Only a right signature is worth the word that it is old.
  return isRecent(seconds, nowMs) ? 'valid' : 'old'
}

/** `whsec_` and base64; a secret without the prefix is taken as it stands. */
const keyOf = (secret: string): Uint8Array | string =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : secret
