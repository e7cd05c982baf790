/** Generated incidents as one more system of the protocol: it takes part in fits and tables, and judges nothing alone. */

import { ALL_SIGNALS } from '../incident-cases.ts'
import { FAULT_KINDS } from '../synthetic/faults.ts'
import { makeIncident } from '../synthetic/incident.ts'
import { type DiskCache, hashOfSources } from './disk-cache.ts'
import type { Episode, EpisodeSet, Truth } from './episode.ts'

/** Two of each kind of fault, and as many windows without a fault as the recorded sets have. */
const FAULTS = 2 * FAULT_KINDS.length
const QUIET = 20
/** Seeds of this table only: the even and odd ones of `eval:synthetic` begin at 0. */
const FIRST_SEED = 50_000

interface Plan {
  readonly startMs: number
  readonly endMs: number
  readonly truth: Truth | null
}

/** @param cache null: every incident is generated again to know its truth. */
export function syntheticSet(cache: DiskCache | null): EpisodeSet {
  const code = hashOfSources(['scripts/eval/synthetic'])
  const faults = Array.from({ length: FAULTS }, (_, index) => episodeOf(FIRST_SEED + index, true, code, cache))
  const quiet = Array.from({ length: QUIET }, (_, index) => episodeOf(FIRST_SEED + index, false, code, cache))
  return { name: 'synthetic', system: 'synthetic', episodes: [...faults, ...quiet] }
}

function episodeOf(seed: number, isFaulty: boolean, code: string, cache: DiskCache | null): Episode {
  const planOf = (): Plan => {
    const { service, kind, startMs, endMs } = makeIncident(seed, isFaulty)
    return {
      startMs,
      endMs,
      truth: service === null ? null : { services: [service], unstatedToo: [], faultType: kind },
    }
  }
  const key = [code, 'synthetic', String(seed), isFaulty ? 'fault' : 'quiet']
  const id = `sy-${seed}${isFaulty ? '' : '-quiet'}`
  return {
    ...(cache === null ? planOf() : cache.get([...key, 'plan'], planOf)),
    id,
    cluster: id,
    signals: ALL_SIGNALS,
    hasChanges: false,
    contentKey: key.join(' '),
    load: () => ({ records: makeIncident(seed, isFaulty).records, changes: [] }),
  }
}
