/**
 * A small system for tests: web calls orders and stock, orders and stock both call ledger. Requests come evenly; every
 * request writes the same lines and spans, apart from what `tweak` changes.
 */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import type { LogRecord, MetricPoint, Resource, SpanRecord } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import { logRecord } from '../../support/log-record.ts'

export const BEGIN_MS = Date.UTC(2026, 4, 5, 10, 0, 0)
export const ONSET_MS = BEGIN_MS + 180_000
export const END_MS = BEGIN_MS + 300_000

/** What one request does differently; `service` is where it happens. */
export interface Tweak {
  /** Extra self time of a service. */
  readonly selfMs?: (service: string) => number
  /** Extra time around a call. */
  readonly edgeMs?: (caller: string, callee: string) => number
  /** A line instead of the usual second one ('' for none). */
  readonly line?: (service: string) => string | null
  /** Services that write and trace nothing. */
  readonly isQuiet?: (service: string) => boolean
  readonly isError?: (service: string) => boolean
  /** Calls that fail in the caller and never arrive. */
  readonly isUnreached?: (caller: string, callee: string) => boolean
}

export interface ShopOptions {
  readonly tweak?: Tweak
  readonly beginMs?: number
  readonly perSecond?: number
  readonly endMs?: number
  /** From here on all is as before the onset. */
  readonly recoveredMs?: number
}

const CALLS: Readonly<Record<string, readonly string[]>> = {
  web: ['orders', 'stock'],
  orders: ['ledger'],
  stock: ['ledger'],
  ledger: [],
}
const resources = new Map<string, Resource>()

export function resourceOf(service: string): Resource {
  const known = resources.get(service)
  if (known !== undefined) return known
  const resource = { service, environment: '', attributes: { 'service.name': service, 'k8s.pod.name': `${service}-0` } }
  resources.set(service, resource)
  return resource
}

export function shop(options: ShopOptions = {}): RecordArrays {
  const { tweak = {}, beginMs = BEGIN_MS, perSecond = 1, endMs = END_MS, recoveredMs = endMs } = options
  const logs: LogRecord[] = []
  const spans: SpanRecord[] = []
  const metrics: MetricPoint[] = []
  let request = 0
  for (let atMs = beginMs; atMs < endMs; atMs += 1_000 / perSecond) {
    request++
    const visit = new Visit(request, atMs >= ONSET_MS && atMs < recoveredMs ? tweak : {}, logs, spans)
    visit.serve('web', atMs + (request % 7) * 20, '')
  }
  for (let atMs = BEGIN_MS - 300_000; atMs < END_MS; atMs += 30_000) {
    for (const service of Object.keys(CALLS)) {
      const isHot = atMs >= ONSET_MS && (tweak.selfMs?.(service) ?? 0) > 0
      metrics.push(gauge(service, 'cpu.usage', atMs, (isHot ? 900 : 10) + (atMs % 7)))
    }
  }
  return { logs, spans, metrics }
}

class Visit {
  #next = 0
  readonly #traceId: string
  readonly #request: number
  readonly #tweak: Tweak
  readonly #logs: LogRecord[]
  readonly #spans: SpanRecord[]

  constructor(request: number, tweak: Tweak, logs: LogRecord[], spans: SpanRecord[]) {
    this.#traceId = request.toString(16).padStart(32, '0')
    this.#request = request
    this.#tweak = tweak
    this.#logs = logs
    this.#spans = spans
  }

  /** Serves one call and answers its end in ms. */
  serve(service: string, startMs: number, parentSpanId: string): number {
    if (this.#tweak.isQuiet?.(service)) return startMs + 5
    const spanId = this.#id()
    let atMs = startMs + 2 + (this.#request % 5) * 0.2 + (this.#tweak.selfMs?.(service) ?? 0)
    this.#log(service, `INFO ${service} received request ${this.#request}`, startMs + 1, spanId)
    for (const callee of CALLS[service] ?? []) {
      const clientId = this.#id()
      const edgeMs = 1 + (this.#request % 3) * 0.1 + (this.#tweak.edgeMs?.(service, callee) ?? 0)
      const isUnreached = this.#tweak.isUnreached?.(service, callee) === true
      const endMs = isUnreached ? atMs + edgeMs : this.serve(callee, atMs + edgeMs / 2, clientId) + edgeMs / 2
      this.#span(service, `call ${callee}`, atMs, endMs, clientId, spanId)
      atMs = endMs
    }
    const line = this.#tweak.line?.(service) ?? `INFO ${service} handled request ${this.#request} fully`
    if (line !== '') this.#log(service, line, atMs, spanId)
    this.#span(service, `serve ${service}`, startMs, atMs + 0.5, spanId, parentSpanId)
    return atMs + 0.5
  }

  #id(): string {
    return `${this.#request.toString(16)}${(this.#next++).toString(16).padStart(2, '0')}`.padStart(16, '0')
  }

  #log(service: string, body: string, timeMs: number, spanId: string): void {
    this.#logs.push(
      logRecord({
        time: fromMillis(timeMs),
        severityNumber: 0,
        severityText: '',
        body,
        resource: resourceOf(service),
        traceId: this.#traceId,
        spanId,
      }),
    )
  }

  #span(service: string, name: string, startMs: number, endMs: number, spanId: string, parentSpanId: string): void {
    this.#spans.push({
      time: fromMillis(startMs),
      durationNanos: Math.round((endMs - startMs) * 1e6),
      traceId: this.#traceId,
      spanId,
      parentSpanId,
      name,
      kind: 'unspecified',
      status: this.#tweak.isError?.(service) ? 'error' : 'unset',
      statusMessage: '',
      resource: resourceOf(service),
      scopeName: '',
      attributes: {},
      events: [],
      links: [],
    })
  }
}

function gauge(service: string, name: string, timeMs: number, value: number): MetricPoint {
  return {
    time: fromMillis(timeMs),
    startTime: null,
    name,
    unit: 'm',
    description: '',
    type: 'gauge',
    temporality: 'unspecified',
    isMonotonic: false,
    value,
    resource: resourceOf(service),
    scopeName: '',
    attributes: {},
  }
}
