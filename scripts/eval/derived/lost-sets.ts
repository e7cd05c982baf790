/**
 * Cases of lost packets, made of recorded windows without a fault and of the time before recorded faults. Even numbers may
 * be looked at, odd ones are only scored (`--held`).
 */
import { toMillis } from '../../../src/telemetry/time.ts'
import { seededRandom } from '../../demo/random.ts'
import { type DiskCache, hashOfSources } from '../protocol/disk-cache.ts'
import type { Episode, EpisodeSet, Truth } from '../protocol/episode.ts'
import type { Derived, Window } from './derive.ts'
import { withLostPackets } from './lost-packets.ts'

/** Cases made of each background in each half. */
const OF_EACH = 2
/** Two of trainticket's labels are later than what they name: the last minute before them is left out. */
const LEFT_OUT_MS = 60_000
/** Shorter pasts leave too little on both sides of their middle. */
const PAST_MIN_MS = 80_000

interface Plan {
  readonly startMs: number
  readonly endMs: number
  readonly truth: Truth | null
}

/** Of each set with spans one of lost packets; lines are left out, because windows without a fault have none. */
export function lostPacketSets(sets: readonly EpisodeSet[], cache: DiskCache | null, isHeld: boolean): EpisodeSet[] {
  const code = hashOfSources(['scripts/eval/derived', 'scripts/demo/random.ts', 'scripts/eval/otlp-files.ts'])
  return sets.flatMap((set) => {
    const backgrounds = set.episodes.filter(({ signals }) => signals.includes('spans'))
    if (backgrounds.length === 0) return []
    const made = backgrounds.flatMap((base) =>
      Array.from({ length: OF_EACH }, (_, i) => 2 * i + (isHeld ? 1 : 0)).flatMap((number) =>
        episodeOf(base, number, code, cache, set.system),
      ),
    )
    // Pasts without any fault: every second one belongs to each half.
    const pasts = backgrounds.filter(({ truth }, index) => truth !== null && index % 2 === (isHeld ? 1 : 0))
    const quiet = pasts.flatMap((base) => episodeOf(base, null, code, cache, set.system))
    const name = `lost-${quiet.length > 0 ? 'past' : 'quiet'}-${set.system}${isHeld ? '-held' : ''}`
    return [{ name, system: set.system, episodes: [...made, ...quiet] }]
  })
}

/** @param number null: no fault is put in. */
function episodeOf(
  base: Episode,
  number: number | null,
  code: string,
  cache: DiskCache | null,
  system: string,
): Episode[] {
  const make = (): Derived | null => {
    const window = windowOf(base, system)
    if (window === null || number === null) return window === null ? null : { ...window, truth: null }
    return withLostPackets(window, seededRandom(number, `lost ${base.id}`))
  }
  const planOf = (): Plan | null => {
    const made = make()
    return made === null ? null : { startMs: made.startMs, endMs: made.endMs, truth: made.truth }
  }
  const label = number === null ? 'quiet' : `lost-${number}`
  const key = [code, base.contentKey, label]
  const plan = cache === null ? planOf() : cache.get([...key, 'plan'], planOf)
  if (plan === null) return []
  return [
    {
      ...plan,
      id: `${base.id}-${label}`,
      cluster: base.cluster,
      signals: base.signals.filter((signal) => signal !== 'logs'),
      hasChanges: false,
      contentKey: key.join(' '),
      load() {
        const made = make()
        if (made === null) throw new Error(`${base.id}: the window holds no case of lost packets any more`)
        return { records: made.records, changes: [] }
      },
    },
  ]
}

/** The recorded window, or the time before the recorded fault, divided at its middle. Null: it is too short. */
function windowOf(base: Episode, system: string): Window | null {
  const { records } = base.load()
  const { spans, metrics } = records
  if (base.truth === null) return { records: { logs: [], spans, metrics }, startMs: base.startMs, endMs: base.endMs }
  const endMs = base.startMs - (system === 'trainticket' ? LEFT_OUT_MS : 0)
  const firstMs = spans.reduce((least, { time }) => Math.min(least, toMillis(time)), base.startMs)
  if (endMs - firstMs < PAST_MIN_MS) return null
  const isBefore = ({ time }: { readonly time: Parameters<typeof toMillis>[0] }): boolean => toMillis(time) < endMs
  const past = { logs: [], spans: spans.filter(isBefore), metrics: metrics.filter(isBefore) }
  return { records: past, startMs: Math.round((firstMs + endMs) / 2), endMs }
}
