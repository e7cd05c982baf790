/**
 * Answers that contain messages. Stored JSON is passed through as text without parsing, and a long answer is streamed.
 * So neither the size of an RPC value nor the object's memory limits the size of a thread.
 */

import { idAt, objectNameOf, orderOf } from '../../contracts/thread-ids.ts'
import type { ReadInput } from '../../contracts/thread-protocol.ts'
import type { ThreadState } from './thread-state.ts'
import type { ThreadStore } from './thread-store.ts'
import { liveMessage, threadView } from './views.ts'

/** Up to this size an answer is one string, because a stream costs more than it saves. */
const WHOLE_CHARS_MAX = 1_048_576
/** Size of the text that is read from storage and passed on at a time. */
const CHUNK_CHARS = 262_144

const encoder = new TextEncoder()

/** An answer in parts: a head, pages joined by commas, a tail. */
export interface Body {
  readonly head: string
  readonly pages: Generator<string>
  readonly tail: string
}

export function bodyOf(store: ThreadStore, state: ThreadState, input: ReadInput): Body {
  if (input.kind === 'thread') return threadBody(store, state)
  const after = input.after === null ? Number.MIN_SAFE_INTEGER : orderOf(input.after)
  return messagesBody(store, state, after, input.limit)
}

/** Returns `{thread, messages}` in chronological order. */
function threadBody(store: ThreadStore, state: ThreadState): Body {
  const head = `{"thread":${JSON.stringify(threadView(state.thread))},"messages":[`
  return { head, pages: pagesOf(store, state, Number.MIN_SAFE_INTEGER, Number.POSITIVE_INFINITY), tail: ']}' }
}

/** Returns `{messages, nextCursor}`: at most `limit` messages after an order. */
function messagesBody(store: ThreadStore, state: ThreadState, after: number, limit: number): Body {
  const live = liveMessage(state)
  const orders = store.ordersAfter(after, limit + 1)
  if (live !== null && live.order > after) orders.push(live.order)
  orders.sort((a, b) => a - b)
  const last = orders.length > limit ? orders[limit - 1] : undefined
  const nextCursor = last === undefined ? 'null' : JSON.stringify(idAt(last, objectNameOf(state.thread.id)))
  return { head: '{"messages":[', pages: pagesOf(store, state, after, limit), tail: `],"nextCursor":${nextCursor}}` }
}

/**
 * Yields pages of messages as JSON texts joined by commas. The answer in progress appears in its place among the stored
 * messages.
 */
function* pagesOf(store: ThreadStore, state: ThreadState, after: number, limit: number): Generator<string> {
  const live = liveMessage(state)
  let isLiveDue = live !== null && live.order > after
  let last = after
  let left = limit
  while (left > 0) {
    const rows = store.messagesAfter(last, Math.min(left, 1_000), CHUNK_CHARS)
    const texts: string[] = []
    for (const row of rows) {
      if (isLiveDue && live !== null && live.order <= row.ord) {
        // The run may have ended since this answer was started; the row is then the same message.
        if (live.order < row.ord) texts.push(JSON.stringify(live.message))
        isLiveDue = false
      }
      texts.push(row.body)
      last = row.ord
    }
    if (rows.length === 0 && isLiveDue && live !== null) {
      texts.push(JSON.stringify(live.message))
      isLiveDue = false
    }
    const given = texts.slice(0, left)
    left -= given.length
    if (given.length > 0) yield given.join(',')
    if (rows.length === 0) return
  }
}

/** Returns the answer as one text, or null when it is too long for one text. */
function wholeText({ head, pages, tail }: Body): string | null {
  let text = head
  let isFirst = true
  for (const page of pages) {
    text += isFirst ? page : `,${page}`
    isFirst = false
    if (text.length > WHOLE_CHARS_MAX) return null
  }
  return text + tail
}

/** Longer answers are not kept, because an isolate holds many objects. */
const KEPT_CHARS_MAX = 262_144

/**
 * Keeps the last answer that was given as one text. A state is never changed in place, and every row is written
 * together with a new state, so the same state always gives the same answer.
 */
export class KeptAnswer {
  #kept: { readonly state: ThreadState; readonly question: string; readonly text: string } | null = null

  of(store: ThreadStore, state: ThreadState, input: ReadInput): string | null {
    const question = input.kind === 'thread' ? 'thread' : `messages ${input.limit} ${input.after}`
    if (this.#kept?.state === state && this.#kept.question === question) return this.#kept.text
    const text = wholeText(bodyOf(store, state, input))
    this.#kept = text === null || text.length > KEPT_CHARS_MAX ? null : { state, question, text }
    return text
  }
}

/** Returns the answer as a stream that reads a page from storage when the reader asks for one. */
export function streamed({ head, pages, tail }: Body): Response {
  let isStarted = false
  let isFirst = true
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const page = pages.next()
      const start = isStarted ? '' : head
      isStarted = true
      if (page.done) {
        controller.enqueue(encoder.encode(start + tail))
        controller.close()
        return
      }
      controller.enqueue(encoder.encode(start + (isFirst ? page.value : `,${page.value}`)))
      isFirst = false
    },
  })
  return new Response(stream)
}
