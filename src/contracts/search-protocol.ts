/**
 * What thread objects send to a project's search object, and what it answers. Fields may only be added, and only as
 * optional ones.
 */

import type { RunListItem, RunSource } from './thread-protocol.ts'

export interface SearchThread {
  readonly id: string
  readonly title: string | null
  readonly status: 'regular' | 'archived'
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** Deliveries may be late or repeated: an older version changes nothing. */
  readonly version: number
  readonly isDeleted: boolean
}

export interface SearchMessage {
  readonly id: string
  readonly order: number
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly createdAtMs: number
}

/** A thread as it is now and messages to add. */
export interface SearchBatch {
  readonly thread: SearchThread
  readonly messages: readonly SearchMessage[]
  /** Runs of the thread that started or ended since; left out by earlier releases. */
  readonly runs?: readonly RunListItem[]
}

/** Null: any. `before`: the id of the last one seen. */
export interface RunSearch {
  readonly status: RunListItem['status'] | null
  readonly source: RunSource | null
  readonly threadId: string | null
  readonly before: string | null
  readonly limit: number
}

export interface SearchPage {
  readonly query: string
  /** From 1. */
  readonly page: number
  readonly limit: number
}
export interface ThreadSearch extends SearchPage {
  readonly status: 'regular' | 'archived' | null
}
export interface MessageSearch extends SearchPage {
  readonly threadId: string | null
  readonly role: 'user' | 'assistant' | null
}

export interface ThreadHit {
  readonly id: string
  readonly title: string | null
  readonly status: 'regular' | 'archived'
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** HTML, best first. */
  readonly highlights: readonly string[]
  /** Greater is better. */
  readonly score: number
}

export interface MessageHit {
  readonly id: string
  readonly threadId: string
  readonly threadTitle: string | null
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly createdAtMs: number
  readonly highlights: readonly string[]
  readonly score: number
}

export interface Hits<Hit> {
  readonly hits: readonly Hit[]
  readonly totalResults: number
}
