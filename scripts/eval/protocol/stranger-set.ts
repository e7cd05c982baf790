/**
 * Generated systems that no rule was written on. Even seeds are there to look at; odd ones are only scored: `--held`.
 */
import { ALL_SIGNALS } from '../incident-cases.ts'
import { QUIET_KINDS, STRANGER_FAULTS } from '../strangers/faults.ts'
import { makeStranger } from '../strangers/stranger.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { Episode, EpisodeSet, Truth } from './episode.ts'

/** Three of each kind of fault and of each kind of quiet window. */
const OF_EACH = 3

interface Plan {
  readonly startMs: number
  readonly endMs: number
  readonly truth: Truth | null
}

/** @param isHeld the seeds that nobody looks at. */
export function strangerSet(cache: DiskCache | null, isHeld: boolean): EpisodeSet {
  const code = hashOfSources(['scripts/eval/strangers', 'scripts/eval/synthetic/random.ts'])
  const of = (count: number, isFaulty: boolean): Episode[] =>
    Array.from({ length: count }, (_, i) => episodeOf(2 * i + (isHeld ? 1 : 0), isFaulty, code, cache))
  const faults = of(OF_EACH * STRANGER_FAULTS.length, true)
  const quiet = of(OF_EACH * QUIET_KINDS.length, false)
  const name = isHeld ? 'strangers-held' : 'strangers'
  return { name, system: 'strangers', episodes: [...faults, ...quiet] }
}

function episodeOf(seed: number, isFaulty: boolean, code: string, cache: DiskCache | null): Episode {
  const planOf = (): Plan => {
    const { service, kind, startMs, endMs } = makeStranger(seed, isFaulty)
    const truth = service === null ? null : { services: [service], unstatedToo: [], faultType: `stranger_${kind}` }
    return { startMs, endMs, truth }
  }
  const key = [code, 'stranger', String(seed), isFaulty ? 'fault' : 'quiet']
  const id = `st-${seed}${isFaulty ? '' : '-quiet'}`
  return {
    ...(cache === null ? planOf() : cache.get([...key, 'plan'], planOf)),
    id,
    cluster: id,
    signals: ALL_SIGNALS,
    hasChanges: false,
    contentKey: key.join(' '),
    load: () => ({ records: makeStranger(seed, isFaulty).records, changes: [] }),
  }
}
