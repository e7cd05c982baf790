/** An episode that a generator makes from a seed. */
import { ALL_SIGNALS, type SignalName } from '../incident-cases.ts'
import type { DiskCache } from './disk-cache.ts'
import type { Episode, EpisodeRecords, Truth } from './episode.ts'

interface Plan {
  readonly startMs: number
  readonly endMs: number
  readonly truth: Truth | null
  readonly hasChanges: boolean
}

export interface Generated {
  /** The faulty service; null in a window without a fault. */
  readonly service: string | null
  /** Others that are right to name as well. */
  readonly alsoRight?: readonly string[]
  readonly kind: string
  readonly startMs: number
  readonly endMs: number
  readonly records: EpisodeRecords['records']
  /** What a system tells of its releases and scalings; left out where it tells nothing. */
  readonly changes?: EpisodeRecords['changes']
}

export interface Generator {
  /** Part of the key of what is cached. */
  readonly name: string
  /** Before the seed in an episode's id. */
  readonly idPrefix: string
  /** Before the kind of a fault in its type. */
  readonly faultPrefix: string
  /** Hash of its sources. */
  readonly code: string
  /** What its systems send; left out: everything. */
  readonly signals?: readonly SignalName[]
  readonly make: (seed: number, isFaulty: boolean) => Generated
}

export function generatedEpisode(
  { name, idPrefix, faultPrefix, code, signals = ALL_SIGNALS, make }: Generator,
  seed: number,
  isFaulty: boolean,
  cache: DiskCache | null,
): Episode {
  const planOf = (): Plan => {
    const { service, alsoRight = [], kind, startMs, endMs, changes = [] } = make(seed, isFaulty)
    const services = service === null ? [] : [service, ...alsoRight]
    const truth = services.length === 0 ? null : { services, unstatedToo: [], faultType: `${faultPrefix}${kind}` }
    return { startMs, endMs, truth, hasChanges: changes.length > 0 }
  }
  const key = [code, name, String(seed), isFaulty ? 'fault' : 'quiet']
  const id = `${idPrefix}-${seed}${isFaulty ? '' : '-quiet'}`
  return {
    ...(cache === null ? planOf() : cache.get([...key, 'plan'], planOf)),
    id,
    cluster: id,
    signals,
    contentKey: key.join(' '),
    load: () => {
      const { records, changes = [] } = make(seed, isFaulty)
      return { records, changes }
    },
  }
}
