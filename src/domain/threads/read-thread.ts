/** Reads a thread through its object. */

import { notFound } from '../../contracts/domain-error.ts'
import { FETCH_INPUT_HEADER, type FetchInput, type ReadInput } from '../../contracts/thread-protocol.ts'
import type { ThreadStub, VerbCall } from '../context.ts'
import { callThread } from './call-thread.ts'
import type { ThreadScope } from './thread-scope.ts'

/** Returns `{thread, messages}` as the object streams it. */
export function getThread({ scope }: VerbCall<ThreadScope>): Promise<Response> {
  return bodyOf(scope, { kind: 'thread', threadId: scope.id, tenants: scope.tenants })
}

/** Returns `{messages, nextCursor}` in chronological order. */
export function listMessages({
  scope,
  input,
}: VerbCall<ThreadScope, { readonly limit: number; readonly cursor: string | undefined }>): Promise<Response> {
  const { id: threadId, tenants } = scope
  const after = input.cursor?.toLowerCase() ?? null
  return bodyOf(scope, { kind: 'messages', threadId, tenants, limit: input.limit, after })
}

const JSON_HEADERS = { 'content-type': 'application/json' }

async function bodyOf(thread: Pick<ThreadScope, 'stub'>, input: ReadInput): Promise<Response> {
  const read = await readBody(thread, input)
  if (read === null) throw notFound('The thread')
  // The headers of a fetched response are immutable, and every answer adds some.
  return new Response(read, { headers: JSON_HEADERS })
}

/** Returns the body as text, or null if there is no such thread. */
export async function getThreadText(thread: Pick<ThreadScope, 'stub'>, input: ReadInput): Promise<string | null> {
  const read = await readBody(thread, input)
  return read === null ? null : new Response(read).text()
}

async function readBody(thread: Pick<ThreadScope, 'stub'>, input: ReadInput): Promise<string | ReadableStream | null> {
  const whole = await callThread(
    thread.stub,
    async (stub): Promise<{ readonly text: string | null } | null> => stub.read(input),
  )
  if (whole === null || whole.text !== null) return whole?.text ?? null
  const response = await callThread(thread.stub, (stub) => fetchThread(stub, input))
  return response.status === 404 ? null : response.body
}

/** Sends a request to the object with fetch, for streamed bodies and WebSockets. */
export function fetchThread(stub: ThreadStub, input: FetchInput, headers: HeadersInit = {}): Promise<Response> {
  const all = new Headers(headers)
  all.set(FETCH_INPUT_HEADER, JSON.stringify(input))
  // The address is ignored, but a stub needs an absolute one.
  return stub.fetch('https://thread.internal/', { headers: all })
}

/** Returns whether a run is under way and whether the last one failed. Throws `not_found`. */
export async function threadStatus({ scope }: VerbCall<ThreadScope>): Promise<{
  readonly status: 'idle' | 'processing'
  readonly lastRunStatus: 'error' | null
}> {
  const { id: threadId, tenants } = scope
  const status = await callThread(scope.stub, (stub) => stub.getStatus({ threadId, tenants }))
  if (status === null) throw notFound('The thread')
  return status
}
