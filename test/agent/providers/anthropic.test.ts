import { describe, expect, it } from 'vitest'
import { createAgent } from '../../../src/agent/index.ts'
import { agentSettingsOf } from '../../../src/agent/settings.ts'
import { Conversation } from '../ask.ts'
import { NOW_MS, storeWithErrors } from '../small-store.ts'
import { anthropicCalls, anthropicCuts, anthropicOverloadsInStream, anthropicSays } from './anthropic-stream.ts'
import { errorResponse, ProviderFake, type Scripted } from './provider-fake.ts'

async function conversation(script: readonly Scripted[]) {
  const provider = new ProviderFake(script)
  const settings = agentSettingsOf({
    AGENT_MODEL: 'anthropic',
    ANTHROPIC_API_KEY: 'key-2',
    ANTHROPIC_MODEL: 'test-model',
  })
  const agent = createAgent(settings, { fetch: provider.fetch })
  return { provider, talk: new Conversation(await storeWithErrors(), agent) }
}

describe('an Anthropic model', () => {
  it('answers through tool calls that we run, with its results sent back in its own form', async () => {
    const { provider, talk } = await conversation([
      anthropicCalls('Let me look.', 'toolu_01', 'search_logs', { services: ['checkout'] }),
      anthropicSays(['Three errors ', 'in checkout. [toolu_01][toolu_99]']),
    ])
    const answer = await talk.ask('show me errors of checkout', NOW_MS)
    expect(answer.text).toBe('Three errors in checkout. [toolu_01]')
    expect(answer.tools.map(({ status }) => status)).toEqual(['success'])
    expect(provider.seen[0]?.headers.get('x-api-key')).toBe('key-2')
    const second = JSON.stringify(provider.seen[1]?.body['messages'])
    expect(second).toContain('"tool_result"')
    expect(second).toContain('payment 1 declined')
  })

  it('passes a refusal on, and ends with the reason when the refusal has no words', async () => {
    const worded = await conversation([anthropicSays(['I will not do that.'], 'refusal')])
    expect((await worded.talk.ask('x', NOW_MS)).text).toBe('I will not do that.')
    const silent = await conversation([anthropicSays([], 'refusal')])
    expect((await silent.talk.ask('x', NOW_MS)).failure).toContain('content filter')
  })

  it('calls an overload inside the stream, a cut stream and a 529 retryable', async () => {
    const overloaded: Scripted = () =>
      errorResponse(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })
    for (const script of [anthropicOverloadsInStream(), anthropicCuts(['half']), overloaded]) {
      const { talk } = await conversation([script])
      expect(await talk.step('what broke?', NOW_MS)).toMatchObject({ ok: false, isRetryable: true })
    }
  })
})
