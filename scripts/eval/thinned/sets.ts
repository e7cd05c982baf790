/** The sets of thinned cases: each case of each recorded set several times, each time with other records left out. */
import { hashOfSources } from '../protocol/disk-cache.ts'
import type { Episode, EpisodeSet } from '../protocol/episode.ts'
import { endOf, planOf, thin } from './thin.ts'

interface Draws {
  /** How many of each case. */
  readonly draws: number
  /** No draw has a lower number. */
  readonly from: number
  /** Odd draws may be looked at, even ones are held back. */
  readonly isHeld: boolean
}

export function thinnedSets(sets: readonly EpisodeSet[], { draws, from, isHeld }: Draws): EpisodeSet[] {
  const first = from + (from % 2 === (isHeld ? 0 : 1) ? 0 : 1)
  const code = hashOfSources(['scripts/eval/thinned', 'scripts/demo/random.ts', 'scripts/eval/otlp-files.ts'])
  return sets.map((set) => ({
    name: `thinned-${set.name}${isHeld ? '-held' : ''}`,
    system: set.system,
    episodes: set.episodes.flatMap((base) =>
      Array.from({ length: draws }, (_, index) => episodeOf(base, first + 2 * index, code)),
    ),
  }))
}

function episodeOf(base: Episode, draw: number, code: string): Episode {
  const plan = planOf(base.id, base.signals, draw)
  return {
    ...base,
    id: `${base.id}-thin${draw}`,
    endMs: endOf(base, plan),
    contentKey: [code, base.contentKey, 'thinned', String(draw)].join(' '),
    load() {
      const { records, changes } = base.load()
      return { records: thin({ records, startMs: base.startMs, endMs: base.endMs }, plan).records, changes }
    },
  }
}
