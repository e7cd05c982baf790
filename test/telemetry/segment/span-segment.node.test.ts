import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpanRecord } from '../../../src/telemetry/model.ts'
import { SegmentIndex } from '../../../src/telemetry/segment/segment-index.ts'
import { encodeSpanSegment, type SpanEntry } from '../../../src/telemetry/segment/span-encode.ts'
import { SpanSegment } from '../../../src/telemetry/segment/span-segment.ts'
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

  it('finds the rows of a trace, and its trace filter never denies a trace that is present', () => {
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
