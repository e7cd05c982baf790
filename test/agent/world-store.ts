/** Telemetry of a generated system of the question catalogue, in the reference store, as the intake would store it. */
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import type { LogRecord, MetricPoint, Resource, SpanRecord } from '../../src/telemetry/model.ts'
import { severityFromBody } from '../../src/telemetry/read-severity.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { PROJECT } from './ask.ts'

const NUMBERS = { DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17, FATAL: 21 } as const

export async function storeWithWorld({ logs, spans, points }: World): Promise<MemoryTelemetryStore> {
  const store = new MemoryTelemetryStore()
  const resources = new Map<string, Resource>()
  await store.append(PROJECT, {
    logs: logs.map((row) => logRecord(row, resources)),
    spans: spans.map((row) => spanRecord(row, resources)),
    metrics: points.map((row) => metricPoint(row, resources)),
    source: { keyId: 'test', payloadHash: 'world' },
    billedBytes: 1,
    deduplicate: false,
  })
  return store
}

interface Sourced {
  readonly service: string
  readonly version: string
  readonly instance: string
}

function resourceOf({ service, version, instance }: Sourced, resources: Map<string, Resource>): Resource {
  const key = `${service} ${version} ${instance}`
  const held = resources.get(key)
  if (held !== undefined) return held
  const attributes = { 'service.name': service, 'service.version': version, 'service.instance.id': instance }
  const resource = { service, environment: '', attributes }
  resources.set(key, resource)
  return resource
}

function logRecord(row: LogRow, resources: Map<string, Resource>): LogRecord {
  return {
    time: fromMillis(row.timeMs),
    observedTime: null,
    severityNumber: row.isSeveritySent ? NUMBERS[row.severity] : severityFromBody(row.body),
    severityText: row.isSeveritySent ? row.severity : '',
    body: row.body,
    eventName: '',
    resource: resourceOf(row, resources),
    scopeName: '',
    attributes: row.attributes,
    traceId: row.traceId,
    spanId: row.spanId,
  }
}

function spanRecord(row: SpanRow, resources: Map<string, Resource>): SpanRecord {
  return {
    time: fromMillis(row.startMs),
    durationNanos: Math.round((row.endMs - row.startMs) * 1_000_000),
    traceId: row.traceId,
    spanId: row.spanId,
    parentSpanId: row.parentSpanId,
    name: row.name,
    kind: row.kind,
    status: row.isError === true ? 'error' : 'unset',
    statusMessage: row.isError === true ? row.statusMessage : '',
    resource: resourceOf(row, resources),
    scopeName: '',
    attributes: row.attributes,
    events: [],
    links: [],
  }
}

function metricPoint(row: PointRow, resources: Map<string, Resource>): MetricPoint {
  const { buckets } = row
  return {
    time: fromMillis(row.timeMs),
    startTime: fromMillis(row.startMs),
    name: row.name,
    unit: row.unit,
    description: '',
    type: row.type === 'gauge' || row.type === 'histogram' ? row.type : 'sum',
    temporality: row.type === 'gauge' ? 'unspecified' : row.type === 'cumulative' ? 'cumulative' : 'delta',
    isMonotonic: row.type === 'delta' || row.type === 'cumulative',
    value:
      buckets === null
        ? row.value
        : {
            kind: 'explicit',
            count: buckets.counts.reduce((sum, one) => sum + one, 0),
            sum: row.value,
            min: null,
            max: null,
            ...buckets,
          },
    resource: resourceOf(row, resources),
    scopeName: '',
    attributes: row.attributes,
  }
}
