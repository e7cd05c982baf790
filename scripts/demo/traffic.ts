/** Requests walking through the topology: lines, spans and durations follow from who calls whom and what goes wrong. */
import type { Disruption, Failure, Fault } from './faults.ts'
import { accessTime, fill, renderLine, requestValues } from './line.ts'
import type {
  CallDefinition,
  Flow,
  LineTemplate,
  OperationDefinition,
  ServiceDefinition,
  SimulatedLog,
  SimulatedSpan,
  Topology,
  Values,
} from './model.ts'
import type { Random } from './random.ts'
import { type Phrase, WORDINGS } from './wording.ts'

/** Everything a walk writes into. */
export interface Recorder {
  readonly logs: SimulatedLog[]
  readonly spans: SimulatedSpan[]
}

export interface World {
  readonly topology: Topology
  readonly services: ReadonlyMap<string, ServiceDefinition>
  readonly instances: ReadonlyMap<string, readonly string[]>
  readonly fault: Fault | null
  readonly random: Random
  readonly recorder: Recorder
}

interface Trace {
  readonly traceId: string
  readonly values: Values
}

interface Outcome {
  readonly endMs: number
  readonly failure: Failure | null
}

interface Visit {
  readonly service: ServiceDefinition
  readonly operation: OperationDefinition
  readonly instance: string
  readonly spanId: string
  readonly trace: Trace
  readonly path: string
}

const CALLED_PORT = 8080
const NETWORK_MS = 0.6

export function writeLine(
  world: World,
  service: ServiceDefinition,
  instance: string,
  timeMs: number,
  line: LineTemplate,
  values: Values,
  ids: { readonly traceId: string; readonly spanId: string } = { traceId: '', spanId: '' },
): void {
  const all = { ...serviceValues(service), ...values, ...line.values }
  const rendered = renderLine({
    service,
    template: line,
    message: fill(line.text, all, world.random),
    logger: line.logger ?? 'app',
    timeMs,
    instance,
    traceId: ids.traceId,
  })
  world.recorder.logs.push({
    timeMs,
    service: service.name,
    instance,
    severity: rendered.severity,
    scope: rendered.scope,
    body: rendered.body,
    attributes: line.attributes ?? {},
    ...ids,
  })
}

function serviceValues(service: ServiceDefinition): Values {
  return {
    service: service.name,
    package: service.name.split('-')[0] ?? service.name,
    port: CALLED_PORT,
    store: service.datastore?.system ?? 'store',
    storeHost: service.datastore?.host ?? 'localhost',
    storePort: service.datastore?.port ?? 0,
    provider: service.provider ?? 'provider',
    table: 'entries',
  }
}

function statusOf(failure: Failure): number {
  if (typeof failure === 'number') return failure === 422 ? 500 : 502
  return failure === 'timeout' ? 504 : 502
}

function phraseOf(failure: Failure): Phrase {
  return typeof failure === 'number' ? 'status' : failure
}

export class Walker {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** One customer request from the edge. */
  request(flow: Flow, startMs: number): void {
    const { random } = this.#world
    const trace = { traceId: random.hex(32), values: requestValues(random) }
    this.#visit(flow.entry, startMs, '', trace)
  }

  #service(name: string): ServiceDefinition {
    const service = this.#world.services.get(name)
    if (service === undefined) throw new Error(`unknown service ${name}`)
    return service
  }

  #instance(name: string): string {
    return this.#world.random.pick(this.#world.instances.get(name) ?? [name])
  }

  #visit(key: string, startMs: number, parentSpanId: string, trace: Trace): Outcome {
    const { topology, random, fault } = this.#world
    const operation = topology.operations.get(key)
    if (operation === undefined) throw new Error(`unknown operation ${key}`)
    const service = this.#service(operation.service)
    const path = fill(operation.route.replace(':sku', '{sku}').replace(':id', '{cart}'), trace.values, random)
    const visit = { service, operation, instance: this.#instance(service.name), spanId: random.hex(16), trace, path }
    const disruption =
      fault !== null && fault.service === service.name && startMs >= fault.startMs
        ? fault.disrupt(startMs, random)
        : null
    if (disruption?.isUnreached) return this.#unreached(visit, startMs, disruption)
    const outcome = this.#serve(visit, startMs, disruption)
    this.#serverSpan(visit, startMs, outcome, parentSpanId)
    return outcome
  }

  #unreached(visit: Visit, startMs: number, disruption: Disruption): Outcome {
    for (const line of disruption.lines) this.#say(visit, startMs + 1, line)
    // A hanging peer is given up by its caller; Infinity is longer than any timeout.
    const endMs = disruption.failure === 'timeout' ? Number.POSITIVE_INFINITY : startMs + 2
    return { endMs, failure: disruption.failure }
  }

  #serve(visit: Visit, startMs: number, disruption: Disruption | null): Outcome {
    const { random } = this.#world
    const { operation } = visit
    const selfMs = random.logNormal(operation.selfMs, 0.32)
    const slices = operation.calls.length + 1
    let nowMs = startMs + selfMs / slices
    for (const line of operation.before) this.#say(visit, nowMs, line)
    if (disruption !== null) {
      nowMs += disruption.addedMs
      for (const line of disruption.lines) this.#say(visit, nowMs, line)
      // Data that the caller cannot read is, for the service itself, an ordinary answer.
      if (disruption.failure !== null && disruption.failure !== 'malformed') {
        return this.#giveUp(visit, startMs, nowMs + selfMs / slices, disruption.failure)
      }
    }
    for (const call of operation.calls) {
      if (!random.chance(call.probability)) continue
      const outcome = this.#call(visit, call, nowMs)
      nowMs = outcome.endMs + selfMs / slices
      if (outcome.failure === null) continue
      return this.#giveUp(visit, startMs, nowMs, statusOf(outcome.failure), true)
    }
    this.#everyday(visit, nowMs)
    const values = { durationMs: Math.max(1, Math.round(nowMs - startMs)), status: 200 }
    for (const line of operation.after) this.#say(visit, nowMs, line, values)
    this.#accessLine(visit, startMs, nowMs, 200)
    if (operation.publishes !== undefined) {
      this.#visit(
        operation.publishes.to,
        nowMs + random.waiting(operation.publishes.afterMs),
        visit.spanId,
        visit.trace,
      )
    }
    return { endMs: nowMs, failure: disruption?.failure ?? null }
  }

  #giveUp(visit: Visit, startMs: number, endMs: number, failure: Failure, isCallers = false): Outcome {
    const status = typeof failure === 'number' ? failure : statusOf(failure)
    const values = { durationMs: Math.max(1, Math.round(endMs - startMs)), status }
    if (isCallers) for (const line of visit.operation.failed) this.#say(visit, endMs, line, values)
    this.#accessLine(visit, startMs, endMs, status)
    return { endMs, failure }
  }

  #everyday(visit: Visit, timeMs: number): void {
    for (const line of visit.operation.everyday) {
      if (this.#world.random.chance(line.probability)) this.#say(visit, timeMs, line)
    }
  }

  /** One call with its retries. The caller's clock stops at its timeout, whatever the callee does after it. */
  #call(visit: Visit, call: CallDefinition, startMs: number): Outcome {
    const attempts = call.retries + 1
    let nowMs = startMs
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const spanId = this.#world.random.hex(16)
      const answer = this.#visit(call.to, nowMs + NETWORK_MS, spanId, visit.trace)
      const deadlineMs = nowMs + call.timeoutMs
      const isLate = answer.endMs > deadlineMs
      const failure = isLate ? 'timeout' : answer.failure
      const endMs = isLate ? deadlineMs : answer.endMs + NETWORK_MS
      this.#clientSpan(visit, call, spanId, nowMs, endMs, failure)
      nowMs = endMs
      if (failure === null) return { endMs, failure: null }
      this.#complain(visit, call, endMs, failure, attempt, attempts)
      if (attempt === attempts) return { endMs, failure: call.isOptional ? null : failure }
      nowMs += this.#world.random.logNormal(90, 0.3)
    }
    return { endMs: nowMs, failure: null }
  }

  #complain(visit: Visit, call: CallDefinition, timeMs: number, failure: Failure, attempt: number, attempts: number) {
    const wording = WORDINGS[visit.service.runtime]
    const callee = call.to.split(' ')[0] ?? call.to
    const operation = this.#world.topology.operations.get(call.to)
    const values: Values = {
      callee,
      method: operation?.method ?? 'GET',
      path: fill(
        (operation?.route ?? '/').replace(':sku', '{sku}').replace(':id', '{cart}'),
        visit.trace.values,
        this.#world.random,
      ),
      timeoutMs: call.timeoutMs,
      timeoutS: call.timeoutMs / 1000,
      code: typeof failure === 'number' ? failure : 0,
      route: visit.operation.route,
      attempt,
      attempts,
    }
    // A proxy passes a status on without a word; only trouble on the wire gets into its error log.
    if (visit.service.runtime === 'nginx' && typeof failure === 'number') return
    const isLast = attempt === attempts
    const said = wording[phraseOf(failure)]
    const severity = isLast && !call.isOptional ? 'ERROR' : 'WARN'
    const attributes = {
      'server.address': callee,
      ...(typeof failure === 'number' ? { 'http.response.status_code': failure } : {}),
    }
    this.#say(visit, timeMs, { severity, text: said.text, logger: said.logger, attributes }, values)
    const next = isLast ? (call.isOptional ? wording.degraded : null) : wording.retry
    if (next !== null)
      this.#say(
        visit,
        timeMs + 0.3,
        { severity: isLast ? 'WARN' : 'INFO', text: next.text, logger: next.logger },
        values,
      )
  }

  #say(visit: Visit, timeMs: number, line: LineTemplate, values: Values = {}): void {
    const { operation, trace, path } = visit
    writeLine(
      this.#world,
      visit.service,
      visit.instance,
      timeMs,
      line,
      { ...trace.values, path, route: operation.route, method: operation.method, ...values },
      // Lines tailed from a file know nothing of traces.
      visit.service.format === 'access' || visit.service.format === 'python'
        ? { traceId: '', spanId: '' }
        : { traceId: trace.traceId, spanId: visit.spanId },
    )
  }

  #accessLine(visit: Visit, startMs: number, endMs: number, status: number): void {
    if (visit.service.format !== 'access') return
    const bytes = status === 200 ? '{int:900:48000}' : '{int:150:170}'
    const seconds = ((endMs - startMs) / 1000).toFixed(3)
    const text = `{clientIp} - - [${accessTime(endMs)}] "{method} {path} HTTP/1.1" ${status} ${bytes} "-" "Mozilla/5.0 ({word})" rt=${seconds}`
    this.#say(visit, endMs, { severity: 'INFO', text, logger: 'access' })
  }

  #serverSpan(visit: Visit, startMs: number, outcome: Outcome, parentSpanId: string): void {
    const failure = outcome.failure === 'malformed' ? null : outcome.failure
    const status = failure === null ? 200 : typeof failure === 'number' ? failure : statusOf(failure)
    this.#world.recorder.spans.push({
      traceId: visit.trace.traceId,
      spanId: visit.spanId,
      parentSpanId,
      service: visit.service.name,
      instance: visit.instance,
      name: `${visit.operation.method} ${visit.operation.route}`,
      kind: visit.operation.method === 'CONSUME' ? 'consumer' : 'server',
      startMs,
      endMs: outcome.endMs,
      isError: status >= 500,
      statusMessage: '',
      attributes: {
        'http.request.method': visit.operation.method,
        'http.route': visit.operation.route,
        'http.response.status_code': status,
      },
    })
  }

  #clientSpan(
    visit: Visit,
    call: CallDefinition,
    spanId: string,
    startMs: number,
    endMs: number,
    failure: Failure | null,
  ) {
    const callee = call.to.split(' ')[0] ?? call.to
    const operation = this.#world.topology.operations.get(call.to)
    this.#world.recorder.spans.push({
      traceId: visit.trace.traceId,
      spanId,
      parentSpanId: visit.spanId,
      service: visit.service.name,
      instance: visit.instance,
      name: operation?.method ?? 'GET',
      kind: 'client',
      startMs,
      endMs,
      isError: failure !== null,
      statusMessage: failure === null ? '' : String(failure),
      attributes: {
        'server.address': callee,
        'http.request.method': operation?.method ?? 'GET',
        ...(typeof failure === 'number' ? { 'http.response.status_code': failure } : {}),
      },
    })
  }
}
