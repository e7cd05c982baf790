/**
 * `npm run fit:investigator -- [options] [FOLDER…]`: fits the parameters of the investigation's model by leaving out one
 * system after the other, and on all; prints the losses, and writes src/agent/investigator/fitted-parameters.json with --write.
 */
import { argv, exit, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { START_PARAMETERS } from '../../../src/agent/investigator/parameters.ts'
import { ALL_SIGNALS } from '../incident-cases.ts'
import { allSets } from '../protocol/all-sets.ts'
import { JUDGEMENT_PARAMETERS } from '../protocol/engine.ts'
import { signalList, wholeNumber } from '../protocol/options.ts'
import { type Judged, logLossOf } from '../protocol/scores.ts'
import { markdown } from '../protocol/table.ts'
import { type Answered, Bench } from './bench.ts'
import { type Fitted, plain, writeFitted } from './fitted-file.ts'
import { flatten, rounded, type Values, withValues } from './parameter-tree.ts'
import { type Losses, Search } from './search.ts'

const USAGE = `npm run fit:investigator -- [options] [FOLDER…]

  --match REGEX   only parameters whose path matches (default: all)
  --signals LIST  only these signals, for example metrics: much faster
  --sample N      episodes per set, spread over it (default 12; 0: all)
  --rounds N      rounds of the search (default 2)
  --factor F      how far the first round moves a parameter (default 1.6)
  --write         write the fitted file
`

/** An alarm about nothing costs trust in all that follow: a window without a fault counts as this many. */
const QUIET_WEIGHT = 3

const { values, positionals } = parseArgs({
  args: argv.slice(2),
  allowPositionals: true,
  options: {
    match: { type: 'string', default: '' },
    signals: { type: 'string', default: ALL_SIGNALS.join() },
    sample: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '2' },
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
const sets = allSets({ folders: positionals, hasDerived: true, hasCache: true, isHeld: false, only: '' })
if (sets.length === 0) {
  stderr.write(`No episodes: give folders with an index.json, or put them into ../shared.\n\n${USAGE}`)
  exit(2)
}
const bench = new Bench(sets, wholeNumber('--sample', values.sample, 0), signalList(values.signals))
const start = flatten(START_PARAMETERS)
const free = [...start.keys()].filter((name) => new RegExp(values.match).test(name))
const isJudgementOnly = free.every((name) => JUDGEMENT_PARAMETERS.test(name))
const search = new Search({ start, free, evaluate: lossesAt, factor, rounds })
const fitted = await fit()
report(fitted)
if (values.write) writeFitted(fitted)

async function lossesAt(at: Values): Promise<Losses> {
  const begunMs = performance.now()
  const parameters = withValues(START_PARAMETERS, at)
  const answers = await bench.answers(() => parameters, isJudgementOnly)
  const bySystem = Map.groupBy(answers, ({ system }) => system)
  const losses = new Map([...bySystem].map(([system, own]) => [system, logLossOf(weighed(own))]))
  const tookS = ((performance.now() - begunMs) / 1000).toFixed(1)
  stderr.write(
    `${search.evaluations + 1}: ${[...losses.values()].map((loss) => loss.toFixed(3)).join(' ')}, ${tookS} s\n`,
  )
  return losses
}

function weighed(answers: readonly Answered[]): Judged[] {
  return answers.flatMap(({ judged }) => (judged.isFault ? [judged] : new Array<Judged>(QUIET_WEIGHT).fill(judged)))
}

async function fit(): Promise<Fitted> {
  const { systems } = bench
  const all = rounded(await search.best(systems))
  const atStart = await search.lossesAt(start)
  const atAll = await search.lossesAt(all)
  const losses: Fitted['record']['losses'] = {}
  const without: Fitted['without'] = {}
  for (const system of systems) {
    const own = rounded(await search.best(systems.filter((other) => other !== system)))
    const leftOut = (await search.lossesAt(own)).get(system) ?? 0
    without[system] = fittedOnly(own)
    losses[system] = { start: atStart.get(system) ?? 0, fitted: atAll.get(system) ?? 0, leftOut }
  }
  const questions = Object.fromEntries(systems.map((system) => [system, bench.questionsOf(system)]))
  return { values: fittedOnly(all), record: { losses, questions, free, rounds, factor }, without }
}

/** What was not free to move is not listed: its value stays that of the source. */
function fittedOnly(all: Values): Record<string, number> {
  return plain(new Map([...all].filter(([name]) => free.includes(name))))
}

function report({ record, values: all, without }: Fitted): void {
  const lines = Object.entries(record.losses).map(([system, loss]) => [
    system,
    String(record.questions[system] ?? 0),
    ...[loss.start, loss.fitted, loss.leftOut].map((value) => value.toFixed(3)),
  ])
  stdout.write(`${markdown([['system', 'questions', 'start', 'fitted on all', 'fitted without it'], ...lines])}\n\n`)
  const systems = Object.keys(without)
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
