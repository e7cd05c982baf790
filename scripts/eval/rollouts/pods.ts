/** Pods of a cluster over the time of a case: which begin and end with releases, scalings, drained nodes and crashes. */
import type { Random } from '../synthetic/random.ts'
import type { Cluster, Service } from './cluster.ts'

/** What is wrong with a new version. */
export type DefectKind =
  | 'fails'
  | 'early'
  | 'wrong'
  | 'slow'
  | 'burns'
  | 'leaks'
  | 'chatty'
  | 'skips'
  | 'store'
  | 'not_ready'

export interface Defect {
  readonly kind: DefectKind
  /** Of how many requests. */
  readonly share: number
  /** A factor, milliseconds or megabytes, by kind. */
  readonly amount: number
  /** Whom it calls too often, no longer, or waits for. */
  readonly callee: Service | null
}

export interface Release {
  readonly service: Service
  readonly hash: string
  readonly version: number
  readonly defect: Defect | null
  /** Every version costs a little more or less than the last one. */
  readonly costs: number
}

/** Counts of one pod in one step of the metrics. */
export interface Usage {
  requests: number
  durationMs: number
  cpuMs: number
  throttledMs: number
  /** Ready to run, and no processor was free. */
  stalledMs: number
  receivedBytes: number
  sentBytes: number
  leakedMb: number
  readonly codes: Map<number, number>
  readonly durations: number[]
  readonly failedDurations: number[]
  readonly outbound: Map<Service, { requests: number; failures: number; durationMs: number }>
}

export class Pod {
  readonly name: string
  readonly release: Release
  readonly node: string
  readonly bornMs: number
  readyMs: number
  endMs = Number.POSITIVE_INFINITY
  /** Times at which its container was started again. */
  readonly restarts: number[] = []
  downFromMs = Number.POSITIVE_INFINITY
  downToMs = Number.NEGATIVE_INFINITY
  /** Processor time that is still owed. */
  backlogMs = 0
  atMs = 0
  leakedMb = 0
  ends: number[] = []
  readonly usage = new Map<number, Usage>()
  readonly #stepMs: number
  /** When in a step it is read. */
  readonly phaseMs: number

  constructor(name: string, release: Release, node: string, times: { bornMs: number; readyMs: number }, step: Step) {
    this.name = name
    this.release = release
    this.node = node
    this.bornMs = times.bornMs
    this.readyMs = times.readyMs
    this.#stepMs = step.stepMs
    this.phaseMs = step.phaseMs
  }

  get service(): Service {
    return this.release.service
  }

  isServing(atMs: number): boolean {
    return atMs >= this.readyMs && atMs < this.endMs
  }

  isAlive(atMs: number): boolean {
    return atMs >= this.bornMs && atMs < this.endMs
  }

  startedMs(atMs: number): number {
    return Math.max(this.bornMs, ...this.restarts.filter((one) => one <= atMs))
  }

  usageAt(atMs: number): Usage {
    const at = Math.floor((atMs - this.phaseMs) / this.#stepMs)
    const known = this.usage.get(at)
    if (known !== undefined) return known
    const made: Usage = {
      requests: 0,
      durationMs: 0,
      cpuMs: 0,
      throttledMs: 0,
      stalledMs: 0,
      receivedBytes: 0,
      sentBytes: 0,
      leakedMb: 0,
      codes: new Map(),
      durations: [],
      failedDurations: [],
      outbound: new Map(),
    }
    this.usage.set(at, made)
    return made
  }
}

interface Step {
  readonly stepMs: number
  readonly phaseMs: number
}

/** A release or scaling as a pipeline would tell it. */
export interface Told {
  readonly kind: 'release' | 'scaling'
  readonly service: Service
  readonly release: Release
  readonly pods: readonly Pod[]
  readonly startedMs: number
  /** Null: it never was completed. */
  readonly completedMs: number | null
  readonly from: number
  readonly to: number
}

const HASH = 'bcdfghjklmnpqrstvwxz2456789'
const DRAIN_MS = 1_500

export class Fleet {
  readonly pods = new Map<Service, Pod[]>()
  readonly told: Told[] = []
  readonly #random: Random
  readonly #nodes: readonly string[]
  readonly #stepMs: number
  readonly #hasPhases: boolean
  readonly #versions = new Map<Service, number>()
  readonly #hashLength: number
  #placed = 0

  constructor(random: Random, cluster: Cluster, stepMs: number, fromMs: number) {
    this.#random = random
    this.#nodes = cluster.nodes
    this.#stepMs = stepMs
    this.#hasPhases = random.chance(0.5)
    this.#hashLength = random.pick([9, 10])
    for (const service of cluster.services) {
      const release = this.release(service, null, 0)
      const bornMs = fromMs - random.between(2, 90) * 3_600_000
      for (let i = 0; i < service.replicas; i++) this.#add(release, bornMs + i * 20_000, bornMs + i * 20_000)
    }
  }

  release(service: Service, defect: Defect | null, newer = 1): Release {
    const costs = newer === 0 ? 1 : this.#random.between(0.92, 1.1)
    const version = (this.#versions.get(service) ?? service.version) + newer
    this.#versions.set(service, version)
    return { service, hash: this.#text(this.#hashLength), version, defect, costs }
  }

  alive(service: Service, atMs: number): Pod[] {
    return (this.pods.get(service) ?? []).filter((pod) => pod.isAlive(atMs))
  }

  /** Pods are replaced one after the other. Returns when the first new one took requests. */
  roll(release: Release, startedMs: number): number {
    const { service } = release
    const old = this.alive(service, startedMs).filter((pod) => pod.release !== release)
    const pauseMs = this.#random.between(1_000, 20_000)
    let atMs = startedMs + this.#random.between(1_000, 4_000)
    const firstMs = atMs + service.startupMs
    const pods: Pod[] = []
    for (const pod of old) {
      const readyMs = atMs + service.startupMs * this.#random.between(1, 1.15)
      pods.push(this.#add(release, atMs, readyMs))
      pod.endMs = readyMs + DRAIN_MS
      atMs = readyMs + pauseMs
    }
    this.#tell('release', release, pods, startedMs, atMs - pauseMs, [old.length, old.length])
    return firstMs
  }

  /** New pods never become ready, while a part of the old ones was ended for them. */
  stick(release: Release, startedMs: number): number {
    const { service } = release
    const old = this.alive(service, startedMs)
    const goneMs = startedMs + this.#random.between(1_500, 4_000)
    const gone = Math.max(1, Math.min(old.length - 1, Math.round(old.length * this.#random.between(0.34, 0.6))))
    const isProbed = this.#random.chance(0.5)
    const everyMs = this.#random.between(40_000, 90_000)
    const pods = old.slice(0, gone).map((pod) => {
      pod.endMs = goneMs + DRAIN_MS
      const made = this.#add(release, goneMs, Number.POSITIVE_INFINITY)
      for (let atMs = goneMs + everyMs; isProbed && atMs < goneMs + 3_600_000; atMs += everyMs) made.restarts.push(atMs)
      return made
    })
    this.#tell('release', release, pods, startedMs, null, [old.length, old.length])
    return goneMs + DRAIN_MS
  }

  /** One pod of the new version beside the others, or instead of one; later all, or none. */
  canary(release: Release, startedMs: number, later: { atMs: number; isKept: boolean } | null): number {
    const { service } = release
    const [first, ...others] = this.alive(service, startedMs)
    const bornMs = startedMs + this.#random.between(1_000, 4_000)
    const readyMs = bornMs + service.startupMs
    const pod = this.#add(release, bornMs, readyMs)
    if (others.length > 2 && first !== undefined) first.endMs = readyMs + DRAIN_MS
    this.#tell('release', release, [pod], startedMs, readyMs, [1, 1])
    if (later?.isKept === true) this.roll(release, later.atMs)
    else if (later !== null) {
      pod.endMs = later.atMs
      if (others.length > 2 && first !== undefined) this.#add(first.release, later.atMs - 20_000, later.atMs - 2_000)
    }
    return readyMs
  }

  scale(service: Service, atMs: number, to: number): void {
    const pods = this.alive(service, atMs)
    const [first] = pods
    if (first === undefined) return
    for (const pod of pods.slice(to)) pod.endMs = atMs + this.#random.between(500, 3_000)
    for (let i = pods.length; i < to; i++) this.#add(first.release, atMs, atMs + service.startupMs)
    this.#tell('scaling', first.release, [], atMs, atMs, [pods.length, to])
  }

  /** Pods of a node go elsewhere. */
  drain(node: string, atMs: number): void {
    const moved = [...this.pods.values()]
      .flat()
      .filter((pod) => pod.node === node && pod.isAlive(atMs) && !pod.service.isStore)
    for (const [i, pod] of moved.entries()) {
      const bornMs = atMs + i * 4_000
      const readyMs = bornMs + pod.service.startupMs
      this.#add(pod.release, bornMs, readyMs, node)
      pod.endMs = readyMs + DRAIN_MS
    }
  }

  #tell(
    kind: Told['kind'],
    release: Release,
    pods: readonly Pod[],
    startedMs: number,
    completedMs: number | null,
    [from, to]: readonly [number, number],
  ): void {
    this.told.push({ kind, service: release.service, release, pods, startedMs, completedMs, from, to })
  }

  #add(release: Release, bornMs: number, readyMs: number, except = ''): Pod {
    const { service } = release
    const known = this.pods.get(service) ?? []
    const nodes = this.#nodes.filter((node) => node !== except)
    const node = this.#random.chance(0.7)
      ? (nodes[this.#placed++ % nodes.length] ?? this.#random.pick(nodes))
      : this.#random.pick(nodes)
    const name = service.isStore
      ? `${service.name}-${known.length}`
      : `${service.name}-${release.hash}-${this.#text(5)}`
    const phaseMs = this.#hasPhases ? Math.floor(this.#random.next() * this.#stepMs) : 0
    const pod = new Pod(name, release, node, { bornMs, readyMs }, { stepMs: this.#stepMs, phaseMs })
    this.pods.set(service, [...known, pod])
    return pod
  }

  #text(length: number): string {
    return Array.from({ length }, () => HASH[this.#random.int(0, HASH.length - 1)] ?? 'x').join('')
  }
}
