/**
 * Handles one delivery of logs in any format: key, body, decoding, delivery. `Answers` words the outcome for the
 * sender.
 */
import { credentialKindOf } from '../../auth/credential-format.ts'
import { type BodyFailure, withBody } from '../body.ts'
import { type Delivered, deliver, type IntakeContext } from '../deliver.ts'
import { type DecodeResult, decodeBody, type IntakeFormat, recordsOf } from '../formats/format.ts'
import { type IntakeKey, resolveIntakeKey, senderOf, unknownKeyMessage } from '../intake-key.ts'
import { keyInRequest } from '../key-in-request.ts'

export type RefusalKind =
  | 'unauthorized'
  | 'forbidden'
  | 'malformed'
  | 'too_large'
  | 'too_slow'
  | 'unsupported'
  | 'overloaded'
  | 'out_of_credits'

export interface Refusal {
  readonly kind: RefusalKind
  readonly message: string
  readonly retryAfterSeconds?: number
}

export interface Accepted {
  readonly accepted: number
  readonly rejected: number
  readonly reasons: readonly string[]
  readonly bytes: Uint8Array
}

export interface Answers {
  readonly success: (accepted: Accepted) => Response
  readonly refuse: (refusal: Refusal) => Response
  /** Answers success without credits, because a refusal would disable the drain; the loss is counted. */
  readonly losesWithoutCredits?: boolean
  /** Acknowledges and counts a body that cannot be read, because the sender would repeat it for ever. */
  readonly swallowsMalformed?: boolean
}

export interface SenderCall {
  readonly request: Request
  readonly pathKey: string | null
  readonly ctx: IntakeContext
}

export interface ReceiveOptions {
  readonly call: SenderCall
  readonly format: IntakeFormat
  readonly answers: Answers
  /** A check of the body as sent, for senders that sign. */
  readonly verify?: (key: IntakeKey, sent: Uint8Array) => Promise<Refusal | null>
}

/** The key that a call states, whatever it is. */
function statedKey({ request, pathKey }: SenderCall): string | null {
  const { searchParams } = new URL(request.url)
  return (
    keyInRequest(pathKey, request.headers, searchParams) ?? searchParams.get('token') ?? searchParams.get('api_key')
  )
}

/** Returns the live key of a request; null when it has none. */
export async function keyOf(call: SenderCall): Promise<IntakeKey | null> {
  const found = statedKey(call)
  if (found === null || credentialKindOf(found) === null) return null
  return resolveIntakeKey({ ...call.ctx, value: found, now: call.ctx.now() })
}

/**
 * Takes a delivery of logs: key, body, decoding, storage. `answers` words each outcome as the sender expects it;
 * `verify` may refuse a delivery by its signature.
 */
export async function receiveLogs({ call, format, answers, verify }: ReceiveOptions): Promise<Response> {
  const key = await keyOf(call)
  if (!key) return answers.refuse({ kind: 'unauthorized', message: unknownKeyMessage(statedKey(call)) })
  return withBody(call.request, { sender: senderOf(key) }, async (body) => {
    if (!body.ok) return answers.refuse(bodyRefusal(body.failure))
    const refused = await verify?.(key, body.sent)
    if (refused) return answers.refuse(refused)
    const nowMs = call.ctx.now()
    const { searchParams } = new URL(call.request.url)
    const input = { bytes: body.bytes, headers: call.request.headers, query: searchParams, nowMs }
    const decoded = decodeBody(format, input)
    return settle({ call, answers, key, decoded, bytes: body.bytes, nowMs })
  })
}

interface SettleInput {
  readonly call: SenderCall
  readonly answers: Answers
  readonly key: IntakeKey
  readonly decoded: DecodeResult
  readonly bytes: Uint8Array
  readonly nowMs: number
}

async function settle({ call, answers, key, decoded, bytes, nowMs }: SettleInput): Promise<Response> {
  const note = (records: number, dropped: number, rejected: Readonly<Record<string, number>>) =>
    call.ctx.note?.({ key, records, bytes: bytes.byteLength, dropped, rejected })
  if (!decoded.ok) {
    note(0, 0, { [decoded.reason]: 1 })
    if (answers.swallowsMalformed)
      return answers.success({ accepted: 0, rejected: 1, reasons: [decoded.reason], bytes })
    return answers.refuse({ kind: 'malformed', message: `${decoded.reason}.` })
  }
  const { records, rejected, repaired, hasOwnTimes } = recordsOf(decoded.drafts, decoded.rejected ?? {}, nowMs)
  const delivered = await deliver({
    ctx: call.ctx,
    key,
    batch: { logs: records },
    bytes,
    hasOwnTimes,
    repaired,
    rejected: rejected.count > 0 ? { [[...rejected.reasons].join('; ')]: rejected.count } : {},
    ...(decoded.retryId === undefined ? {} : { retryId: decoded.retryId }),
  })
  const outcome = { accepted: records.length, rejected: rejected.count, reasons: [...rejected.reasons], bytes }
  return told(delivered, outcome, answers)
}

function told(delivered: Delivered, outcome: Accepted, answers: Answers): Response {
  switch (delivered.kind) {
    case 'stored':
    case 'paused':
      return answers.success(outcome)
    case 'out_of_credits':
      if (answers.losesWithoutCredits) return answers.success(outcome)
      return answers.refuse({ kind: 'out_of_credits', message: delivered.message })
    case 'too_large':
      return answers.refuse({ kind: 'too_large', message: delivered.message })
    case 'overloaded':
      return answers.refuse({
        kind: 'overloaded',
        message: 'The service is busy; send the batch again.',
        retryAfterSeconds: delivered.retryAfterSeconds,
      })
  }
}

function bodyRefusal(failure: BodyFailure): Refusal {
  switch (failure.kind) {
    case 'too_large':
      return { kind: 'too_large', message: failure.message }
    case 'unsupported_encoding':
      return { kind: 'unsupported', message: failure.message }
    case 'malformed':
      return { kind: 'malformed', message: failure.message }
    case 'too_slow':
      return { kind: 'too_slow', message: failure.message }
    case 'overloaded':
      return {
        kind: 'overloaded',
        message: 'The service is busy; send the batch again.',
        retryAfterSeconds: failure.retryAfterSeconds,
      }
  }
}

const STATUS: Readonly<Record<RefusalKind, number>> = {
  unauthorized: 401,
  forbidden: 403,
  malformed: 400,
  too_large: 413,
  too_slow: 408,
  unsupported: 415,
  overloaded: 503,
  out_of_credits: 402,
}

/** Returns the HTTP status of a refusal. */
export const statusOf = (refusal: Refusal): number => STATUS[refusal.kind]

/** Returns the headers of a refusal: when to try again, and how to authenticate. */
export function retryHeaders(refusal: Refusal): Record<string, string> {
  return {
    ...(refusal.retryAfterSeconds === undefined ? {} : { 'retry-after': String(refusal.retryAfterSeconds) }),
    ...(refusal.kind === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
  }
}

/** The answers for senders that read only the status. */
export function plainAnswers(
  successStatus: 200 | 202 | 204,
  options: Pick<Answers, 'losesWithoutCredits' | 'swallowsMalformed'> = {},
): Answers {
  return {
    ...options,
    success: ({ accepted, rejected, reasons }) =>
      successStatus === 204
        ? new Response(null, { status: 204 })
        : Response.json({ accepted, rejected, ...(reasons.length > 0 ? { reasons } : {}) }, { status: successStatus }),
    refuse: (refusal) =>
      Response.json({ error: refusal.message }, { status: statusOf(refusal), headers: retryHeaders(refusal) }),
  }
}
