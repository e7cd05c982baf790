/** One transition in progress: the state it creates and the rows it writes. Used by the machine only. */

import type { ContentBlock, MessageSource, StoredMessage } from '../../contracts/content-block.ts'
import type { FinishedStatus, RunError } from '../../contracts/run-status.ts'
import { idAt, objectNameOf } from '../../contracts/thread-ids.ts'
import type { Usage } from '../../contracts/usage.ts'
import { contentOf, responseText } from './content.ts'
import type { RunRecord, StepRecord, ThreadRecord } from './records.ts'
import { sentIn } from './sent-records.ts'
import type { EndedRun, Refusal, ThreadState, Transition, Write } from './thread-state.ts'

export interface NewMessage {
  readonly order: number
  readonly run: number
  readonly role: 'user' | 'assistant'
  readonly content: readonly ContentBlock[]
  readonly source: MessageSource
  readonly createdAtMs: number
}

export class Change {
  thread: ThreadRecord
  open: readonly RunRecord[]
  steps: readonly StepRecord[]
  readonly #before: ThreadState
  readonly #changedRuns = new Set<number>()
  readonly #finishedRuns: RunRecord[] = []
  readonly #changedSteps = new Set<number>()
  readonly #writes: Write[] = []
  readonly #ended: EndedRun[] = []
  #areStepsGone = false

  constructor(
    state: ThreadState,
    readonly nowMs: number,
  ) {
    this.#before = state
    this.thread = state.thread
    this.open = state.open
    this.steps = state.steps
  }

  get running(): RunRecord | null {
    const first = this.open[0]
    return first?.status === 'running' ? first : null
  }

  /** Changes the thread in a way that D1 and search must learn of. */
  touch(fields: Partial<ThreadRecord>): void {
    this.thread = {
      ...this.thread,
      ...fields,
      updatedAtMs: Math.max(this.thread.updatedAtMs, this.nowMs),
      changes: this.thread.changes + 1,
    }
  }

  /** Advances the outbox, which does not change the thread itself. */
  noteDelivery(delivery: { readonly toD1: number; readonly toSearch: number; readonly runs: readonly number[] }): void {
    const { thread } = this
    this.thread = {
      ...thread,
      changesInD1: Math.max(thread.changesInD1, delivery.toD1),
      changesInSearch: Math.max(thread.changesInSearch, delivery.toSearch),
      unindexedRuns: thread.unindexedRuns.filter((run) => !delivery.runs.includes(run)),
    }
  }

  addRun(run: RunRecord): void {
    this.open = [...this.open, run]
    this.#changedRuns.add(run.order)
  }

  putRun(run: RunRecord): void {
    this.open = this.open.map((other) => (other.order === run.order ? run : other))
    this.#changedRuns.add(run.order)
  }

  putStep(step: StepRecord): void {
    const isKnown = this.steps.some((other) => other.index === step.index)
    this.steps = isKnown
      ? this.steps.map((other) => (other.index === step.index ? step : other))
      : [...this.steps, step]
    this.#changedSteps.add(step.index)
  }

  writeMessage(message: NewMessage): StoredMessage {
    const stored: StoredMessage = {
      id: this.idAt(message.order),
      role: message.role,
      content: [...message.content],
      createdAt: new Date(message.createdAtMs).toISOString(),
      source: message.source,
    }
    this.#writes.push({ kind: 'message', order: message.order, run: message.run, message: stored })
    return stored
  }

  idAt(order: number): string {
    return idAt(order, objectNameOf(this.thread.id))
  }

  /** Ends the running run: stores its message whole and deletes its steps. */
  endRunning(status: FinishedStatus, error: RunError | null): void {
    const run = this.running
    if (run === null || run.assistantOrder === null) return
    const content = contentOf(run, this.steps, true)
    const blocks: ContentBlock[] =
      error === null ? content.blocks : [...content.blocks, { type: 'message', message: error.message }]
    const usage = usageOf(this.steps)
    const sent = sentIn(this.steps)
    const ended: RunRecord = {
      ...run,
      status,
      error,
      usage,
      updatedAtMs: this.nowMs,
      completedAtMs: this.nowMs,
      ...(content.marks.some((marks) => marks.length > 0) ? { marks: content.marks } : {}),
      ...(sent.length > 0 ? { sent } : {}),
    }
    const answer = this.writeMessage({
      order: run.assistantOrder,
      run: run.order,
      role: 'assistant',
      content: blocks,
      source: run.source,
      createdAtMs: run.startedAtMs ?? run.createdAtMs,
    })
    this.#ended.push({ run: ended, response: responseText(content.blocks, status === 'completed'), answer })
    this.open = this.open.slice(1)
    this.steps = []
    this.#areStepsGone = true
    this.#changedSteps.clear()
    this.#finish(ended)
    this.touch({
      openRuns: this.thread.openRuns.slice(1),
      lastRunStatus: status,
      unindexedRuns: [...this.thread.unindexedRuns, run.order],
    })
  }

  /** Takes back a run that has not started, with its message. */
  removeQueued(run: RunRecord, error: RunError): void {
    this.open = this.open.filter((other) => other.order !== run.order)
    const ended: RunRecord = {
      ...run,
      status: 'aborted',
      error,
      updatedAtMs: this.nowMs,
      completedAtMs: this.nowMs,
    }
    this.#ended.push({ run: ended, response: null, answer: null })
    this.#writes.push({ kind: 'message_gone', order: run.userOrder })
    this.#finish(ended)
    this.touch({
      openRuns: this.thread.openRuns.filter((order) => order !== run.order),
      messageCount: this.thread.messageCount - 2,
      // Its message is gone; that it ended is still to be listed.
      unindexedRuns: [...this.thread.unindexedRuns, run.order],
    })
  }

  #finish(run: RunRecord): void {
    this.#changedRuns.delete(run.order)
    this.#finishedRuns.push(run)
  }

  done(refusal: Refusal | null): Transition {
    if (refusal !== null) return { state: this.#before, writes: [], ended: [], refusal }
    const writes: Write[] = []
    if (this.thread !== this.#before.thread) writes.push({ kind: 'thread', record: this.thread })
    writes.push(...this.#writes)
    for (const record of this.#finishedRuns) writes.push({ kind: 'run', record })
    for (const record of this.open) if (this.#changedRuns.has(record.order)) writes.push({ kind: 'run', record })
    if (this.#areStepsGone) writes.push({ kind: 'steps_gone' })
    for (const record of this.steps) if (this.#changedSteps.has(record.index)) writes.push({ kind: 'step', record })
    const state = { thread: this.thread, open: this.open, steps: this.steps }
    return { state, writes, ended: this.#ended, refusal: null }
  }
}

function usageOf(steps: readonly StepRecord[]): Usage {
  let inputTokens = 0
  let outputTokens = 0
  for (const step of steps) {
    if (step.kind !== 'model' || step.result === undefined) continue
    inputTokens += step.result.usage.inputTokens
    outputTokens += step.result.usage.outputTokens
  }
  return { inputTokens, outputTokens }
}
