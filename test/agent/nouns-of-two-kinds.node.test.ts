/** Words that are short forms, verbs, values or services, and which of them is meant where they stand. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const COUNTRIES = ['de', 'at', 'nl', 'be'] as const
const FREIGHTS = ['dry', 'cold'] as const
const TENANTS = ['hanseline', 'bluefleet'] as const

/**
 * A haulier: requests carry the country, the kind of freight, the tenant and its users. Its scales answer fast or slowly by
 * what they weigh, in most minutes more fast, in others more slowly.
 */
function haulier(): World {
  const plain = worldOf({
    gateway: 'yard-gate',
    routes: { 'POST /loads': 'load-desk', 'GET /trucks/{id}': 'truck-book', 'POST /weighings': 'scale-link' },
    failing: 'POST /loads',
    store: 'postgresql',
  })
  const extra = plain.spans.map((span, index): SpanRow => {
    const request = Math.floor(index / 3)
    const own = {
      'origin.country': COUNTRIES[request % 4] ?? 'de',
      'freight.class': FREIGHTS[request % 2] ?? 'dry',
      'tenant.name': TENANTS[request % 2] ?? 'hanseline',
      'user.id': `u-${request % 50}`,
    }
    const minute = Math.floor((span.startMs - plain.startMs) / 60_000)
    const slow = minute % 15 >= 10 ? 3 : 1
    const isSlow = span.service === 'scale-link' && request % 4 < slow
    const refused = span.name === 'POST /weighings' && request % 5 === 0 ? { 'http.response.status_code': 422 } : {}
    return { ...span, endMs: span.endMs + (isSlow ? 500 : 0), attributes: { ...span.attributes, ...own, ...refused } }
  })
  const line = (second: number, service: string, body: string): LogRow => ({
    ...{ timeMs: END_MS - second * 1000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  return { ...plain, spans: extra, logs: [...plain.logs, line(900, 'truck-book', 'black list imported again')] }
}

const store = storeWithWorld(haulier())
const first = async (question: string): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  return (await talk.ask(question, END_MS)).text.split('\n')[0] ?? ''
}

describe('a word that may be two things', { timeout: 120_000 }, () => {
  it('is a unit of time behind a number', async () => {
    expect(await first('how many loads succeeded in the last 20 min')).toBe(
      await first('how many loads succeeded in the last 20 minutes'),
    )
  })
  it('is a status and no length of time', async () => {
    expect(await first('503s out of yard-gate since 14:25, how many')).toMatch(/with status 503, 14:25:00–/)
  })
  it('is what requests are told apart by', async () => {
    expect(await first('http.response.status_code breakdown for yard-gate')).toMatch(/by `http.response.status_code`/)
  })
  it('of things that worked leaves out those that failed', async () => {
    expect(await first('how many loads worked since 14:00?')).toMatch(/successful requests/)
  })
  it('is a noun where lines have it beside another, and the answer tells the time that is asked for', async () => {
    expect(await first('when was the black list imported')).toMatch(/\*\*14:45:00 UTC\*\*/)
  })
  it('is part of a key, and not the service that begins with it', async () => {
    const text = await first('yard-gate requests by freight class')
    expect(text).toMatch(/`freight.class`/)
    expect(text).toMatch(/\*\*360\*\*/)
  })
  it('is a value behind "or", though it is an everyday word', async () => {
    expect(await first('requests of yard-gate from nl or at')).toMatch(/\*\*360\*\*/)
  })
  it('means the tenants where telemetry tells them from their users', async () => {
    expect(await first('how many customers got a 503?')).toMatch(/\*\*2\*\* distinct customers/)
    expect(await first('how many users got a 503?')).toMatch(/\*\*\d{2}\*\* distinct users/)
  })
  it('chooses the culprit among services, however the choice is put', async () => {
    for (const question of [
      'who is to blame, load-desk or truck-book?',
      'is truck-book or load-desk the problem?',
      'which one broke first: truck-book or load-desk',
    ])
      expect(await first(question)).toMatch(/^What was found fits \*\*load-desk\*\*/)
  })
})

describe('more or less than before a moment', { timeout: 120_000 }, () => {
  it('compares what came since then with what came before it', async () => {
    expect(await first('more 503s at yard-gate than before 14:25?')).toMatch(/^Yes: .*\*\*0\*\* in .*–14:25:00 UTC/)
    expect(await first('fewer errors than before 14:45?')).toMatch(/^\*\*Yes\*\*, less than before.* in 14:45:00–/)
    expect(await first('fewer errors than before 14:25?')).toMatch(/^\*\*No\*\*, more than before/)
    expect(await first('is truck-book slower than before 14:25?')).toMatch(/^No: 95th percentile .*–14:25:00 UTC/)
  })
})

describe('a zero of failures', { timeout: 120_000 }, () => {
  it('stands beside what was refused of the same', async () => {
    expect(await first('how many weighings failed?')).toMatch(/^\*\*0\*\* failed .*; \*\*48\*\* were refused/)
    expect(await first('share of failed weighings')).toMatch(/^\*\*0 %\*\* .*; \*\*20.0 %\*\* were refused/)
  })
})

describe('a service whose requests are of two kinds', { timeout: 120_000 }, () => {
  it('is not slower because more of the slow ones came lately', async () => {
    expect(await first('is scale-link healthy?')).toMatch(/^\*\*Yes\*\*/)
  })
})

describe('what was changed before trouble began', { timeout: 120_000 }, () => {
  it('is looked for in the minutes before it, and what was done stands first', async () => {
    for (const question of [
      'did somebody change something shortly before 14:50?',
      'what changed right before 14:50?',
    ]) {
      const talk = new Conversation(rememberingStore(await store))
      const { text } = await talk.ask(question, END_MS)
      expect(text).toMatch(/from 14:30:00 UTC to 14:50:00 UTC/)
      expect(text).toMatch(/New[^\n]*\n\n- `truck-book` info: `black list imported again` 0 \u2192 1/)
    }
  })
})
