import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { makeAgentServices } from '../../src/durable/thread/agent-services.ts'
import { Conversation } from './ask.ts'
import { NOW_MS, storeWithErrors } from './small-store.ts'

it('a deployment with wrong agent settings ends runs with that reason instead of leaving them open', async () => {
  const { agent } = await makeAgentServices({ ...env, AGENT_MODEL: 'anthropic' })
  const answer = await new Conversation(await storeWithErrors(), agent).ask('what broke?', NOW_MS)
  expect(answer.failure).toContain('not configured')
  expect(agent.title('what broke?')).toBe('what broke?')
})
