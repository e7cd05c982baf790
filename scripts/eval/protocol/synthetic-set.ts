/** Generated incidents as one more system of the protocol: it takes part in fits and tables, and judges nothing alone. */

import { FAULT_KINDS } from '../synthetic/faults.ts'
import { makeIncident } from '../synthetic/incident.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { EpisodeSet } from './episode.ts'
import { generatedEpisode } from './generated-episode.ts'

/** Two of each kind of fault, and as many windows without a fault as the recorded sets have. */
const FAULTS = 2 * FAULT_KINDS.length
const QUIET = 20
/** Seeds of this table only: the even and odd ones of `eval:synthetic` begin at 0. */
const FIRST_SEED = 50_000

/** @param cache null: every incident is generated again to know its truth. */
export function syntheticSet(cache: DiskCache | null): EpisodeSet {
  const code = hashOfSources(['scripts/eval/synthetic'])
  const generator = { name: 'synthetic', idPrefix: 'sy', faultPrefix: '', code, make: makeIncident }
  const faults = Array.from({ length: FAULTS }, (_, index) =>
    generatedEpisode(generator, FIRST_SEED + index, true, cache),
  )
  const quiet = Array.from({ length: QUIET }, (_, index) =>
    generatedEpisode(generator, FIRST_SEED + index, false, cache),
  )
  return { name: 'synthetic', system: 'synthetic', episodes: [...faults, ...quiet] }
}
