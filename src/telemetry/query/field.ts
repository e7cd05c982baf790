/** Reads a named field of a record. What `severity` or `attributes[key]` of a record means is defined here alone. */
import type { Attributes, AttributeValue, LogRecord, MetricPoint, Resource, SpanRecord } from '../model.ts'
import { severityName } from '../model.ts'
import type { Field } from '../port.ts'
import { attributeText } from '../segment/attributes.ts'
import { NANOS_PER_MS, type Timestamp, toMillis } from '../time.ts'

/** The value of a field, `undefined` when the record has none. Empty text counts as none. */
export type FieldReader<R> = (record: R) => AttributeValue | undefined

/** How filters and groupings read one type of record. */
export interface RecordReader<R> {
  readonly field: (field: Field) => FieldReader<R>
  /** The texts that a search looks into. A phrase does not match across two of them. */
  readonly texts: (record: R) => string[]
  readonly severityNumber: (record: R) => number
}

interface CommonRecord {
  readonly time: Timestamp
  readonly resource: Resource
  readonly scopeName: string
  readonly attributes: Attributes
}

function present(text: string): string | undefined {
  return text === '' ? undefined : text
}

function own(attributes: Attributes, key: string): AttributeValue | undefined {
  return Object.hasOwn(attributes, key) ? attributes[key] : undefined
}

function commonField<R extends CommonRecord>(field: Field): FieldReader<R> {
  if (field.kind === 'attribute') return (record) => own(record.attributes, field.key)
  if (field.kind === 'resource') return (record) => own(record.resource.attributes, field.key)
  switch (field.name) {
    case 'timestamp':
      return (record) => toMillis(record.time)
    case 'service':
      return (record) => present(record.resource.service)
    case 'environment':
      return (record) => present(record.resource.environment)
    case 'scope':
      return (record) => present(record.scopeName)
    default:
      return () => undefined
  }
}

function logField(field: Field): FieldReader<LogRecord> {
  if (field.kind !== 'builtin') return commonField(field)
  switch (field.name) {
    case 'severity':
      return (record) => (record.severityNumber === 0 ? undefined : severityName(record.severityNumber))
    case 'trace_id':
      return (record) => present(record.traceId)
    case 'span_id':
      return (record) => present(record.spanId)
    case 'body':
      return (record) => present(record.body)
    case 'name':
      return (record) => present(record.eventName)
    default:
      return commonField(field)
  }
}

function spanField(field: Field): FieldReader<SpanRecord> {
  if (field.kind !== 'builtin') return commonField(field)
  switch (field.name) {
    case 'trace_id':
      return (record) => present(record.traceId)
    case 'span_id':
      return (record) => present(record.spanId)
    case 'name':
      return (record) => present(record.name)
    case 'body':
      return (record) => present(record.statusMessage)
    case 'kind':
      return (record) => record.kind
    case 'status':
      return (record) => record.status
    case 'duration':
      return (record) => record.durationNanos / NANOS_PER_MS
    default:
      return commonField(field)
  }
}

function metricField(field: Field): FieldReader<MetricPoint> {
  if (field.kind === 'builtin' && field.name === 'name') return (record) => record.name
  if (field.kind === 'builtin' && field.name === 'kind') return (record) => record.type
  return commonField(field)
}

/** The text of a value for filters, groups and word search: structured values as compact JSON. */
export function valueText(value: AttributeValue): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function attributeTexts(first: string, attributes: Attributes): string[] {
  const texts = [first]
  for (const value of Object.values(attributes)) texts.push(attributeText(value))
  return texts
}

export const LOG_READER: RecordReader<LogRecord> = {
  field: logField,
  texts: (record) => attributeTexts(record.body, record.attributes),
  severityNumber: (record) => record.severityNumber,
}

export const SPAN_READER: RecordReader<SpanRecord> = {
  field: spanField,
  texts: (record) => [record.statusMessage, ...attributeTexts(record.name, record.attributes)],
  severityNumber: () => 0,
}

export const METRIC_READER: RecordReader<MetricPoint> = {
  field: metricField,
  texts: (record) => attributeTexts(record.name, record.attributes),
  severityNumber: () => 0,
}

/** The text of a field's value for grouping, null when the record has none. */
export function groupText<R>(read: FieldReader<R>, record: R): string | null {
  const value = read(record)
  return value === undefined || value === null ? null : valueText(value)
}
