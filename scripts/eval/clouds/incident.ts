/** One case of a managed cloud, from one seed: what broke, or a day like any other. */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import { Random } from '../synthetic/random.ts'
import { guilty } from './blame.ts'
import {
  CLOUD_FAULTS,
  CLOUD_QUIET,
  type CloudFault,
  type CloudQuiet,
  type Fault,
  makeFault,
  wantedFor,
} from './faults.ts'
import { drawHabits } from './habits.ts'
import { readingsOf } from './readings.ts'
import { sizeSystem } from './sizes.ts'
import { type Component, makeSystem, type Operation, type System } from './system.ts'
import { Tallies } from './tally.ts'
import { type Load, runDay } from './traffic.ts'
import { World } from './world.ts'

export interface CloudIncident {
  readonly kind: CloudFault | CloudQuiet
  /** Null: nothing broke. */
  readonly service: string | null
  readonly alsoRight: readonly string[]
  readonly startMs: number
  readonly endMs: number
  /** Whether clients got fewer or later answers, or work was done late. */
  readonly isFelt: boolean
  readonly records: RecordArrays
}

const DAY_MS = 86_400_000
const FIRST_DAY_MS = Date.UTC(2026, 4, 11)
const MINUTE_MS = 60_000
const WARM_UP_MS = 5 * MINUTE_MS
const DRAWS_MAX = 400
const STRIDE = 1_200_011
const COMPONENTS = [8, 45] as const
/** So many components more at most: fewer where each minute is read. */
const MORE = 36
const FINE_MORE = 13
/** Where so many are right, naming one says nothing. */
const RIGHT_MAX = 5
const OPERATION_UNITS = 100
/** What only readings of processor and memory tell. */
const USING_UP: ReadonlySet<CloudFault> = new Set(['memory_leak', 'starved_container'])
/** Faults that a release can have brought, and how often it did. */
const RELEASED: Partial<Record<CloudFault, number>> = {
  cold_starts: 1,
  crash_loop: 0.8,
  broken_operation: 0.6,
  memory_leak: 0.6,
  failing_share: 0.4,
  added_latency: 0.3,
}

/** @throws RangeError when a seed gives no case; none known does. */
export function makeCloudIncident(seed: number, isFaulty: boolean): CloudIncident {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const made = drawn(seed, draw, isFaulty)
    if (made !== null && made.isFelt === isFaulty) return made
  }
  throw new RangeError(`seed ${seed} gives no case`)
}

function drawn(seed: number, draw: number, isFaulty: boolean): CloudIncident | null {
  const random = new Random((seed + draw * STRIDE) * 2 + (isFaulty ? 1 : 0))
  const kind = isFaulty ? (CLOUD_FAULTS[(seed >> 1) % CLOUD_FAULTS.length] ?? null) : null
  const quiet = isFaulty ? null : (CLOUD_QUIET[(seed >> 1) % CLOUD_QUIET.length] ?? 'calm')
  const isFine = random.chance(0.45)
  const size = COMPONENTS[0] + Math.floor((isFine ? FINE_MORE : MORE) * random.next() ** 1.3)
  const system = makeSystem(random, wantedFor(kind), size)
  const habits = drawHabits(random, system, isFine, kind !== null && USING_UP.has(kind) ? 0.75 : 0)
  const { stepMs, historyMs, afterMs } = habits
  const startAtMs = FIRST_DAY_MS + random.int(0, 60) * DAY_MS + random.int(14_500, 84_000) * 1_000
  // Periods lie on the clock, whenever something happens.
  const originMs = Math.floor((startAtMs - historyMs - WARM_UP_MS) / stepMs) * stepMs
  const startMs = startAtMs - originMs
  const endMs = startMs + afterMs
  const load = sizeSystem(random, system, endMs / MINUTE_MS)
  const isAsked = (one: Component): boolean =>
    load.ofComponent.has(one) || one.kind === 'queue' || one.kind === 'stream'
  if (isOddSize([...habits.published.keys()].filter(isAsked).length) || load.perMinute.size === 0) return null
  const fault = kind === null ? null : makeFault(random, system, load, kind, { startMs, lastsMs: afterMs })
  if (kind !== null && fault === null) return null
  const right = fault === null ? [] : guilty(fault, system, load.perMinute.keys(), habits.published)
  if (fault !== null && (right.length > RIGHT_MAX || !right.some((one) => habits.published.has(one)))) return null
  const periods = Math.floor(endMs / stepMs)
  const tallies = new Tallies(stepMs, periods)
  const unitOf = ({ component, index }: Operation): number =>
    habits.operationKey !== null && component.kind === 'gateway' ? OPERATION_UNITS + index : component.index
  const units = { unitOf, hasPairs: habits.pairKeys !== null, countsInit: habits.countsInit }
  const world = new World(random, system, fault, tallies, units, endMs)
  const releases = releasesOf(random, system, fault, startMs)
  const changeMs = startMs + random.between(-2, 2) * MINUTE_MS
  const traffic = quiet === null ? {} : disturb(random, system, world, releases, quiet, changeMs)
  if (traffic === null) return null
  for (const [component, atMs] of releases) {
    const machine = world.machines[component.index]
    if (machine !== undefined) machine.releaseMs = atMs
  }
  everyday(random, world, fault, endMs)
  const plan = { startMs, endMs, stepMs, periods, dayMs: originMs % DAY_MS, warmUpMs: WARM_UP_MS }
  const { isFelt, waiting } = runDay(random, system, world, fault, { ...plan, ...traffic })
  if (isFelt !== isFaulty) return null
  const gone = fault?.kind === 'crash_loop' ? { component: fault.target, fromMs: startMs } : null
  const firstPeriod = Math.ceil(WARM_UP_MS / stepMs)
  const { machines } = world
  const seen = { system, habits, tallies, machines, waiting, unitOf, releases, originMs, firstPeriod, periods, gone }
  const metrics = readingsOf(seen)
  const [service = null, ...alsoRight] = right.map(({ name }) => name)
  return {
    kind: kind ?? quiet ?? 'calm',
    service,
    alsoRight,
    startMs: startAtMs,
    endMs: startAtMs + afterMs,
    isFelt,
    records: { logs: [], spans: [], metrics },
  }
}

function isOddSize(components: number): boolean {
  return components < COMPONENTS[0] || components > COMPONENTS[1]
}

/** New versions: of what broke, and now and then of others. */
function releasesOf(random: Random, system: System, fault: Fault | null, startMs: number): Map<Component, number> {
  const releases = new Map<Component, number>()
  const own = system.components.filter(({ kind }) => kind === 'function' || kind === 'container')
  if (own.length > 0 && random.chance(0.4)) releases.set(random.pick(own), startMs - random.between(1, 90) * MINUTE_MS)
  if (fault === null) return releases
  releases.delete(fault.target)
  if (random.chance(RELEASED[fault.kind] ?? 0)) releases.set(fault.target, startMs)
  return releases
}

/** What a quiet window is about; null where the system cannot have it. */
function disturb(
  random: Random,
  system: System,
  world: World,
  releases: Map<Component, number>,
  quiet: CloudQuiet,
  changeMs: number,
): Load | null {
  const own = system.components.filter(({ kind }) => kind === 'function' || kind === 'container')
  const containers = own.filter(({ kind }) => kind === 'container')
  const troubled = world.machines[random.pick(own).index]
  if (troubled === undefined) return null
  switch (quiet) {
    case 'calm':
      return {}
    case 'surge':
      return {
        change: { atMs: changeMs, factor: random.between(1.3, 1.9), rampMs: random.pick([1, 6, 15]) * MINUTE_MS },
      }
    case 'fall':
      return {
        change: { atMs: changeMs, factor: random.between(0.3, 0.7), rampMs: random.pick([1, 6, 15]) * MINUTE_MS },
      }
    case 'release':
      releases.set(troubled.component, changeMs)
      return {}
    case 'nightly_work': {
      if (system.entries.every(({ schedule }) => schedule === null)) return null
      const lastsMs = random.between(8, 25) * MINUTE_MS
      return { nightly: { fromMs: changeMs, toMs: changeMs + lastsMs, factor: random.between(1.5, 6) } }
    }
    case 'scaling': {
      if (containers.length === 0) return null
      const machine = world.machines[random.pick(containers).index]
      if (machine !== undefined) machine.scaling = { fromMs: changeMs, factor: random.pick([1.5, 2, 3]) }
      return { change: { atMs: changeMs - 8 * MINUTE_MS, factor: random.between(1.1, 1.5), rampMs: 8 * MINUTE_MS } }
    }
    case 'rare_burst':
      troubled.trouble = burst(changeMs, random.between(60_000, 150_000), 1, random.between(0.1, 0.5))
      return {}
    case 'slow_moment':
      troubled.trouble = burst(changeMs, random.between(60_000, 200_000), random.between(2, 5), 0)
      return {}
  }
}

function burst(fromMs: number, lastsMs: number, slower: number, failing: number): World['machines'][number]['trouble'] {
  return { fromMs, toMs: fromMs + lastsMs, slower, failing }
}

/** Small trouble that comes and goes any day. */
function everyday(random: Random, world: World, fault: Fault | null, endMs: number): void {
  for (let i = random.int(0, 3); i > 0; i--) {
    const machine = random.pick(world.machines)
    const fromMs = random.between(0, endMs)
    if (machine.trouble !== null || machine.component === fault?.target) continue
    const isSlow = random.chance(0.5)
    const lastsMs = random.between(40_000, 180_000)
    machine.trouble = burst(
      fromMs,
      lastsMs,
      isSlow ? random.between(1.4, 4) : 1,
      isSlow ? 0 : random.between(0.03, 0.3),
    )
  }
}
