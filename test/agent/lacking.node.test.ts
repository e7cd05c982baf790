/** Those of a key that none were counted of, metrics that do not carry what is asked, and what went through. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { askedOfLacking } from '../../src/agent/questions/reader/lacking.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const QUAYS = ['north', 'south', 'east'] as const

/** A harbour: boats moor at three quays, are fined at two of them, and a counter of moorings knows no quay. */
function harbour(): World {
  const plain = worldOf({
    gateway: 'harbour-gate',
    routes: { 'POST /moorings': 'quay-svc', 'GET /tides': 'tide-svc' },
    failing: 'GET /tides',
    store: 'postgresql',
  })
  const spans = plain.spans.map(
    (span, at): SpanRow =>
      span.name.includes('moorings') && at % 8 < 4
        ? { ...span, attributes: { ...span.attributes, 'http.response.status_code': 402 } }
        : span,
  )
  const line = (minute: number, message: string, quay: string): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service: 'quay-svc', severity: 'INFO', isSeveritySent: true, message },
    ...{ body: message, attributes: { quay }, traceId: '', spanId: '', version: '1.0.0', instance: 'quay-svc-1' },
  })
  const logs = [...plain.logs]
  const points: PointRow[] = []
  for (let minute = 1; minute <= 30; minute++) {
    logs.push(line(minute, 'boat moored', QUAYS[minute % 3] ?? 'north'))
    if (minute % 3 < 2) logs.push(line(minute, 'boat fined', QUAYS[minute % 3] ?? 'north'))
    points.push({
      ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 3_600_000, service: 'quay-svc', name: 'boats.moored' },
      ...{ unit: '{boat}', type: 'cumulative', value: 31 - minute, buckets: null, attributes: {}, version: '1.0.0' },
      instance: 'quay-svc-1',
    })
  }
  return { ...plain, spans, logs, points }
}

const store = storeWithWorld(harbour())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('those that have none', { timeout: 60_000 }, () => {
  it.each([
    ['which quay had no fined boats?', /^`east` has no log records .*\*\*0\*\*, by `quay`; the 2 others have some/],
    ['which quay has never moored a boat?', /^(?:None: each of the 3|I could not)/],
  ])('%s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })

  it('are asked as those with most where a key goes by the noun', () => {
    const catalogue = { keys: [{ key: 'quay', scope: 'attribute', signal: 'logs', records: 9 }] } as never
    expect(askedOfLacking('which quay had no refunds at all today', catalogue)).toBe(
      'which quay had the most refunds today',
    )
    expect(askedOfLacking('which quay was never closed', catalogue)).toBe('which quay closed most often')
    expect(askedOfLacking('which boat had no refunds', catalogue)).toBeNull()
    expect(askedOfLacking('which quay had the most refunds', catalogue)).toBeNull()
  })
})

describe('a metric without the key that is asked for', () => {
  it('is left aside for lines that carry it', async () => {
    expect(await answer('boats moored apart from north')).toMatch(
      /\*\*20\*\* log records that say `boats moored` without `quay` `north`/,
    )
    expect(await answer('boats moored apart from north')).not.toContain('boats.moored')
  })
})

describe('what went through', () => {
  it('is neither what failed nor what was refused', async () => {
    const share = Number(/\*\*([\d.]+) %\*\*/.exec(await answer('what share of moorings went through'))?.[1])
    const refused = Number(/\*\*([\d.]+) %\*\*/.exec(await answer('what share of moorings got a 402'))?.[1])
    expect(refused).toBeGreaterThan(5)
    expect(share + refused).toBeGreaterThan(99)
    expect(share + refused).toBeLessThan(101)
  })
})
