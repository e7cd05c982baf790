/**
 * Generated systems whose services share databases, replicas, caches and brokers, by another generator than the other
 * stores. Even seeds are there to look at; odd ones are only scored.
 */
import { BACKEND_FAULTS, BACKEND_QUIET } from '../backends/faults.ts'
import { makeBackendIncident } from '../backends/incident.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { Episode, EpisodeSet } from './episode.ts'
import { generatedEpisode } from './generated-episode.ts'

/** How many of each kind of fault and of each kind of quiet window. */
const OF_EACH = 3

/** @param isHeld the seeds that nobody looks at. */
export function backendSet(cache: DiskCache | null, isHeld: boolean): EpisodeSet {
  const code = hashOfSources(['scripts/eval/backends', 'scripts/eval/synthetic/random.ts'])
  const generator = { name: 'backends', idPrefix: 'be', faultPrefix: 'backends_', code, make: makeBackendIncident }
  const of = (count: number, isFaulty: boolean): Episode[] =>
    Array.from({ length: count }, (_, i) => generatedEpisode(generator, 2 * i + (isHeld ? 1 : 0), isFaulty, cache))
  const episodes = [...of(OF_EACH * BACKEND_FAULTS.length, true), ...of(OF_EACH * BACKEND_QUIET.length, false)]
  return { name: isHeld ? 'backends-held' : 'backends', system: 'backends', episodes }
}
