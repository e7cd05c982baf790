/** Reading and steering a thread through its object. */

import { notFound } from '../../contracts/domain-error.ts'
import type { ThreadStatus } from '../../contracts/run-status.ts'
import {
  FETCH_INPUT_HEADER,
  type FetchInput,
  type ReadInput,
  type ThreadView,
} from '../../contracts/thread-protocol.ts'
import type { ThreadStub } from '../context.ts'
import { callThread } from './call-thread.ts'
import type { ThreadAccess } from './thread-access.ts'

/** `{thread, messages}` as the object streams it. */
export function getThread(thread: ThreadAccess): Promise<Response> {
  return bodyOf(thread, { kind: 'thread', threadId: thread.id, tenants: thread.tenants })
}

/** `{messages, nextCursor}`, chronological. */
export function listMessages(
  thread: ThreadAccess,
  input: { readonly limit: number; readonly cursor: string | undefined },
): Promise<Response> {
  const { id: threadId, tenants } = thread
  const after = input.cursor?.toLowerCase() ?? null
  return bodyOf(thread, { kind: 'messages', threadId, tenants, limit: input.limit, after })
}

const JSON_HEADERS = { 'content-type': 'application/json' }

async function bodyOf(thread: ThreadAccess, input: ReadInput): Promise<Response> {
  const whole = await callThread(
    thread.stub,
    async (stub): Promise<{ readonly text: string | null } | null> => stub.read(input),
  )
  if (whole === null) throw notFound('The thread')
  if (whole.text !== null) return new Response(whole.text, { headers: JSON_HEADERS })
  const response = await callThread(thread.stub, (stub) => fetchThread(stub, input))
  if (response.status === 404) throw notFound('The thread')
  // The headers of a fetched response cannot be added to, and every answer gets some.
  return new Response(response.body, { headers: JSON_HEADERS })
}

/** A request to the object over fetch, for bodies that stream and for WebSockets. */
export function fetchThread(stub: ThreadStub, input: FetchInput, headers: HeadersInit = {}): Promise<Response> {
  const all = new Headers(headers)
  all.set(FETCH_INPUT_HEADER, JSON.stringify(input))
  // The address is not looked at; a stub wants an absolute one.
  return stub.fetch('https://thread.internal/', { headers: all })
}

export async function threadStatus(
  thread: ThreadAccess,
): Promise<{ readonly status: 'idle' | 'processing'; readonly lastRunStatus: 'error' | null }> {
  const { id: threadId, tenants } = thread
  const status = await callThread(thread.stub, (stub) => stub.getStatus({ threadId, tenants }))
  if (status === null) throw notFound('The thread')
  return status
}

export async function updateThread(thread: ThreadAccess, status: ThreadStatus): Promise<ThreadView> {
  const { id: threadId, tenants } = thread
  const view = await callThread(thread.stub, (stub) => stub.setStatus({ threadId, tenants, status }))
  if (view === null) throw notFound('The thread')
  return view
}

/** Cancels its runs and removes everything of it. */
export async function deleteThread(thread: ThreadAccess): Promise<void> {
  const { id: threadId, tenants } = thread
  const isRepeated = { value: false }
  const isFound = await callThread(thread.stub, (stub, isRepeat) => {
    isRepeated.value = isRepeat
    return stub.deleteThread({ threadId, tenants })
  })
  // A repeated call may find gone what the first one removed.
  if (!isFound && !isRepeated.value) throw notFound('The thread')
}
