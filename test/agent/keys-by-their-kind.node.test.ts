/** What the last part of a key tells apart, verbs with a particle of their own, and yes or no about a course. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const REGIONS = ['fenland', 'highland'] as const
const MINUTE_MS = 60_000

/** A tile maker: requests carry the region of a shop, lines its number; a kiln has a temperature. */
function tiles(): World {
  const plain = worldOf({
    gateway: 'tile-gate',
    routes: { 'POST /orders': 'order-book', 'POST /tours': 'tour-desk' },
    failing: 'POST /tours',
    store: 'postgresql',
  })
  const spans = plain.spans.map((span, index): SpanRow => {
    const region = REGIONS[Math.floor(index / 3) % 3 === 0 ? 0 : 1] ?? ''
    return span.kind === 'server' ? { ...span, attributes: { ...span.attributes, 'shop.region': region } } : span
  })
  const line = (timeMs: number, service: string, message: string, more: Partial<LogRow> = {}): LogRow => ({
    ...{ timeMs, service, severity: 'INFO', isSeveritySent: true, message, body: message },
    ...{ attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
    ...more,
  })
  const refused = spans
    .filter(({ name, service }) => name === 'POST /orders' && service === 'order-book')
    .filter((_, index) => index % 4 === 0)
    .map(({ traceId, spanId, endMs }, index) => {
      const shop = `SR-${100 + index}`
      const body = JSON.stringify({ shop, message: 'order refused: no clay' })
      return line(endMs - 1, 'order-book', 'order refused: no clay', { body, attributes: { shop }, traceId, spanId })
    })
  const cancelled = Array.from({ length: 9 }, (_, index) =>
    line(END_MS - (index + 2) * MINUTE_MS, 'tour-desk', `tour T-${500 + index} cancelled by the guest`, {
      attributes: { shop: `SR-${500 + index}` },
    }),
  )
  const points = Array.from({ length: 60 }, (_, index): PointRow => {
    const minute = 60 - index
    return {
      ...{ timeMs: END_MS - minute * MINUTE_MS, startMs: END_MS - 90 * MINUTE_MS, service: 'order-book' },
      ...{ name: 'kiln.temperature', unit: 'Cel', type: 'gauge', value: minute === 20 ? 1240 : 900 + index },
      ...{ buckets: null, attributes: { kiln: 'north' }, version: '1.0.0', instance: 'order-book-1' },
    }
  })
  return { ...plain, spans, points, logs: [...plain.logs, ...refused, ...cancelled] }
}

const store = storeWithWorld(tiles())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('a key', () => {
  it('tells apart what its last part says, and not what its first part begins with', async () => {
    const said = await answer('refused orders by region')
    for (const region of REGIONS) expect(said).toContain(`\`${region}\``)
    expect(said).not.toContain('SR-1')
  })

  it('of a place is counted among what was done to it', async () => {
    for (const question of ['from how many shops were orders refused', 'in how many shops were orders refused'])
      expect(await answer(question), question).toMatch(/\*\*60\*\* distinct shops?.*`refused`/)
  })

  it('of a degree has its highest where the superlative is said', async () => {
    expect(await answer('what is the hottest that the kiln has been?')).toMatch(/Maximum of `kiln\.temperature`.*1,240/)
  })
})

describe('a verb', () => {
  it('with a particle of its own is another one', async () => {
    expect(await answer('how many tours were called off')).toMatch(/\*\*9\*\* log records that say `tours? cancelled`/)
    expect(await answer('how many orders per hour do we take in?')).toMatch(/^\*\*\d+.*per hour/)
  })
})

describe('a course', () => {
  it.each(['are requests of order-book rising?', 'would you say that requests of order-book are rising?'])(
    'of counts says yes or no: %s',
    async (question) => {
      expect(await answer(question)).toMatch(/^(?:Yes|No), /)
    },
  )
})
