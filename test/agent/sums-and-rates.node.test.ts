/** Sums, rates, extremes and comparisons in the grammar of people, over amounts that lines and metrics carry. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, World } from '../../scripts/eval/questions/records.ts'
import { isOrderOfTrade } from '../../src/agent/questions/reader/orders.ts'
import { inPlainOrder } from '../../src/agent/questions/reader/plain-order.ts'
import { remarkOf } from '../../src/agent/questions/reader/remark-of.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

const services = { services: [{ name: 'press-hall', logs: 1, spans: 1, metrics: 1, firstMs: 0, lastMs: 1 }] }

describe('grammar of sums, rates and windows', () => {
  it.each([
    ['add up the litres of all barrels pressed', 'total litres of all barrels pressed'],
    ['crates of press-hall added up since 09:10', 'crates of press-hall in total since 09:10'],
    ['orders a minute since 09:10', 'orders per minute since 09:10'],
    ['rise of litres.pressed since 09:10', 'increase of litres.pressed since 09:10'],
    ['barrels sealed an hour', 'barrels sealed per hour'],
    [
      'orders: last 10 min next to the 10 min half an hour earlier',
      'orders: last 10 min compared to half an hour earlier',
    ],
    ['last ten minutes vs the ten before that', 'last 10 minutes vs the 10 minutes before that'],
    ['did the 2.4.0 release slow down press-hall?', 'did press-hall get slower with 2.4.0?'],
    ['did the press get slower after the 2.4.0 release?', 'did the press get slower with 2.4.0?'],
  ])('%s', (said, plain) => {
    expect(inPlainOrder(said, services)).toBe(plain)
  })

  it.each(['the press lasts a minute since 09:10', 'orders that took more than a minute'])(
    'leaves alone: %s',
    (said) => {
      expect(inPlainOrder(said, services)).toBe(said)
    },
  )

  it('takes adding up for no order', () => {
    expect(isOrderOfTrade('add up the litres of all barrels')).toBe(false)
    expect(remarkOf('add up the litres of all barrels')).toBeNull()
    expect(remarkOf('delete the barrels of the hall')).toMatchObject({ kind: 'refusal' })
  })
})

/** A cider press: lines carry litres under a key, a hose says its bar, a counter has "leak" in its name. */
function ciderPress(): World {
  const plain = worldOf({
    gateway: 'press-gate',
    routes: { 'POST /barrels': 'press-hall', 'GET /hoses/{id}': 'hose-svc' },
    failing: 'POST /barrels',
    store: 'postgresql',
  })
  const line = (minute: number, body: string, more: Partial<LogRow>): LogRow => ({
    ...{ timeMs: END_MS - minute * 60_000, service: 'press-hall', severity: 'INFO', isSeveritySent: true, body },
    ...{ message: body, attributes: {}, traceId: '', spanId: '', version: '1.0.0', instance: 'press-hall-1' },
    ...more,
  })
  const logs = [...plain.logs]
  for (let minute = 50; minute > 0; minute--) {
    const said = minute % 5 === 0 ? 'pressing_refused' : 'pressing_done'
    const pressed = `{"event":"${said}","sort":"russet","litres":${minute % 5 === 0 ? 900 : 20},"hose":"h-${minute}"}`
    logs.push(line(minute, pressed, { attributes: { sort: 'russet', litres: minute % 5 === 0 ? 900 : 20 } }))
    const over = minute % 10 === 0 ? 'hose is over its limit' : 'pressure read'
    const bar = minute === 33 ? 12 : 4
    logs.push(
      line(minute, `hose=h-${minute} celsius=${bar} msg="${over}"`, {
        service: 'hose-svc',
        attributes: { hose: `h-${minute}`, celsius: bar },
      }),
    )
  }
  const point = (minute: number, name: string, value: number, type: PointRow['type'], attributes = {}): PointRow => ({
    ...{ timeMs: END_MS - minute * 60_000, startMs: END_MS - 90 * 60_000, service: 'press-hall', name, unit: '' },
    ...{ type, value, buckets: null, attributes, version: '1.0.0', instance: 'press-hall-1' },
  })
  const points: PointRow[] = []
  for (let minute = 60; minute > 0; minute--)
    points.push(
      point(minute, 'leak.litres.lost', 2, 'delta'),
      point(minute, 'tank.queue.length', minute === 20 ? 44 : 7, 'gauge', { tank: 'north-wall' }),
    )
  return { ...plain, logs, points }
}

const store = storeWithWorld(ciderPress())
const answer = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text

describe('amounts', () => {
  it.each([
    ['how many litres did russet bring in?', /\*\*800\*\*/],
    ['most litres in one pressing', /\*\*900\*\*/],
    ['leak.litres.lost summed up', /Increase of `leak\.litres\.lost`: \*\*1(?:18|20)/],
    ['longest north-wall queue', /Maximum of `tank\.queue\.length`.*\*\*44/],
  ])('%s', async (question, said) => {
    expect(await answer(question)).toMatch(said)
  })
})
