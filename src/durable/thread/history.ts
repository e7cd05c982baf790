/**
 * Builds the part of a thread that the model receives: finished turns in the order of their answers, then the question
 * of this run.
 */
import type { ContentBlock, StoredMessage } from '../../contracts/content-block.ts'
import { HISTORY_BYTES_MAX } from './limits.ts'
import type { RunRecord } from './records.ts'
import type { ThreadStore } from './thread-store.ts'

/** Size of the newest part of the history, which is passed whole. Older turns are passed as text only. */
const WHOLE_SHARE = 0.5
/** Maximum number of characters passed of one older message. */
const OLDER_TEXT_MAX = 4_000

/**
 * Messages queue while a run is in progress, so the stored order is not the order of the conversation. Here each answer
 * follows its question, whatever was accepted in between.
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
  // Only the thread object writes these rows (docs/storage.md).
  return body === null ? null : (JSON.parse(body) as StoredMessage)
}

function spokenPart(message: StoredMessage): StoredMessage {
  const content = message.content.flatMap((block): ContentBlock[] => {
    if (block.type === 'message') return [{ type: 'message', message: block.message.slice(0, OLDER_TEXT_MAX) }]
    return block.type === 'summary' ? [block] : []
  })
  return { ...message, content }
}

/** Keeps the last history from run to run: reading a long thread again costs more than an instant run. */
export class HistoryCache {
  readonly #store: ThreadStore
  #kept: { upTo: number; chars: number; readonly messages: StoredMessage[] } | null = null

  constructor(store: ThreadStore) {
    this.#store = store
  }

  of(run: RunRecord): readonly StoredMessage[] {
    const kept = this.#kept
    if (kept !== null && kept.upTo === run.order) return kept.messages
    const question = kept === null ? null : this.#store.messageBody(run.userOrder)
    if (kept === null || question === null || kept.chars + question.length > HISTORY_BYTES_MAX * WHOLE_SHARE) {
      const messages = historyOf(this.#store, run)
      this.#kept = { upTo: run.order, chars: JSON.stringify(messages).length, messages }
      return messages
    }
    // Only the thread object writes these rows (docs/storage.md).
    kept.messages.push(JSON.parse(question) as StoredMessage)
    kept.chars += question.length
    kept.upTo = run.order
    return kept.messages
  }

  /**
   * Adds the answer of a run that ended. If that run's question was never requested, the whole history is read again.
   */
  add(run: RunRecord, answer: StoredMessage | null): void {
    if (this.#kept === null || answer === null) return
    if (this.#kept.upTo !== run.order) {
      this.clear()
      return
    }
    this.#kept.messages.push(answer)
    this.#kept.chars += JSON.stringify(answer).length
  }

  clear(): void {
    this.#kept = null
  }
}
