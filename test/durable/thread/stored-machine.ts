/** The thread machine over a store in memory that can crash: what a transition wrote is kept, everything else is lost. */

import type { ModelStepResult, ToolStepResult } from '../../../src/agent/contract.ts'
import type { StoredMessage } from '../../../src/contracts/content-block.ts'
import { newThreadId, orderOf } from '../../../src/contracts/thread-ids.ts'
import { newThread, type ThreadEvent, transition } from '../../../src/durable/thread/machine.ts'
import type { RunRecord, StepRecord, ThreadRecord } from '../../../src/durable/thread/records.ts'
import { openStepOf } from '../../../src/durable/thread/steps.ts'
import type { ThreadState, Transition, Write } from '../../../src/durable/thread/thread-state.ts'

export const STARTED_AT_MS = Date.UTC(2026, 10, 20, 9, 30)

export class StoredMachine {
  thread: ThreadRecord | null = null
  readonly messages = new Map<number, { readonly run: number; readonly message: StoredMessage }>()
  readonly runs = new Map<number, RunRecord>()
  readonly steps = new Map<number, StepRecord>()
  state: ThreadState
  nowMs = STARTED_AT_MS
  /** Runs in the order in which they were first seen running. */
  readonly started: number[] = []

  constructor() {
    const id = newThreadId(this.nowMs, (bytes) => bytes.fill(7))
    const input = {
      id,
      organizationId: 'org_a',
      projectId: 'p',
      region: 'us-east-1',
      retentionDays: 7,
      title: null,
      source: 'api' as const,
      order: orderOf(id),
    }
    this.state = newThread(input, this.nowMs)
  }

  send(event: ThreadEvent): Transition {
    const result = transition(this.state, event, this.nowMs)
    for (const write of result.writes) this.#write(write)
    this.state = result.state
    const running = this.state.open[0]
    if (running?.status === 'running' && this.started.at(-1) !== running.order) this.started.push(running.order)
    return result
  }

  say(text: string): Transition {
    const content = [{ type: 'message' as const, message: text }]
    return this.send({ type: 'message', content, source: 'api', requestKey: text })
  }

  /** A new instance loads what was stored, as JSON, and takes an unfinished step up. */
  crash(): void {
    if (this.thread === null) return
    const json = (value: unknown) => JSON.parse(JSON.stringify(value))
    const thread: ThreadRecord = json(this.thread)
    const open = thread.openRuns.map((order) => json(this.runs.get(order)))
    const steps = [...this.steps.values()].sort((a, b) => a.index - b.index).map(json)
    this.state = { thread, open, steps }
    if (openStepOf(this.state) !== null) this.send({ type: 'resume' })
  }

  /** Ends the open step: a model call with an answer, or one that wants tools first; a tool call with its result. */
  finishStep(tools: readonly string[] = []): void {
    const step = openStepOf(this.state)
    if (step === null) return
    const { run, index } = step
    if (step.kind === 'tool') {
      const { toolCallId, name } = step.call
      const result: ToolStepResult = { toolCallId, name, status: 'success', result: name, artifacts: [], durationMs: 1 }
      this.send({ type: 'tool_done', run, index, result })
      return
    }
    const calls = tools.map((name) => ({
      type: 'tool_call' as const,
      toolCallId: `${index}-${name}`,
      name,
      params: {},
    }))
    const text = { type: 'text' as const, text: `answer to ${this.questionOf(run)}` }
    const usage = { inputTokens: 1, outputTokens: 1 }
    const result: ModelStepResult =
      calls.length > 0
        ? { parts: calls, usage, finishReason: 'tool_calls' }
        : { parts: [text], usage, finishReason: 'stop' }
    this.send({ type: 'model_done', run, index, result })
  }

  questionOf(run: number): string {
    const order = this.runs.get(run)?.userOrder ?? -1
    const block = this.messages.get(order)?.message.content[0]
    return block?.type === 'message' ? block.message : ''
  }

  answerOf(run: number): StoredMessage | undefined {
    const order = this.runs.get(run)?.assistantOrder
    return order === null || order === undefined ? undefined : this.messages.get(order)?.message
  }

  #write(write: Write): void {
    if (write.kind === 'thread') this.thread = write.record
    else if (write.kind === 'run') this.runs.set(write.record.order, write.record)
    else if (write.kind === 'step') this.steps.set(write.record.index, write.record)
    else if (write.kind === 'steps_gone') this.steps.clear()
    else if (write.kind === 'message_gone') this.messages.delete(write.order)
    else this.messages.set(write.order, { run: write.run, message: write.message })
  }
}
