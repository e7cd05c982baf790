/**
 * The answers of OTLP/HTTP (OTLP specification, OTLP/HTTP Response): the export response of the signal in the encoding
 * of the request, partial success, or a google.rpc.Status. Senders retry 429, 502, 503 and 504; every other failure is
 * final for them.
 */
import { PbfWriter } from 'pbf'
import type { Rejections } from '../records.ts'
import type { OtlpSignal } from './fields.ts'

export type OtlpEncoding = 'json' | 'protobuf'

const CONTENT_TYPE: Readonly<Record<OtlpEncoding, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
}

const REJECTED_FIELD: Readonly<Record<OtlpSignal, string>> = {
  logs: 'rejectedLogRecords',
  traces: 'rejectedSpans',
  metrics: 'rejectedDataPoints',
}

/** The google.rpc.Code for each status that the intake answers. */
const RPC_CODE: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  402: 8,
  404: 5,
  405: 12,
  408: 4,
  413: 3,
  415: 3,
  429: 8,
  500: 13,
  503: 14,
}

/** Returns the OTLP encoding of a content type; null for any other type. */
export function encodingOf(contentType: string | null): OtlpEncoding | null {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-protobuf' || type === 'application/protobuf') return 'protobuf'
  return type === 'application/json' ? 'json' : null
}

/** Returns the success answer of an export, with how many records were rejected and why. */
export function exportAnswer(encoding: OtlpEncoding, signal: OtlpSignal, rejected: Rejections): Response {
  const message = [...rejected.reasons].join('; ')
  const headers = { 'content-type': CONTENT_TYPE[encoding] }
  if (encoding === 'json') {
    const partialSuccess = { [REJECTED_FIELD[signal]]: String(rejected.count), errorMessage: message }
    return new Response(JSON.stringify(rejected.count > 0 ? { partialSuccess } : {}), { status: 200, headers })
  }
  const writer = new PbfWriter()
  if (rejected.count > 0) {
    writer.writeMessage(1, writePartialSuccess, { count: rejected.count, message })
  }
  return new Response(writer.finish(), { status: 200, headers })
}

function writePartialSuccess(partial: { count: number; message: string }, writer: PbfWriter): void {
  writer.writeVarintField(1, partial.count)
  writer.writeStringField(2, partial.message)
}

export interface Refusal {
  readonly status: number
  readonly message: string
  readonly retryAfterSeconds?: number
}

/** Returns a refusal as a `google.rpc.Status` in the encoding of the request. */
export function refusalAnswer(encoding: OtlpEncoding, refusal: Refusal): Response {
  const headers = new Headers({ 'content-type': CONTENT_TYPE[encoding] })
  if (refusal.retryAfterSeconds !== undefined) headers.set('retry-after', String(refusal.retryAfterSeconds))
  if (refusal.status === 401) headers.set('www-authenticate', 'Bearer')
  const code = RPC_CODE[refusal.status] ?? 2
  if (encoding === 'json') {
    return new Response(JSON.stringify({ code, message: refusal.message }), { status: refusal.status, headers })
  }
  const writer = new PbfWriter()
  writer.writeVarintField(1, code)
  writer.writeStringField(2, refusal.message)
  return new Response(writer.finish(), { status: refusal.status, headers })
}
