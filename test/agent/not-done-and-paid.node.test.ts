/** What was not done and whose it was, things by a number, what was billed, and gauges by first letters: asked in passing. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const CARRIERS = ['swiftly', 'gullwing', 'oxcart'] as const

/** A parcel hub: of 60 parcels every third finds no cage, and only the requests say which carrier and truck they are of. */
function parcelHub(): World {
  const plain = worldOf({
    gateway: 'hub-gate',
    routes: { 'POST /parcels': 'intake-svc', 'POST /v1/valuate': 'appraiser', 'PATCH /labels/{id}': 'label-svc' },
    failing: 'POST /parcels',
    store: 'postgresql',
  })
  const logs: LogRow[] = [...plain.logs]
  const spans: SpanRow[] = plain.spans.map((span, index) =>
    span.name.startsWith('PATCH')
      ? {
          ...span,
          attributes: {
            ...span.attributes,
            'http.request.method': 'PATCH',
            'http.response.status_code': index % 4 === 0 ? 409 : 200,
          },
        }
      : span,
  )
  const points: PointRow[] = []
  const line = (minute: number, service: string, body: string, more: Partial<LogRow> = {}): void => {
    logs.push({
      ...{
        timeMs: END_MS - minute * 60_000 - 500,
        service,
        severity: 'INFO',
        isSeveritySent: true,
        message: body,
        body,
      },
      ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
      ...more,
    })
  }
  for (let minute = 1; minute <= 60; minute++) {
    const carrier = CARRIERS[minute % 2] ?? ''
    const id = `PX-${3000 + minute}`
    const traceId = (0xabc000 + minute).toString(16).padStart(32, '0')
    const startMs = END_MS - minute * 60_000 - 600
    spans.push({
      ...{ traceId, spanId: (0xdef000 + minute).toString(16).padStart(16, '0'), parentSpanId: '', service: 'cage-svc' },
      ...{ name: 'place parcel', kind: 'internal', startMs, endMs: startMs + 20, isEntry: true, isError: false },
      ...{ isFailed: false, statusMessage: '', version: '1.0.0', instance: 'cage-svc-1' },
      attributes: { 'carrier.name': carrier, 'truck.number': `T-${minute % 5}` },
    })
    const body = minute % 3 === 0 ? `parcel ${id} not placed: no cage is free` : `parcel ${id} placed in its cage`
    line(minute, 'cage-svc', body, { traceId, ...(minute % 3 === 0 ? { severity: 'ERROR' } : {}) })
    line(
      minute,
      'scan-svc',
      `parcel ${id} ${minute % 4 === 0 ? 'sent to stage 3' : 'cleared at stage 1'} by SC-${minute}`,
    )
    line(minute, 'intake-svc', 'parcel taken in', {
      attributes: { carrier, truck: `T-${minute % 5}`, gate: minute % 3 === 0 ? 'north' : 'south' },
    })
    if (minute % 6 === 0) line(minute, 'scan-svc', `look-up of parcel PX-${minute % 4} failed after 2 tries`)
    if (minute % 5 === 0)
      line(minute, 'bill-svc', `msg="carriage billed" carrier=${carrier} parcels=3 amount_eur=12.5`, {
        attributes: { carrier, parcels: 3, amount_eur: 12.5 },
      })
    if (minute % 10 === 0) line(minute, 'scan-svc', 'weight ratio of the load is odd', { severity: 'WARN' })
    if (minute % 4 === 0) line(minute, 'cage-svc', `parcel ${id} announced`)
    if (minute % 12 === 0) line(minute, 'sort-svc', `parcel PX-${minute} diverted to recheck lane`)
    const point = (name: string, value: number): PointRow => ({
      ...{
        timeMs: END_MS - minute * 60_000,
        startMs: END_MS - 90 * 60_000,
        service: 'cage-svc',
        name,
        unit: '{parcel}',
      },
      ...{ type: 'gauge' as const, value, buckets: null, attributes: {}, version: '1.0.0', instance: 'cage-svc-1' },
    })
    points.push(point('rcr.parcels', 900 - minute), point('recheck_lane.waiting', 40))
  }
  return { ...plain, logs, spans, points }
}

const store = storeWithWorld(parcelHub())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('what was not done', { timeout: 120_000 }, () => {
  it.each([
    ['unplaced parcels except swiftly', /\*\*10\*\*.*the requests they belong to do/s],
    ['how many parcels were not placed without gullwing', /\*\*10\*\*/],
    ['for swiftly only: what share of parcels is not placed', /^\*\*33\.3 %\*\*/],
    ['what share of parcels is not placed', /^\*\*33\.3 %\*\*/],
    ['how many trucks have parcels that were not placed?', /^\*\*5\*\* distinct trucks/],
    ['which carriers do i have to call, whose parcels were not placed?', /`swiftly`.*\*\*10\*\*/s],
    ['how many parcels could not be looked up?', /^\*\*2\*\* distinct parcels/],
  ])('is counted as its lines and their requests tell: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})

describe('a thing by its number', { timeout: 120_000 }, () => {
  it.each([
    ['how many parcels went to stage 3?', /^\*\*15\*\*/],
    ['share of parcels that go to stage 3', /^\*\*25(?:\.0)? %\*\*/],
    ['first 3 errors of cage-svc', /not placed/],
  ])('is what lines say: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})

describe('money', { timeout: 120_000 }, () => {
  it.each([
    ['total amount billed to carriers today?', /`amount_eur`.*\*\*150\*\*/],
    ['how many euros were billed to swiftly', /`amount_eur`.*`swiftly`.*\*\*75\*\*/],
  ])('that was billed is added up: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('is no number of lines that state none', async () => {
    expect(await answer('how many euros were diverted to recheck lane')).not.toMatch(/\*\*\d/)
  })
})

describe('a gauge', { timeout: 120_000 }, () => {
  it.each([
    ['how many parcels sit in the return cage rack at the moment', /`rcr\.parcels`.*\*\*899/],
    ['is the return-cage rack filling up?', /Yes, rising.*`rcr\.parcels`/],
    ['how many parcels went to recheck lane in the last hour?', /^\*\*[45]\*\* log records/],
  ])('is told from what was done: %s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})

describe('requests', { timeout: 120_000 }, () => {
  it('of a verb go by its noun', async () => {
    expect(await answer('valuations per minute in the last hour')).toMatch(/`POST \/v1\/valuate`/)
  })

  it.each(['how many PATCH calls did label-svc take in the last hour', 'PATCH calls of label-svc in the last hour'])(
    'go by their method: %s',
    async (question) => {
      expect(await answer(question)).toMatch(/requests of `label-svc` with `http\.request\.method` `PATCH`/)
    },
  )

  it('of two codes are two numbers', async () => {
    const text = await answer('count of 200 and 409 on label-svc in the last hour please')
    expect(text).toMatch(/with status 200,.*with status 409,/s)
  })
})

describe('what is said around a question', { timeout: 120_000 }, () => {
  it.each([
    'gate chief next to me asks: how many parcels were not placed in the last hour?',
    'the shift lead wants to know: how many parcels were not placed in the last hour?',
  ])('asks for nothing: %s', async (question) => {
    expect(await answer(question)).toMatch(/^\*\*(?:19|20)\*\*/)
  })

  it('names no other number', async () => {
    expect(await answer('how many weight ratio warnings do we have?')).toMatch(/^\*\*[56]\*\* warnings/)
  })

  it('is no part of two numbers', async () => {
    const text = await answer('two numbers for the boss: parcels cleared and parcels diverted in the last hour')
    expect(text).toMatch(/\*\*(?:44|45)\*\*.*\*\*[45]\*\*/s)
  })

  it('leaves two values of one key apart', async () => {
    const text = await answer('parcels taken in at north vs south today')
    expect(text).toMatch(/\*\*20\*\*/)
    expect(text).toMatch(/\*\*40\*\*/)
  })
})
