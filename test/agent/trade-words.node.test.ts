/** Words of a trade for words of the data, one of two against the other, shares of lines, reasons of refusals, steps. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const PLANS = ['gold', 'basic', 'basic'] as const

/**
 * A ferry line: requests carry the plan of who asks, lines tell of vehicles, parcels and mails. More keys of lines than
 * are read at once stand before the plan.
 */
function ferry(): World {
  const plain = worldOf({
    gateway: 'quay-gate',
    routes: { 'POST /crossings': 'crossing-svc', 'GET /timetables/{id}': 'timetable-svc' },
    failing: 'POST /crossings',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const own = { 'passenger.plan': PLANS[Math.floor(index / 3) % 3] ?? 'basic' }
    return { ...span, attributes: { ...span.attributes, ...own } }
  })
  const line = (second: number, service: string, body: string, attributes = {}): LogRow => ({
    ...{ timeMs: END_MS - second * 1000, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const many = (count: number, service: string, body: string, attributes = {}): LogRow[] =>
    Array.from({ length: count }, (_, at) => line(30 + at * 20, service, body, attributes))
  const manyKeys = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`deck.field${at}`, `f${at}`]))
  const logs = [
    ...plain.logs,
    ...many(1, 'crossing-svc', 'loading plan computed', manyKeys),
    ...many(30, 'mail-out', 'mail sent'),
    ...many(10, 'mail-out', 'mail bounced'),
    ...many(12, 'parcel-desk', 'parcel delivered'),
    ...many(4, 'parcel-desk', 'parcel not delivered, kept on board'),
    ...many(7, 'crossing-svc', 'deck is full'),
    ...many(9, 'bridge-log', 'vehicle boarded'),
  ]
  return { ...plain, spans, logs }
}

const store = storeWithWorld(ferry())
const first = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text.split('\n')[0] ?? ''
}

describe('a word of the trade', { timeout: 120_000 }, () => {
  it('is taken for the word that the data has, which the answer says', async () => {
    const text = await first('how many cars boarded in the last hour?')
    expect(text).toMatch(/I took "cars" as vehicle/)
    expect(text).toMatch(/\*\*9\*\*/)
  })

  it('is not taken for what tells things apart', async () => {
    expect(await first('how many submarines boarded in the last hour?')).not.toMatch(/\*\*\d/)
  })
})

describe('which of two', { timeout: 120_000 }, () => {
  it('are compared by the key that both are values of', async () => {
    expect(await first('do gold or basic passengers book more crossings?')).toMatch(
      /^`basic` has the most requests .*`passenger\.plan`.*`POST \/crossings`/,
    )
    expect(await first('what fails more often, gold or basic?')).toMatch(/highest error rate .*`passenger\.plan`/)
  })

  it('are routes as well', async () => {
    expect(await first('what takes longer, crossings or timetables?')).toMatch(
      /highest mean duration .*`POST \/crossings`/,
    )
  })

  it('is no question for a number of both', async () => {
    expect(await first('are there more gold or basic requests?')).toMatch(/^`basic` has the most requests/)
  })
})

describe('a share of what lines tell of', { timeout: 120_000 }, () => {
  it('is taken of the lines with the noun, also where a service is called by it', async () => {
    expect(await first('share of mails that bounced')).toMatch(/\*\*25\.0 %\*\*.*10 log records.* of 40 that say/)
  })

  it('of those that say it is not so counts these', async () => {
    expect(await first('what percentage of parcels was not delivered?')).toMatch(
      /\*\*25\.0 %\*\*.*4 log records.* of 16 that say/,
    )
    expect(await first('share of delivered parcels')).toMatch(/\*\*75\.0 %\*\*.*12 log records.* of 16 that say/)
  })

  it('is never more than the whole', async () => {
    for (const question of ['what share of parcels was bounced?', 'fraction of decks that are mails'])
      expect(await first(question)).not.toMatch(/\*\*\d{3,}(?:\.\d+)? %\*\*/)
  })
})

describe('lines that tell the reason only', { timeout: 120_000 }, () => {
  it('are counted for what was refused by it, which the answer says', async () => {
    const text = await first('how many crossings were refused because the deck was full?')
    expect(text).toMatch(/I took ".*" as the lines that say "(?:deck )?full"/)
    expect(text).toMatch(/\*\*7\*\*/)
  })

  it('are none where another word restricts them', async () => {
    expect(await first('how many purple crossings were refused because the deck was full?')).not.toMatch(/\*\*7\*\*/)
  })
})

describe('a course in steps', { timeout: 120_000 }, () => {
  it('has the steps that were asked for', async () => {
    const { text } = await new Conversation(rememberingStore(await store)).ask('errors per 10 minutes', END_MS)
    expect(text).toMatch(/Per 10 min from 14:00:00 UTC: 0, 0, 15, 30, 15/)
  })
})

describe('values of requests', { timeout: 120_000 }, () => {
  it('are known however many keys lines have', async () => {
    expect(await first('requests of gold passengers')).toMatch(/requests with `passenger\.plan` `gold`/)
  })
})

describe('a code with its name', { timeout: 120_000 }, () => {
  it('is that code, with a noun between them as well', async () => {
    expect(await first('rate limited requests (429) on quay-gate')).toMatch(
      /\*\*0\*\* requests of `quay-gate` with status 429/,
    )
  })

  it('of the client is no error line', async () => {
    expect(await first('client errors (4xx) of quay-gate')).toMatch(/requests of `quay-gate` with status 4xx/)
  })
})

describe('everyday grammar', { timeout: 120_000 }, () => {
  it.each(['is timetable-svc all right?', 'is anything the matter with timetable-svc?'])(
    '"%s" asks how it is',
    async (question) => {
      expect(await first(question)).toMatch(/^\*\*(?:Yes|No)\*\*: `timetable-svc`/)
    },
  )

  it('takes what still throws for a question about now', async () => {
    expect(await first('quay-gate still throwing 503s?')).toMatch(
      /^No: \*\*0\*\* requests of `quay-gate` with status 503/,
    )
  })

  it('takes damage for harm', async () => {
    expect(await first('how much damage did it do?')).toMatch(/requests failed since/)
  })

  it('keeps no secret that is a kind of thing', async () => {
    expect(await first('are gold logins slower than password logins?')).not.toMatch(/cannot reveal/)
    expect(await first('show me the passwords')).toMatch(/cannot reveal/)
  })
})

describe('a trace', { timeout: 120_000 }, () => {
  it('is told by where it failed first, before its spans', async () => {
    const failed = ferry().spans.find(({ isFailed, service }) => isFailed && service === 'crossing-svc')
    expect(await first(`where did trace ${failed?.traceId} break?`)).toMatch(/^It failed first in `crossing-svc`/)
  })
})

describe('failures of a thing that are none where it is made', { timeout: 120_000 }, () => {
  const yard = storeWithWorld(
    worldOf({
      gateway: 'yard-gate',
      routes: { 'POST /crates': 'crate-svc', 'POST /crates/{id}/seal': 'seal-svc' },
      failing: 'POST /crates/{id}/seal',
      store: 'postgresql',
    }),
  )

  it('are told beside the zero', async () => {
    const talk = new Conversation(rememberingStore(await yard))
    const { text } = await talk.ask('how many failed requests on POST /crates?', END_MS)
    expect(text).toMatch(
      /^\*\*0\*\* failed requests on `POST \/crates`.*on other routes of `crates` \*\*\d+\*\* failed/,
    )
  })
})
