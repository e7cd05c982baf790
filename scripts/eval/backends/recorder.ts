/** Keeps the lines, spans and counts of a system with shared stores, as it happens to send them. */
import type { LogRecord, Resource, SpanRecord } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Random } from '../synthetic/random.ts'
import { filled } from './products.ts'
import type { Operation, Service, Store } from './system.ts'

export interface Frame {
  readonly operation: Operation
  readonly replica: number
  readonly trace: { readonly traceId: string; readonly isSampled: boolean }
  readonly spanId: string
  readonly startMs: number
}

/** What a system sends of its calls. */
export interface Customs {
  readonly hasServiceClients: boolean
  readonly hasStoreClients: boolean
  /** Whether spans of stores name the host. */
  readonly namesHosts: boolean
  readonly hasStatus: boolean
  readonly hasTraceIds: boolean
  readonly hasSeverity: boolean
  readonly line: 'json' | 'logfmt' | 'plain'
  readonly stepMs: number
  readonly metrics: 'exporter' | 'cloud'
  readonly hasPoolMetrics: boolean
  readonly sampled: number
}

export function makeCustoms(random: Random): Customs {
  return {
    hasServiceClients: random.chance(0.6),
    hasStoreClients: random.chance(0.8),
    namesHosts: random.chance(0.75),
    hasStatus: random.chance(0.85),
    hasTraceIds: random.chance(0.7),
    hasSeverity: random.chance(0.75),
    line: random.pick(['json', 'logfmt', 'plain']),
    stepMs: random.pick([15_000, 30_000, 60_000]),
    metrics: random.pick(['exporter', 'cloud']),
    hasPoolMetrics: random.chance(0.6),
    sampled: random.pick([1, 1, 0.25]),
  }
}

interface Done {
  readonly endMs: number
  readonly isFailed: boolean
}
type Level = 'INFO' | 'WARN' | 'ERROR'
const SEVERITY: Readonly<Record<Level, number>> = { INFO: 9, WARN: 13, ERROR: 17 }

/** Counts of one instance or store in one step of the metrics. */
export interface Tally {
  requests: number
  failures: number
  durationMs: number
  workedMs: number
  lookups: number
  found: number
  queuedMs: number
}

export class Recorder {
  readonly logs: LogRecord[] = []
  readonly spans: SpanRecord[] = []
  readonly #random: Random
  readonly #customs: Customs
  readonly #fromMs: number
  readonly #toMs: number
  readonly #resources = new Map<string, Resource>()
  readonly #tallies = new Map<string, Tally>()

  constructor(random: Random, customs: Customs, fromMs: number, toMs: number) {
    this.#random = random
    this.#customs = customs
    this.#fromMs = fromMs
    this.#toMs = toMs
  }

  resourceOf(service: string, replica: number): Resource {
    const key = `${service}/${replica}`
    const known = this.#resources.get(key)
    if (known !== undefined) return known
    const attributes = { 'service.name': service, 'service.instance.id': `${service}-${replica}` }
    const made = { service, environment: '', attributes }
    this.#resources.set(key, made)
    return made
  }

  tallyOf(name: string, replica: number, atMs: number): Tally {
    const key = `${name}/${replica}/${Math.floor(atMs / this.#customs.stepMs)}`
    const known = this.#tallies.get(key)
    if (known !== undefined) return known
    const made = { requests: 0, failures: 0, durationMs: 0, workedMs: 0, lookups: 0, found: 0, queuedMs: 0 }
    this.#tallies.set(key, made)
    return made
  }

  parentFor(frame: Frame, clientSpanId: string): string {
    return this.#customs.hasServiceClients ? clientSpanId : frame.spanId
  }

  served(frame: Frame, done: Done, parentSpanId: string): void {
    const { operation, replica, startMs, spanId } = frame
    const tally = this.tallyOf(operation.service.name, replica, done.endMs)
    tally.requests++
    tally.durationMs += done.endMs - startMs
    if (done.isFailed) tally.failures++
    const kind = operation.name.startsWith('consume') ? 'consumer' : 'server'
    this.#span(frame, { name: operation.name, kind, startMs, done, spanId, parentSpanId, attributes: {} })
  }

  /** A call of another service, or of a store (`system` names its product). */
  asked(
    frame: Frame,
    call: { name: string; spanId: string; startMs: number; done: Done; peer: string; system: string },
  ): void {
    const { hasServiceClients, hasStoreClients, namesHosts } = this.#customs
    const isOfStore = call.system !== ''
    if (!(isOfStore ? hasStoreClients : hasServiceClients)) return
    const system = isOfStore ? { 'db.system': call.system } : {}
    const address = !isOfStore || namesHosts ? { 'server.address': call.peer } : {}
    const kind = call.name.startsWith('publish') ? 'producer' : 'client'
    const parentSpanId = frame.spanId
    this.#span(frame, { ...call, kind, parentSpanId, attributes: { ...system, ...address } })
  }

  worked(service: Service, replica: number, atMs: number, ms: number): void {
    this.tallyOf(service.name, replica, atMs).workedMs += ms
  }

  waited(service: Service, replica: number, atMs: number, ms: number): void {
    this.tallyOf(service.name, replica, atMs).queuedMs += ms
  }

  lookedUp(cache: Store, atMs: number, isFound: boolean): void {
    const tally = this.tallyOf(cache.name, 0, atMs)
    tally.lookups++
    if (isFound) tally.found++
  }

  /** A message that waits in a broker. */
  queued(broker: Store, fromMs: number, toMs: number): void {
    for (let atMs = fromMs; atMs < Math.min(toMs, this.#toMs); atMs += this.#customs.stepMs) {
      this.tallyOf(broker.name, 0, atMs).queuedMs += 1
    }
  }

  says({ operation, replica, trace, spanId }: Frame, level: Level, text: string, atMs: number): void {
    const { line, hasTraceIds } = this.#customs
    const { name, word } = operation.service
    const said = filled(this.#random, text)
    const time = new Date(atMs).toISOString()
    const body =
      line === 'json'
        ? JSON.stringify({ time, level, logger: word, message: said })
        : line === 'logfmt'
          ? `time=${time} level=${level.toLowerCase()} msg="${said}"`
          : `${time.replace('T', ' ').slice(0, 23)} ${level} ${word}: ${said}`
    const ids = hasTraceIds ? { traceId: trace.traceId, spanId } : { traceId: '', spanId: '' }
    this.#line(name, replica, level, body, atMs, ids)
  }

  /** A service's own line outside any request. */
  notes({ name, word }: Service, replica: number, text: string, atMs: number): void {
    this.#line(name, replica, 'INFO', `${word}: ${filled(this.#random, text)}`, atMs, { traceId: '', spanId: '' })
  }

  /** A store's own line. */
  writes({ name, product, sends }: Store, isError: boolean, text: string, atMs: number): void {
    if (sends === 'metrics' || sends === 'nothing') return
    const body = product.frame(this.#random, isError, filled(this.#random, text), atMs)
    this.#line(name, 0, isError ? 'ERROR' : 'INFO', body, atMs, { traceId: '', spanId: '' })
  }

  #line(
    service: string,
    replica: number,
    level: Level,
    body: string,
    atMs: number,
    ids: { readonly traceId: string; readonly spanId: string },
  ): void {
    if (atMs < this.#fromMs || atMs >= this.#toMs) return
    const { hasSeverity } = this.#customs
    this.logs.push({
      time: fromMillis(atMs),
      observedTime: null,
      severityNumber: hasSeverity ? SEVERITY[level] : 0,
      severityText: hasSeverity ? level : '',
      body,
      eventName: '',
      resource: this.resourceOf(service, replica),
      scopeName: '',
      attributes: {},
      ...ids,
    })
  }

  #span(
    { operation, replica, trace }: Frame,
    span: Pick<SpanRecord, 'name' | 'kind' | 'spanId' | 'parentSpanId' | 'attributes'> & {
      startMs: number
      done: Done
    },
  ): void {
    const { startMs, done } = span
    if (!trace.isSampled || startMs < this.#fromMs || done.endMs >= this.#toMs) return
    this.spans.push({
      time: fromMillis(startMs),
      durationNanos: Math.max(1_000, Math.round((done.endMs - startMs) * 1e6)),
      traceId: trace.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      name: span.name,
      kind: span.kind,
      status: this.#customs.hasStatus && done.isFailed ? 'error' : 'unset',
      statusMessage: '',
      resource: this.resourceOf(operation.service.name, replica),
      scopeName: '',
      attributes: span.attributes,
      events: [],
      links: [],
    })
  }
}
