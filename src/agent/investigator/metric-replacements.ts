/**
 * Recognises changes in metrics: instances that were replaced, and replica sets that began. Where nobody tells of a
 * release or a restart, an instance that stops reporting while its service goes on tells of it, and so does the first
 * pod of another replica set.
 */
import type { MetricActivity } from '../../telemetry/index.ts'
import { isSameTelling } from './change-events.ts'
import { LATE_STEPS } from './metric-counts.ts'
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
      const how =
        next === undefined || next.instance === instance ? 'stopped reporting' : `was replaced by ${next.instance}`
      const change = changeAt(service, atMs, `instance ${instance} of ${service} ${how}`)
      if (!found.some((known) => isSameTelling(known, change))) found.push(change)
    }
  }
  return found.toSorted((a, b) => a.startedMs - b.startedMs || a.id.localeCompare(b.id))
}

/** A pod's name without its own last part: that of its replica set, of which a release makes a new one. */
const REPLICA_SET = /^(.+-[a-z0-9]{6,10})-[a-z0-9]{5}$/

/** New replica sets beside older ones, each where its first pod begins: a release that is rolled out, or a canary. Oldest first. */
export function rolloutsIn({ grid, series }: MetricActivity): ChangeRecord[] {
  const found: ChangeRecord[] = []
  for (const [service, of] of extentsOf(series, grid.count)) {
    const sets = new Map<string, { readonly instance: string; readonly first: number }>()
    for (const [instance, { first }] of [...of].toSorted(([, a], [, b]) => a.first - b.first)) {
      const set = REPLICA_SET.exec(instance)?.[1]
      if (set !== undefined && !sets.has(set)) sets.set(set, { instance, first })
    }
    const [oldest, ...others] = sets.values()
    for (const { instance, first } of others) {
      if (oldest === undefined || first < oldest.first + LATE_STEPS) continue
      const atMs = grid.startMs + first * grid.intervalMs
      const title = `${instance} of ${service} began, of another replica set than before`
      found.push({ ...changeAt(service, atMs, title), id: `rollout:${service}:${atMs}`, kind: 'rollout' })
    }
  }
  return found.toSorted((a, b) => a.startedMs - b.startedMs || a.id.localeCompare(b.id))
}

/** An instance that is read only now and then may live on. */
function isSteady({ first, last, steps }: Extent): boolean {
  return steps.size >= STEPS_MIN && steps.size >= STEADY * (last + 1 - first)
}

function changeAt(service: string, atMs: number, title: string): ChangeRecord {
  return {
    id: `replacement:${service}:${atMs}`,
    kind: 'replacement',
    services: [service],
    environment: null,
    version: null,
    author: null,
    title,
    url: null,
    startedMs: atMs,
    endedMs: atMs,
  }
}
