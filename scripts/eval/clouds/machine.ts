/** One component at work: how many requests it has at once, how busy its processor is, what it has left. */
import type { Random } from '../synthetic/random.ts'
import type { Fault } from './faults.ts'
import type { Component } from './system.ts'

const BIN_MS = 200
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
/** Capacity that was not used may be used later: so many seconds of it, so many times as fast. */
const BURST_S = 120
const BURST_FACTOR = 3
const STRETCH_MAX = 25
/** A client of a full component waits no longer. */
const WAIT_MAX_MS = 30_000
/** Retrying clients and balancers take so long to leave a replica that is gone. */
const UNNOTICED_MS = 12_000

export interface Trouble {
  readonly fromMs: number
  readonly toMs: number
  readonly slower: number
  readonly failing: number
}

export class Machine {
  readonly component: Component
  readonly #random: Random
  readonly #fault: Fault | null
  /** Requests at once, in bins. */
  readonly #occupied: Float32Array
  /** Own work of each second, in seconds. */
  readonly #worked: Float32Array
  readonly #consumed: Uint32Array
  /** How much slower each minute is than others. */
  readonly #drift: Float32Array
  #bucket: number
  #settledMinute = 0
  #warm = 0
  #lastUsedMs = 0
  readonly #idleMs: number
  readonly coldMs: number
  readonly #memoryBase: number
  readonly #offsets: number[]
  readonly #downMs: number
  trouble: Trouble | null = null
  /** A release replaces all instances. */
  releaseMs = Number.POSITIVE_INFINITY
  /** Scaled out: so many times the replicas since then. */
  scaling: { readonly fromMs: number; readonly factor: number } | null = null

  constructor(random: Random, component: Component, fault: Fault | null, totalMs: number) {
    this.component = component
    this.#random = random
    this.#fault = fault !== null && fault.target === component ? fault : null
    this.#occupied = new Float32Array(Math.ceil(totalMs / BIN_MS) + 1_000)
    this.#worked = new Float32Array(Math.ceil(totalMs / SECOND_MS) + 200)
    this.#consumed = new Uint32Array(this.#worked.length)
    this.#bucket = component.capacity * BURST_S
    this.#drift = driftOf(random, Math.ceil(totalMs / MINUTE_MS) + 4)
    this.#idleMs = random.pick([4, 6, 10]) * MINUTE_MS
    this.coldMs = random.logNormal(450, 0.5)
    this.#memoryBase = random.between(0.25, 0.6)
    this.#offsets = Array.from({ length: component.replicas }, () => random.between(-0.12, 0.12))
    this.#downMs = random.between(20_000, 70_000)
  }

  acting(atMs: number): Fault | null {
    return this.#fault !== null && atMs >= this.#fault.startMs ? this.#fault : null
  }

  #limitAt(atMs: number): number {
    const fault = this.acting(atMs)
    return fault?.kind === 'concurrency_limit' ? fault.amount : this.component.limit * this.#scaleAt(atMs)
  }

  #scaleAt(atMs: number): number {
    return this.scaling !== null && atMs >= this.scaling.fromMs ? this.scaling.factor : 1
  }

  /** When the request begins; infinite when it is refused. */
  admit(atMs: number): number {
    const limit = this.#limitAt(atMs)
    const first = Math.floor(atMs / BIN_MS)
    if ((this.#occupied[first] ?? 0) < limit) return atMs
    if (this.component.kind === 'function') return Number.POSITIVE_INFINITY
    for (let bin = first + 1; bin < first + WAIT_MAX_MS / BIN_MS; bin++) {
      if ((this.#occupied[bin] ?? 0) < limit) return (bin + this.#random.next()) * BIN_MS
    }
    return Number.POSITIVE_INFINITY
  }

  /** Takes a place for as long as the request lasted. */
  occupy(fromMs: number, toMs: number): void {
    const last = Math.min(this.#occupied.length - 1, Math.floor(toMs / BIN_MS))
    for (let bin = Math.floor(fromMs / BIN_MS); bin <= last; bin++) {
      const inside = Math.min(toMs, (bin + 1) * BIN_MS) - Math.max(fromMs, bin * BIN_MS)
      this.#occupied[bin] = (this.#occupied[bin] ?? 0) + inside / BIN_MS
    }
  }

  /** Milliseconds to start an instance; 0 when one is warm. */
  coldStart(atMs: number): number {
    const fault = this.acting(atMs)
    const isSpoiled = fault?.kind === 'cold_starts'
    const isNew = this.#lastUsedMs < this.releaseMs && atMs >= this.releaseMs
    const isFirst = isSpoiled && this.#lastUsedMs < fault.startMs
    if (isNew || isFirst || atMs - this.#lastUsedMs > this.#idleMs) this.#warm = 0
    this.#lastUsedMs = Math.max(this.#lastUsedMs, atMs)
    const level = this.#occupied[Math.floor(atMs / BIN_MS)] ?? 0
    const needed = Math.floor(level) + 1 + (this.#random.chance(level % 1) ? 1 : 0)
    const isChurned = this.#random.chance(isSpoiled ? fault.share : 0.0008)
    if (needed <= this.#warm && !isChurned) return 0
    this.#warm = Math.max(needed, this.#warm)
    return this.#random.logNormal(isSpoiled ? fault.amount : this.coldMs, 0.25)
  }

  /** Time that own work takes now. */
  work(workMs: number, sigma: number, atMs: number): number {
    const random = this.#random
    const fault = this.acting(atMs)
    const base = random.logNormal(workMs, sigma)
    const second = Math.max(0, Math.floor(atMs / SECOND_MS))
    if (second < this.#worked.length) this.#worked[second] = (this.#worked[second] ?? 0) + base / SECOND_MS
    let ms = base * (this.#drift[Math.floor(atMs / MINUTE_MS)] ?? 1) * this.#stretch(second, atMs)
    if (this.trouble !== null && atMs >= this.trouble.fromMs && atMs < this.trouble.toMs) ms *= this.trouble.slower
    if (fault === null) return ms
    if (fault.kind === 'starved_container') return ms / fault.amount
    const adds = fault.kind === 'added_latency' || fault.kind === 'outside_slow'
    if (adds && random.chance(fault.share)) return ms + random.logNormal(fault.amount, 0.35)
    if (fault.kind !== 'memory_leak') return ms
    const tight = Math.max(0, (this.memory(atMs) - 0.75) / 0.25)
    return ms * (1 + 7 * tight * tight)
  }

  #stretch(second: number, atMs: number): number {
    if (this.component.kind === 'function' || this.component.kind === 'outside') return 1
    const load = Math.min(0.98, this.#load(second, atMs))
    return Math.min(STRETCH_MAX, 1 + load ** 3 / (1 - load))
  }

  /** Own work of the last seconds, of what the processor can do. */
  #load(second: number, atMs: number): number {
    const done =
      ((this.#worked[second] ?? 0) + (this.#worked[second - 1] ?? 0) + (this.#worked[second - 2] ?? 0)) /
      (2 + (atMs % SECOND_MS) / SECOND_MS)
    const fault = this.acting(atMs)
    const cores = this.component.cores * this.#scaleAt(atMs) * (fault?.kind === 'starved_container' ? fault.amount : 1)
    return done / cores
  }

  /** Share of the processor used in a period. */
  processor(fromMs: number, toMs: number): number {
    let sum = 0
    for (let second = fromMs / SECOND_MS; second < toMs / SECOND_MS; second++) sum += this.#worked[second] ?? 0
    const fault = this.acting(toMs)
    const spent = fault?.kind === 'memory_leak' ? Math.max(0, this.memory(toMs) - 0.75) : 0
    const given = fault?.kind === 'starved_container' ? fault.amount : 1
    const used = sum / ((toMs - fromMs) / SECOND_MS) / this.component.cores / this.#scaleAt(toMs) / given
    return Math.min(1, used + spent)
  }

  concurrency(fromMs: number, toMs: number): { readonly mean: number; readonly max: number } {
    let sum = 0
    let max = 0
    const [first, last] = [Math.floor(fromMs / BIN_MS), Math.floor(toMs / BIN_MS)]
    for (let bin = first; bin < last; bin++) {
      const value = this.#occupied[bin] ?? 0
      sum += value
      max = Math.max(max, value)
    }
    return { mean: sum / (last - first), max: Math.ceil(Math.min(max, this.#limitAt(toMs))) }
  }

  /** A table's units: false when the request is throttled. */
  consume(atMs: number): boolean {
    if (this.component.kind !== 'table') return true
    const fault = this.acting(atMs)
    const perSecond = this.component.capacity * (fault?.kind === 'throttled_table' ? fault.amount * 0.4 : 1)
    const minute = Math.floor(atMs / MINUTE_MS)
    for (; this.#settledMinute < minute; this.#settledMinute++) {
      let used = 0
      for (let second = this.#settledMinute * 60; second < this.#settledMinute * 60 + 60; second++)
        used += this.#consumed[second] ?? 0
      this.#bucket = Math.min(perSecond * BURST_S, Math.max(0, this.#bucket + perSecond * 60 - used))
    }
    const second = Math.floor(atMs / SECOND_MS)
    const allowed = perSecond * (this.#bucket > 0 ? BURST_FACTOR : 1)
    if ((this.#consumed[second] ?? 0) + 1 > Math.max(1, allowed)) return false
    if (second < this.#consumed.length) this.#consumed[second] = (this.#consumed[second] ?? 0) + 1
    return true
  }

  /** Of the fullest replica. */
  memory(atMs: number): number {
    const used = this.#offsets.map((_, replica) => this.#memoryOf(replica, atMs))
    return used.length === 0 ? this.#memoryBase : Math.max(...used)
  }

  #memoryOf(replica: number, atMs: number): number {
    const fault = this.acting(atMs)
    const drift = this.#drift[Math.floor(atMs / MINUTE_MS)] ?? 1
    const usual = this.#memoryBase * (0.8 + 0.2 * drift + 0.02 * Math.sin(atMs / this.#idleMs + replica))
    if (fault?.kind !== 'memory_leak') return usual
    const cycleMs = fault.amount * (1 + (this.#offsets[replica] ?? 0)) + this.#downMs
    const filledMs = (atMs - fault.startMs) % cycleMs
    if (filledMs > cycleMs - this.#downMs) return 0.02
    return usual + (1 - usual) * Math.min(1, filledMs / (cycleMs - this.#downMs))
  }

  /** Nobody answers: the replica that was asked is starting again, or all are gone. */
  isDown(atMs: number): boolean {
    const fault = this.acting(atMs)
    if (fault?.kind === 'crash_loop') return true
    if (fault?.kind !== 'memory_leak') return false
    const replica = this.#random.int(0, this.#offsets.length - 1)
    if (this.#memoryOf(replica, atMs) > 0.02) return false
    // Once it is known to be gone, the others are asked.
    return this.#offsets.length === 1 || this.#memoryOf(replica, atMs - UNNOTICED_MS) > 0.02
  }

  /** Of a cache: share of its contents that is there. */
  filled(atMs: number): number {
    const fault = this.acting(atMs)
    if (fault?.kind !== 'emptied_cache') return 1
    return 1 - fault.share * Math.exp(-(atMs - fault.startMs) / fault.amount)
  }

  isFailing(operation: number, atMs: number, ambient: number): boolean {
    const fault = this.acting(atMs)
    const { trouble } = this
    let share = ambient
    if (trouble !== null && atMs >= trouble.fromMs && atMs < trouble.toMs) share += trouble.failing
    if (fault?.kind === 'failing_share' || fault?.kind === 'outside_failing') share += fault.share
    if (fault?.kind === 'broken_operation' && fault.operation?.index === operation) share += fault.share
    return this.#random.chance(share)
  }
}

/** Autocorrelated: a slow minute follows a slow one. */
function driftOf(random: Random, minutes: number): Float32Array {
  const spread = random.between(0.01, 0.06)
  const memory = random.between(0.7, 0.97)
  let at = 0
  return Float32Array.from({ length: minutes }, () => {
    at = memory * at + Math.log(random.logNormal(1, spread)) * Math.sqrt(1 - memory * memory)
    return Math.exp(at * 2)
  })
}
