/** What trouble, a release or a restart did to a thing is told by both sides of the moment, of that thing alone. */
import { beforeAll, describe, expect, it } from 'vitest'
import { meetings } from '../../scripts/eval/questions/systems/meetings.ts'
import { parking } from '../../scripts/eval/questions/systems/parking.ts'
import { tyres } from '../../scripts/eval/questions/systems/tyres.ts'
import { vending } from '../../scripts/eval/questions/systems/vending.ts'
import { effectAsked, unableSaid } from '../../src/agent/questions/reader/effect-asked.ts'
import { plainEffect } from '../../src/agent/questions/reader/plain-effect.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-27T23:00:00.000Z')
const agent = embeddedAgent()
const stores = new Map<string, TelemetryStore>()

beforeAll(async () => {
  for (const [name, make] of Object.entries({ meetings, parking, tyres, vending }))
    stores.set(name, rememberingStore(await storeWithWorld(make(END_MS))))
}, 240_000)

/** The first line of each answer of a thread. */
async function thread(name: string, ...questions: string[]): Promise<string[]> {
  const store = stores.get(name)
  if (store === undefined) throw new Error('no store')
  const talk = new Conversation(store, agent)
  const lines: string[] = []
  for (const question of questions) lines.push((await talk.ask(question, END_MS)).text.split('\n')[0] ?? '')
  return lines
}

describe('the form of such a question', () => {
  it.each([
    ['are merges affected as well?', 'failed', 'merges', 'incident'],
    ['were payments hit by the gpu failure', 'failed', 'payments', 'incident'],
    ['did the web restart lose us any orders', 'failed', 'orders', 'restart'],
    ['did the repack on fs-04 break anything', 'failed', '', 'event'],
    ['did market lose any departures', 'failed', 'departures for market', 'incident'],
    ['did the new doc-render make previews any faster', 'duration', 'previews', 'release'],
    ['is search slower since 8.4.0?', 'duration', 'search', 'release'],
    ['it feels slower since 8.4.0, true?', 'duration', null, 'release'],
    ['is the new release to blame for it being slower?', 'duration', null, 'release'],
    ['were there more declines during the outage than before', 'number', 'declines', 'incident'],
  ])('%s', (question, of, thing, moment) => {
    const asked = effectAsked(question)
    expect([asked?.of, asked?.thing, asked?.moment.kind]).toEqual([of, thing, moment])
  })

  it.each(['is web slower than api?', 'who was affected by the outage', 'which regions are affected', 'is it slow?'])(
    'is none of %s',
    (question) => expect(effectAsked(question)).toBeNull(),
  )

  it('takes a claim for what it says does not work', () => {
    expect(unableSaid('acme says nobody can store files, is that true?')?.thing).toBe('storing files for acme')
  })

  it('is put in plainer words', () => {
    expect(plainEffect('p95 of search since the new version went live')).toBe('p95 of search since the release')
    expect(plainEffect('and cash vends, do those still work?')).toBe('and do cash vends still work?')
    expect(plainEffect('which other repos are touched?')).toBe('which repos are affected')
    expect(plainEffect('the 503s, is that a bug in web?')).toBe('the 503s, is that a bug in web?')
  })
})

describe('the effect on a thing', { timeout: 240_000 }, () => {
  it('is told of the thing, and not of what the thread was about', async () => {
    const [, refunds, cash] = await thread(
      'vending',
      'why do card vends fail',
      'are refunds hit too?',
      'and cash vends, do those still work?',
    )
    expect(refunds).toMatch(/^Yes: error rate on `POST \/v2\/refunds`: \*\*0 %\*\* .+, then \*\*\d/)
    expect(cash).toMatch(/^Yes: \*\*100 %\*\* of requests on `POST \/v2\/vends` with `pay\.method` `cash` succeeded/)
  })

  it('of a restart is what failed while it lasted', async () => {
    expect((await thread('vending', 'did the refund-desk restart lose us any refunds'))[0]).toMatch(
      /^No: error rate on `POST \/v2\/refunds`: \*\*0 %\*\* .+, then \*\*0 %\*\*/,
    )
  })

  it('of trouble on one value is told of that value', async () => {
    expect((await thread('parking', 'did market lose any departures'))[0]).toMatch(
      /^Yes: error rate on `POST \/lanes\/\{lane\}\/departures` with `parking\.garage` `market`/,
    )
  })

  it('of a release has both sides, each of them, and their difference', async () => {
    const [both, before, by] = await thread(
      'parking',
      'did tariff-engine 2.10.0 make balances slower',
      'what was it before',
      'by how many ms',
    )
    expect(both).toMatch(/^\*\*No\*\*: requests of `tariff-engine` .+: median \*\*[\d.]+ ms\*\* before, \*\*/)
    expect(before).toMatch(/^Median duration .+\*\*[\d.]+ ms\*\*.+before the deployment/)
    expect(by).toMatch(
      /median \*\*[\d.]+ ms\*\* before, \*\*[\d.]+ ms\*\* since \([+\u2212\u00b1]\d+ %, [+\u2212][\d.]+ ms\)/,
    )
  })

  it('is asked back where nothing tells of the thing', async () => {
    const [, frobs] = await thread('vending', 'what broke?', 'are frobs affected as well?')
    expect(frobs).not.toMatch(/\*\*/)
  })
})

describe('beside it', { timeout: 240_000 }, () => {
  it('one of several is compared with all others of its key', async () => {
    expect((await thread('tyres', 'is B2 slower than the other benches'))[0]).toMatch(
      /^(?:Yes|No).*: `B\d` has the highest .+, by `bench`/,
    )
  })

  it('who else was hit keeps what was counted', async () => {
    const [, others] = await thread('tyres', 'movements not written for postvan', 'anyone else with that problem')
    expect(others).toMatch(/without `tenant` `postvan`: \*\*\d+\*\*, by `tenant`|without `tenant` `postvan`/)
    expect(others).toMatch(/^`private` has the most/)
  })

  it('the reason of everyday lines is what they say', async () => {
    expect((await thread('parking', 'permits refused, how many?', 'what for'))[1]).toMatch(/zone quota reached/)
  })

  it('a service that stopped says why, and when it was back', async () => {
    const store = stores.get('tyres')
    if (store === undefined) throw new Error('no store')
    const why = await new Conversation(store, agent).ask('reason for the tyre-catalog shutdown', END_MS)
    expect(why.text).toMatch(/host is drained/)
    expect(why.text).not.toMatch(/Root cause/)
    expect((await thread('tyres', 'when was tyre-catalog back after its restart'))[0]).toMatch(
      /it stopped at .+ and was back at/,
    )
  })

  it('what had at least one of something is told apart', async () => {
    const [garages] = await thread('parking', 'how many different garages had at least one undecided departure')
    expect(garages).toMatch(/^\*\*4\*\* distinct garages/)
  })

  it('a version that came before the window is the one that was named', async () => {
    const [, slower] = await thread(
      'meetings',
      'how long does a join take in ap-south on average',
      'did 3.5.0 make that slower',
    )
    expect(slower).toMatch(/^\*\*Yes\*\*: requests .*`ap-south`.* are slower since .*`3\.5\.0`.*: mean \*\*\d/)
  })

  it('a version that nobody saw has no sides', async () => {
    const [, slower] = await thread(
      'meetings',
      'how long does a join take in ap-south on average',
      'did 9.9.9 make that slower',
    )
    expect(slower).not.toMatch(/^(?:Yes|No): mean duration/)
  })
})
