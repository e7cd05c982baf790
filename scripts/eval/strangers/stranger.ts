/** One case of a system that never existed, from one seed: the system, its habits, its load, and a fault or none. */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import { Random } from '../synthetic/random.ts'
import { type Fault, makeFault, QUIET_KINDS, type QuietKind, STRANGER_FAULTS, type StrangerFault } from './faults.ts'
import { makeHabits } from './habits.ts'
import { readingsOf } from './readings.ts'
import { makeSystem, reachOf, type Service, type System } from './system.ts'
import { Telling } from './telling.ts'
import { type Burst, World } from './world.ts'

export interface Stranger {
  readonly seed: number
  readonly kind: StrangerFault | QuietKind
  /** Null: nothing broke. */
  readonly service: string | null
  readonly startMs: number
  readonly endMs: number
  /** Requests that met the fault. */
  readonly hits: number
  readonly records: RecordArrays
}

export const DAY_MS = Date.UTC(2026, 4, 12)
/** Records of one case: enough to see, few enough to run a hundred cases. */
const CALLS_AIM = [6_000, 30_000] as const
export const HISTORY_MS = 35 * 60_000
const DRAWS_MAX = 30
const STRIDE = 1_000_003
/** An incident that fewer requests meet is nobody's. */
const HITS_MIN = 10

/** @throws RangeError when a seed gives no case; none known does. */
export function makeStranger(seed: number, isFaulty: boolean): Stranger {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const made = drawStranger(seed, draw, isFaulty)
    if (made !== null && (!isFaulty || made.hits >= HITS_MIN)) return made
  }
  throw new RangeError(`seed ${seed} gives no case`)
}

function drawStranger(seed: number, draw: number, isFaulty: boolean): Stranger | null {
  const random = new Random((seed + draw * STRIDE) * 2 + (isFaulty ? 0 : 1))
  const system = makeSystem(random)
  const habits = makeHabits(random, system.services)
  const beforeMs = random.pick([4, 6, 10, 15, 20]) * 60_000
  const afterMs = random.pick([3, 5, 8, 12]) * 60_000
  const startMs = DAY_MS + random.int(7_200, 80_000) * 1_000
  const endMs = startMs + afterMs
  const kindOf = <T>(kinds: readonly T[]): T | undefined => kinds[Math.abs(seed >> 1) % kinds.length]
  const faultKind = isFaulty ? kindOf(STRANGER_FAULTS) : undefined
  const fault = faultKind === undefined ? null : makeFault(random, system, faultKind, { startMs, endMs })
  if (isFaulty && fault === null) return null
  const quiet = kindOf(QUIET_KINDS) ?? 'calm'
  const telling = new Telling(random, habits, startMs - beforeMs, endMs)
  const times = { startMs, endMs, changeMs: startMs + random.between(-90_000, 60_000) }
  const loadAt = loadOf(random, isFaulty ? 'calm' : quiet, times)
  const bursts = burstsOf(random, system, startMs - HISTORY_MS, endMs)
  const world = new World(random, telling, fault, bursts, loadAt)
  sendLoad(
    random,
    world,
    system,
    { ...times, fromMs: startMs - HISTORY_MS },
    loadAt,
    habits.sampled,
    !isFaulty && quiet === 'mix',
  )
  const others = system.services.filter((service) => service !== fault?.service)
  const batch = noise(random, telling, system.services, others, isFaulty ? null : quiet, times, fault)
  const metrics = readingsOf(
    random,
    telling,
    habits,
    system.services,
    fault,
    { fromMs: startMs - HISTORY_MS, toMs: endMs },
    batch,
  )
  return {
    seed,
    kind: fault?.kind ?? quiet,
    service: fault?.service.name ?? null,
    startMs,
    endMs,
    hits: world.hits,
    records: { logs: telling.logs, spans: telling.spans, metrics },
  }
}

export interface Times {
  readonly startMs: number
  readonly endMs: number
  /** When the load or its mix becomes another one, in cases where it does. */
  readonly changeMs: number
}

/** Load over time, 1 usual: a slow wave of the day, and what the kind of a quiet case asks for. */
export function loadOf(random: Random, kind: QuietKind, { changeMs }: Times): (ms: number) => number {
  const wave = random.between(0.05, 0.3)
  const factor = kind === 'surge' ? random.between(1.5, 3) : kind === 'drop' ? random.between(0.3, 0.6) : 1
  return (ms) => (1 + wave * Math.sin(ms / 1_500_000)) * (ms >= changeMs ? factor : 1)
}

/** Ambient trouble of any day: up to three stretches in which an operation fails more than usual. */
export function burstsOf(random: Random, { operations }: System, fromMs: number, toMs: number): Burst[] {
  const count = random.chance(0.5) ? random.int(1, 3) : 0
  return Array.from({ length: count }, () => {
    const startMs = random.between(fromMs, toMs)
    return { operation: random.pick(operations), startMs, endMs: startMs + random.between(8_000, 30_000) }
  })
}

export function sendLoad(
  random: Random,
  world: World,
  system: System,
  times: Times & { readonly fromMs: number },
  loadAt: (ms: number) => number,
  sampled: number,
  changesMix: boolean,
): void {
  const perRequest = [...reachOf(system).values()].reduce((sum, calls) => sum + calls, 0)
  const seconds = (times.endMs - times.fromMs) / 1_000
  const perSecond = Math.max(0.5, Math.min(12, random.between(...CALLS_AIM) / perRequest / seconds))
  const usual = system.entries.map(({ weight }) => weight)
  const later = changesMix ? usual.map((weight) => weight * random.between(0.3, 3)) : usual
  let atMs = times.fromMs
  while (atMs < times.endMs) {
    atMs += (-Math.log(1 - random.next()) / (perSecond * loadAt(atMs))) * 1_000
    const entry = system.entries[weighted(random, atMs >= times.changeMs ? later : usual)]
    if (entry !== undefined && atMs < times.endMs) world.request(entry.operation, atMs, random.chance(sampled))
  }
}

function weighted(random: Random, weights: readonly number[]): number {
  let at = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  for (let i = 0; i < weights.length; i++) {
    at -= weights[i] ?? 0
    if (at <= 0) return i
  }
  return weights.length - 1
}

/** What else happens: deployments, clients that send nonsense, nightly work. Returns the nightly work, for the metrics. */
function noise(
  random: Random,
  telling: Telling,
  services: readonly Service[],
  others: readonly Service[],
  quiet: QuietKind | null,
  { startMs, endMs, changeMs }: Times,
  fault: Fault | null,
): { service: Service; fromMs: number; toMs: number } | null {
  if (fault?.kind === 'flag') {
    telling.notes(
      fault.service,
      { level: 'INFO', text: 'feature flag new-path enabled for all' },
      fault.startMs - 2_000,
    )
  }
  if (quiet === 'deploy' || random.chance(0.25)) {
    const service = random.pick(others)
    const lines = ['shutting down gracefully', 'starting version 4.{n}', 'configuration loaded', 'ready to serve']
    for (const [i, text] of lines.entries()) telling.notes(service, { level: 'INFO', text }, changeMs + i * 3_000)
  }
  if (quiet === 'bad_clients' || random.chance(0.25)) {
    const service = random.pick(others)
    for (let i = random.int(10, 60); i > 0; i--) {
      const text = 'invalid api key from 10.{n}.0.9'
      telling.notes(service, { level: 'WARN', text }, random.between(startMs - 300_000, endMs))
    }
  }
  for (const service of random.shuffled(services).slice(0, 3)) {
    const everyMs = random.pick([10_000, 30_000, 60_000])
    for (let atMs = startMs - HISTORY_MS; atMs < endMs; atMs += everyMs) {
      telling.notes(service, { level: 'INFO', text: 'heartbeat {n} ok' }, atMs)
    }
  }
  if (quiet !== 'batch') return null
  const service = random.pick(others)
  for (let atMs = changeMs; atMs < endMs; atMs += 4_000) {
    telling.notes(service, { level: 'INFO', text: 'export: {n} rows written' }, atMs)
  }
  return { service, fromMs: changeMs, toMs: endMs }
}
