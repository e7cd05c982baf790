/** Coverage: which services sent which signal, how much, first and last. */
import { type Timestamp, toMillis } from '../time.ts'
import type { CoverageOfService } from './types.ts'

/**
 * Returns which services sent a signal within a window (milliseconds since 1970), with first and last time and count.
 */
export function aggregateCoverage(
  signal: CoverageOfService['signal'],
  records: Iterable<{ readonly time: Timestamp; readonly resource: { readonly service: string } }>,
  window: { readonly fromMs: number; readonly toMs: number },
): CoverageOfService[] {
  const services = new Map<string, CoverageOfService>()
  for (const { time, resource } of records) {
    const timeMs = toMillis(time)
    if (timeMs < window.fromMs || timeMs >= window.toMs) continue
    const known = services.get(resource.service)
    if (known === undefined) {
      services.set(resource.service, { signal, service: resource.service, records: 1, firstMs: timeMs, lastMs: timeMs })
      continue
    }
    known.records++
    known.firstMs = Math.min(known.firstMs, timeMs)
    known.lastMs = Math.max(known.lastMs, timeMs)
  }
  return [...services.values()]
}

/** Joins two shares of an answer, service by service. */
export function mergeCoverage(a: readonly CoverageOfService[], b: readonly CoverageOfService[]): CoverageOfService[] {
  const services = new Map<string, CoverageOfService>()
  for (const entry of [...a, ...b]) {
    const key = `${entry.signal}\u0000${entry.service}`
    const known = services.get(key)
    if (known === undefined) services.set(key, { ...entry })
    else {
      known.records += entry.records
      known.firstMs = Math.min(known.firstMs, entry.firstMs)
      known.lastMs = Math.max(known.lastMs, entry.lastMs)
    }
  }
  return [...services.values()]
}
