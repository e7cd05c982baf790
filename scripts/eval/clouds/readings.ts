/** Readings of a cloud's monitor, period by period. */
import type { Attributes, MetricPoint, Resource } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Habits } from './habits.ts'
import type { Machine } from './machine.ts'
import type { Component, Operation, System } from './system.ts'
import type { Tallies, Tally } from './tally.ts'
import type { Quantity } from './vocabulary.ts'
import { pairUnit } from './world.ts'

/** What waited at the end of a period, and what came and went in it. */
export interface Waiting {
  readonly depth: number
  readonly ageMs: number
  readonly sent: number
  readonly received: number
}

export interface Seen {
  readonly system: System
  readonly habits: Habits
  readonly tallies: Tallies
  readonly machines: readonly Machine[]
  /** Of each queue, by period. */
  readonly waiting: ReadonlyMap<Component, readonly Waiting[]>
  readonly unitOf: (operation: Operation) => number
  /** When each component was released. */
  readonly releases: ReadonlyMap<Component, number>
  /** Time at the beginning of the simulation. */
  readonly originMs: number
  /** Periods before it are not published. */
  readonly firstPeriod: number
  readonly periods: number
  /** Nothing comes from it from then on. */
  readonly gone: { readonly component: Component; readonly fromMs: number } | null
}

const MAIN: readonly Quantity[] = ['requests', 'faults', 'rejected', 'throttles', 'coldStarts', 'hits', 'misses']
const PAIR_WORDS = {
  camel: ['RemoteRequests', 'RemoteFaults', 'RemoteLatency'],
  other: ['calls', 'call_failures', 'call_latency'],
} as const
const SHARES: Readonly<Record<string, number>> = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 }

export function readingsOf(seen: Seen): MetricPoint[] {
  const writer = new Writer(seen)
  for (let period = seen.firstPeriod; period < seen.periods; period++) {
    for (const component of seen.habits.published.keys()) writer.component(component, period)
    writer.pairs(period)
  }
  return writer.points
}

class Writer {
  readonly points: MetricPoint[] = []
  readonly #seen: Seen
  readonly #resources = new Map<string, Resource>()
  /** Units that were ever asked: the others do not exist for a monitor. */
  readonly #known: ReadonlySet<number>

  constructor(seen: Seen) {
    this.#seen = seen
    this.#known = new Set(seen.tallies.units())
  }

  component(component: Component, period: number): void {
    const { habits, system, gone } = this.#seen
    const { stepMs } = habits
    const [fromMs, toMs] = [period * stepMs, (period + 1) * stepMs]
    if (gone !== null && gone.component === component && fromMs >= gone.fromMs) return
    const quantities = habits.published.get(component) ?? []
    const waiting = this.#seen.waiting.get(component)?.[period]
    if (waiting !== undefined) {
      this.#queue(component, period, quantities, waiting)
      return
    }
    const isByOperation = habits.operationKey !== null && component.kind === 'gateway'
    if (isByOperation) {
      for (const operation of system.operations) {
        const unit = this.#seen.unitOf(operation)
        if (operation.component !== component || !this.#known.has(unit)) continue
        const attributes = { [habits.operationKey ?? '']: operation.name }
        this.#served(component, period, quantities, unit, attributes)
      }
      return
    }
    if (!this.#known.has(component.index)) return
    this.#served(component, period, quantities, component.index, {})
    const machine = this.#seen.machines[component.index]
    if (machine === undefined) return
    const share = (value: number): number => (habits.isPercent ? 100 * value : value)
    for (const quantity of quantities) {
      if (quantity === 'processor') this.#level(component, period, quantity, share(machine.processor(fromMs, toMs)))
      if (quantity === 'memory') this.#level(component, period, quantity, share(machine.memory(toMs)))
      if (quantity === 'concurrency') this.#level(component, period, quantity, machine.concurrency(fromMs, toMs).max)
      if (quantity === 'consumed') {
        const done = this.#seen.tallies.of(component.index, period)?.requests ?? 0
        this.#level(component, period, quantity, done)
      }
    }
  }

  /** Counts and durations by caller and callee, as the caller sees them. */
  pairs(period: number): void {
    const { habits, system, tallies } = this.#seen
    if (habits.pairKeys === null) return
    const [callerKey, calleeKey] = habits.pairKeys
    const [calls, failures, latency] = PAIR_WORDS[habits.vocabulary.spelling === 'camel' ? 'camel' : 'other']
    for (const caller of system.components) {
      for (const callee of system.components) {
        const unit = pairUnit(caller, callee)
        if (!this.#known.has(unit)) continue
        const tally = tallies.of(unit, period)
        const attributes = { [callerKey]: caller.name, [calleeKey]: callee.name }
        const [stat = 'avg'] = habits.stats
        this.#count(caller, period, calls, tally?.requests ?? 0, attributes)
        this.#count(caller, period, failures, tally?.faults ?? 0, attributes)
        if (tally !== undefined) {
          this.#duration(
            caller,
            period,
            latency,
            stat,
            statOf(
              tally.durations.toSorted((a, b) => a - b),
              stat,
            ),
            attributes,
          )
        }
      }
    }
  }

  #queue(component: Component, period: number, quantities: readonly Quantity[], waiting: Waiting): void {
    for (const quantity of quantities) {
      if (quantity === 'depth') this.#level(component, period, quantity, waiting.depth)
      if (quantity === 'age') {
        const isIterator = this.#seen.habits.vocabulary.words[component.kind].age === 'IteratorAge'
        this.#level(component, period, quantity, isIterator ? waiting.ageMs : waiting.ageMs / 1_000)
      }
      if (quantity === 'sent' || quantity === 'received') {
        this.#count(component, period, this.#word(component, quantity), waiting[quantity], {})
      }
    }
  }

  #served(
    component: Component,
    period: number,
    quantities: readonly Quantity[],
    unit: number,
    attributes: Attributes,
  ): void {
    const { habits, tallies } = this.#seen
    const tally = tallies.of(unit, period)
    for (const quantity of quantities) {
      const isOutcome = quantity === 'faults' && habits.outcome !== 'counts'
      if (isOutcome) this.#outcome(component, period, tally, attributes)
      else if (MAIN.includes(quantity)) {
        this.#count(component, period, this.#word(component, quantity), countOf(tally, quantity), attributes)
      }
      if (quantity !== 'latency' || tally === undefined || tally.durations.length === 0) continue
      const sorted = Float64Array.from(tally.durations).sort()
      for (const stat of habits.stats) {
        this.#duration(component, period, this.#word(component, quantity), stat, statOf(sorted, stat), attributes)
      }
    }
  }

  #outcome(component: Component, period: number, tally: Tally | undefined, attributes: Attributes): void {
    if (tally === undefined || tally.requests === 0) return
    const { outcome, isPercent, vocabulary } = this.#seen.habits
    const failed = tally.faults / tally.requests
    const value = (outcome === 'availability' ? 1 - failed : failed) * (isPercent ? 100 : 1)
    const word =
      outcome === 'availability' ? 'Availability' : vocabulary.spelling === 'camel' ? 'FaultRate' : 'ErrorRate'
    this.#push(component, period, this.#spelled(component, word), isPercent ? 'Percent' : '', value, attributes, false)
  }

  #word(component: Component, quantity: Quantity): string {
    return this.#seen.habits.vocabulary.words[component.kind][quantity] ?? quantity
  }

  #count(component: Component, period: number, word: string, value: number, attributes: Attributes): void {
    const { habits } = this.#seen
    if (value === 0 && !habits.sendsZeros) return
    const name = this.#spelled(component, word)
    const isPlain = habits.vocabulary.spelling !== 'snake' || habits.areSums
    this.#push(component, period, isPlain ? name : `${name}_sum`, 'Count', value, attributes, habits.areSums)
  }

  #level(component: Component, period: number, quantity: Quantity, value: number): void {
    const isShare = quantity === 'processor' || quantity === 'memory'
    const unit = isShare ? (this.#seen.habits.isPercent ? 'Percent' : '1') : quantity === 'age' ? 'Seconds' : 'Count'
    const word = this.#word(component, quantity)
    const isIterator = word === 'IteratorAge'
    this.#push(component, period, this.#spelled(component, word), isIterator ? 'Milliseconds' : unit, value, {}, false)
  }

  #duration(
    component: Component,
    period: number,
    word: string,
    stat: string,
    ms: number,
    attributes: Attributes,
  ): void {
    const { statKey, vocabulary } = this.#seen.habits
    const name = this.#spelled(component, word)
    const joint = vocabulary.spelling === 'snake' ? '_' : '.'
    const all = statKey === null ? attributes : { ...attributes, [statKey]: stat }
    const unit = vocabulary.inSeconds ? 's' : vocabulary.spelling === 'camel' ? 'Milliseconds' : 'ms'
    const value = vocabulary.inSeconds ? ms / 1_000 : ms
    this.#push(component, period, statKey === null ? `${name}${joint}${stat}` : name, unit, value, all, false)
  }

  #spelled({ kind }: Component, word: string): string {
    const { spelling, prefixes } = this.#seen.habits.vocabulary
    const name = `${prefixes[kind]}${word}`
    if (spelling === 'camel') return name
    const snake = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
    return spelling === 'snake' ? snake.replaceAll(/[/.]/g, '_') : snake
  }

  #push(
    component: Component,
    period: number,
    name: string,
    unit: string,
    value: number,
    attributes: Attributes,
    isSum: boolean,
  ): void {
    const { habits, originMs } = this.#seen
    const beginMs = originMs + period * habits.stepMs
    this.points.push({
      time: fromMillis(habits.stampsStart ? beginMs : beginMs + habits.stepMs),
      startTime: isSum ? fromMillis(beginMs) : null,
      name,
      unit,
      description: '',
      type: isSum ? 'sum' : 'gauge',
      temporality: isSum ? 'delta' : 'unspecified',
      isMonotonic: isSum,
      value: Math.round(value * 10_000) / 10_000,
      resource: this.#resourceOf(component, period),
      scopeName: '',
      attributes,
    })
  }

  #resourceOf(component: Component, period: number): Resource {
    const { habits, releases } = this.#seen
    const releaseMs = releases.get(component) ?? Number.POSITIVE_INFINITY
    const isOwnCode = component.kind === 'function' || component.kind === 'container'
    const isNew = (period + 1) * habits.stepMs > releaseMs
    const version = habits.hasVersions && isOwnCode ? `${component.index + 20}.${isNew ? 1 : 0}` : ''
    const key = `${component.name} ${version}`
    const known = this.#resources.get(key)
    if (known !== undefined) return known
    const attributes = version === '' ? habits.resource : { ...habits.resource, 'service.version': version }
    const resource = { service: component.name, environment: '', attributes }
    this.#resources.set(key, resource)
    return resource
  }
}

function countOf(tally: Tally | undefined, quantity: Quantity): number {
  if (tally === undefined) return 0
  switch (quantity) {
    case 'faults':
      return tally.faults
    case 'rejected':
      return tally.rejected
    case 'throttles':
      return tally.throttles
    case 'coldStarts':
      return tally.coldStarts
    case 'hits':
      return tally.hits
    case 'misses':
      return tally.misses
    default:
      return tally.requests
  }
}

function statOf(sorted: ArrayLike<number>, stat: string): number {
  const share = SHARES[stat]
  if (share !== undefined) return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  let sum = 0
  for (let i = 0; i < sorted.length; i++) sum += sorted[i] ?? 0
  return sum / Math.max(1, sorted.length)
}
