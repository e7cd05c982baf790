/**
 * Generated systems whose services pass messages through brokers, queues and jobs, by a generator of its own. Even seeds
 * are there to look at; odd ones are only scored.
 */
import { makeFlowCase } from '../flows/flow-case.ts'
import { FLOW_FAULTS, FLOW_QUIET } from '../flows/troubles.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { Episode, EpisodeSet } from './episode.ts'
import { generatedEpisode } from './generated-episode.ts'

/** How many of each kind of fault and of each kind of quiet window. */
const OF_EACH = 3

/** @param isHeld the seeds that nobody looks at. */
export function flowSet(cache: DiskCache | null, isHeld: boolean): EpisodeSet {
  const code = hashOfSources(['scripts/eval/flows', 'scripts/eval/synthetic/random.ts'])
  const generator = { name: 'flows', idPrefix: 'fl', faultPrefix: 'flows_', code, make: makeFlowCase }
  const of = (count: number, isFaulty: boolean): Episode[] =>
    Array.from({ length: count }, (_, i) => generatedEpisode(generator, 2 * i + (isHeld ? 1 : 0), isFaulty, cache))
  const episodes = [...of(OF_EACH * FLOW_FAULTS.length, true), ...of(OF_EACH * FLOW_QUIET.length, false)]
  return { name: isHeld ? 'flows-held' : 'flows', system: 'flows', episodes }
}
