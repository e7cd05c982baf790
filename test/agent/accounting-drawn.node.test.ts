/**
 * The accounting rule over generated systems: one to three conditions on something countable give the number that plain
 * loops count, or the first sentence says why there is none. `ACCOUNTING_DRAWS=1000` draws that many of each system.
 */
import { afterAll, describe, expect, it } from 'vitest'
import type { World } from '../../scripts/eval/questions/records.ts'
import { airline } from '../../scripts/eval/questions/systems/airline.ts'
import { arcade } from '../../scripts/eval/questions/systems/arcade.ts'
import { bank } from '../../scripts/eval/questions/systems/bank.ts'
import { hospital } from '../../scripts/eval/questions/systems/hospital.ts'
import { metering } from '../../scripts/eval/questions/systems/metering.ts'
import { parcel } from '../../scripts/eval/questions/systems/parcel.ts'
import { taxi } from '../../scripts/eval/questions/systems/taxi.ts'
import { video } from '../../scripts/eval/questions/systems/video.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { accountedFor } from './accounted.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { drawnQuestions, drawnTalks } from './drawn-questions.ts'
import { drawnShapes, judged } from './drawn-shapes.ts'
import { unreadable } from './readable.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const DRAWS = Number(process.env.ACCOUNTING_DRAWS ?? 25)
/** Threads drawn of each system. */
const TALKS = Math.ceil(DRAWS / 2)
const SEED = Number(process.env.ACCOUNTING_SEED ?? 1)
const SYSTEMS: readonly (readonly [string, (endMs: number) => World])[] = [
  ['hospital', hospital],
  ['bank', bank],
  ['parcel', parcel],
  ['video', video],
  ['arcade', arcade],
  ['taxi', taxi],
  ['airline', airline],
  ['metering', metering],
]

interface Held {
  readonly world: World
  readonly store: TelemetryStore
}

const held = new Map<(endMs: number) => World, Promise<Held>>()

/** Each system once for all tests: none of them changes it, and what one asked of the store the others need not. */
function heldOf(make: (endMs: number) => World): Promise<Held> {
  const build = async (): Promise<Held> => {
    const world = make(END_MS)
    return { world, store: rememberingStore(await storeWithWorld(world)) }
  }
  const made = held.get(make) ?? build()
  held.set(make, made)
  return made
}

afterAll(() => held.clear())

describe('a question with conditions drawn at random', { timeout: 60_000 + DRAWS * 1_000 }, () => {
  it.each(SYSTEMS)('about %s gives the number of exactly these conditions, or says why not', async (_name, make) => {
    const { world, store } = await heldOf(make)
    const agent = embeddedAgent()
    const wrong: unknown[] = []
    let numbers = 0
    for (const drawn of drawnQuestions(world, SEED, DRAWS)) {
      const { text } = await new Conversation(store, agent).ask(drawn.text, END_MS)
      const found = accountedFor(drawn, text)
      const hard = unreadable(text)
      if (hard.length > 0) wrong.push({ asked: drawn.text, hard, text })
      if (found.verdict !== 'ok') wrong.push({ asked: drawn.text, fair: drawn.fair, ...found })
      else if (found.how === 'number') numbers++
    }
    expect(wrong).toEqual([])
    // Who always asks back is never wrong: a third has to be answered.
    expect(numbers).toBeGreaterThan(DRAWS / 3)
  })

  it.each(SYSTEMS)(
    'about %s that edits the one before gives the number of the edited one, or says why not',
    async (_name, make) => {
      const { world, store } = await heldOf(make)
      const agent = embeddedAgent()
      const wrong: unknown[] = []
      let numbers = 0
      const talks = drawnTalks(world, SEED, TALKS)
      for (const { first, edit } of talks) {
        const talk = new Conversation(store, agent)
        const before = (await talk.ask(first, END_MS)).text
        // What was asked back has no plan to edit.
        if (!before.includes('**')) continue
        const { text } = await talk.ask(edit.text, END_MS)
        const found = accountedFor(edit, text)
        if (found.verdict !== 'ok') wrong.push({ first, asked: edit.text, fair: edit.fair, ...found })
        else if (found.how === 'number') numbers++
      }
      expect(wrong).toEqual([])
      expect(numbers).toBeGreaterThan(talks.length / 3)
    },
  )

  it.each(SYSTEMS)(
    'about %s has its groups, ranking, different values, rate or moved window right, or says why not',
    async (_name, make) => {
      const { world, store } = await heldOf(make)
      const agent = embeddedAgent()
      const wrong: unknown[] = []
      let answered = 0
      const drawn = drawnShapes(world, SEED, TALKS)
      for (const one of drawn) {
        const talk = new Conversation(store, agent)
        let said = ''
        for (const asked of one.asks) said = (await talk.ask(asked, END_MS)).text
        const hard = unreadable(said)
        if (hard.length > 0) wrong.push({ asked: one.asks, hard, said })
        const verdict = judged(one, said)
        if (verdict === 'wrong') wrong.push({ asked: one.asks, expected: one.expected, said: said.slice(0, 300) })
        else if (verdict === 'ok') answered++
      }
      expect(wrong).toEqual([])
      expect(answered).toBeGreaterThan(drawn.length / 3)
    },
  )

  it('that puts another value in the place of one is about requests, also where lines say that value', async () => {
    const { world, store } = await heldOf(metering)
    const talk = new Conversation(store, embeddedAgent())
    const requests = (region: string): number =>
      world.spans.filter(
        ({ isEntry, startMs, attributes }) =>
          isEntry && startMs >= END_MS - 3_600_000 && attributes['region'] === region,
      ).length
    const said = async (text: string): Promise<string> => (await talk.ask(text, END_MS)).text
    expect(await said('how many requests from region north?')).toContain(
      `**${requests('north').toLocaleString('en-US')}**`,
    )
    expect(await said('and region south?')).toContain(`**${requests('south').toLocaleString('en-US')}**`)
    // A percentile of those that failed is over as many as failed.
    const failed = world.spans.filter(
      ({ isEntry, isFailed, startMs, attributes }) =>
        isEntry && isFailed && startMs >= END_MS - 3_600_000 && attributes['region'] === 'south',
    ).length
    await said('p95 of requests from region south')
    expect(await said('only failed')).toContain(`over ${failed} requests, ${failed} of them failed`)
  })
})
