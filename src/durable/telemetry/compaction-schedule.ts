/** When a partition compacts, and what. */
import { MS_PER_DAY } from '../../telemetry/time.ts'
import { COMPACTED_IN_USE, nextCompaction } from './compaction.ts'
import type { SegmentRow } from './partition-storage.ts'
import { type SpareTime, spareTime } from './spare-time.ts'

/**
 * Compaction starts when nothing has arrived for this long. Between two compactions it pauses, so that queries get
 * their turn.
 */
const IDLE_MS = 60_000
const BETWEEN_COMPACTIONS_MS = 2_000
/** A compaction that was put off is tried again after this time. */
const PUT_OFF_MS = 1_000
/** With this many segments never compacted, a partition in use compacts as well, because a query opens each segment. */
const CROWD = 64

export class CompactionSchedule {
  readonly #day: number
  readonly #spareTime: SpareTime
  #lastAppendMs = 0
  #notBeforeMs = 0
  /** Since when the compaction that is due has been put off. */
  #putOffSinceMs: number | null = null

  /** @param day the partition's, in days since 1970 */
  constructor(day: number, time: SpareTime = spareTime) {
    this.#day = day
    this.#spareTime = time
  }

  noteAppend(nowMs: number): void {
    this.#lastAppendMs = nowMs
  }

  noteCompaction(nowMs: number): void {
    this.#notBeforeMs = nowMs + BETWEEN_COMPACTIONS_MS
  }

  /** When the next compaction is due, in milliseconds since 1970; null when there is nothing to compact. */
  dueMs(segments: readonly SegmentRow[], nowMs: number): number | null {
    if (this.next(segments, nowMs).length === 0) return null
    // Large batches become segments at once, so a partition that is never idle can collect many small ones.
    const isCrowded = segments.filter((segment) => segment.level === 0).length >= CROWD
    return Math.max(isCrowded ? 0 : this.#lastAppendMs + IDLE_MS, this.#notBeforeMs)
  }

  /** The segments to join next; empty when there are none. */
  next(segments: readonly SegmentRow[], nowMs: number): SegmentRow[] {
    const isInUse = nowMs < this.#lastAppendMs + IDLE_MS
    const isPast = this.#day < Math.floor(nowMs / MS_PER_DAY)
    return nextCompaction(segments, !isInUse && isPast, isInUse ? COMPACTED_IN_USE : undefined)
  }

  /** Runs a compaction if one is due and the isolate has time for it; otherwise it is tried again soon. */
  async run(segments: readonly SegmentRow[], nowMs: number, compact: () => Promise<void>): Promise<void> {
    const dueMs = this.dueMs(segments, nowMs)
    if (dueMs === null || nowMs < dueMs) return
    this.#putOffSinceMs ??= nowMs
    if (await this.#spareTime.use(this.#putOffSinceMs, compact)) this.#putOffSinceMs = null
    else this.#notBeforeMs = nowMs + PUT_OFF_MS
  }
}
