/**
 * OTLP messages, as both encodings decode to them: field names of opentelemetry-proto, with times and attribute values
 * in the record model. A missing field is null or empty, as in proto3.
 */
import type {
  AttributeValue,
  ExplicitHistogram,
  ExponentialHistogram,
  MetricType,
  SpanEvent,
  SpanKind,
  SpanLink,
  SpanStatus,
  SummaryValue,
  Temporality,
  Timestamp,
} from '../../telemetry/index.ts'

export type MutableAttributes = { [key: string]: AttributeValue }

/** Sets an attribute. Leaves out `__proto__`, which would change what the object inherits from; no sender uses it. */
export function setAttribute(attributes: MutableAttributes, key: string, value: AttributeValue): void {
  if (key !== '__proto__') attributes[key] = value
}

/**
 * A time that was sent but cannot be read. It is outside every range, so the repair of times replaces it like any wrong
 * time, and keeps what was sent.
 */
export interface UnreadableTime extends Timestamp {
  readonly asSent: string
}

/** What was sent may be any text; only its beginning is kept. */
const AS_SENT_CHARACTERS_MAX = 100

/** Returns a time that cannot be read, with the beginning of what was sent, for the repair of times. */
export function unreadableTime(value: unknown): UnreadableTime {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return { day: Number.NaN, nanos: Number.NaN, asSent: text.slice(0, AS_SENT_CHARACTERS_MAX) }
}

/** Whether a time could not be read. */
export const isUnreadable = (time: Timestamp): time is UnreadableTime => 'asSent' in time

export interface LogFields {
  time: Timestamp | null
  observedTime: Timestamp | null
  severityNumber: number
  severityText: string
  body: AttributeValue
  eventName: string
  attributes: MutableAttributes
  traceId: string
  spanId: string
}

export interface SpanFields {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  kind: SpanKind
  start: Timestamp | null
  end: Timestamp | null
  status: SpanStatus
  statusMessage: string
  attributes: MutableAttributes
  events: SpanEvent[]
  links: SpanLink[]
}

export interface PointFields {
  time: Timestamp | null
  startTime: Timestamp | null
  attributes: MutableAttributes
  /** Null when the point has no value (OTLP's no-recorded-value flag). */
  value: number | ExplicitHistogram | ExponentialHistogram | SummaryValue | null
}

export interface MetricFields {
  name: string
  unit: string
  description: string
  type: MetricType | null
  temporality: Temporality
  isMonotonic: boolean
  points: PointFields[]
  /** Why points of it could not be read: one sentence for each such point. */
  readonly unreadable?: readonly string[]
}

export interface ScopeFields<Item> {
  name: string
  items: Item[]
  /** Why records of it could not be read: one sentence for each such record. */
  readonly unreadable?: readonly string[]
}

export interface ResourceFields<Item> {
  attributes: MutableAttributes
  scopes: ScopeFields<Item>[]
}

export type OtlpSignal = 'logs' | 'traces' | 'metrics'

/** The body is not a message of this signal. The sender is at fault: answered with 400, not retryable. */
export class MalformedPayload extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MalformedPayload'
  }
}

/** A field has the wrong type. If it is a record's own field, only that record is refused. */
export class MalformedField extends MalformedPayload {}

/**
 * Deeper AnyValues are refused. No sender nests so deeply, and a hostile body has 16 MB to nest in, so recursion must
 * be limited.
 */
export const ANY_VALUE_DEPTH_MAX = 32

const SPAN_KINDS: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']
const SPAN_STATUSES: readonly SpanStatus[] = ['unset', 'ok', 'error']
const TEMPORALITIES: readonly Temporality[] = ['unspecified', 'delta', 'cumulative']

/** Returns the span kind of OTLP's number. */
export const spanKindOf = (value: number): SpanKind => SPAN_KINDS[value] ?? 'unspecified'

/** Returns the span status of OTLP's number. */
export const spanStatusOf = (value: number): SpanStatus => SPAN_STATUSES[value] ?? 'unset'

/** Returns the aggregation temporality of OTLP's number. */
export const temporalityOf = (value: number): Temporality => TEMPORALITIES[value] ?? 'unspecified'

/** Returns a log record in which no field is set. */
export const emptyLog = (): LogFields => ({
  time: null,
  observedTime: null,
  severityNumber: 0,
  severityText: '',
  body: null,
  eventName: '',
  attributes: {},
  traceId: '',
  spanId: '',
})

/** Returns a span in which no field is set. */
export const emptySpan = (): SpanFields => ({
  traceId: '',
  spanId: '',
  parentSpanId: '',
  name: '',
  kind: 'unspecified',
  start: null,
  end: null,
  status: 'unset',
  statusMessage: '',
  attributes: {},
  events: [],
  links: [],
})

/** Returns a metric in which no field is set. */
export const emptyMetric = (): MetricFields => ({
  name: '',
  unit: '',
  description: '',
  type: null,
  temporality: 'unspecified',
  isMonotonic: false,
  points: [],
})
