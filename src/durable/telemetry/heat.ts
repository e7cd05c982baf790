/** Notices that a partition has grown hot, so that it can be split before its senders are refused. */

/** An object serves some hundreds of requests a second; at this rate it is better cut in two. */
const APPENDS_PER_SECOND = 150
/** A backlog this old and this large is growing: sealing does not keep up. */
const BACKLOG_MS = 30_000
const BACKLOG_RECORDS = 15_000
/** Rates over less time are bursts, which the tail absorbs. */
const WINDOW_MS = 10_000

export class Heat {
  #windowStartMs = 0
  #appends = 0

  /** Counts an append; true when the window that it ends was hot. */
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
