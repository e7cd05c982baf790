/** One synthetic incident from one seed: topology, style, load, fault, red herrings. */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import { FAULT_KINDS, type Fault, type FaultKind, makeFault } from './faults.ts'
import { addBackground, addDeploy, addErrorBursts, addMetrics } from './noise.ts'
import { Random } from './random.ts'
import { Recorder, type Request } from './recorder.ts'
import { Simulation } from './simulate.ts'
import { makeStyle } from './style.ts'
import { makeTopology, reachable, type Topology } from './topology.ts'

export interface SyntheticIncident {
  readonly seed: number
  readonly kind: FaultKind | 'none'
  /** Null for a faultless case. */
  readonly service: string | null
  readonly startMs: number
  readonly hintMs: number
  readonly endMs: number
  readonly baselineMs: number
  readonly style: string
  readonly herrings: readonly string[]
  /** Requests that met the fault. */
  readonly touched: number
  readonly records: RecordArrays
}

/** Any day will do; the investigator must not care. */
const DAY_MS = Date.UTC(2026, 2, 3)
/** Spans of one case: enough to see, few enough to run hundreds of cases. */
const SPANS_AIM = [2_500, 14_000] as const

/** Each seed's further draws begin this far from its first one; no score uses seeds as high. */
const REDRAW_STRIDE = 1_000_003
const DRAWS_MAX = 20

/**
 * The incident of a seed. A fault in operations that no request happens to reach changes no record and is noticed by
 * nobody: it is no incident, and the seed draws again.
 */
export function makeIncident(seed: number, isFaulty = true): SyntheticIncident {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const incident = drawIncident(seed, draw, isFaulty)
    if (!isFaulty || incident.touched > 0) return incident
  }
  throw new RangeError(`seed ${seed} gives no incident that a request meets`)
}

function drawIncident(seed: number, draw: number, isFaulty: boolean): SyntheticIncident {
  const random = new Random((seed + draw * REDRAW_STRIDE) * 2 + (isFaulty ? 0 : 1))
  const topology = makeTopology(random)
  const style = makeStyle(random, topology.services)
  const baselineMs = random.pick([60_000, 90_000, 150_000, 240_000, 400_000])
  const faultMs = random.pick([60_000, 90_000, 120_000, 180_000])
  const beginMs = DAY_MS + random.int(0, 80_000) * 1_000
  const startMs = beginMs + baselineMs
  const endMs = startMs + faultMs
  const kind = FAULT_KINDS[seed % FAULT_KINDS.length] ?? 'exception'
  const fault = isFaulty ? faultIn(random, topology, kind, startMs, endMs) : null
  const recorder = new Recorder(random, style)
  const simulation = new Simulation(random, recorder, style, fault, topology.operations)
  const herrings: string[] = []
  const changesLoad = random.chance(0.3)
  const changesMix = random.chance(0.4)
  if (changesLoad) herrings.push('load')
  if (changesMix) herrings.push('mix')
  const perRequest = [...reachable(topology).values()].reduce((sum, calls) => sum + calls, 0) * 3
  const perSecond = Math.min(
    25,
    random.between(...SPANS_AIM) / perRequest / ((baselineMs + faultMs) / 1_000) / Math.sqrt(style.sampled),
  )
  const load = {
    perSecond: Math.max(0.6, perSecond),
    factor: changesLoad ? random.pick([0.5, 0.7, 1.5, 2]) : 1,
    changesMix,
  }
  sendLoad(random, simulation, topology, style.sampled, load, { beginMs, startMs, endMs })
  const others = topology.services.filter((service) => service !== fault?.service)
  if (random.chance(0.4)) {
    herrings.push('errors')
    addErrorBursts(random, recorder, random.pick(others), beginMs, endMs)
  }
  if (random.chance(0.3)) {
    herrings.push('deploy')
    addDeploy(random, recorder, random.pick(others), startMs + random.between(-90_000, 30_000))
  }
  addBackground(random, recorder, topology.services, beginMs, endMs)
  addMetrics(random, recorder, style, topology.services, simulation.handled, fault, {
    fromMs: beginMs - random.pick([0, 300_000]),
    endMs,
  })
  const { logIds, hasKindAndStatus, hasClientSpans, sampled, format } = style
  return {
    seed,
    kind: fault?.kind ?? 'none',
    service: fault?.service ?? null,
    startMs,
    hintMs: startMs + random.between(-20_000, 20_000),
    endMs,
    baselineMs,
    style: `${format} ids=${logIds} kinds=${hasKindAndStatus} client=${hasClientSpans} sampled=${sampled} skew=${[...style.skewMs.values()].some((skew) => skew !== 0)}`,
    herrings,
    touched: simulation.touched.size,
    records: { logs: recorder.logs, spans: recorder.spans, metrics: recorder.metrics },
  }
}

/** A fault in a service that requests reach and that is no mere entry point. */
function faultIn(random: Random, topology: Topology, kind: FaultKind, startMs: number, endMs: number): Fault {
  const calls = reachable(topology)
  const entry = new Set(topology.entries.map(({ operation }) => operation.service))
  const able = topology.services.filter((service) => {
    if ((calls.get(service) ?? 0) < 0.15 || entry.has(service)) return false
    const own = topology.operations.filter((operation) => operation.service === service)
    if (kind === 'slow_store' || kind === 'pool_exhaustion')
      return own.every(({ steps }) => steps.some((step) => step.kind === 'store'))
    if (kind === 'retry_storm') return own.every(({ steps }) => steps.some((step) => step.kind === 'call'))
    if (kind === 'silent_skip')
      return own.every(({ steps }) =>
        steps.slice(Math.max(1, Math.floor(steps.length / 2))).some((step) => step.kind !== 'work'),
      )
    return true
  })
  if (able.length > 0) return makeFault(random, kind, random.pick(able), topology.operations, startMs, endMs)
  const any = topology.services.filter((service) => (calls.get(service) ?? 0) >= 0.15 && !entry.has(service))
  return makeFault(
    random,
    'exception',
    random.pick(any.length > 0 ? any : topology.services),
    topology.operations,
    startMs,
    endMs,
  )
}

function sendLoad(
  random: Random,
  simulation: Simulation,
  topology: Topology,
  sampled: number,
  load: { perSecond: number; factor: number; changesMix: boolean },
  times: { beginMs: number; startMs: number; endMs: number },
): void {
  const mix = [random.between(0.2, 1), random.between(0.2, 1), random.between(0.2, 1), random.between(0.2, 1)]
  const later = load.changesMix ? mix.map((weight) => weight * random.between(0.3, 2.5)) : mix
  const entryWeights = topology.entries.map(({ weight }) => weight)
  const laterEntries = load.changesMix ? entryWeights.map((weight) => weight * random.between(0.4, 2)) : entryWeights
  const changeMs = times.startMs + random.between(-60_000, 30_000)
  const isBursty = random.chance(0.4)
  let atMs = times.beginMs
  while (atMs < times.endMs) {
    const isLater = atMs >= changeMs
    const wave = isBursty ? 0.3 + 1.4 * Math.abs(Math.sin(atMs / 23_000)) : 1
    const rate = load.perSecond * wave * (isLater ? load.factor : 1)
    atMs += (-Math.log(1 - random.next()) / rate) * 1_000
    // A user session sends a few alike requests.
    const entry = topology.entries[weighted(random, isLater ? laterEntries : entryWeights)]?.operation
    if (entry === undefined) continue
    const kind = weighted(random, isLater ? later : mix)
    const requests = random.pick([1, 1, 2, 3])
    for (let i = 0; i < requests; i++) {
      const request: Request = {
        traceId: random.hex(32),
        kind,
        isSampled: random.chance(sampled),
        attributes: { 'app.region': ['north', 'south', 'east', 'west'][kind] ?? 'none' },
      }
      const sentMs = atMs + i * random.between(100, 900)
      if (sentMs < times.endMs) simulation.request(entry, sentMs, request)
    }
    atMs += ((requests - 1) / rate) * 1_000
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
