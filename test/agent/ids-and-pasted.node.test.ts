/** Things that a question names by their ids, pasted lines that the project's patterns know, lists of values. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { isOrderOfTrade } from '../../src/agent/questions/reader/orders.ts'
import { isOfOtherTopic } from '../../src/agent/questions/reader/other-topics.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000
const RINKS = ['north', 'south', 'old-town']

/** A rink that rents skates: rents carry the guest and the rink, lines tell of pairs by their ids. */
function skates(): World {
  const plain = worldOf({
    gateway: 'rink-gate',
    routes: { 'POST /rents': 'rent-svc', 'GET /pairs/{id}': 'pair-svc' },
    failing: 'POST /rents',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const own = { 'guest.id': `GU-${5_000 + (index % 90)}`, 'rink.name': RINKS[index % 3] ?? 'north' }
    return { ...span, attributes: { ...span.attributes, ...own } }
  })
  const line = (minute: number, severity: LogRow['severity'], body: string): LogRow => ({
    ...{
      timeMs: END_MS - minute * MINUTE_MS,
      service: 'pair-svc',
      severity,
      isSeveritySent: true,
      message: body,
      body,
    },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'pair-svc-1' },
  })
  const logs = [
    ...plain.logs,
    ...Array.from({ length: 12 }, (_, at) => line(4 * at + 2, 'INFO', `pair SK-${8_100 + at} handed to a guest`)),
    line(9, 'WARN', 'pair SK-8104 held back: the blade is cracked'),
    line(21, 'WARN', 'pair SK-8107 held back: the blade is cracked'),
  ]
  return { ...plain, spans, logs }
}

const store = storeWithWorld(skates())
async function answer(question: string): Promise<string> {
  return (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text
}

describe('what a question names by its id', () => {
  it('is told by its own records and not by the cause of all', async () => {
    for (const question of [
      'pair SK-8104, why not handed out',
      'what is wrong with SK-8104?',
      'SK-8104 complains, reason?',
    ])
      expect(await answer(question)).toContain('blade is cracked')
  })
  it('is told by requests where only they carry it', async () => {
    expect(await answer('guest GU-5003 is angry, what happened to him?')).toContain('`guest.id` `GU-5003`')
  })
  it('is unknown where no record has it', async () => {
    expect(await answer('what happened to pair SK-9999999?')).toContain('no telemetry of "SK-9999999"')
  })
})

describe('a pasted line', () => {
  it('stands for its kind, whatever stands beside it', async () => {
    expect(
      await answer('how many lines like this one do we have?\npair SK-8104 held back: the blade is cracked'),
    ).toMatch(/\*\*2\*\*/)
    expect(await answer('where do we log "the blade is cracked"?')).toContain('pair-svc')
    expect(await answer('pair SK-1 held back: the blade is cracked ... meaning?')).toContain('pair-svc')
  })
})

describe('lists', () => {
  it('tell the values of a noun however they are asked for', async () => {
    for (const question of [
      'names of our rinks',
      'which rinks do guests skate on',
      'list our rinks',
      'rinks we have traffic from',
    ])
      expect(await answer(question)).toMatch(/3\*\* distinct rinks/)
  })
  it('tell the services of the whole', async () => {
    expect(await answer('list all the services of the rink')).toContain('rent-svc')
  })
})

describe('what is declined', () => {
  it('has its shape', () => {
    expect(isOrderOfTrade('load price-list p7 again')).toBe(true)
    expect(isOrderOfTrade('show price-list p7 again')).toBe(false)
    expect(isOfOtherTopic('translate "thank you" into korean')).toBe(true)
  })
})

describe('french', () => {
  it('says the subject again behind its verb', async () => {
    expect(await answer('pair-svc est-il rétabli ?')).toMatch(/\*\*(?:Yes|No)\*\*/)
  })
})
