/** Questions dictated into a phone: numbers, names and corrections as they are spoken, and what they are read as. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import type { Catalogue } from '../../src/agent/questions/grounding/catalogue.ts'
import { asOneWrites } from '../../src/agent/questions/reader/spoken.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const service = (name: string): Catalogue['services'][number] => ({
  ...{ name, logs: 1, spans: 1, metrics: 0, firstMs: 0, lastMs: 1 },
})
const catalogue: Catalogue = {
  services: ['kiln-desk', 'order-status', 'glaze_mixer', 'shop'].map(service),
  operations: ['POST /handoffs', 'GET /checkin', 'GET /orders/{id}'],
  metrics: [],
  templates: [
    {
      id: '1',
      template: 'hand-off booked',
      service: 'shop',
      severity: 'INFO',
      count: 1,
      tokens: ['hand', 'off', 'booked'],
    },
    {
      id: '2',
      template: 'sign off sent',
      service: 'shop',
      severity: 'INFO',
      count: 1,
      tokens: ['sign', 'off', 'sent'],
    },
  ],
  keys: [{ key: 'order.status', scope: 'attribute', signal: 'logs', records: 1 }],
  values: [
    {
      ...{ key: 'shelf', scope: 'attribute', signal: 'logs', records: 1 },
      values: [
        { value: 'B7', count: 1 },
        { value: 'K-03', count: 1 },
      ],
    },
  ],
  ...{ firstMs: 0, lastMs: 1, lastSpanMs: 1, records: { logs: 1, spans: 1, metrics: 0 } },
}
const written = (said: string): string => asOneWrites(said, catalogue, Date.parse('2026-11-20T12:20:00Z'))

describe('a spoken question', () => {
  it.each([
    ['hey uh how many orders failed', 'how many orders failed'],
    ['okay so basically whats the p ninety nine of shop', 'what is the p99 of shop'],
    ['sorry im at a red light how many orders in the last ten minutes', 'how many orders in the last 10 minutes'],
    ['errors since like nine thirty', 'errors since 09:30'],
    ['orders by shelf i need it for the meeting', 'orders by shelf'],
    ['what services do we even have', 'what services do we have'],
    ['show me the slowest order trace how long was it', 'show me the slowest order trace'],
    ['hey there, night shift here', 'hey there, night shift here'],
    ['ok now again?', 'ok now again?'],
    ['two numbers how many orders and how many refunds', 'how many orders and how many refunds'],
  ])('is put without its talk: %s', (said, meant) => expect(written(said)).toBe(meant))

  it.each([
    ['errors since half past nine', 'errors since 09:30'],
    ['errors since quarter to ten', 'errors since 09:45'],
    ['errors since twenty three oh three', 'errors since 23:03'],
    ['between eleven thirty and twelve fifteen how many errors', 'between 11:30 and 12:15 how many errors'],
    ['errors since eleven', 'errors since 11:00'],
    ['errors since half past two', 'errors since 02:30'],
    ['errors since twelve ten', 'errors since 12:10'],
    ['four oh fours on shop', '404s on shop'],
    ['how many five hundreds', 'how many 5xx'],
    ['orders over a hundred and thirty euros', 'orders over 130 euros'],
    ['slower than half a second', 'slower than 500 ms'],
    ['the last three orders', 'the last three orders'],
    ['before two orders failed', 'before two orders failed'],
  ])('has its numbers in digits: %s', (said, meant) => expect(written(said)).toBe(meant))

  it.each([
    ['is kiln desk okay', 'is kiln-desk okay'],
    ['errors of glaze mixer', 'errors of glaze_mixer'],
    ['hand offs last hour', 'handoffs last hour'],
    ['orders on shelf k oh three', 'orders on shelf K-03'],
    ['what is order status', 'what is order status'],
    ['how many sign offs were sent', 'how many sign offs were sent'],
    ['can they check in the last hour', 'can they check in the last hour'],
  ])('has names in one piece: %s', (said, meant) => expect(written(said)).toBe(meant))

  it.each([
    ['orders on the b9 no wait i mean the b7', 'orders on the b7'],
    ['failed orders at the desk or no sorry on the web', 'failed orders on the web'],
    ['how many cups i mean bowls were sold today', 'how many bowls were sold today'],
    ['errors of shop sorry not shop but kiln desk', 'errors of kiln-desk'],
    ['errors last ten minutes scratch that last half hour', 'errors last half hour'],
    ['any errors no matter what since 14:00', 'any errors no matter what since 14:00'],
    ['orders with no wait time on shelf b7', 'orders with no wait time on shelf b7'],
    ['is it down or not', 'is it down or not'],
  ])('is put right in its middle: %s', (said, meant) => expect(written(said)).toBe(meant))

  it('asks in the end what is asked in front', () => {
    expect(written('orders thrown away last half hour how many')).toBe('orders discarded last half hour, how many')
    expect(written('handoffs how many did we have')).toBe('handoffs, how many')
  })

  it('stays as it is where it is quoted or pasted', () => {
    for (const text of [
      'how often "uh two hundred like"',
      'level=info msg=like since eleven',
      'why {"a": "five oh two"}',
    ])
      expect(written(text)).toBe(text)
  })
})

/** A pottery: jars are fired, some crack; buyers see `/app/…`, the desk `/jars`. */
function pottery(): World {
  const plain = worldOf({
    gateway: 'pot-gate',
    routes: { 'GET /app/jars': 'kiln-desk', 'POST /jars': 'kiln-desk', 'GET /app/stock': 'stock-desk' },
    failing: 'POST /jars',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span): SpanRow => span)
  const line = (minute: number, body: string): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service: 'kiln-desk', severity: 'WARN', isSeveritySent: true },
    ...{ message: body, body, attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'kiln-desk-1' },
  })
  const logs = [...plain.logs]
  for (let minute = 1; minute <= 18; minute++)
    logs.push(
      line(minute, `jar JR-${1000 + minute} on shelf ${minute % 3 === 0 ? 'B7' : 'B9'} dropped: glaze too thin`),
    )
  return { ...plain, spans, logs }
}

const store = storeWithWorld(pottery())
const ask = async (...questions: string[]): Promise<string> => {
  const talk = new Conversation(rememberingStore(await store))
  let text = ''
  for (const question of questions) ({ text } = await talk.ask(question, END_MS))
  return text
}

describe('what is spoken', { timeout: 120_000 }, () => {
  it('counts what was done to things that lines tell of, and is no course', async () => {
    expect(await ask('hey how many jars were dropped')).toMatch(/\*\*18\*\*/)
    expect(await ask('uh dropped jars last half hour how many')).toMatch(/\*\*18\*\*/)
  })

  it('is of the routes that begin with the word for the app', async () => {
    const text = await ask('okay so requests on the app')
    expect(text).toMatch(/`GET \/app\/jars`/)
    expect(text).not.toMatch(/`POST \/jars`/)
  })

  it('compares with the time before a moment', async () => {
    const text = await ask('requests last ten minutes vs the ten minutes before half past two')
    expect(text).toMatch(/14:20:00–14:30:00/)
    expect(text).toMatch(/14:50:00–15:00:00/)
  })

  it('is of a service whose name is two words', async () => {
    expect(await ask('stock desk okay')).toMatch(/^\*\*Yes\*\*: `stock-desk`/)
    expect(await ask('was there a new version of stock desk today')).toMatch(/no deployment of `stock-desk`/)
  })
})
