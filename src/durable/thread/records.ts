/**
 * What a thread object stores, as JSON in its tables (docs/storage.md). These shapes are contracts between releases:
 * fields may only be added, only as optional, with the fallback stated here.
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
  /** The last order handed out (src/contracts/thread-ids.ts). */
  readonly lastOrder: number
  /** Messages stored or promised: an accepted message counts its answer too. */
  readonly messageCount: number
  /** Orders of unfinished runs as accepted; the first one is running. */
  readonly openRuns: readonly number[]
  readonly lastRunStatus: FinishedStatus | null
  /** Grows with every change that D1 and search must learn of; the outbox is what is ahead of the two below. */
  readonly changes: number
  readonly changesInD1: number
  readonly changesInSearch: number
  /** Finished runs whose messages search does not have yet. */
  readonly unindexedRuns: readonly number[]
  /** The thread is gone for every reader; the object is emptied once D1 and search know. */
  readonly isDeleted?: true
}

export interface RunRecord {
  readonly order: number
  readonly userOrder: number
  /** Set when the run starts. */
  readonly assistantOrder: number | null
  readonly status: RunStatus
  /** Draws apart a repeated request from a second message of the same text. */
  readonly requestKey: string
  /** Of the message that started it; its answer carries the same. */
  readonly source: MessageSource
  /** What of the service started it by itself; absent where somebody asked. */
  readonly origin?: RunOrigin
  readonly parentRunId?: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly startedAtMs: number | null
  readonly completedAtMs: number | null
  readonly error: RunError | null
  readonly usage: Usage | null
  /** Time worked on the run up to `clockStartMs`, from where the present instance counts. */
  readonly spentMs: number
  readonly clockStartMs: number
  /** How often readers of the stream had to forget the content (stream_reset). */
  readonly resets: number
  /** What left for a model provider, one entry per attempt of a model call; absent where nothing left. */
  readonly sent?: readonly RunSentRecord[]
  /** Older turns as folded for the model in this run. */
  readonly summary?: string
  /** Where the text of the finished message was cut into chunks, so that a replay equals the live stream. */
  readonly marks?: readonly (readonly number[])[]
}

/** Where and when in the run a prompt left; both absent in records of releases that did not know. */
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
  /** How often the step was begun. */
  readonly attempts: number
}
/** A model call. `draft` is what has been streamed of it so far; `result` ends it. */
export interface ModelStepRecord extends StepBase {
  readonly kind: 'model'
  readonly draft: readonly TextPart[]
  /** Chunk ends within each text part, in the order of the parts. */
  readonly marks: readonly (readonly number[])[]
  /** Prompts that left, written before they did, one per attempt; absent where none has. */
  readonly sent?: readonly RunSentRecord[]
  readonly result?: ModelStepResult
}
/** A tool call: the intent before, the result after. */
export interface ToolStepRecord extends StepBase {
  readonly kind: 'tool'
  readonly call: { readonly toolCallId: string; readonly name: string; readonly params: unknown }
  readonly result?: ToolStepResult
}
export type StepRecord = ModelStepRecord | ToolStepRecord
