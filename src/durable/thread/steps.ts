/** Steps of the running run: how a step ends and which step follows. Used by the machine only. */

import type { ModelChunk, ModelPart, ModelStepResult, SentRecord, ToolStepResult } from '../../agent/contract.ts'
import { MESSAGE_BYTES_MAX } from '../../contracts/thread-limits.ts'
import { boundModelResult, boundToolResult, jsonBytes, textWithin } from './bounds.ts'
import type { Change } from './change.ts'
import { textPartsOf } from './content.ts'
import { ANSWER_RESERVE_BYTES, STEP_REPEATS_MAX, STEPS_MAX, SUMMARY_BYTES_MAX } from './limits.ts'
import type { ModelStepRecord, RunRecord, StepRecord, TextPart } from './records.ts'

interface StepAddress {
  readonly run: number
  readonly index: number
}
export type StepEvent = StepAddress &
  (
    | { readonly type: 'chunks'; readonly chunks: readonly ModelChunk[] }
    /** A prompt is about to be sent to a model provider. */
    | { readonly type: 'model_sent'; readonly sent: SentRecord }
    | { readonly type: 'model_done'; readonly result: ModelStepResult; readonly summary?: string }
    | { readonly type: 'tool_done'; readonly result: ToolStepResult }
    | { readonly type: 'step_failed'; readonly reason: string; readonly isRetryable: boolean }
  )

export type AfterStep = 'next_step' | 'answered' | 'too_many_steps'

/** Returns the step that was started and is not finished, or null when nothing runs. */
export function openStepOf(state: { readonly steps: readonly StepRecord[] }): StepRecord | null {
  const last = state.steps.at(-1)
  return last === undefined || last.result !== undefined ? null : last
}

/** Starts the open step again. Returns false when the step has reached its maximum of repetitions. */
export function repeatStep(change: Change): boolean {
  const step = openStepOf(change)
  if (step === null) return true
  if (step.attempts > STEP_REPEATS_MAX) return false
  const attempts = step.attempts + 1
  if (step.kind === 'tool') {
    change.putStep({ ...step, attempts })
    return true
  }
  if (step.draft.length > 0) resetReaders(change)
  change.putStep({ ...step, attempts, draft: [], marks: [] })
  return true
}

/** Readers have seen content that is no longer valid; they are told to discard it (stream_reset). */
function resetReaders(change: Change): void {
  const run = change.running
  if (run !== null) change.putRun({ ...run, resets: run.resets + 1 })
}

/** Records the prompt that is about to be sent. */
export function noteSent(change: Change, step: StepRecord, sent: SentRecord): void {
  if (step.kind !== 'model') return
  change.putStep({ ...step, sent: [...(step.sent ?? []), { ...sent, step: step.index, atMs: change.nowMs }] })
}

/** Adds streamed text to the draft. Each call ends a chunk of every part that it extends. */
export function appendChunks(change: Change, step: StepRecord, chunks: readonly ModelChunk[]): void {
  if (step.kind !== 'model') return
  const draft: TextPart[] = [...step.draft]
  const touched = new Set<number>()
  for (const chunk of chunks) {
    if (chunk.delta === '') continue
    const last = draft.at(-1)
    if (last !== undefined && last.type === chunk.type) {
      draft[draft.length - 1] = { type: last.type, text: last.text + chunk.delta }
    } else {
      draft.push({ type: chunk.type, text: chunk.delta })
    }
    touched.add(draft.length - 1)
  }
  if (touched.size === 0) return
  const marks = draft.map((part, index) => {
    const before = step.marks[index] ?? []
    return touched.has(index) ? [...before, part.text.length] : before
  })
  change.putStep({ ...step, draft, marks })
}

export function finishModelStep(
  change: Change,
  step: StepRecord,
  event: Extract<StepEvent, { type: 'model_done' }>,
): AfterStep {
  if (step.kind !== 'model') return 'next_step'
  const result = boundModelResult(event.result, roomBytes(change, 0))
  const finished: ModelStepRecord = { ...step, draft: [], result }
  // Streamed text is normally the start of the result. If the model's result differs, readers start over.
  const isAsStreamed = isPrefix(step.draft, textPartsOf(finished))
  if (!isAsStreamed) resetReaders(change)
  change.putStep(isAsStreamed ? finished : { ...finished, marks: [] })
  const run = change.running
  if (event.summary !== undefined && run !== null && run.summary === undefined) {
    // The summary block comes first. Readers of the stream receive no event for it.
    change.putRun({ ...run, summary: textWithin(event.summary, SUMMARY_BYTES_MAX) })
  }
  return beginNext(change)
}

function isPrefix(draft: readonly TextPart[], final: readonly TextPart[]): boolean {
  return draft.every((part, index) => {
    const other = final[index]
    if (other === undefined || other.type !== part.type) return false
    return index === draft.length - 1 ? other.text.startsWith(part.text) : other.text === part.text
  })
}

export function finishToolStep(
  change: Change,
  step: StepRecord,
  event: Extract<StepEvent, { type: 'tool_done' }>,
): AfterStep {
  if (step.kind !== 'tool') return 'next_step'
  const result = boundToolResult(event.result, roomBytes(change, ANSWER_RESERVE_BYTES))
  change.putStep({ ...step, result })
  return beginNext(change)
}

/** Returns the bytes by which the message may still grow, after the content of its steps and a reserve. */
function roomBytes(change: Change, reserveBytes: number): number {
  let used = 2_048 + jsonBytes(change.running?.summary)
  for (const step of change.steps) {
    if (step.result === undefined) continue
    used += jsonBytes(step.result) + (step.kind === 'tool' ? jsonBytes(step.call.params) : 0) + 256
  }
  return Math.max(0, MESSAGE_BYTES_MAX - reserveBytes - used)
}

function beginNext(change: Change): AfterStep {
  const run = change.running
  if (run === null) return 'next_step'
  const calls = pendingCalls(change.steps)
  if (calls === 'answered') return 'answered'
  const index = change.steps.length
  if (index >= STEPS_MAX) return 'too_many_steps'
  progress(change, run)
  const call = calls[0]
  if (call === undefined) {
    change.putStep({ kind: 'model', run: run.order, index, attempts: 1, draft: [], marks: [] })
  } else {
    const { toolCallId, name, params } = call
    change.putStep({ kind: 'tool', run: run.order, index, attempts: 1, call: { toolCallId, name, params } })
  }
  return 'next_step'
}

/** Stores the working time so far with the step, so that a crash does not reset it. */
function progress(change: Change, run: RunRecord): void {
  const spentMs = run.spentMs + Math.max(0, change.nowMs - run.clockStartMs)
  change.putRun({ ...run, spentMs, clockStartMs: change.nowMs, updatedAtMs: change.nowMs })
}

type ToolCall = Extract<ModelPart, { type: 'tool_call' }>

/** Returns the tool calls of the last model call that have no step yet, in order; `answered` when it made none. */
function pendingCalls(steps: readonly StepRecord[]): readonly ToolCall[] | 'answered' {
  const at = steps.findLastIndex((step) => step.kind === 'model')
  const model = steps[at]
  if (model?.kind !== 'model' || model.result === undefined) return 'answered'
  const calls = model.result.parts.filter((part) => part.type === 'tool_call')
  return calls.length === 0 ? 'answered' : calls.slice(steps.length - 1 - at)
}
