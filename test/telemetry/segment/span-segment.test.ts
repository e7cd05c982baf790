import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpanRecord } from '../../../src/telemetry/model.ts'
import { SegmentIndex } from '../../../src/telemetry/segment/segment-index.ts'
import { encodeSpanSegment, type SpanEntry } from '../../../src/telemetry/segment/span-encode.ts'
import { SpanSegment } from '../../../src/telemetry/segment/span-segment.ts'
import { SpanStatistics } from '../../../src/telemetry/segment/span-statistics.ts'
import { compareTime } from '../../../src/telemetry/time.ts'
import * as arbitrary from './arbitraries.ts'

const span: fc.Arbitrary<SpanRecord> = fc.record({
  time: arbitrary.time,
  durationNanos: fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constant(0)),
  traceId: fc.constantFrom('a'.repeat(32), 'b'.repeat(32), '0123456789abcdef0123456789abcdef'),
  spanId: arbitrary.spanId,
  parentSpanId: arbitrary.spanId,
  name: fc.constantFrom('GET /cart', 'pay', ''),
  kind: fc.constantFrom('unspecified', 'internal', 'server', 'client', 'producer', 'consumer'),
  status: fc.constantFrom('unset', 'ok', 'error'),
  statusMessage: fc.constantFrom('', 'boom'),
  resource: arbitrary.resource,
  scopeName: fc.constantFrom('', 'http'),
  attributes: arbitrary.attributes,
  events: fc.array(fc.record({ time: arbitrary.time, name: arbitrary.text, attributes: arbitrary.attributes }), {
    maxLength: 2,
  }),
  links: fc.array(
    fc.record({ traceId: arbitrary.traceId, spanId: arbitrary.spanId, attributes: arbitrary.attributes }),
    { maxLength: 2 },
  ),
})
const entries: fc.Arbitrary<SpanEntry[]> = fc
  .array(span, { minLength: 1, maxLength: 25 })
  .map((spans) => spans.map((record, index) => ({ record, sequence: 3, index })))
const sortedOf = (given: readonly SpanEntry[]) =>
  [...given].sort((a, b) => compareTime(a.record.time, b.record.time) || a.index - b.index)

/** A call of `callee` by `caller`: two spans, the second in the first. */
const call = (caller: string, callee: string, ms: number, isError: boolean, at: number): SpanRecord[] => {
  const base = {
    time: { day: 20_000, nanos: at * 1_000_000_000 },
    durationNanos: ms * 1_000_000,
    traceId: at.toString(16).padStart(32, '0'),
    status: isError ? ('error' as const) : ('unset' as const),
    ...{ statusMessage: '', scopeName: '', attributes: {}, events: [], links: [] },
  }
  const resource = (service: string) => ({ service, environment: '', attributes: {} })
  const client = {
    ...base,
    spanId: '1'.repeat(16),
    parentSpanId: '',
    name: 'call',
    kind: 'client' as const,
    resource: resource(caller),
  }
  const server = {
    ...base,
    spanId: '2'.repeat(16),
    parentSpanId: client.spanId,
    name: 'serve',
    kind: 'server' as const,
    resource: resource(callee),
  }
  return [client, server]
}

describe('a segment of spans', () => {
  it('gives back every span exactly, in the order of time and id', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const segment = new SpanSegment(encodeSpanSegment(given).columns)
        expect(Array.from({ length: segment.count }, (_, row) => segment.recordAt(row))).toEqual(sortedOf(given))
      }),
      { numRuns: 300 },
    )
  })

  it('finds the rows of a trace, and its filter never denies one that is there', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const encoded = encodeSpanSegment(given)
        const index = new SegmentIndex(encoded.index)
        const ids = new SpanSegment(encoded.columns).traceIds()
        for (const { record } of given) {
          expect(index.mayHaveTrace(record.traceId)).toBe(true)
          const expected = sortedOf(given).flatMap((entry, row) =>
            entry.record.traceId === record.traceId ? [row] : [],
          )
          expect(ids.rowsOf(record.traceId)).toEqual(expected)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('the statistics of spans', () => {
  const spans = Array.from({ length: 40 }, (_, at) =>
    call('web', at % 2 ? 'cart' : 'pay', at + 1, at % 10 === 0, at * 7),
  ).flat()
  const statisticsOf = (given: readonly SpanRecord[], cellMinutes = 1) => {
    const statistics = new SpanStatistics(cellMinutes)
    for (const one of given) statistics.add(one)
    return statistics
  }
  const linesOf = (statistics: SpanStatistics) =>
    statistics
      .cells()
      .map((cell) => JSON.stringify({ ...cell, latency: { ...cell.latency, sum: Math.round(cell.latency.sum) } }))
      .sort()

  it('count requests, errors and durations per minute, service and operation', () => {
    const cells = statisticsOf(spans)
      .cells()
      .filter((cell) => cell.service === 'pay')
    expect(new Set(cells.map((cell) => cell.minute)).size).toBe(5)
    expect(cells.reduce((sum, cell) => sum + cell.latency.count, 0)).toBe(20)
    expect(cells.reduce((sum, cell) => sum + cell.errors, 0)).toBe(4)
    expect(Math.max(...cells.map((cell) => cell.latency.max))).toBe(39)
  })

  it('survive being stored, and parts merge to the whole, in wider cells too', () => {
    const whole = statisticsOf(spans)
    expect(SpanStatistics.decode(whole.encode()).cells()).toEqual(whole.cells())
    const hourly = new SpanStatistics(60)
    for (const part of [spans.slice(50), spans.slice(0, 50)])
      hourly.merge(SpanStatistics.decode(statisticsOf(part).encode()))
    expect(linesOf(hourly)).toEqual(linesOf(statisticsOf(spans, 60)))
    expect(() => whole.merge(hourly)).toThrow(RangeError)
  })
})
