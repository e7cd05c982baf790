/** Names that people say in their own words: spans of several words, customers that are tenants, levels within lines. */
import { beforeAll, describe, expect, it } from 'vitest'
import { weather } from '../../scripts/eval/questions/systems/weather.ts'
import { partsOf } from '../../src/agent/questions/reader/message-parts.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { Conversation, embeddedAgent } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:07.312Z')
const world = weather(END_MS)
const agent = embeddedAgent()
let store: TelemetryStore

beforeAll(async () => {
  store = rememberingStore(await storeWithWorld(world))
})

const answer = async (question: string): Promise<string> =>
  (await new Conversation(store, agent).ask(question, END_MS)).text
const hour = <Row extends { readonly service: string }>(rows: readonly Row[], timeOf: (row: Row) => number): Row[] =>
  rows.filter((row) => timeOf(row) >= END_MS - 3_600_000)

describe('names in the words of people', { timeout: 120_000 }, () => {
  it('are those of spans where durations of them are asked for, whatever lines say', async () => {
    const text = await answer('mean duration of check batch')
    const spans = hour(world.spans, ({ startMs }) => startMs).filter(({ name }) => name === 'check batch')
    expect(text).toMatch(/^Mean duration of requests on `check batch`/)
    expect(text).toMatch(new RegExp(`over (?:${spans.length - 1}|${spans.length}|${spans.length + 1}) requests`))
  })

  it('are left out by their whole name only', async () => {
    const others = hour(world.spans, ({ startMs }) => startMs).filter(
      ({ service, name, isEntry }) => service === 'grid-store' && isEntry && name !== 'read field',
    )
    expect(others.length).toBeGreaterThan(0)
    const said = /\*\*(\d+)\*\*/.exec(await answer('grid-store requests other than read field'))?.[1]
    expect(Math.abs(Number(said) - others.length)).toBeLessThanOrEqual(1)
  })

  it('are tenants where customers are asked for and nothing is called so', async () => {
    expect(await answer('how many customers do we have?')).toContain('**5**')
    const affected = await answer('which customers were affected?')
    for (const tenant of ['agrisense', 'skyfleet', 'ski-portal', 'harbour-ops', 'newsdesk'])
      expect(affected).toContain(tenant)
  })

  it('are levels behind the time of a line', async () => {
    const late = hour(world.logs, ({ timeMs }) => timeMs).filter(
      ({ service, severity }) => service === 'radar-fetch' && severity === 'WARN',
    )
    expect(await answer('warnings from radar-fetch')).toContain(`**${late.length}**`)
  })

  it('are not guessed where "it" is compared and nothing was asked before', async () => {
    expect(await answer('is it more than before?')).not.toMatch(/\d %/)
  })
})

describe('a part of a message', () => {
  it('that only says how the answer is cut belongs to the question before it', () => {
    expect(partsOf('who got the 503s? by customer')).toEqual(['who got the 503s by customer'])
    expect(partsOf('how many errors? by the way, what broke?')).toHaveLength(2)
  })
})
