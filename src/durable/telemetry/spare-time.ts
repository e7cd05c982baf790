/**
 * When an isolate compacts. Nobody waits for a compaction, and one holds some 30 MB and takes a fifth of a second. So the
 * partitions of an isolate compact one at a time, and not while somebody waits for long work: the partitions of a busy
 * hour, which all come to rest at the same time, would otherwise take half of the processor from the questions asked
 * about it. A compaction is put off for a minute at most, because what is never compacted is slow to read.
 */
import { lastPauseMs } from '../../work-pace.ts'

/** A task pauses every few milliseconds while it computes. One that has not paused for so long is over, or waits. */
const QUIET_MS = 250
const PUT_OFF_MAX_MS = 60_000
/** If a compaction has not ended in this time, it is gone: its object was evicted. */
const HOLD_MAX_MS = 60_000

export interface SpareTimeOptions {
  readonly now?: () => number
  /** When a task that somebody waits for last paused, in milliseconds since 1970. */
  readonly lastWorkMs?: () => number
}

export class SpareTime {
  readonly #now: () => number
  readonly #lastWorkMs: () => number
  #holder: { readonly sinceMs: number } | null = null

  constructor({ now = () => Date.now(), lastWorkMs = lastPauseMs }: SpareTimeOptions = {}) {
    this.#now = now
    this.#lastWorkMs = lastWorkMs
  }

  /**
   * Runs the task if there is time for it. Returns false if it was not run.
   *
   * @param putOffSinceMs since when the task has been put off
   */
  async use(putOffSinceMs: number, task: () => Promise<void>): Promise<boolean> {
    const nowMs = this.#now()
    const isTaken = this.#holder !== null && nowMs - this.#holder.sinceMs < HOLD_MAX_MS
    const isBusy = nowMs - this.#lastWorkMs() < QUIET_MS && nowMs - putOffSinceMs < PUT_OFF_MAX_MS
    if (isTaken || isBusy) return false
    const own = { sinceMs: nowMs }
    this.#holder = own
    try {
      await task()
    } finally {
      if (this.#holder === own) this.#holder = null
    }
    return true
  }
}

/** The spare time of this isolate. */
export const spareTime = new SpareTime()
