import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { textPlan } from '../../src/telemetry/embedded/text-plan.ts'
import type { LogRecord } from '../../src/telemetry/model.ts'
import type { CountLogsInput, TelemetryProject, TextSearch } from '../../src/telemetry/port.ts'
import { charactersOf } from '../../src/telemetry/segment/characters.ts'
import { NANOS_PER_DAY } from '../../src/telemetry/time.ts'
import { placement } from '../../src/wiring/placement.ts'
import { createEmbeddedTelemetryStore } from '../../src/wiring/telemetry-store.ts'
import { logRecord } from '../support/log-record.ts'
import { projectOf } from './corpus.ts'
import { MemoryTelemetryStore } from './memory-store.ts'
import { settlePartitions } from './settle.ts'

const DAY = 20_000
const HOUR = NANOS_PER_DAY / 24
const SERVICES = ['cart', 'auth', 'ledger']

/** Lines whose variables touch letters, follow each other closely, and contain words that templates contain as well. */
const LINES: readonly ((n: number) => string)[] = [
  (n) => `order ${n} stored in shard${n % 7} after ${n % 90}ms`,
  (n) => `batch${(n * 7919).toString(16).padStart(8, '0')}done for user u-${n % 40}`,
  (n) => `Cannot reach 10.0.${n % 8}.${n % 250}:8080, connection REFUSED`,
  (n) => `read /srv/data/part-${n % 9}/orders.csv: refused by policy "order-${n % 5}"`,
  () => 'cache warmed',
  (n) => JSON.stringify({ msg: `order ${n} refused`, depth: n % 4 }),
  (n) => `İstanbul node${n % 6}x überschritten um ${n}%`,
]

function logs(count: number): LogRecord[] {
  return Array.from({ length: count }, (_, n) => {
    const service = SERVICES[n % SERVICES.length] ?? ''
    return logRecord({
      time: { day: DAY, nanos: 3 * HOUR + n * Math.floor((4 * HOUR) / count) },
      severityNumber: n % 10 === 0 ? 17 : 9,
      body: LINES[n % LINES.length]?.(n) ?? '',
      resource: { service, environment: '', attributes: { 'service.name': service } },
      attributes: { region: n % 2 === 0 ? 'eu-west-1' : 'order-land', note: n % 11 === 0 ? `warmed ${n}` : 'none' },
    })
  })
}

async function filled(project: TelemetryProject, given: readonly LogRecord[]) {
  const store = createEmbeddedTelemetryStore({ namespaces: env })
  const reference = new MemoryTelemetryStore()
  for (let from = 0; from < given.length; from += 700) {
    const source = { keyId: 'k', payloadHash: String(from) }
    const batch = { logs: given.slice(from, from + 700), source, billedBytes: 1, deduplicate: true }
    await store.append(project, batch)
    await reference.append(project, batch)
    if (from > 0) await settlePartitions(project)
  }
  return { store, reference }
}

const questions = fc.record(
  {
    range: fc.constantFrom(
      { from: { day: DAY, nanos: 0 }, to: { day: DAY + 1, nanos: 0 } },
      { from: { day: DAY, nanos: 3 * HOUR }, to: { day: DAY, nanos: 6 * HOUR } },
      { from: { day: DAY, nanos: 3.4 * HOUR }, to: { day: DAY, nanos: 5.7 * HOUR } },
    ),
    intervalMs: fc.constantFrom(null, 3_600_000, 86_400_000, 60_000),
    groupBy: fc.subarray<CountLogsInput['groupBy'][number]>([
      { kind: 'builtin', name: 'service' },
      { kind: 'builtin', name: 'severity' },
    ]),
    conditions: fc.constantFrom<CountLogsInput['filter']['conditions']>(
      [],
      [{ field: { kind: 'builtin', name: 'service' }, op: 'neq', value: 'auth' }],
      [{ field: { kind: 'builtin', name: 'severity' }, op: 'gte', value: 'error' }],
    ),
  },
  { noNullPrototype: true },
)

describe('counting a text by log series', () => {
  it('a count from statistics equals the count of the records, wherever they contain the text', async () => {
    const project = projectOf('count-by-series')
    const given = logs(2_100)
    const { store, reference } = await filled(project, given)
    const texts = given.flatMap((log) => [log.body, ...Object.values(log.attributes).map(String)])
    const search: fc.Arbitrary<TextSearch> = fc.oneof(
      fc.tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 12 })).map(([text, at, length]) => {
        const start = at % text.length
        return { mode: 'substring' as const, text: text.slice(start, start + length) }
      }),
      fc.record(
        {
          mode: fc.constantFrom('any' as const, 'all' as const, 'phrase' as const),
          text: fc.constantFrom(
            'refused',
            'order',
            'shard',
            'batch',
            'warmed',
            'node',
            'u',
            'cache',
            'REACH',
            'ms',
            'x',
          ),
        },
        { noNullPrototype: true },
      ),
    )
    await fc.assert(
      fc.asyncProperty(search, questions, async (text, { conditions, ...rest }) => {
        const input = { ...rest, filter: { conditions, text }, groupsMax: 50 }
        const { work: _, ...expected } = await reference.countLogs(project, input)
        const { work, ...counted } = await store.countLogs(project, input)
        expect(counted).toEqual(expected)
        expect(work.partial).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('a segment is not read when none of its variables and attributes can contain the text', async () => {
    const project = projectOf('count-by-series-reads')
    const plain = logs(1_400).filter((log) => !log.body.startsWith('İ'))
    const { store } = await filled(project, plain)
    await settlePartitions(project)
    const range = { from: { day: DAY, nanos: 0 }, to: { day: DAY + 1, nanos: 0 } }
    const count = (text: TextSearch) =>
      store.countLogs(project, { range, filter: { conditions: [], text }, intervalMs: null, groupBy: [], groupsMax: 1 })
    const reached = plain.filter((log) => log.body.startsWith('Cannot reach')).length
    for (const text of [
      { mode: 'substring', text: 'nnot reac' } as const,
      { mode: 'all', text: 'connection' } as const,
    ]) {
      const read = await rowsRead(project, async () => expect((await count(text)).total).toBe(reached))
      expect(read.filter((query) => query.includes('FROM chunk'))).toEqual([])
    }
  })
})

describe('segments written before they recorded their characters', () => {
  it('an old segment is read to find a text and a newer one is not', async () => {
    const project = projectOf('count-by-series-earlier')
    const given = logs(1_400).filter((log) => !log.body.startsWith('İ'))
    const { store, reference } = await filled(project, given.slice(0, 600))
    await settlePartitions(project)
    await runInDurableObject(partitionOf(project), (_, { storage }) => {
      storage.sql.exec('ALTER TABLE segment DROP COLUMN characters')
    })
    await evictDurableObject(partitionOf(project))
    const batch = { logs: given.slice(600), billedBytes: 1, deduplicate: true }
    for (const one of [store, reference]) {
      await one.append(project, { ...batch, source: { keyId: 'k', payloadHash: 'later' } })
    }
    await settlePartitions(project)
    const characters = await runInDurableObject(partitionOf(project), (_, { storage }) =>
      storage.sql.exec<{ characters: string | null }>('SELECT characters FROM segment ORDER BY number').toArray(),
    )
    expect(characters.map((row) => row.characters === null)).toEqual([true, false])
    const range = { from: { day: DAY, nanos: 0 }, to: { day: DAY + 1, nanos: 0 } }
    for (const text of ['connection', 'nnot reac', 'order', '7']) {
      const filter = { conditions: [], text: { mode: 'substring' as const, text } }
      const input = { range, filter, intervalMs: 3_600_000, groupBy: [], groupsMax: 1 }
      const { work: _, ...expected } = await reference.countLogs(project, input)
      const { work, ...counted } = await store.countLogs(project, input)
      expect(counted, text).toEqual(expected)
      expect(work.partial).toEqual([])
    }
  })
})

function partitionOf(project: TelemetryProject) {
  return env.PARTITION.get(env.PARTITION.idFromName(placement(project).name('partition/1')))
}

/** SQL statements that `work` ran in the project's first partition. */
async function rowsRead(project: TelemetryProject, work: () => Promise<unknown>): Promise<string[]> {
  const read: string[] = []
  await runInDurableObject(partitionOf(project), (_, { storage }) => {
    const { exec } = storage.sql
    vi.spyOn(storage.sql, 'exec').mockImplementation((query, ...bindings) => {
      read.push(query)
      return exec.call(storage.sql, query, ...bindings)
    })
  })
  await work()
  vi.restoreAllMocks()
  return read
}

describe('where a text can occur', () => {
  const templates = ['order <*> stored', 'batch<*>done', 'from <*>, refused', 'rows <*>~<*> read']
  const plan = (mode: 'substring' | 'all', text: string) => textPlan({ mode, text }, templates)

  it('a text may occur anywhere in a segment that does not record its characters', () => {
    expect(plan('substring', 'refused')?.mayBeElsewhere(null)).toBe(true)
    expect(plan('substring', 'refused')?.mayBeElsewhere([charactersOf('0123')])).toBe(false)
  })

  it('a text may cross the border of a variable that can contain its rest', () => {
    expect(plan('substring', 'batch7')?.mayBeElsewhere([charactersOf('0')])).toBe(true)
    expect(plan('substring', 'batch-')?.mayBeElsewhere([charactersOf('0')])).toBe(false)
    expect(plan('substring', '7done')?.mayBeElsewhere([charactersOf('0')])).toBe(true)
    expect(plan('substring', '7, ref')?.mayBeElsewhere([charactersOf('0')])).toBe(true)
    expect(plan('substring', '7~8')?.mayBeElsewhere([charactersOf('0')])).toBe(true)
  })

  it('a word may end inside a variable that touches letters', () => {
    expect(plan('all', 'batch')?.mayBeElsewhere([charactersOf('0')])).toBe(true)
    expect(plan('all', 'stored')?.mayBeElsewhere([charactersOf('0')])).toBe(false)
    expect(plan('all', 'stored')?.isInTemplate('order <*> stored')).toBe(true)
    expect(plan('all', 'batch')?.isInTemplate('batch<*>done')).toBe(false)
  })

  it('a search for several words has no text plan', () => {
    expect(plan('all', 'order stored')).toBeNull()
  })
})
