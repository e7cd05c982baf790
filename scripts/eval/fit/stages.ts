/**
 * The parts of a fit: how evidence of logs and spans adds up, thresholds by their rate, what one signal alone leaves to
 * others, and what scores are worth.
 */
import { START_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { JUDGEMENT_PARAMETERS } from '../protocol/engine.ts'
import type { Judged } from '../protocol/scores.ts'
import type { AskedSignals, Bench } from './bench.ts'
import { judgementLoss, leaderLoss, orderLoss } from './criterion.ts'
import { type QuietScores, thresholdsOf } from './everyday.ts'
import { rounded, type Values, withValues } from './parameter-tree.ts'
import { type Losses, Search } from './search.ts'

export interface Stage {
  readonly name: string
  readonly asked: AskedSignals
  readonly owns: (parameter: string) => boolean
  readonly loss: (answers: readonly Judged[]) => number
  /** Rounds of the search at most. */
  readonly roundsMax: number
}

const isThreshold = (parameter: string): boolean => /\.everyday\.|\.calm\./.test(parameter)
const isDoubt = (parameter: string): boolean => parameter.startsWith('doubt.')

const isRanking = (parameter: string): boolean => parameter.startsWith('ranking.')

/** The first search, before the thresholds: each parameter has three values, or the folds would take hours. */
export const ORDER_STAGE: Stage = {
  name: 'order of candidates',
  asked: 'all',
  owns: isRanking,
  loss: orderLoss,
  roundsMax: 1,
}
/** The searches after the thresholds, in this order. */
export const STAGES: readonly Stage[] = [
  { name: 'one signal alone', asked: 'alone', owns: isDoubt, loss: leaderLoss, roundsMax: 3 },
  {
    name: 'all signals',
    asked: 'all',
    owns: (parameter) => !isDoubt(parameter) && !isThreshold(parameter) && !isRanking(parameter),
    loss: judgementLoss,
    roundsMax: 5,
  },
]

/** The start with the thresholds that the quiet windows of these systems ask for, those that are free. */
export function withThresholds(
  start: Values,
  windows: readonly QuietScores[],
  free: readonly string[],
  systems: readonly string[],
): Values {
  const own = thresholdsOf(windows.filter(({ system }) => systems.includes(system)))
  return rounded(new Map([...start, ...[...own].filter(([name]) => free.includes(name))]))
}

export interface StageFit {
  readonly stage: Stage
  readonly bench: Bench
  readonly free: readonly string[]
  readonly factor: number
  readonly rounds: number
  readonly note: (text: string) => void
  /** Losses of points that were computed before: folds begin at the same ones. */
  readonly known: Map<string, Losses>
}

/** The best values of a stage's own parameters for these systems; all others stay as in `start`. */
export async function fitStage(given: StageFit, start: Values, systems: readonly string[]): Promise<Values> {
  const { stage, factor } = given
  const rounds = Math.min(given.rounds, stage.roundsMax)
  const free = given.free.filter(stage.owns)
  if (free.length === 0) return start
  const search = new Search({ start, free, evaluate: (values) => lossesAt(given, values), factor, rounds })
  return rounded(await search.best(systems))
}

/** The stage's loss of each system; only of those that the stage asks anything. */
export async function lossesAt(given: StageFit, values: Values): Promise<Losses> {
  const key = JSON.stringify([...values])
  const losses = given.known.get(key) ?? (await computed(given, values))
  given.known.set(key, losses)
  return losses
}

async function computed({ stage, bench, free, note }: StageFit, values: Values): Promise<Losses> {
  const begunMs = performance.now()
  const parameters = withValues(START_PARAMETERS, values)
  // Other parameters of the looks are tried once each: their looks are not worth keeping.
  const isKept = free.every((name) => JUDGEMENT_PARAMETERS.test(name))
  const answers = await bench.answers(() => parameters, isKept, stage === ORDER_STAGE)
  const bySystem = Map.groupBy(answers, ({ system }) => system)
  const losses = new Map([...bySystem].map(([system, own]) => [system, stage.loss(own.map(({ judged }) => judged))]))
  const took = ((performance.now() - begunMs) / 1000).toFixed(1)
  note(`${stage.name}: ${[...losses.values()].map((loss) => loss.toFixed(3)).join(' ')}, ${took} s\n`)
  return losses
}
