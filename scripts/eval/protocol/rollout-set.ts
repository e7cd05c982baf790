/**
 * Generated clusters of several pods a service, read by metrics alone, in which services are released all day. Half of
 * them tell what is released. Even seeds are there to look at; odd ones are only scored.
 */
import { ROLLOUT_FAULTS, ROLLOUT_QUIET } from '../rollouts/faults.ts'
import { makeRolloutIncident } from '../rollouts/incident.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { Episode, EpisodeSet } from './episode.ts'
import { generatedEpisode } from './generated-episode.ts'

/** How many of each kind of fault and of each kind of quiet window. */
const OF_EACH = 3

/** @param isHeld the seeds that nobody looks at. */
export function rolloutSet(cache: DiskCache | null, isHeld: boolean): EpisodeSet {
  const code = hashOfSources(['scripts/eval/rollouts', 'scripts/eval/synthetic/random.ts'])
  const generator = {
    name: 'rollouts',
    idPrefix: 'ro',
    faultPrefix: 'rollouts_',
    code,
    signals: ['metrics'] as const,
    make: makeRolloutIncident,
  }
  const of = (count: number, isFaulty: boolean): Episode[] =>
    Array.from({ length: count }, (_, i) => generatedEpisode(generator, 2 * i + (isHeld ? 1 : 0), isFaulty, cache))
  const episodes = [...of(OF_EACH * ROLLOUT_FAULTS.length, true), ...of(OF_EACH * ROLLOUT_QUIET.length, false)]
  return { name: isHeld ? 'rollouts-held' : 'rollouts', system: 'rollouts', episodes }
}
