/** Sends requests through a system with shared stores, and records what each service tells. */
import type { Random } from '../synthetic/random.ts'
import type { Fault } from './faults.ts'
import { type Answer, StoreModel } from './keeping.ts'
import type { Frame, Recorder } from './recorder.ts'
import type { Operation, Query, Service, Step, Store, System } from './system.ts'

export interface Done {
  readonly endMs: number
  readonly isFailed: boolean
}

/** How many of a client's errors name what failed. */
export type Wording = 'answer' | 'vague'

const CACHED_MS = 0.7
const AMBIENT = 0.002

export class BackendWorld {
  readonly models: ReadonlyMap<Store, StoreModel>
  readonly #random: Random
  readonly #recorder: Recorder
  readonly #fault: Fault | null
  readonly #wording: Wording
  readonly #retries: number
  /** Share of cached answers that are lost, by time. */
  coldness: (atMs: number) => number = () => 0
  hits = 0
  #isHit = false

  constructor(random: Random, system: System, recorder: Recorder, fault: Fault | null, fromMs: number) {
    this.#random = random
    this.#recorder = recorder
    this.#fault = fault
    this.#wording = random.pick<Wording>(['answer', 'answer', 'vague'])
    this.#retries = random.pick([0, 0, 1, 2])
    this.models = new Map(system.stores.map((store) => [store, new StoreModel(random, store, fromMs)]))
  }

  request(entry: Operation, atMs: number, isSampled: boolean): Done {
    this.#isHit = false
    const done = this.#serve(entry, atMs, { traceId: this.#random.hex(32), isSampled }, '')
    if (this.#isHit) this.hits++
    return done
  }

  #serve(operation: Operation, startMs: number, trace: Frame['trace'], parentSpanId: string): Done {
    const { replicas } = operation.service
    const frame: Frame = {
      operation,
      replica: this.#random.int(0, replicas - 1),
      trace,
      spanId: this.#random.hex(16),
      startMs,
    }
    let atMs = startMs
    let isFailed = false
    if (this.#random.chance(AMBIENT)) {
      this.#recorder.says(frame, 'WARN', `rejected malformed input for ${operation.service.word} {id}`, startMs + 1)
      isFailed = true
      atMs += 1
    } else {
      for (const step of operation.steps) {
        const done = this.#step(step, frame, atMs)
        atMs = done.endMs
        isFailed = done.isFailed
        if (isFailed) break
      }
      if (!isFailed) atMs = this.#scanned(operation, frame, atMs)
    }
    this.#recorder.served(frame, { endMs: atMs, isFailed }, parentSpanId)
    return { endMs: atMs, isFailed }
  }

  /** A new release asks for what no index serves. */
  #scanned(operation: Operation, frame: Frame, atMs: number): number {
    const fault = this.#acting(atMs)
    if (fault?.kind !== 'table_scan' || fault.operation !== operation) return atMs
    this.#isHit = true
    const query: Query = {
      do: 'query',
      store: fault.store,
      table: `${fault.table}_by_note`,
      isWrite: false,
      ms: fault.amount,
    }
    return this.#query(query, frame, atMs).endMs
  }

  #acting(atMs: number): Fault | null {
    return this.#fault !== null && atMs >= this.#fault.startMs ? this.#fault : null
  }

  #step(step: Step, frame: Frame, atMs: number): Done {
    const { service } = frame.operation
    switch (step.do) {
      case 'compute': {
        const fault = this.#acting(atMs)
        const isStuck = fault?.kind === 'stuck_consumer' && fault.client === service
        const ms = this.#random.logNormal(step.ms, 0.3) * (isStuck ? fault.amount : 1)
        if (isStuck) this.#isHit = true
        this.#recorder.worked(service, frame.replica, atMs, ms)
        return { endMs: atMs + ms, isFailed: false }
      }
      case 'note':
        this.#recorder.says(frame, 'INFO', step.text, atMs)
        return { endMs: atMs, isFailed: false }
      case 'request':
        return this.#call(step, frame, atMs)
      case 'query':
        return this.#queries(step, frame, atMs)
      case 'cached':
        return this.#cached(step, frame, atMs)
      case 'publish':
        return this.#publish(step, frame, atMs)
    }
  }

  #call({ to, timeoutMs }: Step & { do: 'request' }, frame: Frame, startMs: number): Done {
    const spanId = this.#random.hex(16)
    const wireMs = this.#random.logNormal(0.7, 0.3)
    const served = this.#serve(to, startMs + wireMs / 2, frame.trace, this.#recorder.parentFor(frame, spanId))
    let done: Done = { endMs: served.endMs + wireMs / 2, isFailed: served.isFailed }
    if (done.endMs - startMs > timeoutMs) {
      done = { endMs: startMs + timeoutMs, isFailed: true }
      this.#recorder.says(frame, 'ERROR', `request to ${to.service.name} gave up after ${timeoutMs} ms`, done.endMs)
    } else if (done.isFailed) {
      this.#recorder.says(frame, 'ERROR', `${to.service.word} answered 500 for {id}`, done.endMs)
    }
    this.#recorder.asked(frame, { name: to.name, spanId, startMs, done, peer: to.service.name, system: '' })
    return done
  }

  /** A bad release asks for each entry by itself. */
  #queries(query: Query, frame: Frame, startMs: number): Done {
    const fault = this.#acting(startMs)
    const isMany =
      fault?.kind === 'many_queries' && fault.client === frame.operation.service && fault.store === query.store
    if (isMany) this.#isHit = true
    let done: Done = { endMs: startMs, isFailed: false }
    for (let left = isMany ? Math.round(fault.amount) : 1; left > 0 && !done.isFailed; left--) {
      done = this.#query(query, frame, done.endMs)
    }
    return done
  }

  #query(query: Query, frame: Frame, startMs: number): Done {
    for (let attempt = 0, atMs = startMs; ; attempt++) {
      const done = this.#once(query, frame, atMs)
      if (!done.isFailed || attempt >= this.#retries) return done
      atMs = done.endMs + 30 * 2 ** attempt
    }
  }

  #once(query: Query, frame: Frame, startMs: number): Done {
    const { service } = frame.operation
    const answer = this.#modelOf(query.store).ask(service, query, startMs, this.#fault)
    if (answer.isHit) this.#isHit = true
    const begunMs = startMs + answer.pooledMs
    const done: Done = { endMs: begunMs + answer.tookMs, isFailed: answer.refusal !== null }
    this.#recorder.waited(service, frame.replica, startMs, answer.pooledMs + answer.tookMs)
    if (answer.refusal !== 'no_connection') {
      const name = `${query.isWrite ? 'UPDATE' : 'SELECT'} ${query.table}`
      this.#recorder.asked(frame, {
        name,
        spanId: this.#random.hex(16),
        startMs: begunMs,
        done,
        peer: query.store.host,
        system: query.store.product.system,
      })
    }
    this.#complain(query.store, answer, frame, done.endMs)
    return done
  }

  #complain(store: Store, { refusal }: Answer, frame: Frame, atMs: number): void {
    if (refusal === null) return
    if (refusal === 'no_connection') {
      this.#recorder.says(frame, 'ERROR', 'no connection became free within 2500 ms, {n} waiting', atMs)
      return
    }
    const text =
      this.#wording === 'vague'
        ? `${frame.operation.service.word} repository is unavailable`
        : `${frame.operation.service.word} repository: ${store.product.answers[refusal]}`
    this.#recorder.says(frame, 'ERROR', text, atMs)
    const own = store.product.writes[refusal]
    if (own !== undefined) this.#recorder.writes(store, true, own, atMs)
  }

  #cached({ cache, hits, behind }: Step & { do: 'cached' }, frame: Frame, startMs: number): Done {
    const { service } = frame.operation
    const fault = this.#acting(startMs)
    const isEvicted = fault?.kind === 'cache_evicted' && fault.store === cache
    const isBypassed = fault?.kind === 'cache_bypassed' && fault.store === cache && fault.client === service
    const left = (isEvicted ? 0.05 : isBypassed ? 0 : hits) * (1 - this.coldness(startMs))
    const answer = this.#modelOf(cache).ask(service, { ms: CACHED_MS, isWrite: false, table: '' }, startMs, this.#fault)
    const isFound = answer.refusal === null && this.#random.chance(left)
    if (isEvicted || isBypassed) this.#isHit = true
    const done: Done = { endMs: startMs + answer.tookMs, isFailed: false }
    this.#recorder.lookedUp(cache, startMs, isFound)
    this.#recorder.asked(frame, {
      name: 'GET',
      spanId: this.#random.hex(16),
      startMs,
      done,
      peer: cache.host,
      system: cache.product.system,
    })
    return isFound ? done : this.#queries(behind, frame, done.endMs)
  }

  #publish({ broker, consumers }: Step & { do: 'publish' }, frame: Frame, startMs: number): Done {
    const { service } = frame.operation
    const answer = this.#modelOf(broker).ask(service, { ms: 1.5, isWrite: true, table: 'events' }, startMs, this.#fault)
    if (answer.isHit) this.#isHit = true
    const done: Done = { endMs: startMs + answer.pooledMs + answer.tookMs, isFailed: answer.refusal !== null }
    const spanId = this.#random.hex(16)
    this.#recorder.asked(frame, {
      name: 'publish events',
      spanId,
      startMs,
      done,
      peer: broker.host,
      system: broker.product.system,
    })
    this.#complain(broker, answer, frame, done.endMs)
    if (done.isFailed) return done
    for (const operation of consumers) {
      const lagMs = this.#lagMs(operation.service, done.endMs)
      this.#recorder.queued(broker, done.endMs, done.endMs + lagMs)
      this.#serve(operation, done.endMs + this.#random.logNormal(12, 0.5) + lagMs, frame.trace, spanId)
    }
    return done
  }

  /** Messages wait where a consumer takes longer than they come. */
  #lagMs(service: Service, atMs: number): number {
    const fault = this.#acting(atMs)
    if (fault?.kind === 'stuck_consumer' && fault.client === service) return (atMs - fault.startMs) * 0.6
    return 0
  }

  #modelOf(store: Store): StoreModel {
    const model = this.models.get(store)
    if (model === undefined) throw new RangeError(`${store.name} is no store of this system`)
    return model
  }
}
