/** Telemetry in the reference store, made of what simulators write down: what their senders leave out has defaults here. */
import type { LogRecord, MetricPoint, Resource, SpanRecord } from '../../src/telemetry/model.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { MemoryTelemetryStore } from '../telemetry/memory-store.ts'
import { PROJECT } from './ask.ts'

export const SEVERITY_NUMBERS = { DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17, FATAL: 21 } as const

export interface Telemetry {
  readonly logs: LogRecord[]
  readonly spans: SpanRecord[]
  readonly metrics: MetricPoint[]
}

/** A store that holds one delivery with this telemetry, of the tests' project. */
export async function storeWith(telemetry: Telemetry, payloadHash: string): Promise<MemoryTelemetryStore> {
  const store = new MemoryTelemetryStore()
  const source = { keyId: 'test', payloadHash }
  await store.append(PROJECT, { ...telemetry, source, billedBytes: 1, deduplicate: false })
  return store
}

interface Sender {
  readonly service: string
  readonly version?: string
  readonly instance: string
  /** What a platform adds: cluster, namespace, pod, node. */
  readonly resource?: Readonly<Record<string, string | number>>
}

/** One resource for each service, version, instance and place. */
export class Resources {
  readonly #environment: string
  readonly #byName = new Map<string, Resource>()

  constructor(environment: string) {
    this.#environment = environment
  }

  of({ service, version, instance, resource: further = {} }: Sender): Resource {
    const name = `${service} ${version} ${instance} ${Object.values(further).join(' ')}`
    const resource = this.#byName.get(name) ?? {
      service,
      environment: this.#environment,
      attributes: {
        'service.name': service,
        ...(version === undefined ? {} : { 'service.version': version }),
        'service.instance.id': instance,
        ...further,
      },
    }
    this.#byName.set(name, resource)
    return resource
  }
}

interface SimulatedLog extends Pick<LogRecord, 'body' | 'attributes' | 'traceId' | 'spanId'> {
  readonly timeMs: number
  readonly scope?: string
}

export const logRecord = (
  { timeMs, body, attributes, traceId, spanId, scope = '' }: SimulatedLog,
  resource: Resource,
  severity: Pick<LogRecord, 'severityNumber' | 'severityText'>,
): LogRecord => ({
  ...{ time: fromMillis(timeMs), observedTime: null, ...severity, body, eventName: '' },
  ...{ resource, scopeName: scope, attributes, traceId, spanId },
})

interface SimulatedSpan
  extends Pick<SpanRecord, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind' | 'attributes' | 'statusMessage'> {
  readonly startMs: number
  readonly endMs: number
  readonly isError: boolean | null
}

export const spanRecord = (span: SimulatedSpan, resource: Resource): SpanRecord => ({
  ...{ traceId: span.traceId, spanId: span.spanId, parentSpanId: span.parentSpanId, name: span.name, kind: span.kind },
  ...{ time: fromMillis(span.startMs), durationNanos: Math.round((span.endMs - span.startMs) * 1_000_000) },
  status: span.isError === true ? 'error' : 'unset',
  statusMessage: span.isError === true ? span.statusMessage : '',
  ...{ resource, scopeName: '', attributes: span.attributes, events: [], links: [] },
})

interface SimulatedPoint
  extends Pick<MetricPoint, 'name' | 'unit' | 'attributes' | 'type' | 'temporality' | 'isMonotonic' | 'value'> {
  readonly timeMs: number
  readonly startMs: number
}

export const metricPoint = ({ timeMs, startMs, ...point }: SimulatedPoint, resource: Resource): MetricPoint => ({
  ...{ time: fromMillis(timeMs), startTime: fromMillis(startMs), ...point },
  ...{ description: '', resource, scopeName: '' },
})
