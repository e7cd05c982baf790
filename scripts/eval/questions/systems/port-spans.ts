/** Spans of the container terminal: half of its services follow the conventions, the others know no kinds, no status, and the older code. */
import type { SpanRow, Values } from '../records.ts'
import { roundMs, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

export interface PortStep {
  readonly service: string
  readonly name: string
  readonly startMs: number
  readonly parent: Trace
  readonly attributes?: Values
}
/** Their spans have kinds, a status and codes by the conventions. */
const WITH_KINDS = new Set(['truck-portal', 'yard-planner', 'vessel-ops', 'tariff-billing'])

export abstract class PortSpans extends SimulatedSystem {
  /** A request that a service answers. */
  answer(step: PortStep, work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: step.parent.traceId, spanId: this.scribe.newSpan() }
    const done = work(trace)
    const isFailed = done.status >= 500
    const [method = '', route = ''] = step.name.split(' ')
    const isTold = WITH_KINDS.has(step.service)
    const http: Values = isTold
      ? { 'http.request.method': method, 'http.route': route, 'http.response.status_code': done.status }
      : { 'http.status_code': done.status }
    const failure: Values = isTold && isFailed ? { 'error.type': String(done.status) } : {}
    this.#write(step, isTold ? 'server' : 'unspecified', trace, done, {
      ...{ isError: isTold ? isFailed : null, isFailed, isEntry: true },
      attributes: { ...http, ...step.attributes, ...failure },
    })
    return done
  }

  /** One service asks another; only senders with kinds write a span of the call itself. */
  ask(from: string, to: PortStep, work: (trace: Trace) => Outcome): Outcome {
    if (!WITH_KINDS.has(from)) {
      const done = this.answer({ ...to, startMs: to.startMs + 1 }, work)
      return { ...done, durationMs: done.durationMs + 2 }
    }
    const trace = { traceId: to.parent.traceId, spanId: this.scribe.newSpan() }
    const inner = this.answer({ ...to, startMs: to.startMs + 1, parent: trace }, work)
    const done = { ...inner, durationMs: inner.durationMs + 2 }
    const method = to.name.slice(0, to.name.indexOf(' '))
    const isFailed = done.status >= 500
    this.#write({ ...to, service: from, name: method }, 'client', trace, done, {
      ...{ isError: isFailed, isFailed, isEntry: false },
      attributes: { 'http.request.method': method, 'server.address': to.service },
    })
    return done
  }

  query(service: string, statement: string, startMs: number, parent: Trace, medianMs: number): number {
    const durationMs = this.random.logNormal(medianMs, 0.35)
    const [operation = '', table = ''] = statement.split(' ')
    const trace = { traceId: parent.traceId, spanId: this.scribe.newSpan() }
    const step = { service, name: statement, startMs, parent }
    const outcome = { isError: false, isFailed: false, isEntry: false }
    const db = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.collection.name': table }
    this.#write(step, 'client', trace, { status: 200, durationMs }, { ...outcome, attributes: db })
    return durationMs
  }

  #write(
    step: PortStep,
    kind: SpanRow['kind'],
    trace: Trace,
    { durationMs }: Outcome,
    rest: Pick<SpanRow, 'isError' | 'isFailed' | 'isEntry' | 'attributes'>,
  ): void {
    const { service, name, startMs, parent } = step
    this.scribe.span({
      ...{ ...trace, parentSpanId: parent.spanId, service, name, kind, startMs, durationMs: roundMs(durationMs) },
      ...rest,
    })
  }
}
