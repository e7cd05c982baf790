import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { Partition } from '../../src/durable/telemetry/partition.ts'
import { PartitionStorage } from '../../src/durable/telemetry/partition-storage.ts'
import { encodeLogs } from '../../src/telemetry/embedded/log-batch.ts'
import type { EncodedBatch, PartitionEntry } from '../../src/telemetry/embedded/messages.ts'
import { logRecord } from '../support/log-record.ts'

const DAY = 20_000
const RECORDS = 4_000

const ENTRY: PartitionEntry = {
  ...{ number: 1, day: DAY, signal: 'logs', generation: 1, shard: 0, shards: 1 },
  ...{ createdMs: 0, expiresMs: Number.MAX_SAFE_INTEGER },
}

function batch(): EncodedBatch {
  const logs = Array.from({ length: RECORDS }, (_, n) =>
    logRecord({ time: { day: DAY, nanos: n * 1e6 }, body: `order ${n} of ${n % 7} items stored in ${n / 10} ms` }),
  )
  return { text: encodeLogs(logs, DAY), records: RECORDS, minNanos: 0, maxNanos: (RECORDS - 1) * 1e6 }
}

/** Flushes a batch in a fresh object and counts the pauses; `isAwaited` when an append waits for it. */
function flushed(name: string, isAwaited: boolean): Promise<{ pauses: number; records: number }> {
  return runInDurableObject(env.PARTITION.getByName(name), async (_, { storage }) => {
    const partition = new Partition(new PartitionStorage(storage.sql), ENTRY, 'project', storage)
    partition.append([batch()], null, 1)
    let pauses = 0
    if (isAwaited) partition.hurry()
    await partition.flushInSteps(2, async () => {
      pauses++
      return true
    })
    return { pauses, records: partition.segments().reduce((sum, segment) => sum + segment.records, 0) }
  })
}

describe('a flush', () => {
  it('lets others in between its steps, also while an append waits for it', async () => {
    const idle = await flushed('flush-idle', false)
    const awaited = await flushed('flush-awaited', true)
    expect(idle.records).toBe(RECORDS)
    expect(awaited.records).toBe(RECORDS)
    expect(awaited.pauses).toBe(Math.ceil(idle.pauses / 2))
    expect(awaited.pauses).toBeGreaterThan(3)
  })
})
