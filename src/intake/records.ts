/** From decoded OTLP fields to records of the store: resources, defaults, accepted times, inferred severity. */
import { keepCompiled } from '../keep-compiled.ts'
import {
  type AttributeValue,
  type LogRecord,
  type MetricPoint,
  type Resource,
  type SpanRecord,
  severityName,
} from '../telemetry/model.ts'
import { compareTime, fromMillis, NANOS_PER_DAY, type Timestamp } from '../telemetry/time.ts'
import type { LogFields, MetricFields, MutableAttributes, ResourceFields, SpanFields } from './otlp/fields.ts'
import { severityFromBody, severityFromText } from './severity.ts'

/** Times before 2000 or more than 10 minutes ahead are rejected and counted, never moved. */
const EARLIEST = fromMillis(Date.UTC(2000, 0, 1))
const AHEAD_MAX_MS = 600_000

export const UNKNOWN_SERVICE = 'unknown_service'
const PUBLIC_KEY_ATTRIBUTE = '.public_key'

export interface Rejections {
  count: number
  /** What to tell the sender, one sentence a kind of refusal. */
  readonly reasons: Set<string>
}

export interface Normalized<Item> {
  readonly records: Item[]
  readonly rejected: Rejections
  /** Every record carried a time of its own, so that a resend is recognisable by its content. */
  readonly hasOwnTimes: boolean
}

/** Takes the intake key out of the resources (any attribute that ends in `.public_key`); the first one found. */
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

export function resourceOf(attributes: MutableAttributes): Resource {
  const service = attributes['service.name']
  const environment = attributes['deployment.environment.name'] ?? attributes['deployment.environment']
  return {
    service: typeof service === 'string' && service !== '' ? service : UNKNOWN_SERVICE,
    environment: typeof environment === 'string' ? environment : '',
    attributes,
  }
}

/** Accepts or counts out the times of one delivery. */
export class Acceptance {
  readonly rejected: Rejections = { count: 0, reasons: new Set() }
  readonly #latest: Timestamp

  constructor(nowMs: number) {
    this.#latest = fromMillis(nowMs + AHEAD_MAX_MS)
  }

  accepts(time: Timestamp): boolean {
    if (compareTime(time, EARLIEST) < 0) return this.reject('a time is before 2000')
    if (compareTime(time, this.#latest) > 0) return this.reject('a time is more than 10 minutes ahead')
    return true
  }

  reject(reason: string): false {
    this.rejected.count += 1
    this.rejected.reasons.add(reason)
    return false
  }
}

export function logRecords(resources: readonly ResourceFields<LogFields>[], nowMs: number): Normalized<LogRecord> {
  const acceptance = new Acceptance(nowMs)
  const now = fromMillis(nowMs)
  const records: LogRecord[] = []
  let hasOwnTimes = true
  for (const { attributes, scopes } of resources) {
    const resource = resourceOf(attributes)
    for (const scope of scopes) {
      for (const log of scope.items) {
        const time = log.time ?? log.observedTime ?? now
        if (!log.time) hasOwnTimes = false
        if (acceptance.accepts(time)) records.push(logRecordOf(log, time, resource, scope.name))
      }
    }
  }
  return { records, rejected: acceptance.rejected, hasOwnTimes }
}

export function logRecordOf(log: LogFields, time: Timestamp, resource: Resource, scopeName: string): LogRecord {
  const body = bodyText(log.body)
  const given = log.severityNumber >= 1 && log.severityNumber <= 24 ? Math.floor(log.severityNumber) : 0
  const severityNumber = given || severityFromText(log.severityText) || severityFromBody(body)
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

export function bodyText(body: AttributeValue): string {
  if (typeof body === 'string') return body
  return body === null ? '' : JSON.stringify(body)
}

export function spanRecords(resources: readonly ResourceFields<SpanFields>[], nowMs: number): Normalized<SpanRecord> {
  const acceptance = new Acceptance(nowMs)
  const records: SpanRecord[] = []
  for (const { attributes, scopes } of resources) {
    const resource = resourceOf(attributes)
    for (const scope of scopes) {
      for (const span of scope.items) {
        if (span.traceId === '' || span.spanId === '') acceptance.reject('a span has no trace id or span id')
        else if (!span.start) acceptance.reject('a span has no start time')
        else if (acceptance.accepts(span.start)) records.push(spanRecordOf(span, span.start, resource, scope.name))
      }
    }
  }
  return { records, rejected: acceptance.rejected, hasOwnTimes: true }
}

function spanRecordOf(span: SpanFields, start: Timestamp, resource: Resource, scopeName: string): SpanRecord {
  const { traceId, spanId, parentSpanId, name, kind, status, statusMessage, attributes, events, links } = span
  const end = span.end ?? start
  const durationNanos = Math.max(0, (end.day - start.day) * NANOS_PER_DAY + end.nanos - start.nanos)
  return {
    time: start,
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
    attributes,
    events,
    links,
  }
}

export function metricPoints(
  resources: readonly ResourceFields<MetricFields>[],
  nowMs: number,
): Normalized<MetricPoint> {
  const acceptance = new Acceptance(nowMs)
  const records: MetricPoint[] = []
  for (const { attributes, scopes } of resources) {
    const resource = resourceOf(attributes)
    for (const scope of scopes) {
      for (const metric of scope.items) {
        for (const point of pointsOf(metric, resource, scope.name, acceptance)) records.push(point)
      }
    }
  }
  return { records, rejected: acceptance.rejected, hasOwnTimes: true }
}

function* pointsOf(metric: MetricFields, resource: Resource, scopeName: string, acceptance: Acceptance) {
  const { name, unit, description, type, temporality, isMonotonic } = metric
  for (const { time, startTime, attributes, value } of metric.points) {
    // A point that says it has no value is neither stored nor refused.
    if (value === null) continue
    if (type === null || name === '') acceptance.reject('a metric has no name or no data')
    else if (!time) acceptance.reject('a data point has no time')
    else if (acceptance.accepts(time)) {
      const head = { time, startTime, name, unit, description, type, temporality, isMonotonic }
      yield { ...head, value, resource, scopeName, attributes } satisfies MetricPoint
    }
  }
}

keepCompiled(new Acceptance(0))
