/**
 * `npm run eval:mutations -- [--fresh N,…] [--system name,…] [--id text] [--change unknown,other,dropped] [--json FILE]`:
 * changes each word of each question that stands by itself or begins a thread, reads both wordings, and lists the changes
 * that are lost. Nothing is counted or judged: a reading is enough. docs/design/questions-eval.md
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { threadsOf } from './questions/ask.ts'
import { SYSTEMS, type System } from './questions/catalog/systems.ts'
import { ROUNDS } from './questions/fresh/rounds.ts'
import { itemsOf } from './questions/items.ts'
import { type Change, isHole, type Mutant, mutantsOf } from './questions/mutations.ts'
import { namesOf, readerOf } from './questions/reader-of.ts'

interface Lost extends Mutant {
  readonly system: string
  readonly id: string
  readonly intent: string
  readonly plans: unknown
}

const CHANGES: readonly Change[] = ['unknown', 'other', 'dropped']
const LISTED_MAX = 200

const listOf = (text: string): string[] => text.split(',').filter((name) => name !== '')

/** The changes of one system's questions that are lost, and how many were made. */
async function lostOf(system: System, id: string, changes: readonly string[]): Promise<{ lost: Lost[]; made: number }> {
  const world = system.make(Date.now())
  const read = await readerOf(world)
  const names = namesOf(world)
  const lost: Lost[] = []
  let made = 0
  for (const [item] of threadsOf(itemsOf(system, world, ['dev']))) {
    if (item === undefined || !item.id.includes(id)) continue
    const whole = await read(item.text)
    for (const mutant of mutantsOf(item.text, names)) {
      if (changes.length > 0 && !changes.includes(mutant.change)) continue
      made++
      const changed = await read(mutant.text)
      const { plans } = changed
      if (isHole(mutant, whole, changed))
        lost.push({ system: system.name, id: item.id, ...mutant, intent: plans[0]?.intent ?? '', plans })
    }
  }
  return { lost, made }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      fresh: { type: 'string' },
      system: { type: 'string', default: '' },
      id: { type: 'string', default: '' },
      change: { type: 'string', default: '' },
      json: { type: 'string' },
    },
  })
  const systems =
    values.fresh === undefined ? SYSTEMS : listOf(values.fresh).flatMap((one) => ROUNDS[Number(one)] ?? [])
  const named = listOf(values.system)
  const all: Lost[] = []
  for (const system of systems) {
    if (named.length > 0 && !named.includes(system.name)) continue
    const { lost, made } = await lostOf(system, values.id, listOf(values.change))
    all.push(...lost)
    console.error(`${system.name}: ${lost.length} of ${made} changes lost`)
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(all, null, 1)}\n`)
  for (const change of CHANGES) {
    const found = all.filter((one) => one.change === change)
    console.info(`${change}: ${found.length}`)
    for (const { word, text, intent } of found.slice(0, LISTED_MAX)) console.info(`  ${intent}\t${word}\t${text}`)
  }
}

await main()
