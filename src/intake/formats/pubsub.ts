/** Google Cloud Pub/Sub push with Cloud Logging entries. */
import { Buffer } from 'node:buffer'
import type { AttributeValue } from '../../telemetry/model.ts'
import { requireSparse } from '../density.ts'
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { isObject, type JsonObject, parse, textOf } from './json-bodies.ts'
import { draftOfObject, flatten } from './object-draft.ts'
import { timeOfValue } from './times.ts'

export const pubsub: IntakeFormat = { id: 'pubsub', name: 'Google Cloud Pub/Sub push', decode: decodePubsub }

/** Cloud Logging severities as OpenTelemetry numbers. */
const SEVERITIES: Readonly<Record<string, number>> = {
  DEBUG: 5,
  INFO: 9,
  NOTICE: 10,
  WARNING: 13,
  ERROR: 17,
  CRITICAL: 18,
  ALERT: 19,
  EMERGENCY: 21,
}
const SERVICE_LABELS = [
  'service_name',
  'container_name',
  'function_name',
  'job_name',
  'module_id',
  'cluster_name',
] as const

function decodePubsub({ bytes, headers }: DecodeInput): DecodeResult {
  const text = textOf(bytes)
  requireSparse(text)
  const document = parse(text)
  const message = isObject(document) ? document.message : undefined
  if (!isObject(message)) {
    // Without a wrapper the entry itself is the body.
    if (isObject(document) && headers.has('x-goog-pubsub-message-id')) {
      return {
        ok: true,
        drafts: [draftOfEntry(document)],
        retryId: `pubsub ${headers.get('x-goog-pubsub-message-id')}`,
      }
    }
    return refused('the body has no Pub/Sub message')
  }
  const id = message.messageId ?? message.message_id
  const data = typeof message.data === 'string' ? Buffer.from(message.data, 'base64').toString('utf8') : ''
  requireSparse(data)
  const entry = parse(data)
  const drafts = isObject(entry)
    ? [draftOfEntry(entry)]
    : data === ''
      ? []
      : [{ body: data, time: timeOfValue(message.publishTime) }]
  return {
    ok: true,
    drafts,
    isProbe: drafts.length === 0,
    ...(typeof id === 'string' ? { retryId: `pubsub ${id}` } : {}),
  }
}

function draftOfEntry(entry: JsonObject): LogDraft {
  const payload = entry.jsonPayload ?? entry.protoPayload
  const inner: LogDraft = isObject(payload) ? draftOfObject(payload) : { body: String(entry.textPayload ?? '') }
  const resource = isObject(entry.resource) ? entry.resource : {}
  const labels = isObject(resource.labels) ? resource.labels : {}
  const named = SERVICE_LABELS.map((label) => labels[label]).find((value) => typeof value === 'string')
  const logName = String(entry.logName ?? '')
  const service = typeof named === 'string' ? named : decodeURIComponentSafely(logName.split('/').at(-1) ?? '')
  return {
    ...inner,
    time: timeOfValue(entry.timestamp) ?? timeOfValue(entry.receiveTimestamp),
    severityNumber: SEVERITIES[String(entry.severity ?? '')] ?? 0,
    ...(service === '' ? {} : { service }),
    resource: { 'cloud.provider': 'gcp', 'gcp.resource_type': String(resource.type ?? ''), ...flatten(labels) },
    attributes: {
      ...inner.attributes,
      ...(isObject(entry.labels) ? flatten(entry.labels) : {}),
      ...(isObject(entry.httpRequest) ? flatten(entry.httpRequest, new Set(), 'gcp.http_request.') : {}),
      'gcp.log_name': logName,
      'gcp.insert_id': String(entry.insertId ?? '') satisfies AttributeValue,
    },
    traceId: /traces\/([0-9a-f]{32})$/.exec(String(entry.trace ?? ''))?.[1] ?? '',
    spanId: String(entry.spanId ?? ''),
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
