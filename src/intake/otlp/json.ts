/**
 * Decodes OTLP JSON export requests: lowerCamelCase names, 64-bit integers as text or numbers, ids in hex, unknown
 * fields ignored (OTLP specification, JSON Protobuf Encoding).
 */
import { type AttributeValue, NANOS_PER_DAY, type SpanEvent, type Timestamp } from '../../telemetry/index.ts'
import { recordCount, requireSparse } from '../density.ts'
import { OBSERVED_TIME_AS_SENT, TIME_AS_SENT } from '../repair-times.ts'
import {
  ANY_VALUE_DEPTH_MAX,
  isUnreadable,
  type LogFields,
  MalformedField,
  MalformedPayload,
  type MutableAttributes,
  type ResourceFields,
  type SpanFields,
  setAttribute,
  spanKindOf,
  spanStatusOf,
  unreadableTime,
} from './fields.ts'

export type Json = { readonly [key: string]: unknown }

const SECONDS_PER_DAY = 86_400

/** Decodes an export of log records in OTLP/JSON. Throws `MalformedPayload`. */
export const decodeLogs = (bytes: Uint8Array) => decode(bytes, 'resourceLogs', 'scopeLogs', 'logRecords', logOf)

/** Decodes an export of spans in OTLP/JSON. Throws `MalformedPayload`. */
export const decodeSpans = (bytes: Uint8Array) => decode(bytes, 'resourceSpans', 'scopeSpans', 'spans', spanOf)

/**
 * Decodes an export request: resources of scopes of items, under the keys of its signal. Items that cannot be read are
 * counted as rejected. Throws `MalformedPayload` for a body that cannot be read, or has too many records.
 */
export function decode<Item>(
  bytes: Uint8Array,
  resourcesKey: string,
  scopesKey: string,
  itemsKey: string,
  itemOf: (item: Json, count: RecordCount) => Item,
): ResourceFields<Item>[] {
  const document = parse(bytes)
  const count = recordCount()
  return list(document, resourcesKey).map((resource) => ({
    attributes: attributesOf(object(resource.resource, 'resource')),
    scopes: list(resource, scopesKey).map((scope) => ({
      name: textOf(object(scope.scope, 'scope').name),
      ...readable(counted(listed(scope, itemsKey), count), (item) => itemOf(object(item, itemsKey), count)),
    })),
  }))
}

/** One record with a field of the wrong type is no reason to refuse the others. */
export function readable<Item>(
  given: readonly unknown[],
  read: (item: unknown) => Item,
): { readonly items: Item[]; readonly unreadable?: readonly string[] } {
  const items: Item[] = []
  const unreadable: string[] = []
  for (const item of given) {
    try {
      items.push(read(item))
    } catch (error) {
      if (!(error instanceof MalformedField)) throw error
      unreadable.push(error.message)
    }
  }
  return unreadable.length === 0 ? { items } : { items, unreadable }
}

export type RecordCount = (more: number) => void

/** Returns the items after counting them. Throws `MalformedPayload` when the body has too many. */
export function counted<Item>(items: readonly Item[], count: RecordCount): readonly Item[] {
  count(items.length)
  return items
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function parse(bytes: Uint8Array): Json {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new MalformedPayload('the body is not valid JSON in UTF-8')
  }
  return object(parseText(text), 'the body')
}

/**
 * Several languages' JSON writers print undefined readings as bare NaN or Infinity, which is not JSON. One such reading
 * must not cost the whole delivery. The pattern matches only after a key: a quote that follows a word character and
 * precedes a colon ends a key, because quotes inside text are escaped. It allows at most one space, because an
 * unbounded lookbehind would take quadratic time on a hostile body.
 */
const BARE_NUMBERS = /(?<=\w"\s?:\s?)-?(?:NaN|Infinity)(?=\s*[,}])/g

function parseText(text: string): unknown {
  requireSparse(text)
  try {
    return JSON.parse(text)
  } catch {
    // Falls through to the second attempt, which well-formed bodies never reach.
  }
  try {
    return JSON.parse(text.replace(BARE_NUMBERS, (number) => `"${number}"`))
  } catch {
    throw new MalformedPayload('the body is not valid JSON in UTF-8')
  }
}

/** Returns the value as an object; an empty one when it is missing. Throws `MalformedField` for any other value. */
export function object(value: unknown, what: string): Json {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new MalformedField(`${what} must be an object`)
  // The check above proved that it is a plain object.
  return value as Json
}

/** The items of an array, whatever they are. */
export function listed(parent: Json, key: string): readonly unknown[] {
  const value = parent[key]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new MalformedField(`${key} must be an array`)
  return value
}

/** Returns the objects of a list field; none when it is missing. Throws `MalformedField` when they are no objects. */
export const list = (parent: Json, key: string): Json[] => listed(parent, key).map((item) => object(item, key))

/** Returns a text field; empty when it is missing. Throws `MalformedField` for any other value. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new MalformedField('a text field holds something else')
  return value
}

/**
 * Returns a number field, which may be written as text; 0 when it is missing. Throws `MalformedField` for any other
 * value.
 */
export function numberOf(value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'number') return value
  // proto3 JSON writes these as text.
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? Number(value) : parseNumber(value)
}

function parseNumber(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  if (Number.isNaN(number)) throw new MalformedField('a number field holds something else')
  return number
}

/** Returns a number field; null when it is missing. Throws `MalformedField` for any other value. */
export const optionalNumberOf = (value: unknown): number | null =>
  value === undefined || value === null ? null : numberOf(value)

/**
 * OTLP's times are unsigned. Senders whose clock was never set still write negative ones in JSON. They are read as they
 * are, so that one of them does not cause its whole batch to be refused; the repair of times then replaces them.
 */
function timeBefore1970(unixNano: bigint): Timestamp {
  const perDay = BigInt(NANOS_PER_DAY)
  const day = (unixNano - perDay + 1n) / perDay
  return { day: Number(day), nanos: Number(unixNano - day * perDay) }
}

/**
 * A time besides the one that a record is stored at. If it cannot be read, it is left out, and `keep` stores what was
 * sent.
 */
export function otherTimeOf(value: unknown, keep: (asSent: string) => void): Timestamp | null {
  const time = timeOf(value)
  if (time === null || !isUnreadable(time)) return time
  keep(time.asSent)
  return null
}

/** Unix nanoseconds as text or number; null for 0 and absent, an `UnreadableTime` for what is neither. */
export function timeOf(value: unknown): Timestamp | null {
  if (value === undefined || value === null || value === 0 || value === '0' || value === '') return null
  const digits = typeof value === 'number' ? value.toFixed(0) : value
  if (typeof digits === 'string' && /^-\d{1,20}$/.test(digits)) return timeBefore1970(BigInt(digits))
  if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits)) return unreadableTime(value)
  const seconds = Number(digits.slice(0, -9))
  const day = Math.floor(seconds / SECONDS_PER_DAY)
  return { day, nanos: (seconds - day * SECONDS_PER_DAY) * 1_000_000_000 + Number(digits.slice(-9)) }
}

/** Returns a trace or span id of that many hexadecimal digits in lower case; empty when it is none or all zeros. */
export function idOf(value: unknown, lengthHex: number): string {
  const text = textOf(value).toLowerCase()
  return text.length === lengthHex && /^[0-9a-f]+$/.test(text) && !/^0+$/.test(text) ? text : ''
}

/** Returns the `attributes` of a resource, record, span or point. */
export function attributesOf(parent: Json): MutableAttributes {
  const attributes: MutableAttributes = {}
  for (const pair of list(parent, 'attributes')) setAttribute(attributes, textOf(pair.key), anyValueOf(pair.value, 0))
  return attributes
}

function anyValueOf(value: unknown, depth: number): AttributeValue {
  if (depth > ANY_VALUE_DEPTH_MAX) throw new MalformedField('a value is nested too deeply')
  const any = object(value, 'a value')
  if (any.stringValue !== undefined) return textOf(any.stringValue)
  if (any.boolValue !== undefined) return any.boolValue === true
  if (any.intValue !== undefined) return integerOf(any.intValue)
  if (any.doubleValue !== undefined) return numberOf(any.doubleValue)
  if (any.bytesValue !== undefined) return textOf(any.bytesValue)
  if (any.arrayValue !== undefined) {
    return list(object(any.arrayValue, 'arrayValue'), 'values').map((item) => anyValueOf(item, depth + 1))
  }
  if (any.kvlistValue === undefined) return null
  const values: MutableAttributes = {}
  for (const pair of list(object(any.kvlistValue, 'kvlistValue'), 'values')) {
    setAttribute(values, textOf(pair.key), anyValueOf(pair.value, depth + 1))
  }
  return values
}

/** int64: a number where that is exact, the decimal text otherwise. */
function integerOf(value: unknown): number | string {
  const number = numberOf(value)
  return Number.isSafeInteger(number) || typeof value !== 'string' ? number : value
}

function logOf(log: Json): LogFields {
  const attributes = attributesOf(log)
  return {
    time: timeOf(log.timeUnixNano),
    observedTime: otherTimeOf(log.observedTimeUnixNano, (asSent) => {
      attributes[OBSERVED_TIME_AS_SENT] = asSent
    }),
    severityNumber: numberOf(log.severityNumber),
    severityText: textOf(log.severityText),
    body: anyValueOf(log.body, 0),
    eventName: textOf(log.eventName),
    attributes,
    traceId: idOf(log.traceId, 32),
    spanId: idOf(log.spanId, 16),
  }
}

function spanOf(span: Json, count: RecordCount): SpanFields {
  const status = object(span.status, 'status')
  return {
    traceId: idOf(span.traceId, 32),
    spanId: idOf(span.spanId, 16),
    parentSpanId: idOf(span.parentSpanId, 16),
    name: textOf(span.name),
    kind: spanKindOf(numberOf(span.kind)),
    start: timeOf(span.startTimeUnixNano),
    end: timeOf(span.endTimeUnixNano),
    status: spanStatusOf(numberOf(status.code)),
    statusMessage: textOf(status.message),
    attributes: attributesOf(span),
    events: counted(list(span, 'events'), count).map(eventOf),
    links: counted(list(span, 'links'), count).map((link) => ({
      traceId: idOf(link.traceId, 32),
      spanId: idOf(link.spanId, 16),
      attributes: attributesOf(link),
    })),
  }
}

function eventOf(event: Json): SpanEvent {
  const attributes = attributesOf(event)
  const time = otherTimeOf(event.timeUnixNano, (asSent) => {
    attributes[TIME_AS_SENT] = asSent
  })
  return { time: time ?? { day: 0, nanos: 0 }, name: textOf(event.name), attributes }
}
