/** Reads OTLP/JSON lines (gzipped) of an incident folder into arrays of records. Evaluation only: the intake has its own decoders. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type {
  Attributes,
  AttributeValue,
  LogRecord,
  MetricPoint,
  Resource,
  SpanKind,
  SpanRecord,
} from '../../src/telemetry/model.ts'
import { fromUnixNano } from '../../src/telemetry/time.ts'

// The file format is OTLP's JSON mapping; only the fields read here are declared.
interface AnyValue {
  stringValue?: string
  boolValue?: boolean
  intValue?: string | number
  doubleValue?: number
}
interface KeyValue {
  key: string
  value: AnyValue
}
interface JsonResource {
  attributes?: KeyValue[]
}
interface JsonLog {
  timeUnixNano: string
  severityNumber?: number
  severityText?: string
  eventName?: string
  body?: AnyValue
  attributes?: KeyValue[]
  traceId?: string
  spanId?: string
}
interface JsonSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind?: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes?: KeyValue[]
  status?: { code?: number; message?: string }
}
interface JsonPoint {
  timeUnixNano: string
  asDouble?: number
  asInt?: string | number
  attributes?: KeyValue[]
}
interface JsonMetric {
  name: string
  unit?: string
  gauge?: { dataPoints: JsonPoint[] }
  sum?: { dataPoints: JsonPoint[]; aggregationTemporality?: number; isMonotonic?: boolean }
}

const KINDS: readonly SpanKind[] = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

function plainValue(value: AnyValue | undefined): AttributeValue {
  if (value?.intValue !== undefined) return Number(value.intValue)
  return value?.stringValue ?? value?.boolValue ?? value?.doubleValue ?? null
}

function attributesOf(list: KeyValue[] | undefined): Attributes {
  return Object.fromEntries((list ?? []).map(({ key, value }) => [key, plainValue(value)]))
}

function resourceOf(resource: JsonResource | undefined): Resource {
  const attributes = attributesOf(resource?.attributes)
  const service = attributes['service.name']
  return { service: typeof service === 'string' ? service : 'unknown_service', environment: '', attributes }
}

/** Some writers print an undefined reading as a bare NaN, which is not JSON. Log bodies never match: their quotes are escaped. */
const BARE_NAN = /(?<="as(?:Double|Int)"):NaN\b/g

function linesOf(path: string): unknown[] {
  const text = gunzipSync(readFileSync(path)).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line.replace(BARE_NAN, ':null')))
}

/** Logs of one `logs.otlp.jsonl.gz`. */
export function readLogs(path: string): LogRecord[] {
  const records: LogRecord[] = []
  for (const line of linesOf(path)) {
    // The evaluation files are produced by a known writer: their outline is trusted.
    const { resourceLogs } = line as {
      resourceLogs: { resource?: JsonResource; scopeLogs: { logRecords: JsonLog[] }[] }[]
    }
    for (const { resource: json, scopeLogs } of resourceLogs) {
      const resource = resourceOf(json)
      for (const log of scopeLogs.flatMap((scope) => scope.logRecords)) {
        records.push({
          time: fromUnixNano(BigInt(log.timeUnixNano)),
          observedTime: null,
          severityNumber: log.severityNumber ?? 0,
          severityText: log.severityText ?? '',
          body: String(plainValue(log.body) ?? ''),
          eventName: log.eventName ?? '',
          resource,
          scopeName: '',
          attributes: attributesOf(log.attributes),
          traceId: log.traceId ?? '',
          spanId: log.spanId ?? '',
        })
      }
    }
  }
  return records
}

/** Spans of one `spans.otlp.jsonl.gz`. */
export function readSpans(path: string): SpanRecord[] {
  const records: SpanRecord[] = []
  for (const line of linesOf(path)) {
    const { resourceSpans } = line as {
      resourceSpans: { resource?: JsonResource; scopeSpans: { spans: JsonSpan[] }[] }[]
    }
    for (const { resource: json, scopeSpans } of resourceSpans) {
      const resource = resourceOf(json)
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        const start = BigInt(span.startTimeUnixNano)
        records.push({
          time: fromUnixNano(start),
          durationNanos: Number(BigInt(span.endTimeUnixNano) - start),
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId ?? '',
          name: span.name,
          kind: KINDS[span.kind ?? 0] ?? 'unspecified',
          status: span.status?.code === 2 ? 'error' : span.status?.code === 1 ? 'ok' : 'unset',
          statusMessage: span.status?.message ?? '',
          resource,
          scopeName: '',
          attributes: attributesOf(span.attributes),
          events: [],
          links: [],
        })
      }
    }
  }
  return records
}

/** Points of one `metrics.otlp.jsonl.gz` (gauges and sums). */
export function readMetrics(path: string): MetricPoint[] {
  const records: MetricPoint[] = []
  for (const line of linesOf(path)) {
    const { resourceMetrics } = line as {
      resourceMetrics: { resource?: JsonResource; scopeMetrics: { metrics: JsonMetric[] }[] }[]
    }
    for (const { resource: json, scopeMetrics } of resourceMetrics) {
      const resource = resourceOf(json)
      for (const metric of scopeMetrics.flatMap((scope) => scope.metrics)) {
        for (const point of metric.gauge?.dataPoints ?? metric.sum?.dataPoints ?? []) {
          records.push({
            time: fromUnixNano(BigInt(point.timeUnixNano)),
            startTime: null,
            name: metric.name,
            unit: metric.unit ?? '',
            description: '',
            type: metric.gauge === undefined ? 'sum' : 'gauge',
            temporality: metric.sum?.aggregationTemporality === 1 ? 'delta' : 'cumulative',
            isMonotonic: metric.sum?.isMonotonic ?? false,
            value: Number(point.asDouble ?? point.asInt ?? Number.NaN),
            resource,
            scopeName: '',
            attributes: attributesOf(point.attributes),
          })
        }
      }
    }
  }
  return records
}
