/** Counts of events in everyday words: other ways of saying a refusal or a failure, who was hit, parts of what failed. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { inPlainOrder } from '../../src/agent/questions/reader/plain-order.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A depot: deposits are taken or refused for two reasons, parcels are booked or refused, weighings fail, tags are ignored. */
function depot(): World {
  const plain = worldOf({
    gateway: 'depot-gate',
    routes: { 'POST /crates': 'crate-svc', 'GET /shelves': 'shelf-svc' },
    failing: 'GET /shelves',
    store: 'postgresql',
  })
  const line = (minute: number, service: string, body: string, attributes: Record<string, string> = {}): LogRow => ({
    ...{
      timeMs: END_MS - minute * 60_000 + 5000,
      service,
      severity: 'INFO',
      isSeveritySent: true,
      message: body,
      body,
    },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  for (let minute = 1; minute <= 24; minute++) {
    const site = minute % 4 === 0 ? 'harbour' : 'uptown'
    const member = { site, 'member.id': `M-${(minute % 8) + 100}` }
    logs.push(line(minute, 'deposit-desk', 'deposit taken', { site }))
    logs.push(line(minute, 'parcel-desk', 'parcel booked', member))
    if (minute % 2 === 0) logs.push(line(minute, 'deposit-desk', 'deposit refused: drawer is full', { site }))
    if (minute % 6 === 0) logs.push(line(minute, 'deposit-desk', 'deposit refused: banknote declined', { site }))
    if (minute % 3 === 0) logs.push(line(minute, 'parcel-desk', 'parcel refused: too heavy for the belt', member))
    if (minute % 5 === 0) logs.push(line(minute, 'scale-svc', 'weighing failed: E4711 of the sensor', member))
    if (minute % 3 === 0) logs.push(line(minute, 'lift-svc', `lift at ${site} serviced`))
    if (minute % 8 === 0) logs.push(line(minute, 'tag-reader', 'tag ignored: seen twice'))
  }
  return { ...plain, logs }
}

const store = storeWithWorld(depot())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('what was refused', { timeout: 120_000 }, () => {
  it('is counted in the word of its lines, and not by a reason that has the asked one', async () => {
    const text = await answer('how many deposits were declined?')
    expect(text).toMatch(/^I took "declined" as the lines that say "refused"\. \*\*16\*\*/)
    expect(await answer('deposits turned down')).toMatch(/\*\*16\*\*/)
    expect(await answer('percentage of deposits declined?')).toMatch(/\*\*40(?:\.0)? %\*\*: 16 .* of 40/)
  })

  it('is told by the last of them, and by its reasons', async () => {
    expect(await answer('when was the most recent declined deposit?')).toMatch(/The last of the log records/)
    const text = await answer('reasons for declined deposits and how many each')
    expect(text).toMatch(/drawer is full.*12/s)
    expect(text).toMatch(/banknote declined.*4/s)
  })

  it('may be called by what is done with the thing', async () => {
    expect(await answer('how many bookings were rejected?')).toMatch(/"parcel refused"\. \*\*8\*\*/)
  })

  it('is no exclusion where it was ignored', async () => {
    expect(await answer('how many tags were ignored?')).toMatch(/\*\*3\*\* log records/)
  })
})

describe('an event', { timeout: 120_000 }, () => {
  it('tells who was hit by it', async () => {
    expect(await answer('how many members got hit by refused parcels?')).toMatch(/^\*\*8\*\* distinct members/)
    expect(await answer('how many members were bitten by failed weighings?')).toMatch(/^\*\*4\*\* distinct members/)
  })

  it('gives no number of people whom nothing tells apart', async () => {
    const text = await answer('how many members got hit by refused deposits?')
    expect(text).toMatch(/does not say which members/)
    expect(text).not.toMatch(/\*\*\d/)
  })

  it('has parts by a value', async () => {
    expect(await answer('how much of the refused parcels is harbour, in percent')).toMatch(
      /\*\*25(?:\.0)? %\*\*: 2 .* of 8/,
    )
    expect(await answer('what share of the failed weighings is lakeside?')).not.toMatch(/\*\*\d/)
  })

  it('is counted in slang', async () => {
    expect(await answer('weighings that blew up')).toMatch(/\*\*4\*\*/)
    expect(await answer('occurrences of E4711')).toMatch(/\*\*4\*\*/)
  })
})

describe('a part of what was counted', { timeout: 120_000 }, () => {
  it('is of the same lines, whatever other lines say its value', async () => {
    const talk = new Conversation(rememberingStore(await store))
    expect((await talk.ask('how many parcels were booked?', END_MS)).text).toMatch(/\*\*24\*\*/)
    expect((await talk.ask('how many of those at harbour?', END_MS)).text).toMatch(/\*\*6\*\* log records .*parcel/)
  })
})

describe('counts in everyday words', () => {
  it.each([
    ['tours that went belly up since 09:10', 'how many tours failed since 09:10'],
    ['parcels refused, number please', 'how many parcels refused'],
    ['parcels refused cause the belt is slow', 'parcels refused because the belt is slow'],
    ['active pumps, one number for each kind', 'active pumps by kind'],
    ['give me the count of tags ignored', 'how many tags ignored'],
    ['when was the most recent refund?', 'when was the last refund?'],
    ['what was the root cause of it', 'what was the root cause of it'],
  ])('%s', (said, plain) => {
    expect(inPlainOrder(said, { services: [] })).toBe(plain)
  })
})
