/** Questions as people type them: with courtesies around them, labels before them and slips of the fingers in them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { fitness } from '../../scripts/eval/questions/systems/fitness.ts'
import { withoutCourtesies } from '../../src/agent/questions/reader/courtesies.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-27T23:00:00Z')
let store: TelemetryStore | null = null

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(fitness(END_MS)))
}, 120_000)

async function ask(question: string): Promise<string> {
  if (store === null) throw new Error('no store')
  return (await new Conversation(store).ask(question, END_MS)).text
}

async function answer(question: string): Promise<string> {
  const text = await ask(question)
  // What was taken for what is said first, and the rest is the same.
  return (text.split('\n')[0] ?? '').replace(/I took "[^"]*" for (?:"[^"]*"|\S+)\. /g, '').replace(/\[call_\d+\]/g, '')
}

describe('a question as it was typed has the answer of the one that was meant', { timeout: 120_000 }, () => {
  it.each([
    ['invoice.php 404s', 'hi team, invoice.php 404s'],
    ['access denied count', 'Q: access denied count'],
    ['does doors_online look normal', 'pls tell me does doors_online look normal'],
    ['failed requests by client', 'failed requests by client ... any idea?'],
    ['failed requests by client', 'quick question - failed requests by client pls'],
    ['jvm_memory_used_bytes average', 'can you tell me jvm_memory_used_bytes average, thx'],
    ['status codes of POST /api/bookings', 'stauts codes of POST /api/bookings'],
    ['was class-booking-a1 affected too', 'was class-booking-a1 affetced too'],
    [
      'which controller action of studio-admin gets the most requests',
      'which conntroller action of studio-admin gets the most requests',
    ],
    ['POST /bookings per channel', 'POST /bookings per channle'],
    ['expired push tokens in the last 40 min', 'exxpired push tokens in the last 40 min'],
    ['"class is not covered by membership" per plan', '"class is not covereed by membership" per plan'],
  ])('%s: %s', async (meant, typed) => {
    const expected = await answer(meant)
    expect(expected).toMatch(/\d/)
    expect(await answer(typed)).toBe(expected)
  })

  it('says which word of the project it took for another', async () => {
    expect(await ask('POST /bookings per channle')).toMatch(/^I took "channle" for channel\. /)
  })

  it('leaves a word as it is that records say', async () => {
    expect(await ask('how many records say bookings_pkey')).not.toContain('I took')
  })
})

describe('courtesies', () => {
  it.each(['hello', 'thanks', 'ok', 'please'])('%s alone stays as it is', (said) => {
    expect(withoutCourtesies(said)).toBe(said)
  })

  it.each([
    ['errors of the report', 'errors of the report'],
    ['hello-world errors', 'hello-world errors'],
    ['sorry, errors per minute?', 'errors per minute?'],
    ['errors per minute for the postmortem', 'errors per minute'],
    ['so: why?', 'so: why?'],
  ])('%s', (asked, meant) => {
    expect(withoutCourtesies(asked)).toBe(meant)
  })
})
