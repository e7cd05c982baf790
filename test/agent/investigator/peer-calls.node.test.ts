/** Services without spans, whose clients' spans name them by their host. */
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/agent/investigator/findings.ts'
import { investigate } from '../../../src/agent/investigator/investigate.ts'
import { memorySource } from '../../../src/agent/investigator/memory-source.ts'
import { callsToPeers, peerCalls, sharedWithPeers, storesWritten } from '../../../src/agent/investigator/peer-calls.ts'
import type { OperationActivity } from '../../../src/telemetry/index.ts'
import type { LogRecord, SpanRecord } from '../../../src/telemetry/model.ts'
import { shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { fromMillis, toMillis } from '../../../src/telemetry/time.ts'
import { logRecord } from '../../support/log-record.ts'
import { BEGIN_MS, END_MS, ONSET_MS, shop } from './shop.ts'

const SLOW_NANOS = 900e6

/** What a store writes whatever happens. */
function routineOf(store: string): LogRecord[] {
  const resource = { service: store, environment: '', attributes: { 'service.name': store } }
  const count = (END_MS - BEGIN_MS) / 5_000
  return Array.from({ length: count }, (_, i) =>
    logRecord({ time: fromMillis(BEGIN_MS + i * 5_000), body: `checkpoint ${i} complete`, resource }),
  )
}

/** Each call of `ledger` reads from a store; since the onset it waits for that, as do all above it. */
function slowStore(host: string): SpanRecord[] {
  const { spans } = shop({ tweak: { selfMs: (service) => (service === 'ledger' ? SLOW_NANOS / 1e6 : 0) } })
  return spans.flatMap((span, i) => {
    if (span.name !== 'serve ledger') return [span]
    const isSlow = toMillis(span.time) >= ONSET_MS
    const child: SpanRecord = {
      ...span,
      ...{ spanId: `f${i.toString(16).padStart(15, '0')}`, parentSpanId: span.spanId, name: 'SELECT entries' },
      ...{ kind: 'client', attributes: { 'server.address': host }, status: 'unset' },
      durationNanos: isSlow ? SLOW_NANOS : 1e6,
    }
    return [span, child]
  })
}

async function blamed(host: string, store: string) {
  const source = memorySource({ logs: routineOf(store), spans: slowStore(host), metrics: [] }, ({ body }) =>
    shapeOf(body),
  )
  const { verdict } = await investigate({ source, window: null, incidentStartHint: ONSET_MS, now: END_MS + 60_000 })
  return verdict
}

describe('a slow store that sends lines and no spans', () => {
  it('is the cause when its client’s spans name its host, and draws the client in', async () => {
    const verdict = await blamed('books-1.prod.svc.cluster.local:5432', 'books-1')
    expect(verdict.candidates[0]?.service).toBe('books-1')
    expect(verdict.mechanism?.kind).toBe('slow_store')
    expect(verdict.chain.map(({ from, to }) => `${from} → ${to}`)).toContain('books-1 → ledger')
  })

  it('is not blamed for the calls of another host', async () => {
    const verdict = await blamed('elsewhere.example.com', 'books-1')
    expect(verdict.candidates[0]?.service).toBe('ledger')
    expect(verdict.mechanism?.kind).toBe('dependency_outside')
  })
})

describe('own time of a service whose processor is measured', () => {
  const mechanismWith = async (load: number) => {
    const { spans, metrics } = shop({ tweak: { selfMs: (service) => (service === 'ledger' ? 900 : 0) } })
    const readings = metrics.map((point) => {
      const isBusy = point.resource.service === 'ledger' && toMillis(point.time) >= ONSET_MS
      return { ...point, value: isBusy ? load : 10 + (toMillis(point.time) % 7) }
    })
    const source = memorySource({ logs: [], spans, metrics: readings }, ({ body }) => shapeOf(body))
    const { verdict } = await investigate({ source, window: null, incidentStartHint: ONSET_MS, now: END_MS + 60_000 })
    expect(verdict.candidates[0]?.service).toBe('ledger')
    return verdict.mechanism?.kind
  }

  it('is waiting while that does no more than before', async () => {
    expect(await mechanismWith(900)).toBe('processor')
    expect(await mechanismWith(11)).toBe('slow_store')
  })
})

const SPLIT = { grid: { startMs: 0, intervalMs: 60_000, count: 2 }, from: 0, onset: 1, latest: 1, to: 2 }

function operation(service: string, name: string, peers: readonly string[]): OperationActivity {
  const none: number[] = []
  const counts = { calls: [20, 20], errors: none, exceptions: none, orphans: none, leaves: none, durationMs: none }
  return { service, operation: name, peers, ...counts, self: [] }
}

function failing(service: string, subject: string, strength: number): Finding {
  const rest = { onsetMs: 0, text: '', queries: ['q1'], selector: null, peer: null, reach: 'callee' } as const
  return { ...rest, kind: 'span_errors', service, subject, strength }
}

const CLIENTS = ['orders', 'stock', 'users'].map((service) => operation(service, 'SELECT', ['books']))

/** Who is blamed for twelve nats that `orders` shows in its calls of the store. */
function blamedFor(clients: readonly OperationActivity[], others: readonly Finding[]): string | undefined {
  const found = sharedWithPeers([failing('orders', 'SELECT', 12), ...others], peerCalls(clients, ['books']), SPLIT)
  return found[0]?.service
}

describe('the blame for failing calls of a service without spans', () => {
  it('goes to the service called in full; the client is affected', () => {
    const found = sharedWithPeers([failing('orders', 'SELECT', 12)], peerCalls(CLIENTS.slice(0, 1), ['books']), SPLIT)
    expect(found).toMatchObject([
      { service: 'books', peer: 'orders', strength: 12 },
      { service: 'orders', peer: null, strength: 4 },
    ])
  })

  it('stays with the client whose calls alone fail while others’ succeed', () => {
    expect(blamedFor(CLIENTS, [])).toBe('orders')
  })

  it('goes to the service called when its other clients no longer call it', () => {
    const idle = CLIENTS.slice(1).map((one) => ({ ...one, calls: [20, 1] }))
    expect(blamedFor([...CLIENTS.slice(0, 1), ...idle], [])).toBe('books')
  })

  it('goes to the service called when its other clients suffer as well', () => {
    expect(blamedFor(CLIENTS, [failing('stock', 'SELECT', 9), failing('users', 'SELECT', 9)])).toBe('books')
  })

  it('stays with the client where its operation calls several hosts, or one that sends spans', () => {
    const findings = [failing('orders', 'POST', 12)]
    for (const peers of [['books', 'queue'], ['books', 'elsewhere'], ['traced']]) {
      const calls = peerCalls([operation('orders', 'POST', peers)], ['books', 'queue'])
      expect(sharedWithPeers(findings, calls, SPLIT)).toEqual(findings)
    }
  })

  it('is of each of several stores that one statement asks', () => {
    const asked = operation('orders', 'SELECT', ['books', 'archive'])
    expect(callsToPeers(peerCalls([asked], ['books', 'archive']), [asked], ['books', 'archive'])).toEqual([
      ['orders', 'books'],
      ['orders', 'archive'],
    ])
  })

  it('goes to the service that the span of a remote procedure names, where it names no host', () => {
    const calls = peerCalls([operation('orders', 'shop.v1.CartService/GetCart', [])], ['cart-service', 'cart'])
    const found = sharedWithPeers([failing('orders', 'shop.v1.CartService/GetCart', 12)], calls, SPLIT)
    expect(found.map(({ service }) => service)).toEqual(['cart-service', 'orders'])
  })

  it('stays with the client where a path or a service with spans has that name', () => {
    for (const [name, untraced] of [
      ['GET /carts/v1', ['carts']],
      ['shop.CartService/GetCart', ['catalogue']],
      ['/GetCart', ['GetCart']],
    ] as const) {
      expect(peerCalls([operation('orders', name, [])], untraced).size).toBe(0)
    }
  })

  it('knows which stores a client writes to', () => {
    const asked = [operation('orders', 'UPDATE lines', ['books']), operation('orders', 'SELECT lines', ['archive'])]
    expect([...(storesWritten(asked, ['books', 'archive']).get('orders') ?? [])]).toEqual(['books'])
  })

  it('stays with the client in what it does besides its calls', () => {
    const findings = [failing('orders', 'serve orders', 12)]
    expect(sharedWithPeers(findings, peerCalls(CLIENTS, ['books']), SPLIT)).toEqual(findings)
  })
})
