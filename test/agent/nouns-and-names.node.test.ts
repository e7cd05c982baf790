/** Nouns that look like orders, names or denials: every number is compared with plain loops over the rows. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { hotel } from '../../scripts/eval/questions/systems/hotel.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const HOUR_MS = 3_600_000
const world: World = hotel(END_MS)
const agent = embeddedAgent()
let store: TelemetryStore

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(world))
})

async function answer(question: string): Promise<string> {
  return (await new Conversation(store, agent).ask(question, END_MS)).text
}
const since = (where: (span: SpanRow) => boolean): SpanRow[] =>
  world.spans.filter((span) => span.isEntry && span.startMs >= Date.parse('2026-11-20T14:20:00Z') && where(span))
const bold = (value: number): string => `**${value.toLocaleString('en-US')}**`

describe('a word of a question', { timeout: 120_000 }, () => {
  it('is no name of a service where it says what is measured', async () => {
    expect(await answer('error rate api-gateway last 15 minutes')).toMatch(
      /^\*\*[\d.]+ %\*\* of requests of `api-gateway`/,
    )
  })

  it('is a noun and no order in its plural', async () => {
    expect(await answer('how many searches in the last 10 minutes')).toMatch(/requests on `GET \/api\/search`/)
  })

  it('is never left out without a word where it groups by nothing and something else is excluded', async () => {
    expect(await answer('average response time caused by squirrels except search-service')).toMatch(
      /^No field of this project is called "squirrels"/,
    )
    expect(await answer('requests by hotel.city except Rome')).toMatch(
      /has the most requests without `hotel\.city` `Rome`/,
    )
  })

  it('is not told by a line that denies it', async () => {
    const fromMs = END_MS - HOUR_MS
    const confirmed = world.logs.filter(
      ({ message, timeMs }) => timeMs >= fromMs && /booking BK-\d+ confirmed/.test(message),
    )
    expect(confirmed.length).toBeGreaterThan(0)
    expect(await answer('how many bookings were confirmed in the last hour?')).toContain(bold(confirmed.length))
  })

  it('is told by a line that has it side by side with the next one', async () => {
    const declined = world.logs.filter(
      ({ message, timeMs }) => timeMs >= Date.parse('2026-11-20T14:20:00Z') && /card declined/.test(message),
    )
    expect(declined.length).toBeGreaterThan(0)
    expect(await answer('how many cards were declined since 14:20?')).toContain(bold(declined.length))
  })

  it('chooses among keys of one name the one that another word names as well', async () => {
    const payments = since(
      ({ name, attributes }) => name === 'POST /payments' && attributes['payment.method'] !== undefined,
    )
    const groups = Map.groupBy(payments, ({ attributes }) => String(attributes['payment.method']))
    const text = await answer('payments by method since 14:20')
    expect(groups.size).toBeGreaterThan(1)
    for (const [name, { length }] of groups) expect(text).toContain(`\`${name}\`: ${length.toLocaleString('en-US')}`)
  })

  it('says whose requests are meant, and whether they were affected', async () => {
    expect(await answer('are gold members affected too?')).toMatch(
      /^Yes: \*\*[\d.]+ %\*\* of requests with `loyalty.tier` `gold` failed/,
    )
  })
})
