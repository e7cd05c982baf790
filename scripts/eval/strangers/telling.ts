/** Keeps what a generated system tells: spans and lines of the stretch that was recorded, and counts for its metrics. */
import type { LogRecord, SpanRecord, SpanStatus } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Random } from '../synthetic/random.ts'
import { bodyOf, type Habits } from './habits.ts'
import type { Level, Saying, Service } from './system.ts'
import type { ClientCall, Done, Frame, Teller } from './world.ts'

const SEVERITIES: Readonly<Record<Level, number>> = { DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17 }

/** What one instance did in one step of its metrics. */
export interface Tally {
  requests: number
  failures: number
  durations: number[]
  workedMs: number
  waitedMs: number
  lookups: number
  hits: number
}

export class Telling implements Teller {
  readonly logs: LogRecord[] = []
  readonly spans: SpanRecord[] = []
  readonly #random: Random
  readonly #habits: Habits
  /** Nothing before is recorded as lines and spans: metrics go further back. */
  readonly #fromMs: number
  readonly #toMs: number
  readonly #tallies = new Map<string, Tally>()

  constructor(random: Random, habits: Habits, fromMs: number, toMs: number) {
    this.#random = random
    this.#habits = habits
    this.#fromMs = fromMs
    this.#toMs = toMs
  }

  newSpanId(): string {
    return this.#random.hex(16)
  }

  parentOf(frame: Frame, clientSpanId: string): string {
    const { service } = frame.operation
    if (!service.sendsSpans) return ''
    return this.#habits.hasClientSpans ? clientSpanId : frame.spanId
  }

  tallyOf(service: Service, instance: number, atMs: number): Tally {
    const key = `${service.name} ${instance} ${Math.floor(atMs / this.#habits.stepMs)}`
    const known = this.#tallies.get(key)
    if (known !== undefined) return known
    const made = { requests: 0, failures: 0, durations: [], workedMs: 0, waitedMs: 0, lookups: 0, hits: 0 }
    this.#tallies.set(key, made)
    return made
  }

  served(frame: Frame, done: Done, parentSpanId: string, exception: string | null): void {
    const { operation, instance, startMs, spanId } = frame
    const tally = this.tallyOf(operation.service, instance, done.endMs)
    tally.requests++
    tally.durations.push(done.endMs - startMs)
    if (done.result === 'failed') tally.failures++
    if (this.#habits.hasAccessLines) {
      const status = done.result === 'failed' ? 500 : done.result === 'empty' ? 404 : 200
      const text = `${operation.name} ${status} ${Math.round(done.endMs - startMs)}ms`
      this.says(frame, { level: 'INFO', text }, done.endMs)
    }
    this.#span(frame, {
      name: operation.name,
      kind: 'server',
      startMs,
      done,
      spanId,
      parentSpanId,
      exception,
      peer: '',
    })
  }

  called(frame: Frame, { name, peer, spanId, startMs, done }: ClientCall): void {
    if (!this.#habits.hasClientSpans) return
    const parentSpanId = frame.spanId
    this.#span(frame, { name, kind: 'client', startMs, done, spanId, parentSpanId, exception: null, peer })
  }

  says({ operation, instance, request, spanId }: Frame, line: Saying, atMs: number): void {
    const { ids } = this.#habits
    const traceId = ids === 'none' ? '' : request.traceId
    this.#line(operation.service, instance, line, atMs, { traceId, spanId: ids === 'both' ? spanId : '' })
  }

  /** A line of a service outside any request. */
  notes(service: Service, line: Saying, atMs: number): void {
    this.#line(service, 0, line, atMs, { traceId: '', spanId: '' })
  }

  #line(
    service: Service,
    instance: number,
    line: Saying,
    atMs: number,
    ids: { readonly traceId: string; readonly spanId: string },
  ): void {
    if (!this.#isRecorded(atMs)) return
    const body = bodyOf(this.#random, this.#habits.lines, service.word, line, atMs)
    this.writes(service, instance, { level: line.level, text: body }, atMs, ids)
  }

  /** A line in a form of its own, as a program from elsewhere writes it. */
  writes(
    service: Service,
    instance: number,
    line: Saying,
    atMs: number,
    ids: { readonly traceId: string; readonly spanId: string } = { traceId: '', spanId: '' },
  ): void {
    if (!this.#isRecorded(atMs)) return
    const { hasSeverity, skewMs } = this.#habits
    this.logs.push({
      time: fromMillis(atMs + (skewMs.get(service) ?? 0)),
      observedTime: null,
      severityNumber: hasSeverity ? SEVERITIES[line.level] : 0,
      severityText: hasSeverity ? line.level : '',
      body: line.text,
      eventName: '',
      resource: this.#resource(service, instance),
      scopeName: '',
      attributes: {},
      ...ids,
    })
  }

  worked(service: Service, instance: number, atMs: number, ms: number): void {
    this.tallyOf(service, instance, atMs).workedMs += ms
  }

  waited(service: Service, instance: number, atMs: number, ms: number): void {
    this.tallyOf(service, instance, atMs).waitedMs += ms
  }

  lookedUp(service: Service, instance: number, atMs: number, isHit: boolean): void {
    const tally = this.tallyOf(service, instance, atMs)
    tally.lookups++
    if (isHit) tally.hits++
  }

  #isRecorded(atMs: number): boolean {
    return atMs >= this.#fromMs && atMs < this.#toMs
  }

  #resource(service: Service, instance: number) {
    const resource = this.#habits.resources.get(service)?.[instance]
    if (resource === undefined) throw new RangeError(`${service.name} has no instance ${instance}`)
    return resource
  }

  #span(
    frame: Frame,
    span: {
      readonly name: string
      readonly kind: 'server' | 'client'
      readonly startMs: number
      readonly done: Done
      readonly spanId: string
      readonly parentSpanId: string
      readonly exception: string | null
      readonly peer: string
    },
  ): void {
    const { request, operation, instance } = frame
    const { hasKinds, hasStatus, skewMs } = this.#habits
    const { startMs, done } = span
    // Spans are sent when they end; what ends after the window is not there yet.
    if (!request.isSampled || !operation.service.sendsSpans) return
    if (!this.#isRecorded(startMs) || done.endMs >= this.#toMs) return
    const time = fromMillis(startMs + (skewMs.get(operation.service) ?? 0))
    const status: SpanStatus = hasStatus && done.result === 'failed' ? 'error' : 'unset'
    this.spans.push({
      time,
      durationNanos: Math.max(1_000, Math.round((done.endMs - startMs) * 1e6)),
      traceId: request.traceId,
      spanId: span.spanId,
      parentSpanId: span.parentSpanId,
      name: span.name,
      kind: hasKinds ? span.kind : 'unspecified',
      status,
      statusMessage: '',
      resource: this.#resource(operation.service, instance),
      scopeName: '',
      attributes: hasKinds && span.peer !== '' ? { 'server.address': span.peer } : {},
      events:
        hasStatus && span.exception !== null
          ? [{ time, name: 'exception', attributes: { 'exception.type': span.exception } }]
          : [],
      links: [],
    })
  }
}
