/** What pushing platforms expect: endpoint checks, signatures, and acknowledgements in their own format. */
import { Buffer } from 'node:buffer'
import { verifyOidcToken } from '../../auth/oidc.ts'
import { datadog as datadogFormat } from '../formats/datadog.ts'
import { vercel as vercelFormat } from '../formats/drains.ts'
import { firehose as firehoseFormat } from '../formats/firehose.ts'
import { pubsub as pubsubFormat } from '../formats/pubsub.ts'
import type { IntakeKey } from '../intake-key.ts'
import {
  type Answers,
  keyOf,
  plainAnswers,
  type Refusal,
  receiveLogs,
  retryHeaders,
  type SenderCall,
  statusOf,
} from './receive-logs.ts'

/** Answers 200 even without credits: the platform would disable a drain that is refused. */
export const DRAIN_ANSWERS = plainAnswers(200, { losesWithoutCredits: true })

/**
 * Before it delivers, Vercel asks the endpoint for a code of the team, to be answered in the header `x-vercel-verify`.
 * Provisioning stored the code; a drain made by hand has it in the URL (`?verify=`). GET, HEAD and POST are answered,
 * because Vercel does not document which one it sends.
 */
export async function vercel(call: SenderCall): Promise<Response> {
  const { request, ctx } = call
  const key = await keyOf(call)
  const isCheck = request.method === 'GET' || request.method === 'HEAD'
  const response =
    isCheck && key !== null
      ? new Response('ok')
      : await receiveLogs({
          call,
          format: vercelFormat,
          answers: DRAIN_ANSWERS,
          verify: (found, sent) => verifySignature(call, found, sent),
        })
  const given = new URL(request.url).searchParams.get('verify') ?? request.headers.get('x-vercel-verify')
  const code = (await ctx.verificationCodeOf?.(key)) ?? given
  if (key !== null && code && VERIFICATION_CODE.test(code)) response.headers.set('x-vercel-verify', code)
  return response
}

/** Characters that are safe in a header, so that nobody can inject another header through the URL. */
const VERIFICATION_CODE = /^[\w.:-]{1,200}$/
/** The bodies of endpoint checks. They contain no record, so they need no signature. */
const EMPTY_BODIES: ReadonlySet<string> = new Set(['', '{}', '[]'])
const EMPTY_BODY_BYTES_MAX = 16

const isEmpty = (sent: Uint8Array): boolean =>
  sent.byteLength <= EMPTY_BODY_BYTES_MAX && EMPTY_BODIES.has(new TextDecoder().decode(sent).trim())

/** Verifies the hex HMAC-SHA1 of the body as sent, made with the secret that provisioning gave to the drain. */
async function verifySignature(
  { request, ctx }: SenderCall,
  key: IntakeKey,
  sent: Uint8Array,
): Promise<Refusal | null> {
  const signature = request.headers.get('x-vercel-signature')
  if (signature === null && isEmpty(sent)) return null
  const secret = key.logStreamId === null ? null : await ctx.signingSecretOf?.(key.logStreamId)
  if (!secret) return null
  const imported = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-1' },
    false,
    ['sign'],
  )
  const expected = Buffer.from(await crypto.subtle.sign('HMAC', imported, sent)).toString('hex')
  const given = Buffer.from(signature ?? '')
  const isRight = given.length === expected.length && crypto.subtle.timingSafeEqual(given, Buffer.from(expected))
  return isRight ? null : { kind: 'forbidden', message: 'The signature is missing or wrong.' }
}

/** Firehose accepts only status 200 with {requestId, timestamp}; anything else counts as a failure. */
export function firehose(call: SenderCall): Promise<Response> {
  const requestId = call.request.headers.get('x-amz-firehose-request-id') ?? ''
  const answer = (status: number, errorMessage?: string, headers: Record<string, string> = {}) =>
    Response.json(
      { requestId, timestamp: call.ctx.now(), ...(errorMessage ? { errorMessage } : {}) },
      { status, headers },
    )
  const answers: Answers = {
    losesWithoutCredits: true,
    success: () => answer(200),
    refuse: (refusal) => answer(statusOf(refusal), refusal.message, retryHeaders(refusal)),
  }
  return receiveLogs({ call, format: firehoseFormat, answers })
}

const GOOGLE_ISSUER = 'https://accounts.google.com'

/**
 * Pub/Sub redelivers unacknowledged messages for days, so a message that cannot be read is acknowledged and counted. A
 * push subscription with authentication sends a JWT from Google, which must name this URL.
 */
export async function pubsub(call: SenderCall): Promise<Response> {
  const token = /^Bearer ([^\s.]+\.[^\s.]+\.[^\s.]+)$/i.exec(call.request.headers.get('authorization') ?? '')?.[1]
  if (token) {
    const url = new URL(call.request.url)
    const audiences = [url.href, `${url.origin}${url.pathname}`]
    const deps = { fetch: call.ctx.fetch ?? fetch, now: call.ctx.now }
    const verified = await Promise.all(
      audiences.map((audience) => verifyOidcToken(token, { issuer: GOOGLE_ISSUER, audience }, deps).catch(() => null)),
    )
    if (verified.every((identity) => identity === null))
      return Response.json({ error: 'The token is not of Google for this URL.' }, { status: 401 })
  }
  const answers = plainAnswers(204, { losesWithoutCredits: true, swallowsMalformed: true })
  return receiveLogs({ call, format: pubsubFormat, answers })
}

/** Takes logs as the Datadog agent and its libraries send them. */
export function datadog(call: SenderCall): Promise<Response> {
  const answers: Answers = {
    success: () => Response.json({}, { status: 202 }),
    refuse: (refusal) =>
      Response.json(
        { errors: [refusal.message] },
        { status: refusal.kind === 'unauthorized' ? 403 : statusOf(refusal), headers: retryHeaders(refusal) },
      ),
  }
  return receiveLogs({ call, format: datadogFormat, answers })
}

/** Answers whether a key is valid, as the Datadog agent asks before it sends. */
export async function datadogValidate(call: SenderCall): Promise<Response> {
  return (await keyOf(call)) === null
    ? Response.json({ errors: ['Forbidden'] }, { status: 403 })
    : Response.json({ valid: true })
}
