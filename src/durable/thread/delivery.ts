/**
 * The outbox of a thread: its row in D1 (for lists) and its messages in the project's search object. Counters in the
 * thread's record tell what is due, so nothing is queued twice and a lost delivery is repeated.
 */

import type { StoredMessage } from '../../contracts/content-block.ts'
import type { SearchBatch, SearchMessage } from '../../contracts/search-protocol.ts'
import { idAt, objectNameOf } from '../../contracts/thread-ids.ts'
import type { RunListItem } from '../../contracts/thread-protocol.ts'
import type { Database } from '../../db/database.ts'
import { deleteThread, upsertThread } from '../../db/threads.ts'
import type { ThreadRecord } from './records.ts'
import type { ThreadState } from './thread-state.ts'
import type { ThreadStore } from './thread-store.ts'
import { runListItem } from './views.ts'

/** Most runs marked as delivered at once. */
const RUNS_PER_BATCH = 50
/**
 * Most text in one batch: about ten milliseconds of indexing. The copied messages of a fork are one run of any size.
 */
const BATCH_CHARS = 100_000
/** Most characters of one message that are indexed. */
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

/** The runs to deliver to search now. */
export function unindexedRuns({ thread }: ThreadState): readonly number[] {
  return thread.isDeleted ? thread.unindexedRuns : thread.unindexedRuns.slice(0, RUNS_PER_BATCH)
}

/**
 * The updates for search of these runs, in batches of a few hundred kilobytes. There is at least one, with the thread
 * itself.
 */
export function* searchBatches(
  store: ThreadStore,
  state: ThreadState,
  runs: readonly number[],
): Generator<SearchBatch> {
  const { thread } = state
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
  // Sent with the first batch, so that whoever sees a run in the list can read it.
  let delivered: Pick<SearchBatch, 'runs'> = thread.isDeleted ? {} : { runs: runsToDeliver(store, state, runs) }
  for (const ord of thread.isDeleted ? [] : runs.flatMap((run) => store.ordersOfRun(run))) {
    const message = searchMessage(store.messageBody(ord), ord, thread)
    if (message === null) continue
    messages.push(message)
    chars += message.text.length
    if (chars < BATCH_CHARS) continue
    yield { thread: head, messages, ...delivered }
    delivered = {}
    messages = []
    chars = 0
  }
  yield { thread: head, messages, ...delivered }
}

/** Runs that are open, and runs that ended since the last delivery. */
function runsToDeliver(store: ThreadStore, { thread, open }: ThreadState, ended: readonly number[]): RunListItem[] {
  const finished = ended.flatMap((order) => store.run(order) ?? [])
  return [...finished, ...open].map((run) => runListItem(thread.id, run))
}

function searchMessage(body: string | null, ord: number, thread: ThreadRecord): SearchMessage | null {
  if (body === null) return null
  // Only this object writes these rows (docs/storage.md).
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
