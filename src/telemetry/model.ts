/**
 * The record model: OpenTelemetry's logs, spans and metric points, flattened. Source: opentelemetry-proto
 * (logs/v1, trace/v1, metrics/v1). Records of one resource share one `Resource` object, so that encoders can
 * recognise it by identity.
 */
import type { Timestamp } from './time.ts'

export type AttributeValue = string | number | boolean | null | AttributeValue[] | { [key: string]: AttributeValue }
export type Attributes = { readonly [key: string]: AttributeValue }

/** The service of records whose sender named none, as OpenTelemetry's conventions have it. */
export const UNKNOWN_SERVICE = 'unknown_service'

export interface Resource {
  /** `service.name`, or the stated default `unknown_service` (OpenTelemetry resource conventions). */
  readonly service: string
  /** `deployment.environment.name` (or the older `deployment.environment`), '' when the sender gave none. */
  readonly environment: string
  readonly attributes: Attributes
}

export interface LogRecord {
  readonly time: Timestamp
  readonly observedTime: Timestamp | null
  /** OpenTelemetry severity number, 1..24; 0 is unspecified. */
  readonly severityNumber: number
  readonly severityText: string
  /** Text bodies as they are; structured bodies as compact JSON text. */
  readonly body: string
  readonly eventName: string
  readonly resource: Resource
  readonly scopeName: string
  readonly attributes: Attributes
  /** 32 lower-case hex digits, or ''. */
  readonly traceId: string
  /** 16 lower-case hex digits, or ''. */
  readonly spanId: string
}

export type SpanKind = 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer'
export type SpanStatus = 'unset' | 'ok' | 'error'

export interface SpanEvent {
  readonly time: Timestamp
  readonly name: string
  readonly attributes: Attributes
}

export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: Attributes
}

export interface SpanRecord {
  /** Start of the span; its order and partition are those of this time. */
  readonly time: Timestamp
  readonly durationNanos: number
  readonly traceId: string
  readonly spanId: string
  /** '' for a root span. */
  readonly parentSpanId: string
  readonly name: string
  readonly kind: SpanKind
  readonly status: SpanStatus
  readonly statusMessage: string
  readonly resource: Resource
  readonly scopeName: string
  readonly attributes: Attributes
  readonly events: readonly SpanEvent[]
  readonly links: readonly SpanLink[]
}

export type MetricType = 'gauge' | 'sum' | 'histogram' | 'exponential_histogram' | 'summary'
export type Temporality = 'unspecified' | 'delta' | 'cumulative'

/** Explicit buckets: `counts.length === bounds.length + 1`. */
export interface ExplicitHistogram {
  readonly kind: 'explicit'
  readonly count: number
  readonly sum: number | null
  readonly min: number | null
  readonly max: number | null
  readonly bounds: readonly number[]
  readonly counts: readonly number[]
}

/** OpenTelemetry exponential histogram: bucket i covers (base^(offset+i), base^(offset+i+1)], base = 2^(2^-scale). */
export interface ExponentialHistogram {
  readonly kind: 'exponential'
  readonly count: number
  readonly sum: number | null
  readonly min: number | null
  readonly max: number | null
  readonly scale: number
  readonly zeroCount: number
  readonly zeroThreshold: number
  readonly positive: { readonly offset: number; readonly counts: readonly number[] }
  readonly negative: { readonly offset: number; readonly counts: readonly number[] }
}

export interface SummaryValue {
  readonly kind: 'summary'
  readonly count: number
  readonly sum: number
  readonly quantiles: readonly { readonly quantile: number; readonly value: number }[]
}

export type MetricValue = number | ExplicitHistogram | ExponentialHistogram | SummaryValue

export interface MetricPoint {
  readonly time: Timestamp
  readonly startTime: Timestamp | null
  readonly name: string
  readonly unit: string
  readonly description: string
  readonly type: MetricType
  readonly temporality: Temporality
  readonly isMonotonic: boolean
  readonly value: MetricValue
  readonly resource: Resource
  readonly scopeName: string
  readonly attributes: Attributes
}

export type Signal = 'logs' | 'spans' | 'metrics'

/** Severity as words, from the ranges of the OpenTelemetry log data model (1-4 trace ... 21-24 fatal). */
export type SeverityName = 'unspecified' | 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
const SEVERITY_NAMES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const

/** Returns the name of a severity number (1 to 24); `unspecified` for any other. */
export function severityName(severityNumber: number): SeverityName {
  if (severityNumber < 1 || severityNumber > 24) return 'unspecified'
  return SEVERITY_NAMES[Math.floor((severityNumber - 1) / 4)] ?? 'unspecified'
}
