/** The sets of derived cases: made from the windows without a fault of each set that has such windows. */
import { type DiskCache, hashOfSources } from '../protocol/disk-cache.ts'
import type { Episode, EpisodeSet, Truth } from '../protocol/episode.ts'
import { type Derived, derive, type Recipe } from './derive.ts'

/** Of each window: a fault; of every second also two faults; of every second a change of load. */
const RECIPES_OF = (index: number): readonly Recipe[] => (index % 2 === 0 ? ['fault', 'pair'] : ['fault', 'load'])

/** What is known of a derived case without making it again. Null: its window cannot hold it. */
interface Plan {
  readonly startMs: number
  readonly endMs: number
  readonly truth: Truth | null
}

/** A set without windows without a fault gives none. */
export function derivedSets(sets: readonly EpisodeSet[], cache: DiskCache | null): EpisodeSet[] {
  const code = hashOfSources(['scripts/eval/derived', 'scripts/demo/random.ts', 'scripts/eval/otlp-files.ts'])
  return sets.flatMap((set) => {
    const quiet = set.episodes.filter(({ truth }) => truth === null)
    if (quiet.length === 0) return []
    const episodes = quiet.flatMap((base, index) =>
      RECIPES_OF(index).flatMap((recipe) => episodeOf(base, recipe, index, code, cache)),
    )
    return [{ name: `derived-${set.name.replace(/^quiet-/, '')}`, system: set.system, episodes }]
  })
}

function episodeOf(base: Episode, recipe: Recipe, number: number, code: string, cache: DiskCache | null): Episode[] {
  const make = (): Derived | null => {
    const { records } = base.load()
    return derive({ records, startMs: base.startMs, endMs: base.endMs }, recipe, number)
  }
  const planOf = (): Plan | null => {
    const made = make()
    return made === null ? null : { startMs: made.startMs, endMs: made.endMs, truth: made.truth }
  }
  const key = [code, base.contentKey, recipe, String(number)]
  const plan = cache === null ? planOf() : cache.get([...key, 'plan'], planOf)
  if (plan === null) return []
  return [
    {
      ...plan,
      id: `${base.id}-${recipe}`,
      cluster: base.cluster,
      signals: base.signals,
      hasChanges: false,
      contentKey: key.join(' '),
      load() {
        const made = make()
        if (made === null) throw new Error(`${base.id}: the window holds no case of ${recipe} any more`)
        return { records: made.records, changes: [] }
      },
    },
  ]
}
