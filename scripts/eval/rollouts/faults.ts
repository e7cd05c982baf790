/** What goes wrong in a cluster: a new version, one pod of it, or something that no release brought. */
import type { Random } from '../synthetic/random.ts'
import { type Cluster, calleesOf, type Entry, type Service, visitsOf } from './cluster.ts'
import type { Defect, DefectKind, Fleet, Release } from './pods.ts'

/** Kinds with a release, and what its new pods do. */
const RELEASED = {
  release_fails: 'fails',
  release_early: 'early',
  release_wrong: 'wrong',
  release_slow: 'slow',
  release_burns: 'burns',
  release_leaks: 'leaks',
  release_chatty: 'chatty',
  release_skips: 'skips',
  release_store: 'store',
  release_not_ready: 'not_ready',
} as const satisfies Record<string, DefectKind>
export const ROLLOUT_FAULTS = [
  'release_fails',
  'noisy_node',
  'release_early',
  'release_wrong',
  'canary_bad',
  'release_slow',
  'network_delay',
  'release_burns',
  'release_leaks',
  'evicted',
  'release_chatty',
  'release_skips',
  'scaled_down',
  'release_store',
  'release_not_ready',
  'surge',
] as const
export type RolloutFault = (typeof ROLLOUT_FAULTS)[number]
export const ROLLOUT_QUIET = ['calm', 'release', 'canary', 'scaling', 'wave', 'nightly', 'drain', 'burst'] as const
export type RolloutQuiet = (typeof ROLLOUT_QUIET)[number]

export interface Fault {
  readonly kind: RolloutFault
  readonly startMs: number
  /** Null: of a node, or of who sends requests. */
  readonly service: Service | null
  readonly release: Release | null
  readonly node: string | null
  readonly entry: Entry | null
  /** A factor, milliseconds or a share of the processor, by kind. */
  readonly amount: number
}

/** Of how many requests from outside the faulty service has a part at least. */
const VISITED_MIN = 0.12
const CANARY_PODS = 3
const BEFORE_MS = [900_000, 1_080_000] as const

/** Kinds of which only times tell anything. */
export function needsTimes(kind: RolloutFault | null): boolean {
  return kind !== null && ['noisy_node', 'release_slow', 'network_delay', 'release_store', 'canary_bad'].includes(kind)
}

/** Lets it begin; null where the cluster cannot have it. */
export function makeFault(
  random: Random,
  cluster: Cluster,
  fleet: Fleet,
  kind: RolloutFault,
  startMs: number,
): Fault | null {
  const none: Fault = { kind, startMs, service: null, release: null, node: null, entry: null, amount: 1 }
  if (kind === 'noisy_node') return { ...none, node: random.pick(cluster.nodes), amount: random.between(0.08, 0.35) }
  if (kind === 'surge') return { ...none, entry: random.pick(cluster.entries), amount: random.between(4, 15) }
  const visits = visitsOf(cluster.entries)
  const able = cluster.services.filter(
    (one) =>
      !one.isStore &&
      (visits.get(one) ?? 0) >= VISITED_MIN &&
      (kind !== 'canary_bad' || one.replicas >= CANARY_PODS) &&
      (kind !== 'scaled_down' || one.replicas >= 3) &&
      (kind !== 'evicted' || one.replicas === 2) &&
      (kind !== 'release_not_ready' || one.replicas >= 2) &&
      (kind !== 'network_delay' || !cluster.entries.some(({ operation }) => operation.service === one)),
  )
  if (able.length === 0) return null
  const service = random.pick(able)
  // Who fails later was released before as well, and that was good.
  if (random.chance(0.3)) fleet.roll(fleet.release(service, null), startMs - random.between(...BEFORE_MS))
  if (kind === 'network_delay') return { ...none, service, amount: random.logNormal(750, 0.6) }
  if (kind === 'evicted' || kind === 'scaled_down') {
    // Who has pods to spare misses none.
    const work = ((visits.get(service) ?? 0) * cluster.perSecond * service.cpuMs) / 1_000
    service.cores = work / service.replicas / random.between(0.5, 0.8)
  }
  if (kind === 'evicted') {
    const [first] = fleet.alive(service, startMs)
    if (first !== undefined) first.endMs = startMs
    return { ...none, service }
  }
  if (kind === 'scaled_down') {
    fleet.scale(service, startMs, 1)
    return { ...none, service }
  }
  const bad =
    kind === 'canary_bad' ? random.pick(['fails', 'slow', 'burns', 'leaks', 'wrong'] as const) : RELEASED[kind]
  const defect = makeDefect(random, service, bad)
  if (defect === null) return null
  const release = fleet.release(service, defect)
  const orderedMs = startMs - service.startupMs
  if (kind === 'release_not_ready') return { ...none, service, release, startMs: fleet.stick(release, startMs) }
  const atMs = kind === 'canary_bad' ? fleet.canary(release, orderedMs, null) : fleet.roll(release, orderedMs)
  return { ...none, service, release, startMs: atMs }
}

function makeDefect(random: Random, service: Service, kind: DefectKind): Defect | null {
  const callees = calleesOf(service)
  const called = callees.filter(({ isStore }) => isStore === (kind === 'store'))
  const share = random.chance(0.4) ? 1 : random.between(0.15, 0.9)
  const none = { kind, share, amount: 1, callee: null }
  switch (kind) {
    case 'fails':
      return { ...none, share: random.between(0.06, 0.7) }
    case 'early':
      // Who has nobody to call has no work of which anybody would miss a part.
      return callees.length === 0 ? null : { ...none, share: random.between(0.35, 1) }
    case 'wrong':
      return { ...none, share: random.between(0.15, 0.9) }
    case 'slow':
      return { ...none, amount: random.logNormal(700, 0.6) }
    case 'burns':
      return { ...none, amount: random.between(2.5, 9) }
    case 'leaks':
      return { ...none, amount: random.between(60_000, 260_000) }
    case 'chatty':
      return called.length === 0 ? null : { ...none, amount: random.int(6, 25), callee: random.pick(called) }
    case 'skips':
      return called.length === 0 ? null : { ...none, share: 1, callee: random.pick(called) }
    case 'store':
      return called.length === 0 ? null : { ...none, amount: random.logNormal(800, 0.6), callee: random.pick(called) }
    case 'not_ready':
      return { ...none, share: 1 }
  }
}
