/** Runs requests through a generated system, with or without a fault, and tells a teller what happens. */
import type { Random } from '../synthetic/random.ts'
import type { Fault } from './faults.ts'
import type { Operation, Saying, Service, Step } from './system.ts'

export type Result = 'ok' | 'empty' | 'failed'
export interface Done {
  readonly endMs: number
  readonly result: Result
}

export interface Request {
  readonly traceId: string
  readonly isSampled: boolean
  /** Something of it met the fault. */
  isHit: boolean
}

export interface Frame {
  readonly operation: Operation
  readonly instance: number
  readonly request: Request
  readonly spanId: string
  readonly startMs: number
}

export interface ClientCall {
  readonly name: string
  /** A service, or a host outside. */
  readonly peer: string
  readonly isData: boolean
  readonly spanId: string
  readonly startMs: number
  readonly done: Done
}

/** What a system tells of itself goes here. */
export interface Teller {
  newSpanId(): string
  /** The parent that a callee sees: the caller's client span where it sends them. */
  parentOf(frame: Frame, clientSpanId: string): string
  served(frame: Frame, done: Done, parentSpanId: string, exception: string | null): void
  called(frame: Frame, call: ClientCall): void
  says(frame: Frame, line: Saying, atMs: number): void
  /** Work of an instance: for its processor, its pool and its cache. */
  worked(service: Service, instance: number, atMs: number, ms: number): void
  waited(service: Service, instance: number, atMs: number, ms: number): void
  lookedUp(service: Service, instance: number, atMs: number, isHit: boolean): void
}

/** Failures of one operation for a while, that nobody ever looks into. */
export interface Burst {
  readonly operation: Operation
  readonly startMs: number
  readonly endMs: number
}

/** What a store that several services share makes of what is asked of it. */
export interface StoreAnswer {
  /** The store's name. */
  readonly peer: string
  readonly addedMs: number
  /** What the client logs when it is refused. */
  readonly refusal: Saying | null
  readonly isHit: boolean
}

/** Where services keep their data, if that is part of the system. */
export interface Stores {
  ask(service: Service, isWrite: boolean, atMs: number): StoreAnswer | null
}

const WIRE_MS = 0.8
const RETRY_PAUSE_MS = 40
/** Gets slower by this share of what its load grew by. */
const LOAD_SLOWS = 0.25

export class World {
  readonly #random: Random
  readonly #teller: Teller
  readonly #fault: Fault | null
  readonly #bursts: readonly Burst[]
  /** Load at a time, 1 usual. */
  readonly #loadAt: (ms: number) => number
  readonly #stores: Stores | null
  hits = 0

  constructor(
    random: Random,
    teller: Teller,
    fault: Fault | null,
    bursts: readonly Burst[],
    loadAt: (ms: number) => number,
    stores: Stores | null = null,
  ) {
    this.#random = random
    this.#teller = teller
    this.#fault = fault
    this.#bursts = bursts
    this.#loadAt = loadAt
    this.#stores = stores
  }

  request(entry: Operation, atMs: number, isSampled: boolean): Done {
    const request: Request = { traceId: this.#random.hex(32), isSampled, isHit: false }
    const done = this.#serve(entry, atMs, request, '')
    if (request.isHit) this.hits++
    return done
  }

  /** The fault that acts on an operation's call at a time, in the instance that serves it. */
  #faultOf(operation: Operation, atMs: number, request: Request): Fault | null {
    const fault = this.#fault
    if (fault === null || !fault.operations.has(operation) || atMs < fault.startMs || atMs >= fault.endMs) return null
    request.isHit = true
    return fault
  }

  #serve(operation: Operation, startMs: number, request: Request, parentSpanId: string): Done {
    const { service } = operation
    const instance = this.#random.int(0, service.instances - 1)
    const fault = this.#faultOf(operation, startMs, request)
    const frame: Frame = { operation, instance, request, spanId: this.#teller.newSpanId(), startMs }
    if (fault?.kind === 'hanging' && this.#random.chance(fault.share)) {
      // A span that never ends is never sent.
      const [first] = operation.steps
      if (first !== undefined) this.#step(first, frame, fault, startMs)
      return { endMs: startMs + 120_000, result: 'failed' }
    }
    const { done, exception } = this.#work(frame, fault, startMs)
    this.#teller.served(frame, done, parentSpanId, exception)
    return done
  }

  #work(frame: Frame, fault: Fault | null, startMs: number): { done: Done; exception: string | null } {
    const { operation } = frame
    const failed = (line: Saying, exception: string, atMs: number) => {
      this.#teller.says(frame, line, atMs)
      return { done: { endMs: atMs + 0.3, result: 'failed' } as const, exception }
    }
    if (fault !== null && this.#refuses(fault, frame)) {
      const [first] = operation.steps
      const begun = first === undefined ? { endMs: startMs } : this.#step(first, frame, fault, startMs)
      return failed(fault.line, 'RuntimeError', begun.endMs)
    }
    if (fault?.kind === 'wrong_answer') {
      const [first] = operation.steps
      const begun = first === undefined ? { endMs: startMs } : this.#step(first, frame, fault, startMs)
      return { done: { endMs: begun.endMs, result: 'empty' }, exception: null }
    }
    const isBurst = this.#bursts.some(
      (burst) => burst.operation === operation && startMs >= burst.startMs && startMs < burst.endMs,
    )
    if (this.#random.chance(isBurst ? 0.3 : operation.ambientFailures)) {
      return failed(
        { level: 'WARN', text: `${operation.service.word}: rejected invalid input {id}` },
        'ValidationError',
        startMs + 1,
      )
    }
    let atMs = startMs
    for (const step of operation.steps) {
      const done = this.#step(step, frame, fault, atMs)
      atMs = done.endMs
      if (done.result === 'ok' || operation.isTolerant) continue
      if (done.result === 'empty') return { done: { endMs: atMs, result: 'empty' }, exception: null }
      return failed(operation.failing, 'UpstreamError', atMs)
    }
    return { done: { endMs: atMs, result: 'ok' }, exception: null }
  }

  /** Whether the fault makes the operation throw at its beginning. */
  #refuses(fault: Fault, { instance }: Frame): boolean {
    if (fault.kind === 'bad_replica') return instance === 0 && this.#random.chance(0.9)
    if (fault.kind === 'flag') return true
    return (fault.kind === 'failing_retried' || fault.kind === 'rate_limited') && this.#random.chance(fault.share)
  }

  #step(step: Step, frame: Frame, fault: Fault | null, atMs: number): Done {
    switch (step.do) {
      case 'work':
        return { endMs: atMs + this.#workMs(step.ms, frame, fault, atMs), result: 'ok' }
      case 'say':
        this.#teller.says(frame, step.line, atMs)
        return { endMs: atMs + 0.05, result: 'ok' }
      case 'call':
        return this.#callWithRetries(step, frame, atMs)
      case 'together': {
        const all = step.steps.map((one) => this.#step(one, frame, fault, atMs))
        const bad = all.find(({ result }) => result !== 'ok')
        return { endMs: Math.max(...all.map(({ endMs }) => endMs)), result: bad?.result ?? 'ok' }
      }
      case 'sometimes':
        return this.#random.chance(step.share)
          ? this.#all(step.steps, frame, fault, atMs)
          : { endMs: atMs, result: 'ok' }
      case 'cache': {
        const isHit = this.#random.chance(fault?.kind === 'cache_misses' ? 0.03 : step.hits)
        const done = { endMs: atMs + this.#random.logNormal(0.6, 0.3), result: 'ok' } as const
        this.#teller.lookedUp(frame.operation.service, frame.instance, atMs, isHit)
        this.#client(frame, step.name, `${frame.operation.service.word}-cache`, true, atMs, done)
        return isHit ? done : this.#all(step.onMiss, frame, fault, done.endMs)
      }
      case 'data':
        return this.#data(step, frame, fault, atMs)
      case 'outside':
        return this.#outside(step, frame, fault, atMs)
    }
  }

  #all(steps: readonly Step[], frame: Frame, fault: Fault | null, startMs: number): Done {
    let atMs = startMs
    for (const step of steps) {
      const done = this.#step(step, frame, fault, atMs)
      atMs = done.endMs
      if (done.result !== 'ok') return done
    }
    return { endMs: atMs, result: 'ok' }
  }

  #workMs(ms: number, { operation, instance }: Frame, fault: Fault | null, atMs: number): number {
    const busy = 1 + LOAD_SLOWS * Math.max(0, this.#loadAt(atMs) - 1)
    let took = this.#random.logNormal(ms, 0.35) * busy
    if (fault?.kind === 'throttled_cpu' || fault?.kind === 'neighbour')
      took = took * fault.amount + this.#random.between(2, 25)
    if (fault?.kind === 'leak') {
      const full = Math.min(1, (atMs - fault.startMs) / Math.max(180_000, fault.endMs - fault.startMs))
      took *= 1 + fault.amount * full ** 1.5
      // Collecting what is left takes pauses.
      if (this.#random.chance(0.15 * full)) took += this.#random.between(100, 900)
    }
    // Whoever shares the machine is slower as well.
    const own = this.#fault
    if (own?.kind === 'neighbour' && fault === null && atMs >= own.startMs && atMs < own.endMs) {
      const node = operation.service.nodes[instance]
      if (node !== undefined && own.service.nodes.includes(node)) took *= 1.5
    }
    this.#teller.worked(operation.service, instance, atMs, took)
    return took
  }

  #data(step: Step & { do: 'data' }, frame: Frame, fault: Fault | null, startMs: number): Done {
    let tookMs = this.#random.logNormal(step.ms, 0.4)
    if (this.#random.chance(0.01)) tookMs += this.#random.between(30, 200)
    let result: Result = 'ok'
    let waitedMs = 0
    const { service } = frame.operation
    const answer = this.#stores?.ask(service, step.isWrite, startMs) ?? null
    if (answer?.isHit === true) frame.request.isHit = true
    tookMs += answer?.addedMs ?? 0
    if (answer !== null && answer.refusal !== null) {
      result = 'failed'
      tookMs = answer.addedMs + this.#random.between(1, 5)
      this.#teller.says(frame, answer.refusal, startMs + tookMs)
    }
    if (fault?.kind === 'slow_past_timeouts') tookMs += this.#random.logNormal(fault.amount, 0.3)
    if (fault?.kind === 'cache_misses') tookMs *= fault.amount
    if (fault?.kind === 'pool') waitedMs = this.#random.logNormal(fault.amount, 0.3)
    if (fault?.kind === 'pool' && this.#random.chance(0.4)) {
      this.#teller.waited(frame.operation.service, frame.instance, startMs, waitedMs)
      this.#teller.says(frame, fault.line, startMs + waitedMs)
      return { endMs: startMs + waitedMs, result: 'failed' }
    }
    if (fault?.kind === 'disk_full' && step.isWrite) {
      tookMs = this.#random.between(1, 5)
      result = 'failed'
      this.#teller.says(frame, fault.line, startMs + tookMs)
    }
    const done: Done = { endMs: startMs + waitedMs + tookMs, result }
    this.#teller.waited(frame.operation.service, frame.instance, startMs, waitedMs + tookMs)
    this.#client(frame, step.name, answer?.peer ?? `${service.word}-db`, true, startMs + waitedMs, done)
    return done
  }

  #outside(step: Step & { do: 'outside' }, frame: Frame, fault: Fault | null, startMs: number): Done {
    let tookMs = this.#random.logNormal(step.ms, 0.5)
    let result: Result = 'ok'
    if (fault?.kind === 'outside_slow') tookMs += this.#random.logNormal(fault.amount, 0.3)
    if (fault?.kind === 'outside_failing' && this.#random.chance(fault.share)) {
      result = 'failed'
      this.#teller.says(frame, fault.line, startMs + tookMs)
    }
    const done: Done = { endMs: startMs + tookMs, result }
    this.#client(frame, `POST ${step.host}`, step.host, false, startMs, done)
    return done
  }

  #callWithRetries(step: Step & { do: 'call' }, frame: Frame, startMs: number): Done {
    let atMs = startMs
    for (let attempt = 0; ; attempt++) {
      const done = this.#call(step, frame, atMs)
      if (done.result !== 'failed' || attempt >= step.retries) return done
      this.#teller.says(frame, { level: 'WARN', text: `retrying ${step.to.service.word}, attempt {n}` }, done.endMs)
      atMs = done.endMs + RETRY_PAUSE_MS * 2 ** attempt
    }
  }

  #call({ to, timeoutMs }: Step & { do: 'call' }, frame: Frame, startMs: number): Done {
    const spanId = this.#teller.newSpanId()
    const fault = this.#fault?.operations.has(to) ? this.#faultOf(to, startMs, frame.request) : null
    const refused = this.#refusal(fault, to)
    let done: Done
    if (refused !== null) {
      done = { endMs: startMs + refused.afterMs, result: 'failed' }
      this.#teller.says(frame, { level: 'ERROR', text: refused.text }, done.endMs)
    } else {
      const lost = fault?.kind === 'lossy_network' && this.#random.chance(fault.share)
      const wireMs = this.#random.logNormal(WIRE_MS, 0.4) + (lost ? fault.amount * this.#random.between(0.7, 1.3) : 0)
      const served = this.#serve(to, startMs + wireMs / 2, frame.request, this.#teller.parentOf(frame, spanId))
      done = { endMs: served.endMs + wireMs / 2, result: served.result }
      if (done.endMs - startMs > timeoutMs) {
        done = { endMs: startMs + timeoutMs, result: 'failed' }
        const text = `call to ${to.service.name} timed out after ${timeoutMs} ms`
        this.#teller.says(frame, { level: 'ERROR', text }, done.endMs)
      }
    }
    this.#clientCall(frame, { name: to.name, peer: to.service.name, isData: false, spanId, startMs, done })
    return done
  }

  #refusal(fault: Fault | null, to: Operation): { afterMs: number; text: string } | null {
    const { name } = to.service
    if (fault?.kind === 'down')
      return { afterMs: this.#random.between(1, 4), text: `dial ${name}:8080: connection refused` }
    if (fault?.kind === 'certificate') {
      return {
        afterMs: this.#random.between(5, 25),
        text: `https://${name}: x509: certificate has expired or is not yet valid`,
      }
    }
    return null
  }

  #client(frame: Frame, name: string, peer: string, isData: boolean, startMs: number, done: Done): void {
    this.#clientCall(frame, { name, peer, isData, spanId: this.#teller.newSpanId(), startMs, done })
  }

  #clientCall(frame: Frame, call: ClientCall): void {
    this.#teller.called(frame, call)
  }
}
