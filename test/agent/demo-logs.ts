/** Telemetry of the demo's simulator as the intake would store it. */
import type { SimulatedLog, SimulatedMetric, SimulatedSpan, Simulation } from '../../scripts/demo/model.ts'
import type { LogRecord, MetricPoint, Resource, Signal, SpanRecord } from '../../src/telemetry/model.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { PROJECT } from './ask.ts'

const NUMBERS = { DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17, FATAL: 21 } as const

export async function storeWithLogs(simulation: Simulation): Promise<MemoryTelemetryStore> {
  return storeWithSignals(simulation, ['logs'])
}

export async function storeWithSignals(
  simulation: Simulation,
  signals: readonly Signal[],
): Promise<MemoryTelemetryStore> {
  const store = new MemoryTelemetryStore()
  const resources = new Map<string, Resource>()
  const logs = signals.includes('logs') ? simulation.logs.map((log) => logRecord(log, resources)) : []
  const spans = signals.includes('spans') ? simulation.spans.map((span) => spanRecord(span, resources)) : []
  const metrics = signals.includes('metrics') ? simulation.metrics.map((metric) => metricPoint(metric, resources)) : []
  const source = { keyId: 'test', payloadHash: 'demo' }
  await store.append(PROJECT, { logs, spans, metrics, source, billedBytes: 1, deduplicate: false })
  return store
}

function resourceOf(
  { service, instance }: { service: string; instance: string },
  resources: Map<string, Resource>,
): Resource {
  const resource = resources.get(instance) ?? {
    service,
    environment: 'production',
    attributes: { 'service.name': service, 'service.instance.id': instance },
  }
  resources.set(instance, resource)
  return resource
}

function logRecord(log: SimulatedLog, resources: Map<string, Resource>): LogRecord {
  return {
    time: fromMillis(log.timeMs),
    observedTime: null,
    severityNumber: log.severity === null ? 0 : NUMBERS[log.severity],
    severityText: log.severity ?? '',
    body: log.body,
    eventName: '',
    resource: resourceOf(log, resources),
    scopeName: log.scope,
    attributes: log.attributes,
    traceId: log.traceId,
    spanId: log.spanId,
  }
}

function spanRecord(span: SimulatedSpan, resources: Map<string, Resource>): SpanRecord {
  return {
    time: fromMillis(span.startMs),
    durationNanos: Math.round((span.endMs - span.startMs) * 1_000_000),
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: span.kind,
    status: span.isError ? 'error' : 'unset',
    statusMessage: span.statusMessage,
    resource: resourceOf(span, resources),
    scopeName: '',
    attributes: span.attributes,
    events: [],
    links: [],
  }
}

function metricPoint(metric: SimulatedMetric, resources: Map<string, Resource>): MetricPoint {
  const isHistogram = typeof metric.value !== 'number'
  return {
    time: fromMillis(metric.timeMs),
    startTime: fromMillis(metric.startMs),
    name: metric.name,
    unit: metric.unit,
    description: '',
    type: metric.type === 'counter' ? 'sum' : metric.type,
    temporality: metric.type === 'gauge' ? 'unspecified' : isHistogram ? 'delta' : 'cumulative',
    isMonotonic: metric.type === 'counter',
    value: typeof metric.value === 'number' ? metric.value : { kind: 'explicit', ...metric.value },
    resource: resourceOf(metric, resources),
    scopeName: '',
    attributes: metric.attributes,
  }
}
