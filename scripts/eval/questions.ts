/**
 * `npm run eval:questions [-- FILE…] [--half dev|held] [--fresh N] [--system name,…] [--class name,…] [--verbose]
 * [--full] [--show-held]`: puts the catalogue's questions, those of a fresh round or of question files, to a server of
 * its own over generated telemetry, judges each answer and prints the verdicts class by class. The last line is `right R of N, honest H,
 * unhelpful U, wrong W`. Exit code 2 when it could not run, else 0. docs/design/questions-eval.md
 */
import { parseArgs } from 'node:util'
import { createWorkbench } from '../server/workbench.ts'
import { askAll, type Judged } from './questions/ask.ts'
import { type Half, SYSTEMS, type System } from './questions/catalog/systems.ts'
import { ROUNDS } from './questions/fresh/rounds.ts'
import { itemsOf } from './questions/items.ts'
import { sendWorld } from './questions/otlp.ts'
import { readQuestionFile } from './questions/question-file.ts'
import { report } from './questions/report.ts'
import { sendIncident } from './send-incident.ts'

interface Options {
  readonly files: readonly string[]
  readonly halves: readonly Half[]
  readonly catalog: readonly System[]
  readonly systems: readonly string[]
  readonly classes: readonly string[]
}

interface Round {
  readonly name: string
  run(baseUrl: string, keys: { readonly publicKey: string; readonly secretKey: string }): Promise<Judged[]>
}

function roundsOf(options: Options): Round[] {
  const isWanted = (name: string) => options.classes.length === 0 || options.classes.includes(name)
  if (options.files.length > 0) {
    // A file that cannot be read stops the run before a server is started.
    for (const path of options.files) readQuestionFile(path, Date.now())
    return options.files.map((path) => ({
      name: path,
      run: async (baseUrl, { publicKey, secretKey }) => {
        const file = readQuestionFile(path, Date.now())
        await sendIncident({ ...file, signals: ['logs', 'spans', 'metrics'] }, baseUrl, publicKey)
        const items = file.items.filter((item) => isWanted(item.class) && options.halves.includes(item.half))
        return await askAll(items, baseUrl, secretKey)
      },
    }))
  }
  return options.catalog
    .filter(({ name }) => options.systems.length === 0 || options.systems.includes(name))
    .map((system) => ({
      name: system.name,
      run: async (baseUrl, { publicKey, secretKey }) => {
        const world = system.make(Date.now())
        const records = await sendWorld(world, baseUrl, publicKey)
        const sentS = ((Date.now() - world.endMs) / 1000).toFixed(0)
        const items = itemsOf(system, world, options.halves).filter(
          (item) => isWanted(item.class) || item.thread !== null,
        )
        const judged = await askAll(items, baseUrl, secretKey)
        const tookS = ((Date.now() - world.endMs) / 1000).toFixed(0)
        console.error(
          `${system.name}: ${records} records sent in ${sentS} s, ${judged.length} questions, ${tookS} s in all`,
        )
        return judged.filter(({ item }) => isWanted(item.class))
      },
    }))
}

/** @throws Error when there is no such round. */
function catalogOf(fresh: string | undefined): readonly System[] {
  if (fresh === undefined) return SYSTEMS
  const round = ROUNDS[Number(fresh)]
  if (round === undefined) throw new Error(`--fresh is the number of a round: ${Object.keys(ROUNDS).join(', ')}`)
  return round
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      half: { type: 'string' },
      fresh: { type: 'string' },
      system: { type: 'string', default: '' },
      class: { type: 'string', default: '' },
      verbose: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      'show-held': { type: 'boolean', default: false },
    },
  })
  const { half } = values
  if (half !== undefined && half !== 'dev' && half !== 'held') throw new Error('--half is dev or held')
  const names = (text: string) => text.split(',').filter((name) => name !== '')
  // A fresh round has one wording for each question.
  const halves: readonly Half[] = values.fresh !== undefined ? ['dev'] : half === undefined ? ['dev', 'held'] : [half]
  const catalog = catalogOf(values.fresh)
  const [systems, classes] = [names(values.system), names(values.class)]
  const rounds = roundsOf({ files: positionals, halves, catalog, systems, classes })
  const bench = await createWorkbench({ name: 'eval-questions', organizations: rounds.length })
  const server = await bench.start()
  const judged: Judged[] = []
  try {
    for (const [index, round] of rounds.entries()) {
      const keys = bench.organizations[index]
      if (keys !== undefined) judged.push(...(await round.run(server.baseUrl, keys)))
    }
  } finally {
    await server.stop()
    bench.remove()
  }
  report(judged, { isVerbose: values.verbose, isFull: values.full, isHeldShown: values['show-held'] })
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
})
