/**
 * The records that a thread object stores as JSON in its tables (docs/storage.md). These shapes are contracts between
 * releases: fields may only be added, must be optional, and state their fallback here.
 */

import type { ModelStepResult, SentRecord, ToolStepResult } from '../../agent/contract.ts'
import type { MessageSource } from '../../contracts/content-block.ts'
import type { RunOrigin } from '../../contracts/oncall-protocol.ts'
import type { FinishedStatus, RunError, ThreadStatus } from '../../contracts/run-status.ts'
import type { Usage } from '../../contracts/usage.ts'

export type RunStatus = 'queued' | 'running' | FinishedStatus

export interface ThreadRecord {
  readonly version: 1
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly region: string
  readonly retentionDays: number
  readonly title: string | null
  readonly status: ThreadStatus
  readonly source: MessageSource
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** The last assigned order (src/contracts/thread-ids.ts). */
  readonly lastOrder: number
  /** Number of stored and expected messages: an accepted message also counts its answer. */
  readonly messageCount: number
  /** Orders of unfinished runs in the order of acceptance; the first one is running. */
  readonly openRuns: readonly number[]
  readonly lastRunStatus: FinishedStatus | null
  /**
   * Grows with every change that D1 and search must receive. The outbox is the difference to the two counters below.
   */
  readonly changes: number
  readonly changesInD1: number
  readonly changesInSearch: number
  /** Finished runs whose messages search has not received yet. */
  readonly unindexedRuns: readonly number[]
  /** The thread is deleted for every reader. The object is emptied when D1 and search know of it. */
  readonly isDeleted?: true
}

export interface RunRecord {
  readonly order: number
  readonly userOrder: number
  /** Set when the run starts. */
  readonly assistantOrder: number | null
  readonly status: RunStatus
  /** Tells a repeated request from a second message with the same text. */
  readonly requestKey: string
  /** Source of the message that started the run; its answer has the same. */
  readonly source: MessageSource
  /** Which part of the service started it; absent if a person asked. */
  readonly origin?: RunOrigin
  readonly parentRunId?: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly startedAtMs: number | null
  readonly completedAtMs: number | null
  readonly error: RunError | null
  readonly usage: Usage | null
  /** Working time of the run up to `clockStartMs`; the present instance counts from there. */
  readonly spentMs: number
  readonly clockStartMs: number
  /** Number of times that readers of the stream were told to discard the content (stream_reset). */
  readonly resets: number
  /** What was sent to a model provider: one entry per attempt of a model call. Absent when nothing was sent. */
  readonly sent?: readonly RunSentRecord[]
  /** Summary of older turns that the model received in this run. */
  readonly summary?: string
  /**
   * Positions where the text of the finished message was split into chunks, so that a replay equals the live stream.
   */
  readonly marks?: readonly (readonly number[])[]
}

/** Where and when in the run a prompt was sent. Both are absent in records of releases that did not store them. */
export interface RunSentRecord extends SentRecord {
  /** Index of the model call among the run's steps. */
  readonly step?: number
  readonly atMs?: number
}

export interface TextPart {
  readonly type: 'text' | 'reasoning'
  readonly text: string
}

interface StepBase {
  readonly run: number
  readonly index: number
  /** Number of times the step was started. */
  readonly attempts: number
}
/** A model call. `draft` is the text streamed so far; `result` ends the call. */
export interface ModelStepRecord extends StepBase {
  readonly kind: 'model'
  readonly draft: readonly TextPart[]
  /** Chunk ends within each text part, in the order of the parts. */
  readonly marks: readonly (readonly number[])[]
  /** Prompts, recorded before they are sent, one per attempt. Absent when none was sent. */
  readonly sent?: readonly RunSentRecord[]
  readonly result?: ModelStepResult
}
/** A tool call: the call is stored before it is made, its result after. */
export interface ToolStepRecord extends StepBase {
  readonly kind: 'tool'
  readonly call: { readonly toolCallId: string; readonly name: string; readonly params: unknown }
  readonly result?: ToolStepResult
}
export type StepRecord = ModelStepRecord | ToolStepRecord
