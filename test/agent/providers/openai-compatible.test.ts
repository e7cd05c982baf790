import { describe, expect, it } from 'vitest'
import { createAgent } from '../../../src/agent/index.ts'
import { agentSettingsOf } from '../../../src/agent/settings.ts'
import { Conversation } from '../ask.ts'
import { NOW_MS, storeWithErrors } from '../small-store.ts'
import { calls, cuts, filtered, refuses, says } from './openai-stream.ts'
import { errorResponse, ProviderFake, type Scripted } from './provider-fake.ts'

async function conversation(script: readonly Scripted[], settings: Record<string, string> = {}) {
  const provider = new ProviderFake(script)
  const agent = createAgent(
    agentSettingsOf({
      AGENT_MODEL: 'openai-compatible',
      OPENAI_BASE_URL: 'https://models.test/v1',
      OPENAI_API_KEY: 'key-1',
      OPENAI_MODEL: 'test-model',
      ...settings,
    }),
    { fetch: provider.fetch },
  )
  return { provider, agent, talk: new Conversation(await storeWithErrors(), agent) }
}

describe('an OpenAI-compatible model', () => {
  it('is asked once per step, its tool calls are run by us, and its answer and usage come back', async () => {
    const { provider, talk } = await conversation([
      calls({ id: 'call_a', name: 'log_volume', params: { severityAtLeast: 'error' } }),
      says(['There were **3** err', 'ors. [call_', 'a]']),
    ])
    const answer = await talk.ask('how many errors?', NOW_MS)
    expect(answer.text).toBe('There were **3** errors. [call_a]')
    expect(answer.chunks.map((chunk) => chunk.delta).join('')).toBe(answer.text)
    expect(answer.tools.map(({ name, status }) => [name, status])).toEqual([['log_volume', 'success']])
    const results = answer.steps.flatMap((step) => (step.kind === 'model' ? [step.result] : []))
    expect(results.map(({ usage }) => usage)).toEqual([
      { inputTokens: 200, outputTokens: 30 },
      { inputTokens: 100, outputTokens: 20 },
    ])
    expect(answer.sent.map(({ sha256 }) => sha256)).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.anything(),
    ])
    expect(provider.seen).toHaveLength(2)
    expect(provider.seen[0]?.url).toBe('https://models.test/v1/chat/completions')
    expect(provider.seen[0]?.headers.get('authorization')).toBe('Bearer key-1')
    expect(JSON.stringify(provider.seen[1]?.body['messages'])).toContain('call_a')
  })

  it('runs two calls of one turn and refuses broken parameters with a sentence the model can use', async () => {
    const { talk } = await conversation([
      calls({ id: 'c1', name: 'search_logs', params: '{"limit": "ma' }, { id: 'c2', name: 'nonsense', params: {} }),
      says(['I could not look that up.']),
    ])
    const answer = await talk.ask('show me errors', NOW_MS)
    expect(answer.tools.map(({ status }) => status)).toEqual(['error', 'error'])
    expect(JSON.stringify(answer.tools[0]?.result)).toContain('parameters do not fit')
    expect(JSON.stringify(answer.tools[1]?.result)).toContain('There is no tool of this name')
  })

  it('makes repeated tool call ids unique in the thread', async () => {
    const repeated = () => calls({ id: 'call_0', name: 'coverage', params: {} })
    const { talk } = await conversation([repeated(), repeated(), says(['done'])])
    const answer = await talk.ask('what is connected?', NOW_MS)
    expect(answer.tools.map(({ toolCallId }) => toolCallId)).toEqual(['call_0', 'call_0_2'])
  })

  it('passes a refusal on as the answer', async () => {
    const { talk } = await conversation([refuses('I cannot help with that.')])
    expect((await talk.ask('do something bad', NOW_MS)).text).toBe('I cannot help with that.')
  })

  it.each(['clean', 'error'] as const)(
    'calls a stream that was cut (%s) retryable and keeps nothing of it',
    async (how) => {
      const { agent, talk } = await conversation([cuts(['half an ans'], how), cuts(['half'], how)])
      expect((await talk.ask('what broke?', NOW_MS)).failure).toMatch(/stopped in the middle|connection/)
      expect(await stepOf(agent)).toMatchObject({ ok: false, isRetryable: true })
    },
  )

  it('waits as long as Retry-After says when rate limited', async () => {
    const limited: Scripted = () =>
      errorResponse(429, { error: { message: 'slow down', type: 'rate_limit' } }, { 'retry-after': '7' })
    const { agent } = await conversation([limited])
    expect(await stepOf(agent)).toEqual({
      ok: false,
      reason: 'The language model is rate limited.',
      isRetryable: true,
      retryAfterMs: 7000,
    })
  })

  it.each([
    [401, false, 'credentials'],
    [402, false, 'credit'],
    [404, false, 'does not exist'],
    [400, false, 'refused the request'],
    [500, true, 'not available'],
    [503, true, 'not available'],
  ])('says in words what a %i means and whether trying again can help', async (status, isRetryable, words) => {
    const { agent } = await conversation([() => errorResponse(status, { error: { message: 'secret sk-123 in text' } })])
    const outcome = await stepOf(agent)
    expect(outcome).toMatchObject({ ok: false, isRetryable })
    expect(JSON.stringify(outcome)).toContain(words)
    expect(JSON.stringify(outcome)).not.toContain('sk-123')
  })

  it('ends with the reason when the content filter left nothing', async () => {
    const { talk } = await conversation([filtered()])
    expect((await talk.ask('what broke?', NOW_MS)).failure).toContain('content filter')
  })

  it('lets the embedded model go on where that is configured', async () => {
    const denied: Scripted = () => errorResponse(401, { error: { message: 'no' } })
    const { talk } = await conversation([denied, denied, denied, denied], { AGENT_FALLBACK: 'embedded' })
    const answer = await talk.ask('how many errors in the last hour?', NOW_MS)
    expect(answer.failure).toBeNull()
    expect(answer.text).toContain('**3** errors')
    expect(JSON.stringify(answer.steps)).toContain('The embedded model continues.')
  })

  async function stepOf(agent: ReturnType<typeof createAgent>) {
    const talk = new Conversation(await storeWithErrors(), agent)
    return talk.step('what broke?', NOW_MS)
  }
})
