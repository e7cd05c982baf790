/**
 * The outbox of a thread: its row in D1 (lists) and its messages in the project's search object. What is due follows
 * from counters in the thread's record, so nothing is queued twice and a lost delivery is simply made again.
 */

import type { StoredMessage } from '../../contracts/content-block.ts'
import type { SearchBatch, SearchMessage } from '../../contracts/search-protocol.ts'
import { idAt, objectNameOf } from '../../contracts/thread-ids.ts'
import type { Database } from '../../db/database.ts'
import { deleteThread, upsertThread } from '../../db/threads.ts'
import type { ThreadRecord } from './records.ts'
import type { ThreadState } from './thread-state.ts'
import type { ThreadStore } from './thread-store.ts'

/** Runs noted as delivered at once. */
const RUNS_PER_BATCH = 50
/** Text of one batch: some ten milliseconds of indexing. The copied messages of a fork are one run of any size. */
const BATCH_CHARS = 100_000
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

/** The runs that search is to be told of now. */
export function unindexedRuns({ thread }: ThreadState): readonly number[] {
  return thread.isDeleted ? thread.unindexedRuns : thread.unindexedRuns.slice(0, RUNS_PER_BATCH)
}

/** What search is to be told of these runs, in batches of some hundred kilobytes; at least one, with the thread itself. */
export function* searchBatches(
  store: ThreadStore,
  { thread }: ThreadState,
  runs: readonly number[],
): Generator<SearchBatch> {
  const head = {
    id: thread.id,
    title: thread.title,
    status: thread.status,
    createdAtMs: thread.createdAtMs,
    updatedAtMs: thread.updatedAtMs,
    version: thread.changes,
    isDeleted: thread.isDeleted === true,
  }
  let messages: SearchMessage[] = []
  let chars = 0
  for (const ord of thread.isDeleted ? [] : runs.flatMap((run) => store.ordersOfRun(run))) {
    const message = searchMessage(store.messageBody(ord), ord, thread)
    if (message === null) continue
    messages.push(message)
    chars += message.text.length
    if (chars < BATCH_CHARS) continue
    yield { thread: head, messages }
    messages = []
    chars = 0
  }
  yield { thread: head, messages }
}

function searchMessage(body: string | null, ord: number, thread: ThreadRecord): SearchMessage | null {
  if (body === null) return null
  // Written by this object only (docs/storage.md).
  const message = JSON.parse(body) as StoredMessage
  const text = message.content
    .flatMap((block) => (block.type === 'message' && block.message !== '' ? [block.message] : []))
    .join('\n\n')
    .slice(0, SEARCHED_CHARS_MAX)
  if (text === '') return null
  return {
    id: idAt(ord, objectNameOf(thread.id)),
    order: ord,
    role: message.role,
    text,
    createdAtMs: Date.parse(message.createdAt),
  }
}
