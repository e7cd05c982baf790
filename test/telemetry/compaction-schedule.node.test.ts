import { describe, expect, it } from 'vitest'
import { CompactionSchedule } from '../../src/durable/telemetry/compaction-schedule.ts'
import type { SegmentRow } from '../../src/durable/telemetry/partition-storage.ts'
import { SpareTime } from '../../src/durable/telemetry/spare-time.ts'
import { lastPauseMs, WorkPace } from '../../src/work-pace.ts'

const DAY = 20_000
const NOON_MS = (DAY + 0.5) * 86_400_000

/** Segments that are worth a compaction, minute after minute. */
const SEGMENTS = [0, 1, 2, 3].map((number): SegmentRow => {
  const at = { minNanos: number * 60e9, maxNanos: (number + 1) * 60e9 }
  const rest = { flushedMs: 0, bytes: 1, chunkBytes: 1, minSequence: 1, maxSequence: 1, characters: null }
  return { number, level: 0, records: 3_000, ...at, ...rest }
})

function isolate() {
  const state = { nowMs: NOON_MS, lastWorkMs: 0, compacted: 0 }
  const time = new SpareTime({ now: () => state.nowMs, lastWorkMs: () => state.lastWorkMs })
  /** A schedule and its alarm: it wakes when the schedule says. */
  const partition = () => {
    const schedule = new CompactionSchedule(DAY, time)
    const dueMs = () => schedule.dueMs(SEGMENTS, state.nowMs)
    const compact = async (): Promise<void> => {
      schedule.noteCompaction(state.nowMs)
      state.compacted++
    }
    return { schedule, dueMs, wake: (task = compact) => schedule.run(SEGMENTS, state.nowMs, task) }
  }
  return { state, partition }
}

describe('the time of a compaction', () => {
  it('comes a minute after the last append, and two seconds after the compaction before', async () => {
    const { state, partition } = isolate()
    const { schedule, dueMs, wake } = partition()
    schedule.noteAppend(NOON_MS)
    expect(dueMs()).toBe(NOON_MS + 60_000)
    await wake()
    expect(state.compacted).toBe(0)
    state.nowMs = NOON_MS + 60_000
    await wake()
    expect(state.compacted).toBe(1)
    expect(dueMs()).toBe(NOON_MS + 62_000)
  })

  it('is put off while a task that somebody waits for is at work in the isolate', async () => {
    const { state, partition } = isolate()
    const { dueMs, wake } = partition()
    state.lastWorkMs = NOON_MS - 100
    await wake()
    expect(state.compacted).toBe(0)
    expect(dueMs()).toBe(NOON_MS + 1_000)
    state.nowMs = NOON_MS + 1_000
    await wake()
    expect(state.compacted).toBe(1)
  })

  it('is put off for a minute at most, however busy the isolate is, and the next compaction waits again', async () => {
    const { state, partition } = isolate()
    const { dueMs, wake } = partition()
    const compactedAtS: number[] = []
    while (state.nowMs < NOON_MS + 130_000) {
      state.lastWorkMs = state.nowMs
      const before = state.compacted
      await wake()
      if (state.compacted > before) compactedAtS.push((state.nowMs - NOON_MS) / 1_000)
      state.nowMs = dueMs() ?? Number.POSITIVE_INFINITY
    }
    expect(compactedAtS).toEqual([60, 122])
  })

  it('does not come for two partitions at once', async () => {
    const { state, partition } = isolate()
    const [first, second] = [partition(), partition()]
    let end = (): void => {}
    const running = first.wake(() => new Promise((resolve) => (end = resolve)))
    await second.wake()
    expect(state.compacted).toBe(0)
    end()
    await running
    state.nowMs = second.dueMs() ?? 0
    await second.wake()
    expect(state.compacted).toBe(1)
  })

  it('comes for others after a compaction that failed, and after one whose object was evicted', async () => {
    const { state, partition } = isolate()
    await expect(partition().wake(() => Promise.reject(new Error('disk')))).rejects.toThrow('disk')
    await partition().wake()
    expect(state.compacted).toBe(1)
    void partition().wake(() => new Promise(() => {}))
    state.nowMs += 60_000
    await partition().wake()
    expect(state.compacted).toBe(2)
  })

  it('is told by the pauses of long work', async () => {
    const beganMs = Date.now()
    await new WorkPace(async () => {}).pause()
    expect(lastPauseMs()).toBeGreaterThanOrEqual(beganMs)
  })
})
