/**
 * Answers that carry messages: stored JSON is passed through as text, never parsed, and streamed when it is long, so
 * that neither an RPC value nor this object's memory bounds a thread.
 */
import { idAt, objectNameOf } from '../../domain/threads/ids.ts'
import type { ThreadState } from './change.ts'
import type { ThreadStore } from './thread-store.ts'
import { liveMessage, threadView } from './views.ts'

/** Up to here an answer is one string: a stream costs more than it saves. */
const WHOLE_CHARS_MAX = 1_048_576
/** Text read from storage and handed on at a time. */
const CHUNK_CHARS = 262_144

const encoder = new TextEncoder()
const JSON_HEADERS = { 'content-type': 'application/json' }

/** `{thread, messages}`, chronological. */
export function threadBody(store: ThreadStore, state: ThreadState): Response {
  const head = `{"thread":${JSON.stringify(threadView(state.thread))},"messages":[`
  return joined(head, pagesOf(store, state, Number.MIN_SAFE_INTEGER, Number.POSITIVE_INFINITY), () => ']}')
}

/** `{messages, nextCursor}`: at most `limit` messages after an order. */
export function messagesBody(store: ThreadStore, state: ThreadState, after: number, limit: number): Response {
  const live = liveMessage(state)
  const index = store.messageIndex().filter((entry) => entry.ord > after)
  const orders = index.map((entry) => entry.ord)
  if (live !== null && live.order > after) orders.push(live.order)
  orders.sort((a, b) => a - b)
  const last = orders.length > limit ? orders[limit - 1] : undefined
  const nextCursor = last === undefined ? 'null' : JSON.stringify(idAt(last, objectNameOf(state.thread.id)))
  return joined('{"messages":[', pagesOf(store, state, after, limit), () => `],"nextCursor":${nextCursor}}`)
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

function joined(head: string, pages: Generator<string>, tail: () => string): Response {
  let text = head
  let isFirst = true
  const next = (): string | null => {
    const page = pages.next()
    if (page.done) return null
    const separated = isFirst ? page.value : `,${page.value}`
    isFirst = false
    return separated
  }
  while (text.length < WHOLE_CHARS_MAX) {
    const page = next()
    if (page === null) return new Response(text + tail(), { headers: JSON_HEADERS })
    text += page
  }
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const page = text === '' ? next() : text
      text = ''
      controller.enqueue(encoder.encode(page ?? tail()))
      if (page === null) controller.close()
    },
  })
  return new Response(stream, { headers: JSON_HEADERS })
}
