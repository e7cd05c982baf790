import { describe, expect, it } from 'vitest'
import { simulate } from '../../scripts/demo/simulate.ts'
import { asksForReading } from '../../src/agent/embedded/explain-reading.ts'
import type { Plan } from '../../src/agent/questions/plan/plan.ts'
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

/** The plan that a run carried out, as it is stored with it. */
function planOf(answer: Answered): Plan | undefined {
  const read = answer.tools.find(({ name }) => name === 'read_question')?.result
  return (read as { readonly plans: readonly Plan[] } | undefined)?.plans[0]
}

describe('a question that goes on from an answer', { timeout: 300_000 }, () => {
  it('shows the records of what was found, from its begin on', async () => {
    const thread = await talk()
    await thread.ask('what broke?', END_MS)
    const answer = await thread.ask('show me those logs', END_MS)
    expect(planOf(answer)).toMatchObject({
      intent: 'list',
      conditions: [{ on: 'service', values: [FAULTY] }],
      time: { from: expect.stringMatching(/^2026-11-20T14:35:[0-3]/) },
    })
    expect(answer.text).toContain(FAULTY)
  })

  it('says how the question before was read, slot by slot', async () => {
    const thread = await talk()
    await thread.ask('how many errors of checkout per service between 14:40 and 14:50?', END_MS)
    const { text, tools } = await thread.ask('how did you read that?', END_MS)
    expect(tools).toEqual([])
    expect(text).toMatch(/Asked for: the number of errors of `checkout[\w-]*`/)
    expect(text).toContain('Time: 14:40:00\u201314:50:00 UTC (as the question says)')
    expect(text).toContain('Grouped by: `service`')
    await thread.ask('how many errors of zzqx in the frobnitz?', END_MS)
    expect((await thread.ask('explain how you read that', END_MS)).text).toContain(
      'I could not read a question out of it',
    )
  })

  it('says that there is nothing to explain in a new thread', async () => {
    const { text } = await (await talk()).ask('explain how you read this', END_MS)
    expect(text).toContain('no earlier question')
  })

  it.each([
    'how did you read this?',
    'wait, what exactly did you count?',
    'How was my question understood?',
    'ok, explain how you understood that',
    'what did you make of it',
  ])('takes %j as a question about the reading', (question) => {
    expect(asksForReading(question.toLowerCase())).toBe(true)
  })

  it.each(['how did you get 500 errors', 'what did you do with my question about checkout', 'explain that error'])(
    'takes %j as a question about telemetry',
    (question) => {
      expect(asksForReading(question)).toBe(false)
    },
  )

  it('looks at the window just before', async () => {
    const thread = await talk()
    await thread.ask('how many errors between 14:40 and 14:50?', END_MS)
    const answer = await thread.ask('and before that?', END_MS)
    expect(planOf(answer)).toMatchObject({
      intent: 'measure',
      conditions: [{ on: 'severity', is: 'error' }],
      time: { from: '2026-11-20T14:30:00.000Z', to: '2026-11-20T14:40:00.000Z' },
    })
  })

  it('keeps window and measure when only the service changes, and the service when only the time changes', async () => {
    const thread = await talk()
    await thread.ask('how many errors of checkout in the last 30 minutes?', END_MS)
    const other = await thread.ask('and payment-gateway?', END_MS)
    expect(planOf(other)).toMatchObject({ intent: 'measure', time: { from: '2026-11-20T14:30:00.000Z' } })
    expect(planOf(other)?.conditions).toEqual([
      { on: 'severity', is: 'error', orWorse: true },
      { on: 'service', values: ['payment-gateway'] },
    ])
    const later = await thread.ask('what about since 14:50', END_MS)
    expect(planOf(later)?.conditions).toContainEqual({ on: 'service', values: ['payment-gateway'] })
    expect(planOf(later)?.time.from).toBe('2026-11-20T14:50:00.000Z')
  })

  it('keeps everything else when one slot is replaced or added', async () => {
    const thread = await talk()
    await thread.ask('how many errors of storefront-web in the last 30 minutes?', END_MS)
    const warnings = await thread.ask('only warnings', END_MS)
    expect(planOf(warnings)?.conditions).toEqual([
      { on: 'service', values: ['storefront-web'] },
      { on: 'severity', is: 'warn', orWorse: false },
    ])
    const compared = await thread.ask('compare that with the hour before', END_MS)
    expect(planOf(compared)).toMatchObject({
      against: { from: '2026-11-20T13:30:00.000Z', to: '2026-11-20T14:30:00.000Z' },
    })
    const rate = await thread.ask('per minute', END_MS)
    expect(planOf(rate)).toMatchObject({ per: 'minute', conditions: planOf(warnings)?.conditions })
  })

  it('compares the same window with the day before', async () => {
    const thread = await talk()
    await thread.ask('top errors between 14:00 and 15:00', END_MS)
    const answer = await thread.ask('compare with yesterday', END_MS)
    const compared = answer.tools.find(({ name }) => name === 'compare_log_patterns')?.result
    expect(compared).toMatchObject({
      window: { from: '2026-11-20T14:00:00.000Z' },
      baseline: { from: '2026-11-19T14:00:00.000Z', to: '2026-11-19T15:00:00.000Z' },
      filter: { severityAtLeast: 'error' },
    })
    expect(answer.text).toContain('nothing to compare with')
  })

  it('narrows an investigation to how the service is by itself, without blaming it', async () => {
    const thread = await talk()
    await thread.ask('what broke?', END_MS)
    const answer = await thread.ask('only payment-gateway', END_MS)
    expect(planOf(answer)).toMatchObject({ intent: 'health', service: 'payment-gateway' })
    expect(answer.text).toMatch(/^\*\*Yes\*\*: `payment-gateway` is healthy/)
  })

  it('shows older records with "more"', async () => {
    const thread = await talk()
    const first = await thread.ask('show me errors', END_MS)
    const second = await thread.ask('more', END_MS)
    const records = (answer: Answered) => {
      const result = answer.tools.find(({ name }) => name === 'query_telemetry')?.result
      return (result as { logs: { id: string; time: string }[] }).logs
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
    expect([...why.tools, ...sure.tools].map(({ name }) => name)).toEqual(['read_question', 'read_question'])
    expect(why.text).toContain(FAULTY)
    expect(sure.text).toMatch(/sure/)
    const cited = [...sure.text.matchAll(/\[(call_\d+)\]/g)].map((found) => found[1])
    const known = first.tools.map(({ toolCallId }) => toolCallId)
    expect(known).toEqual(expect.arrayContaining(cited))
  })

  it('says what it can do when it does not understand', async () => {
    const answer = await (await talk()).ask('write me a sonnet about kubernetes', END_MS)
    expect(answer.text).toContain('what broke')
    expect(answer.text).toContain('how many errors in the last hour')
  })
})
