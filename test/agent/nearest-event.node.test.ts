/** Counts whose lines do not say every word, values behind "by" and "not … by", what a value is one of, slow requests by a noun. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { saysDenied, saysNot } from '../../src/agent/questions/reader/covering/polarity.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const BREEDS = ['merino', 'texel'] as const

/** A mill that takes in wool: fleeces are weighed, some are refused, parcels go out by cart or barge. */
function mill(): World {
  const plain = worldOf({
    gateway: 'mill-gate',
    routes: { 'POST /fleeces/weigh': 'weigh-svc', 'GET /looms': 'loom-svc' },
    failing: 'GET /looms',
    store: 'postgresql',
  })
  const spans = plain.spans.map(
    (span, index): SpanRow =>
      span.name.includes('fleeces')
        ? { ...span, attributes: { ...span.attributes, 'fleece.breed': BREEDS[Math.floor(index / 3) % 2] ?? '' } }
        : span,
  )
  const line = (minute: number, service: string, body: string, attributes: Record<string, string> = {}): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [...plain.logs]
  for (let minute = 1; minute <= 12; minute++) {
    logs.push(line(minute, 'weigh-svc', 'scale drum jammed'))
    logs.push(line(minute, 'loom-svc', 'parcel shipped', { carrier: minute % 3 === 0 ? 'barge' : 'cart' }))
    if (minute % 2 === 0) logs.push(line(minute, 'loom-svc', 'pattern card worn out'))
    if (minute % 3 === 0)
      logs.push(line(minute, 'loom-svc', 'bale label not readable', { loom: minute === 3 ? 'east' : 'west' }))
    if (minute % 4 === 0) logs.push(line(minute, 'weigh-svc', 'delivery skipped: no wool ticket on file'))
  }
  return { ...plain, spans, logs }
}

const store = storeWithWorld(mill())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('lines of one event', { timeout: 120_000 }, () => {
  it('are counted where they do not say who it happened to', async () => {
    const text = await answer('how many weavers had a worn out pattern card?')
    expect(text).toMatch(/I took .* as the lines that say "pattern card worn out"/)
    expect(text).toMatch(/\*\*6\*\*/)
  })

  it('are not counted without a word that would narrow them', async () => {
    expect(await answer('how many silk pattern cards were worn out?')).not.toMatch(/\*\*\d/)
    expect(await answer('how many pattern cards were worn out for the navy?')).not.toMatch(/\*\*\d/)
    expect(await answer('unreadable bale labels by customer age?')).not.toMatch(/\*\*\d/)
    expect(await answer('how many linen deliveries lacked a wool ticket?')).not.toMatch(/\*\*\d/)
  })

  it('are not one number of two things', async () => {
    expect(await answer('weavers with scale drum jammed and pattern card worn out, how many')).not.toMatch(/\*\*6\*\*/)
  })
})

describe('an event that its other words know', { timeout: 120_000 }, () => {
  it('is counted for each of a key, whatever verb is used of it', async () => {
    const text = await answer('which loom spits out the most unreadable bale labels?')
    expect(text).toMatch(/I took .*not readable/)
    expect(text).toMatch(/`west` has the most .*\*\*3\*\*/)
  })

  it('is told with yes and its number', async () => {
    expect(await answer('did we catch any unreadable bale labels?')).toMatch(/Yes: \*\*4\*\*/)
  })

  it('is no group of something that no key goes by', async () => {
    expect(await answer('which weaver has the most unreadable bale labels?')).not.toMatch(/\*\*\d/)
  })

  it('may be denied in other words', async () => {
    expect(await answer('deliveries skipped because of a missing wool ticket')).toMatch(/\*\*3\*\*/)
    expect(await answer('how many deliveries lacked a wool ticket?')).toMatch(/\*\*3\*\*/)
  })

  it('is not taken for its opposite', async () => {
    expect(await answer('how many bale labels did the looms read?')).not.toMatch(/\*\*4\*\*/)
  })
})

describe('what is denied', () => {
  const line = (text: string): { tokens: string[] } => ({ tokens: text.split(' ') })
  const word = (text: string, lemma = text): { text: string; lemma: string } => ({ text, lemma })

  it('is denied by parts of words as by words', () => {
    expect(saysDenied(word('unreadable'), line('number not readable'))).toBe(true)
    expect(saysDenied(word('unknown'), line('sdk key is not known'))).toBe(true)
    expect(saysNot(word('readable'), line('plate unreadable'))).toBe(true)
    expect(saysNot(word('ticket'), line('the ticket is missing'))).toBe(true)
    expect(saysNot(word('make'), line('certificate not made'))).toBe(true)
  })

  it('is nothing that lines say', () => {
    expect(saysDenied(word('unreadable'), line('number readable'))).toBe(false)
    expect(saysNot(word('make'), line('certificate made'))).toBe(false)
    expect(saysDenied(word('invoice'), line('invoice not sent'))).toBe(false)
  })
})

describe('a value', { timeout: 120_000 }, () => {
  it('behind "by" is no field', async () => {
    expect(await answer('how many parcels were shipped by barge?')).toMatch(/\*\*4\*\*/)
    expect(await answer('requests handled by weigh-svc-1')).not.toMatch(/[Nn]o field/)
  })

  it('behind "not … by" is left out', async () => {
    expect(await answer('how many parcels were not shipped by barge?')).toMatch(/\*\*8\*\*.*without `carrier` `barge`/)
  })

  it('is left out with the noun that says what it is one of', async () => {
    expect(await answer('requests of sheep other than merino')).toMatch(/without `fleece\.breed` `merino`/)
  })
})

it('requests over a duration go by all words of their route', { timeout: 120_000 }, async () => {
  expect(await answer('how many fleece weighings took longer than 41 ms?')).toMatch(/`POST \/fleeces\/weigh`/)
})
