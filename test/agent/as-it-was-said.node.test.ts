/** Phrases that lines say as they were asked, two windows beside one moment, and requests that pass several services. */
import { describe, expect, it } from 'vitest'
import type { LogRow } from '../../scripts/eval/questions/records.ts'
import { acquirer } from '../../scripts/eval/questions/systems/acquirer.ts'
import { waterSupply } from '../../scripts/eval/questions/systems/watersupply.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const MINUTE_MS = 60_000
const WATER = waterSupply(END_MS)
const CARDS = acquirer(END_MS)
const stores = { water: storeWithWorld(WATER), cards: storeWithWorld(CARDS) }

async function answers(system: keyof typeof stores, ...questions: string[]): Promise<string[]> {
  const talk = new Conversation(rememberingStore(await stores[system]))
  const told: string[] = []
  for (const question of questions) told.push((await talk.ask(question, END_MS)).text)
  return told
}

/** The first bold numbers of the first paragraph. */
const numbersIn = (text = ''): number[] =>
  [...(text.split('\n\n')[0] ?? '').matchAll(/\*\*([\d,]+)[^*]*\*\*/g)].map(([, digits = '']) =>
    Number(digits.replaceAll(',', '')),
  )

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16)
const lastHour = ({ timeMs }: LogRow): boolean => timeMs >= END_MS - 60 * MINUTE_MS
const saying = (text: string) => WATER.logs.filter((log) => log.message.includes(text) && lastHour(log)).length

describe('a phrase that is grammar elsewhere', { timeout: 60_000 }, () => {
  it.each([
    ['how many samples were out of limits in the last hour?', 'out of limits'],
    ['how many orders were closed with no leak found in the last hour?', 'no leak found'],
  ])('counts the lines that say it: %s', async (question, phrase) => {
    const [text] = await answers('water', question)
    expect(saying(phrase)).toBeGreaterThan(5)
    expect(numbersIn(text)[0]).toBe(saying(phrase))
  })

  it('does so in a thread', async () => {
    const [, text] = await answers(
      'water',
      'how many samples were taken in the last hour?',
      'how many of them were out of limits?',
    )
    expect(numbersIn(text)[0]).toBe(saying('out of limits'))
  })

  it('leaves a plan alone where no line says it', async () => {
    const [text] = await answers('water', 'how many samples were out of office in the last hour?')
    expect(numbersIn(text)).toEqual([])
  })
})

describe('what is asked twice', { timeout: 60_000 }, () => {
  it('is counted in both windows beside one moment', async () => {
    const onsetMs = Math.ceil((WATER.marks['onset'] ?? 0) / MINUTE_MS) * MINUTE_MS
    const [text] = await answers(
      'water',
      `how many write errors of scada-gateway in the 10 minutes before ${clock(onsetMs)} and in the 10 minutes after?`,
    )
    const of = (fromMs: number, toMs: number): number =>
      WATER.logs.filter(
        ({ service, message, timeMs }) =>
          service === 'scada-gateway' && /^write of .* refused/.test(message) && timeMs >= fromMs && timeMs < toMs,
      ).length
    expect(numbersIn(text)).toEqual([of(onsetMs - 10 * MINUTE_MS, onsetMs), of(onsetMs, onsetMs + 10 * MINUTE_MS)])
  })

  it('shares the verb behind the second thing', async () => {
    const [text] = await answers('water', 'how many writes and how many samples were refused in the last hour?')
    const refused = (form: RegExp): number => WATER.logs.filter((log) => form.test(log.message) && lastHour(log)).length
    expect(numbersIn(text)).toEqual([refused(/^write of .* refused/), refused(/^sample .* refused/)])
  })
})

describe('one record of several alike', { timeout: 60_000 }, () => {
  it('is the first whose line says the thing as well as what was done with it', async () => {
    const [text] = await answers('water', 'when was the first write refused?')
    const first = WATER.logs.find(({ message }) => /^write of .* refused/.test(message))
    expect(text).toContain(new Date(first?.timeMs ?? 0).toISOString().slice(11, 19))
  })
})

describe('questions about what there is', { timeout: 60_000 }, () => {
  it('a level "of" a series is the gauge and no lines', async () => {
    const [text] = await answers('water', 'is the level of castle falling?')
    expect(text).toMatch(/^Yes, falling: mean of `reservoir\.level`/)
  })

  it('"writes the most errors" ranks errors, and "in the system" restricts no service', async () => {
    const [most] = await answers('water', 'which service writes the most errors today?')
    expect(most).toMatch(/^`readings-db` has the most errors/)
    const [all] = await answers('water', 'which services do we have in the control room system?')
    for (const service of WATER.services) expect(all).toContain(`\`${service}\``)
  })
})

describe('requests that pass several services', { timeout: 60_000 }, () => {
  const routes = /^POST \/(?:v1\/authorizations|authorize)$/
  const entries = CARDS.spans.filter(
    ({ isEntry, name, startMs }) => isEntry && routes.test(name) && startMs >= END_MS - 60 * MINUTE_MS,
  )

  it('count once on a route that two of them have', async () => {
    const [text] = await answers('cards', 'how many authorisations in the last hour?')
    const traces = new Set(entries.map(({ traceId }) => traceId)).size
    expect(entries.length).toBeGreaterThan(traces)
    expect(numbersIn(text)[0]).toBe(traces)
  })

  it('count once in each group', async () => {
    const [text] = await answers('cards', 'authorisations per channel in the last hour')
    const ofChannel = (channel: string): number =>
      new Set(entries.filter((span) => span.attributes['payment.channel'] === channel).map(({ traceId }) => traceId))
        .size
    for (const channel of ['ecom', 'pos', 'moto']) expect(text).toContain(`\`${channel}\`: ${ofChannel(channel)}`)
  })
})
