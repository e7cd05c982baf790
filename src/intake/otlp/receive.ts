/** Handles one OTLP/HTTP export request: key, body, decoding, normalisation, append. Durable before the answer. */

import { strangerInFlight } from '../../bytes/in-flight.ts'
import { type BodyFailure, type BodyResult, withBody } from '../body.ts'
import { deliver, type IntakeContext } from '../deliver.ts'
import { type IntakeKey, resolveIntakeKey, senderOf, unknownKeyMessage } from '../intake-key.ts'
import { keyInRequest } from '../key-in-request.ts'
import { logRecords, metricPoints, type Rejections, spanRecords, takeResourceKey } from '../records.ts'
import type { Batch } from '../redaction/redact.ts'
import type { RepairCounts } from '../repair-times.ts'
import { encodingOf, exportAnswer, type OtlpEncoding, type Refusal, refusalAnswer } from './answer.ts'
import { MalformedPayload, type OtlpSignal } from './fields.ts'
import * as json from './json.ts'
import * as jsonMetrics from './json-metrics.ts'
import { keysInBody } from './key-in-body.ts'
import * as protobuf from './protobuf.ts'

export interface ReceiveInput {
  readonly request: Request
  readonly signal: OtlpSignal
  readonly pathKey: string | null
  readonly ctx: IntakeContext
}

/**
 * Takes one OTLP export and answers in its encoding: 200 with what was rejected, 400 for a body that cannot be read,
 * 401 without a valid key, 402 out of credits, 413 for one that is too large, 415 for other content types.
 */
export async function receiveOtlp(input: ReceiveInput): Promise<Response> {
  const { request } = input
  const encoding = encodingOf(request.headers.get('content-type'))
  if (!encoding) {
    return refusalAnswer('json', { status: 415, message: 'Send application/json or application/x-protobuf.' })
  }
  const value = keyInRequest(input.pathKey, request.headers, new URL(request.url).searchParams)
  if (value === null) return receiveKeyless(encoding, input)
  const key = await resolve(value, input.ctx)
  if (key === null) return refusalAnswer(encoding, { ...UNAUTHORIZED, message: unknownKeyMessage(value) })
  return withBody(request, { sender: senderOf(key) }, async (body) =>
    answered(await accept(body, encoding, key, input), encoding, input),
  )
}

const answered = (outcome: Refusal | Rejections, encoding: OtlpEncoding, { signal }: ReceiveInput): Response =>
  'status' in outcome ? refusalAnswer(encoding, outcome) : exportAnswer(encoding, signal, outcome)

/** Size limit, as sent and decompressed, while the sender of a body is unknown. */
const KEYLESS_BYTES_MAX = 256 * 1024
/** Bodies without a key have a memory budget of their own. A network address may use as much of it as a key may. */
const keylessSender = ({ strangers }: IntakeContext) => ({
  keyId: `none ${strangers?.address ?? ''}`,
  organizationId: `none ${strangers?.address ?? ''}`,
})

/**
 * Handles a body whose key is in a resource attribute. It is parsed only if its bytes contain a key that exists; the
 * attribute decides with which key it is delivered.
 */
async function receiveKeyless(encoding: OtlpEncoding, input: ReceiveInput): Promise<Response> {
  input.ctx.strangers?.requireBody()
  const limits = { sender: keylessSender(input.ctx), bytesMax: KEYLESS_BYTES_MAX, inFlight: strangerInFlight }
  return withBody(input.request, limits, async (body) => {
    if (!body.ok) {
      // A body that stalls or cannot be read costs as much as one without a key.
      if (body.failure.kind !== 'overloaded') await input.ctx.strangers?.countBody()
      return refusalAnswer(encoding, keylessRefusal(body.failure))
    }
    const isSomebodys = await holdsKey(body.bytes, input.ctx)
    return isSomebodys
      ? answered(await accept(body, encoding, null, input), encoding, input)
      : refusalAnswer(encoding, UNAUTHORIZED)
  })
}

function keylessRefusal(failure: BodyFailure): Refusal {
  const refusal = bodyRefusal(failure)
  if (failure.kind !== 'too_large') return refusal
  return { ...refusal, message: `${refusal.message} Larger ones need the intake key in a header or in the path.` }
}

async function holdsKey(bytes: Uint8Array, ctx: IntakeContext): Promise<boolean> {
  for (const value of keysInBody(bytes)) if ((await resolve(value, ctx)) !== null) return true
  return false
}

const UNAUTHORIZED: Refusal = {
  status: 401,
  message: unknownKeyMessage(null),
}

const resolve = (value: string, ctx: IntakeContext) => resolveIntakeKey({ ...ctx, value, now: ctx.now() })

async function accept(
  body: BodyResult,
  encoding: OtlpEncoding,
  givenKey: IntakeKey | null,
  input: ReceiveInput,
): Promise<Refusal | Rejections> {
  if (!body.ok) return bodyRefusal(body.failure)
  const decoded = decodeSignal(body.bytes, encoding, input)
  if ('status' in decoded) {
    // A body that cannot be read yields no key, so only a key from header or path can be counted.
    if (givenKey) note(input.ctx, givenKey, body.bytes, decoded.message)
    return decoded
  }
  const key = givenKey ?? (decoded.resourceKey === null ? null : await resolve(decoded.resourceKey, input.ctx))
  if (!key) return UNAUTHORIZED
  const { batch, hasOwnTimes, repaired } = decoded
  const { count, reasons } = decoded.rejected
  const rejected = count > 0 ? { [[...reasons].join('; ')]: count } : {}
  const delivered = await deliver({ ctx: input.ctx, key, batch, hasOwnTimes, bytes: body.bytes, rejected, repaired })
  switch (delivered.kind) {
    case 'stored':
    case 'paused':
      return decoded.rejected
    case 'out_of_credits':
      // OTLP exporters treat 402 as final and drop the batch; with 429 they would resend for ever.
      return { status: 402, message: delivered.message }
    case 'too_large':
      return { status: 413, message: delivered.message }
    case 'overloaded':
      return {
        status: 503,
        message: 'The service is busy; send the batch again.',
        retryAfterSeconds: delivered.retryAfterSeconds,
      }
  }
}

function note(ctx: IntakeContext, key: IntakeKey, bytes: Uint8Array, reason: string): void {
  ctx.note?.({ key, records: 0, bytes: bytes.byteLength, rejected: { [reason]: 1 } })
}

interface Decoded {
  readonly batch: Batch
  readonly rejected: Rejections
  readonly repaired: RepairCounts
  readonly hasOwnTimes: boolean
  readonly resourceKey: string | null
}

function decodeSignal(bytes: Uint8Array, encoding: OtlpEncoding, input: ReceiveInput): Decoded | Refusal {
  try {
    return decodedBatch(bytes, encoding, input.signal, input.ctx.now())
  } catch (error) {
    if (error instanceof MalformedPayload)
      return { status: 400, message: `Not an OTLP ${input.signal} request: ${error.message}.` }
    throw error
  }
}

function decodedBatch(bytes: Uint8Array, encoding: OtlpEncoding, signal: OtlpSignal, nowMs: number): Decoded {
  const isJson = encoding === 'json'
  switch (signal) {
    case 'logs': {
      const resources = isJson ? json.decodeLogs(bytes) : protobuf.decodeLogs(bytes)
      const resourceKey = takeResourceKey(resources)
      const { records, ...rest } = logRecords(resources, nowMs)
      return { batch: { logs: records }, resourceKey, ...rest }
    }
    case 'traces': {
      const resources = isJson ? json.decodeSpans(bytes) : protobuf.decodeSpans(bytes)
      const resourceKey = takeResourceKey(resources)
      const { records, ...rest } = spanRecords(resources, nowMs)
      return { batch: { spans: records }, resourceKey, ...rest }
    }
    case 'metrics': {
      const resources = isJson ? jsonMetrics.decodeMetrics(bytes) : protobuf.decodeMetrics(bytes)
      const resourceKey = takeResourceKey(resources)
      const { records, ...rest } = metricPoints(resources, nowMs)
      return { batch: { metrics: records }, resourceKey, ...rest }
    }
  }
}

function bodyRefusal(failure: BodyFailure): Refusal {
  switch (failure.kind) {
    case 'too_large':
      return { status: 413, message: failure.message }
    case 'unsupported_encoding':
      return { status: 415, message: failure.message }
    case 'malformed':
      return { status: 400, message: failure.message }
    case 'too_slow':
      return { status: 408, message: failure.message }
    case 'overloaded':
      return {
        status: 503,
        message: 'The service is busy; send the batch again.',
        retryAfterSeconds: failure.retryAfterSeconds,
      }
  }
}
