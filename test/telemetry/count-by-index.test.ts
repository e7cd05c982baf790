import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { AppendBatch, CountLogsInput, Field, RecordFilter, TelemetryProject } from '../../src/telemetry/port.ts'
import { placement } from '../../src/wiring/placement.ts'
import { createEmbeddedTelemetryStore } from '../../src/wiring/telemetry-store.ts'
import { makeLogs, projectOf, SPAN_MS, T0, WHOLE } from './corpus.ts'
import { MemoryTelemetryStore } from './memory-store.ts'
import { settlePartitions } from './settle.ts'

const attribute = (key: string): Field => ({ kind: 'attribute', key })
const region = attribute('region')
const status = attribute('http.status_code')
const none: RecordFilter = { conditions: [] }
const where = (...conditions: RecordFilter['conditions']): RecordFilter => ({ conditions })

const questions: readonly (readonly [
  name: string,
  groupBy: readonly Field[],
  filter: RecordFilter,
  intervalMs: number | null,
])[] = [
  ['values of a key that all records have', [region], none, null],
  ['values of a key that some records have', [status], none, null],
  ['values of a key that no record has', [attribute('nowhere')], none, null],
  ['values by interval', [region], none, 60_000],
  ['a key of too many values to list', [attribute('request')], none, null],
  ['lists, which are values of their own', [attribute('tags')], none, null],
  ['a value and null apart', [attribute('__proto__x')], none, null],
  ['one value', [], where({ field: region, op: 'eq', value: 'eu-west-2' }), null],
  ['all but one value, records without the key included', [], where({ field: status, op: 'neq', value: 200 }), null],
  ['records without the key', [], where({ field: status, op: 'exists', value: false }), null],
  ['some values, by value', [status], where({ field: status, op: 'gte', value: 404 }), null],
  [
    'two conditions on one key',
    [region],
    where({ field: region, op: 'contains', value: 'west' }, { field: region, op: 'neq', value: 'eu-west-1' }),
    null,
  ],
  ['a condition on another key', [region], where({ field: status, op: 'eq', value: 500 }), null],
]

async function filled(project: TelemetryProject) {
  const store = createEmbeddedTelemetryStore({ namespaces: env })
  const reference = new MemoryTelemetryStore()
  const logs = makeLogs(3_000, 5).map((log, n) => ({ ...log, attributes: { ...log.attributes, request: `r${n}` } }))
  for (let from = 0; from < logs.length; from += 500) {
    const source = { keyId: 'k', payloadHash: String(from) }
    const batch: AppendBatch = { logs: logs.slice(from, from + 500), source, billedBytes: 1, deduplicate: true }
    await store.append(project, batch)
    await reference.append(project, batch)
    // Small segments: most lie within one interval, and within the range.
    await settlePartitions(project)
  }
  return { store, reference }
}

/** SQL statements that `work` ran to read columns of segments in the project's first partition. */
async function chunksRead(project: TelemetryProject, work: () => Promise<unknown>): Promise<number> {
  const place = placement(project)
  const stub = env.PARTITION.get(env.PARTITION.idFromName(place.name('partition/1')))
  const read: unknown[] = []
  await runInDurableObject(stub, (_, { storage }) => {
    const { exec } = storage.sql
    vi.spyOn(storage.sql, 'exec').mockImplementation((query, ...bindings) => {
      if (query.includes('FROM chunk')) read.push(bindings[0])
      return exec.call(storage.sql, query, ...bindings)
    })
  })
  await work()
  vi.restoreAllMocks()
  return read.length
}

describe('counting by segment index', () => {
  const project = projectOf('count-by-index')

  it('an index count equals the count of the records, and so does its repetition', async () => {
    const { store, reference } = await filled(project)
    const windows = [
      WHOLE,
      { ...WHOLE, to: { day: WHOLE.from.day, nanos: WHOLE.from.nanos + (SPAN_MS / 3) * 1_000_000 } },
    ]
    for (const [name, groupBy, filter, intervalMs] of questions) {
      for (const range of windows) {
        const input: CountLogsInput = { range, filter, intervalMs, groupBy, groupsMax: 50 }
        const { work: _, ...expected } = await reference.countLogs(project, input)
        for (let time = 0; time < 2; time++) {
          const { work, ...counted } = await store.countLogs(project, input)
          expect(counted, `${name}, from ${T0}`).toEqual(expected)
          expect(work.partial).toEqual([])
        }
      }
    }
  })

  it('an index count reads no column, and its repetition reads nothing', async () => {
    const quick = projectOf('count-by-index-reads')
    const { store } = await filled(quick)
    const input: CountLogsInput = { range: WHOLE, filter: none, intervalMs: null, groupBy: [region], groupsMax: 50 }
    const first = await chunksRead(quick, () => store.countLogs(quick, input))
    const second = await chunksRead(quick, () => store.countLogs(quick, input))
    // One index per segment: three batches on each day.
    expect(first).toBe(3)
    expect(second).toBe(0)
  })
})
