/**
 * `npm run eval:investigator -- [options] [FOLDER…]`: the protocol of docs/design/investigator.md. Exit code 2 without any
 * data, 64 for options it does not know.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { argv, exit, stderr, stdout } from 'node:process'
import { robustnessOf } from '../fit/robustness.ts'
import { allSets } from './all-sets.ts'
import { runInProcesses } from './jobs.ts'
import { type Options, optionsOf, USAGE } from './options.ts'
import { reliabilitySvg } from './reliability.ts'
import { answersOf, explanationOf, reportOf, timesLine } from './report.ts'
import { type Result, runSets } from './run.ts'

const options = readOptions()
const sets = allSets(options)
if (sets.length === 0) {
  stderr.write(`No episodes: give folders with an index.json, or put them into ../shared.\n\n${USAGE}`)
  exit(2)
}
if (options.perturb !== null) {
  stdout.write(`${await robustnessOf(sets, options.perturb, (text) => stderr.write(text))}\n`)
  exit(0)
}
if (options.jsonFile !== null) writeFileSync(options.jsonFile, '')
const results =
  options.jobs > 1 && options.shard === null ? await runInProcesses(argv.slice(2), options.jobs, note) : await here()
if (options.shard === null) {
  stdout.write(`${reportOf(results)}\n`)
  if (!options.hasCache) stdout.write(`${timesLine(results)}\n`)
  if (options.reliabilityFile !== null) {
    writeFileSync(options.reliabilityFile, reliabilitySvg(answersOf(results), 'Confidence against what was right'))
  }
}

function readOptions(): Options {
  try {
    return optionsOf(argv.slice(2))
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
    exit(64)
  }
}

function here(): Promise<Result[]> {
  return runSets(sets, options, (result, verdict) => {
    note(result)
    if (options.explain > 0) stdout.write(`${explanationOf(result, verdict.candidates, options.explain)}\n`)
  })
}

function note(result: Result): void {
  if (options.jsonFile !== null) appendFileSync(options.jsonFile, `${JSON.stringify(result)}\n`)
}
