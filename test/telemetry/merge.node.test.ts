import { describe, expect, it } from 'vitest'
import { nextRun } from '../../src/durable/telemetry/merge.ts'
import type { SegmentRow } from '../../src/durable/telemetry/partition-storage.ts'

const MINUTE = 60_000_000_000

function segment(number: number, fromMinute: number, toMinute: number, records: number, level = 0): SegmentRow {
  const [minNanos, maxNanos] = [fromMinute * MINUTE, toMinute * MINUTE]
  const rest = { sealedMs: 0, bytes: 1, chunkBytes: 1, minSequence: 1, maxSequence: 1, characters: null }
  return { number, level, records, minNanos, maxNanos, ...rest }
}
const numbers = (run: readonly SegmentRow[]) => run.map((one) => one.number)

describe('the next run of segments to merge', () => {
  it('is neighbours in time that make one large segment together', () => {
    const four = [0, 1, 2, 3].map((n) => segment(n, n * 7, n * 7 + 7, 5_000))
    expect(numbers(nextRun(four, false))).toEqual([0, 1, 2, 3])
  })

  it('leaves out what was merged twice, and what lies further away than ten minutes', () => {
    const run = [
      segment(1, 0, 7, 9_000),
      segment(2, 7, 9, 9_000, 2),
      segment(3, 9, 15, 9_000),
      segment(4, 40, 47, 9_000),
    ]
    expect(numbers(nextRun(run, false))).toEqual([1, 3])
  })

  it('waits for more while the day goes on, and takes crumbs when it is over', () => {
    const crumbs = [segment(1, 0, 1, 500), segment(2, 1, 2, 500)]
    expect(nextRun(crumbs, false)).toEqual([])
    expect(numbers(nextRun(crumbs, true))).toEqual([1, 2])
  })

  it('never names a single segment, nor more records than one segment should hold', () => {
    expect(nextRun([segment(1, 0, 7, 20_000)], true)).toEqual([])
    const many = Array.from({ length: 9 }, (_, n) => segment(n, n, n + 1, 6_000))
    const run = nextRun(many, true)
    expect(run.reduce((sum, one) => sum + one.records, 0)).toBeLessThanOrEqual(20_000)
  })
})
