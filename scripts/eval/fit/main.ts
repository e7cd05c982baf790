/**
 * `npm run fit:investigator -- [options] [FOLDER…]`: fits the parameters of the investigation's model by leaving out one
 * system after the other, and on all; prints the losses, and writes src/agent/investigator/fitted-parameters.json with --write.
 */
import { argv, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { START_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { allSets } from '../protocol/all-sets.ts'
import { codeOfLooks } from '../protocol/looks-cache.ts'
import { wholeNumber } from '../protocol/options.ts'
import { markdown } from '../protocol/table.ts'
import { Bench } from './bench.ts'
import { type Fitted, plain, writeFitted } from './fitted-file.ts'
import { flatten, type Values, withValues } from './parameter-tree.ts'
import { fitStage, lossesAt, ORDER_STAGE, STAGES, type Stage, type StageFit, withThresholds } from './stages.ts'

const USAGE = `npm run fit:investigator -- [options] [FOLDER…]

  --match REGEX   only parameters whose path matches (default: those that the fit owns)
  --sample N      episodes per set, spread over it (default 0: all)
  --rounds N      rounds of the search (default 5)
  --factor F      how far the first round moves a parameter (default 1.6)
  --write         write the fitted file
`

/**
 * What a fit owns. The other parameters of the judgement were searched as well, and left where they are: fitted, they
 * made left-out systems worse (docs/design/investigator.md).
 */
const OWNED = '[.]everyday[.]|^traces.calm.score$|^metricScores.rankScale$'

/** One generator stays out of every fit, so that a system is left that none has seen. */
const NEVER_FITTED: ReadonlySet<string> = new Set(['backends', 'flows', 'rollouts', 'clouds'])

/** What one signal leaves to others is a few numbers: so many episodes of a set, spread over it, are asked for it. */
const ALONE_MAX = 8

const { values, positionals } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: {
    match: { type: 'string', default: OWNED },
    sample: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '5' },
    factor: { type: 'string', default: '1.6' },
    write: { type: 'boolean', default: false },
  },
})
const factor = Number(values.factor)
if (!(factor > 1)) {
  stderr.write(`--factor takes a number above 1.\n\n${USAGE}`)
  exit(64)
}
const rounds = wholeNumber('--rounds', values.rounds, 1)
const sets = allSets({
  folders: positionals,
  hasDerived: true,
  hasCache: true,
  isHeld: false,
  thinned: 0,
  thinnedFrom: 1,
  only: '',
}).filter(({ system }) => !NEVER_FITTED.has(system))
if (sets.length === 0) {
  stderr.write(`No episodes: give folders with an index.json, or put them into ../shared.\n\n${USAGE}`)
  exit(2)
}
const start = flatten(START_PARAMETERS)
const free = [...start.keys()].filter((name) => new RegExp(values.match).test(name))
const sample = wholeNumber('--sample', values.sample, 0)
const alone = sample === 0 ? ALONE_MAX : Math.min(sample, ALONE_MAX)
const benches = { all: new Bench(sets, sample, 'all'), alone: new Bench(sets, alone, 'alone') }
const fitOf = (stage: Stage): StageFit => ({
  stage,
  bench: benches[stage.asked],
  free,
  factor,
  rounds,
  note: (text) => stderr.write(text),
  known: new Map(),
})
const order = fitOf(ORDER_STAGE)
const stages = STAGES.map(fitOf)
const systems = [...new Set(sets.map(({ system }) => system))]
const fitted = await fit()
report(fitted)
if (values.write) writeFitted(fitted)

async function fit(): Promise<Fitted> {
  const all = await fitFor(systems)
  const folds = new Map<string, Values>()
  for (const system of systems) folds.set(system, await fitFor(systems.filter((other) => other !== system)))
  const losses: Fitted['record']['losses'] = {}
  for (const stage of [order, ...stages]) {
    if (free.some(stage.stage.owns)) losses[stage.stage.name] = await recordOf(stage, all, folds)
  }
  const questions = Object.fromEntries(
    systems.map((system) => [
      system,
      Object.values(benches).reduce((sum, bench) => sum + bench.questionsOf(system), 0),
    ]),
  )
  const without = Object.fromEntries([...folds].map(([system, own]) => [system, fittedOnly(own)]))
  return {
    values: fittedOnly(all),
    record: { losses, questions, free, rounds, factor, looks: codeOfLooks().slice(0, 16) },
    without,
  }
}

async function fitFor(some: readonly string[]): Promise<Values> {
  let at = await fitStage(order, start, some)
  // What quiet windows reach depends on how evidence adds up.
  const windows = await benches.all.quietScores(withValues(START_PARAMETERS, at))
  at = withThresholds(at, windows, free, some)
  for (const stage of stages) at = await fitStage(stage, at, some)
  return at
}

/** Of each system: its loss at the start, fitted on all, and fitted without it. */
async function recordOf(stage: StageFit, all: Values, folds: ReadonlyMap<string, Values>) {
  const [atStart, atAll] = [await lossesAt(stage, start), await lossesAt(stage, all)]
  const losses: Record<string, { start: number; fitted: number; leftOut: number }> = {}
  for (const [system, own] of folds) {
    const leftOut = (await lossesAt(stage, own)).get(system) ?? 0
    losses[system] = { start: atStart.get(system) ?? 0, fitted: atAll.get(system) ?? 0, leftOut }
  }
  return losses
}

/** What was not free to move is not listed: its value stays that of the source. */
function fittedOnly(all: Values): Record<string, number> {
  return plain(new Map([...all].filter(([name]) => free.includes(name))))
}

function report({ record, values: all, without }: Fitted): void {
  const lines = Object.entries(record.losses).flatMap(([stage, losses]) =>
    Object.entries(losses).map(([system, loss]) => [
      stage,
      system,
      ...[loss.start, loss.fitted, loss.leftOut].map((value) => value.toFixed(3)),
    ]),
  )
  stdout.write(`${markdown([['loss of', 'system', 'start', 'fitted on all', 'fitted without it'], ...lines])}\n\n`)
  const moved = Object.entries(all).map(([name, value]) => [
    name,
    String(start.get(name) ?? '–'),
    String(value),
    ...systems.map((system) => String(without[system]?.[name] ?? '–')),
  ])
  stdout.write(
    `${markdown([['parameter', 'start', 'all', ...systems.map((system) => `without ${system}`)], ...moved])}\n`,
  )
}
