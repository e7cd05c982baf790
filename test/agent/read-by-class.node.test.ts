/**
 * Classes of questions that a reader of single words gets wrong: nouns that routes go by, gauges said by words of their
 * name, lines that say "no …", groups that only requests carry. Every number is compared with plain loops over the rows.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { delivery } from '../../scripts/eval/questions/systems/delivery.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const HOUR_MS = 3_600_000
const world: World = delivery(END_MS)
const agent = embeddedAgent()
let store: TelemetryStore

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(world))
})

async function answer(...questions: readonly string[]): Promise<string> {
  const talk = new Conversation(store, agent)
  let text = ''
  for (const question of questions) text = (await talk.ask(question, END_MS)).text
  return text
}
const isRecent = (ms: number): boolean => ms >= END_MS - HOUR_MS
const bold = (value: number): string => `**${value.toLocaleString('en-US')}**`
const logs = (where: (log: LogRow) => boolean): number =>
  world.logs.filter((log) => isRecent(log.timeMs) && where(log)).length
const requests = (where: (span: SpanRow) => boolean): SpanRow[] =>
  world.spans.filter((span) => span.isEntry && isRecent(span.startMs) && where(span))

describe('a question of a class that single words do not tell', { timeout: 120_000 }, () => {
  it('is about lines that say there is none of something', async () => {
    const none = logs(({ message }) => /No courier for order/.test(message))
    expect(none).toBeGreaterThan(0)
    for (const question of ['how many orders got no courier?', 'how many orders without a courier?'])
      expect(await answer(question)).toContain(bold(none))
  })

  it('has each of its words told by a word of the line', async () => {
    const captured = logs(({ message }) => /captured/.test(message))
    expect(await answer('how many charges were captured?')).toContain(bold(captured))
  })

  it('is about a gauge of which it says the words', async () => {
    const points = world.points.filter(({ name }) => name === 'kafka.consumer.lag')
    const highest = Math.max(...points.filter(({ timeMs }) => isRecent(timeMs)).map(({ value }) => value))
    expect(await answer('what was the highest consumer lag?')).toContain(`**${highest.toLocaleString('en-US')} `)
  })

  it('is grouped by what only requests carry, told of requests', async () => {
    const text = await answer('how many requests per platform since 14:31?')
    const fromMs = Date.parse('2026-11-20T14:31:00Z')
    const groups = Map.groupBy(
      requests((span) => span.attributes['app.platform'] !== undefined && span.startMs >= fromMs),
      (span) => String(span.attributes['app.platform']),
    )
    for (const [name, own] of groups) expect(text).toContain(`\`${name}\`: ${own.length.toLocaleString('en-US')}`)
  })

  it('has no sum in the place of groups that nothing carries', async () => {
    const text = await answer('how many log records with "captured" per city?')
    expect(text).not.toMatch(/^\*\*\d/)
  })

  it('lists how many of each status code there were', async () => {
    const text = await answer('status codes of POST /v1/orders since 14:10')
    const groups = Map.groupBy(
      requests(({ name, startMs }) => name === 'POST /v1/orders' && startMs >= Date.parse('2026-11-20T14:10:00Z')),
      (span) => String(span.attributes['http.response.status_code']),
    )
    expect(groups.size).toBeGreaterThan(1)
    for (const [code, own] of groups) expect(text).toContain(`\`${code}\`: ${own.length.toLocaleString('en-US')}`)
  })

  it('is answered with no where it asks whether something went silent and all still send', async () => {
    expect(await answer('has any service stopped sending data?')).toMatch(/^\*\*No\*\*: all/)
    expect(await answer('are all services still sending?')).toMatch(/^\*\*Yes\*\*: all/)
  })

  it('orders a change of business and is refused', async () => {
    expect(await answer('Refund order FD-21401')).not.toMatch(/\*\*\d/)
    expect(await answer('refund requests in the last hour')).not.toMatch(/only read/i)
  })
})

describe('a reading that is hardly what was asked', { timeout: 120_000 }, () => {
  const asksBack = /could not|did you mean|nearest|no telemetry of/i

  it.each([
    ['share of couriers that are broken'],
    ['average confidence of the couriers, how sure'],
    ['gargled parcels of the outage in the first quarter'],
    ['were the florists affected as well?'],
  ])('gives no cause and no harm in the place of something else: %s', async (question) => {
    const text = await answer(question)
    expect(text).toMatch(asksBack)
    expect(text).not.toMatch(/root cause|\*\*\d/i)
  })

  it('counts no lines where a sum of what they state is asked for', async () => {
    expect(await answer('total amount of the charges captured')).not.toMatch(/\*\*[\d,]+\*\* log records/)
    expect(await answer('how many charges were captured in total?')).toMatch(/^\*\*[\d,]+\*\* log records/)
  })

  it('gives no number for one half of a question when the other half is not understood', async () => {
    const text = await answer('how many charges were captured? and how many flurbs were gronked?')
    expect(text).toMatch(asksBack)
    expect(text).not.toMatch(/\*\*\d/)
  })
})

describe('a zero', { timeout: 120_000 }, () => {
  it('is no number where nothing of the kind was seen at any time', async () => {
    const text = await answer('how many requests of notify-worker on POST /v1/orders?')
    expect(text).toMatch(/^I found no requests of `notify-worker` on .* so I give no number/)
  })

  it('is a number where there are others of the kind', async () => {
    const failed = requests(
      ({ service, attributes }) => service === 'order-api' && attributes['http.response.status_code'] === 418,
    )
    expect(failed).toHaveLength(0)
    expect(await answer('how many requests of order-api with status 418 since 14:31?')).toMatch(/^\*\*0\*\* requests/)
  })
})

describe('a noun that lines say and a route goes by', { timeout: 120_000 }, () => {
  it('is counted both ways in the first sentence where the numbers differ', async () => {
    const asked = requests(
      ({ service, name, startMs }) =>
        service === 'edge-gateway' && /\/menu$/.test(name) && startMs >= Date.parse('2026-11-20T14:31:00Z'),
    ).length
    const [first = ''] = (await answer('how often was a menu looked at since 14:31?')).split(/(?<=\.)\s/)
    expect(first).toMatch(/^\*\*[\d,]+\*\* log records that say `menu( [a-z]+)?`/)
    expect(first).toContain(`on the route of that name there were ${bold(asked)} requests`)
  })
})
