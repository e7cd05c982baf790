/** Builds the views of the API from stored records. */

import type { ContentBlock, StoredMessage } from '../../contracts/content-block.ts'
import { idAt, objectNameOf, orderOf } from '../../contracts/thread-ids.ts'
import type { RunListItem, RunPage, RunView, ThreadStatusView, ThreadView } from '../../contracts/thread-protocol.ts'
import { contentOf, responseText } from './content.ts'
import type { RunRecord, RunStatus, ThreadRecord } from './records.ts'
import type { ThreadState } from './thread-state.ts'
import type { ThreadStore } from './thread-store.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

export function threadView(thread: ThreadRecord): ThreadView {
  return {
    id: thread.id,
    projectId: thread.projectId,
    title: thread.title,
    status: thread.status,
    createdAt: iso(thread.createdAtMs),
    updatedAt: iso(thread.updatedAtMs),
    source: thread.source,
  }
}

function publicStatus(status: RunStatus): RunView['status'] {
  return status === 'queued' || status === 'running' ? 'processing' : status
}

export function runView(threadId: string, run: RunRecord, response: string | null): RunView {
  const objectName = objectNameOf(threadId)
  const status = publicStatus(run.status)
  return {
    completed: status !== 'processing',
    threadId,
    runId: idAt(run.order, objectName),
    status,
    response: status === 'processing' ? null : response,
    messageId: idAt(run.userOrder, objectName),
    error: run.error,
    usage: run.usage,
    ...beginningOf(run),
  }
}

export function runListItem(threadId: string, run: RunRecord): RunListItem {
  const objectName = objectNameOf(threadId)
  return {
    id: idAt(run.order, objectName),
    threadId,
    userMessageId: idAt(run.userOrder, objectName),
    assistantMessageId: run.assistantOrder === null ? null : idAt(run.assistantOrder, objectName),
    status: publicStatus(run.status),
    createdAt: iso(run.createdAtMs),
    updatedAt: iso(run.updatedAtMs),
    completedAt: run.completedAtMs === null ? null : iso(run.completedAtMs),
    error: run.error,
    usage: run.usage,
    ...beginningOf(run),
  }
}

/** What started a run, and after which one. */
function beginningOf({ origin, source, parentRunId }: RunRecord) {
  return { source: origin ?? source, parentRunId: parentRunId ?? null }
}

/** Newest first; `before` is the cursor. */
export function runPage(
  store: ThreadStore,
  threadId: string,
  { limit, before }: { readonly limit: number; readonly before: string | null },
): RunPage {
  const records = store.runsBefore(before === null ? Number.MAX_SAFE_INTEGER : orderOf(before), limit + 1)
  const runs = records.slice(0, limit).map((run) => runListItem(threadId, run))
  return { runs, nextCursor: records.length > limit ? (runs.at(-1)?.id ?? null) : null }
}

export function statusView({ thread, open }: ThreadState): ThreadStatusView {
  const lastRunStatus = thread.lastRunStatus === 'error' ? 'error' : null
  return { status: open.length > 0 ? 'processing' : 'idle', lastRunStatus }
}

/** Returns the response of a finished run from its stored message. */
export function storedResponse(run: RunRecord, messageBody: string | null): string | null {
  if (messageBody === null) return null
  // Written by this object only (docs/storage.md).
  const { content } = JSON.parse(messageBody) as StoredMessage
  return responseText(withoutReason(run, content), run.status === 'completed')
}

/** A run that ended early has the reason as its last block. */
export function withoutReason(run: RunRecord, content: readonly ContentBlock[]): readonly ContentBlock[] {
  return run.error === null ? content : content.slice(0, -1)
}

/** Returns the answer of the running run so far; null when nothing runs. */
export function liveMessage(state: ThreadState): { readonly order: number; readonly message: StoredMessage } | null {
  const run = state.open[0]
  if (run === undefined || run.assistantOrder === null) return null
  const message: StoredMessage = {
    id: idAt(run.assistantOrder, objectNameOf(state.thread.id)),
    role: 'assistant',
    content: contentOf(run, state.steps, false).blocks,
    createdAt: iso(run.startedAtMs ?? run.createdAtMs),
    source: run.source,
  }
  return { order: run.assistantOrder, message }
}
