/**
 * The pages of a search, one after the other, must hold every record that existed at the start, once and in order. This
 * must hold for any page size, any boundaries of segments, days and shards, any budget, and while records are appended,
 * flushed, compacted and partitions split.
 */
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CatalogRpc } from '../../src/telemetry/embedded/messages.ts'
import type { LogRecord, SpanRecord } from '../../src/telemetry/model.ts'
import type { AppendBatch, RecordCursor, RecordFilter, TelemetryProject } from '../../src/telemetry/port.ts'
import { byOldest } from '../../src/telemetry/query/order.ts'
import type { TimeRange, Timestamp } from '../../src/telemetry/time.ts'
import { placement } from '../../src/wiring/placement.ts'
import { createEmbeddedTelemetryStore } from '../../src/wiring/telemetry-store.ts'
import { logRecord } from '../support/log-record.ts'
import { projectOf, seeded } from './corpus.ts'
import { settlePartitions } from './settle.ts'

const DAY = 20_775
const WHOLE: TimeRange = { from: { day: DAY - 1, nanos: 0 }, to: { day: DAY + 4, nanos: 0 } }
const PAGES_MAX = 5_000

let clockMs = Date.now()
/** The clock advances 11 s with every reading, so that a split is seen at once. */
const store = createEmbeddedTelemetryStore({ namespaces: env, now: () => (clockMs += 11_000) })

type Signal = 'logs' | 'spans'
interface Found {
  readonly id: string
  readonly time: Timestamp
  readonly attributes: LogRecord['attributes']
}

function spanRecord(fields: Partial<SpanRecord>): SpanRecord {
  const { resource, scopeName } = logRecord()
  const ids = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), parentSpanId: '' }
  const rest = { durationNanos: 5, name: 'GET /', kind: 'server', status: 'unset', statusMessage: '' } as const
  return {
    time: { day: DAY, nanos: 0 },
    ...ids,
    ...rest,
    resource,
    scopeName,
    attributes: {},
    events: [],
    links: [],
    ...fields,
  }
}

interface Drawn {
  readonly n: number
  readonly time: Timestamp
  readonly isOdd: boolean
  readonly pad?: number
}

let payloads = 0
async function append(project: TelemetryProject, signal: Signal, drawn: readonly Drawn[]): Promise<void> {
  const source = { keyId: 'k1', payloadHash: `payload-${payloads++}` }
  const own = ({ n, time, isOdd, pad = 0 }: Drawn) => ({
    time,
    attributes: { n, kind: isOdd ? 'odd' : 'even', pad: 'x'.repeat(pad) },
  })
  const batch: AppendBatch = {
    ...(signal === 'logs'
      ? { logs: drawn.map((one) => logRecord({ ...own(one), body: `order ${one.n} stored` })) }
      : {
          spans: drawn.map((one) =>
            spanRecord({ ...own(one), traceId: Math.abs(one.n).toString(16).padStart(32, '0') }),
          ),
        }),
    source,
    billedBytes: 1,
    deduplicate: true,
  }
  expect(await store.append(project, batch)).toMatchObject({ status: 'stored' })
}

async function split(project: TelemetryProject): Promise<void> {
  const place = placement(project)
  // As in the adapter: the runtime's mapped RPC types nest too deep.
  const catalog = place.stub(env.CATALOG, place.name('catalog')) as unknown as CatalogRpc
  const entries = await catalog.list()
  for (const { number } of entries.filter((entry) => entry.shards < 4)) await catalog.split(number)
}

interface Question {
  readonly signal: Signal
  readonly order: 'newest' | 'oldest'
  readonly limit: number
  readonly filter?: RecordFilter
  readonly range?: TimeRange
  readonly budget?: { readonly recordsMax: number; readonly bytesMax: number }
}

async function allPages(
  project: TelemetryProject,
  { signal, range = WHOLE, filter = { conditions: [] }, ...question }: Question,
  between: (page: number) => Promise<void> = async () => {},
): Promise<Found[]> {
  const found: Found[] = []
  let after: { readonly after?: RecordCursor } = {}
  for (let page = 0; page < PAGES_MAX; page++) {
    const input = { range, filter, ...question, ...after }
    const result =
      signal === 'logs'
        ? await store.searchLogs(project, input)
        : await store.searchSpans(project, input).then(({ spans, ...rest }) => ({ records: spans, ...rest }))
    expect(result.work.partial.filter((reason) => reason !== 'budget')).toEqual([])
    expect(result.records.length).toBeLessThanOrEqual(question.limit)
    found.push(...result.records)
    if (result.next === null) return found
    after = { after: result.next }
    await between(page)
  }
  throw new Error(`There were more than ${PAGES_MAX} pages.`)
}

/** Numbers of the records that existed at the start; later ones have negative numbers. */
function numbersOf(found: readonly Found[]): number[] {
  return found.map(({ attributes }) => Number(attributes.n)).filter((n) => n >= 0)
}

function expectOrdered(found: readonly Found[], order: 'newest' | 'oldest'): void {
  const sign = order === 'oldest' ? 1 : -1
  for (const [index, one] of found.entries()) {
    const before = found[index - 1]
    if (before !== undefined) expect(sign * byOldest(before, one)).toBeLessThan(0)
  }
}

const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

describe.each(['logs', 'spans'] as const)('pages of %s', (signal) => {
  it.each(['oldest', 'newest'] as const)(
    'a next page follows when a page ends exactly at the end of a segment, %s first',
    async (order) => {
      const project = projectOf(`paging-exact-${signal}-${order}`)
      for (let batch = 0; batch < 3; batch++) {
        const records = Array.from({ length: 500 }, (_, i) => {
          const n = batch * 500 + i
          return { n, time: { day: DAY, nanos: n * 1_000_000_000 }, isOdd: n % 2 === 1 }
        })
        await append(project, signal, records)
        await settlePartitions(project)
      }
      for (const limit of [250, 500]) {
        const found = await allPages(project, { signal, order, limit })
        expectOrdered(found, order)
        expect(sorted(numbersOf(found))).toEqual(Array.from({ length: 1_500 }, (_, n) => n))
      }
    },
  )

  it('no record of one shard is skipped when answers of another are too large for one message', async () => {
    const project = projectOf(`paging-large-${signal}`)
    const drawn = (from: number, pad: number) =>
      Array.from({ length: 12 }, (_, i) => ({ n: from + i, time: { day: DAY, nanos: i }, isOdd: false, pad }))
    await append(project, signal, drawn(0, 600_000))
    await split(project)
    for (let part = 1; part < 6; part++) await append(project, signal, drawn(part * 12, 100))
    await settlePartitions(project)
    const found = await allPages(project, { signal, order: 'oldest', limit: 50 })
    expectOrdered(found, 'oldest')
    expect(sorted(numbersOf(found))).toEqual(Array.from({ length: 72 }, (_, n) => n))
  })

  it('pages hold every record exactly once, however they are drawn', async () => {
    let run = 0
    const filters: readonly RecordFilter[] = [
      { conditions: [] },
      { conditions: [{ field: { kind: 'attribute', key: 'kind' }, op: 'eq', value: 'odd' }] },
      { conditions: [{ field: { kind: 'attribute', key: 'n' }, op: 'gte', value: 150 }] },
    ]
    const shapes = fc.record({
      seed: fc.integer({ min: 1, max: 1e9 }),
      batches: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 8 }),
      times: fc.constantFrom(1, 7, 1_000),
      days: fc.integer({ min: 1, max: 3 }),
      order: fc.constantFrom('newest' as const, 'oldest' as const),
      limit: fc.oneof(fc.integer({ min: 5, max: 80 }), fc.constantFrom(10, 20, 30)),
      filter: fc.constantFrom(...filters),
      isCutAtTheEnds: fc.boolean(),
      budget: fc.option(fc.record({ recordsMax: fc.integer({ min: 1, max: 200 }), bytesMax: fc.constant(1e9) }), {
        nil: undefined,
      }),
    })
    await fc.assert(
      fc.asyncProperty(shapes, async (drawn) => {
        // Drawn objects may have no prototype, which RPC refuses; real inputs come from JSON.
        const { seed, batches, times, days, order, limit, filter, isCutAtTheEnds, budget } = structuredClone(drawn)
        const project = projectOf(`paging-drawn-${signal}-${seed}-${run++}`)
        const random = seeded(seed)
        const below = (bound: number) => Math.floor(random() * bound)
        const timeOf = (): Timestamp => ({ day: DAY + below(days), nanos: below(times) * 40_000_000_000 })
        const disturb = async () => {
          const what = below(10)
          if (what < 3) await settlePartitions(project)
          else if (what === 3) await settlePartitions(project, true)
          else if (what === 4) await split(project)
        }
        const range = isCutAtTheEnds
          ? { from: { day: DAY, nanos: 80_000_000_000 }, to: { day: DAY + days - 1, nanos: 3_000_000_000_000 } }
          : WHOLE
        const expected: number[] = []
        let n = 0
        for (const size of batches) {
          const records = Array.from({ length: size }, () => ({ n: n++, time: timeOf(), isOdd: random() < 0.5 }))
          await append(project, signal, records)
          await disturb()
          for (const one of records) if (isWanted(one, filter, range)) expected.push(one.n)
        }
        let later = 0
        const question = { signal, order, limit, filter, range, ...(budget === undefined ? {} : { budget }) }
        const found = await allPages(project, question, async () => {
          if (random() < 0.5) await append(project, signal, [{ n: --later, time: timeOf(), isOdd: true }])
          await disturb()
        })
        expectOrdered(found, order)
        expect(sorted(numbersOf(found))).toEqual(expected)
      }),
      { numRuns: 25, seed: 11 },
    )
  })
})

function isWanted({ n, isOdd, time }: Drawn, filter: RecordFilter, { from, to }: TimeRange): boolean {
  const [condition] = filter.conditions
  const place = { time, id: '' }
  if (byOldest(place, { time: from, id: '' }) < 0 || byOldest(place, { time: to, id: '' }) >= 0) return false
  if (condition === undefined) return true
  return condition.op === 'eq' ? isOdd : n >= 150
}
