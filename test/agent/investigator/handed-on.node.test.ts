/** Stores, caches and brokers that send only lines, or lines that say nothing of what they refuse. */
import { describe, expect, it } from 'vitest'
import { graphFrom } from '../../../src/agent/investigator/graph.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { callsOrNot, quotesIn } from '../../../src/agent/investigator/log-quotes.ts'
import { type KnownStores, refusalsIn } from '../../../src/agent/investigator/log-refusals.ts'
import type { StemActivity } from '../../../src/agent/investigator/log-view.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import { productsByMetrics } from '../../../src/agent/investigator/store-products.ts'
import type { LogRecord } from '../../../src/telemetry/model.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import { ownCpuMs } from '../../setup/cpu-time.ts'
import { logRecord } from '../../support/log-record.ts'
import { BEGIN_MS, END_MS, ONSET_MS, shop } from './shop.ts'

const READ_ONLY = 'cannot execute INSERT in a read-only transaction'

interface Store {
  readonly name: string
  /** Written every ten seconds, whatever happens. */
  readonly routine: string
  /** Written for each refusal; null where it writes none. */
  readonly refusal: string | null
}

function linesOf({ name, routine, refusal }: Store): LogRecord[] {
  const resource = { service: name, environment: '', attributes: { 'service.name': name } }
  const line = (timeMs: number, body: string, severityNumber: number): LogRecord =>
    logRecord({ time: fromMillis(timeMs), severityNumber, severityText: '', body, resource })
  const logs: LogRecord[] = []
  for (let atMs = BEGIN_MS; atMs < END_MS; atMs += 10_000) logs.push(line(atMs, routine, 9))
  if (refusal === null) return logs
  for (let atMs = ONSET_MS; atMs < END_MS; atMs += 1_000) logs.push(line(atMs + 5, refusal, 17))
  return logs
}

/** `ledger` fails with this line since the store refuses, and everybody above it fails with it. */
async function blamed(line: string, store: Store): Promise<string | undefined> {
  const { logs, spans } = shop({
    tweak: { line: (service) => (service === 'ledger' ? line : null), isError: () => true },
  })
  const source = memorySource({ logs: [...logs, ...linesOf(store)], spans, metrics: [] }, ({ body }) => shapeOf(body))
  const { verdict } = await investigate({ source, window: null, incidentStartHint: ONSET_MS, now: END_MS + 60_000 })
  return verdict.candidates[0]?.service
}

describe('a store that refuses and sends no spans', () => {
  it('is the cause when its client hands on the words of its error line', async () => {
    const store = {
      name: 'books-main',
      routine: '2026-05-05 10:00:00 UTC [17] app@books LOG:  checkpoint complete',
      refusal: `2026-05-05 10:00:00 UTC [17] app@books ERROR:  ${READ_ONLY} STATEMENT: INSERT INTO entries`,
    }
    expect(await blamed(`ERROR ledger could not book entry: ${READ_ONLY}`, store)).toBe('books-main')
  })

  it('is the cause when only its client tells of it, in words that one product has', async () => {
    const store = { name: 'ledger-redis', routine: '1:M * Background saving terminated with success', refusal: null }
    const line = "ERROR ledger failed: OOM command not allowed when used memory > 'maxmemory'."
    expect(await blamed(line, store)).toBe('ledger-redis')
  })

  it('is not blamed for a failure whose words are its client’s own', async () => {
    const store = { name: 'ledger-redis', routine: '1:M * Background saving terminated with success', refusal: null }
    expect(await blamed('ERROR ledger failed: entry has no account', store)).toBe('ledger')
  })
})

function stem(service: string, template: string, severity = 17): StemActivity {
  return {
    service,
    stem: template,
    template,
    shown: template,
    severity,
    unlinked: 0,
    hosts: [],
    shapes: ['s'],
    counts: [1],
  }
}

/** Who hands on whose words. */
function pairs(stems: readonly StemActivity[], calls = callsOrNot(graphFrom([]), new Set(), [])): string[] {
  return quotesIn(stems, calls).map((quote) => `${quote.stem.service} → ${quote.peer}`)
}

const STORE = stem('books-main', `<*> UTC [<*>] ERROR:  ${READ_ONLY}`)
const CLIENT = stem('ledger', `<*> ERROR could not book <*>: ${READ_ONLY}`)

describe('words that are handed on', () => {
  it('were said first by the service that puts nothing before them', () => {
    expect(pairs([STORE, CLIENT])).toEqual(['ledger → books-main'])
  })

  it('are found however many tables a store refuses', () => {
    const refusals = Array.from({ length: 60 }, (_, i) =>
      stem('books-main', `ERROR: ${READ_ONLY} STATEMENT: INSERT INTO t${String.fromCharCode(97 + (i % 26))}`),
    )
    expect(pairs([...refusals, CLIENT])).toEqual(['ledger → books-main'])
  })

  it.each([
    'duplicate key value violates unique constraint "entries_pkey"',
    'relation "entries" does not exist at character 15',
    'syntax error at or near "FORM" in the statement',
  ])('tell nothing of a store that answers what was asked wrongly: %s', (answer) => {
    expect(pairs([stem('books-main', `ERROR: ${answer}`), stem('ledger', `ERROR could not book: ${answer}`)])).toEqual(
      [],
    )
  })

  it('tell nothing where nothing is put before them', () => {
    expect(pairs([STORE, stem('ledger', `<*> ERROR ${READ_ONLY}`)])).toEqual([])
  })

  it('tell nothing where both lines only begin alike, as those of one framework do', () => {
    const first = stem('token', 'ERROR unexpected error while handling token')
    expect(pairs([first, stem('quote', 'ERROR check failed: unexpected error while handling quote')])).toEqual([])
  })

  it('tell nothing of two services whose spans show that neither calls the other', () => {
    const apart = callsOrNot(graphFrom([]), new Set(['ledger', 'books-main']), [])
    expect(pairs([STORE, CLIENT], apart)).toEqual([])
  })

  it('tell nothing of a service that calls the one which wrapped them', () => {
    const above = callsOrNot(graphFrom([['books-main', 'ledger']]), new Set(), [])
    expect(pairs([STORE, CLIENT], above)).toEqual([])
  })

  it('were not said first by the service whose error comes last in traces', () => {
    const calls = [{ caller: 'books-main', callee: 'ledger', seen: 9, enclosed: 0, failed: 9 }]
    expect(pairs([STORE, CLIENT], callsOrNot(graphFrom([]), new Set(), calls))).toEqual([])
  })

  it('are no three words that any program says', () => {
    expect(pairs([stem('books-main', 'ERROR connection refused'), stem('ledger', 'ERROR no stock: refused')])).toEqual(
      [],
    )
  })

  it('are found among hundreds of errors in the time of one pass', () => {
    const many = Array.from({ length: 600 }, (_, i) => stem(`s${i % 50}`, `ERROR part ${'word '.repeat(40)} x${i}`))
    const beganMs = ownCpuMs()
    pairs([...many, STORE, CLIENT])
    expect(ownCpuMs() - beganMs).toBeLessThan(5_000)
  })
})

describe('refusals in the words of a product', () => {
  const free = callsOrNot(graphFrom([]), new Set(), [])
  const refusedBy = (line: string, services: readonly string[], calls = free): string[] =>
    refusalsIn({ stems: [stem('orders', line)], totals: new Map() }, services, calls).map(({ peer }) => peer)

  it.each([
    ['READONLY You can’t write'.replace('’', "'"), 'orders-valkey'],
    ['FATAL: sorry, too many clients already', 'orders-pg'],
    ['The MySQL server is running with the --read-only option so it cannot execute this', 'orders-mysql'],
    ['MongoServerError: not primary', 'mongo'],
    ['org.apache.kafka.common.errors.NotEnoughReplicasException: fewer in-sync replicas', 'kafka-broker'],
    ['connection.blocked: low on memory', 'rabbitmq'],
    ['cluster_block_exception: index [orders] blocked', 'elasticsearch'],
  ])('“%s” is said of %s', (line, store) => {
    const all = ['orders', 'orders-valkey', 'orders-pg', 'orders-mysql', 'mongo', 'kafka-broker', 'rabbitmq']
    expect(refusedBy(line, [...all, 'elasticsearch', 'billing'])).toContain(store)
  })

  it('mean the store that the service calls, of several', () => {
    const calls = callsOrNot(graphFrom([['orders', 'redis-b']]), new Set(), [])
    expect(refusedBy('OOM command not allowed', ['orders', 'redis-a', 'redis-b'], calls)).toEqual(['redis-b'])
  })

  it('mean the store that the service writes to, where a write was refused', () => {
    const services = ['orders', 'vault', 'vault-replica-pg']
    const calls = callsOrNot(
      graphFrom([
        ['orders', 'vault'],
        ['orders', 'vault-replica-pg'],
      ]),
      new Set(),
      [],
    )
    const byMetrics = productsByMetrics([{ service: 'vault', metric: 'postgresql_commands_total' }], ['vault'])
    const written = new Map([['orders', new Set(['vault'])]])
    const line = `could not book: ${READ_ONLY}`
    const refused = (known: KnownStores) =>
      refusalsIn({ stems: [stem('orders', line)], totals: new Map() }, services, calls, known).map(({ peer }) => peer)
    expect(refused({ byMetrics, written })).toEqual(['vault'])
    expect(refused({ byMetrics, written: new Map() })).toEqual([])
  })

  it('mean the store that is named after the service, of several', () => {
    expect(refusedBy('OOM command not allowed', ['orders', 'users-redis', 'orders-redis'])).toEqual(['orders-redis'])
  })

  it('mean the only store that tells of trouble itself, of several', () => {
    const stems = [stem('orders', 'OOM command not allowed'), stem('redis-b', 'Write error: no space left on device')]
    const found = refusalsIn({ stems, totals: new Map() }, ['orders', 'redis-a', 'redis-b'], free)
    expect(found.map(({ peer }) => peer)).toEqual(['redis-b'])
  })

  it('mean no store where several are possible', () => {
    expect(refusedBy('OOM command not allowed', ['orders', 'redis-a', 'redis-b'])).toEqual([])
  })
})
