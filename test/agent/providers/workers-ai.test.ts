import { describe, expect, it } from 'vitest'
import { createAgent } from '../../../src/agent/index.ts'
import { agentSettingsOf } from '../../../src/agent/settings.ts'
import { Conversation } from '../ask.ts'
import { NOW_MS, storeWithErrors } from '../small-store.ts'
import { says } from './openai-stream.ts'
import { eventStream, ProviderFake } from './provider-fake.ts'

describe('a Workers AI model', () => {
  it('is reached over HTTP with an account and a token where there is no binding', async () => {
    const provider = new ProviderFake([says(['fine'])])
    const settings = agentSettingsOf({
      AGENT_MODEL: 'workers-ai',
      WORKERS_AI_MODEL: '@cf/test/model',
      WORKERS_AI_ACCOUNT_ID: 'acc',
      WORKERS_AI_API_TOKEN: 'tok',
    })
    const talk = new Conversation(await storeWithErrors(), createAgent(settings, { fetch: provider.fetch }))
    expect((await talk.ask('x', NOW_MS)).text).toBe('fine')
    expect(provider.seen[0]?.url).toBe('https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/chat/completions')
    expect(provider.seen[0]?.headers.get('authorization')).toBe('Bearer tok')
  })

  it('is asked through the binding where there is one', async () => {
    const asked: unknown[] = []
    const ai = {
      run: async (...call: unknown[]) => {
        asked.push(call)
        const response = eventStream([
          'data: {"response":"from the "}\n\n',
          'data: {"response":"binding"}\n\n',
          'data: {"response":"","usage":{"prompt_tokens":7,"completion_tokens":3}}\n\n',
          'data: [DONE]\n\n',
        ])
        return response.body
      },
    }
    const settings = agentSettingsOf({ AGENT_MODEL: 'workers-ai', WORKERS_AI_MODEL: '@cf/test/model' })
    const talk = new Conversation(await storeWithErrors(), createAgent(settings, { fetch, ai }))
    const answer = await talk.ask('x', NOW_MS)
    expect(answer.failure).toBeNull()
    expect(answer.text).toBe('from the binding')
    expect(asked).toHaveLength(1)
  })

  it('says that it is not configured when it has neither', async () => {
    const settings = agentSettingsOf({ AGENT_MODEL: 'workers-ai', WORKERS_AI_MODEL: '@cf/test/model' })
    const talk = new Conversation(await storeWithErrors(), createAgent(settings, { fetch }))
    expect(await talk.step('x', NOW_MS)).toEqual({
      ok: false,
      reason: 'The language model is not configured: its key or address is missing.',
      isRetryable: false,
    })
  })
})

describe('the settings of the agent', () => {
  it('name each wrong or missing one', () => {
    expect(() => agentSettingsOf({ AGENT_MODEL: 'gpt' })).toThrow('AGENT_MODEL')
    expect(() => agentSettingsOf({ AGENT_MODEL: 'openai-compatible' })).toThrow(
      /OPENAI_BASE_URL: is required.*OPENAI_MODEL: is required/,
    )
    expect(() => agentSettingsOf({ AGENT_MODEL: 'anthropic', ANTHROPIC_API_KEY: 'k' })).toThrow('ANTHROPIC_MODEL')
    expect(() => agentSettingsOf({ AGENT_CONTEXT_TOKENS: '12' })).toThrow('AGENT_CONTEXT_TOKENS')
  })

  it('need nothing for the embedded model', () => {
    expect(agentSettingsOf({}).AGENT_MODEL).toBe('embedded')
  })
})
