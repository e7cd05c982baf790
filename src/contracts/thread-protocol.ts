/**
 * What the Worker and a thread object exchange. During a gradual deployment both may be of different releases, so these
 * are persisted shapes: fields may only be added, and only as optional ones.
 */

import type { ContentBlock, MessageSource } from './content-block.ts'
import type { RunOrigin } from './oncall-protocol.ts'
import type { FinishedStatus, RunError, ThreadStatus } from './run-status.ts'
import type { VisibleTenants } from './tenants.ts'
import type { Usage } from './usage.ts'

/** A run as the API shows it. */
export interface RunView {
  readonly completed: boolean
  readonly threadId: string
  readonly runId: string
  readonly status: 'processing' | FinishedStatus
  readonly response: string | null
  readonly messageId: string
  readonly error: RunError | null
  readonly usage: Usage | null
  /** Left out by earlier releases. */
  readonly source?: RunSource
  readonly parentRunId?: string | null
}

/** Who or what started a run: a message's source, or a part of the service that starts runs by itself. */
export type RunSource = MessageSource | RunOrigin

export interface RunListItem {
  readonly id: string
  readonly threadId: string
  readonly userMessageId: string
  readonly assistantMessageId: string | null
  readonly status: 'processing' | FinishedStatus
  readonly createdAt: string
  readonly updatedAt: string
  readonly completedAt: string | null
  readonly error: RunError | null
  readonly usage: Usage | null
  /** Left out by earlier releases: then the run came over the API. */
  readonly source?: RunSource
  /** The run that this one follows up on, if the service started it by itself. */
  readonly parentRunId?: string | null
}

export interface RunPage {
  readonly runs: readonly RunListItem[]
  readonly nextCursor: string | null
}

/** `call`: null for all of a run's calls, else only that one, counted from 1. */
export interface SentInput extends RunAddress {
  readonly withBodies: boolean
  readonly call: number | null
}

/** One prompt that was sent to a model provider. */
export interface SentCall {
  readonly call: number
  readonly sentAt: string | null
  readonly provider: string
  readonly model: string
  /** Of the prompt as JSON in UTF-8. */
  readonly bytes: number
  readonly sha256: string
  readonly masked: boolean
  readonly pseudonyms: number
  /** The prompt as JSON, as it was sent; only if it was requested. */
  readonly body?: string | null
  /** Why there is no body, as a sentence. */
  readonly bodyMissing?: string | null
}

export interface SentView {
  readonly runId: string
  readonly threadId: string
  readonly calls: readonly SentCall[]
}

export interface ThreadStatusView {
  readonly status: 'idle' | 'processing'
  readonly lastRunStatus: 'error' | null
}

export interface ThreadView {
  readonly id: string
  readonly projectId: string
  readonly title: string | null
  readonly status: ThreadStatus
  readonly createdAt: string
  readonly updatedAt: string
  readonly source: MessageSource
}

export interface Owner {
  readonly organizationId: string
  readonly projectId: string
}

export interface MessageInput {
  readonly content: readonly ContentBlock[]
  readonly source: MessageSource
  /** Distinguishes a repeated request from another message with the same text. */
  readonly requestKey: string
  /** This may be the repetition of a request whose answer was lost: look for its run first. */
  readonly isRepeat: boolean
  /** How long to wait for the run's end; 0 means not at all. */
  readonly waitMs: number
  /** Set where the service starts the run by itself. */
  readonly origin?: RunOrigin
  readonly parentRunId?: string
}

export interface CreateInput extends MessageInput {
  readonly threadId: string
  readonly owner: Owner
  readonly region: string
}

export interface AppendInput extends MessageInput {
  readonly threadId: string
  readonly tenants: VisibleTenants
}

/**
 * `held`: this object holds another thread, so the Worker draws another id. `busy`: too much long work of the
 * organization is waiting here.
 */
export type StartReply =
  | { readonly ok: true; readonly run: RunView }
  | { readonly ok: false; readonly reason: 'not_found' | 'held' | 'busy' | 'too_many_waiting' | 'thread_full' }

export interface ThreadAddress {
  readonly threadId: string
  readonly tenants: VisibleTenants
}
export interface RunAddress {
  readonly runId: string
  readonly tenants: VisibleTenants
}

export interface ForkInput {
  readonly threadId: string
  readonly sourceThreadId: string
  readonly messageId: string
  readonly tenants: VisibleTenants
  readonly source: MessageSource
}
export type ForkReply =
  | { readonly ok: true; readonly thread: ThreadView }
  | {
      readonly ok: false
      readonly reason: 'not_found' | 'held' | 'busy' | 'unfinished' | 'message_not_found' | 'too_large'
    }

/** Content that can be read as one text or, if it is too long for that, over fetch as a stream. */
export type ReadInput =
  | ({ readonly kind: 'thread' } & ThreadAddress)
  | ({ readonly kind: 'messages'; readonly limit: number; readonly after: string | null } & ThreadAddress)

/** Requests over fetch (bodies that stream, WebSockets) carry this as JSON in the header below. */
export type FetchInput =
  | ReadInput
  | ({ readonly kind: 'copy'; readonly upTo: string } & ThreadAddress)
  | ({ readonly kind: 'stream_thread'; readonly cursor: string | null } & ThreadAddress)
  | ({ readonly kind: 'stream_run'; readonly cursor: string | null } & RunAddress)

export const FETCH_INPUT_HEADER = 'x-thread-request'

/** Ends a stream of server-sent events. */
export const DONE_FRAME = 'data: [DONE]\n\n'
