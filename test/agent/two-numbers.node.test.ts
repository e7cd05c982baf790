/** A count that may mean two numbers tells both in its first sentence, and what nobody asked for is asked back. */
import { describe, expect, it } from 'vitest'
import { library } from '../../scripts/eval/questions/systems/library.ts'
import { stadium } from '../../scripts/eval/questions/systems/stadium.ts'
import { weather } from '../../scripts/eval/questions/systems/weather.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const WEATHER = weather(END_MS)
const STADIUM = stadium(END_MS)
const stores = {
  weather: storeWithWorld(WEATHER),
  stadium: storeWithWorld(STADIUM),
  library: storeWithWorld(library(END_MS)),
}

async function said(system: keyof typeof stores, question: string): Promise<string> {
  const { text } = await new Conversation(rememberingStore(await stores[system])).ask(question, END_MS)
  return text.split('\n')[0] ?? ''
}

/** Numbers of a sentence as they are read, in order. */
const boldIn = (text: string): number[] =>
  [...text.matchAll(/\*\*([\d,.]+)[^*]*\*\*/g)].map(([, digits = '']) => Number(digits.replace(/,/g, '')))

describe('a count that may mean two numbers', { timeout: 60_000 }, () => {
  it('of requests of one tenant says how many of them came from outside', async () => {
    const [all = 0, outside = 0] = boldIn(await said('weather', 'how many requests did agrisense make?'))
    const own = WEATHER.spans.filter(
      ({ isEntry, startMs, attributes }) =>
        isEntry && startMs >= END_MS - 3_601_000 && attributes['tenant'] === 'agrisense',
    )
    const atEdge = own.filter(({ service }) => service === 'wx-api').length
    expect(Math.abs(all - own.length)).toBeLessThan(own.length * 0.01)
    expect(Math.abs(outside - atEdge)).toBeLessThan(atEdge * 0.01)
  })

  it('by tenant has both for each tenant', async () => {
    expect(await said('weather', 'requests per tenant')).toMatch(/\*\*[\d,]+\*\*; counted once \*\*[\d,]+\*\*/)
  })

  it('of an event that two services log says how many lines each has', async () => {
    const text = await said('library', 'how many loans failed?')
    const [all = 0, ...parts] = boldIn(text)
    expect(text).toMatch(/of `loan-core`.*of `kiosk-gw`/)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(all)
  })
})

describe('a question that would be answered by something else', { timeout: 60_000 }, () => {
  it.each([
    ['weather', 'when did the last nowcast finish?'],
    ['weather', 'how many stations stopped reporting?'],
  ] as const)('about %s, "%s", gets no number and no cause', async (system, question) => {
    const text = await said(system, question)
    expect(text).toContain('so I give no number')
    expect(boldIn(text)).toEqual([])
  })

  it('keeps "successful" of requests, whatever stands between', async () => {
    expect(await said('weather', 'successful /v1/current requests in the last 30 minutes')).toMatch(
      /successful requests|there were no requests/,
    )
  })

  it('takes a code with "rate" for a share', async () => {
    expect(await said('stadium', '409 rate of POST /api/holds')).toMatch(/\*\*[\d.]+ %\*\* of requests/)
  })

  it('takes "reason" for the key of that name, and no question for a cause', async () => {
    expect(await said('stadium', 'declined cards with reason no_funds')).not.toMatch(/root cause/i)
  })

  it('takes "the ticket shop" for the whole, and not for what makes tickets', async () => {
    expect(await said('stadium', 'what is wrong with the ticket shop?')).toMatch(/pay-bridge/)
  })
})
