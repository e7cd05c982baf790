/** An agent whose tools answer the same call once, for many threads about one unchanging project at one moment. */
import type { Agent, ToolStepResult } from '../../src/agent/contract.ts'
import { embeddedAgent } from './ask.ts'

export function rememberingAgent(agent: Agent = embeddedAgent()): Agent {
  const made = new Map<string, Promise<ToolStepResult>>()
  return {
    ...agent,
    modelStep: (input) => agent.modelStep(input),
    toolStep: async (ctx, call, signal) => {
      const key = `${ctx.askedAtMs} ${call.name} ${JSON.stringify(call.params)}`
      const result = made.get(key) ?? agent.toolStep(ctx, call, signal)
      made.set(key, result)
      return { ...(await result), toolCallId: call.toolCallId }
    },
  }
}
