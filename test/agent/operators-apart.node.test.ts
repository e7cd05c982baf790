/** Questions whose operators are taken off, so that what remains is read by itself. */
import { beforeAll, describe, expect, it } from 'vitest'
import { auction } from '../../scripts/eval/questions/systems/auction.ts'
import { dating } from '../../scripts/eval/questions/systems/dating.ts'
import { podcasts } from '../../scripts/eval/questions/systems/podcasts.ts'
import { countsCompared, numbersAsked, rankedOf, shareAsked } from '../../src/agent/questions/reader/operators-asked.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-27T23:00:00.000Z')
const agent = embeddedAgent()
const stores = new Map<string, TelemetryStore>()

beforeAll(async () => {
  for (const [name, make] of Object.entries({ auction, dating, podcasts }))
    stores.set(name, rememberingStore(await storeWithWorld(make(END_MS))))
}, 240_000)

/** The first line of the answer. */
async function said(name: string, question: string): Promise<string> {
  const store = stores.get(name)
  if (store === undefined) throw new Error('no store')
  return (await new Conversation(store, agent).ask(question, END_MS)).text.split('\n')[0] ?? ''
}

describe('a question whose operators are taken off', { timeout: 240_000 }, () => {
  it('is of the highest number of the lines that remain', async () => {
    expect(await said('auction', 'highest accepted bid of the evening?')).toMatch(
      /^Maximum of `EUR` stated by log records that say `accepted bid`: \*\*[1-9]/,
    )
  })

  it('is of the gauge whose noun remains', async () => {
    expect(await said('auction', 'how many viewers watching at peak')).toMatch(
      /^Maximum of `auction\.viewers`: \*\*[1-9]/,
    )
  })

  it('is of the time that the lines of the core state', async () => {
    expect(await said('podcasts', 'avg transcode time per episode in seconds')).toMatch(
      /Mean of `s` stated by .*\*\* ?s?/,
    )
  })

  it('counts each side of a comparison by itself', async () => {
    expect(await said('dating', 'did apple decline more payments than google?')).toMatch(
      /^Yes: `apple` has the most .*\*\*12\*\*; `google` \*\*9\*\*/,
    )
  })
})

describe('operators', () => {
  it('leave a core and the kind of number', () => {
    expect(numbersAsked('avg pages per print?')[0]).toMatchObject({
      statistic: 'mean',
      quantity: { kind: 'named', names: ['pages'] },
      counts: ['how many print', 'how many prints'],
    })
    expect(numbersAsked('most expensive order tonight')[0]).toMatchObject({
      statistic: 'max',
      quantity: { kind: 'money' },
      counts: ['how many order tonight', 'how many orders tonight'],
    })
    expect(numbersAsked('p95 of bills issued')[0]?.quantity).toEqual({ kind: 'time' })
    expect(numbersAsked('which order took longest')).toEqual([])
  })

  it('tell a part from its whole', () => {
    expect(shareAsked('as % of holds')).toEqual({ part: null, whole: 'holds' })
    expect(shareAsked('refusals, how often compared to all quotes?')).toEqual({ part: 'refusals', whole: 'quotes' })
    expect(shareAsked('apples compared to pears')).toBeNull()
  })

  it('set two sides against each other', () => {
    expect(countsCompared('did apple decline more payments than google?')[0]).toEqual([
      'how many payments did apple decline',
      'how many payments did google decline',
    ])
    expect(countsCompared('is apple slower than google?')).toEqual([])
  })

  it('rank the groups of a thread', () => {
    expect(rankedOf('which gate had most of them')).toEqual({ noun: 'gate', order: 'highest' })
    expect(rankedOf('worst camera?')).toEqual({ noun: 'camera', order: 'highest' })
    expect(rankedOf('which gate has the most errors')).toBeNull()
  })
})
