/** What lines say without stating it, and names that are written out, restrict what is counted. */
import { describe, expect, it } from 'vitest'
import { stadium } from '../../scripts/eval/questions/systems/stadium.ts'
import { weather } from '../../scripts/eval/questions/systems/weather.ts'
import { isSpikeOf, isStraight } from '../../src/agent/answers/course.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const STADIUM = stadium(END_MS)
const WEATHER = weather(END_MS)
/** The same with a level in the middle of a line, where none is read from. */
const SAYING = {
  ...WEATHER,
  logs: WEATHER.logs.map((row) => ({ ...row, body: row.body.replace(/ warning: /, ' quotas gave a warning: ') })),
}
const stores = { weather: storeWithWorld(WEATHER), stadium: storeWithWorld(STADIUM), saying: storeWithWorld(SAYING) }

async function said(system: keyof typeof stores, ...questions: readonly string[]): Promise<string> {
  const talk = new Conversation(rememberingStore(await stores[system]))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text.split('\n')[0] ?? ''
}
const firstBold = (text: string): number => Number(/\*\*([\d,]+)/.exec(text)?.[1]?.replace(/,/g, ''))
const inLastHalfHour = (timeMs: number): boolean => timeMs >= END_MS - 1_800_000

describe('what lines say without stating it', { timeout: 60_000 }, () => {
  it('counts warnings of a service whose lines say the level and state none', async () => {
    const own = WEATHER.logs.filter(
      ({ service, timeMs, body }) => service === 'key-auth' && inLastHalfHour(timeMs) && / warning: /.test(body),
    )
    const text = await said('saying', 'warnings of key-auth in the last 30 minutes')
    expect(text).toContain('states no such level')
    expect(Math.abs(firstBold(text) - own.length)).toBeLessThanOrEqual(1)
    const stated = await said('weather', 'warnings of key-auth in the last 30 minutes')
    expect(stated).not.toContain('states no such level')
    expect(Math.abs(firstBold(stated) - own.length)).toBeLessThanOrEqual(1)
  })

  it('restricts by words behind "say" that are everyday words', async () => {
    const warnings = firstBold(await said('stadium', 'show me warnings of turnstile-ctl'))
    const text = await said('stadium', 'show me warnings of turnstile-ctl', 'how many of them say already used')
    expect(text).toContain('already used')
    expect(firstBold(text)).toBeLessThan(warnings)
  })

  it('puts one code of access lines in the place of another', async () => {
    const withCode = (code: number): number =>
      STADIUM.logs.filter(
        ({ service, timeMs, body }) =>
          service === 'gate-envoy' && inLastHalfHour(timeMs) && body.includes(`" ${code} `),
      ).length
    const ask = 'how many 502 did gate-envoy return in the last 30 minutes?'
    expect(Math.abs(firstBold(await said('stadium', ask)) - withCode(502))).toBeLessThanOrEqual(1)
    expect(Math.abs(firstBold(await said('stadium', ask, 'only 429')) - withCode(429))).toBeLessThanOrEqual(1)
  })

  it('takes a name of spans that is written out', async () => {
    expect(await said('weather', 'mean duration of check batch')).toMatch(/^Mean duration of requests on `check batch`/)
  })
})

describe('the course of a metric', () => {
  it('is one way where each quarter lies further than the noise', () => {
    expect(isStraight(Array.from({ length: 24 }, (_, at) => 64 + at / 8))).toBe(true)
    expect(isStraight(Array.from({ length: 24 }, (_, at) => 64 + (at % 5) / 8))).toBe(false)
    expect(isStraight([1, 2, 3])).toBe(false)
  })

  it('has a spike where one step stands out, and no one comes by chance', () => {
    expect(isSpikeOf([0, 0, 44, 0, 1, 0], true)).toBe(true)
    expect(isSpikeOf([0, 0, 3, 0, 1, 0], true)).toBe(false)
    expect(isSpikeOf([20, 22, 31, 18, 24, 21], true)).toBe(false)
    expect(isSpikeOf([0.1, 0.12, 0.9, 0.11], false)).toBe(true)
    expect(isSpikeOf([0.1, 0.12, 0.2, 0.11], false)).toBe(false)
  })
})
