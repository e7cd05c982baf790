/**
 * How each sender signs with a secret that it shares with us. A sender that is not here cannot sign: a key that has a
 * signing secret then takes nothing from it.
 */
import { jwtVerify } from 'jose'
import type { AlertSender } from '../../contracts/oncall-protocol.ts'
import type { ChangeSender } from '../formats/index.ts'
import { equalInConstantTime, hmac, sha256Hex } from './hmac.ts'
import { verifyStandardWebhook } from './standard-webhooks.ts'
import { isRecent, unixSeconds, type VerifySignature } from './verdict.ts'

const SIGNATURES_MAX = 10
const JWS_CHARACTERS_MAX = 4096

/** One hex code of the body in a header, behind an optional prefix. */
function hexOfBody(header: string, hash: 'sha1' | 'sha256', prefix = ''): VerifySignature {
  return ({ secret, headers, sent }) => {
    const given = headers.get(header)
    if (given === null || !given.startsWith(prefix)) return 'missing'
    const expected = hmac(hash, secret, sent).toString('hex')
    return equalInConstantTime(given.slice(prefix.length), expected) ? 'valid' : 'wrong'
  }
}

const GRAFANA_SIGNATURE_HEADER = 'x-grafana-alerting-signature'
/** Its default name in Grafana's library when signing was new. */
const GRAFANA_FIRST_HEADER = 'x-grafana-alert-signature'
/** Grafana leaves the name of this header to whoever sets it up; our setup text names this one. */
export const GRAFANA_TIMESTAMP_HEADER = 'x-grafana-alerting-timestamp'
/** The name in Grafana's own examples. */
const GRAFANA_EXAMPLE_HEADER = 'x-grafana-alerting-signature-timestamp'

/**
 * https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/:
 * of `timestamp:body` where a header for the timestamp is set, of the body alone otherwise.
 */
const verifyGrafana: VerifySignature = ({ secret, headers, sent, nowMs }) => {
  const given = headers.get(GRAFANA_SIGNATURE_HEADER) ?? headers.get(GRAFANA_FIRST_HEADER)
  if (given === null) return 'missing'
  const timestamp = headers.get(GRAFANA_TIMESTAMP_HEADER) ?? headers.get(GRAFANA_EXAMPLE_HEADER)
  if (timestamp === null) {
    return equalInConstantTime(given, hmac('sha256', secret, sent).toString('hex')) ? 'valid' : 'wrong'
  }
  const seconds = unixSeconds(timestamp)
  if (seconds === null) return 'missing'
  const expected = hmac('sha256', secret, `${timestamp}:`, sent).toString('hex')
  if (!equalInConstantTime(given, expected)) return 'wrong'
  return isRecent(seconds, nowMs) ? 'valid' : 'old'
}

/** https://developer.pagerduty.com/docs/verifying-webhook-signatures: `v1=<hex>`, several while a secret is changed. */
const verifyPagerduty: VerifySignature = ({ secret, headers, sent }) => {
  const given = headers.get('x-pagerduty-signature')
  if (given === null) return 'missing'
  const expected = `v1=${hmac('sha256', secret, sent).toString('hex')}`
  const signatures = given.split(',', SIGNATURES_MAX).map((one) => one.trim())
  return signatures.some((one) => equalInConstantTime(one, expected)) ? 'valid' : 'wrong'
}

/** https://docs.gitlab.com/user/project/integrations/webhooks/: the secret token itself, or a signing token's signature. */
const verifyGitlab: VerifySignature = (delivery) => {
  const token = delivery.headers.get('x-gitlab-token')
  if (token !== null) return equalInConstantTime(token, delivery.secret) ? 'valid' : 'wrong'
  return verifyStandardWebhook(delivery)
}

/** https://docs.netlify.com/deploy/deploy-notifications/#payload-signature: a JWS by HS256 with the body's SHA-256. */
const verifyNetlify: VerifySignature = async ({ secret, headers, sent, nowMs }) => {
  const token = headers.get('x-webhook-signature')
  if (token === null || token.length > JWS_CHARACTERS_MAX) return 'missing'
  const key = new TextEncoder().encode(secret)
  const options = { algorithms: ['HS256'], issuer: 'netlify', currentDate: new Date(nowMs) }
  const verified = await jwtVerify(token, key, options).catch(() => null)
  const stated = verified?.payload['sha256']
  return typeof stated === 'string' && equalInConstantTime(stated, sha256Hex(sent)) ? 'valid' : 'wrong'
}

export const ALERT_SIGNATURES: Readonly<Partial<Record<AlertSender, VerifySignature>>> = {
  grafana: verifyGrafana,
  pagerduty: verifyPagerduty,
  incident_io: verifyStandardWebhook,
  // https://docs.sentry.io/organization/integrations/integration-platform/webhooks/#verifying-the-signature
  sentry: hexOfBody('sentry-hook-signature', 'sha256'),
  generic: verifyStandardWebhook,
}

export const CHANGE_SIGNATURES: Readonly<Partial<Record<ChangeSender, VerifySignature>>> = {
  // https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
  github: hexOfBody('x-hub-signature-256', 'sha256', 'sha256='),
  gitlab: verifyGitlab,
  // https://vercel.com/docs/webhooks/webhooks-api#securing-webhooks
  vercel: hexOfBody('x-vercel-signature', 'sha1'),
  netlify: verifyNetlify,
  // https://launchdarkly.com/docs/api/webhooks#signing-the-webhook
  launchdarkly: hexOfBody('x-ld-signature', 'sha256'),
  generic: verifyStandardWebhook,
}
