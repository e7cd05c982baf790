/** Whether anybody notices: requests from outside, work that is not done any more, or the one bad instance. */
import type { Cluster, Operation, Service } from './cluster.ts'
import type { Fault } from './faults.ts'
import type { Fleet, Pod } from './pods.ts'
import type { Done, RolloutWorld } from './world.ts'

const BEFORE_MS = 720_000
/** Share of requests more that fail, and how many times as long the slow ones take. */
const FAILING = 0.025
const SLOWER = 1.5
/** Below these nobody is woken. */
const QUIET_FAILING = 0.012
const QUIET_SLOWER = 1.3
const LESS = 0.75
const ASKED_MIN = 80
const OWN_FAILING = 0.2
const OWN_SLOWER = 2.2
const OWN_BUSIER = 2

interface Front {
  readonly before: number[]
  readonly since: number[]
  readonly late: number[]
  failed: [number, number, number]
}

/** What the readings leave out. */
interface Seen {
  readonly isWithoutTimes: boolean
  readonly uncounted: ReadonlySet<Service>
}

export class Felt {
  readonly #startMs: number
  readonly #middleMs: number
  readonly #fronts = new Map<Operation, Front>()

  constructor(startMs: number, endMs: number) {
    this.#startMs = startMs
    this.#middleMs = (startMs + endMs) / 2
  }

  add(operation: Operation, atMs: number, { endMs, code, isWrong }: Done): void {
    if (atMs < this.#startMs - BEFORE_MS) return
    const front = this.#fronts.get(operation) ?? { before: [], since: [], late: [], failed: [0, 0, 0] }
    this.#fronts.set(operation, front)
    const isFailed = code >= 500 && !isWrong ? 1 : 0
    if (atMs < this.#startMs) {
      front.before.push(endMs - atMs)
      front.failed[0] += isFailed
      return
    }
    front.since.push(endMs - atMs)
    front.failed[1] += isFailed
    if (atMs < this.#middleMs) return
    front.late.push(endMs - atMs)
    front.failed[2] += isFailed
  }

  /** Of a quiet window: whether it is not as quiet as it should be. */
  isFelt(cluster: Cluster, fleet: Fleet, world: RolloutWorld, fault: Fault | null, seen: Seen): boolean {
    const { isWithoutTimes, uncounted } = seen
    const { failing, slower } = this.#worst()
    if (fault === null) return failing >= QUIET_FAILING || slower >= QUIET_SLOWER
    if (failing >= FAILING || (slower >= SLOWER && !isWithoutTimes)) return true
    if (fault.kind === 'release_early' || fault.kind === 'release_skips') return isLost(cluster, world, uncounted)
    return fault.release !== null && isSeenInPods(fleet, fault, isWithoutTimes)
  }

  #worst(): { failing: number; slower: number } {
    const all = this.#fronts.values().toArray()
    const sum = (pick: (front: Front) => number): number => all.reduce((total, front) => total + pick(front), 0)
    const shares = [
      sum(({ failed }) => failed[0]) /
        Math.max(
          1,
          sum(({ before }) => before.length),
        ),
      sum(({ failed }) => failed[1]) /
        Math.max(
          1,
          sum(({ since }) => since.length),
        ),
      sum(({ failed }) => failed[2]) /
        Math.max(
          1,
          sum(({ late }) => late.length),
        ),
    ] as const
    const slow = (pick: (front: Front) => number[]): number => high(all.flatMap(pick))
    const usual = Math.max(
      1,
      slow(({ before }) => before),
    )
    return {
      failing: Math.max(shares[1], shares[2]) - shares[0],
      slower:
        Math.max(
          slow(({ since }) => since),
          slow(({ late }) => late),
        ) / usual,
    }
  }
}

function high(durations: readonly number[]): number {
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.9)] ?? 0
}

/** Whether some service is asked for less than it was. */
function isLost({ services, entries }: Cluster, { served }: RolloutWorld, uncounted: ReadonlySet<Service>): boolean {
  const fronts = new Set(entries.map(({ operation }) => operation.service))
  const of = (pick: (one: Service) => number): number => [...fronts].reduce((sum, one) => sum + pick(one), 0)
  const share =
    of((one) => served.get(one)?.since ?? 0) /
    Math.max(
      1,
      of((one) => served.get(one)?.before ?? 0),
    )
  return services.some((service) => {
    const count = served.get(service)
    // A store is not seen to be asked.
    if (count === undefined || service.isStore || uncounted.has(service)) return false
    return count.before * share >= ASKED_MIN && count.since <= LESS * share * count.before
  })
}

/** Whether the new pods are plainly other than the old ones were. */
function isSeenInPods(fleet: Fleet, { release, startMs, service }: Fault, isWithoutTimes: boolean): boolean {
  const pods = service === null ? [] : (fleet.pods.get(service) ?? [])
  const bad = pods.filter((pod) => pod.release === release)
  const old = totals(pods.filter((pod) => pod.release !== release))
  const own = totals(bad)
  if (bad.some(({ restarts }) => restarts.some((one) => one >= startMs))) return true
  if (own.requests < ASKED_MIN) return false
  if (own.failed / own.requests - old.failed / Math.max(1, old.requests) >= OWN_FAILING) return true
  const isBusier = own.cpuMs / own.requests >= (OWN_BUSIER * old.cpuMs) / Math.max(1, old.requests)
  const isSlower = own.ms / own.requests >= (OWN_SLOWER * old.ms) / Math.max(1, old.requests)
  return isBusier || (isSlower && !isWithoutTimes)
}

function totals(pods: readonly Pod[]): { requests: number; failed: number; ms: number; cpuMs: number } {
  const sums = { requests: 0, failed: 0, ms: 0, cpuMs: 0 }
  for (const { usage } of pods) {
    for (const one of usage.values()) {
      sums.requests += one.requests
      sums.failed += one.failedDurations.length
      sums.ms += one.durationMs
      sums.cpuMs += one.cpuMs
    }
  }
  return sums
}
