/** OTLP protobuf export requests to fields. Field numbers are those of opentelemetry-proto 1.x. */
import {
  emptyLog,
  emptyMetric,
  emptySpan,
  type LogFields,
  MalformedPayload,
  type MetricFields,
  type MutableAttributes,
  type ResourceFields,
  type ScopeFields,
  type SpanFields,
  spanKindOf,
  spanStatusOf,
} from './fields.ts'
import { readMetric } from './protobuf-metrics.ts'
import { OtlpReader } from './reader.ts'

/** Decodes an export of log records in OTLP/protobuf. Throws `MalformedPayload`. */
export const decodeLogs = (bytes: Uint8Array) => decode<LogFields>(bytes, emptyLog, readLog)

/** Decodes an export of spans in OTLP/protobuf. Throws `MalformedPayload`. */
export const decodeSpans = (bytes: Uint8Array) => decode<SpanFields>(bytes, emptySpan, readSpan)

/** Decodes an export of metrics in OTLP/protobuf. Throws `MalformedPayload`. */
export const decodeMetrics = (bytes: Uint8Array) => decode<MetricFields>(bytes, emptyMetric, readMetric)

type ReadField<Target> = (tag: number, target: Target, reader: OtlpReader) => void

/** The three export requests have one layout: resources (1) of scopes (2) of items (2). Throws MalformedPayload. */
function decode<Item>(bytes: Uint8Array, empty: () => Item, readItem: ReadField<Item>): ResourceFields<Item>[] {
  const resources: ResourceFields<Item>[] = []
  const readScope: ReadField<ScopeFields<Item>> = (tag, scope, reader) => {
    if (tag === 1) scope.name = reader.message({ name: '' }, readScopeName).name
    else if (tag === 2) {
      reader.countRecord(1)
      scope.items.push(reader.message(empty(), readItem))
    }
  }
  const readResource: ReadField<ResourceFields<Item>> = (tag, resource, reader) => {
    if (tag === 1) reader.message(resource.attributes, readAttributesOfResource)
    else if (tag === 2) resource.scopes.push(reader.message<ScopeFields<Item>>({ name: '', items: [] }, readScope))
  }
  try {
    new OtlpReader(bytes).document(resources, (tag, target, reader) => {
      if (tag === 1) target.push(reader.message<ResourceFields<Item>>({ attributes: {}, scopes: [] }, readResource))
    })
  } catch (error) {
    // pbf throws plain errors on numbers that do not end; every one of them is the sender's.
    throw error instanceof MalformedPayload ? error : new MalformedPayload('the body is not valid protobuf')
  }
  return resources
}

const readAttributesOfResource: ReadField<MutableAttributes> = (tag, attributes, reader) => {
  if (tag === 1) reader.keyValue(attributes)
}

const readScopeName: ReadField<{ name: string }> = (tag, scope, reader) => {
  if (tag === 1) scope.name = reader.text()
}

const readLog: ReadField<LogFields> = (tag, log, reader) => {
  switch (tag) {
    case 1:
      log.time = reader.time()
      break
    case 2:
      log.severityNumber = reader.integer()
      break
    case 3:
      log.severityText = reader.text()
      break
    case 5:
      log.body = reader.anyValue(0)
      break
    case 6:
      reader.keyValue(log.attributes)
      break
    case 9:
      log.traceId = reader.hex(16)
      break
    case 10:
      log.spanId = reader.hex(8)
      break
    case 11:
      log.observedTime = reader.time()
      break
    case 12:
      log.eventName = reader.text()
      break
  }
}

const readSpan: ReadField<SpanFields> = (tag, span, reader) => {
  switch (tag) {
    case 1:
      span.traceId = reader.hex(16)
      break
    case 2:
      span.spanId = reader.hex(8)
      break
    case 4:
      span.parentSpanId = reader.hex(8)
      break
    case 5:
      span.name = reader.text()
      break
    case 6:
      span.kind = spanKindOf(reader.integer())
      break
    case 7:
      span.start = reader.time()
      break
    case 8:
      span.end = reader.time()
      break
    case 9:
      reader.keyValue(span.attributes)
      break
    case 11:
      span.events.push(readEvent(reader))
      break
    case 13:
      span.links.push(readLink(reader))
      break
    case 15:
      reader.message(span, readStatus)
      break
  }
}

const readStatus: ReadField<SpanFields> = (tag, span, reader) => {
  if (tag === 2) span.statusMessage = reader.text()
  else if (tag === 3) span.status = spanStatusOf(reader.integer())
}

function readEvent(reader: OtlpReader) {
  reader.countRecord(1)
  const event = { time: { day: 0, nanos: 0 }, name: '', attributes: {} as MutableAttributes }
  return reader.message(event, (tag, target, inner) => {
    if (tag === 1) target.time = inner.time() ?? target.time
    else if (tag === 2) target.name = inner.text()
    else if (tag === 3) inner.keyValue(target.attributes)
  })
}

function readLink(reader: OtlpReader) {
  reader.countRecord(1)
  const link = { traceId: '', spanId: '', attributes: {} as MutableAttributes }
  return reader.message(link, (tag, target, inner) => {
    if (tag === 1) target.traceId = inner.hex(16)
    else if (tag === 2) target.spanId = inner.hex(8)
    else if (tag === 4) inner.keyValue(target.attributes)
  })
}
