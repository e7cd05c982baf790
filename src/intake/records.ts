/** Turns decoded OTLP fields into records of the store: resources, defaults, repaired times, inferred severity. */
import {
  type AttributeValue,
  fromMillis,
  type LogRecord,
  type MetricPoint,
  type Resource,
  type SpanRecord,
  severityName,
  severityOf,
  type Timestamp,
  UNKNOWN_SERVICE,
} from '../telemetry/index.ts'
import {
  type LogFields,
  MalformedPayload,
  type MetricFields,
  type MutableAttributes,
  type ResourceFields,
  type SpanFields,
} from './otlp/fields.ts'
import { type RepairCounts, TimeRepair } from './repair-times.ts'

/** The time of a field the sender left unset. Like any time out of range it is replaced by the arrival. */
const UNSET: Timestamp = { day: 0, nanos: 0 }

const PUBLIC_KEY_ATTRIBUTE = '.public_key'

export interface Rejections {
  count: number
  /** What to tell the sender: one sentence per reason. */
  readonly reasons: Set<string>
}

export interface Normalized<Item> {
  readonly records: Item[]
  readonly rejected: Rejections
  /** Records stored with another time than they were sent with, by reason. */
  readonly repaired: RepairCounts
  /** True when every record had its own time, so that its content identifies a resend. */
  readonly hasOwnTimes: boolean
}

/**
 * Removes the intake key from the resources (any attribute that ends in `.public_key`) and returns the first one found.
 */
export function takeResourceKey(resources: readonly ResourceFields<unknown>[]): string | null {
  let found: string | null = null
  for (const { attributes } of resources) {
    for (const key of Object.keys(attributes)) {
      if (!key.endsWith(PUBLIC_KEY_ATTRIBUTE)) continue
      const value = attributes[key]
      if (found === null && typeof value === 'string') found = value
      delete attributes[key]
    }
  }
  return found
}

/** Makes a resource of its attributes; service and environment have fields of their own. */
export function resourceOf(attributes: MutableAttributes): Resource {
  const service = attributes['service.name']
  const environment = attributes['deployment.environment.name'] ?? attributes['deployment.environment']
  return {
    service: typeof service === 'string' && service !== '' ? service : UNKNOWN_SERVICE,
    environment: typeof environment === 'string' ? environment : '',
    attributes,
  }
}

/** Counts a rejected record and notes the reason. */
export function reject(rejected: Rejections, reason: string): void {
  rejected.count += 1
  rejected.reasons.add(reason)
}

function rejectAll(rejected: Rejections, reasons: readonly string[] = []): void {
  for (const reason of reasons) reject(rejected, reason)
}

/** A body of which nothing could be read is refused as a whole: its sender writes something else than OTLP. */
function requireSomeReadable(resources: readonly ResourceFields<unknown>[], rejected: Rejections): void {
  const isEmpty = resources.every(({ scopes }) => scopes.every(({ items }) => items.length === 0))
  const [reason] = rejected.reasons
  if (isEmpty && reason !== undefined) throw new MalformedPayload(reason)
}

const none = (): Rejections => ({ count: 0, reasons: new Set() })

/**
 * Turns decoded log records into records of the store, with times repaired against `nowMs`. A record without a time
 * gets the time of receipt.
 */
export function logRecords(resources: readonly ResourceFields<LogFields>[], nowMs: number): Normalized<LogRecord> {
  const repair = new TimeRepair(nowMs)
  const rejected = none()
  const now = fromMillis(nowMs)
  const records: LogRecord[] = []
  let hasOwnTimes = true
  for (const { attributes, scopes } of resources) {
    const resource = resourceOf(attributes)
    for (const scope of scopes) {
      for (const log of scope.items) {
        const time = log.time ?? log.observedTime ?? now
        if (!log.time) hasOwnTimes = false
        records.push(repair.log(logRecordOf(log, time, resource, scope.name)))
      }
      rejectAll(rejected, scope.unreadable)
    }
  }
  requireSomeReadable(resources, rejected)
  return normalized(records, rejected, repair, hasOwnTimes)
}

/** When no time of a delivery could be kept, its content does not tell a resend from a new delivery. */
export function normalized<Item>(
  records: Item[],
  rejected: Rejections,
  repair: TimeRepair,
  hasOwnTimes: boolean,
): Normalized<Item> {
  const hasKeptTime = records.length === 0 || repair.arrivals < records.length
  return { records, rejected, repaired: repair.counts, hasOwnTimes: hasOwnTimes && hasKeptTime }
}

/**
 * Turns one decoded log record into a record of the store. A severity that the sender left out is read from its text or
 * body.
 */
export function logRecordOf(log: LogFields, time: Timestamp, resource: Resource, scopeName: string): LogRecord {
  const body = bodyText(log.body)
  const given = log.severityNumber >= 1 && log.severityNumber <= 24 ? Math.floor(log.severityNumber) : 0
  const severityNumber = severityOf({ severityNumber: given, severityText: log.severityText, body })
  return {
    time,
    observedTime: log.observedTime,
    severityNumber,
    severityText: log.severityText || (severityNumber ? severityName(severityNumber).toUpperCase() : ''),
    body,
    eventName: log.eventName,
    resource,
    scopeName,
    attributes: log.attributes,
    traceId: log.traceId,
    spanId: log.spanId,
  }
}

/** Returns a body as text: structured bodies as JSON. */
export function bodyText(body: AttributeValue): string {
  if (typeof body === 'string') return body
  return body === null ? '' : JSON.stringify(body)
}

/**
 * Turns decoded spans into records of the store, with times repaired against `nowMs`. Spans without ids are rejected.
 */
export function spanRecords(resources: readonly ResourceFields<SpanFields>[], nowMs: number): Normalized<SpanRecord> {
  const repair = new TimeRepair(nowMs)
  const rejected = none()
  const records: SpanRecord[] = []
  for (const { attributes, scopes } of resources) {
    const resource = resourceOf(attributes)
    for (const scope of scopes) {
      for (const span of scope.items) {
        if (span.traceId === '' || span.spanId === '') reject(rejected, 'a span has no trace id or span id')
        else records.push(spanRecordOf(span, repair, resource, scope.name))
      }
      rejectAll(rejected, scope.unreadable)
    }
  }
  requireSomeReadable(resources, rejected)
  return normalized(records, rejected, repair, true)
}

function spanRecordOf(span: SpanFields, repair: TimeRepair, resource: Resource, scopeName: string): SpanRecord {
  const { traceId, spanId, parentSpanId, name, kind, status, statusMessage, attributes, events, links } = span
  const { time, durationNanos, asSent } = repair.spanTimes(span.start ?? UNSET, span.end)
  return {
    time,
    durationNanos,
    traceId,
    spanId,
    parentSpanId,
    name,
    kind,
    status,
    statusMessage,
    resource,
    scopeName,
    attributes: asSent === null ? attributes : { ...attributes, ...asSent },
    events,
    links,
  }
}

/**
 * Turns decoded metrics into points of the store, with times repaired against `nowMs`. Points that have no value or
 * cannot be read are rejected.
 */
export function metricPoints(
  resources: readonly ResourceFields<MetricFields>[],
  nowMs: number,
): Normalized<MetricPoint> {
  const repair = new TimeRepair(nowMs)
  const rejected = none()
  const records: MetricPoint[] = []
  for (const { attributes, scopes } of resources) {
    const resource = resourceOf(attributes)
    for (const scope of scopes) {
      for (const metric of scope.items) {
        for (const point of pointsOf(metric, resource, scope.name, rejected)) records.push(repair.point(point))
        rejectAll(rejected, metric.unreadable)
      }
      rejectAll(rejected, scope.unreadable)
    }
  }
  requireSomeReadable(resources, rejected)
  return normalized(records, rejected, repair, true)
}

function* pointsOf(metric: MetricFields, resource: Resource, scopeName: string, rejected: Rejections) {
  const { name, unit, description, type, temporality, isMonotonic } = metric
  for (const { time, startTime, attributes, value } of metric.points) {
    // A point that says it has no value is neither stored nor refused.
    if (value === null) continue
    if (type === null || name === '') {
      reject(rejected, 'a metric has no name or no data')
      continue
    }
    const head = { time: time ?? UNSET, startTime, name, unit, description, type, temporality, isMonotonic }
    yield { ...head, value, resource, scopeName, attributes } satisfies MetricPoint
  }
}
