import { describe, expect, it } from 'vitest'
import { nextCompaction } from '../../src/durable/telemetry/compaction.ts'
import type { SegmentRow } from '../../src/durable/telemetry/partition-storage.ts'

const MINUTE = 60_000_000_000

function segment(number: number, fromMinute: number, toMinute: number, records: number, level = 0): SegmentRow {
  const [minNanos, maxNanos] = [fromMinute * MINUTE, toMinute * MINUTE]
  const rest = { flushedMs: 0, bytes: 1, chunkBytes: 1, minSequence: 1, maxSequence: 1, characters: null }
  return { number, level, records, minNanos, maxNanos, ...rest }
}
const numbers = (run: readonly SegmentRow[]) => run.map((one) => one.number)

describe('nextCompaction', () => {
  it('joins neighbours in time until they fill one large segment', () => {
    const four = [0, 1, 2, 3].map((n) => segment(n, n * 7, n * 7 + 7, 5_000))
    expect(numbers(nextCompaction(four, false))).toEqual([0, 1, 2, 3])
  })

  it('leaves out segments that were compacted twice and segments more than ten minutes apart', () => {
    const run = [
      segment(1, 0, 7, 9_000),
      segment(2, 7, 9, 9_000, 2),
      segment(3, 9, 15, 9_000),
      segment(4, 40, 47, 9_000),
    ]
    expect(numbers(nextCompaction(run, false))).toEqual([1, 3])
  })

  it('waits for a larger group while the day goes on and takes small groups once the day is over', () => {
    const crumbs = [segment(1, 0, 1, 500), segment(2, 1, 2, 500)]
    expect(nextCompaction(crumbs, false)).toEqual([])
    expect(numbers(nextCompaction(crumbs, true))).toEqual([1, 2])
  })

  it('never returns a single segment or more records than one segment may hold', () => {
    expect(nextCompaction([segment(1, 0, 7, 20_000)], true)).toEqual([])
    const many = Array.from({ length: 9 }, (_, n) => segment(n, n, n + 1, 6_000))
    const run = nextCompaction(many, true)
    expect(run.reduce((sum, one) => sum + one.records, 0)).toBeLessThanOrEqual(20_000)
  })
})
