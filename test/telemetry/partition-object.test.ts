import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CatalogRpc } from '../../src/telemetry/embedded/messages.ts'
import type { AppendBatch, TelemetryProject } from '../../src/telemetry/port.ts'
import { MS_PER_DAY } from '../../src/telemetry/time.ts'
import { placement } from '../../src/wiring/placement.ts'
import { createEmbeddedTelemetryStore } from '../../src/wiring/telemetry-store.ts'
import { makeLogs, makeSpans, projectOf, WHOLE } from './corpus.ts'
import { settlePartitions } from './settle.ts'

const store = createEmbeddedTelemetryStore({ namespaces: env })

function batchOf(hash: string, count = 300, seed = 1): AppendBatch {
  // The start time leaves at least two hours until midnight, so that all records fall into one day and one partition.
  const logs = makeLogs(count * 2, seed).slice(0, count)
  return { logs, source: { keyId: 'k', payloadHash: hash }, billedBytes: 1_000, deduplicate: true }
}

function catalogOf(project: TelemetryProject): CatalogRpc {
  const place = placement(project)
  return place.stub(env.CATALOG, place.name('catalog')) as unknown as CatalogRpc
}

function partitionOf(project: TelemetryProject, number = 1) {
  const place = placement(project)
  return env.PARTITION.get(env.PARTITION.idFromName(place.name(`partition/${number}`)))
}

/** Rows written by SQL while `work` runs in the object, as its cursors count them. */
async function rowsWrittenBy(project: TelemetryProject, work: () => Promise<unknown>): Promise<number> {
  const counts = await runInDurableObject(partitionOf(project), (_, state) => {
    let rows = 0
    const { exec } = state.storage.sql
    const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = []
    vi.spyOn(state.storage.sql, 'exec').mockImplementation((query, ...bindings) => {
      const cursor = exec.call(state.storage.sql, query, ...bindings)
      cursors.push(cursor)
      return cursor
    })
    return {
      take: () => {
        rows = cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0)
        cursors.length = 0
        return rows
      },
    }
  })
  await work()
  const rows = counts.take()
  vi.restoreAllMocks()
  return rows
}

async function all(project: TelemetryProject) {
  const found = await store.searchLogs(project, {
    range: WHOLE,
    filter: { conditions: [] },
    order: 'oldest',
    limit: 1_000,
  })
  return found.records
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a partition object', () => {
  it('writes at most 2 rows for an arriving batch', async () => {
    const project = projectOf('rows-append')
    await store.append(project, batchOf('first'))
    expect(await rowsWrittenBy(project, () => store.append(project, batchOf('second')))).toBeLessThanOrEqual(2)
  })

  it('writes at most 25 rows for a flushed segment, and leaves no batch behind', async () => {
    const project = projectOf('rows-flush')
    for (let n = 0; n < 5; n++) await store.append(project, batchOf(`b${n}`, 1_000, n))
    const flush = () => settlePartitions(project)
    const rows = await rowsWrittenBy(project, flush)
    // The five deleted batches count as rows written too.
    expect(rows).toBeLessThanOrEqual(25 + 5)
    await runInDurableObject(partitionOf(project), (_, { storage }) => {
      expect(storage.sql.exec('SELECT count(*) AS n FROM batch').one()['n']).toBe(0)
      expect(storage.sql.exec('SELECT sum(records) AS n FROM segment').one()['n']).toBe(5_000)
    })
  })

  it('lets many concurrent senders wait for its flushes and refuses none of them', async () => {
    const project = projectOf('many-senders')
    const batch = batchOf('many', 1_900)
    let next = 0
    let waiting = 0
    const statuses = new Set<string>()
    const send = async () => {
      for (let n = next++; n < 90; n = next++) {
        const source = { keyId: 'k', payloadHash: `many-${n}` }
        statuses.add((await store.append(project, { ...batch, source })).status)
        const unflushed = await runInDurableObject(partitionOf(project), (_, { storage }) =>
          Number(storage.sql.exec('SELECT coalesce(sum(records), 0) AS n FROM batch').one()['n']),
        )
        waiting = Math.max(waiting, unflushed)
      }
    }
    await Promise.all(Array.from({ length: 16 }, send))
    expect([...statuses]).toEqual(['stored'])
    // The records of two flushes, and those the senders have in flight.
    expect(waiting).toBeLessThanOrEqual(2 * 5_000 + 17 * 1_900)
  })

  it('gives the same records with the same ids before and after a flush, and after a restart', async () => {
    const project = projectOf('same-ids')
    for (let n = 0; n < 3; n++) await store.append(project, batchOf(`b${n}`, 100, n))
    const before = await all(project)
    expect(before).toHaveLength(300)
    await settlePartitions(project)
    expect(await all(project)).toEqual(before)
    await evictDurableObject(partitionOf(project))
    expect(await all(project)).toEqual(before)
  })

  it('keeps reading a batch that cannot be flushed, and flushes the others', async () => {
    const project = projectOf('unflushable')
    const [log] = makeLogs(1, 3)
    if (log === undefined) throw new Error('the corpus is empty')
    await store.append(project, batchOf('good', 100, 1))
    await store.append(project, { ...batchOf('bad'), logs: [{ ...log, traceId: 'no id at all' }] })
    await store.append(project, batchOf('better', 100, 2))
    await settlePartitions(project)
    expect(await all(project)).toHaveLength(201)
    await runInDurableObject(partitionOf(project), (_, { storage }) => {
      expect(storage.sql.exec('SELECT sum(records) AS n FROM segment').one()['n']).toBe(200)
      expect(storage.sql.exec('SELECT count(*) AS n FROM batch').one()['n']).toBe(1)
    })
  })

  it('stores a batch of 2,000 records as a segment at once and recognises it when it is resent', async () => {
    const project = projectOf('at-once')
    await store.append(project, batchOf('first', 10))
    const large = makeLogs(16_000, 8).slice(0, 2_000)
    const batch: AppendBatch = { ...batchOf('large'), logs: large }
    expect(await rowsWrittenBy(project, () => store.append(project, batch))).toBeLessThanOrEqual(25)
    await runInDurableObject(partitionOf(project), (_, { storage }) => {
      expect(storage.sql.exec('SELECT sum(records) AS n FROM segment').one()['n']).toBe(2_000)
    })
    const before = await all(project)
    await evictDurableObject(partitionOf(project))
    expect(await store.append(project, batch)).toMatchObject({ duplicate: true })
    expect(await all(project)).toEqual(before)
    const [, , third] = before
    expect((await store.getLog(project, third?.id ?? '', 0))?.record).toEqual(third)
  })

  it('joins the segments of a day that is over in pauses, and shows each record once meanwhile and after', async () => {
    const project = projectOf('compacted')
    const large = (hash: string, seed: number) => ({ ...batchOf(hash, 2_000, seed), deduplicate: false })
    for (const seed of [1, 2, 3]) await store.append(project, large(`part ${seed}`, seed))
    const counts = () =>
      runInDurableObject(partitionOf(project), (_, { storage }) =>
        ['batch', 'segment'].map((table) => Number(storage.sql.exec(`select count(*) as n from ${table}`).one()['n'])),
      )
    await vi.waitFor(async () => expect((await counts())[0]).toBe(0), { timeout: 20_000, interval: 100 })
    const [, flushed = 0] = await counts()
    expect(flushed).toBeGreaterThan(1)
    const before = await all(project)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    const compacted = runDurableObjectAlarm(partitionOf(project))
    const meanwhile = await Promise.all(Array.from({ length: 8 }, () => all(project)))
    for (const seen of meanwhile) expect(seen).toEqual(before)
    expect(await compacted).toBe(true)
    expect((await counts())[1]).toBeLessThan(flushed)
    expect(await all(project)).toEqual(before)
  })

  it('recognises a resent batch after it was flushed and the object restarted', async () => {
    const project = projectOf('resent')
    await store.append(project, batchOf('once'))
    await settlePartitions(project)
    await evictDurableObject(partitionOf(project))
    expect(await store.append(project, batchOf('once'))).toMatchObject({ duplicate: true })
    expect(await all(project)).toHaveLength(300)
  })

  it('deletes itself and its catalog entry when its retention ends, and not before', async () => {
    const project = { ...projectOf('retention'), retentionDays: 3 }
    await store.append(project, batchOf('once'))
    await runDurableObjectAlarm(partitionOf(project))
    expect(await all(project)).toHaveLength(300)
    vi.useFakeTimers({ now: Date.now() + 6 * MS_PER_DAY, toFake: ['Date'] })
    await runDurableObjectAlarm(partitionOf(project))
    expect(await catalogOf(project).list()).toEqual([])
    expect(await all(project)).toEqual([])
    // The name of the dead partition is never used again.
    await store.append(project, batchOf('again'))
    expect((await catalogOf(project).list()).map((entry) => entry.number)).toEqual([2])
  })

  it('refuses a late append after a purge, and the append then goes to a new partition', async () => {
    const project = projectOf('purged')
    await store.append(project, batchOf('once'))
    await (partitionOf(project) as unknown as { purge(): Promise<void> }).purge()
    expect(await all(project)).toEqual([])
    expect(await store.purge(project)).toEqual({ done: true })
    await store.append(project, batchOf('later'))
    expect(await all(project)).toHaveLength(300)
  })
})

describe('the patterns of a project', () => {
  it('a pattern has the same id in a window that saw only some of its shapes', async () => {
    const project = projectOf('patterns')
    const hosts = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india', 'juliet']
    const logs = makeLogs(400, 5).slice(0, 200)
    const named = logs.map((log, n) => ({ ...log, body: `lost connection to peer ${hosts[n % 10]} during handshake` }))
    const batch: AppendBatch = { ...batchOf('named'), logs: named }
    await store.append(project, batch)
    await settlePartitions(project)
    const ask = async (from: number, to: number) => {
      const [first, last] = [named[from]?.time, named[to]?.time]
      if (first === undefined || last === undefined) throw new Error('the corpus is shorter')
      const range = { from: first, to: last }
      return (await store.logPatterns(project, { range, filter: { conditions: [] }, intervalMs: null, limit: 50 }))
        .patterns
    }
    const whole = new Set((await ask(0, 199)).map((pattern) => pattern.id))
    for (const from of [0, 3, 7, 50]) for (const { id } of await ask(from, from + 2)) expect(whole).toContain(id)
    const known = await catalogOf(project).shapesSince(0)
    expect(known.shapes.length).toBeGreaterThan(0)
    while (!(await store.purge(project)).done);
    expect((await catalogOf(project).shapesSince(0)).shapes).toEqual([])
  })
})

describe('a hot partition', () => {
  it('splits into shards that take new records, stays readable, and stores no resend twice', async () => {
    const project = projectOf('split')
    const spans = makeSpans(200)
    const first: AppendBatch = { spans, source: { keyId: 'k', payloadHash: 'a' }, billedBytes: 1, deduplicate: true }
    const second = { ...first, spans: makeSpans(200, 77), source: { keyId: 'k', payloadHash: 'b' } }
    await store.append(project, first)
    const before = await catalogOf(project).list()
    for (const entry of before) await catalogOf(project).split(entry.number)
    for (const entry of before) await catalogOf(project).split(entry.number)
    const after = await catalogOf(project).list()
    expect(after).toHaveLength(before.length * 3)
    vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ['Date'] })
    await store.append(project, second)
    await store.append(project, first)
    const count = async (traceId: string) => (await store.spansByTrace(project, traceId, WHOLE)).spans.length
    for (const list of [spans, second.spans]) {
      for (const { traceId } of list.slice(0, 40)) {
        expect(await count(traceId)).toBe(list.filter((span) => span.traceId === traceId).length)
      }
    }
    const work = await store.searchSpans(project, {
      range: WHOLE,
      filter: { conditions: [] },
      order: 'newest',
      limit: 1,
    })
    expect(work.work.partitionsRead).toBeGreaterThanOrEqual(3)
  })
})
