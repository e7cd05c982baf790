/**
 * Answers that carry messages: stored JSON is passed through as text, never parsed, and streamed when it is long, so
 * that neither an RPC value nor this object's memory bounds a thread.
 */

import { idAt, objectNameOf, orderOf } from '../../contracts/thread-ids.ts'
import type { ReadInput } from '../../contracts/thread-protocol.ts'
import type { ThreadState } from './thread-state.ts'
import type { ThreadStore } from './thread-store.ts'
import { liveMessage, threadView } from './views.ts'

/** Up to here an answer is one string: a stream costs more than it saves. */
const WHOLE_CHARS_MAX = 1_048_576
/** Text read from storage and handed on at a time. */
const CHUNK_CHARS = 262_144

const encoder = new TextEncoder()

/** An answer in parts: the pages between head and tail are joined by commas. */
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

/** `{thread, messages}`, chronological. */
function threadBody(store: ThreadStore, state: ThreadState): Body {
  const head = `{"thread":${JSON.stringify(threadView(state.thread))},"messages":[`
  return { head, pages: pagesOf(store, state, Number.MIN_SAFE_INTEGER, Number.POSITIVE_INFINITY), tail: ']}' }
}

/** `{messages, nextCursor}`: at most `limit` messages after an order. */
function messagesBody(store: ThreadStore, state: ThreadState, after: number, limit: number): Body {
  const live = liveMessage(state)
  const orders = store.ordersAfter(after, limit + 1)
  if (live !== null && live.order > after) orders.push(live.order)
  orders.sort((a, b) => a - b)
  const last = orders.length > limit ? orders[limit - 1] : undefined
  const nextCursor = last === undefined ? 'null' : JSON.stringify(idAt(last, objectNameOf(state.thread.id)))
  return { head: '{"messages":[', pages: pagesOf(store, state, after, limit), tail: `],"nextCursor":${nextCursor}}` }
}

/** Pages of messages as JSON texts joined by commas. The live answer stands in its place among the stored ones. */
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
        // Since this answer was begun the run may have ended, and the row is then this very message.
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

/** The answer as one text, null when it is longer than one text should be. */
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

/** Longer answers are not kept: an isolate holds many objects. */
const KEPT_CHARS_MAX = 262_144

/**
 * The last answer given as one text. A state is never changed in place and every row is written with a new one, so an
 * answer made from the same state is the same.
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

/** The answer as a stream that reads a page from storage when the reader wants one. */
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
