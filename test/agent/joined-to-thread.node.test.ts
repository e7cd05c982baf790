/** Follow-ups whose words are one more condition of the set, another deed of its thing, or a number of its lines. */
import { beforeAll, describe, expect, it } from 'vitest'
import { parking } from '../../scripts/eval/questions/systems/parking.ts'
import { podcasts } from '../../scripts/eval/questions/systems/podcasts.ts'
import { vets } from '../../scripts/eval/questions/systems/vets.ts'
import { thingOf, withValues, wordsOfTurn } from '../../src/agent/questions/reader/thread-words.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const agent = embeddedAgent()
const stores = new Map<string, TelemetryStore>()

beforeAll(async () => {
  for (const [name, make] of Object.entries({ vets, parking, podcasts }))
    stores.set(name, rememberingStore(await storeWithWorld(make(END_MS))))
}, 240_000)

/** The first lines of the answers to the questions, asked in one thread. */
async function said(name: string, ...questions: readonly string[]): Promise<string[]> {
  const store = stores.get(name)
  if (store === undefined) throw new Error('no store')
  const talk = new Conversation(store, agent)
  const all: string[] = []
  for (const question of questions) all.push((await talk.ask(question, END_MS)).text.split('\n')[0] ?? '')
  return all
}

const numberOf = (line = ''): number => Number(/\*\*([\d,]+)\*\*/.exec(line)?.[1]?.replaceAll(',', '') ?? Number.NaN)

describe('what a follow-up says of the set of its thread', { timeout: 240_000 }, () => {
  it('restricts it by a value that other lines have as well', async () => {
    const [all, cats, drugs] = await said(
      'vets',
      'prescriptions issued in the last hour',
      'how many of them were for cats',
      'which drug mostly',
    )
    expect(cats).toMatch(/that say `prescriptions issued` with `species` `cat`/)
    expect(numberOf(cats)).toBeLessThan(numberOf(all))
    expect(drugs).toMatch(/with `species` `cat`: \*\*[1-9]/)
  })

  it('is taken under the key of the lines where requests have the same under another', async () => {
    const [, dogs] = await said('vets', 'prescriptions issued in the last hour', 'dogs?')
    expect(dogs).toMatch(/with `species` `dog`/)
    expect(dogs).not.toMatch(/do not carry/)
  })

  it('is another deed of the same thing', async () => {
    const [, read] = await said('parking', 'unreadable plates in the last hour', 'how many did it read fine')
    expect(read).toMatch(/log records that say `plates? read`/)
    expect(numberOf(read)).toBeGreaterThan(0)
  })

  it('compares it with the time before the window', async () => {
    const [, worse] = await said(
      'podcasts',
      'plays that could not start in the last hour',
      'worse in the last 20 minutes?',
    )
    expect(worse).toMatch(/: \*\*[\d,]+\*\* in .* then \*\*[\d,]+\*\* in /)
    const [, more] = await said(
      'podcasts',
      'plays that could not start in the last hour',
      'more in the last half hour?',
    )
    expect(more).toMatch(/^\*\*(?:Yes|No)\*\*/)
  })

  it('asks for a number that its lines state', async () => {
    const [, most] = await said('podcasts', 'episodes uploaded in the last hour', 'most megabytes')
    expect(most).toMatch(/^Maximum of `megabytes` .*: \*\*\d+/)
  })
})

describe('the words of a follow-up', () => {
  it('are those that say something of the set', () => {
    expect(wordsOfTurn('how many of them were trucks', undefined)).toEqual(['trucks'])
    expect(wordsOfTurn('postponed ones', undefined)).toEqual(['postponed'])
    expect(wordsOfTurn('vans in the last hour', 'in the last hour')).toEqual(['vans'])
    expect(wordsOfTurn('which of them was the worst', undefined)).toBeNull()
    expect(wordsOfTurn('how many of them', undefined)).toBeNull()
  })

  it('name the thing of the lines', () => {
    const ids = ['a']
    expect(thingOf([{ on: 'templates', words: 'orders placed', ids, phrases: [] }])).toBe('orders')
    expect(thingOf([])).toBeNull()
  })

  it('are values, of the keys of the lines first', () => {
    const value = (key: string, signal: 'logs' | 'spans') => ({
      ...{ key, signal, scope: 'attribute' as const, records: 9 },
      values: [{ value: 'truck', count: 9 }],
    })
    const catalogue = { values: [value('vehicle.class', 'spans'), value('class', 'logs')] }
    const time = { from: '2026-11-20T14:00:00.000Z', to: '2026-11-20T15:00:00.000Z', basis: 'asked' as const }
    const base = {
      ...{ intent: 'measure' as const, measure: { of: 'records' as const }, conditions: [], time, groupBy: [] },
      ...{ order: 'highest' as const, limit: 10, per: null, intervalMs: null, against: null },
    }
    const found = withValues(base, ['trucks'], catalogue as unknown as Parameters<typeof withValues>[2])
    expect(found.map(({ conditions: [one] }) => (one?.on === 'attribute' ? one.key : null))).toEqual([
      'class',
      'vehicle.class',
    ])
  })
})
