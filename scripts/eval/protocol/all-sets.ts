/** All sets of the protocol: the given folders or the default ones, what is made from them, and generated systems. */
import { cwd, stderr } from 'node:process'
import { lostPacketSets } from '../derived/lost-sets.ts'
import { derivedSets } from '../derived/sets.ts'
import { thinnedSets } from '../thinned/sets.ts'
import { backendSet } from './backend-set.ts'
import { cloudSet } from './cloud-set.ts'
import { DiskCache } from './disk-cache.ts'
import type { EpisodeSet } from './episode.ts'
import { flowSet } from './flow-set.ts'
import type { Options } from './options.ts'
import { rolloutSet } from './rollout-set.ts'
import { defaultFolders, openSet } from './sets.ts'
import { storeSet } from './store-set.ts'
import { strangerSet } from './stranger-set.ts'
import { syntheticSet } from './synthetic-set.ts'

/** A folder without an index is skipped with a message. */
export function allSets({
  folders,
  only,
  hasDerived,
  hasCache,
  isHeld,
  thinned,
  thinnedFrom,
}: Pick<Options, 'folders' | 'only' | 'hasDerived' | 'hasCache' | 'isHeld' | 'thinned' | 'thinnedFrom'>): EpisodeSet[] {
  const wanted = folders.length > 0 ? folders : defaultFolders(cwd())
  const given = wanted.flatMap((folder) => {
    const set = openSet(folder)
    if (set === null) stderr.write(`${folder}: skipped, there is no index.json in it.\n`)
    return set ?? []
  })
  if (given.length === 0) stderr.write('No folders of incidents: only generated systems are scored.\n')
  const isAsked = ({ name, episodes }: EpisodeSet): boolean => name.includes(only) && episodes.length > 0
  if (thinned > 0) return thinnedSets(given, { draws: thinned, from: thinnedFrom, isHeld }).filter(isAsked)
  const cache = hasCache ? new DiskCache() : null
  const generated = () => [
    syntheticSet(cache),
    strangerSet(cache, isHeld),
    storeSet(cache, isHeld),
    backendSet(cache, isHeld),
    flowSet(cache, isHeld),
    rolloutSet(cache, isHeld),
    cloudSet(cache, isHeld),
  ]
  const derived = () => [...derivedSets(given, cache), ...lostPacketSets(given, cache, isHeld)]
  const made = hasDerived ? [...derived(), ...generated()] : []
  return [...given, ...made].filter(isAsked)
}
