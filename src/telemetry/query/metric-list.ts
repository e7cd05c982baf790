/** Lists the metrics present: name, unit, type, services, attributes and number of points. */
import type { Attributes, MetricPoint } from '../model.ts'
import type { MetricDescriptor } from '../port.ts'

/** Most services named per metric: enough to choose from, and bounded for RPC. */
const SERVICES_MAX = 100
/** Most metrics that one partition distinguishes. */
const METRICS_HELD_MAX = 10_000
/** Most keys of a metric, and values of a key: those of ids have no end. */
const KEYS_MAX = 12
const VALUES_MAX = 50
const VALUE_LENGTH_MAX = 80

interface Held {
  readonly descriptor: Omit<MetricDescriptor, 'services' | 'attributes' | 'points'>
  readonly services: Set<string>
  readonly attributes: Map<string, Set<string>>
  /** Points of one series share their attributes: they are read once. */
  readonly seen: WeakSet<Attributes>
  points: number
}

export class MetricListAccumulator {
  readonly #metrics = new Map<string, Held>()
  isCut = false

  add({ services, attributes, points, ...descriptor }: MetricDescriptor): void {
    const held = this.#held(descriptor)
    if (held === null) return
    held.points += points
    for (const service of services) if (held.services.size < SERVICES_MAX) held.services.add(service)
    for (const { key, values } of attributes) for (const value of values) hold(held, key, value)
  }

  addPoint({ name, unit, type, description, resource, attributes }: MetricPoint): void {
    const held = this.#held({ name, unit, type, description })
    if (held === null) return
    held.points++
    if (held.services.size < SERVICES_MAX) held.services.add(resource.service)
    if (held.seen.has(attributes)) return
    held.seen.add(attributes)
    for (const [key, value] of Object.entries(attributes))
      if (typeof value === 'string' && value.length <= VALUE_LENGTH_MAX) hold(held, key, value)
  }

  /** Sorted by name. */
  finish(limit = Number.POSITIVE_INFINITY): MetricDescriptor[] {
    return [...this.#metrics.values()]
      .map(({ descriptor, services, attributes, points }) => ({
        ...descriptor,
        services: [...services].sort(),
        attributes: [...attributes]
          .map(([key, values]) => ({ key, values: [...values].sort() }))
          .sort((a, b) => (a.key < b.key ? -1 : 1)),
        points,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, limit)
  }

  #held(descriptor: Held['descriptor']): Held | null {
    const held = this.#metrics.get(descriptor.name)
    if (held !== undefined) return held
    if (this.#metrics.size >= METRICS_HELD_MAX) {
      this.isCut = true
      return null
    }
    const fresh: Held = { descriptor, services: new Set(), attributes: new Map(), seen: new WeakSet(), points: 0 }
    this.#metrics.set(descriptor.name, fresh)
    return fresh
  }
}

function hold({ attributes }: Held, key: string, value: string): void {
  const values = attributes.get(key)
  if (values === undefined) {
    if (attributes.size < KEYS_MAX) attributes.set(key, new Set([value]))
  } else if (values.size < VALUES_MAX) values.add(value)
}
