/** Generated systems with shared stores that send lines and no spans. Even seeds are there to look at; odd ones are only scored. */
import { makeStoreStranger } from '../strangers/shared-stores.ts'
import { STORE_FAULTS, STORE_QUIET } from '../strangers/store-faults.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { Episode, EpisodeSet } from './episode.ts'
import { generatedEpisode } from './generated-episode.ts'

/** How many of each kind of fault and of each kind of quiet window. */
const OF_EACH = 4

/** @param isHeld the seeds that nobody looks at. */
export function storeSet(cache: DiskCache | null, isHeld: boolean): EpisodeSet {
  const code = hashOfSources(['scripts/eval/strangers', 'scripts/eval/synthetic/random.ts'])
  const generator = { name: 'stores', idPrefix: 'ss', faultPrefix: 'stores_', code, make: makeStoreStranger }
  const of = (count: number, isFaulty: boolean): Episode[] =>
    Array.from({ length: count }, (_, i) => generatedEpisode(generator, 2 * i + (isHeld ? 1 : 0), isFaulty, cache))
  const episodes = [...of(OF_EACH * STORE_FAULTS.length, true), ...of(OF_EACH * STORE_QUIET.length, false)]
  return { name: isHeld ? 'stores-held' : 'stores', system: 'strangers', episodes }
}
