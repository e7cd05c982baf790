/** Lists the metrics present: name, unit, type, services and number of points. */
import type { MetricDescriptor } from '../port.ts'

/** Most services named per metric: enough to choose from, and bounded for RPC. */
const SERVICES_MAX = 100
/** Most metrics that one partition distinguishes. */
const METRICS_HELD_MAX = 10_000

export class MetricListAccumulator {
  readonly #metrics = new Map<string, { descriptor: MetricDescriptor; services: Set<string>; points: number }>()
  isCut = false

  add(descriptor: MetricDescriptor): void {
    let held = this.#metrics.get(descriptor.name)
    if (held === undefined) {
      if (this.#metrics.size >= METRICS_HELD_MAX) {
        this.isCut = true
        return
      }
      held = { descriptor, services: new Set(), points: 0 }
      this.#metrics.set(descriptor.name, held)
    }
    held.points += descriptor.points
    for (const service of descriptor.services) if (held.services.size < SERVICES_MAX) held.services.add(service)
  }

  /** Sorted by name. */
  finish(limit = Number.POSITIVE_INFINITY): MetricDescriptor[] {
    return [...this.#metrics.values()]
      .map(({ descriptor, services, points }) => ({ ...descriptor, services: [...services].sort(), points }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, limit)
  }
}
