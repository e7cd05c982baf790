/** What thread objects tell a project's search object, and what it answers. Fields may only be added, as optional. */

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
}
