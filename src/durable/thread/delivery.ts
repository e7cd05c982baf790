/**
 * The outbox of a thread: its row in D1 (lists) and its messages in the project's search object. What is due follows
 * from counters in the thread's record, so nothing is queued twice and a lost delivery is simply made again.
 */
import type { Database } from '../../db/database.ts'
import { deleteThread, upsertThread } from '../../db/threads.ts'
import type { StoredMessage } from '../../domain/threads/content-block.ts'
import { idAt, objectNameOf } from '../../domain/threads/ids.ts'
import type { SearchBatch, SearchMessage } from '../search/protocol.ts'
import type { ThreadState } from './change.ts'
import type { ThreadRecord } from './records.ts'
import type { ThreadStore } from './thread-store.ts'

/** Messages of one delivery to search: bounds the RPC. */
const RUNS_PER_BATCH = 50
/** Characters of one message that search looks through. */
const SEARCHED_CHARS_MAX = 20_000

export async function deliverRow(db: Database, thread: ThreadRecord): Promise<void> {
  if (thread.isDeleted) return deleteThread(db, thread.id)
  const { id, organizationId, projectId, title, status, source } = thread
  const row = { id, organizationId, projectId, title, status, source }
  await upsertThread(db, {
    ...row,
    createdAt: thread.createdAtMs,
    updatedAt: thread.updatedAtMs,
    version: thread.changes,
  })
}

/** What search is to be told now, and the runs it covers. */
export function searchBatch(store: ThreadStore, state: ThreadState): { batch: SearchBatch; runs: readonly number[] } {
  const { thread } = state
  const runs = thread.isDeleted ? thread.unindexedRuns : thread.unindexedRuns.slice(0, RUNS_PER_BATCH)
  const batch: SearchBatch = {
    thread: {
      id: thread.id,
      title: thread.title,
      status: thread.status,
      createdAtMs: thread.createdAtMs,
      updatedAtMs: thread.updatedAtMs,
      version: thread.changes,
      isDeleted: thread.isDeleted === true,
    },
    messages: thread.isDeleted ? [] : runs.flatMap((run) => messagesOf(store, thread, run)),
  }
  return { batch, runs }
}

function messagesOf(store: ThreadStore, thread: ThreadRecord, run: number): SearchMessage[] {
  return store.messagesOfRun(run).flatMap(({ ord, body }) => {
    // Written by this object only (docs/storage.md).
    const message = JSON.parse(body) as StoredMessage
    const text = message.content
      .flatMap((block) => (block.type === 'message' && block.message !== '' ? [block.message] : []))
      .join('\n\n')
      .slice(0, SEARCHED_CHARS_MAX)
    if (text === '') return []
    const createdAtMs = Date.parse(message.createdAt)
    return [{ id: idAt(ord, objectNameOf(thread.id)), order: ord, role: message.role, text, createdAtMs }]
  })
}
