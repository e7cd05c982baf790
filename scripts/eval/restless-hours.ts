/**
 * Hours of one generated system in which some operations fail in short bursts all day, whatever else happens. Hours of a
 * seed are of the same system: some to learn its quiet from, others to be judged, with a fault or without.
 */
import type { RecordArrays } from '../../src/agent/investigator/memory-source.ts'
import { makeFault, type StrangerFault } from './strangers/faults.ts'
import { makeHabits } from './strangers/habits.ts'
import { readingsOf } from './strangers/readings.ts'
import { DAY_MS, loadOf, sendLoad } from './strangers/stranger.ts'
import { makeSystem, reachOf, type System } from './strangers/system.ts'
import { Telling } from './strangers/telling.ts'
import { type Burst, World } from './strangers/world.ts'
import { Random } from './synthetic/random.ts'

export interface RestlessHour {
  /** Null: nothing broke. */
  readonly service: string | null
  readonly startMs: number
  readonly endMs: number
  /** Requests that met the fault. */
  readonly hits: number
  readonly records: RecordArrays
}

const HOUR_MS = 3_600_000
const BEFORE_MS = 15 * 60_000
const AFTER_MS = 6 * 60_000
const RESTLESS_OPERATIONS = 2
const BURSTS_OF_EACH = 3
/** Calls a request: an operation that hardly any request reaches has no bursts that anybody sees. */
const REACHED_MIN = 0.2
/** Far from the seeds of other generators. */
const SEED_STRIDE = 7_919
const HOURS_MAX = 1_000

/** @param burstS how long a burst lasts at most, in seconds; at least a quarter of it. @returns null when the system cannot have the fault. */
export function restlessHour(
  seed: number,
  hour: number,
  kind: StrangerFault | null,
  burstS: number,
): RestlessHour | null {
  const lasting = new Random(seed * SEED_STRIDE)
  const system = makeSystem(lasting)
  const habits = makeHabits(lasting, system.services)
  const reach = reachOf(system)
  const busy = system.operations.filter((operation) => (reach.get(operation) ?? 0) >= REACHED_MIN)
  const restless = lasting.shuffled(busy).slice(0, RESTLESS_OPERATIONS)
  const random = new Random((seed * SEED_STRIDE + 1) * HOURS_MAX + hour)
  const startMs = DAY_MS + hour * HOUR_MS + random.int(900, 3_000) * 1_000
  const times = { startMs, endMs: startMs + AFTER_MS, changeMs: startMs }
  const fault = kind === null ? null : makeFault(random, system, kind, times)
  if (kind !== null && fault === null) return null
  const fromMs = startMs - BEFORE_MS
  const telling = new Telling(random, habits, fromMs, times.endMs)
  const loadAt = loadOf(random, 'calm', times)
  const world = new World(
    random,
    telling,
    fault,
    burstsOf(random, restless, { fromMs, toMs: times.endMs }, burstS),
    loadAt,
  )
  sendLoad(random, world, system, { ...times, fromMs }, loadAt, habits.sampled, false)
  const metrics = readingsOf(random, telling, habits, system.services, fault, { fromMs, toMs: times.endMs }, null)
  return {
    service: fault?.service.name ?? null,
    startMs,
    endMs: times.endMs,
    hits: world.hits,
    records: { logs: telling.logs, spans: telling.spans, metrics },
  }
}

function burstsOf(
  random: Random,
  operations: System['operations'],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  burstS: number,
): Burst[] {
  return operations.flatMap((operation) =>
    Array.from({ length: BURSTS_OF_EACH }, () => {
      const startMs = random.between(fromMs, toMs)
      return { operation, startMs, endMs: startMs + random.between(burstS / 4, burstS) * 1_000 }
    }),
  )
}
