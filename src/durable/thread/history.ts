/** What the model is given of a thread: finished turns in the order they were answered, then this run's question. */
import type { ContentBlock, StoredMessage } from '../../domain/threads/content-block.ts'
import { HISTORY_BYTES_MAX } from './limits.ts'
import type { RunRecord } from './records.ts'
import type { ThreadStore } from './thread-store.ts'

/** The newest part of the history is given whole; of what is older only what was said. */
const WHOLE_SHARE = 0.5
/** Characters of one older message that are given. */
const OLDER_TEXT_MAX = 4_000

/**
 * Messages queue while a run is under way, so the order of storing is not the order of the conversation: an answer
 * follows its question here, whatever was accepted in between.
 */
export function historyOf(store: ThreadStore, run: RunRecord): StoredMessage[] {
  const index = store
    .messageIndex()
    .filter((entry) => entry.run < run.order)
    .sort((a, b) => a.run - b.run || a.ord - b.ord)
  const newestFirst: StoredMessage[] = []
  let chars = 0
  for (const entry of [...index].reverse()) {
    const isWhole = chars + entry.chars <= HISTORY_BYTES_MAX * WHOLE_SHARE
    const message = read(store, entry.ord)
    if (message === null) continue
    const given = isWhole ? message : spokenPart(message)
    chars += isWhole ? entry.chars : JSON.stringify(given).length
    if (chars > HISTORY_BYTES_MAX) break
    newestFirst.push(given)
  }
  const question = read(store, run.userOrder)
  return question === null ? newestFirst.reverse() : [...newestFirst.reverse(), question]
}

function read(store: ThreadStore, order: number): StoredMessage | null {
  const body = store.messageBody(order)
  // Written by the thread object only (docs/storage.md).
  return body === null ? null : (JSON.parse(body) as StoredMessage)
}

function spokenPart(message: StoredMessage): StoredMessage {
  const content = message.content.flatMap((block): ContentBlock[] => {
    if (block.type === 'message') return [{ type: 'message', message: block.message.slice(0, OLDER_TEXT_MAX) }]
    return block.type === 'summary' ? [block] : []
  })
  return { ...message, content }
}
