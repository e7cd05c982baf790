/** What goes wrong in a managed cloud, and what happens on a day when nothing does. */
import type { Random } from '../synthetic/random.ts'
import { durationOf, type Sized } from './sizes.ts'
import type { Component, Entry, Kind, Operation, System, Wanted } from './system.ts'

export const CLOUD_FAULTS = [
  'added_latency',
  'failing_share',
  'memory_leak',
  'concurrency_limit',
  'throttled_table',
  'cold_starts',
  'broken_operation',
  'poison_message',
  'client_flood',
  'outside_slow',
  'outside_failing',
  'emptied_cache',
  'starved_container',
  'crash_loop',
] as const
export type CloudFault = (typeof CLOUD_FAULTS)[number]
export const CLOUD_QUIET = [
  'calm',
  'surge',
  'fall',
  'release',
  'nightly_work',
  'scaling',
  'rare_burst',
  'slow_moment',
] as const
export type CloudQuiet = (typeof CLOUD_QUIET)[number]

export interface Fault {
  readonly kind: CloudFault
  readonly target: Component
  /** Only this operation is broken; null: all of the component's. */
  readonly operation: Operation | null
  /** Where too many requests enter. */
  readonly entry: Entry | null
  readonly startMs: number
  /** Milliseconds, a factor or a number of requests, by kind. */
  readonly amount: number
  /** Of requests, or of partitions. */
  readonly share: number
}

const TARGETS: Partial<Record<CloudFault, readonly Kind[]>> = {
  added_latency: ['function', 'container', 'table', 'database', 'bucket'],
  failing_share: ['function', 'container', 'table', 'database', 'bucket'],
  memory_leak: ['container'],
  concurrency_limit: ['function'],
  throttled_table: ['table'],
  cold_starts: ['function'],
  broken_operation: ['function', 'container'],
  poison_message: ['function', 'container'],
  client_flood: ['function', 'container'],
  outside_slow: ['outside'],
  outside_failing: ['outside'],
  emptied_cache: ['cache'],
  starved_container: ['container'],
  crash_loop: ['container'],
}
const REQUIRED: Partial<Record<CloudFault, Kind>> = {
  memory_leak: 'container',
  throttled_table: 'table',
  poison_message: 'queue',
  outside_slow: 'outside',
  outside_failing: 'outside',
  emptied_cache: 'cache',
  starved_container: 'container',
  crash_loop: 'container',
}
/** Requests at once from which a limit of whole requests can be too low. */
const BUSY_MIN = 1.3
const TABLE_PER_MINUTE_MIN = 60
const PER_MINUTE_MIN = 1.5

export function wantedFor(kind: CloudFault | null): Wanted {
  const required = kind === null ? undefined : REQUIRED[kind]
  return new Set(required === undefined ? [] : [required])
}

/** Null where the system cannot have it. */
export function makeFault(
  random: Random,
  system: System,
  load: Sized,
  kind: CloudFault,
  when: { startMs: number; lastsMs: number },
): Fault | null {
  const perMinute = (component: Component): number => load.ofComponent.get(component) ?? 0
  const entries = system.entries.filter(({ schedule }) => schedule === null)
  const entry = kind === 'client_flood' ? random.pick(entries) : null
  const able = system.components.filter((component) => {
    if (!(TARGETS[kind] ?? []).includes(component.kind) || perMinute(component) < PER_MINUTE_MIN) return false
    const own = system.operations.filter((one) => one.component === component && load.perMinute.has(one))
    if (own.some(({ name }) => name === 'Scheduled')) return false
    if (kind === 'concurrency_limit') return (load.busy.get(component) ?? 0) >= BUSY_MIN
    if (kind === 'throttled_table') return perMinute(component) >= TABLE_PER_MINUTE_MIN
    if (kind === 'broken_operation') return own.length > 1
    const consumes = system.consumers.some(({ operation }) => operation.component === component)
    return kind !== 'poison_message' || consumes
  })
  if (able.length === 0) return null
  const target = entry === null ? random.pick(able) : entry.operation.component
  const own = system.operations.filter((one) => one.component === target && load.perMinute.has(one))
  const [usual] = own.toSorted((a, b) => (load.perMinute.get(b) ?? 0) - (load.perMinute.get(a) ?? 0))
  if (usual === undefined) return null
  return {
    kind,
    target,
    entry,
    operation: kind === 'broken_operation' ? random.pick(own) : null,
    startMs: when.startMs,
    ...extent(random, kind, usual, load.busy.get(target) ?? 0, when.lastsMs),
  }
}

function extent(
  random: Random,
  kind: CloudFault,
  usual: Operation,
  busy: number,
  lastsMs: number,
): { amount: number; share: number } {
  const some = random.pick([1, 1, random.between(0.2, 0.7)])
  switch (kind) {
    case 'added_latency':
      return { amount: Math.max(40, durationOf(usual) * random.pick([1, 2, 4, 9])), share: some }
    case 'failing_share':
      return { amount: 0, share: random.pick([0.08, 0.2, 0.45, 0.9]) }
    case 'memory_leak':
      return { amount: lastsMs * random.between(0.25, 0.6), share: 1 }
    case 'concurrency_limit':
      return { amount: Math.max(1, Math.floor(busy * random.between(0.3, 0.9))), share: 1 }
    case 'throttled_table':
      return { amount: random.between(0.25, 0.75), share: 1 }
    case 'cold_starts':
      return { amount: random.between(1_500, 9_000), share: random.between(0.12, 0.6) }
    case 'broken_operation':
      return { amount: 0, share: random.pick([1, 1, 0.9]) }
    case 'poison_message':
      return { amount: random.between(2_000, 20_000), share: random.pick([0.5, 1, 1]) }
    case 'client_flood':
      return { amount: random.between(5, 25), share: 1 }
    case 'outside_slow':
      return { amount: random.between(800, 9_000), share: some }
    case 'outside_failing':
      return { amount: random.pick([5, 600, 2_500]), share: random.pick([0.25, 0.6, 1]) }
    case 'emptied_cache':
      return { amount: random.between(0.5, 2) * lastsMs, share: random.between(0.75, 1) }
    case 'starved_container':
      return { amount: random.between(0.08, 0.35), share: 1 }
    case 'crash_loop':
      return { amount: 0, share: 1 }
  }
}
