/**
 * The state machine of a thread. Messages queue; one run at a time advances step by step; each step is stored before
 * and after its call. The machine is pure: no storage, no clock, no randomness. A transition returns the next state and
 * the rows to write, and the shell writes them in one transaction. A crash between two transitions loses only the call
 * in progress.
 */

import type { ContentBlock, MessageSource } from '../../contracts/content-block.ts'
import type { RunOrigin } from '../../contracts/oncall-protocol.ts'
import type { FinishedStatus, RunError, ThreadStatus } from '../../contracts/run-status.ts'
import { nextOrder } from '../../contracts/thread-ids.ts'
import { THREAD_MESSAGES_MAX, WAITING_RUNS_MAX } from '../../contracts/thread-limits.ts'
import { Change } from './change.ts'
import { STEP_REPEATS_MAX, WALL_LIMIT_MS } from './limits.ts'
import type { RunRecord, ThreadRecord } from './records.ts'
import {
  appendChunks,
  finishModelStep,
  finishToolStep,
  noteSent,
  openStepOf,
  repeatStep,
  type StepEvent,
} from './steps.ts'
import type { Refusal, ThreadState, Transition } from './thread-state.ts'

export type ThreadEvent =
  | StepEvent
  | {
      readonly type: 'message'
      readonly content: readonly ContentBlock[]
      readonly source: MessageSource
      readonly requestKey: string
      readonly origin?: RunOrigin | undefined
      readonly parentRunId?: string | undefined
    }
  /** A new instance found an unfinished step that no driver holds. */
  | { readonly type: 'resume' }
  /** The run may have reached its time limit. */
  | { readonly type: 'watch' }
  | { readonly type: 'cancel'; readonly run: number }
  | { readonly type: 'stop' }
  | { readonly type: 'set_status'; readonly status: ThreadStatus }
  | { readonly type: 'delete' }
  /** D1 and search now have the state after this number of changes; search also has the messages of these runs. */
  | {
      readonly type: 'delivered'
      readonly toD1: number
      readonly toSearch: number
      readonly runs: readonly number[]
    }

export interface NewThread {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly region: string
  readonly retentionDays: number
  readonly title: string | null
  readonly source: MessageSource
  /** The order of the thread itself. Everything in the thread has a later order. */
  readonly order: number
}

/** Returns a thread without messages: the state before its first `message` event. */
export function newThread(input: NewThread, nowMs: number): ThreadState {
  const { order, ...rest } = input
  const thread: ThreadRecord = {
    version: 1,
    ...rest,
    status: 'regular',
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    lastOrder: order,
    messageCount: 0,
    openRuns: [],
    lastRunStatus: null,
    changes: 1,
    changesInD1: 0,
    changesInSearch: 0,
    unindexedRuns: [],
  }
  return { thread, open: [], steps: [] }
}

export function transition(state: ThreadState, event: ThreadEvent, nowMs: number): Transition {
  const change = new Change(state, nowMs)
  const refusal = apply(change, event)
  return change.done(refusal)
}

function apply(change: Change, event: ThreadEvent): Refusal | null {
  switch (event.type) {
    case 'message':
      return acceptMessage(change, event)
    case 'set_status':
      if (change.thread.status !== event.status) change.touch({ status: event.status })
      return null
    case 'delete':
      stopAll(change)
      // The record of a deleted thread keeps nothing that a tenant wrote.
      change.touch({ isDeleted: true, title: null })
      return null
    case 'stop':
      stopAll(change)
      return null
    case 'cancel':
      cancelRun(change, event.run)
      return null
    case 'delivered':
      change.noteDelivery(event)
      return null
    case 'watch':
      if (change.running !== null && workedMs(change.running, change.nowMs) >= WALL_LIMIT_MS) endForTime(change)
      return null
    case 'resume':
      resume(change)
      return null
    default:
      applyStepEvent(change, event)
      return null
  }
}

/** Returns the milliseconds worked on the run so far. */
export function workedMs(run: RunRecord, nowMs: number): number {
  return run.spentMs + Math.max(0, nowMs - run.clockStartMs)
}

function acceptMessage(change: Change, event: Extract<ThreadEvent, { type: 'message' }>): Refusal | null {
  if (change.open.length > WAITING_RUNS_MAX) return 'too_many_waiting'
  if (change.thread.messageCount + 2 > THREAD_MESSAGES_MAX) return 'thread_full'
  const userOrder = nextOrder(change.thread.lastOrder, change.nowMs)
  const runOrder = userOrder + 1
  const run: RunRecord = {
    order: runOrder,
    userOrder,
    assistantOrder: null,
    status: 'queued',
    requestKey: event.requestKey,
    source: event.source,
    ...(event.origin === undefined ? {} : { origin: event.origin }),
    ...(event.parentRunId === undefined ? {} : { parentRunId: event.parentRunId }),
    createdAtMs: change.nowMs,
    updatedAtMs: change.nowMs,
    startedAtMs: null,
    completedAtMs: null,
    error: null,
    usage: null,
    spentMs: 0,
    clockStartMs: change.nowMs,
    resets: 0,
  }
  change.touch({
    lastOrder: runOrder,
    messageCount: change.thread.messageCount + 2,
    openRuns: [...change.thread.openRuns, runOrder],
  })
  change.writeMessage({
    order: userOrder,
    run: runOrder,
    role: 'user',
    content: event.content,
    source: event.source,
    createdAtMs: change.nowMs,
  })
  change.addRun(run)
  if (change.open.length === 1) startNext(change)
  return null
}

/** Starts the first open run: assigns a place to its answer and stores its first model call before the call is made. */
function startNext(change: Change): void {
  const next = change.open[0]
  if (next === undefined) return
  const assistantOrder = nextOrder(change.thread.lastOrder, change.nowMs)
  change.touch({ lastOrder: assistantOrder })
  change.putRun({
    ...next,
    status: 'running',
    assistantOrder,
    updatedAtMs: change.nowMs,
    startedAtMs: change.nowMs,
    clockStartMs: change.nowMs,
  })
  change.putStep({ kind: 'model', run: next.order, index: 0, attempts: 1, draft: [], marks: [] })
}

function resume(change: Change): void {
  const run = change.running
  if (run === null) return
  // Time without a driving instance does not count as working time.
  change.putRun({ ...run, clockStartMs: change.nowMs })
  if (workedMs(run, run.clockStartMs) >= WALL_LIMIT_MS) endForTime(change)
  else if (!repeatStep(change)) endForRepeats(change, null)
}

function applyStepEvent(change: Change, event: StepEvent): void {
  const step = openStepOf(change)
  // A result changes nothing if its run has ended meanwhile or another attempt has finished its step.
  if (step === null || step.run !== event.run || step.index !== event.index) return
  switch (event.type) {
    case 'chunks':
      appendChunks(change, step, event.chunks)
      return
    case 'model_sent':
      noteSent(change, step, event.sent)
      return
    case 'step_failed':
      if (!event.isRetryable) end(change, 'error', { code: 'MODEL_ERROR', message: event.reason })
      else if (!repeatStep(change)) endForRepeats(change, event.reason)
      return
    case 'model_done':
    case 'tool_done': {
      const next =
        event.type === 'model_done' ? finishModelStep(change, step, event) : finishToolStep(change, step, event)
      if (next === 'answered') end(change, 'completed', null)
      if (next === 'too_many_steps') end(change, 'error', STEPS_ERROR)
      return
    }
  }
}

const STEPS_ERROR: RunError = {
  code: 'STEP_LIMIT',
  message:
    'The run ended because it reached the maximum number of steps before it had an answer. What it found is above. Ask a narrower question to continue.',
}

function endForTime(change: Change): void {
  const minutes = WALL_LIMIT_MS / 60_000
  const message = `The run ended because it took longer than ${minutes} minutes. What it found is above. Ask a narrower question to continue.`
  end(change, 'error', { code: 'TIME_LIMIT', message })
}

function endForRepeats(change: Change, reason: string | null): void {
  const why = reason === null ? 'it was interrupted each time' : reason
  const message = `The run ended because one of its steps failed in ${STEP_REPEATS_MAX + 1} attempts: ${why}`
  end(change, 'error', { code: 'STEP_FAILED', message })
}

function end(change: Change, status: FinishedStatus, error: RunError | null): void {
  change.endRunning(status, error)
  startNext(change)
}

const STOPPED: RunError = { code: 'ABORTED', message: 'The run was stopped before it finished.' }

function cancelRun(change: Change, order: number): void {
  const run = change.open.find((candidate) => candidate.order === order)
  if (run === undefined) return
  if (run.status === 'running') end(change, 'aborted', STOPPED)
  else change.removeQueued(run, STOPPED)
}

function stopAll(change: Change): void {
  for (const run of change.open.slice(1).reverse()) change.removeQueued(run, STOPPED)
  if (change.running !== null) end(change, 'aborted', STOPPED)
}
