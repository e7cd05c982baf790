/** Detects a hot partition, so that it can be split before it has to refuse senders. */

/** Above this rate a partition is split. One object serves a few hundred requests a second. */
const APPENDS_PER_SECOND = 150
/** A backlog this large and this old means that flushing does not keep up. */
const BACKLOG_MS = 30_000
const BACKLOG_RECORDS = 15_000
/** Rates are averaged over this window: the write buffer absorbs shorter bursts. */
const WINDOW_MS = 10_000

export class Heat {
  #windowStartMs = 0
  #appends = 0

  /** Counts an append. Returns true when it ends a window in which the partition was hot. */
  isHot(nowMs: number, backlog: { readonly records: number; readonly oldestMs: number | null }): boolean {
    this.#appends++
    const elapsedMs = nowMs - this.#windowStartMs
    if (elapsedMs < WINDOW_MS) return false
    const rate = (this.#appends * 1_000) / elapsedMs
    this.#windowStartMs = nowMs
    this.#appends = 0
    const { records, oldestMs } = backlog
    const isBehind = records >= BACKLOG_RECORDS && oldestMs !== null && nowMs - oldestMs >= BACKLOG_MS
    return rate >= APPENDS_PER_SECOND || isBehind
  }
}
