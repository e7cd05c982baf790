/** Answers of another kind than the question: people, amounts, groups, lengths and superlatives. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const MINUTE_MS = 60_000

/** A brewery: requests carry the pub that sent them, lines state bottles, euros and milliseconds. */
function brewery(): World {
  const plain = worldOf({
    gateway: 'tap-gate',
    routes: { 'POST /orders': 'order-svc', 'POST /brews': 'brew-planner' },
    failing: 'POST /orders',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const publican = { 'pub.id': `PUB-${Math.floor(index / 3) % 7}` }
    return { ...span, attributes: { ...span.attributes, ...publican } }
  })
  const line = (minute: number, service: string, body: string, attributes: LogRow['attributes'] = {}): LogRow => ({
    ...{ timeMs: END_MS - minute * MINUTE_MS, service, severity: 'INFO', isSeveritySent: true, message: body, body },
    ...{ attributes, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
  })
  const logs = [
    ...plain.logs,
    ...Array.from({ length: 40 }, (_, n) =>
      line(n + 1, 'cellar', `crate K-${1000 + n} packed, ${6 + (n % 3)} bottles`),
    ),
    ...Array.from({ length: 30 }, (_, n) => line(n + 1, 'ledger', `bill B-${100 + n} issued, ${20 + n}.50 EUR`)),
    ...Array.from({ length: 24 }, (_, n) =>
      line(n + 1, 'ledger', 'keg returned', { depot: n % 4 === 0 ? 'quay' : 'mill' }),
    ),
    ...Array.from({ length: 20 }, (_, n) => line(n + 1, 'label-press', 'sheet pressed', { press_ms: 40 + n })),
    ...Array.from({ length: 12 }, (_, n) => line(n + 1, 'cellar', `slow scan ${300 + n} ms on shelf ${n}`)),
    ...Array.from({ length: 5 }, (_, n) => line(n + 1, 'ledger', 'deposit kept', { pub: `PUB-${n % 2}` })),
  ]
  const points = Array.from(
    { length: 60 },
    (_, n): PointRow => ({
      ...{ timeMs: END_MS - n * MINUTE_MS, startMs: END_MS - 90 * MINUTE_MS, service: 'cellar', name: 'hops_stock' },
      ...{ unit: '', type: 'gauge', value: 500 + n, buckets: null, attributes: {}, version: '1.0.0' },
      instance: 'cellar-1',
    }),
  )
  return { ...plain, spans, logs, points }
}

const store = storeWithWorld(brewery())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text
const first = async (question: string): Promise<string> => (await answer(question)).split('\n')[0] ?? ''

describe('who met a failure', { timeout: 120_000 }, () => {
  it.each(['how many of our pubs saw a 503?', 'number of pubs that ran into a 503', 'how many pubs got a 503 today'])(
    'is told apart: %s',
    async (question) => {
      expect(await first(question)).toMatch(/\*\*7\*\* distinct pubs/)
    },
  )

  it('leaves requests what they are', async () => {
    expect(await first('how many requests got a 503?')).toMatch(/requests with status 503/)
  })
})

describe('what lines state', { timeout: 120_000 }, () => {
  it('stands beside their number', async () => {
    expect(await first('bottles of packed crates')).toMatch(/\*\*40\*\*.*add up to \*\*279\*\*/)
  })

  it('is no length of time where it is money', async () => {
    expect(await first('p95 of bills issued')).not.toMatch(/of `EUR`/)
    expect(await first('mean EUR of bills issued')).toMatch(/\*\*35\*\*/)
  })

  it('says that it is one of milliseconds', async () => {
    expect(await first('longest scan of cellar')).toMatch(/\*\*311 ms\*\*/)
  })
})

describe('different values', { timeout: 120_000 }, () => {
  it('are told of both kinds of records where these differ', async () => {
    expect(await first('how many different pubs?')).toMatch(/\*\*2\*\*.*\*\*7\*\*|\*\*7\*\*.*\*\*2\*\*/)
  })
})

describe('groups', { timeout: 120_000 }, () => {
  it('are told where each is asked for', async () => {
    expect(await answer('which depots were returned how often?')).toMatch(/`mill`.*\*\*18\*\*/)
    expect(await answer('pubs ranked by 503')).toMatch(/by `pub\.id`/)
  })

  it('are never told as one number', async () => {
    expect(await first('who pressed how many?')).not.toMatch(/\*\*\d/)
    expect(await first('favourite keg of our pubs?')).not.toMatch(/\*\*\d/)
  })
})

describe('a superlative of a field', { timeout: 120_000 }, () => {
  it('is the largest number, and not the most frequent one', async () => {
    expect(await first('highest press_ms in the label-press logs')).toMatch(/\*\*59 ms\*\*/)
    expect(await first('lowest press_ms of label-press')).toMatch(/\*\*40 ms\*\*/)
  })
})

describe('what happened', { timeout: 120_000 }, () => {
  it('is not told by a gauge', async () => {
    expect(await first('how often did the hops stock run out?')).not.toMatch(/of `hops_stock`/)
  })

  it('is no length of trouble', async () => {
    expect(await first('how many hours did we brew?')).not.toMatch(/It lasted/)
    expect(await first('how many minutes were orders failing?')).toMatch(/lasted/)
  })
})
