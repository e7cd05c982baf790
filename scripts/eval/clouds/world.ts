/** Sends requests through a cloud and counts what its monitor would. Times are milliseconds since the simulation began. */
import type { Random } from '../synthetic/random.ts'
import type { Fault } from './faults.ts'
import { Machine } from './machine.ts'
import { Backlog } from './queues.ts'
import { type Call, type Component, callsIn, type Operation, type Step, type System } from './system.ts'
import type { Tallies } from './tally.ts'

/** How a request ended. */
export const OK = 0
export const FAULT = 1
const REJECTED = 2
export const THROTTLED = 3

const REFUSAL_MS = 4
const PAIRS = 1_000

export interface Units {
  /** What an operation is counted under. */
  readonly unitOf: (operation: Operation) => number
  readonly hasPairs: boolean
  /** A function's duration includes the start of its instance. */
  readonly countsInit: boolean
}

/** The unit of a pair of caller and callee; components and operations lie below. */
export function pairUnit(caller: Component, callee: Component): number {
  return PAIRS + caller.index * 100 + callee.index
}

export class World {
  readonly machines: readonly Machine[]
  readonly backlogs: readonly Backlog[]
  /** Whether the last request met the fault. */
  isHit = false
  status = OK
  readonly #random: Random
  readonly #fault: Fault | null
  readonly #tallies: Tallies
  readonly #units: readonly number[]
  readonly #hasPairs: boolean
  readonly #countsInit: boolean
  readonly #ambient: readonly number[]
  readonly #badInput: readonly number[]

  constructor(random: Random, system: System, fault: Fault | null, tallies: Tallies, units: Units, totalMs: number) {
    this.#random = random
    this.#fault = fault
    this.#tallies = tallies
    this.#units = system.operations.map((operation) => units.unitOf(operation))
    this.#hasPairs = units.hasPairs
    this.#countsInit = units.countsInit
    this.machines = system.components.map((component) => new Machine(random, component, fault, totalMs))
    // One component in eight has been failing now and then for a long time.
    const usual = system.components.map(() => (random.chance(0.12) ? random.between(0.004, 0.02) : 0.0004))
    this.#ambient = system.operations.map(({ component }) =>
      component.kind === 'gateway' ? 0 : (usual[component.index] ?? 0),
    )
    const chance = random.pick([0, 0.01, 0.04])
    this.#badInput = system.operations.map(({ component }) => {
      const mayReject = component.kind === 'function' || component.kind === 'container'
      return mayReject && random.chance(0.3) ? chance : 0
    })
    const isStuck = fault?.kind === 'poison_message'
    this.backlogs = system.consumers.map((consumer) => {
      return new Backlog(random, consumer, isStuck && consumer.operation.component === fault.target ? fault : null)
    })
  }

  /** Works off what waits in queues until then. */
  drain(untilMs: number): void {
    for (const backlog of this.backlogs) backlog.drain(this, untilMs)
  }

  /** One request; returns when it ends. The caller finds how in `status`. */
  serve(operation: Operation, atMs: number): number {
    const { component } = operation
    const machine = this.machines[component.index]
    const unit = this.#units[operation.index]
    if (machine === undefined || unit === undefined) return atMs
    if (machine.acting(atMs) !== null) this.isHit = true
    if (machine.isDown(atMs)) {
      this.status = FAULT
      return atMs + REFUSAL_MS
    }
    const beginMs = machine.admit(atMs)
    if (beginMs === Number.POSITIVE_INFINITY || !machine.consume(atMs)) {
      this.#tallies.at(unit, atMs).throttles++
      this.status = THROTTLED
      return atMs + REFUSAL_MS
    }
    const coldMs = component.kind === 'function' ? machine.coldStart(beginMs) : 0
    const endMs = this.#run(operation, machine, beginMs + coldMs)
    const { status } = this
    const isCounted = component.kind !== 'table' && component.kind !== 'cache' && component.kind !== 'bucket'
    if (isCounted) machine.occupy(beginMs, endMs)
    const tally = this.#tallies.at(unit, endMs)
    tally.requests++
    if (status === FAULT) tally.faults++
    if (status === REJECTED) tally.rejected++
    if (coldMs > 0) tally.coldStarts++
    tally.durations.push(endMs - atMs - (this.#countsInit ? 0 : coldMs))
    return endMs
  }

  /** A failing call of the consumer with a message that nobody can handle. */
  poisoned(operation: Operation, atMs: number): number {
    const machine = this.machines[operation.component.index]
    const endMs = atMs + (machine?.work(operation.workMs, operation.sigma, atMs) ?? 0)
    const tally = this.#tallies.at(this.#units[operation.index] ?? 0, endMs)
    tally.requests++
    tally.faults++
    tally.durations.push(endMs - atMs)
    machine?.occupy(atMs, endMs)
    return endMs
  }

  #run(operation: Operation, machine: Machine, beginMs: number): number {
    const random = this.#random
    const ownMs = machine.work(operation.workMs, operation.sigma, beginMs)
    if (random.chance(this.#badInput[operation.index] ?? 0)) {
      this.status = REJECTED
      return beginMs + Math.min(ownMs, 5)
    }
    if (machine.isFailing(operation.index, beginMs, this.#ambient[operation.index] ?? 0)) {
      this.status = FAULT
      const isWaiting = this.#fault?.kind === 'outside_failing' && machine.acting(beginMs) !== null
      return beginMs + (isWaiting ? random.logNormal(this.#fault.amount, 0.3) : ownMs * random.between(0.2, 1))
    }
    // The rest of the own work comes after the calls.
    let atMs = beginMs + ownMs * 0.7
    let lastBeginMs = atMs
    this.status = OK
    for (const step of operation.steps) {
      const fromMs = step.do === 'call' && step.isParallel ? lastBeginMs : atMs
      lastBeginMs = fromMs
      atMs = Math.max(atMs, this.#step(step, operation, fromMs))
      const { status } = this
      if (status === OK) continue
      if (status === REJECTED) {
        if (operation.component.kind === 'gateway') break
        this.status = OK
        continue
      }
      this.status = FAULT
      break
    }
    return atMs + ownMs * 0.3
  }

  #step(step: Step, operation: Operation, atMs: number): number {
    this.status = OK
    if (step.do === 'call') return this.#random.chance(step.share) ? this.#call(step, operation, atMs) : atMs
    if (step.do === 'send') {
      if (this.#random.chance(step.share)) for (const one of this.backlogs) one.send(step.queue, atMs)
      return atMs + 8
    }
    const [cache, behind] = callsIn(step)
    if (cache === undefined || behind === undefined) return atMs
    const askedMs = this.#call(cache, operation, atMs)
    const machine = this.machines[cache.to.component.index]
    const isFound = this.status === OK && this.#random.chance(step.hits * (machine?.filled(atMs) ?? 1))
    const tally = this.#tallies.at(this.#units[cache.to.index] ?? 0, atMs)
    if (isFound) tally.hits++
    else tally.misses++
    this.status = OK
    return isFound ? askedMs : this.#call(behind, operation, askedMs)
  }

  #call(call: Call, { component }: Operation, atMs: number): number {
    let fromMs = atMs
    for (let attempt = 0; ; attempt++) {
      const wireMs = this.#random.between(0.5, 2)
      let endMs = this.serve(call.to, fromMs + wireMs) + wireMs
      let { status } = this
      if (endMs - fromMs > call.timeoutMs) {
        endMs = fromMs + call.timeoutMs
        status = FAULT
      }
      if (this.#hasPairs) {
        const tally = this.#tallies.at(pairUnit(component, call.to.component), endMs)
        tally.requests++
        if (status === FAULT || status === THROTTLED) tally.faults++
        tally.durations.push(endMs - fromMs)
      }
      const hasFailed = status === FAULT || status === THROTTLED
      // Clients of managed stores and functions try again when they are throttled.
      if (hasFailed && attempt < (status === THROTTLED ? Math.max(2, call.retries) : call.retries)) {
        fromMs = endMs + 60 * 2 ** attempt * this.#random.between(0.5, 1.5)
        continue
      }
      this.status = hasFailed && call.isTolerant ? OK : status
      return endMs
    }
  }
}
