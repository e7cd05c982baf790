/** What a set's figures do when all constants move at random, beside the interval of chance. */
import { START_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { bootstrapInterval } from '../protocol/bootstrap.ts'
import { JUDGEMENT_PARAMETERS } from '../protocol/engine.ts'
import type { EpisodeSet } from '../protocol/episode.ts'
import { type FigureName, figuresOf, type Judged } from '../protocol/scores.ts'
import { markdown } from '../protocol/table.ts'
import { type Answered, Bench } from './bench.ts'
import { parametersFor, readFitted } from './fitted-file.ts'
import { flatten, withValues } from './parameter-tree.ts'
import { perturbed, spreadOf } from './perturbation.ts'

const FIGURES: readonly FigureName[] = ['first', 'assertedRight', 'assertedWrong', 'nothingBroke', 'falseAlarms']

export interface Moves {
  /** Constants move by up to this share. */
  readonly share: number
  readonly draws: number
  /** Which parameters move. */
  readonly match: RegExp
}

/** A table: per set and figure the value, its interval, and the spread over the draws; `!` where a draw leaves the interval. */
export async function robustnessOf(
  sets: readonly EpisodeSet[],
  { share, draws, match }: Moves,
  note: (text: string) => void,
): Promise<string> {
  const bench = new Bench(sets, 0)
  const record = readFitted()
  const free = [...flatten(START_PARAMETERS).keys()].filter((name) => match.test(name))
  // Looks that are taken once each are not worth keeping.
  const isKept = free.every((name) => JUDGEMENT_PARAMETERS.test(name))
  const movedFor = (system: string, draw: number) => {
    const own = parametersFor(system, record)
    const all = perturbed(flatten(own), share, draw)
    return withValues(own, new Map([...all].filter(([name]) => match.test(name))))
  }
  const unmoved = groupsOf(await bench.answers((system) => parametersFor(system, record)))
  const moved: Map<string, Judged[]>[] = []
  for (let draw = 1; draw <= draws; draw++) {
    moved.push(groupsOf(await bench.answers((system) => movedFor(system, draw), isKept)))
    note(`draw ${draw} of ${draws}\n`)
  }
  const lines = [...unmoved].flatMap(([set, judged]) =>
    FIGURES.flatMap((name) => {
      const value = figuresOf(judged)[name]
      if (value === null) return []
      const interval = bootstrapInterval(judged, (sample) => figuresOf(sample)[name])
      const spread = spreadOf(moved.flatMap((groups) => figuresOf(groups.get(set) ?? [])[name] ?? []))
      if (interval === null || spread === null) return []
      const isOut = spread.low < interval.low || spread.high > interval.high
      const number = (of: number): string => of.toFixed(2)
      return [
        [
          set,
          name,
          `${number(value)} [${number(interval.low)}, ${number(interval.high)}]`,
          `${number(spread.low)} / ${number(spread.median)} / ${number(spread.high)}${isOut ? ' !' : ''}`,
        ],
      ]
    }),
  )
  return markdown([['set', 'figure', 'unmoved', `least / median / most of ${draws} draws`], ...lines])
}

function groupsOf(answers: readonly Answered[]): Map<string, Judged[]> {
  const groups = Map.groupBy(answers, ({ set }) => set)
  return new Map([...groups].map(([set, own]) => [set, own.map(({ judged }) => judged)]))
}
