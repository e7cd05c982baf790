/** How large each component is: provisioned for its usual load, as somebody once reckoned it. */
import type { Random } from '../synthetic/random.ts'
import { type Component, callsIn, type Operation, type System } from './system.ts'

/** Calls that one case simulates at most. */
const CALLS_MAX = 450_000
const ROUNDS_MAX = 14
/** Entries that are no busier stay as they are. */
const QUIET_MAX = 40
const WIRE_MS = 2

interface Load {
  /** Calls a minute of each operation that is asked anything. */
  readonly perMinute: ReadonlyMap<Operation, number>
  /** Calls a minute of each component. */
  readonly ofComponent: ReadonlyMap<Component, number>
}

export interface Sized extends Load {
  /** Requests at once, on average. */
  readonly busy: ReadonlyMap<Component, number>
}

/** Lowers the rates of busy entries until the case is bearable, and sizes what is asked. */
export function sizeSystem(random: Random, system: System, minutes: number): Sized {
  let load = loadOf(system)
  // The busiest entry stays as busy as can be.
  const [first, ...others] = system.entries.toSorted((a, b) => b.perMinute - a.perMinute)
  for (let i = 0; i < ROUNDS_MAX && totalOf(load) * minutes > CALLS_MAX; i++) {
    for (const entry of others) if (entry.perMinute > QUIET_MAX) entry.perMinute *= 0.7
    if (i >= ROUNDS_MAX / 2 && first !== undefined) first.perMinute *= 0.7
    load = loadOf(system)
  }
  const busyMs = new Map<Component, number>()
  const ownMs = new Map<Component, number>()
  for (const [operation, perMinute] of load.perMinute) {
    const { component, workMs } = operation
    busyMs.set(component, (busyMs.get(component) ?? 0) + (perMinute / 60_000) * durationOf(operation))
    ownMs.set(component, (ownMs.get(component) ?? 0) + (perMinute / 60_000) * workMs)
  }
  for (const component of system.components) {
    const busy = busyMs.get(component) ?? 0
    const own = ownMs.get(component) ?? 0
    const perSecond = (load.ofComponent.get(component) ?? 0) / 60
    component.cores = Math.max(component.kind === 'container' ? 0.25 : 0.5, own / random.between(0.12, 0.4))
    component.capacity = Math.max(5, perSecond / random.between(0.2, 0.55))
    component.replicas = component.kind === 'container' ? random.pick([1, 2, 3, 4]) : 1
    component.limit = limitOf(random, component, busy)
  }
  for (const consumer of system.consumers) {
    const perMinute = load.perMinute.get(consumer.operation) ?? 0
    const needed = (perMinute / 60_000) * durationOf(consumer.operation)
    consumer.partitions = Math.max(random.pick([1, 1, 2, 3]), Math.ceil(needed / random.between(0.25, 0.5)))
  }
  return { ...load, busy: busyMs }
}

function limitOf(random: Random, { kind }: Component, busy: number): number {
  const room = Math.ceil(busy * random.between(3, 8))
  if (kind === 'function') return random.chance(0.5) ? 1_000 : Math.max(5, room)
  if (kind === 'container') return Math.max(8, room)
  return kind === 'database' ? Math.max(4, room) : 100_000
}

function loadOf({ entries, consumers }: System): Load {
  const perMinute = new Map<Operation, number>()
  const visit = (operation: Operation, rate: number): void => {
    perMinute.set(operation, (perMinute.get(operation) ?? 0) + rate)
    for (const step of operation.steps) {
      if (step.do === 'call') visit(step.to, rate * step.share)
      if (step.do === 'cached') {
        visit(step.cache.to, rate)
        visit(step.behind.to, rate * (1 - step.hits))
      }
      if (step.do === 'send') {
        for (const { queue, operation: to } of consumers) if (queue === step.queue) visit(to, rate * step.share)
      }
    }
  }
  for (const { operation, perMinute: rate, schedule } of entries) {
    visit(operation, schedule === null ? rate : (rate * schedule.lastsMs) / schedule.everyMs)
  }
  const ofComponent = new Map<Component, number>()
  for (const [{ component }, rate] of perMinute) ofComponent.set(component, (ofComponent.get(component) ?? 0) + rate)
  return { perMinute, ofComponent }
}

function totalOf({ perMinute }: Load): number {
  return [...perMinute.values()].reduce((sum, rate) => sum + rate, 0)
}

/** Usual duration of an operation with all that it waits for. */
export function durationOf({ workMs, steps }: Operation): number {
  return steps.reduce((sum, step) => {
    const [first, behind] = callsIn(step)
    if (first === undefined) return sum
    const missed = step.do === 'cached' && behind !== undefined ? (1 - step.hits) * durationOf(behind.to) : 0
    return sum + WIRE_MS + first.share * durationOf(first.to) + missed
  }, workMs * 1.1)
}
