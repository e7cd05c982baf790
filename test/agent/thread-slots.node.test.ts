/** Follow-ups that change one slot of the last plan: its length, a value, a text, its groups; and those after a question back. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const DESKS = ['foyer', 'balcony', 'kiosk'] as const
const TIERS = ['gold', 'silver'] as const
const MINUTE_MS = 60_000

/** A theatre: plays carry a desk and a tier; the lines about plays that were refused carry neither. */
function theatre(): World {
  const plain = worldOf({
    gateway: 'stage-gate',
    routes: { 'POST /plays': 'play-svc', 'GET /seats/{id}': 'seat-svc' },
    failing: 'POST /plays',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const turn = Math.floor(index / 3)
    const own = { 'sales.desk': DESKS[turn % 3] ?? 'kiosk', 'guest.tier': TIERS[turn % 2] ?? 'gold' }
    return span.name === 'POST /plays' ? { ...span, attributes: { ...span.attributes, ...own } } : span
  })
  const line = (timeMs: number, service: string, severity: LogRow['severity'], body: string): LogRow => ({
    ...{ timeMs, service, severity, isSeveritySent: true, message: body, body },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const failed = spans.filter(
    ({ service, isEntry, isFailed, name }) => service === 'play-svc' && isEntry && isFailed && name === 'POST /plays',
  )
  const logs = [
    ...plain.logs.filter(({ service }) => service !== 'play-svc'),
    ...failed.map(({ endMs }, index) =>
      line(endMs, 'play-svc', 'ERROR', `play PL-${1000 + index} refused: ledger closed`),
    ),
    ...Array.from({ length: 40 }, (_, index) =>
      line(
        END_MS - index * MINUTE_MS - 1,
        'seat-svc',
        'WARN',
        index % 4 === 0 ? `seat ${index} blocked: rope missing` : `seat ${index} blocked: lamp broken`,
      ),
    ),
  ]
  return { ...plain, spans, logs }
}

const world = theatre()
const store = storeWithWorld(world)
const first = async (...questions: readonly string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text.split('\n')[0] ?? ''
}

describe('the time of a follow-up', { timeout: 120_000 }, () => {
  it.each([
    [['warnings of seat-svc in the last 10 minutes', 'make it 25'], /14:35:00\u201315:00:00/],
    [['warnings of seat-svc, last 10 min', 'last 30'], /14:30:00\u201315:00:00/],
    [['requests of seat-svc in the last 20 minutes', 'and over the past 5'], /14:55:00\u201315:00:00/],
    [['requests of seat-svc between 14:20 and 14:30', 'try the full hour'], /14:00:00\u201315:00:00/],
    [['p95 of seat-svc before 14:30', 'and since then?'], /14:30:00\u201315:00:00/],
    [['show warnings of seat-svc', 'how many since 14:40?'], /^\*\*20\*\* warnings.*14:40:00/],
  ])('has the unit of the last one (%j)', async (questions, said) => {
    expect(await first(...questions)).toMatch(said)
  })

  it('is the hour again for a count after how something is now', async () => {
    expect(await first('is seat-svc ok right now?', 'how many warnings did it write')).toMatch(/^\*\*40\*\* warnings/)
  })
})

describe('another number of the same', { timeout: 120_000 }, () => {
  it.each([
    [
      ['failed requests of play-svc', 'what share of its requests is that?'],
      /^\*\*[\d.]+ %\*\* of requests of `play-svc` failed/,
    ],
    [['failed requests of play-svc', 'and how many requests in total then?'], /^\*\*[\d,]+\*\* requests of `play-svc`/],
    [['warnings of seat-svc per minute', 'the total instead of per minute'], /^\*\*\d+\*\* warnings of `seat-svc`/],
    [['warnings of seat-svc', 'what do they say?'], /lamp broken/],
    [['warnings of seat-svc', 'how many of them are about missing ropes?'], /^\*\*10\*\* warnings/],
    [['how many seats were blocked?', 'without the lamp broken ones'], /^\*\*10\*\* log records/],
    [['errors of play-svc', 'where do they come from?'], /cause/i],
  ])('is known as a whole (%j)', async (questions, said) => {
    expect(await first(...questions)).toMatch(said)
  })
})

describe('a value in a follow-up', { timeout: 120_000 }, () => {
  it('goes in the place of one of the same key', async () => {
    expect(await first('requests on POST /plays', 'only foyer', 'and balconies?')).toMatch(/`sales\.desk` `balcony`/)
    expect(await first('requests on POST /plays', 'only foyer', 'now just gold')).toMatch(
      /`sales\.desk` `foyer`.*`guest\.tier` `gold`/,
    )
  })

  it('is told by as many requests where lines do not carry it', async () => {
    const said = await first('how many plays were refused?', 'just the kiosk')
    expect(said).toMatch(/^Only requests carry `sales\.desk`, so I counted requests/)
    expect(said).toMatch(/failed requests of `play-svc` with `sales\.desk` `kiosk`/)
    expect(await first('how many plays were refused?', 'by tier')).toMatch(/by `guest\.tier`/)
  })

  it('is no number where nothing carries it', async () => {
    expect(await first('how many plays were refused?', 'just the gallery')).not.toMatch(/\*\*\d/)
  })

  it('that only a text told gives way to another text', async () => {
    expect(await first('warnings of seat-svc', 'only rope', 'and lamp?')).toMatch(/^\*\*30\*\*/)
  })

  it('gives way to groups where these are asked for instead', async () => {
    const said = await first('requests on POST /plays', 'only gold', 'by desk instead')
    expect(said).toMatch(/by `sales\.desk`/)
    expect(said).not.toMatch(/gold/)
  })
})

describe('a follow-up after a question that was asked back', { timeout: 120_000 }, () => {
  it('is read in its place where it gives the name that was not known', async () => {
    expect(await first('how many requests of zorbl-svc failed?', 'and play-svc?')).toMatch(
      /failed requests of `play-svc`/,
    )
  })

  it('is answered where it is a question about trouble by itself', async () => {
    expect(await first('zorbl frobnicates wrongly, what is broken with the qwertz?', 'since?')).not.toMatch(
      /^Your last question/,
    )
  })

  it('stays open where nothing can be told', async () => {
    expect(await first('how many zorbls per frobnitz?', 'and by desk')).not.toMatch(/\*\*\d/)
  })
})
