/** A day's requests, entry by entry, and what their clients and the queues see of it. */
import type { Random } from '../synthetic/random.ts'
import type { Fault } from './faults.ts'
import { Front } from './front.ts'
import type { Waiting } from './readings.ts'
import type { Component, Entry, System } from './system.ts'
import { FAULT, THROTTLED, type World } from './world.ts'

/** What becomes of the load on a quiet day. */
export interface Load {
  readonly change?: { readonly atMs: number; readonly factor: number; readonly rampMs: number }
  /** Scheduled work of another size. */
  readonly nightly?: { readonly fromMs: number; readonly toMs: number; readonly factor: number }
}

export interface Plan extends Load {
  readonly startMs: number
  readonly endMs: number
  readonly stepMs: number
  readonly periods: number
  /** Time of day at the beginning. */
  readonly dayMs: number
  readonly warmUpMs: number
}

export interface Outcome {
  readonly isFelt: boolean
  readonly waiting: ReadonlyMap<Component, readonly Waiting[]>
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const LATE_MS = 90_000
const LATER_FELT = 5

export function runDay(random: Random, system: System, world: World, fault: Fault | null, plan: Plan): Outcome {
  const { startMs, endMs, stepMs, warmUpMs } = plan
  const sources = system.entries.map((entry) => new Source(random, entry, fault, plan))
  const fronts = system.entries.map(() => new Front())
  const waiting = new Map<Component, Waiting[]>(world.backlogs.map(({ consumer }) => [consumer.queue, []]))
  const ages = { before: 0, since: 0 }
  let boundaryMs = stepMs
  for (;;) {
    const next = sources.reduce((a, b) => (b.nextMs < a.nextMs ? b : a))
    const atMs = Math.min(next.nextMs, endMs)
    for (; boundaryMs <= atMs; boundaryMs += stepMs) {
      world.drain(boundaryMs)
      const isSince = boundaryMs >= startMs
      const oldest = sampleQueues(world, waiting, boundaryMs)
      if (isSince) ages.since = Math.max(ages.since, oldest)
      else ages.before = Math.max(ages.before, oldest)
    }
    if (next.nextMs >= endMs) break
    world.drain(atMs)
    world.isHit = fault !== null && fault.entry === next.entry && atMs >= startMs
    const doneMs = world.serve(next.entry.operation, atMs)
    const isFailed = world.status === FAULT || world.status === THROTTLED
    const isClient = next.entry.schedule === null && atMs >= warmUpMs
    if (isClient) fronts[sources.indexOf(next)]?.add(atMs >= startMs, doneMs - atMs, isFailed, world.isHit)
    next.advance()
  }
  const isLate = ages.since >= LATE_MS && ages.since >= LATER_FELT * ages.before
  return { isFelt: isLate || fronts.some((front) => front.isFelt(fault !== null)), waiting }
}

/** Returns the age of the oldest message of all. */
function sampleQueues(world: World, waiting: ReadonlyMap<Component, Waiting[]>, atMs: number): number {
  let oldest = 0
  for (const backlog of world.backlogs) {
    const ageMs = backlog.ageMs(atMs)
    waiting
      .get(backlog.consumer.queue)
      ?.push({ depth: backlog.depth(atMs), ageMs, sent: backlog.sent, received: backlog.received })
    backlog.sent = 0
    backlog.received = 0
    oldest = Math.max(oldest, ageMs)
  }
  return oldest
}

/** When requests of one entry come. */
class Source {
  nextMs = 0
  readonly entry: Entry
  readonly #random: Random
  readonly #fault: Fault | null
  readonly #plan: Plan
  readonly #wave: number
  readonly #wander: Float32Array

  constructor(random: Random, entry: Entry, fault: Fault | null, plan: Plan) {
    this.#random = random
    this.entry = entry
    this.#fault = fault
    this.#plan = plan
    this.#wave = random.between(0.05, 0.5)
    const spread = random.between(0.02, 0.12)
    let level = 0
    this.#wander = Float32Array.from({ length: Math.ceil(plan.endMs / MINUTE_MS) + 1 }, () => {
      level = 0.9 * level + Math.log(random.logNormal(1, spread)) * 0.44
      return Math.exp(level)
    })
    this.advance()
  }

  advance(): void {
    let atMs = this.nextMs
    let rate = this.#rate(atMs)
    // Nothing is due in this minute.
    while (rate === 0 && atMs < this.#plan.endMs) {
      atMs += MINUTE_MS / 2
      rate = this.#rate(atMs)
    }
    this.nextMs = rate === 0 ? Number.POSITIVE_INFINITY : atMs - (Math.log(1 - this.#random.next()) / rate) * MINUTE_MS
  }

  /** Requests a minute. */
  #rate(atMs: number): number {
    const { dayMs, change, nightly } = this.#plan
    const { perMinute, schedule } = this.entry
    if (schedule !== null) {
      if (nightly !== undefined && atMs >= nightly.fromMs && atMs < nightly.toMs) return perMinute * nightly.factor
      return (dayMs + atMs + schedule.offsetMs) % schedule.everyMs < schedule.lastsMs ? perMinute : 0
    }
    const hour = Math.sin(((dayMs + atMs) / DAY_MS) * 2 * Math.PI - 2.3)
    let rate = perMinute * (1 + this.#wave * hour) * (this.#wander[Math.floor(atMs / MINUTE_MS)] ?? 1)
    if (change !== undefined && atMs >= change.atMs) {
      rate *= 1 + (change.factor - 1) * Math.min(1, (atMs - change.atMs) / change.rampMs)
    }
    const isFlooded = this.#fault?.entry === this.entry && atMs >= this.#fault.startMs
    return isFlooded && this.#fault !== null ? rate * this.#fault.amount : rate
  }
}
