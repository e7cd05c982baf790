import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { derive } from '../../../scripts/eval/derived/derive.ts'
import { followSpans } from '../../../scripts/eval/derived/metric-follow.ts'
import { below, type Node, recordsOf, remove, stretch, treesOf } from '../../../scripts/eval/derived/trace-surgery.ts'
import type { MetricPoint, SpanRecord } from '../../../src/telemetry/model.ts'
import { fromMillis, toMillis } from '../../../src/telemetry/time.ts'

const BEGIN_MS = Date.UTC(2026, 2, 3)
const MINUTE_MS = 60_000

function span(service: string, id: string, parent: string, startMs: number, tookMs: number, traceId = 't'): SpanRecord {
  return {
    time: fromMillis(BEGIN_MS + startMs),
    durationNanos: tookMs * 1_000_000,
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

/** web calls cart (10..40), then ads (50..80); cart calls store (15..25). Nothing waits for the mail after ads. */
const REQUEST = (traceId = 't', offsetMs = 0) => [
  span('web', 'a', '', offsetMs, 100, traceId),
  span('cart', 'b', 'a', offsetMs + 10, 30, traceId),
  span('store', 'c', 'b', offsetMs + 15, 10, traceId),
  span('ads', 'd', 'a', offsetMs + 50, 30, traceId),
  span('mail', 'e', 'd', offsetMs + 90, 200, traceId),
]
const treeOf = () => treesOf(REQUEST()).get('t') ?? []
const named = (nodes: readonly Node[], service: string): Node => {
  const found = nodes.find(({ record }) => record.resource.service === service)
  if (found === undefined) throw new Error(`no ${service}`)
  return found
}
const timesOf = (nodes: readonly Node[]) =>
  Object.fromEntries(
    recordsOf(nodes).map(({ resource, time, durationNanos }) => [
      resource.service,
      [toMillis(time) - BEGIN_MS, durationNanos / 1_000_000],
    ]),
  )

describe('a change of a recorded trace', () => {
  it('makes what encloses a delay longer and what follows it later, and nothing else', () => {
    const nodes = treeOf()
    const cart = named(nodes, 'cart')
    stretch(cart, cart.startMs, 7)
    expect(timesOf(nodes)).toEqual({ web: [0, 107], cart: [10, 37], store: [22, 10], ads: [57, 30], mail: [97, 200] })
  })

  it('lets nobody wait for a message that ends after its sender', () => {
    const nodes = treeOf()
    stretch(named(nodes, 'mail'), named(nodes, 'mail').startMs, 1000)
    expect(timesOf(nodes)).toMatchObject({ web: [0, 100], ads: [50, 30], mail: [90, 1200] })
  })

  it('takes a call out with all below it', () => {
    const nodes = treeOf()
    remove(named(nodes, 'cart'))
    expect(Object.keys(timesOf(nodes)).toSorted()).toEqual(['ads', 'mail', 'web'])
    expect(below(named(nodes, 'web'))).toHaveLength(5)
  })

  it('keeps spans that did not change as they were, and two that share an id', () => {
    const [first] = REQUEST()
    const spans = [...REQUEST(), ...(first === undefined ? [] : [{ ...first, name: 'twin' }])]
    const after = recordsOf(treesOf(spans).get('t') ?? [])
    expect(after).toHaveLength(spans.length)
    for (const record of after) expect(spans).toContain(record)
  })
})

/** Ten minutes of requests, one a second at uneven moments. */
function windowOfRequests() {
  const random = seededRandom(1, 'test window')
  const spans = Array.from({ length: 600 }, (_, index) =>
    REQUEST(`${index}`.padStart(32, '0'), index * 1000 + random.integer(0, 500)),
  ).flat()
  const point = (service: string, name: string, atMs: number, value: number): MetricPoint => ({
    time: fromMillis(BEGIN_MS + atMs),
    startTime: null,
    name,
    unit: '',
    description: '',
    type: 'gauge',
    temporality: 'unspecified',
    isMonotonic: false,
    value,
    resource: { service, environment: '', attributes: {} },
    scopeName: '',
    attributes: {},
  })
  const metrics = ['web', 'cart', 'ads', 'store'].flatMap((service) =>
    Array.from({ length: 10 }, (_, minute) => [
      point(service, 'pod.cpu', (minute + 1) * MINUTE_MS, 10),
      point(service, 'rpc.duration', (minute + 1) * MINUTE_MS, 0.05),
      point(service, 'http.requests', (minute + 1) * MINUTE_MS, 60),
    ]).flat(),
  )
  const times = { startMs: BEGIN_MS + 5 * MINUTE_MS, endMs: BEGIN_MS + 10 * MINUTE_MS }
  return { ...times, records: { logs: [], spans, metrics } }
}

describe('a case made from a window without a fault', () => {
  const window = windowOfRequests()
  const beforeOf = (spans: readonly SpanRecord[]) => spans.filter(({ time }) => toMillis(time) < window.startMs)

  it('is the same each time, differs by number, and leaves the window as it was', () => {
    const original = JSON.stringify(window)
    expect(derive(window, 'fault', 3)).toEqual(derive(window, 'fault', 3))
    expect(derive(window, 'fault', 3)).not.toEqual(derive(window, 'fault', 8))
    expect(JSON.stringify(window)).toBe(original)
  })

  it('is untouched before the fault, and changed after it in what the label names', () => {
    const kinds = new Set<string>()
    for (let number = 0; number < 10; number++) {
      const made = derive(window, 'fault', number)
      const service = made?.truth?.services[0] ?? ''
      kinds.add(made?.truth?.faultType ?? '')
      const own = (spans: readonly SpanRecord[]) =>
        JSON.stringify(spans.filter(({ resource }) => resource.service === service))
      expect(beforeOf(made?.records.spans ?? [])).toEqual(beforeOf(window.records.spans))
      expect(own(made?.records.spans ?? []), `${number} ${made?.truth?.faultType} ${service}`).not.toBe(
        own(window.records.spans),
      )
    }
    expect([...kinds].toSorted()).toEqual(['cpu_contention', 'delay', 'network_delay', 'quiet_callee', 'wrong_return'])
  })

  it('of two faults names the later one, and the earlier only where no time is stated', () => {
    const made = derive(window, 'pair', 2)
    expect(made?.truth?.services).toHaveLength(1)
    expect(made?.truth?.unstatedToo).toHaveLength(1)
    expect(made?.truth?.unstatedToo).not.toEqual(made?.truth?.services)
    expect(beforeOf(made?.records.spans ?? [])).not.toEqual(beforeOf(window.records.spans))
  })

  it('of a changed load holds no fault: each request is one that was recorded', () => {
    const bodies = new Set(window.records.spans.map((one) => `${one.spanId} ${one.durationNanos}`))
    const counts = [0, 1, 2, 3, 4, 5].map((number) => {
      const made = derive(window, 'load', number)
      expect(made?.truth).toBeNull()
      for (const one of made?.records.spans ?? []) expect(bodies).toContain(`${one.spanId} ${one.durationNanos}`)
      return made?.records.spans.length ?? 0
    })
    expect(Math.min(...counts)).toBeLessThan(window.records.spans.length)
    expect(Math.max(...counts)).toBeGreaterThan(window.records.spans.length)
  })

  it('of readings alone has its fault in readings, from the moment asked about on', () => {
    const metricsOnly = { ...window, records: { ...window.records, spans: [] } }
    const made = derive(metricsOnly, 'fault', 0)
    expect(made?.truth?.faultType).toBe('latency')
    const early = (points: readonly MetricPoint[]) => points.filter(({ time }) => toMillis(time) < window.startMs)
    expect(early(made?.records.metrics ?? [])).toEqual(early(window.records.metrics))
    expect(made?.records.metrics).not.toEqual(window.records.metrics)
  })

  it('is refused where no service has calls enough to be hit', () => {
    const few = { ...window, records: { ...window.records, spans: window.records.spans.slice(0, 20) } }
    expect(derive(few, 'fault', 0)).toBeNull()
  })
})

describe('readings beside changed traces', () => {
  it('follow durations and counts of their own service and minute', () => {
    const { records } = windowOfRequests()
    const slower = records.spans.map((one) =>
      one.resource.service === 'cart' ? { ...one, durationNanos: 3 * one.durationNanos } : one,
    )
    const after = followSpans(records.metrics, records.spans, slower, null)
    const reading = (service: string, name: string) =>
      after.find((point) => point.resource.service === service && point.name === name)?.value
    expect(reading('cart', 'rpc.duration')).toBeCloseTo(0.15)
    expect(reading('cart', 'http.requests')).toBe(60)
    expect(reading('ads', 'rpc.duration')).toBeCloseTo(0.05)
  })
})
