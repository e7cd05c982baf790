/**
 * Generated systems of managed clouds that send readings of their components and nothing else. Even seeds are there to
 * look at; odd ones are only scored.
 */
import { CLOUD_FAULTS, CLOUD_QUIET } from '../clouds/faults.ts'
import { makeCloudIncident } from '../clouds/incident.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { Episode, EpisodeSet } from './episode.ts'
import { generatedEpisode } from './generated-episode.ts'

/** How many of each kind of fault and of each kind of quiet window. */
const OF_EACH = 3

/** @param isHeld the seeds that nobody looks at. */
export function cloudSet(cache: DiskCache | null, isHeld: boolean): EpisodeSet {
  const code = hashOfSources(['scripts/eval/clouds', 'scripts/eval/synthetic/random.ts'])
  const generator = { name: 'clouds', idPrefix: 'cl', faultPrefix: 'clouds_', code, make: makeCloudIncident }
  const of = (count: number, isFaulty: boolean): Episode[] =>
    Array.from({ length: count }, (_, i) => generatedEpisode(generator, 2 * i + (isHeld ? 1 : 0), isFaulty, cache))
  const episodes = [...of(OF_EACH * CLOUD_FAULTS.length, true), ...of(OF_EACH * CLOUD_QUIET.length, false)]
  return { name: isHeld ? 'clouds-held' : 'clouds', system: 'clouds', episodes }
}
