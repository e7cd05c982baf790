/** Amounts that lines state, asked by adjectives of degree, by units and by everyday verbs. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A quarry: lorries are weighed at two gates, sacks are taken back for money, batches of letters are sent. */
function quarry(): World {
  const plain = worldOf({
    gateway: 'quarry-gate',
    routes: { 'POST /orders': 'order-svc' },
    failing: 'POST /orders',
    store: 'postgresql',
  })
  const logs: LogRow[] = [...plain.logs]
  const log = (minute: number, service: string, body: string): void => {
    logs.push({
      ...{ timeMs: END_MS - minute * 60_000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
      ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
    })
  }
  for (let minute = 50; minute > 0; minute--) {
    const gate = minute % 2 === 0 ? 'upper' : 'lower'
    log(
      minute,
      'weigh-svc',
      `weighing W-${5000 + minute} stored: lorry LR-${minute + 20}, gate ${gate}, ${minute * 100} kg`,
    )
    log(minute, 'yard-svc', `shipment of LR-${minute + 20} left the yard`)
    log(minute, 'sack-returns', `return RT-${minute + 300} paid: ${minute} sacks, ${minute * 2}.50 EUR, cash`)
    log(minute, 'letter-svc', `{"msg":"invoice batch sent","letters":${minute + 1}}`)
  }
  return { ...plain, logs }
}

const store = storeWithWorld(quarry())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('amounts that lines state, in everyday words', () => {
  it.each([
    ['how heavy is a shipment at upper on average', /I took "shipment" as the lines that say.*Mean of `kg`.*\*\*2,600/],
    ['heaviest shipment that was weighed today, in kg', /Maximum of `kg`.*\*\*5,000/],
    ['how many kg had weighing W-5007?', /`kg`.*\*\*700\*\*/],
    ['how many euro did we pay back to the people altogether?', /Sum of `EUR`.*\*\*2,575/],
    ['how many sacks came back in total', /Sum of `sacks`.*\*\*1,275/],
    ['how many invoice letters went out altogether', /Sum of `letters`.*\*\*1,325/],
    ['euros paid for sacks, i mean all euros added up', /Sum of `EUR`.*\*\*2,575/],
  ])('%s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it.each(['how heavy is a sack on average?', 'how heavy is a letter?'])(
    'are of what they are said of: %s',
    async (question) => {
      expect(await answer(question)).not.toMatch(/(?:Mean|Sum) of [^:]*: \*\*\d/)
    },
  )
})
