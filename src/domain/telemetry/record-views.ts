/** Views of records in the API: date-times in milliseconds, and the exact `timeUnixNano` as text. */
import {
  type Field,
  type StoredLog,
  type StoredSpan,
  severityName,
  toIso,
  toUnixNanoText,
} from '../../telemetry/index.ts'

const orNull = (text: string): string | null => (text === '' ? null : text)

/** Returns a log record as the API shows it; what the sender left out is null. */
export function logView(log: StoredLog) {
  return {
    id: log.id,
    timestamp: toIso(log.time),
    timeUnixNano: toUnixNanoText(log.time),
    observedTimestamp: log.observedTime ? toIso(log.observedTime) : null,
    severity: severityName(log.severityNumber),
    severityNumber: log.severityNumber,
    severityText: log.severityText,
    service: log.resource.service,
    environment: orNull(log.resource.environment),
    body: log.body,
    eventName: orNull(log.eventName),
    scope: orNull(log.scopeName),
    traceId: orNull(log.traceId),
    spanId: orNull(log.spanId),
    attributes: log.attributes,
    resource: log.resource.attributes,
  }
}

/** Returns a span as the API shows it; durations are in milliseconds. */
export function spanView(span: StoredSpan) {
  return {
    id: span.id,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: orNull(span.parentSpanId),
    name: span.name,
    kind: span.kind,
    status: span.status,
    statusMessage: orNull(span.statusMessage),
    service: span.resource.service,
    environment: orNull(span.resource.environment),
    timestamp: toIso(span.time),
    timeUnixNano: toUnixNanoText(span.time),
    durationMs: span.durationNanos / 1_000_000,
    scope: orNull(span.scopeName),
    attributes: span.attributes,
    resource: span.resource.attributes,
    events: span.events.map((event) => ({
      timestamp: toIso(event.time),
      timeUnixNano: toUnixNanoText(event.time),
      name: event.name,
      attributes: event.attributes,
    })),
    links: span.links,
  }
}

/** Returns the selected fields of a log, by the text of each field. */
export function selectedView(log: StoredLog, fields: readonly { readonly text: string; readonly field: Field }[]) {
  const view: Record<string, unknown> = logView(log)
  const values = fields.map(({ text, field }) => {
    if (field.kind === 'attribute') return [text, log.attributes[field.key] ?? null]
    if (field.kind === 'resource') return [text, log.resource.attributes[field.key] ?? null]
    const name = { trace_id: 'traceId', span_id: 'spanId' }[field.name as string] ?? field.name
    return [text, view[name] ?? null]
  })
  return {
    id: log.id,
    timestamp: toIso(log.time),
    timeUnixNano: toUnixNanoText(log.time),
    values: Object.fromEntries(values),
  }
}
