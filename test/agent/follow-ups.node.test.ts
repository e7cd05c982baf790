import { describe, expect, it } from 'vitest'
import { simulate } from '../../scripts/demo/simulate.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'
import { type Answered, Conversation } from './ask.ts'
import { storeWithLogs } from './demo-logs.ts'

const END_MS = Date.parse('2026-11-20T15:00:00Z')
const simulation = simulate({ seed: 7, endMs: END_MS, durationMinutes: 60 })
const FAULTY = simulation.truth?.faultyService ?? ''

let store: Promise<TelemetryStore> | null = null
async function talk(): Promise<Conversation> {
  store ??= storeWithLogs(simulation)
  return new Conversation(await store)
}

function window(answer: Answered, tool: string): { from: string; to: string } | undefined {
  const result = answer.tools.find(({ name }) => name === tool)?.result as
    | { window?: { from: string; to: string } }
    | undefined
  return result?.window
}

describe('a question that goes on from an answer', { timeout: 60_000 }, () => {
  it('shows the records of what was found, from its begin on', async () => {
    const thread = await talk()
    await thread.ask('what broke?', END_MS)
    const answer = await thread.ask('show me those logs', END_MS)
    const search = answer.tools.find(({ name }) => name === 'search_logs')
    expect(search?.result).toMatchObject({
      filter: { services: [FAULTY] },
      window: { from: '2026-11-20T14:35:00.000Z' },
    })
  })

  it('looks at the window just before', async () => {
    const thread = await talk()
    await thread.ask('how many errors between 14:40 and 14:50?', END_MS)
    const answer = await thread.ask('and before that?', END_MS)
    expect(window(answer, 'log_volume')).toMatchObject({
      from: '2026-11-20T14:30:00.000Z',
      to: '2026-11-20T14:40:00.000Z',
    })
    expect(answer.tools[0]?.result).toMatchObject({ filter: { severityAtLeast: 'error' } })
  })

  it('keeps window and kind when only the service changes, and the service when only the time changes', async () => {
    const thread = await talk()
    await thread.ask('how many errors of checkout in the last 30 minutes?', END_MS)
    const other = await thread.ask('and payment-gateway?', END_MS)
    expect(other.tools[0]?.result).toMatchObject({
      filter: { services: ['payment-gateway'], severityAtLeast: 'error' },
      window: { from: '2026-11-20T14:30:00.000Z' },
    })
    const later = await thread.ask('what about since 14:50', END_MS)
    expect(later.tools[0]?.result).toMatchObject({
      filter: { services: ['payment-gateway'] },
      window: { from: '2026-11-20T14:50:00.000Z' },
    })
  })

  it('compares the same window with the day before', async () => {
    const thread = await talk()
    await thread.ask('top errors between 14:00 and 15:00', END_MS)
    const answer = await thread.ask('compare with yesterday', END_MS)
    expect(answer.tools[0]?.result).toMatchObject({
      window: { from: '2026-11-20T14:00:00.000Z' },
      baseline: { from: '2026-11-19T14:00:00.000Z', to: '2026-11-19T15:00:00.000Z' },
      filter: { severityAtLeast: 'error' },
    })
    expect(answer.text).toContain('nothing to compare with')
  })

  it('narrows an investigation without blaming what was asked about', async () => {
    const thread = await talk()
    await thread.ask('what broke?', END_MS)
    const answer = await thread.ask('only checkout', END_MS)
    expect(answer.text).toMatch(new RegExp(`\`checkout-service\` changed .*the first suspect is \`${FAULTY}\``))
  })

  it('shows older records with "more"', async () => {
    const thread = await talk()
    const first = await thread.ask('show me errors', END_MS)
    const second = await thread.ask('more', END_MS)
    const records = (answer: Answered) => {
      const result = answer.tools.find(({ name }) => name === 'search_logs')?.result
      return (result as { records: { id: string; time: string }[] }).records
    }
    expect(records(second).length).toBeGreaterThan(0)
    const shown = new Set(records(first).map(({ id }) => id))
    for (const { id } of records(second)) expect(shown).not.toContain(id)
  })

  it('does not do work again that is in the thread', async () => {
    const thread = await talk()
    const first = await thread.ask('what broke?', END_MS)
    const why = await thread.ask('why?', END_MS)
    const sure = await thread.ask('are you sure?', END_MS)
    expect([...why.tools, ...sure.tools]).toEqual([])
    expect(why.text).toContain(FAULTY)
    expect(sure.text).toMatch(/sure/)
    const cited = [...sure.text.matchAll(/\[(call_\d+)\]/g)].map((found) => found[1])
    const known = first.tools.map(({ toolCallId }) => toolCallId)
    expect(known).toEqual(expect.arrayContaining(cited))
  })

  it('says what it can do when it does not understand', async () => {
    const answer = await (await talk()).ask('write me a poem about kubernetes', END_MS)
    expect(answer.text).toContain('what broke')
    expect(answer.text).toContain('how many errors in the last hour')
  })
})
