/** One case of a cluster in which services are released all day, from one seed. */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import type { LogRecord } from '../../../src/telemetry/model.ts'
import { Random } from '../synthetic/random.ts'
import { type Cluster, makeCluster, type Service } from './cluster.ts'
import { crash, makeLoad, makeWeather, ordinaryChanges, quietChanges } from './day.ts'
import { type Fault, makeFault, ROLLOUT_FAULTS, ROLLOUT_QUIET, type RolloutFault, type RolloutQuiet } from './faults.ts'
import { Felt } from './felt.ts'
import { isFitted, makeHabits, makeUncounted } from './habits.ts'
import { Fleet } from './pods.ts'
import { readingsOf, type Span } from './readings.ts'
import { changesOf, makeTelling } from './told.ts'
import { RolloutWorld } from './world.ts'

export interface RolloutIncident {
  readonly kind: RolloutFault | RolloutQuiet
  /** Null: nothing broke. */
  readonly service: string | null
  readonly alsoRight: readonly string[]
  readonly startMs: number
  readonly endMs: number
  readonly records: RecordArrays
  readonly changes: readonly LogRecord[]
}

const DAY_MS = Date.UTC(2026, 10, 4)
const MINUTE_MS = 60_000
/** Pods settle before anybody reads them. */
const WARM_UP_MS = 90_000
const DRAWS_MAX = 60
const STRIDE = 1_000_003
const POINTS_MAX = 12_000

/** Sizes by resolution: what is read often is read of few. */
const SIZES = [
  { stepMs: 15_000, services: [6, 7], pods: [2, 3], minutes: [20, 22] },
  { stepMs: 30_000, services: [6, 10], pods: [2, 4], minutes: [20, 30] },
  { stepMs: 60_000, services: [8, 14], pods: [2, 4], minutes: [22, 40] },
] as const

/** @throws RangeError when a seed gives no case; none known does. */
export function makeRolloutIncident(seed: number, isFaulty: boolean): RolloutIncident {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const made = drawn(seed, draw, isFaulty)
    if (made !== null) return made
  }
  throw new RangeError(`seed ${seed} gives no case`)
}

/** Every other system, in each kind of fault, tells what is released. */
function tells(seed: number, kinds: number): boolean {
  const turn = seed >> 1
  return (Math.floor(turn / kinds) + (turn % kinds)) % 2 === 0
}

function drawn(seed: number, draw: number, isFaulty: boolean): RolloutIncident | null {
  const random = new Random((seed + draw * STRIDE) * 2 + (isFaulty ? 1 : 0))
  const kind = isFaulty ? (ROLLOUT_FAULTS[(seed >> 1) % ROLLOUT_FAULTS.length] ?? null) : null
  const quiet = isFaulty ? null : (ROLLOUT_QUIET[(seed >> 1) % ROLLOUT_QUIET.length] ?? 'calm')
  const sizes = random.pick([...SIZES, ...SIZES.slice(-1)])
  const plannedMs = DAY_MS + random.int(7_200, 75_000) * 1_000
  const fromMs = plannedMs - random.int(sizes.minutes[0], sizes.minutes[1]) * MINUTE_MS
  const endMs = plannedMs + random.int(6, sizes.stepMs === 15_000 ? 9 : 15) * MINUTE_MS
  const seconds = (endMs - fromMs) / 1_000
  const cluster = makeCluster(random, {
    services: random.int(sizes.services[0], sizes.services[1]),
    seconds,
    pods: sizes.pods,
  })
  const habits = makeHabits(random, sizes.stepMs, kind)
  if (!isFitted(habits, cluster, kind, seconds)) return null
  const fleet = new Fleet(random, cluster, sizes.stepMs, fromMs)
  const fault = kind === null ? null : makeFault(random, cluster, fleet, kind, plannedMs)
  if (kind !== null && fault === null) return null
  const uncounted = makeUncounted(random, cluster, kind, fault?.service ?? null)
  if (uncounted === null) return null
  const startMs = fault?.startMs ?? plannedMs
  const changeMs = plannedMs + random.between(-150_000, 60_000)
  const changed = quiet === null ? null : quietChanges(random, cluster, fleet, quiet, changeMs)
  const busy = fault?.service ?? changed
  const span = { fromMs, toMs: endMs }
  // Who was moved from a drained node would be moved again.
  if (quiet !== 'drain') ordinaryChanges(random, cluster, fleet, { ...span, startMs }, busy)
  crash(random, fleet, cluster, span, busy)
  const weather = makeWeather(random, fault, quiet, changed, changeMs)
  const world = new RolloutWorld(random, fleet, fault, weather)
  const felt = new Felt(startMs, endMs)
  const load = makeLoad(random, cluster.entries, fault, quiet, changeMs)
  send(random, cluster, world, felt, load, { fromMs: fromMs - WARM_UP_MS, toMs: endMs })
  if (felt.isFelt(cluster, fleet, world, fault, { ...habits, uncounted }) !== isFaulty) return null
  const [service = null, ...alsoRight] = fault === null ? [] : guilty(fault, cluster, fleet, world)
  if (isFaulty && service === null) return null
  const metrics = readingsOf(random, cluster, fleet, habits, uncounted, span, weather)
  if (metrics.length > POINTS_MAX) return null
  const isTelling = tells(seed, isFaulty ? ROLLOUT_FAULTS.length : ROLLOUT_QUIET.length)
  const changes = isTelling ? changesOf(fleet.told, makeTelling(random), span) : []
  const records = { logs: [], spans: [], metrics }
  return {
    kind: kind ?? quiet ?? 'calm',
    service,
    alsoRight,
    startMs,
    endMs,
    records,
    changes,
  }
}

function send(
  random: Random,
  cluster: Cluster,
  world: RolloutWorld,
  felt: Felt,
  load: (atMs: number) => readonly number[],
  { fromMs, toMs }: Span,
): void {
  const usual = cluster.entries.reduce((sum, { weight }) => sum + weight, 0)
  for (let atMs = fromMs; atMs < toMs; ) {
    const weights = load(atMs)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    atMs += (-Math.log(1 - random.next()) * 1_000) / (cluster.perSecond * (total / usual))
    let left = random.next() * total
    const entry = cluster.entries.find((_, i) => {
      left -= weights[i] ?? 0
      return left <= 0
    })
    const { operation } = entry ?? random.pick(cluster.entries)
    const done = world.request(operation, atMs)
    felt.add(operation, atMs, done)
  }
}

/** Who is right to name; first who suffers most where nobody did it, and nobody where nobody suffered. */
function guilty(fault: Fault, cluster: Cluster, fleet: Fleet, world: RolloutWorld): string[] {
  if (fault.service !== null) return [fault.service.name]
  const rates = cluster.services
    .filter(({ isStore }) => !isStore)
    .map((service) => ({ service, more: moreWaiting(world, service) }))
    .toSorted((a, b) => b.more - a.more)
  const [most] = rates
  if (most === undefined || most.more <= 0) return []
  if (fault.entry !== null) return [...new Set([most.service.name, fault.entry.operation.service.name])]
  const others = rates.filter(({ service }) => {
    const pods = fleet.pods.get(service) ?? []
    return pods.some((pod) => pod.node === fault.node && pod.endMs > fault.startMs + MINUTE_MS)
  })
  return others.map(({ service }) => service.name)
}

/** How much longer a service's requests wait for its processor since the fault, altogether. */
function moreWaiting({ waited, served }: RolloutWorld, service: Service): number {
  const wait = waited.get(service)
  const count = served.get(service)
  if (wait === undefined || count === undefined || count.since === 0) return 0
  return wait.since - (wait.before / Math.max(1, count.before)) * count.since
}
