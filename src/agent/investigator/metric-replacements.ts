/**
 * Recognises changes in metrics: instances that were replaced. Where nobody tells of a release or a restart, an
 * instance that stops reporting while its service goes on tells of it.
 */
import type { MetricActivity } from '../../telemetry/index.ts'
import { isSameTelling } from './change-events.ts'
import { type Extent, extentsOf, STEADY } from './metric-siblings.ts'
import type { ChangeRecord } from './verdict.ts'

/** An instance that reported in fewer steps may have been there by chance. */
const STEPS_MIN = 5
/** So many steps without a reading, at the end of what was received, are no lost reading. */
const MISSING_MIN = 2
/** A replacement begins up to this long before or after the end of what it replaces. */
const REPLACED_WITHIN_MS = 5 * 60_000

/** Instances that ended while their service went on: one change for each service and time, oldest first. */
export function replacementsIn({ grid, series }: MetricActivity): ChangeRecord[] {
  const services = extentsOf(series, grid.count)
  const end = Math.max(-1, ...[...services.values()].flatMap((of) => [...of.values()].map(({ last }) => last)))
  const found: ChangeRecord[] = []
  for (const [service, of] of services) {
    const instances = [...of].map(([instance, extent]) => ({ instance, ...extent }))
    // If all instances end, the service is gone: that is a symptom.
    if (!instances.some(({ last }) => last > end - MISSING_MIN)) continue
    const ended = instances.filter((extent) => isSteady(extent) && extent.last <= end - MISSING_MIN)
    for (const { instance, last } of ended.toSorted((a, b) => a.last - b.last)) {
      const atMs = grid.startMs + (last + 1) * grid.intervalMs
      const reach = REPLACED_WITHIN_MS / grid.intervalMs
      const next = instances.find(({ first }) => first > 0 && Math.abs(first - last) <= Math.max(1, reach))
      const change = changeAt(service, atMs, instance, next?.instance ?? null)
      if (!found.some((known) => isSameTelling(known, change))) found.push(change)
    }
  }
  return found.toSorted((a, b) => a.startedMs - b.startedMs || a.id.localeCompare(b.id))
}

/** An instance that is read only now and then may live on. */
function isSteady({ first, last, steps }: Extent): boolean {
  return steps.size >= STEPS_MIN && steps.size >= STEADY * (last + 1 - first)
}

function changeAt(service: string, atMs: number, instance: string, next: string | null): ChangeRecord {
  const how = next === null || next === instance ? 'stopped reporting' : `was replaced by ${next}`
  return {
    id: `replacement:${service}:${atMs}`,
    kind: 'replacement',
    services: [service],
    environment: null,
    version: null,
    author: null,
    title: `instance ${instance} of ${service} ${how}`,
    url: null,
    startedMs: atMs,
    endedMs: atMs,
  }
}
