/** Seeded incidents for evaluations: a system nobody has seen, one fault or none, red herrings, imperfect collection. */
import { withBareSpans, withClockSkew, withoutSeverity, withSampledTraces } from './distort.ts'
import { FAULT_KINDS, type FaultKind } from './faults.ts'
import type { Simulation } from './model.ts'
import { seededRandom } from './random.ts'
import { randomTopology } from './random-topology.ts'
import { simulate } from './simulate.ts'

export interface SyntheticIncident {
  readonly simulation: Simulation
  readonly kind: FaultKind | 'none'
  /** What collection did to it, in words. */
  readonly distortions: readonly string[]
}

const MINUTE_MS = 60_000
/** The skew of badly kept clocks, and the ratio many systems sample traces at. */
const SKEW_MS_MAX = 2000
const SAMPLING_RATIO = 0.1

export interface SyntheticInput {
  readonly seed: number
  readonly endMs: number
  readonly isFaultless?: boolean
  readonly durationMinutes?: number
}

/** Kinds follow the seed, so that any 16 neighbouring seeds show each once. */
export function syntheticIncident(input: SyntheticInput): SyntheticIncident {
  const random = seededRandom(input.seed, 'synthetic')
  const kind = input.isFaultless === true ? 'none' : (FAULT_KINDS[input.seed % FAULT_KINDS.length] ?? 'hang')
  const durationMinutes = input.durationMinutes ?? 40
  const startMs = input.endMs - durationMinutes * MINUTE_MS
  const changeFromMs = startMs + random.integer(5, durationMinutes - 12) * MINUTE_MS
  const loadChange = random.chance(0.35)
    ? {
        factor: random.pick([0.5, 1.7, 2.2]),
        fromMs: changeFromMs,
        toMs: changeFromMs + random.integer(4, 10) * MINUTE_MS,
      }
    : undefined
  let simulation = simulate({
    seed: input.seed,
    endMs: input.endMs,
    durationMinutes,
    topology: randomTopology(input.seed),
    fault: kind,
    ...(loadChange === undefined ? {} : { loadChange }),
  })
  const distortions: string[] = loadChange === undefined ? [] : [`load × ${loadChange.factor}`]
  if (random.chance(0.25)) {
    simulation = withBareSpans(simulation)
    distortions.push('bare spans')
  }
  if (random.chance(0.25)) {
    simulation = withClockSkew(simulation, input.seed, SKEW_MS_MAX)
    distortions.push('clock skew')
  }
  if (random.chance(0.2)) {
    simulation = withSampledTraces(simulation, SAMPLING_RATIO)
    distortions.push('sampled traces')
  }
  if (random.chance(0.25)) {
    simulation = withoutSeverity(simulation)
    distortions.push('no severity')
  }
  return { simulation, kind, distortions }
}
