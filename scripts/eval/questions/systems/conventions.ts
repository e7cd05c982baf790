/** Spans of servers, clients, stores, producers and consumers by OpenTelemetry's conventions. */
import type { SpanRow, Values } from '../records.ts'
import { roundMs, type Scribe, type Trace } from './scribe.ts'
import { type Outcome, SimulatedSystem } from './system.ts'

interface Step {
  readonly service: string
  readonly name: string
  readonly startMs: number
  readonly parent: Trace
  readonly attributes?: Values
}

/** A system whose senders follow the conventions for HTTP, databases and messages. */
export abstract class SystemByConventions extends SimulatedSystem {
  /** Writes the span of a request that a service answers. */
  serve(step: Step, kind: 'server' | 'consumer', work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: step.parent.traceId, spanId: this.scribe.newSpan() }
    const done = work(trace)
    const code: Values = kind === 'server' ? { 'http.response.status_code': done.status } : {}
    this.write(step, kind, trace, done, { ...code, ...step.attributes })
    return done
  }

  /** Writes the span of a call that a service makes, to another service or to a store. */
  call(step: Step, kind: 'client' | 'producer', work: (trace: Trace) => Outcome): Outcome {
    const trace = { traceId: step.parent.traceId, spanId: this.scribe.newSpan() }
    const done = work(trace)
    this.write(step, kind, trace, { ...done, durationMs: done.durationMs + 1 }, { ...step.attributes })
    return { ...done, durationMs: done.durationMs + 1 }
  }

  write(step: Step, kind: SpanRow['kind'], trace: Trace, done: Outcome, attributes: Values): void {
    const isError = done.status >= 500
    this.scribe.span({
      ...{ ...trace, parentSpanId: step.parent.spanId, service: step.service, name: step.name, kind },
      ...{ startMs: step.startMs, durationMs: roundMs(done.durationMs), isError },
      isEntry: kind === 'server' || kind === 'consumer',
      attributes: { ...attributes, ...(isError ? { 'error.type': String(done.status) } : {}) },
    })
  }

  /** A call of one service to another over HTTP. */
  through(from: string, to: Step, work: (trace: Trace) => Outcome): Outcome {
    const method = to.name.slice(0, to.name.indexOf(' '))
    const route = to.name.slice(method.length + 1)
    const attributes = { 'http.request.method': method, 'server.address': to.service }
    const out = { service: from, name: method, startMs: to.startMs, parent: to.parent, attributes }
    return this.call(out, 'client', (trace) => {
      const inside = { 'http.request.method': method, 'http.route': route, ...to.attributes }
      return this.serve({ ...to, startMs: to.startMs + 1, parent: trace, attributes: inside }, 'server', work)
    })
  }

  store(service: string, system: string, operation: string, startMs: number, parent: Trace, medianMs: number): Outcome {
    const [command = '', target = ''] = operation.split(' ')
    const attributes = { 'db.system.name': system, 'db.operation.name': command, 'db.collection.name': target }
    const step = { service, name: operation, startMs, parent, attributes }
    return this.call(step, 'client', () => ({ status: 200, durationMs: this.random.logNormal(medianMs, 0.35) }))
  }
}

/** The histogram of a service's durations in the time between two points. */
export function durationsOf(
  scribe: Scribe,
  service: string,
  bounds: readonly number[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
) {
  const seconds = scribe.spans
    .filter((span) => span.isEntry && span.service === service && span.endMs >= fromMs && span.endMs < toMs)
    .map((span) => (span.endMs - span.startMs) / 1000)
  const edges = [...bounds, Number.POSITIVE_INFINITY]
  const counts = edges.map(
    (edge, index) => seconds.filter((one) => one <= edge && one > (edges[index - 1] ?? -1)).length,
  )
  return {
    ...({ name: 'http.server.request.duration', unit: 's', type: 'histogram', timeMs: toMs, startMs: fromMs } as const),
    ...{ value: seconds.reduce((sum, one) => sum + one, 0), buckets: { bounds, counts } },
  }
}
