/**
 * Explains what the intake would do with a body: format, records, redactions, refusals, billed bytes. Stores nothing.
 */

import { Buffer } from 'node:buffer'
import type { ProjectScope } from '../../auth/scope.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import { detectFormat, formatById } from '../../intake/formats/detect.ts'
import { decodeBody, recordsOf } from '../../intake/formats/format.ts'
import { Redactor } from '../../intake/redaction/redact.ts'
import { redactionOf } from '../../intake/redaction/settings.ts'
import {
  type LogRecord,
  type MetricPoint,
  type SpanRecord,
  severityName,
  toIso,
  toUnixNanoText,
} from '../../telemetry/index.ts'
import { WorkPace } from '../../work-pace.ts'
import type { VerbCall } from '../context.ts'
import { type Explained, explainOtlp, isOtlpFormat, listed } from './explain-otlp.ts'

const RECORDS_SHOWN_MAX = 100

export interface ExplainInput {
  readonly body: string
  readonly encoding: 'text' | 'base64'
  readonly headers: Readonly<Record<string, string>>
  readonly format: string | undefined
}

/**
 * Decodes a body as the intake would and shows what would be stored: the format, the first records after redaction, the
 * counts, and what was rejected and why. Stores nothing. Throws `invalid_input` for a body that cannot be decoded.
 */
export async function explainBody({ ctx, scope, input }: VerbCall<ProjectScope, ExplainInput>) {
  const bytes =
    input.encoding === 'base64'
      ? new Uint8Array(Buffer.from(input.body, 'base64'))
      : new TextEncoder().encode(input.body)
  const explained = decoded(bytes, input, ctx.now())
  const settings = await redactionOf(ctx.db, scope.projectId, ctx.now())
  const redactor = new Redactor(settings)
  const { batch } = explained
  const stored = settings.enabled ? await redactor.batchInTurns(batch, new WorkPace()) : batch
  const { logs = [], spans = [], metrics = [] } = stored
  return {
    format: explained.format,
    records: logs.slice(0, RECORDS_SHOWN_MAX).map(recordView),
    recordCount: logs.length,
    spans: spans.slice(0, RECORDS_SHOWN_MAX).map(spanView),
    spanCount: spans.length,
    metricPoints: metrics.slice(0, RECORDS_SHOWN_MAX).map(pointView),
    metricPointCount: metrics.length,
    redactions: Object.entries(redactor.counts).map(([rule, count]) => ({ rule, count })),
    rejections: explained.rejections,
    repairs: explained.repairs,
    billedBytes: bytes.byteLength,
  }
}

function decoded(bytes: Uint8Array, input: ExplainInput, nowMs: number): Explained {
  const headers = new Headers(input.headers)
  const isTried = input.format === undefined || isOtlpFormat(input.format)
  const otlp = isTried ? explainOtlp(bytes, headers, input.format, nowMs) : null
  if (otlp) return otlp
  const given = input.format === undefined ? null : formatById(input.format)
  if (input.format !== undefined && !given) {
    throw invalidInput('The format is not known.', [{ path: 'body.format', message: 'is not a known format' }])
  }
  const call = { bytes, headers, query: new URLSearchParams(), nowMs }
  const format = given ?? detectFormat(call)
  const result = decodeBody(format, call)
  if (!result.ok)
    return { format: format.id, batch: {}, rejections: [{ reason: result.reason, count: 1 }], repairs: [] }
  const { records, repaired } = recordsOf(result.drafts, result.rejected ?? {}, nowMs)
  return {
    format: format.id,
    batch: { logs: records },
    rejections: listed(result.rejected ?? {}),
    repairs: listed(repaired),
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

function spanView(span: SpanRecord) {
  return {
    timestamp: toIso(span.time),
    durationNanos: span.durationNanos,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId === '' ? null : span.parentSpanId,
    name: span.name,
    kind: span.kind,
    status: span.status,
    service: span.resource.service,
    attributes: span.attributes,
    resource: span.resource.attributes,
  }
}

function pointView(point: MetricPoint) {
  return {
    timestamp: toIso(point.time),
    name: point.name,
    unit: point.unit,
    type: point.type,
    value: typeof point.value === 'number' && Number.isFinite(point.value) ? point.value : null,
    service: point.resource.service,
    attributes: point.attributes,
    resource: point.resource.attributes,
  }
}
