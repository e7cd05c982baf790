/**
 * An agent whose steps a test scripts. It stands behind the same interface as the real one; gates let a test hold a
 * step open for as long as it wants, without sleeping.
 */
import type { Agent, ModelStepInput, ModelStepOutcome, ToolStepResult } from '../../src/agent/contract.ts'
import { type AgentServices, provideAgent } from '../../src/durable/thread/agent-provider.ts'
import type { TelemetryStore } from '../../src/telemetry/port.ts'

export interface Script {
  readonly model?: (input: ModelStepInput, question: string) => Promise<ModelStepOutcome> | ModelStepOutcome
  readonly tool?: (call: { readonly toolCallId: string; readonly name: string }) => Promise<ToolStepResult>
}

/** Steps the agent was asked for, in order: `model <question>` or `tool <name>`. */
export const asked: string[] = []

/** An answer in one text part. */
export function says(text: string): ModelStepOutcome {
  return {
    ok: true,
    result: { parts: [{ type: 'text', text }], usage: { inputTokens: 7, outputTokens: 3 }, finishReason: 'stop' },
  }
}

/** A model call that wants tools. */
export function wants(...names: string[]): ModelStepOutcome {
  const parts = names.map((name, index) => ({
    type: 'tool_call' as const,
    toolCallId: `call-${index}-${name}`,
    name,
    params: { of: name },
  }))
  return {
    ok: true,
    result: { parts, usage: { inputTokens: 5, outputTokens: 2 }, finishReason: 'tool_calls' },
  }
}

/** A promise and the function that resolves it. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

export function questionOf(input: ModelStepInput): string {
  const block = input.history.at(-1)?.content.find((one) => one.type === 'message')
  return block?.type === 'message' ? block.message : ''
}

let current: Script = {}

/** Makes every thread object of this test file work with this script, also those that already have their agent. */
export function script(steps: Script = {}): void {
  asked.length = 0
  current = steps
  provideAgent(async () => services)
}

const agent = {
  modelName: 'scripted',
  modelStep: async (input: ModelStepInput) => {
    const question = questionOf(input)
    asked.push(`model ${question}`)
    return current.model ? current.model(input, question) : says(`echo: ${question}`)
  },
  toolStep: async (_ctx: unknown, call: { readonly toolCallId: string; readonly name: string }) => {
    asked.push(`tool ${call.name}`)
    if (current.tool) return current.tool(call)
    const { toolCallId, name } = call
    return { toolCallId, name, status: 'success' as const, result: { found: name }, artifacts: [], durationMs: 1 }
  },
  title: (first: string) => [...first].slice(0, 80).join(''),
}
// Only what a thread object uses: it never looks at the model itself, and scripted tools read no telemetry.
const services = { agent: agent as unknown as Agent, telemetry: {} as TelemetryStore } satisfies AgentServices
