/**
 * Generated systems that no rule was written on. Even seeds are there to look at; odd ones are only scored: `--held`.
 */
import { QUIET_KINDS, STRANGER_FAULTS } from '../strangers/faults.ts'
import { makeStranger } from '../strangers/stranger.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { Episode, EpisodeSet } from './episode.ts'
import { generatedEpisode } from './generated-episode.ts'

/** Three of each kind of fault and of each kind of quiet window. */
const OF_EACH = 3

/** @param isHeld the seeds that nobody looks at. */
export function strangerSet(cache: DiskCache | null, isHeld: boolean): EpisodeSet {
  const code = hashOfSources(['scripts/eval/strangers', 'scripts/eval/synthetic/random.ts'])
  const generator = { name: 'stranger', idPrefix: 'st', faultPrefix: 'stranger_', code, make: makeStranger }
  const of = (count: number, isFaulty: boolean): Episode[] =>
    Array.from({ length: count }, (_, i) => generatedEpisode(generator, 2 * i + (isHeld ? 1 : 0), isFaulty, cache))
  const faults = of(OF_EACH * STRANGER_FAULTS.length, true)
  const quiet = of(OF_EACH * QUIET_KINDS.length, false)
  const name = isHeld ? 'strangers-held' : 'strangers'
  return { name, system: 'strangers', episodes: [...faults, ...quiet] }
}
