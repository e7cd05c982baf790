import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { withLostPackets } from '../../../scripts/eval/derived/lost-packets.ts'
import { lostPacketSets } from '../../../scripts/eval/derived/lost-sets.ts'
import type { Episode, Truth } from '../../../scripts/eval/protocol/episode.ts'
import type { SpanRecord } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'

const BEGIN_MS = Date.UTC(2026, 2, 3)
const MINUTE_MS = 60_000
const START_MS = BEGIN_MS + 2 * MINUTE_MS
const END_MS = BEGIN_MS + 4 * MINUTE_MS

function span(service: string, traceId: string, id: string, parent: string, startMs: number, ms: number): SpanRecord {
  return {
    time: fromMillis(startMs),
    durationNanos: ms * 1_000_000,
    traceId,
    spanId: id,
    parentSpanId: parent,
    name: `${service} work`,
    kind: 'unspecified',
    status: 'unset',
    statusMessage: '',
    resource: { service, environment: '', attributes: {} },
    scopeName: '',
    attributes: {},
    events: [],
    links: [],
  }
}

/** Each second a request: web (a) asks cart (c) through a client span of its own (b). */
const SPANS = Array.from({ length: 240 }, (_, i) => {
  const [trace, atMs] = [`t${i}`, BEGIN_MS + i * 1_000]
  return [
    span('web', trace, 'a', '', atMs, 40),
    span('web', trace, 'b', 'a', atMs + 10, 20),
    span('cart', trace, 'c', 'b', atMs + 12, 15),
  ]
}).flat()
const WINDOW = { records: { logs: [], spans: SPANS, metrics: [] }, startMs: START_MS, endMs: END_MS }
const made = (number: number) => withLostPackets(WINDOW, seededRandom(number, 'lost'))
const durationOf = ({ durationNanos }: SpanRecord): number => Math.round(durationNanos / 1_000_000)

function episode(truth: Truth | null): Episode {
  return {
    id: truth === null ? 'quiet' : 'incident',
    cluster: 'one',
    signals: ['logs', 'spans'],
    hasChanges: false,
    startMs: START_MS,
    endMs: END_MS,
    truth,
    contentKey: 'one',
    load: () => ({ records: WINDOW.records, changes: [] }),
  }
}

describe('packets lost on the way to a service', () => {
  it('make one call in twenty to one in four wait between the spans of client and server, and no other', () => {
    const spans = made(0)?.records.spans ?? []
    const of = (id: string) => spans.filter(({ spanId }) => spanId === id)
    const waited = of('b').filter((one) => durationOf(one) > 150)
    expect(of('b').length / 2 / waited.length).toBeGreaterThan(3)
    expect(of('b').length / 2 / waited.length).toBeLessThan(24)
    expect(new Set(of('c').map(durationOf))).toEqual(new Set([15]))
    expect(
      new Set(
        of('b')
          .map(durationOf)
          .filter((ms) => ms < 150),
      ),
    ).toEqual(new Set([20]))
    for (const one of waited) expect(Number(one.traceId.slice(1))).toBeGreaterThanOrEqual(120)
    expect(of('a').filter((one) => durationOf(one) > 150)).toHaveLength(waited.length)
  })

  it('are the same whenever they are made', () => {
    expect(made(1)).toEqual(made(1))
    expect(made(1)?.truth).toEqual({ services: ['cart'], unstatedToo: [], faultType: 'lost_packets' })
  })

  it('are put into no window in which a service has too few calls', () => {
    const late = { ...WINDOW, startMs: END_MS - 10_000 }
    expect(withLostPackets(late, seededRandom(0, 'lost'))).toBeNull()
  })
})

describe('sets of lost packets', () => {
  const fault = { services: ['cart'], unstatedToo: [], faultType: 'cpu' }
  const setsOf = (truth: Truth | null, isHeld: boolean) =>
    lostPacketSets([{ name: 'some', system: 'shop', episodes: [episode(truth)] }], null, isHeld)

  it('have even numbers to look at, and odd ones that are only scored', () => {
    const ids = (isHeld: boolean) => setsOf(null, isHeld).flatMap(({ episodes }) => episodes.map(({ id }) => id))
    expect(ids(false)).toEqual(['quiet-lost-0', 'quiet-lost-2'])
    expect(ids(true)).toEqual(['quiet-lost-1', 'quiet-lost-3'])
    expect(setsOf(null, true)[0]?.name).toBe('lost-quiet-shop-held')
  })

  it('take of an incident the time before its fault, divided at its middle, also without any fault', () => {
    const [set] = setsOf(fault, false)
    expect(set?.name).toBe('lost-past-shop')
    const quiet = set?.episodes.find(({ truth }) => truth === null)
    expect(quiet).toMatchObject({ startMs: BEGIN_MS + MINUTE_MS, endMs: START_MS, signals: ['spans'] })
    expect(quiet?.load().records.spans).toHaveLength(360)
  })
})
