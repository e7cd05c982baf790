import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpanRecord } from '../../../src/telemetry/model.ts'
import { SegmentIndex } from '../../../src/telemetry/segment/segment-index.ts'
import { encodeSpanSegment, type SpanEntry } from '../../../src/telemetry/segment/span-encode.ts'
import { SpanSegment } from '../../../src/telemetry/segment/span-segment.ts'
import {
  decodeSpanStatistics,
  encodeSpanStatistics,
  mergeSpanStatistics,
} from '../../../src/telemetry/segment/span-statistics.ts'
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
  const given = spans.map((record, index) => ({ record, sequence: 1, index }))
  const whole = encodeSpanSegment(given).statistics

  it('count requests, errors and durations per minute, service, operation and kind, and calls between services', () => {
    const cells = whole.cells.filter((cell) => whole.names[cell.service] === 'pay')
    expect(cells.reduce((sum, cell) => sum + cell.durations.count, 0)).toBe(20)
    expect(cells.reduce((sum, cell) => sum + cell.errors, 0)).toBe(4)
    const edges = whole.edges.map((edge) => [
      whole.names[edge.caller],
      whole.names[edge.callee],
      edge.durations.count,
      edge.errors,
    ])
    expect(edges).toEqual([
      ['web', 'pay', 20, 4],
      ['web', 'cart', 20, 0],
    ])
    expect(whole.parentsElsewhere).toBe(0)
  })

  it('survive being stored, and parts merge to the whole', () => {
    expect(decodeSpanStatistics(encodeSpanStatistics(whole))).toEqual(whole)
    const parts = [given.slice(40), given.slice(0, 40)].map((part) => encodeSpanSegment(part).statistics)
    const merged = mergeSpanStatistics(parts, 60)
    const hourly = mergeSpanStatistics([whole], 60)
    const linesOf = (s: typeof whole) =>
      s.cells
        .map((c) => [c.minute, s.names[c.service], s.names[c.operation], c.kind, c.errors, c.durations])
        .map((l) => JSON.stringify(l))
        .sort()
    expect(linesOf(merged)).toEqual(linesOf(hourly))
    expect(() => mergeSpanStatistics([hourly], 7)).toThrow(RangeError)
  })
})
