/**
 * Sends a simulation through the OpenTelemetry SDK and its OTLP exporters, as an instrumented service would, with the
 * simulation's own timestamps. Every batch is awaited, so what this reports as sent was acknowledged by the intake.
 */
import {
  type Context,
  type HrTime,
  ROOT_CONTEXT,
  SeverityNumber,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  ValueType,
} from '@opentelemetry/api'
import { OTLPLogExporter as JsonLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtobufLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { LoggerProvider, type LogRecordProcessor, type ReadableLogRecord } from '@opentelemetry/sdk-logs'
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import { type ReadableSpan, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Severity, SimulatedMetric, SimulatedSpan, Simulation } from './model.ts'

export interface Destination {
  /** Where the exporter's paths are added, e.g. `http://127.0.0.1:8787/intake`. */
  readonly intakeUrl: string
  readonly publicKey: string
  readonly encoding?: 'protobuf' | 'json'
}

export interface Sent {
  readonly logs: number
  /** null: this server does not take the signal in. */
  readonly spans: number | null
  readonly metricPoints: number | null
}

/** Batches of this size keep a request well under the intake's limits and the exporter's timeout. */
const BATCH_RECORDS = 1000
const EXPORT_TIMEOUT_MS = 60_000
/** Requests in flight at once; more only queue up in a local server. */
const CONCURRENCY = 3

const SEVERITY_NUMBERS: Readonly<Record<Severity, SeverityNumber>> = {
  DEBUG: SeverityNumber.DEBUG,
  INFO: SeverityNumber.INFO,
  WARN: SeverityNumber.WARN,
  ERROR: SeverityNumber.ERROR,
  FATAL: SeverityNumber.FATAL,
}
const SPAN_KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/** Seconds and nanoseconds: a plain number before this process's start would be read as relative to that start. */
function hrTime(timeMs: number): HrTime {
  const seconds = Math.floor(timeMs / 1000)
  return [seconds, Math.round((timeMs - seconds * 1000) * 1_000_000)]
}

interface Exporter<Item> {
  export(items: Item, done: (result: { readonly code: number; readonly error?: Error }) => void): void
  shutdown(): Promise<void>
}

function exportOnce<Item>(exporter: Exporter<Item>, items: Item): Promise<void> {
  return new Promise((resolve, reject) => {
    exporter.export(items, (result) => {
      if (result.code === 0) resolve()
      else reject(result.error ?? new Error('the exporter failed without saying why'))
    })
  })
}

async function exportAll<Item>(exporter: Exporter<Item>, batches: readonly Item[]): Promise<void> {
  const waiting = [...batches]
  const worker = async () => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) await exportOnce(exporter, batch)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  await exporter.shutdown()
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  const list: Item[][] = []
  for (let start = 0; start < items.length; start += BATCH_RECORDS) list.push(items.slice(start, start + BATCH_RECORDS))
  return list
}

function makeResources(simulation: Simulation): Map<string, Resource> {
  const resources = new Map<string, Resource>()
  for (const service of simulation.services) {
    for (const instance of service.instances) {
      const resource = resourceFromAttributes({
        'service.name': service.name,
        'service.version': service.version,
        'service.instance.id': instance,
        'k8s.pod.name': instance,
        'deployment.environment.name': 'production',
      })
      resources.set(instance, resource)
    }
  }
  return resources
}

function spanContext(traceId: string, spanId: string): Context {
  if (traceId === '') return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
}

/** The SDK's own log records: each emitted through a logger of its service's provider. */
function makeLogRecords(simulation: Simulation, resources: ReadonlyMap<string, Resource>): ReadableLogRecord[] {
  const records: ReadableLogRecord[] = []
  const collector: LogRecordProcessor = {
    onEmit: (record) => {
      records.push(record)
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
  const providers = new Map<string, LoggerProvider>()
  for (const [instance, resource] of resources) {
    providers.set(instance, new LoggerProvider({ resource, processors: [collector] }))
  }
  for (const log of simulation.logs) {
    const provider = providers.get(log.instance)
    if (provider === undefined) continue
    provider.getLogger(log.scope).emit({
      timestamp: hrTime(log.timeMs),
      observedTimestamp: hrTime(log.timeMs + 40),
      ...(log.severity === null ? {} : { severityNumber: SEVERITY_NUMBERS[log.severity], severityText: log.severity }),
      body: log.body,
      attributes: { ...log.attributes },
      context: spanContext(log.traceId, log.spanId),
    })
  }
  return records
}

/** The SDK's own spans. The tracer draws its ids from the simulation, so that logs and spans meet. */
function makeSpans(simulation: Simulation, resources: ReadonlyMap<string, Resource>): ReadableSpan[] {
  const spans: ReadableSpan[] = []
  const collector: SpanProcessor = {
    onStart: () => {},
    onEnd: (span) => {
      spans.push(span)
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  }
  let current: SimulatedSpan | undefined
  const idGenerator = {
    generateTraceId: () => current?.traceId ?? '',
    generateSpanId: () => current?.spanId ?? '',
  }
  const tracers = new Map(
    [...resources].map(([instance, resource]) => {
      const provider = new TracerProvider({ resource, spanProcessors: [collector], idGenerator })
      return [instance, provider.getTracer('http')] as const
    }),
  )
  for (const span of simulation.spans) {
    const tracer = tracers.get(span.instance)
    if (tracer === undefined) continue
    current = span
    const started = tracer.startSpan(
      span.name,
      { kind: SPAN_KINDS[span.kind], startTime: hrTime(span.startMs), attributes: { ...span.attributes } },
      span.parentSpanId === '' ? ROOT_CONTEXT : spanContext(span.traceId, span.parentSpanId),
    )
    if (span.isError) {
      started.setStatus(
        span.statusMessage === ''
          ? { code: SpanStatusCode.ERROR }
          : { code: SpanStatusCode.ERROR, message: span.statusMessage },
      )
    }
    started.end(hrTime(span.endMs))
  }
  return spans
}

function makeMetric(first: SimulatedMetric, points: readonly SimulatedMetric[]): MetricData {
  const descriptor = { name: first.name, description: '', unit: first.unit, valueType: ValueType.DOUBLE }
  const frame = (point: SimulatedMetric) => ({
    startTime: hrTime(point.startMs),
    endTime: hrTime(point.timeMs),
    attributes: { ...point.attributes },
  })
  if (first.type === 'histogram') {
    const dataPoints = points.flatMap((point) => {
      const { value } = point
      if (typeof value === 'number') return []
      const { bounds, counts, ...rest } = value
      return [{ ...frame(point), value: { ...rest, buckets: { boundaries: [...bounds], counts: [...counts] } } }]
    })
    return {
      descriptor,
      aggregationTemporality: AggregationTemporality.DELTA,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints,
    }
  }
  const dataPoints = points.flatMap((point) =>
    typeof point.value === 'number' ? [{ ...frame(point), value: point.value }] : [],
  )
  if (first.type === 'counter') {
    return {
      descriptor,
      aggregationTemporality: AggregationTemporality.DELTA,
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints,
    }
  }
  return {
    descriptor,
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPointType: DataPointType.GAUGE,
    dataPoints,
  }
}

/** One export per instance: the SDK's reader collects one resource at a time too. */
function makeMetrics(simulation: Simulation, resources: ReadonlyMap<string, Resource>): ResourceMetrics[] {
  return [...resources].map(([instance, resource]) => {
    const byName = new Map<string, SimulatedMetric[]>()
    for (const point of simulation.metrics) {
      if (point.instance !== instance) continue
      const list = byName.get(point.name)
      if (list === undefined) byName.set(point.name, [point])
      else list.push(point)
    }
    const metrics = [...byName.values()].flatMap((points) =>
      points[0] === undefined ? [] : [makeMetric(points[0], points)],
    )
    return { resource, scopeMetrics: [{ scope: { name: 'runtime' }, metrics }] }
  })
}

/** Whether the server has an endpoint for the signal: an empty request is answered 404 only where there is none. */
async function takesIn(destination: Destination, signal: 'traces' | 'metrics'): Promise<boolean> {
  const response = await fetch(`${destination.intakeUrl}/v1/${signal}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${destination.publicKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(signal === 'traces' ? { resourceSpans: [] } : { resourceMetrics: [] }),
  })
  await response.arrayBuffer()
  return response.status !== 404
}

/** Sends logs, then spans and metrics where the server takes them in. Throws the exporter's error when a batch is refused. */
export async function sendSimulation(simulation: Simulation, destination: Destination): Promise<Sent> {
  const resources = makeResources(simulation)
  const options = (signal: 'logs' | 'traces' | 'metrics') => ({
    url: `${destination.intakeUrl}/v1/${signal}`,
    headers: { authorization: `Bearer ${destination.publicKey}` },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const isJson = destination.encoding === 'json'
  const logs = makeLogRecords(simulation, resources)
  await exportAll(
    isJson ? new JsonLogExporter(options('logs')) : new ProtobufLogExporter(options('logs')),
    chunks(logs),
  )

  let spanCount: number | null = null
  if (await takesIn(destination, 'traces')) {
    const spans = makeSpans(simulation, resources)
    await exportAll(
      isJson ? new JsonTraceExporter(options('traces')) : new ProtobufTraceExporter(options('traces')),
      chunks(spans),
    )
    spanCount = spans.length
  }
  let pointCount: number | null = null
  if (await takesIn(destination, 'metrics')) {
    const metrics = makeMetrics(simulation, resources)
    await exportAll(
      isJson ? new JsonMetricExporter(options('metrics')) : new ProtobufMetricExporter(options('metrics')),
      metrics,
    )
    pointCount = simulation.metrics.length
  }
  return { logs: logs.length, spans: spanCount, metricPoints: pointCount }
}
