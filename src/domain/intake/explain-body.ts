/** What the intake would make of a body: format, records, redactions, refusals, billed bytes. Nothing is stored. */

import { Buffer } from 'node:buffer'
import type { ProjectScope } from '../../auth/scope.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import { detectFormat, formatById } from '../../intake/formats/detect.ts'
import { decodeBody, recordsOf } from '../../intake/formats/format.ts'
import { encodingOf } from '../../intake/otlp/answer.ts'
import { MalformedPayload } from '../../intake/otlp/fields.ts'
import * as otlpJson from '../../intake/otlp/json.ts'
import * as otlpProtobuf from '../../intake/otlp/protobuf.ts'
import { logRecords, takeResourceKey } from '../../intake/records.ts'
import { Redactor } from '../../intake/redaction/redact.ts'
import { redactionOf } from '../../intake/redaction/settings.ts'
import { type LogRecord, severityName } from '../../telemetry/model.ts'
import { toIso, toUnixNanoText } from '../../telemetry/time.ts'
import { WorkPace } from '../../work-pace.ts'
import type { DomainContext } from '../context.ts'

const RECORDS_SHOWN_MAX = 100

export interface ExplainInput {
  readonly body: string
  readonly encoding: 'text' | 'base64'
  readonly headers: Readonly<Record<string, string>>
  readonly format: string | undefined
}

interface Explained {
  readonly format: string
  readonly records: readonly LogRecord[]
  readonly rejections: readonly { readonly reason: string; readonly count: number }[]
  /** Records stored with another time than they were sent with. */
  readonly repairs: readonly { readonly reason: string; readonly count: number }[]
}

export async function explainBody({
  ctx,
  scope,
  input,
}: {
  readonly ctx: DomainContext
  readonly scope: ProjectScope
  readonly input: ExplainInput
}) {
  const bytes =
    input.encoding === 'base64'
      ? new Uint8Array(Buffer.from(input.body, 'base64'))
      : new TextEncoder().encode(input.body)
  const explained = decoded(bytes, input, ctx.now())
  const settings = await redactionOf(ctx.db, scope.projectId, ctx.now())
  const redactor = new Redactor(settings)
  const given = { logs: explained.records }
  const { logs } = settings.enabled ? await redactor.batchInTurns(given, new WorkPace()) : given
  return {
    format: explained.format,
    records: logs.slice(0, RECORDS_SHOWN_MAX).map(recordView),
    recordCount: logs.length,
    redactions: Object.entries(redactor.counts).map(([rule, count]) => ({ rule, count })),
    rejections: explained.rejections,
    repairs: explained.repairs,
    billedBytes: bytes.byteLength,
  }
}

function decoded(bytes: Uint8Array, input: ExplainInput, nowMs: number): Explained {
  const headers = new Headers(input.headers)
  const otlp = input.format === undefined || input.format === 'otlp' ? otlpOf(bytes, headers, nowMs) : null
  if (otlp) return otlp
  const given = input.format === undefined ? null : formatById(input.format)
  if (input.format !== undefined && !given) {
    throw invalidInput('The format is not known.', [{ path: 'body.format', message: 'is not a known format' }])
  }
  const call = { bytes, headers, query: new URLSearchParams(), nowMs }
  const format = given ?? detectFormat(call)
  const result = decodeBody(format, call)
  if (!result.ok)
    return { format: format.id, records: [], rejections: [{ reason: result.reason, count: 1 }], repairs: [] }
  const { records, repaired } = recordsOf(result.drafts, result.rejected ?? {}, nowMs)
  return { format: format.id, records, rejections: listed(result.rejected ?? {}), repairs: listed(repaired) }
}

function listed(counts: Readonly<Record<string, number>>): { reason: string; count: number }[] {
  return Object.entries(counts).map(([reason, count]) => ({ reason, count }))
}

/** null: not an OTLP logs request. */
function otlpOf(bytes: Uint8Array, headers: Headers, nowMs: number): Explained | null {
  const encoding = encodingOf(headers.get('content-type')) ?? 'json'
  if (encoding === 'json' && !new TextDecoder().decode(bytes.subarray(0, 200)).includes('"resourceLogs"')) return null
  try {
    const resources = encoding === 'json' ? otlpJson.decodeLogs(bytes) : otlpProtobuf.decodeLogs(bytes)
    takeResourceKey(resources)
    const { records, rejected, repaired } = logRecords(resources, nowMs)
    const rejections = rejected.count > 0 ? [{ reason: [...rejected.reasons].join('; '), count: rejected.count }] : []
    return { format: 'otlp', records, rejections, repairs: listed(repaired) }
  } catch (error) {
    if (error instanceof MalformedPayload) return null
    throw error
  }
}

function recordView(record: LogRecord) {
  return {
    timestamp: toIso(record.time),
    timeUnixNano: toUnixNanoText(record.time),
    severity: severityName(record.severityNumber),
    service: record.resource.service,
    body: record.body,
    traceId: record.traceId === '' ? null : record.traceId,
    spanId: record.spanId === '' ? null : record.spanId,
    attributes: record.attributes,
    resource: record.resource.attributes,
  }
}
