/**
 * `npm run eval:questions [-- FILE…] [--half dev|held] [--fresh N,…|all] [--paraphrased a1,…] [--system name,…]
 * [--class name,…] [--id text] [--local] [--json FILE] [--verbose] [--full] [--show-held]`: puts the catalogue's questions, those of
 * fresh rounds or of question files, to a server of its own over generated telemetry (`--local`: to the agent in this
 * process over the reference store, in seconds), judges each answer and prints the verdicts class by class. The last
 * line is `right R of N, honest H, unhelpful U, wrong W`. Exit code 2 when it could not run, else 0.
 * docs/design/questions-eval.md
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createWorkbench } from '../server/workbench.ts'
import { askAll, type Item, type Judged } from './questions/ask.ts'
import { type Half, SYSTEMS, type System } from './questions/catalog/systems.ts'
import { ROUNDS } from './questions/fresh/rounds.ts'
import { itemsOf } from './questions/items.ts'
import { askLocally } from './questions/local.ts'
import { sendWorld } from './questions/otlp.ts'
import { paraphrased } from './questions/paraphrases/paraphrased.ts'
import { readQuestionFile } from './questions/question-file.ts'
import type { World } from './questions/records.ts'
import { report } from './questions/report.ts'
import { sendIncident } from './send-incident.ts'

interface Options {
  readonly files: readonly string[]
  readonly halves: readonly Half[]
  readonly catalog: readonly System[]
  readonly systems: readonly string[]
  readonly classes: readonly string[]
  /** Part of the id of the questions to ask; empty for all. Their threads are asked whole. */
  readonly id: string
}

interface Round {
  readonly name: string
  run(baseUrl: string, keys: { readonly publicKey: string; readonly secretKey: string }): Promise<Judged[]>
  /** The same without a server; null for question files, whose telemetry only the intake reads. */
  readonly runLocally: (() => Promise<Judged[]>) | null
}

function roundsOf(options: Options): Round[] {
  const isWanted = (item: Item) =>
    (options.classes.length === 0 || options.classes.includes(item.class)) && item.id.includes(options.id)
  if (options.files.length > 0) {
    // A file that cannot be read stops the run before a server is started.
    for (const path of options.files) readQuestionFile(path, Date.now())
    return options.files.map((path) => ({
      name: path,
      run: async (baseUrl, { publicKey, secretKey }) => {
        const file = readQuestionFile(path, Date.now())
        await sendIncident({ ...file, signals: ['logs', 'spans', 'metrics'] }, baseUrl, publicKey)
        const items = file.items.filter((item) => isWanted(item) && options.halves.includes(item.half))
        return await askAll(items, baseUrl, secretKey)
      },
      runLocally: null,
    }))
  }
  const asked = (system: System, world: World): Item[] =>
    itemsOf(system, world, options.halves).filter((item) => isWanted(item) || item.thread !== null)
  return options.catalog
    .filter(({ name }) => options.systems.length === 0 || options.systems.includes(name))
    .map((system) => ({
      name: system.name,
      run: async (baseUrl, { publicKey, secretKey }) => {
        const world = system.make(Date.now())
        const records = await sendWorld(world, baseUrl, publicKey)
        const sentS = ((Date.now() - world.endMs) / 1000).toFixed(0)
        const judged = await askAll(asked(system, world), baseUrl, secretKey)
        const tookS = ((Date.now() - world.endMs) / 1000).toFixed(0)
        console.error(
          `${system.name}: ${records} records sent in ${sentS} s, ${judged.length} questions, ${tookS} s in all`,
        )
        return judged.filter(({ item }) => isWanted(item))
      },
      runLocally: async () => {
        const world = system.make(Date.now())
        const judged = await askLocally(asked(system, world), world)
        return judged.filter(({ item }) => isWanted(item))
      },
    }))
}

/** @throws Error when there is no such round. */
function catalogOf(fresh: string | undefined): readonly System[] {
  if (fresh === undefined) return SYSTEMS
  const numbers = fresh === 'all' ? Object.keys(ROUNDS) : fresh.split(',')
  return numbers.flatMap((number) => {
    const round = ROUNDS[Number(number)]
    if (round === undefined) throw new Error(`--fresh is "all" or numbers of rounds: ${Object.keys(ROUNDS).join(', ')}`)
    return numbers.length === 1 ? round : round.map((system) => ({ ...system, name: `${number} ${system.name}` }))
  })
}

async function servedOf(rounds: readonly Round[]): Promise<Judged[]> {
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
  return judged
}

/** @throws Error for question files. */
async function localOf(rounds: readonly Round[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const { runLocally } of rounds) {
    if (runLocally === null)
      throw new Error('--local asks the catalogue and fresh rounds; question files need a server')
    judged.push(...(await runLocally()))
  }
  return judged
}

/** One row of `--json`; nothing of the held-back half, whose answers nobody reads. */
const shown = ({ item, answer, verdict, why, expected, tookMs }: Judged) =>
  item.half === 'held'
    ? []
    : [
        {
          ...{ system: item.system, id: item.id, class: item.class, thread: item.thread, asked: item.text },
          ...{ verdict, why, expected, said: answer.text, rows: answer.rows.length, tookMs },
        },
      ]

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      half: { type: 'string' },
      fresh: { type: 'string' },
      paraphrased: { type: 'string' },
      system: { type: 'string', default: '' },
      class: { type: 'string', default: '' },
      id: { type: 'string', default: '' },
      local: { type: 'boolean', default: false },
      json: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      'show-held': { type: 'boolean', default: false },
    },
  })
  const { half } = values
  if (half !== undefined && half !== 'dev' && half !== 'held') throw new Error('--half is dev or held')
  const names = (text: string) => text.split(',').filter((name) => name !== '')
  const sets = names(values.paraphrased ?? '')
  // Fresh rounds and paraphrases have one wording for each question.
  const isOneWording = values.fresh !== undefined || sets.length > 0
  const halves: readonly Half[] = isOneWording ? ['dev'] : half === undefined ? ['dev', 'held'] : [half]
  const catalog = sets.length > 0 ? sets.flatMap(paraphrased) : catalogOf(values.fresh)
  const [systems, classes] = [names(values.system), names(values.class)]
  const rounds = roundsOf({ files: positionals, halves, catalog, systems, classes, id: values.id })
  const judged = values.local ? await localOf(rounds) : await servedOf(rounds)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(judged.flatMap(shown), null, 1)}\n`)
  report(judged, { isVerbose: values.verbose, isFull: values.full, isHeldShown: values['show-held'] })
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
})
