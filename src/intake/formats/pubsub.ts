/** Google Cloud Pub/Sub push with Cloud Logging entries. */
import { Buffer } from 'node:buffer'
import { requireSparse } from '../density.ts'
import { type DecodeInput, type DecodeResult, type IntakeFormat, type LogDraft, refused } from './format.ts'
import { isObject, type JsonObject, parse, textOf } from './json-bodies.ts'
import { draftOfObject, flatten, type WritableDraft } from './object-draft.ts'
import { timeOfValue } from './times.ts'

export const pubsub: IntakeFormat = { id: 'pubsub', name: 'Google Cloud Pub/Sub push', decode: decodePubsub }

/** Cloud Logging severities as OpenTelemetry numbers. */
const SEVERITIES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    DEBUG: 5,
    INFO: 9,
    NOTICE: 10,
    WARNING: 13,
    ERROR: 17,
    CRITICAL: 18,
    ALERT: 19,
    EMERGENCY: 21,
  }),
)
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
    // Without a wrapper, the body is the entry itself.
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
  const draft: WritableDraft = isObject(payload)
    ? draftOfObject(payload)
    : { body: String(entry.textPayload ?? ''), attributes: {} }
  const { attributes } = draft
  const resource = isObject(entry.resource) ? entry.resource : {}
  const labels = isObject(resource.labels) ? resource.labels : {}
  const logName = String(entry.logName ?? '')
  const service = serviceOf(labels) ?? decodeURIComponentSafely(logName.slice(logName.lastIndexOf('/') + 1))
  draft.time = timeOfValue(entry.timestamp) ?? timeOfValue(entry.receiveTimestamp)
  draft.severityNumber = SEVERITIES.get(String(entry.severity ?? '')) ?? 0
  if (service !== '') draft.service = service
  draft.resource = { 'cloud.provider': 'gcp', 'gcp.resource_type': String(resource.type ?? '') }
  flatten(labels, [], '', draft.resource)
  if (isObject(entry.labels)) flatten(entry.labels, [], '', attributes)
  if (isObject(entry.httpRequest)) flatten(entry.httpRequest, [], 'gcp.http_request.', attributes)
  attributes['gcp.log_name'] = logName
  attributes['gcp.insert_id'] = String(entry.insertId ?? '')
  draft.traceId = /traces\/([0-9a-f]{32})$/.exec(String(entry.trace ?? ''))?.[1] ?? ''
  draft.spanId = String(entry.spanId ?? '')
  return draft
}

function serviceOf(labels: JsonObject): string | null {
  for (const label of SERVICE_LABELS) {
    const value = labels[label]
    if (typeof value === 'string') return value
  }
  return null
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
