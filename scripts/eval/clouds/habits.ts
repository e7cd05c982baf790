/** What a system's monitor publishes of which component, and in which form. */
import type { Random } from '../synthetic/random.ts'
import { type Component, callsIn, type System } from './system.ts'
import type { Quantity, Vocabulary } from './vocabulary.ts'
import { VOCABULARIES } from './vocabulary.ts'

export type Outcome = 'counts' | 'availability' | 'rate'

export interface Habits {
  readonly vocabulary: Vocabulary
  readonly stepMs: number
  readonly historyMs: number
  readonly afterMs: number
  /** A reading bears the beginning of its period, not its end. */
  readonly stampsStart: boolean
  readonly stats: readonly string[]
  /** Null: the statistic is part of the name. */
  readonly statKey: string | null
  readonly outcome: Outcome
  readonly isPercent: boolean
  readonly sendsZeros: boolean
  readonly areSums: boolean
  /** A function's duration begins when its instance has started. */
  readonly countsInit: boolean
  /** Attributes that name caller and callee; null: nothing is counted by pairs. */
  readonly pairKeys: readonly [string, string] | null
  /** Gateways are counted by operation, under this attribute. */
  readonly operationKey: string | null
  readonly hasVersions: boolean
  readonly resource: Readonly<Record<string, string>>
  readonly published: ReadonlyMap<Component, readonly Quantity[]>
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const POINTS_AIM = 11_500
const STATS = [
  ['avg'],
  ['avg', 'p95'],
  ['avg', 'p99'],
  ['p50', 'p99'],
  ['p50', 'p90', 'p99'],
  ['p50', 'p95'],
  ['avg', 'p50', 'p90', 'p95', 'p99'],
  ['p90'],
] as const
const PAIR_KEYS = [
  ['Service', 'RemoteService'],
  ['caller', 'callee'],
  ['source', 'target'],
  ['client', 'server'],
] as const
const RESOURCES: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'cloud.region': 'eu-north-1' },
  { 'cloud.provider': 'gcp', 'cloud.region': 'europe-west4' },
  { 'cloud.provider': 'azure' },
  { account: '402719338816', region: 'us-west-2' },
]

/**
 * @param isFine readings of each minute, if that is not too many.
 * @param resources the share of components with readings of processor and memory is at least this.
 */
export function drawHabits(random: Random, system: System, isFine: boolean, resources: number): Habits {
  const vocabulary = random.pick(VOCABULARIES)
  const published = publishedBy(random, system, vocabulary, resources)
  let hasPairs = random.chance(0.25)
  let hasOperations = random.chance(0.25)
  let stats: readonly string[] = random.pick(STATS)
  const outcome = random.pick<Outcome>(['counts', 'counts', 'availability', 'rate'])
  const pairs = pairsOf(system)
  const seriesWith = (each: number): number => {
    const own = [...published.values()].flat().reduce((sum, one) => sum + (one === 'latency' ? each : 1), 0)
    return own + (hasPairs ? 3 * pairs : 0) + (hasOperations ? system.entries.length * (each + 3) : 0)
  }
  let stepMs = isFine ? MINUTE_MS : 5 * MINUTE_MS
  const hours = random.between(2, 4)
  const longestMs = (): number => Math.floor(POINTS_AIM / seriesWith(stats.length)) * stepMs
  const fits = (): boolean => longestMs() >= 2.1 * HOUR_MS + (stepMs === MINUTE_MS ? 15 : 40) * MINUTE_MS
  if (!fits()) hasPairs = false
  if (!fits()) stats = stats.slice(0, 2)
  if (!fits()) hasOperations = false
  if (!fits()) stats = stats.slice(0, 1)
  if (!fits()) stepMs = 5 * MINUTE_MS
  const lasting = [10, 15, 20, 30, 40].filter((minutes) => {
    return minutes * MINUTE_MS >= 3 * stepMs && 2.1 * HOUR_MS + minutes * MINUTE_MS <= longestMs()
  })
  const afterMs = random.pick(lasting.length === 0 ? [15] : lasting) * MINUTE_MS
  const historyMs = Math.max(2 * HOUR_MS, Math.min(hours * HOUR_MS, longestMs() - afterMs))
  return {
    vocabulary,
    stepMs,
    historyMs,
    afterMs,
    stampsStart: random.chance(0.5),
    stats,
    statKey: random.chance(0.25) ? random.pick(['statistic', 'stat', 'aggregation']) : null,
    outcome,
    isPercent: random.chance(0.6),
    sendsZeros: random.chance(0.6),
    areSums: random.chance(0.3),
    countsInit: random.chance(0.6),
    pairKeys: hasPairs ? random.pick(PAIR_KEYS) : null,
    operationKey: hasOperations ? random.pick(['Operation', 'Resource', 'route']) : null,
    hasVersions: random.chance(0.25),
    resource: random.pick(RESOURCES),
    published,
  }
}

function pairsOf({ operations }: System): number {
  const pairs = operations.flatMap(({ component, steps }) =>
    steps.flatMap(callsIn).map(({ to }) => `${component.index}/${to.component.index}`),
  )
  return new Set(pairs).size
}

/** Of some components much, of others little or nothing. */
function publishedBy(
  random: Random,
  system: System,
  { words }: Vocabulary,
  resourcesMin: number,
): Map<Component, readonly Quantity[]> {
  const resources = Math.max(resourcesMin, random.pick([0, 0.3, 0.7, 1]))
  const extras = random.pick([0.15, 0.5, 0.9])
  const outside = random.pick([0, 0, 1])
  const silent = random.pick([0, 0.06, 0.12])
  const rejects = random.chance(0.5)
  const map = new Map<Component, readonly Quantity[]>()
  for (const component of system.components) {
    const { kind } = component
    if (kind === 'outside' ? outside === 0 : kind !== 'gateway' && random.chance(silent)) continue
    const known = words[kind]
    const hasResources = random.chance(resources)
    const isSent = (quantity: Quantity): boolean => {
      if (known[quantity] === undefined) return false
      if (quantity === 'processor' || quantity === 'memory') return hasResources
      if (quantity === 'rejected') return rejects
      const isMain = ['requests', 'faults', 'latency', 'depth', 'sent'].includes(quantity)
      const isUsual = quantity === 'age' || quantity === 'hits' || (quantity === 'throttles' && kind !== 'container')
      return isMain || random.chance(isUsual ? 0.8 : extras)
    }
    const all = QUANTITIES.filter(isSent)
    // Hits and misses come together.
    const sent = all.filter((one) => one !== 'misses' || all.includes('hits'))
    map.set(component, sent)
  }
  return map
}

const QUANTITIES: readonly Quantity[] = [
  'requests',
  'faults',
  'rejected',
  'latency',
  'throttles',
  'concurrency',
  'coldStarts',
  'processor',
  'memory',
  'consumed',
  'hits',
  'misses',
  'depth',
  'age',
  'sent',
  'received',
]
