import { describe, expect, it } from 'vitest'
import { checkRecords, recordBody } from '../../scripts/chaos/check-records.ts'

const bodies = (batch: number, size: number) =>
  Array.from({ length: size }, (_, index) => recordBody(batch, index, size, 'x'))
const clean = { lost: 0, doubled: 0, unknown: 0 }

describe('the check of records after kills', () => {
  it('is content with every acknowledged record once', () => {
    const sent = [{ batch: 1, size: 3, isAcknowledged: true }]
    expect(checkRecords(bodies(1, 3), sent)).toEqual({ records: 3, ...clean })
  })

  it('allows records of a batch that was never acknowledged to be there or not', () => {
    const sent = [{ batch: 1, size: 2, isAcknowledged: false }]
    expect(checkRecords([], sent)).toEqual({ records: 0, ...clean })
    expect(checkRecords(bodies(1, 2), sent)).toEqual({ records: 2, ...clean })
  })

  it('counts lost, doubled and unknown records', () => {
    const sent = [
      { batch: 1, size: 3, isAcknowledged: true },
      { batch: 2, size: 1, isAcknowledged: false },
    ]
    const read = [...bodies(1, 3).slice(0, 2), ...bodies(2, 1), ...bodies(2, 1), 'something else', ...bodies(9, 1)]
    expect(checkRecords(read, sent)).toEqual({ records: 6, lost: 1, doubled: 1, unknown: 2 })
  })
})
