/** Stores without spans: known by how they write, gone when they stop writing, and reached by calls that name no host. */
import { describe, expect, it } from 'vitest'
import { prepare } from '../../../src/agent/investigator/analyse.ts'
import type { Finding } from '../../../src/agent/investigator/findings.ts'
import { graphFrom } from '../../../src/agent/investigator/graph.ts'
import { callsOrNot } from '../../../src/agent/investigator/log-quotes.ts'
import { refusalsIn } from '../../../src/agent/investigator/log-refusals.ts'
import type { LogView, StemActivity } from '../../../src/agent/investigator/log-view.ts'
import { stoppedAmong, stoppedFindings } from '../../../src/agent/investigator/stopped-writers.ts'
import { sharedWithStore, unnamedStoreCalls } from '../../../src/agent/investigator/store-calls.ts'
import { productsByLines, storesAmong } from '../../../src/agent/investigator/store-products.ts'
import type { OperationActivity } from '../../../src/telemetry/index.ts'

const NOT_KNOWN = callsOrNot(graphFrom([]), new Set(), [])

function stem(service: string, template: string, severity: number): StemActivity {
  const rest = { unlinked: 0, hosts: [], shapes: ['s'], counts: [1] }
  return { ...rest, service, stem: template, template, shown: template, severity }
}

/** A store's routine before `until`, and clients' lines all the time. */
function totals(until: number): LogView['totals'] {
  const counts = Array.from({ length: 20 }, (_, i) => (i < until ? 2 : 0))
  return new Map([
    ['vault', counts],
    ['orders', new Array<number>(20).fill(5)],
  ])
}

const ROUTINES = [
  ['postgres', '<*> <*> UTC [<*>] app@main LOG:  checkpoint complete: wrote <*> buffers'],
  ['mysql', '<*> <*> [Note] [MY-<*>] [Server] page_cleaner: <*>ms intended loop took <*>ms'],
  ['redis', '<*>:M <*> * Background saving terminated with success'],
  ['mongo', '{"t":"<*>","s":"<*>","c":"<*>","ctx":"<*>","msg":"Connection accepted <*>"}'],
] as const

describe('a store whose name says nothing', () => {
  it.each(ROUTINES)('is known as %s by its own lines', (product, line) => {
    expect(
      productsByLines([stem('vault', line, 9)])
        .get('vault')
        ?.name.test(product),
    ).toBe(true)
  })

  it('is none where a program of the house writes', () => {
    const lines = ['INFO order 7 LOG: done', 'I<*> <*> loop.go:<*>] ready', '{"level":"info","msg":"ready"}']
    expect(storesAmong(['orders'], productsByLines(lines.map((line) => stem('orders', line, 9))))).toEqual([])
  })

  it('refuses in the words of its product', () => {
    const stems = [stem('vault', ROUTINES[1][1], 9), stem('orders', 'ERROR Lock wait timeout exceeded; try again', 17)]
    const found = refusalsIn({ stems, totals: new Map() }, ['orders', 'vault'], NOT_KNOWN)
    expect(found.map(({ peer }) => peer)).toEqual(['vault'])
  })

  it('does not refuse in the words of another product, whatever its name says', () => {
    const stems = [stem('main-db', ROUTINES[3][1], 9), stem('orders', 'ERROR too many clients already', 17)]
    expect(refusalsIn({ stems, totals: new Map() }, ['orders', 'main-db'], NOT_KNOWN)).toEqual([])
  })
})

describe('words of a store’s lines', () => {
  const callees = (writer: string, line: string) => {
    const shape = (service: string, template: string, severity: number, i: number) => {
      return { service, shape: `s${i}`, template, severity, hosts: [], unlinked: 0, counts: [3, 3] }
    }
    const shapes = [shape(writer, ROUTINES[2][1], 9, 0), shape(writer, line, 17, 1), shape('shop.device', 'ok', 9, 2)]
    const activity = {
      ...{ grid: { startMs: 0, intervalMs: 10_000, count: 2 }, shapes, pairs: [], paces: [], calls: [] },
      ...{ contexts: { span: 0, trace: 0, stream: 1 }, records: 9, recordsUnlisted: 0 },
    }
    const prepared = prepare({ logs: { activity, query: 'q1' }, traces: null, metrics: null })
    return [...(prepared.graph.callees.get(writer) ?? [])]
  }

  it('are no calls of services that have such a word in their names', () => {
    expect(callees('vault', '<*>:M <*> # Write error: No space left on device')).toEqual([])
  })
})

describe('a store that stopped writing', () => {
  const lost = stem('orders', 'ERROR could not store order: dial tcp: connect: connection refused', 17)
  const saidOf = (until: number): string[] =>
    refusalsIn(
      { stems: [stem('vault', ROUTINES[0][1], 9), lost], totals: totals(until) },
      ['orders', 'vault'],
      NOT_KNOWN,
    ).map(({ peer }) => peer)

  it('is whom nobody reaches any more', () => {
    expect(saidOf(10)).toEqual(['vault'])
  })

  it('is not meant while it writes on', () => {
    expect(saidOf(20)).toEqual([])
  })

  it('has not stopped where nobody wrote', () => {
    const none = new Map([['vault', [2, 2, 2, 2, 0, 0, 0, 0, 0, 0]]])
    expect(stoppedAmong(['vault'], none)).toEqual([])
  })

  it('is silent, but at most as sure as lines that may not have been forwarded', () => {
    const split = { grid: { startMs: 0, intervalMs: 10_000, count: 400 }, from: 0, onset: 200, latest: 200, to: 400 }
    const counts = Array.from({ length: 400 }, (_, i) => (i < 200 ? 2 : 0))
    const totals = new Map([['vault', counts]])
    const view: LogView = { stems: [], successors: [], contexts: 'stream', totals, ordinary: totals }
    const [found, ...others] = stoppedFindings(['vault'], view, split, 'q1')
    expect(found).toMatchObject({ kind: 'silence', service: 'vault', strength: 12 })
    expect(others).toEqual([])
  })
})

function operation(service: string, name: string, peers: readonly string[] = []): OperationActivity {
  const none: number[] = []
  const counts = { calls: [20, 20], leaves: [20, 20], errors: none, exceptions: none, orphans: none, durationMs: none }
  return { service, operation: name, peers, ...counts, self: [] }
}

function finding(service: string, kind: Finding['kind'], subject: string, strength: number): Finding {
  const rest = { onsetMs: 0, text: '', queries: ['q1'], selector: null, peer: null, reach: 'own' } as const
  return { ...rest, kind, service, subject, strength }
}

describe('calls of a store that name no host', () => {
  it('are statements and commands, and no requests', () => {
    const names = ['UPDATE orders', 'HGET session:<*>', 'GET /orders', 'GET', 'POST orders', 'serve orders']
    const found = unnamedStoreCalls([
      ...names.map((name) => operation('orders', name)),
      operation('stock', 'SELECT stock', ['books']),
    ])
    expect([...found]).toEqual(['orders\u0000UPDATE orders', 'orders\u0000HGET session:<*>'])
  })

  const calls = new Set(['orders\u0000UPDATE orders'])
  const slow = finding('orders', 'self_time', 'UPDATE orders', 80)
  const own = finding('orders', 'self_time', 'serve orders', 30)
  const waits = (store: string): Finding => finding(store, 'log_new', 'still waiting for ShareLock', 40)

  it('speak about the one store that newly tells of trouble; the client is affected', () => {
    const found = sharedWithStore([slow, own, waits('vault')], calls, ['vault', 'cache'])
    expect(found.map(({ service, strength }) => `${service} ${strength}`)).toEqual([
      'vault 80',
      'orders 4',
      'orders 30',
      'vault 40',
    ])
  })

  it('remain with the client where no store tells anything, or several do', () => {
    expect(sharedWithStore([slow], calls, ['vault'])).toEqual([slow])
    const several = [slow, waits('vault'), waits('cache')]
    expect(sharedWithStore(several, calls, ['vault', 'cache'])).toEqual(several)
  })
})
