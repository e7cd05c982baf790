/** Which records a noun of the business means, with its verb and its conditions. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000

/** A bicycle workshop. */
function workshop(): World {
  const plain = worldOf({
    gateway: 'bench-gate',
    routes: {
      'POST /repairs': 'repair-svc',
      'GET /repairs/{id}': 'repair-svc',
      'GET /receipts': 'till-svc',
      'GET /capacity': 'stock-svc',
    },
    failing: 'POST /repairs',
    store: 'postgresql',
  })
  // Some that look at a repair are told that there is none.
  const spans = plain.spans.map((span, index) =>
    span.name === 'GET /repairs/{id}' && index % 5 === 0
      ? { ...span, attributes: { ...span.attributes, 'http.response.status_code': 404 } }
      : span,
  )
  const line = (
    second: number,
    service: string,
    body: string,
    severity: LogRow['severity'] = 'INFO',
    attributes: LogRow['attributes'] = {},
  ): LogRow => ({
    ...{ timeMs: END_MS - 5_000 - second * 1000, service, severity, isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const many = (count: number, of: (nth: number) => LogRow): LogRow[] =>
    Array.from({ length: count }, (_, nth) => of(nth))
  const logs = [
    ...many(90, (nth) =>
      line(nth * 30, 'repair-svc', 'bike repaired', 'INFO', { frame: nth % 3 === 0 ? 'steel' : 'carbon' }),
    ),
    ...many(7, (nth) => line(nth * 300, 'repair-svc', 'repair on hold: part missing', 'WARN', { frame: 'steel' })),
    ...many(41, (nth) => line(nth * 60, 'till-svc', `receipt printed #${100 + nth}`)),
    ...many(25, (nth) => line(nth * 60, 'ping-svc', 'text message sent')),
    ...many(5, (nth) => line(nth * 500, 'ping-svc', 'phone number not in service', 'WARN')),
    ...many(33, (nth) => line(nth * 90, 'desk-svc', 'rider checked in')),
    ...many(4, (nth) => line(nth * 600, 'desk-svc', 'check-in rejected, no ticket', 'WARN')),
    ...many(6, (nth) => line(nth * 400, 'crew-svc', `no mechanic free for R-${200 + nth}, calling freelancer`, 'WARN')),
  ]
  const points = many(60, (nth) => line(nth * 60, 'repair-svc', '')).map(
    ({ timeMs }): PointRow => ({
      ...{ timeMs, startMs: END_MS - 90 * MINUTE_MS, service: 'repair-svc', name: 'bikes.repaired_waiting', unit: '' },
      ...{ type: 'gauge', value: 512, buckets: null, attributes: {}, version: '1.0.0', instance: 'repair-svc-1' },
    }),
  )
  return { ...plain, spans, logs, points }
}

const store = storeWithWorld(workshop())
const first = async (question: string): Promise<string> => {
  const { text } = await new Conversation(rememberingStore(await store)).ask(question, END_MS)
  return text.split('\n')[0] ?? ''
}

describe('a verb', { timeout: 120_000 }, () => {
  it('of looking means the route that reads', async () => {
    expect(await first('404s when people look up their repair')).toMatch(
      /\*\*\d\d+\*\* requests with status 404 on `GET \/repairs\/\{id\}`/,
    )
    expect(await first('repairs opened in the last 20 minutes')).toMatch(/`GET \/repairs\/\{id\}`/)
  })

  it('of making means the lines that say so, where routes only read', async () => {
    expect(await first('receipts written since 14:00')).toMatch(
      /I took "receipts" with "written".*\*\*41\*\* log records that say `receipt printed`/,
    )
  })

  it('beside a count is not dropped', async () => {
    expect(await first('texts sent by ping-svc')).toMatch(/\*\*25\*\* log records of `ping-svc`/)
    expect(await first('for how many repairs did we have to call the freelancer')).toMatch(/\*\*6\*\* log records/)
  })
})

describe('a count of requests', { timeout: 120_000 }, () => {
  it('has the lines beside it that say what was done', async () => {
    expect(await first('how many repairs were there?')).toMatch(
      /requests on `POST \/repairs`.*\*\*90\*\* log records say `bike repaired`/,
    )
  })

  it('is that of the noun before a word that asks for a share', async () => {
    expect(await first('success rate of repair-svc')).toMatch(/%/)
    expect(await first('capacity checks')).toMatch(/requests on `GET \/capacity`/)
  })

  it('is that of the service that was called', async () => {
    expect(await first('calls to stock-svc in the last 30 minutes')).toMatch(/^\*\*120\*\* requests of `stock-svc`/)
  })

  it('a minute is a rate', async () => {
    expect(await first('repairs a minute since 14:30')).toMatch(/requests per minute on `POST \/repairs`/)
  })
})

describe('lines of failures', { timeout: 120_000 }, () => {
  it('do not stand for the thing', async () => {
    expect(await first('check-ins in the last 30 minutes')).toMatch(/^\*\*2\d\*\* log records that say `check-ins`/)
    expect(await first('rejected check-ins')).toMatch(/^\*\*4\*\* log records/)
  })

  it('are none of what went through', async () => {
    expect(await first('check-ins that went through')).not.toMatch(/\*\*4\*\*/)
  })
})

describe('a gauge', { timeout: 120_000 }, () => {
  it('is not what was done in a time', async () => {
    expect(await first('bikes repaired 14:30-14:40 against 14:40-14:50')).toMatch(/\*\*20\*\* in .* then \*\*20\*\*/)
    expect(await first('bikes repaired waiting right now')).toMatch(/512/)
  })
})
