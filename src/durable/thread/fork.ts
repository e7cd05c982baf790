/**
 * Forks a thread. The new object reads the source object's messages as lines of JSON and stores them under its own ids.
 * It writes the record of the thread last, so an interrupted fork leaves an object that holds no thread.
 */

import type { ContentBlock, MessageSource, StoredMessage } from '../../contracts/content-block.ts'
import { idAt, nextOrder, objectNameOf, orderOf } from '../../contracts/thread-ids.ts'
import { FETCH_INPUT_HEADER, type FetchInput, type ForkInput, type ForkReply } from '../../contracts/thread-protocol.ts'
import type { Bindings } from '../../env.ts'
import { objectPorts } from '../../wiring/objects.ts'
import { letOthersIn, WorkPace } from '../../work-pace.ts'
import { FORK_CHARS_MAX } from './limits.ts'
import { type NewThread, newThread } from './machine.ts'
import type { ThreadState } from './thread-state.ts'
import type { ThreadStore } from './thread-store.ts'

/** The first line of a copy: what the new thread takes over. */
interface CopyHead {
  readonly owner: { readonly organizationId: string; readonly projectId: string }
  readonly region: string
  readonly retentionDays: number
  readonly title: string | null
}

/**
 * Number of characters that are copied between two pauses. A thread may hold hundreds of megabytes; without pauses,
 * copying would block every other request of the isolate.
 */
const SLICE_CHARS = 100_000

const encoder = new TextEncoder()

/**
 * Answers the copy request in the source object: 410 when the message does not exist, 409 when its run has not
 * finished, 413 when the copy would exceed the maximum size of a fork.
 */
export function copyBody(store: ThreadStore, state: ThreadState, upToId: string): Response {
  const { organizationId, projectId, region, retentionDays, title, openRuns } = state.thread
  const upTo = orderOf(upToId)
  if (idAt(upTo, objectNameOf(state.thread.id)) !== upToId) return new Response(null, { status: 410 })
  const index = store.messageIndex().filter((entry) => entry.ord <= upTo)
  const isLive = state.open[0]?.assistantOrder === upTo
  const last = index.at(-1)
  if (isLive || (last?.ord === upTo && openRuns.includes(last.run))) return new Response(null, { status: 409 })
  if (last?.ord !== upTo) return new Response(null, { status: 410 })
  const copied = index.filter((entry) => !openRuns.includes(entry.run))
  if (copied.reduce((sum, { chars }) => sum + chars, 0) > FORK_CHARS_MAX) return new Response(null, { status: 413 })
  const orders = copied.map((entry) => entry.ord)
  const head: CopyHead = { owner: { organizationId, projectId }, region, retentionDays, title }
  let at = -1
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const lines: string[] = []
      for (let chars = 0; at < orders.length && chars < SLICE_CHARS; at += 1) {
        const line = at < 0 ? JSON.stringify(head) : store.messageBody(orders[at] ?? 0)
        // Messages of ended runs are deleted only together with their thread.
        if (line === null)
          return controller.error(new Error('The source thread was deleted while it was being copied.'))
        lines.push(`${line}\n`)
        chars += line.length
      }
      controller.enqueue(encoder.encode(lines.join('')))
      if (at >= orders.length) return controller.close()
      await letOthersIn()
    },
  })
  return new Response(stream)
}

/** Requests a copy from the source object. */
export async function requestCopy(
  env: Bindings,
  input: ForkInput,
): Promise<{ readonly ok: true; readonly lines: ReadableStream<Uint8Array> } | Extract<ForkReply, { ok: false }>> {
  const { sourceThreadId, tenants, messageId } = input
  const request: FetchInput = { kind: 'copy', threadId: sourceThreadId, tenants, upTo: messageId }
  const source = objectPorts(env).thread(sourceThreadId)
  const headers = new Headers({ [FETCH_INPUT_HEADER]: JSON.stringify(request) })
  const copy = await source.fetch('https://thread.internal/', { headers })
  if (copy.status === 404) return { ok: false, reason: 'not_found' }
  if (copy.status === 409) return { ok: false, reason: 'unfinished' }
  if (copy.status === 413) return { ok: false, reason: 'too_large' }
  if (copy.status === 410 || copy.body === null) return { ok: false, reason: 'message_not_found' }
  return { ok: true, lines: copy.body }
}

/** Units of work per character (work-pace.ts): each message is parsed, serialized again and stored. */
const UNITS_PER_CHAR = 1 / 50

export interface ForkTarget {
  readonly threadId: string
  readonly sourceThreadId: string
  readonly messageId: string
  readonly source: MessageSource
}

/** Stores the copied messages in the new object and returns the state that makes them a thread. */
export async function storeCopy(
  store: ThreadStore,
  body: ReadableStream<Uint8Array>,
  target: ForkTarget,
  nowMs: number,
): Promise<ThreadState> {
  let state: ThreadState | null = null
  const pace = new WorkPace()
  for await (const line of linesOf(body)) {
    if (state === null) {
      // Written by copyBody above, in this release or the previous one.
      const { owner, ...head } = JSON.parse(line) as CopyHead
      const { threadId: id, source } = target
      const fresh: NewThread = { id, ...owner, ...head, source, order: orderOf(id) }
      state = newThread(fresh, nowMs)
      store.createTables()
      store.clear()
      continue
    }
    state = storeMessage(store, state, JSON.parse(line) as StoredMessage, target, nowMs)
    if (pace.isDue(line.length * UNITS_PER_CHAR)) await pace.pause()
  }
  if (state === null) throw new Error('The copy of the thread was empty: the source object sent no head line.')
  return state
}

function storeMessage(
  store: ThreadStore,
  state: ThreadState,
  message: StoredMessage,
  target: ForkTarget,
  nowMs: number,
): ThreadState {
  const { thread } = state
  const order = nextOrder(thread.lastOrder, nowMs)
  const origin: ContentBlock = {
    type: 'fork',
    sourceThreadId: target.sourceThreadId,
    sourceMessageId: target.messageId,
    sourceThreadTitle: thread.title,
  }
  const content = thread.messageCount === 0 ? [origin, ...message.content] : message.content
  // Copied messages belong to no run of this thread: they have run 0.
  store.putMessage(order, 0, { ...message, id: idAt(order, objectNameOf(thread.id)), content })
  const messageCount = thread.messageCount + 1
  return { ...state, thread: { ...thread, lastOrder: order, messageCount, unindexedRuns: [0] } }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  // The parts of a line are joined once, because a line of half a megabyte arrives in many parts.
  let parts: string[] = []
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = text.split('\n')
    for (const line of lines.slice(0, -1)) {
      yield parts.join('') + line
      parts = []
    }
    const rest = lines.at(-1) ?? ''
    if (rest !== '') parts.push(rest)
  }
  if (parts.length > 0)
    throw new Error('The copy of the thread ended in the middle of a line: the source object stopped sending.')
}
