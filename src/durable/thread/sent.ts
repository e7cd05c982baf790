/** Shows what a run sent to model providers, and rebuilds the prompts from what the thread keeps. */

import type { Agent, RunStep } from '../../agent/contract.ts'
import type { ContentBlock, StoredMessage } from '../../contracts/content-block.ts'
import type { SentCall, SentInput, SentView } from '../../contracts/thread-protocol.ts'
import { historyOf } from './history.ts'
import type { RunRecord, RunSentRecord, StepRecord } from './records.ts'
import { sentIn } from './sent-records.ts'
import type { ThreadState } from './thread-state.ts'
import type { ThreadStore } from './thread-store.ts'
import { withoutReason } from './views.ts'

/**
 * Maximum size of all prompts in one answer, in UTF-8 bytes. One prompt is always included. A single call can be
 * requested.
 */
const BODIES_BYTES_MAX = 8_388_608

const NOT_THE_SAME =
  'The prompt cannot be rebuilt: the text built from the thread does not match the recorded hash. Either the service has changed since, or the thread was too long to be sent whole.'
const NO_ROOM = 'The prompt does not fit into this answer. Request this call alone: ?include=body&call=<its number>.'

export interface SentSource {
  readonly store: ThreadStore
  readonly state: ThreadState
  readonly run: RunRecord
  readonly agent: Agent
}

export async function sentView(source: SentSource, input: SentInput): Promise<SentView> {
  const { run, state } = source
  const sent = run.status === 'running' ? sentIn(state.steps) : (run.sent ?? [])
  const calls = sent
    .map((record, index): SentCall => ({ ...publicPart(record), call: index + 1 }))
    .filter(({ call }) => input.call === null || call === input.call)
  const view = { runId: input.runId, threadId: state.thread.id }
  return { ...view, calls: input.withBodies ? await withBodies(source, sent, calls) : calls }
}

function publicPart({ provider, model, bytes, sha256, isMasked, pseudonyms, atMs }: RunSentRecord) {
  const sentAt = atMs === undefined ? null : new Date(atMs).toISOString()
  return { sentAt, provider, model, bytes, sha256, masked: isMasked, pseudonyms }
}

async function withBodies(
  source: SentSource,
  sent: readonly RunSentRecord[],
  calls: readonly SentCall[],
): Promise<SentCall[]> {
  const steps = stepsOf(source, sent)
  const history = historyOf(source.store, source.run)
  let bytes = 0
  const given: SentCall[] = []
  for (const call of calls) {
    const record = sent[call.call - 1]
    if (record === undefined) continue
    if (bytes > 0 && bytes + record.bytes > BODIES_BYTES_MAX) {
      given.push({ ...call, body: null, bodyMissing: NO_ROOM })
      continue
    }
    const body = await bodyOf(source, history, steps, record)
    if (body !== null) bytes += record.bytes
    given.push({ ...call, body, bodyMissing: body === null ? NOT_THE_SAME : null })
  }
  return given
}

async function bodyOf(
  { agent, run }: SentSource,
  history: readonly StoredMessage[],
  steps: readonly RunStep[],
  sent: RunSentRecord,
): Promise<string | null> {
  if (sent.step === undefined || steps.length < sent.step) return null
  const before = steps.slice(0, sent.step)
  const asked = { sent, askedAtMs: run.createdAtMs, history, steps: before }
  return (await agent.promptSent?.(asked)) ?? null
}

function stepsOf({ store, state, run }: SentSource, sent: readonly RunSentRecord[]): readonly RunStep[] {
  if (run.status === 'running') return runStepsOf(state.steps)
  const answer = run.assistantOrder === null ? null : store.messageBody(run.assistantOrder)
  if (answer === null) return []
  // Written by this object only (docs/storage.md).
  const { content } = JSON.parse(answer) as StoredMessage
  // A run begins with a model step, also where the agent looked before any model was asked.
  const modelSteps = new Set([0, ...sent.flatMap(({ step }) => (step === undefined ? [] : [step]))])
  return stepsOfContent(withoutReason(run, content), modelSteps)
}

/** Returns the finished steps in the form that the agent receives. */
export function runStepsOf(steps: readonly StepRecord[]): RunStep[] {
  return steps.flatMap((step): RunStep[] => {
    if (step.kind === 'model') return step.result === undefined ? [] : [{ kind: 'model', result: step.result }]
    return step.result === undefined ? [] : [{ kind: 'tool', result: step.result }]
  })
}

/**
 * Rebuilds the steps of a finished run from its message. Blocks are in the order of the steps. The record says which
 * indices were model calls; every other step was one tool call. What no prompt contains (reasoning, usage) is left out.
 */
export function stepsOfContent(content: readonly ContentBlock[], modelSteps: ReadonlySet<number>): RunStep[] {
  const calls = content.filter((block) => block.type === 'tool_call')
  const texts = textsBeforeCalls(content)
  const steps: RunStep[] = []
  let nextCall = 0
  for (let index = 0; modelSteps.has(index) || nextCall < calls.length; index += 1) {
    if (modelSteps.has(index)) {
      const wanted: ContentBlock[] = []
      for (let at = index + 1; !modelSteps.has(at) && nextCall + wanted.length < calls.length; at += 1) {
        const call = calls[nextCall + wanted.length]
        if (call !== undefined) wanted.push(call)
      }
      steps.push(modelStep(texts[nextCall] ?? [], wanted))
      continue
    }
    const call = calls[nextCall]
    nextCall += 1
    if (call !== undefined) steps.push(toolStep(call))
  }
  return steps
}

/** Returns, for each tool call and for the end, the texts said right before it. */
function textsBeforeCalls(content: readonly ContentBlock[]): string[][] {
  const texts: string[][] = [[]]
  for (const block of content) {
    if (block.type === 'message') texts.at(-1)?.push(block.message)
    if (block.type === 'tool_call') texts.push([])
  }
  return texts
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0 }

function modelStep(texts: readonly string[], calls: readonly ContentBlock[]): RunStep {
  const parts = [
    ...texts.map((text) => ({ type: 'text' as const, text })),
    ...calls.flatMap((call) =>
      call.type === 'tool_call'
        ? [{ type: 'tool_call' as const, toolCallId: call.toolCallId ?? '', name: call.name, params: call.params }]
        : [],
    ),
  ]
  return { kind: 'model', result: { parts, usage: NO_USAGE, finishReason: 'other' } }
}

function toolStep(block: Extract<ContentBlock, { type: 'tool_call' }>): RunStep {
  const { toolCallId = '', name, result, status } = block
  const isError = status === 'error'
  return {
    kind: 'tool',
    result: { toolCallId, name, status: isError ? 'error' : 'success', result, artifacts: [], durationMs: 0 },
  }
}
