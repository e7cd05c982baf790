/** Runs requests through a topology, with or without a fault, and records what the system would have told. */
import type { Resource } from '../../../src/telemetry/model.ts'
import { cutSteps, type Fault } from './faults.ts'
import type { Random } from './random.ts'
import type { Recorder, Request } from './recorder.ts'
import type { Style } from './style.ts'
import type { Line, Operation, Step } from './topology.ts'

export interface Outcome {
  readonly endMs: number
  readonly result: 'ok' | 'empty' | 'failed'
}

interface Frame {
  readonly operation: Operation
  readonly resource: Resource
  readonly spanId: string
  readonly request: Request
  readonly fault: Fault | null
  exception: string | null
}

/** Time between a caller's and a callee's clock readings of one call: connection, marshalling, wire. */
const EDGE_MS = 1.5
const CONNECTION_ERRORS = ['connection refused', 'Connection reset by peer', 'upstream connect error'] as const

export class Simulation {
  readonly #random: Random
  readonly #recorder: Recorder
  readonly #style: Style
  readonly #fault: Fault | null
  /** Operations that ignore a callee's failure, and those that say nothing about it. */
  readonly #tolerant: ReadonlySet<Operation>
  readonly #isLoud: boolean
  /** Traces of the requests that met the fault: whose steps, answers or times it changed. */
  readonly touched = new Set<string>()
  /** Requests a service handled in each second, for its metrics. */
  readonly handled = new Map<string, number>()

  constructor(random: Random, recorder: Recorder, style: Style, fault: Fault | null, operations: readonly Operation[]) {
    this.#random = random
    this.#recorder = recorder
    this.#style = style
    this.#fault = fault
    this.#tolerant = new Set(operations.filter(() => random.chance(0.15)))
    this.#isLoud = random.chance(0.5)
  }

  /** One request from its entry on. */
  request(entry: Operation, startMs: number, request: Request): Outcome {
    return this.#serve(entry, startMs, request, '')
  }

  #active(operation: Operation, timeMs: number): Fault | null {
    const fault = this.#fault
    return fault?.operations.has(operation) && timeMs >= fault.startMs && timeMs < fault.endMs ? fault : null
  }

  #serve(operation: Operation, startMs: number, request: Request, parentSpanId: string): Outcome {
    const fault = this.#active(operation, startMs)
    const index = this.#random.int(0, 1_000)
    const resource = this.#recorder.instance(operation.service, index)
    if (fault?.kind === 'quiet_callee') {
      this.touched.add(request.traceId)
      return { endMs: startMs + this.#random.logNormal(3, 0.4), result: 'ok' }
    }
    const second = `${operation.service} ${Math.floor(startMs / 1_000)}`
    this.handled.set(second, (this.handled.get(second) ?? 0) + 1)
    const frame: Frame = { operation, resource, spanId: this.#random.hex(16), request, fault, exception: null }
    const steps = this.#stepsUnder(fault, operation, frame)
    if (steps !== operation.steps) this.touched.add(request.traceId)
    const end = this.#run(steps, frame, startMs)
    this.#recorder.span({
      resource,
      name: operation.name,
      kind: 'server',
      startMs,
      endMs: end.endMs,
      spanId: frame.spanId,
      parentSpanId,
      isError: end.result === 'failed',
      exception: frame.exception,
      request,
    })
    return end
  }

  /** The fault may change what an operation does at all. */
  #stepsUnder(fault: Fault | null, operation: Operation, frame: Frame): readonly Step[] {
    const { steps } = operation
    if (fault === null) return steps
    const throwing: Step[] = [...cutSteps(steps), { kind: 'log', line: fault.line }]
    const fails = (): readonly Step[] => {
      frame.exception = fault.line.text.split(':')[0] ?? 'Exception'
      return throwing
    }
    switch (fault.kind) {
      case 'exception':
        return fails()
      case 'exception_some_kinds':
        return frame.request.kind === fault.requestKind ? fails() : steps
      case 'bad_instance': {
        const instances = this.#style.instances.get(fault.service)?.length ?? 1
        const isBad =
          instances > 1
            ? this.#recorder.instance(fault.service, fault.instance) === frame.resource
            : this.#random.chance(0.5)
        return isBad ? fails() : steps
      }
      case 'wrong_return':
        return [...cutSteps(steps), { kind: 'log', line: operation.notFound }]
      case 'silent_skip':
        return cutSteps(steps)
      case 'new_branch':
        return [...steps.slice(0, 1), { kind: 'log', line: fault.line } as const, ...steps.slice(1)]
      default:
        return steps
    }
  }

  #run(steps: readonly Step[], frame: Frame, startMs: number): Outcome {
    let atMs = startMs
    for (const step of steps) {
      if (step.kind === 'log') {
        atMs += this.#random.between(0.02, 0.2)
        this.#say(frame, step.line, atMs)
      } else if (step.kind === 'work') atMs += this.#workMs(step.medianMs, frame, atMs)
      else if (step.kind === 'store') {
        const done = this.#store(step, frame, atMs)
        if (done.result === 'failed') return done
        atMs = done.endMs
      } else if (step.kind === 'branch') {
        if (!step.kinds.includes(frame.request.kind)) continue
        const done = this.#run(step.steps, frame, atMs)
        if (done.result !== 'ok') return done
        atMs = done.endMs
      } else {
        const isStorm = frame.fault?.kind === 'retry_storm'
        if (isStorm) this.touched.add(frame.request.traceId)
        const times = step.times * (isStorm ? 3 : 1)
        for (let i = 0; i < times; i++) {
          const done = this.#call(step.target, frame, atMs)
          atMs = done.endMs
          if (done.result === 'ok' || this.#tolerant.has(frame.operation)) continue
          return this.#react(done, frame)
        }
      }
    }
    if (frame.exception !== null) return { endMs: atMs, result: 'failed' }
    return { endMs: atMs, result: frame.fault?.kind === 'wrong_return' ? 'empty' : 'ok' }
  }

  /** What an operation does when a callee failed it or answered nothing. */
  #react(done: Outcome, frame: Frame): Outcome {
    if (done.result === 'empty') {
      this.#say(frame, frame.operation.notFound, done.endMs)
      return { endMs: done.endMs, result: 'empty' }
    }
    const lines = this.#isLoud ? 3 : 1
    for (let i = 0; i < lines; i++) this.#say(frame, frame.operation.fail, done.endMs + i * 0.1)
    frame.exception = 'RemoteCallFailed'
    return { endMs: done.endMs + 0.5, result: 'failed' }
  }

  #workMs(medianMs: number, frame: Frame, atMs: number): number {
    const usual = this.#random.logNormal(medianMs, 0.35)
    const { fault } = frame
    if (fault?.kind === 'cpu_contention' || fault?.kind === 'memory_leak') this.touched.add(frame.request.traceId)
    if (fault?.kind === 'cpu_contention') return usual * fault.amount + this.#random.between(5, 40)
    if (fault?.kind === 'memory_leak') {
      return usual * (1 + fault.amount * Math.min(1, (atMs - fault.startMs) / 60_000)) + this.#random.between(0, 30)
    }
    return usual
  }

  #store(step: Step & { kind: 'store' }, frame: Frame, startMs: number): Outcome {
    let durationMs = this.#workMs(step.medianMs, frame, startMs)
    // Stores have a slow tail of their own.
    if (this.#random.chance(0.02)) durationMs += this.#random.between(20, 150)
    const { fault } = frame
    if (fault?.kind === 'slow_store' || fault?.kind === 'pool_exhaustion') {
      this.touched.add(frame.request.traceId)
      durationMs += this.#random.logNormal(fault.amount, 0.3)
    }
    const isFailed = fault?.kind === 'pool_exhaustion' && this.#random.chance(0.3)
    this.#recorder.span({
      resource: frame.resource,
      name: step.name,
      kind: 'client',
      startMs,
      endMs: startMs + durationMs,
      spanId: this.#random.hex(16),
      parentSpanId: frame.spanId,
      isError: isFailed,
      exception: null,
      request: frame.request,
    })
    if (!isFailed) return { endMs: startMs + durationMs, result: 'ok' }
    this.#say(frame, { severity: 'ERROR', text: 'timeout: waited {n} ms for a free connection' }, startMs + durationMs)
    frame.exception = 'PoolTimeout'
    return { endMs: startMs + durationMs, result: 'failed' }
  }

  #call(target: Operation, frame: Frame, startMs: number): Outcome {
    const fault = this.#active(target, startMs)
    const spanId = this.#style.hasClientSpans ? this.#random.hex(16) : frame.spanId
    let done: Outcome
    if (fault?.kind === 'crash' || fault?.kind === 'unreachable') {
      this.touched.add(frame.request.traceId)
      const waitMs = fault.kind === 'crash' ? this.#random.between(1, 4) : fault.amount
      const text = fault.kind === 'crash' ? this.#random.pick(CONNECTION_ERRORS) : 'read timed out after {n} ms'
      this.#say(frame, { severity: 'ERROR', text: `call to ${target.service} failed: ${text}` }, startMs + waitMs)
      done = { endMs: startMs + waitMs, result: 'failed' }
    } else {
      const there = this.#edgeMs(target, frame, startMs)
      const served = this.#serve(target, startMs + there / 2, frame.request, spanId)
      done = { endMs: served.endMs + there / 2, result: served.result }
    }
    if (this.#style.hasClientSpans) {
      this.#recorder.span({
        resource: frame.resource,
        name: this.#style.clientNames === 'generic' ? 'HTTP POST' : `POST ${target.service}`,
        kind: 'client',
        startMs,
        endMs: done.endMs,
        spanId,
        parentSpanId: frame.spanId,
        isError: done.result === 'failed',
        exception: null,
        request: frame.request,
      })
    }
    return done
  }

  #edgeMs(target: Operation, frame: Frame, atMs: number): number {
    let edgeMs = this.#random.logNormal(EDGE_MS, 0.4)
    for (const fault of [this.#active(target, atMs), frame.fault]) {
      if (fault?.kind === 'network_delay') this.touched.add(frame.request.traceId)
      if (fault?.kind === 'network_delay') edgeMs += fault.amount * this.#random.between(0.8, 1.2)
      if (fault?.kind === 'cpu_contention') edgeMs += this.#random.between(5, 60)
    }
    return edgeMs
  }

  #say(frame: Frame, line: Line, atMs: number): void {
    this.#recorder.log(frame.resource, frame.operation, line, atMs, frame.request, frame.spanId)
  }
}
