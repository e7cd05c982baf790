/** The state of a thread, and what a transition makes of it: what the machine, its shell and the store share. */
import type { StoredMessage } from '../../contracts/content-block.ts'
import type { RunRecord, StepRecord, ThreadRecord } from './records.ts'

/** Why a message was not accepted. */
export type Refusal = 'too_many_waiting' | 'thread_full'

export interface ThreadState {
  readonly thread: ThreadRecord
  /** Unfinished runs in the order of acceptance; the first one is running. */
  readonly open: readonly RunRecord[]
  /** Steps of the running one. */
  readonly steps: readonly StepRecord[]
}

export type Write =
  | { readonly kind: 'thread'; readonly record: ThreadRecord }
  | { readonly kind: 'run'; readonly record: RunRecord }
  | { readonly kind: 'step'; readonly record: StepRecord }
  | { readonly kind: 'steps_gone' }
  | { readonly kind: 'message'; readonly order: number; readonly run: number; readonly message: StoredMessage }
  | { readonly kind: 'message_gone'; readonly order: number }

/** A run that ended in this transition, with what was said: for those who wait and for the next run's history. */
export interface EndedRun {
  readonly run: RunRecord
  readonly response: string | null
  /** Null for a run that had not started. */
  readonly answer: StoredMessage | null
}

export interface Transition {
  readonly state: ThreadState
  readonly writes: readonly Write[]
  readonly ended: readonly EndedRun[]
  /** Why nothing was changed, for a message that was not accepted. */
  readonly refusal: Refusal | null
}
