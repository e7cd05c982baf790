import { describe, expect, it } from 'vitest'
import { encodeLogs } from '../../src/telemetry/embedded/log-batch.ts'
import type { PartitionSource } from '../../src/telemetry/embedded/partition-source.ts'
import { emptySource, runQuery } from '../../src/telemetry/embedded/run-query.ts'
import { logRecord } from '../support/log-record.ts'

const DAY = 20_000
const BATCHES = 12

/** A write buffer of batches with the given size; `read` lists the batches that a query has read. */
function tail(size: { readonly bytes: number; readonly records: number }): { source: PartitionSource; read: number[] } {
  const text = encodeLogs([logRecord({ body: 'order stored' })], DAY)
  const read: number[] = []
  const heads = Array.from({ length: BATCHES }, (_, sequence) => ({ sequence, minNanos: 0, maxNanos: 0, ...size }))
  const source: PartitionSource = {
    ...emptySource('logs'),
    day: DAY,
    number: 1,
    tag: 'abcdef',
    heads: () => heads,
    records: (sequence, decode) => {
      read.push(sequence)
      return decode(text, DAY)
    },
  }
  return { source, read }
}

const query = {
  kind: 'countLogs',
  input: {
    range: { from: { day: DAY, nanos: 0 }, to: { day: DAY + 1, nanos: 0 } },
    filter: { conditions: [{ field: { kind: 'builtin', name: 'body' }, op: 'contains', value: 'order' }] },
    intervalMs: null,
    groupBy: [],
    groupsMax: 10,
  },
} as const
const budget = { recordsMax: 10_000_000, bytesMax: 1_000_000_000 }

describe('a query over a partition', () => {
  it.each([
    ['many bytes', { bytes: 9_000_000, records: 1 }],
    ['many records', { bytes: 1, records: 60_000 }],
  ])('ends soon after its caller has left: %s', async (_, size) => {
    const { source, read } = tail(size)
    let asked = 0
    const answer = await runQuery(source, query, budget, async () => {
      asked++
      if (asked === 2) throw new Error('The execution context which hosts this callback is no longer running.')
    })
    expect(asked).toBe(2)
    expect(read).toHaveLength(9)
    expect(answer.work.recordsScanned).toBe(0)
  })

  it('a query does not wait for what its caller answers', async () => {
    const { source, read } = tail({ bytes: 9_000_000, records: 60_000 })
    await runQuery(source, query, budget, () => new Promise(() => {}))
    expect(read).toHaveLength(BATCHES)
  })

  it('a query reads to its end while its caller stays', async () => {
    const { source, read } = tail({ bytes: 9_000_000, records: 60_000 })
    const answer = await runQuery(source, query, budget, async () => {})
    expect(read).toHaveLength(BATCHES)
    expect(answer.work.recordsScanned).toBe(BATCHES * 60_000)
  })
})
