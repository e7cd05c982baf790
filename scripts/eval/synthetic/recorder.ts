/** Collects the records of a simulated system in its style. */
import type {
  Attributes,
  LogRecord,
  MetricPoint,
  Resource,
  SpanKind,
  SpanRecord,
} from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Random } from './random.ts'
import { renderBody, type Style } from './style.ts'
import type { Line, Operation } from './topology.ts'

const SEVERITIES = { DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17 } as const

export interface Request {
  readonly traceId: string
  readonly kind: number
  readonly isSampled: boolean
  readonly attributes: Attributes
}

export class Recorder {
  readonly logs: LogRecord[] = []
  readonly spans: SpanRecord[] = []
  readonly metrics: MetricPoint[] = []
  readonly #random: Random
  readonly #style: Style

  constructor(random: Random, style: Style) {
    this.#random = random
    this.#style = style
  }

  /** The instance that serves a request. */
  instance(service: string, index: number): Resource {
    const instances = this.#style.instances.get(service) ?? []
    const resource = instances[index % Math.max(1, instances.length)]
    if (resource === undefined) throw new RangeError(`no instance of ${service}`)
    return resource
  }

  log(resource: Resource, operation: Operation, line: Line, timeMs: number, request: Request, spanId: string): void {
    const { logIds, hasSeverity } = this.#style
    this.logs.push({
      time: fromMillis(this.#clock(resource, timeMs)),
      observedTime: null,
      severityNumber: hasSeverity ? SEVERITIES[line.severity] : 0,
      severityText: hasSeverity ? line.severity : '',
      body: renderBody(this.#random, this.#style, operation, line, request.kind),
      eventName: '',
      resource,
      scopeName: '',
      attributes: {},
      traceId: logIds === 'none' ? '' : request.traceId,
      spanId: logIds === 'span' ? spanId : '',
    })
  }

  /** A line outside any request. */
  note(resource: Resource, severity: Line['severity'], body: string, timeMs: number): void {
    const hasSeverity = this.#style.hasSeverity
    this.logs.push({
      time: fromMillis(this.#clock(resource, timeMs)),
      observedTime: null,
      severityNumber: hasSeverity ? SEVERITIES[severity] : 0,
      severityText: hasSeverity ? severity : '',
      body: `${severity} ${body}`,
      eventName: '',
      resource,
      scopeName: '',
      attributes: {},
      traceId: '',
      spanId: '',
    })
  }

  span(span: {
    readonly resource: Resource
    readonly name: string
    readonly kind: SpanKind
    readonly startMs: number
    readonly endMs: number
    readonly spanId: string
    readonly parentSpanId: string
    readonly isError: boolean
    readonly exception: string | null
    readonly request: Request
  }): void {
    if (!span.request.isSampled) return
    const { hasKindAndStatus, hasExceptionEvents } = this.#style
    const startMs = this.#clock(span.resource, span.startMs)
    const time = fromMillis(startMs)
    const hasEvent = hasExceptionEvents && span.exception !== null
    this.spans.push({
      time,
      durationNanos: Math.max(1_000, Math.round((span.endMs - span.startMs) * 1e6)),
      traceId: span.request.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      name: span.name,
      kind: hasKindAndStatus ? span.kind : 'unspecified',
      status: hasKindAndStatus && span.isError ? 'error' : 'unset',
      statusMessage: '',
      resource: span.resource,
      scopeName: '',
      attributes: hasKindAndStatus ? span.request.attributes : {},
      events: hasEvent ? [{ time, name: 'exception', attributes: { 'exception.type': span.exception } }] : [],
      links: [],
    })
  }

  metric(resource: Resource, name: string, unit: string, timeMs: number, value: number): void {
    this.metrics.push({
      time: fromMillis(timeMs),
      startTime: null,
      name: `${this.#style.metricPrefix}.${name}`,
      unit,
      description: '',
      type: 'gauge',
      temporality: 'unspecified',
      isMonotonic: false,
      value,
      resource,
      scopeName: '',
      attributes: {},
    })
  }

  #clock(resource: Resource, timeMs: number): number {
    return timeMs + (this.#style.skewMs.get(resource.service) ?? 0)
  }
}
