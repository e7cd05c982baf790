/** One case of a system with shared stores, from one seed: who broke what, or a day like any other. */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import { Random } from '../synthetic/random.ts'
import {
  BACKEND_FAULTS,
  BACKEND_QUIET,
  type BackendFault,
  type BackendQuiet,
  type Fault,
  guilty,
  makeFault,
  wantedFor,
} from './faults.ts'
import { WARM_UP_MS } from './keeping.ts'
import { readingsOf } from './readings.ts'
import { makeCustoms, Recorder } from './recorder.ts'
import { makeSystem, type System } from './system.ts'
import { BackendWorld } from './world.ts'

export interface BackendIncident {
  readonly seed: number
  readonly kind: BackendFault | BackendQuiet
  /** Null: nothing broke. */
  readonly service: string | null
  /** Others that are right to name as well. */
  readonly alsoRight: readonly string[]
  readonly startMs: number
  readonly endMs: number
  /** Requests that met the fault. */
  readonly hits: number
  /** Whether requests at the front fail or wait since. */
  readonly isFelt: boolean
  readonly records: RecordArrays
}

const DAY_MS = Date.UTC(2026, 8, 3)
const HISTORY_MS = 32 * 60_000
const DRAWS_MAX = 40
const STRIDE = 900_007
const HITS_MIN = 15
/** What somebody would be called for: this share of requests more fail, or the slow ones take so many times as long. */
const FAILURES_FELT = 0.03
const SLOWER_FELT = 1.5
/** Calls of one case, few enough to run a hundred cases. */
const CALLS_AIM = [10_000, 35_000] as const

/** @throws RangeError when a seed gives no case; none known does. */
export function makeBackendIncident(seed: number, isFaulty: boolean): BackendIncident {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const made = drawn(seed, draw, isFaulty)
    // What the front feels is no quiet day.
    if (made !== null && made.isFelt === isFaulty && (!isFaulty || made.hits >= HITS_MIN)) return made
  }
  throw new RangeError(`seed ${seed} gives no case`)
}

function drawn(seed: number, draw: number, isFaulty: boolean): BackendIncident | null {
  const random = new Random((seed + draw * STRIDE) * 2 + (isFaulty ? 1 : 0))
  const kind = isFaulty ? (BACKEND_FAULTS[(seed >> 1) % BACKEND_FAULTS.length] ?? null) : null
  const quiet = BACKEND_QUIET[(seed >> 1) % BACKEND_QUIET.length] ?? 'calm'
  const system = makeSystem(random, wantedFor(kind, random))
  const startMs = DAY_MS + random.int(7_200, 75_000) * 1_000
  const endMs = startMs + random.pick([4, 6, 9, 12]) * 60_000
  const fault = kind === null ? null : makeFault(random, system, kind, startMs)
  if (kind !== null && fault === null) return null
  const customs = makeCustoms(random)
  const fromMs = startMs - HISTORY_MS
  const recorder = new Recorder(random, customs, startMs - random.pick([6, 10, 16]) * 60_000, endMs)
  const world = new BackendWorld(random, system, recorder, fault, fromMs)
  const changeMs = startMs + random.between(-60_000, 60_000)
  if (kind === null) disturb(random, world, quiet, changeMs)
  const surge = kind === null && quiet === 'surge' ? random.between(1.4, 2.2) : 1
  const isFelt = send(random, world, system, { startMs, fromMs, endMs, changeMs, surge, sampled: customs.sampled })
  routine(random, system, recorder, world, fault, startMs - 20 * 60_000, endMs)
  releases(random, system, recorder, fault, kind === null && quiet === 'deploy' ? changeMs : null)
  const metrics = readingsOf(random, system, recorder, world.models, customs, fault, fromMs + WARM_UP_MS, endMs)
  const [service = null, ...alsoRight] = fault === null ? [] : guilty(fault, system)
  const records = { logs: recorder.logs, spans: recorder.spans, metrics }
  return { seed, kind: kind ?? quiet, service, alsoRight, startMs, endMs, hits: world.hits, isFelt, records }
}

/** Requests of a day, at rates that make a case of bearable size. Returns whether their front felt what began. */
function send(
  random: Random,
  world: BackendWorld,
  system: System,
  plan: { fromMs: number; startMs: number; endMs: number; changeMs: number; surge: number; sampled: number },
): boolean {
  const { fromMs, startMs, endMs, changeMs, surge, sampled } = plan
  const total = system.entries.reduce((sum, { weight }) => sum + weight, 0)
  const cost = callsOf(system)
  const perSecond = Math.max(0.6, Math.min(10, random.between(...CALLS_AIM) / cost / ((endMs - fromMs) / 1_000)))
  const wave = random.between(0, 0.15)
  const before = new Front()
  const after = new Front()
  let isSettled = false
  for (let atMs = fromMs; atMs < endMs; ) {
    const load = (1 + wave * Math.sin(atMs / 1_300_000)) * (atMs >= changeMs ? surge : 1)
    atMs += (-Math.log(1 - random.next()) / (perSecond * load)) * 1_000
    if (!isSettled && atMs >= fromMs + WARM_UP_MS) {
      for (const model of world.models.values()) model.settle(fromMs, fromMs + WARM_UP_MS)
      isSettled = true
    }
    const entry = drawnEntry(system.entries, random.next() * total)
    if (entry === undefined) continue
    const done = world.request(entry.operation, atMs, random.chance(sampled))
    if (isSettled) (atMs < startMs ? before : after).add(done.endMs - atMs, done.isFailed)
  }
  return after.failures() - before.failures() >= FAILURES_FELT || after.slow() >= SLOWER_FELT * before.slow()
}

/** What the front sees of its requests. */
class Front {
  readonly #durations: number[] = []
  #failed = 0

  add(ms: number, isFailed: boolean): void {
    this.#durations.push(ms)
    if (isFailed) this.#failed++
  }

  failures(): number {
    return this.#failed / Math.max(1, this.#durations.length)
  }

  /** The duration that one request in ten exceeds. */
  slow(): number {
    return this.#durations.toSorted((a, b) => a - b)[Math.floor(this.#durations.length * 0.9)] ?? 0
  }
}

function drawnEntry(entries: System['entries'], at: number): System['entries'][number] | undefined {
  let left = at
  for (const entry of entries) {
    left -= entry.weight
    if (left <= 0) return entry
  }
  return entries[0]
}

/** Calls that one request makes on average. */
function callsOf({ entries }: System): number {
  const countOf = (operation: System['operations'][number]): number =>
    operation.steps.reduce((sum, step) => {
      if (step.do === 'request') return sum + countOf(step.to)
      if (step.do === 'publish') return sum + 1 + step.consumers.reduce((all, one) => all + countOf(one), 0)
      return sum + (step.do === 'query' || step.do === 'cached' ? 1 : 0)
    }, 1)
  const total = entries.reduce((sum, { weight }) => sum + weight, 0)
  return entries.reduce((sum, { operation, weight }) => sum + (weight / total) * countOf(operation), 0)
}

/** What a quiet day brings besides requests. */
function disturb(random: Random, world: BackendWorld, quiet: BackendQuiet, changeMs: number): void {
  const [first] = world.models.values()
  if (quiet === 'backup' && first !== undefined) {
    const share = random.between(0.15, 0.35)
    first.extra = (atMs) => (atMs >= changeMs ? share : 0)
  }
  if (quiet === 'vacuum' && first !== undefined) first.extra = (atMs) => (atMs % 180_000 < 20_000 ? 0.25 : 0)
  if (quiet === 'cold_cache') world.coldness = (atMs) => (atMs >= changeMs && atMs < changeMs + 45_000 ? 0.5 : 0)
}

/** What stores write all day, and of the trouble that makes nobody fail. */
function routine(
  random: Random,
  system: System,
  recorder: Recorder,
  world: BackendWorld,
  fault: Fault | null,
  fromMs: number,
  toMs: number,
): void {
  for (const store of system.stores) {
    const everyMs = random.pick([4_000, 12_000, 45_000])
    const isDown = (atMs: number): boolean =>
      fault?.kind === 'failover' && fault.store === store && atMs >= fault.startMs && atMs < fault.startMs + 15_000
    for (let atMs = fromMs; atMs < toMs; atMs += everyMs * random.between(0.7, 1.4)) {
      if (!isDown(atMs)) recorder.writes(store, false, random.pick(store.product.routine), atMs)
    }
    const { slow } = store.product.writes
    if (slow === undefined || fault === null || fault.store !== store) continue
    const isSlow = fault.kind === 'slow_queries' || fault.kind === 'replica_slow' || fault.kind === 'table_scan'
    for (let atMs = fault.startMs; isSlow && atMs < toMs; atMs += random.between(2_000, 9_000)) {
      if (world.hits > 0) recorder.writes(store, false, slow, atMs)
    }
  }
}

/** New versions: of a bad one mostly told, and of others as well. */
function releases(
  random: Random,
  system: System,
  recorder: Recorder,
  fault: Fault | null,
  changeMs: number | null,
): void {
  const told: [System['services'][number], number][] = []
  const isReleased =
    fault !== null && ['many_queries', 'table_scan', 'cache_bypassed', 'leaked_connections'].includes(fault.kind)
  if (isReleased && fault.client !== null && random.chance(0.6)) told.push([fault.client, fault.startMs - 4_000])
  if (fault !== null && random.chance(0.25))
    told.push([random.pick(system.services), fault.startMs - random.between(0, 240_000)])
  if (changeMs !== null) told.push([random.pick(system.services), changeMs])
  for (const [service, atMs] of told) {
    for (let replica = 0; replica < service.replicas; replica++) {
      recorder.notes(service, replica, 'starting version 7.{n}', atMs + replica * 900)
      recorder.notes(service, replica, 'listening on port 8080', atMs + replica * 900 + 700)
    }
  }
}
