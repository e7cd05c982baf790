/** Keeps points, and the counts that go on from one to the next. */
import type { Attributes, ExplicitHistogram, MetricPoint, Resource } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Random } from '../synthetic/random.ts'

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

interface Age {
  /** Steps before the first reading, of which a count knows. */
  readonly aged: number
  readonly startMs: number
}

export class Sink {
  readonly points: MetricPoint[] = []
  readonly #random: Random
  readonly #isDelta: boolean
  readonly #sums = new Map<string, number>()
  readonly #seen = new Set<string>()
  readonly #spread = new Map<string, number[]>()
  #resource: Resource = { service: '', environment: '', attributes: {} }
  #attributes: Attributes = {}
  #atMs = 0
  #age: Age = { aged: 0, startMs: 0 }
  #life = ''
  #pod = ''

  constructor(random: Random, isDelta: boolean) {
    this.#random = random
    this.#isDelta = isDelta
  }

  at(resource: Resource, attributes: Attributes, ms: number, age: Age & { pod: string; life: string }): void {
    this.#resource = resource
    this.#attributes = attributes
    this.#atMs = ms
    this.#age = age
    this.#life = age.life
    this.#pod = age.pod
  }

  /** What counts beside the container, and so is not begun anew with it. */
  keepsCounting(): void {
    this.#life = this.#pod
  }

  level(name: string, unit: string, value: number, attributes: Attributes = {}): void {
    this.#push({ name, unit, value, attributes, type: 'gauge' })
  }

  counter(name: string, unit: string, by: number, attributes: Attributes = {}): void {
    const key = this.#key(name, attributes)
    const sum = (this.#sums.get(key) ?? by * this.#before()) + by
    this.#sums.set(key, sum)
    this.#push({ name, unit, value: sum, attributes, type: 'sum' })
  }

  /** A series of a rare thing begins with the first of it, of which an old pod may have had one. */
  rare(name: string, unit: string, by: number, attributes: Attributes = {}): void {
    const key = this.#key(name, attributes)
    if (!this.#seen.has(key)) {
      this.#seen.add(key)
      if (this.#age.aged > 0 && this.#random.chance(0.3)) this.#sums.set(key, this.#random.int(1, 400))
    }
    if (!this.#sums.has(key)) {
      if (by === 0) return
      this.#sums.set(key, 0)
    }
    this.counter(name, unit, by, attributes)
  }

  hasHistogram(name: string, attributes: Attributes): boolean {
    return !this.#isDelta && this.#spread.has(this.#key(name, attributes))
  }

  histogram(name: string, unit: string, ms: readonly number[], attributes: Attributes, isRare = false): void {
    const scale = unit === 's' ? 1_000 : 1
    const counts = new Array<number>(BOUNDS.length + 1).fill(0)
    let sum = 0
    for (const one of ms) {
      const at = BOUNDS.findIndex((bound) => one <= bound * 1_000)
      counts[at === -1 ? BOUNDS.length : at] = (counts[at === -1 ? BOUNDS.length : at] ?? 0) + 1
      sum += one / scale
    }
    const key = this.#key(name, attributes)
    const aged = isRare ? 0 : this.#before()
    const known = this.#spread.get(key) ?? [...counts, sum].map((one) => Math.round(one * aged))
    const all = this.#isDelta ? [...counts, sum] : [...counts, sum].map((one, i) => one + (known[i] ?? 0))
    this.#spread.set(key, all)
    if (this.#isDelta && ms.length === 0) return
    const value: ExplicitHistogram = {
      kind: 'explicit',
      count: all.slice(0, -1).reduce((total, one) => total + one, 0),
      sum: all.at(-1) ?? 0,
      min: null,
      max: null,
      bounds: BOUNDS.map((bound) => (bound * 1_000) / scale),
      counts: all.slice(0, -1),
    }
    this.#push({ name, unit, value, attributes, type: 'histogram' })
  }

  #before(): number {
    return this.#age.aged * this.#random.between(0.6, 1.2)
  }

  #key(name: string, attributes: Attributes): string {
    // The network is the pod's, and goes on when its container begins anew.
    const life = name.includes('network') ? this.#pod : this.#life
    return `${life}/${name}/${JSON.stringify(attributes)}`
  }

  #push(one: Pick<MetricPoint, 'name' | 'unit' | 'value' | 'attributes' | 'type'>): void {
    const isDelta = this.#isDelta && one.type === 'histogram'
    this.points.push({
      ...one,
      time: fromMillis(this.#atMs),
      startTime: one.type === 'histogram' && !isDelta ? fromMillis(this.#age.startMs) : null,
      description: '',
      temporality: one.type === 'gauge' ? 'unspecified' : isDelta ? 'delta' : 'cumulative',
      isMonotonic: one.type === 'sum',
      resource: this.#resource,
      scopeName: '',
      attributes: { ...this.#attributes, ...one.attributes },
    })
  }
}
