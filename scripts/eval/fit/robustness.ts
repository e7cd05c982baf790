/** What a system's figures do when all constants move at random, beside the interval of chance. */
import { bootstrapInterval } from '../protocol/bootstrap.ts'
import type { EpisodeSet } from '../protocol/episode.ts'
import { type FigureName, figuresOf, type Judged } from '../protocol/scores.ts'
import { markdown } from '../protocol/table.ts'
import { type Answered, Bench } from './bench.ts'
import { parametersFor, readFitted } from './fitted-file.ts'
import { flatten, withValues } from './parameter-tree.ts'
import { perturbed, spreadOf } from './perturbation.ts'

const FIGURES: readonly FigureName[] = ['first', 'assertedRight', 'assertedWrong', 'nothingBroke', 'falseAlarms']

/** A table: per system and figure the value, its interval, and the spread over the draws; `!` where a draw leaves the interval. */
export async function robustnessOf(
  sets: readonly EpisodeSet[],
  share: number,
  draws: number,
  note: (text: string) => void,
): Promise<string> {
  const bench = new Bench(sets, 0)
  const record = readFitted()
  const parametersOf = (system: string, draw: number | null) => {
    const own = parametersFor(system, record)
    return draw === null ? own : withValues(own, perturbed(flatten(own), share, draw))
  }
  const unmoved = groupsOf(await bench.answers((system) => parametersOf(system, null)))
  const moved: Map<string, Judged[]>[] = []
  for (let draw = 1; draw <= draws; draw++) {
    moved.push(groupsOf(await bench.answers((system) => parametersOf(system, draw))))
    note(`draw ${draw} of ${draws}\n`)
  }
  const lines = [...unmoved].flatMap(([system, judged]) =>
    FIGURES.flatMap((name) => {
      const value = figuresOf(judged)[name]
      if (value === null) return []
      const interval = bootstrapInterval(judged, (sample) => figuresOf(sample)[name])
      const spread = spreadOf(moved.flatMap((groups) => figuresOf(groups.get(system) ?? [])[name] ?? []))
      if (interval === null || spread === null) return []
      const isOut = spread.low < interval.low || spread.high > interval.high
      const number = (of: number): string => of.toFixed(2)
      return [
        [
          system,
          name,
          `${number(value)} [${number(interval.low)}, ${number(interval.high)}]`,
          `${number(spread.low)} / ${number(spread.median)} / ${number(spread.high)}${isOut ? ' !' : ''}`,
        ],
      ]
    }),
  )
  return markdown([['system', 'figure', 'unmoved', `least / median / most of ${draws} draws`], ...lines])
}

function groupsOf(answers: readonly Answered[]): Map<string, Judged[]> {
  const groups = Map.groupBy(answers, ({ system }) => system)
  return new Map([...groups].map(([system, own]) => [system, own.map(({ judged }) => judged)]))
}
