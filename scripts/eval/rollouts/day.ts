/** What a day brings that breaks nothing: releases, canaries, scalings, crashes that nobody notices, work at night. */
import type { Random } from '../synthetic/random.ts'
import type { Cluster, Entry, Service } from './cluster.ts'
import type { Fault, RolloutQuiet } from './faults.ts'
import type { Fleet, Pod } from './pods.ts'
import type { Extra, Span } from './readings.ts'
import type { Weather } from './world.ts'

const NEAR_MS = 360_000

/**
 * Harmless changes: some at any time, some just before the moment that is asked about.
 * @param busy the service that is released or scaled otherwise.
 */
export function ordinaryChanges(
  random: Random,
  cluster: Cluster,
  fleet: Fleet,
  span: Span & { startMs: number },
  busy: Service | null,
): void {
  const able = random.shuffled(cluster.services.filter((one) => !one.isStore && one !== busy))
  const times = [
    ...Array.from({ length: random.int(0, 3) }, () => random.between(span.fromMs + 120_000, span.toMs - 60_000)),
    ...Array.from({ length: random.int(0, 2) }, () => span.startMs - random.between(20_000, NEAR_MS)),
  ]
  for (const [i, atMs] of times.entries()) {
    const service = able[i]
    if (service !== undefined) harmless(random, fleet, service, atMs)
  }
}

function harmless(random: Random, fleet: Fleet, service: Service, atMs: number): void {
  const roll = random.next()
  const count = fleet.alive(service, atMs).length
  if (roll < 0.6) fleet.roll(fleet.release(service, null), atMs)
  else if (roll < 0.85) {
    const later = random.chance(0.7)
      ? { atMs: atMs + random.between(240_000, 480_000), isKept: random.chance(0.6) }
      : null
    fleet.canary(fleet.release(service, null), atMs, later)
  } else fleet.scale(service, atMs, count + 1)
}

/** What a quiet window is named after. */
export function quietChanges(
  random: Random,
  cluster: Cluster,
  fleet: Fleet,
  quiet: RolloutQuiet,
  changeMs: number,
): Service | null {
  const able = cluster.services.filter((one) => !one.isStore)
  const service = random.pick(able)
  if (quiet === 'release') fleet.roll(fleet.release(service, null), changeMs)
  if (quiet === 'canary') {
    const later = { atMs: changeMs + random.between(180_000, 400_000), isKept: random.chance(0.5) }
    fleet.canary(fleet.release(service, null), changeMs, random.chance(0.5) ? later : null)
  }
  if (quiet === 'scaling') {
    const count = fleet.alive(service, changeMs).length
    fleet.scale(service, changeMs, count > 2 && random.chance(0.5) ? count - 1 : count + random.int(1, 2))
  }
  if (quiet === 'drain') fleet.drain(random.pick(cluster.nodes), changeMs)
  return ['release', 'canary', 'scaling', 'nightly', 'burst'].includes(quiet) ? service : null
}

/** A container that ends and is back before many notice, as happens on most days. */
export function crash(
  random: Random,
  fleet: Fleet,
  cluster: Cluster,
  { fromMs, toMs }: Span,
  busy: Service | null,
): void {
  const able = cluster.services.filter((one) => !one.isStore && one !== busy && one.replicas > 1)
  if (able.length === 0 || !random.chance(0.3)) return
  const atMs = random.between(fromMs, toMs)
  const pods = fleet.alive(random.pick(able), atMs).filter((pod) => pod.isServing(atMs - 60_000))
  const [pod] = pods
  if (pod === undefined || pods.length < 2) return
  pod.restarts.push(atMs + 1_500)
  pod.downFromMs = atMs
  pod.downToMs = atMs + 1_500 + pod.service.startupMs
}

/** How requests and processors fare besides: what is read of it, and what requests meet. */
export function makeWeather(
  random: Random,
  fault: Fault | null,
  quiet: RolloutQuiet | null,
  service: Service | null,
  changeMs: number,
): Weather & Extra {
  const lastsMs = random.between(15_000, 35_000)
  const failing = random.between(0.05, 0.25)
  const nightly = service === null ? 0 : service.cores * random.between(0.15, 0.4)
  const busy = new Map<string, number>()
  const paused = new WeakMap<Pod, number>()
  const isNoisy = (node: string, atMs: number): boolean =>
    fault?.kind === 'noisy_node' && fault.node === node && atMs >= fault.startMs
  const night = quiet === 'nightly' ? service : null
  const burst = quiet === 'burst' ? service : null
  return {
    nodeShare: (node, atMs) => {
      if (isNoisy(node, atMs)) return (fault?.amount ?? 1) * (0.75 + 0.25 * Math.sin(atMs / 37_000))
      return 1
    },
    failing: (one, atMs) => (one === burst && atMs >= changeMs && atMs < changeMs + lastsMs ? failing : 0),
    pauseMs: (pod, atMs) => {
      const untilMs = paused.get(pod) ?? 0
      if (atMs < untilMs) return untilMs - atMs
      if (random.chance(0.0002)) paused.set(pod, atMs + random.between(150, 1_500))
      return 0
    },
    cores: (one, atMs) => (one === night && atMs >= changeMs ? nightly : 0),
    nodeBusy: (node, atMs) => {
      const usual = busy.get(node) ?? random.between(0.15, 0.5)
      busy.set(node, usual)
      return Math.min(1, (isNoisy(node, atMs) ? 0.93 + 0.05 * random.next() : usual) * random.between(0.94, 1.06))
    },
  }
}

/** Requests a second, by entry, over the day. */
export function makeLoad(
  random: Random,
  entries: readonly Entry[],
  fault: Fault | null,
  quiet: RolloutQuiet | null,
  changeMs: number,
): (atMs: number) => readonly number[] {
  const deep = random.between(0.02, 0.15)
  const phase = random.between(0, 6)
  const to = quiet === 'wave' ? random.pick([0.45, 0.6, 1.35, 1.55]) : 1
  return (atMs) => {
    const day = 1 + deep * Math.sin(atMs / 1_400_000 + phase) + 0.04 * Math.sin(atMs / 95_000 + phase)
    const moved = 1 + (to - 1) * Math.max(0, Math.min(1, (atMs - changeMs) / 120_000))
    return entries.map((entry) => {
      const isSurging = fault?.entry === entry && atMs >= fault.startMs
      return entry.weight * day * moved * (isSurging ? fault.amount : 1)
    })
  }
}
