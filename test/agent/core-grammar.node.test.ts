/** Everyday grammar around a name: whether it has errors, works or is fixed, its services, its errors, another statistic. */
import { describe, expect, it } from 'vitest'
import { news } from '../../scripts/eval/questions/systems/news.ts'
import { languageOf } from '../../src/agent/questions/reader/language.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const HOUR_MS = 3_600_000
const world = news(END_MS)
const stored = storeWithWorld(world)

async function answer(...questions: readonly string[]): Promise<string> {
  const talk = new Conversation(rememberingStore(await stored))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}
const first = async (...questions: readonly string[]): Promise<string> =>
  (await answer(...questions)).split('\n')[0] ?? ''
const entries = (service: string) =>
  world.spans.filter((span) => span.isEntry && span.service === service && span.startMs >= END_MS - HOUR_MS)

describe('a question about a service by its name', { timeout: 120_000 }, () => {
  it('asks for its errors with "does", "did" and "has", as with "any"', async () => {
    expect(await first('Does search-api have errors?')).toMatch(/^No: \*\*0\*\* errors of `search-api`/)
    const asked = await first('any errors in paywall-service')
    expect(asked).toMatch(/^Yes/)
    expect(await first('did paywall-service log any errors?')).toBe(asked)
    expect(await first('has paywall-service had errors')).toBe(asked)
  })

  it('asks for a rate, and not for errors, where it says so', async () => {
    expect(await first('does search-api have any error rate?')).not.toMatch(/\*\*0\*\* errors/)
  })

  it('asks for its state with "work" and "fixed"', async () => {
    expect(await first('does web-gateway work right now?')).toMatch(/^\*\*Yes\*\*: `web-gateway` is healthy/)
    expect(await first('is the paywall fixed')).toBe(await first('is the paywall working'))
  })

  it('asks for what its errors say, and for a number only where it counts', async () => {
    expect(await first('what does paywall-service log as errors?')).toContain('no meter configured')
    expect(await first('how many lines did paywall-service log as errors?')).toMatch(
      /^\*\*[\d,]+\*\* errors of `paywall-service`/,
    )
  })
})

describe('a question of a few words', { timeout: 120_000 }, () => {
  it('asks for all services', async () => {
    for (const question of ['services?', 'name all services', 'list our services please'])
      for (const service of ['web-gateway', 'moderation-worker', 'indexer'])
        expect(await answer(question)).toContain(`\`${service}\``)
  })

  it('is not of another language for one word that is English as well', () => {
    expect(languageOf('services', () => false)).toBeNull()
    expect(languageOf('pourquoi', () => false)?.code).toBe('fr')
  })

  it('asks what to do with "prevent" and "keep from"', async () => {
    const step = await first('what should we do next?')
    expect(await first('how do we prevent this?')).toBe(step)
    expect(await first('how do we keep that from coming back?')).toBe(step)
  })

  it('takes another statistic of the same durations', async () => {
    const durations = entries('search-api').map(({ startMs, endMs }) => endMs - startMs)
    const mean = durations.reduce((sum, one) => sum + one, 0) / durations.length
    const said = await first('p95 of search-api', 'average instead?')
    expect(said).toContain('Mean duration')
    const told = Number(/: \*\*([\d.]+)/.exec(said)?.[1])
    expect(Math.abs(told - mean)).toBeLessThan(0.1)
  })

  it('asks for no duration after a count', async () => {
    expect(await first('how many requests did search-api get', 'average instead?')).not.toMatch(/\d ms/)
  })
})

describe('people who are known by a value', { timeout: 120_000 }, () => {
  it('are those whose requests carry the value', async () => {
    const count = entries('web-gateway').filter(({ attributes }) => attributes['reader.plan'] === 'premium').length
    expect(count).toBeGreaterThan(100)
    expect(await first('requests of premium readers on web-gateway')).toContain(`**${count.toLocaleString('en-US')}**`)
  })
})
