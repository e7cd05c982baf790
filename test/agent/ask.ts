/** Drives an agent as the thread object does: one model step or tool step at a time, history kept as messages. */
import type {
  Agent,
  AgentContext,
  Artifact,
  ModelChunk,
  ModelStepOutcome,
  RunStep,
  SentRecord,
  ToolStepResult,
} from '../../src/agent/contract.ts'
import { createAgent } from '../../src/agent/index.ts'
import { agentSettingsOf } from '../../src/agent/settings.ts'
import type { ContentBlock, StoredMessage } from '../../src/contracts/content-block.ts'
import type { TelemetryProject, TelemetryStore } from '../../src/telemetry/port.ts'

export const PROJECT: TelemetryProject = {
  organizationId: 'org_test',
  projectId: '01900000-0000-7000-8000-000000000001',
  region: 'us-east-1',
  retentionDays: 30,
}

export interface Answered {
  readonly text: string
  readonly steps: readonly RunStep[]
  readonly tools: readonly ToolStepResult[]
  readonly artifacts: readonly Artifact[]
  readonly chunks: readonly ModelChunk[]
  /** What left for a model provider. */
  readonly sent: readonly SentRecord[]
  readonly failure: string | null
}

/** The answer's blocks as a thread has them, artifacts included. */
export function blocksOf(talk: Conversation, answer: Answered): ContentBlock[] {
  const artifacts = answer.tools.flatMap(({ toolCallId, artifacts: made }) =>
    made.map(({ name, data }): ContentBlock => ({ type: 'artifact', name, data, toolCallId })),
  )
  return [...(talk.history.at(-1)?.content ?? []), ...artifacts]
}

export class Conversation {
  readonly history: StoredMessage[] = []
  readonly #agent: Agent
  readonly #telemetry: TelemetryStore
  readonly stepsMax: number
  readonly #extra: Partial<AgentContext>

  constructor(
    telemetry: TelemetryStore,
    agent: Agent = embeddedAgent(),
    stepsMax = 24,
    extra: Partial<AgentContext> = {},
  ) {
    this.#extra = extra
    this.#agent = agent
    this.#telemetry = telemetry
    this.stepsMax = stepsMax
  }

  /** Asks and runs to the end; the answer joins the history. */
  async ask(question: string, askedAtMs: number): Promise<Answered> {
    this.#add('user', [{ type: 'message', message: question }], askedAtMs)
    const ctx: AgentContext = {
      project: PROJECT,
      telemetry: this.#telemetry,
      askedAtMs,
      now: () => askedAtMs,
      ...this.#extra,
    }
    const signal = new AbortController().signal
    const steps: RunStep[] = []
    const chunks: ModelChunk[] = []
    const sent: SentRecord[] = []
    const blocks: ContentBlock[] = []
    let failure: string | null = null
    let text = ''
    while (failure === null) {
      if (steps.length >= this.stepsMax) {
        failure = 'step limit'
        break
      }
      const history = this.history
      const onChunk = (chunk: ModelChunk): void => void chunks.push(chunk)
      const onSent = (record: SentRecord): void => void sent.push(record)
      const { stepsMax } = this
      const outcome = await this.#agent.modelStep({ ctx, history, steps, stepsMax, onChunk, onSent, signal })
      if (!outcome.ok) {
        failure = outcome.reason
        break
      }
      steps.push({ kind: 'model', result: outcome.result })
      const calls = outcome.result.parts.filter((part) => part.type === 'tool_call')
      for (const part of outcome.result.parts) {
        if (part.type === 'text') blocks.push({ type: 'message', message: part.text })
      }
      if (calls.length === 0) {
        text = outcome.result.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
        break
      }
      for (const call of calls) {
        const stored = JSON.stringify(await this.#agent.toolStep(ctx, call, signal))
        // Steps are stored as JSON; reading them back gives the same shape.
        const result = JSON.parse(stored) as ToolStepResult
        steps.push({ kind: 'tool', result })
        const { toolCallId, name, status } = result
        blocks.push({ type: 'tool_call', toolCallId, name, params: call.params, result: result.result, status })
      }
    }
    this.#add('assistant', blocks, askedAtMs)
    const tools = steps.flatMap((step) => (step.kind === 'tool' ? [step.result] : []))
    return { text, steps, tools, artifacts: tools.flatMap((tool) => tool.artifacts), chunks, sent, failure }
  }

  /** One model step of a new question, with its outcome as it is. */
  async step(question: string, askedAtMs: number): Promise<ModelStepOutcome> {
    this.#add('user', [{ type: 'message', message: question }], askedAtMs)
    const ctx: AgentContext = {
      project: PROJECT,
      telemetry: this.#telemetry,
      askedAtMs,
      now: () => askedAtMs,
      ...this.#extra,
    }
    const signal = new AbortController().signal
    const { history, stepsMax } = this
    return this.#agent.modelStep({ ctx, history, steps: [], stepsMax, onChunk: () => undefined, signal })
  }

  #add(role: 'user' | 'assistant', content: ContentBlock[], atMs: number): void {
    const id = `01900000-0000-7000-8000-${String(this.history.length).padStart(12, '0')}`
    this.history.push({ id, role, content, createdAt: new Date(atMs).toISOString(), source: 'api' })
  }
}

export function embeddedAgent(): Agent {
  return createAgent(agentSettingsOf({}), {
    fetch: () => Promise.reject(new Error('The embedded model has no network.')),
  })
}

export async function ask(telemetry: TelemetryStore, question: string, askedAtMs: number): Promise<Answered> {
  return new Conversation(telemetry).ask(question, askedAtMs)
}

/** The answer to the last of the questions, asked in one thread. */
export async function lastAnswer(
  telemetry: TelemetryStore,
  questions: readonly string[],
  askedAtMs: number,
): Promise<string> {
  const talk = new Conversation(telemetry)
  let text = ''
  for (const question of questions) text = (await talk.ask(question, askedAtMs)).text
  return text
}
