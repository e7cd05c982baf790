import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogRecord } from '../../../src/telemetry/model.ts'
import { attributeText } from '../../../src/telemetry/segment/attributes.ts'
import { SegmentFormatError } from '../../../src/telemetry/segment/bytes.ts'
import { placedLogColumns } from '../../../src/telemetry/segment/log-columns.ts'
import { encodeLogSegment, type ShapeContext } from '../../../src/telemetry/segment/log-encode.ts'
import { searchSteps } from '../../../src/telemetry/segment/log-search.ts'
import { LogSegment } from '../../../src/telemetry/segment/log-segment.ts'
import { comparePlaced } from '../../../src/telemetry/segment/placed.ts'
import { atOnce } from '../../../src/telemetry/segment/search-steps.ts'
import { SegmentIndex } from '../../../src/telemetry/segment/segment-index.ts'
import { matchesTexts, mayMatch, parseTextQuery } from '../../../src/telemetry/segment/text-query.ts'
import { tokensOf } from '../../../src/telemetry/segment/tokenizer.ts'
import { ShapeLimiter } from '../../../src/telemetry/shape/limiter.ts'
import { ShapeTable, shapeOf } from '../../../src/telemetry/shape/shape.ts'
import { logRecord } from '../../support/log-record.ts'
import * as arbitrary from './arbitraries.ts'

const record: fc.Arbitrary<LogRecord> = fc.record({
  time: arbitrary.time,
  observedTime: fc.option(arbitrary.time),
  severityNumber: fc.integer({ min: 0, max: 24 }),
  severityText: fc.constantFrom('', 'INFO', 'warning'),
  body: arbitrary.body,
  eventName: fc.constantFrom('', 'click'),
  resource: arbitrary.resource,
  scopeName: fc.constantFrom('', 'http'),
  attributes: arbitrary.attributes,
  traceId: arbitrary.traceId,
  spanId: arbitrary.spanId,
})
interface Placed {
  readonly record: LogRecord
  readonly sequence: number
  readonly index: number
}
const entries: fc.Arbitrary<Placed[]> = fc
  .array(record, { minLength: 1, maxLength: 40 })
  .map((records) => records.map((log, place) => ({ record: log, sequence: 7 + (place >> 3), index: place & 7 })))

const encode = (given: readonly Placed[], shapes: ShapeContext) => encodeLogSegment(placedLogColumns(given), shapes)
const context = (shapesMax = 2_000) => ({ table: new ShapeTable(), limiter: new ShapeLimiter(shapesMax) })
const allRows = (segment: LogSegment) => Array.from({ length: segment.count }, (_, row) => segment.recordAt(row))
const textsOf = ({ body, attributes }: LogRecord) => [body, ...Object.values(attributes).map(attributeText)]

describe('a segment of logs', () => {
  it('gives back every record exactly, in the order of time and id', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const segment = new LogSegment(encode(given, context()).columns)
        const expected = [...given]
          .sort(comparePlaced)
          .map((entry) => ({ ...entry, shape: shapeOf(entry.record.body) }))
        expect(allRows(segment)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps bodies beyond the limit of shapes whole, under the shape `other`', () => {
    const given = ['one', 'two', 'three', 'four'].map((word, index) => ({
      record: { ...sample, body: `${word} of many` },
      sequence: 1,
      index,
    }))
    const limited = context(2)
    const segment = new LogSegment(encode(given, limited).columns)
    expect(allRows(segment).map((log) => log.record.body)).toEqual(given.map((log) => log.record.body))
    expect(segment.shapes().shapes.map((shape) => shape.template)).toEqual(['one of many', 'two of many', '<*>'])
    expect(limited.limiter.otherCount('shop')).toBe(2)
  })

  it('decodes one column without the others', () => {
    const given = Array.from({ length: 500 }, (_, index) => ({
      record: { ...sample, body: `line ${index}` },
      sequence: 1,
      index,
    }))
    const segment = new LogSegment(encode(given, context()).columns)
    segment.severities()
    const small = segment.bytesDecoded
    segment.bodies()
    expect(segment.bytesDecoded).toBeGreaterThan(small * 3)
  })

  it('keeps attributes of more than 256 keys, with the rare ones in the overflow column', () => {
    const given = Array.from({ length: 30 }, (_, index) => ({
      record: {
        ...sample,
        attributes: Object.fromEntries(Array.from({ length: 20 }, (_key, k) => [`k${index * 10 + k}`, k])),
      },
      sequence: 1,
      index,
    }))
    const segment = new LogSegment(encode(given, context()).columns)
    expect(segment.attributes().keys).toHaveLength(256)
    expect(segment.attributes().allKeys()).toHaveLength(310)
    expect(allRows(segment).map((log) => log.record.attributes)).toEqual(given.map((log) => log.record.attributes))
    expect(segment.attributes().valueOf('k309', 29)).toBe(19)
  })

  it('keeps attributes under keys that a sender makes up and finds their words', () => {
    const given = Array.from({ length: 2_000 }, (_, index) => ({
      record: {
        ...sample,
        attributes: {
          region: 'eu-west-1',
          ...Object.fromEntries(Array.from({ length: 5 }, (_key, k) => [`made-up-${index}-${k}`, `word${index}`])),
        },
      },
      sequence: 1,
      index,
    }))
    const encoded = encode(given, context())
    const segment = new LogSegment(encoded.columns)
    expect(segment.attributes().keys).toHaveLength(256)
    expect(segment.attributes().keys[0]).toBe('region')
    expect(allRows(segment).map((log) => log.record.attributes)).toEqual(given.map((log) => log.record.attributes))
    const { tokens } = new SegmentIndex(encoded.index)
    expect(tokens.count('west').records).toBe(2_000)
    // The word occurs in one record five times, whether or not its key has a column.
    for (const index of [0, 60, 1_999]) expect(tokens.count(`word${index}`).records).toBe(1)
    const query = parseTextQuery({ mode: 'all', text: 'word1999' })
    expect(query === null ? -1 : atOnce(searchSteps(segment, query)).indexOf(1)).toBe(1_999)
  })

  it('refuses records it cannot encode and damaged bytes, with an error that names the cause', () => {
    expect(() => encode([], context())).toThrow(RangeError)
    const wrongId = [{ record: { ...sample, traceId: 'xyz' }, sequence: 1, index: 0 }]
    expect(() => encode(wrongId, context())).toThrow(TypeError)
    const { columns } = encode([{ record: sample, sequence: 1, index: 0 }], context())
    expect(() => new LogSegment(columns.slice(0, 40)).recordAt(0)).toThrow(SegmentFormatError)
    expect(() => new LogSegment(new Uint8Array([9, 9, 9]))).toThrow(SegmentFormatError)
  })
})

describe('the index of a segment', () => {
  it('counts the records of every token that occurs twice and never denies one that occurs', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const index = new SegmentIndex(encode(given, context()).index)
        const counts = new Map<string, number>()
        for (const { record: log } of given) {
          for (const token of new Set(textsOf(log).flatMap(tokensOf))) counts.set(token, (counts.get(token) ?? 0) + 1)
        }
        for (const [token, records] of counts) {
          expect({ token, ...index.tokens.count(token) }).toEqual({ token, records, isExact: records > 1 })
        }
        for (const { record: log } of given) if (log.traceId !== '') expect(index.mayHaveTrace(log.traceId)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('lists the keys, and the counts of their values where there are few', () => {
    const given = Array.from({ length: 300 }, (_, index) => ({
      record: {
        ...sample,
        attributes: { region: index % 3 === 0 ? 'eu' : 'us', n: index, ...(index < 5 ? { rare: null } : {}) },
      },
      sequence: 1,
      index,
    }))
    expect(new SegmentIndex(encode(given, context()).index).attributes()).toEqual({
      isComplete: true,
      keys: [
        { key: 'n', records: 300, values: null },
        {
          key: 'region',
          records: 300,
          values: [
            { value: 'eu', count: 100 },
            { value: 'us', count: 200 },
          ],
        },
        { key: 'rare', records: 5, values: [{ value: null, count: 5 }] },
      ],
    })
  })

  it('denies nearly every token that does not occur', () => {
    const given = Array.from({ length: 2_000 }, (_, index) => ({
      record: { ...sample, body: `id w${index}q` },
      sequence: 1,
      index,
    }))
    const index = new SegmentIndex(encode(given, context()).index)
    const found = Array.from({ length: 5_000 }, (_, i) => index.tokens.count(`absent${i}`)).filter(
      (count) => count.records > 0,
    )
    expect(found.length).toBeLessThan(60)
  })
})

describe('text search within a segment', () => {
  const queries = fc.record({
    mode: fc.constantFrom('any', 'all', 'phrase', 'substring'),
    text: arbitrary.body,
  } as const)

  it('finds exactly the records that a search of every text finds, and the index never hides one', () => {
    fc.assert(
      fc.property(entries, queries, fc.nat(), fc.nat({ max: 12 }), (given, search, from, length) => {
        // Half of the searches are for a part of a text that is present.
        const sorted = [...given].sort(comparePlaced)
        const source = sorted[from % sorted.length]?.record.body ?? ''
        const text =
          length < 6 ? search.text : source.slice(from % (source.length + 1), (from % (source.length + 1)) + length)
        const query = parseTextQuery({ mode: search.mode, text })
        if (query === null) return
        const encoded = encode(given, context())
        const expected = sorted.map((entry) => (matchesTexts(query, textsOf(entry.record)) ? 1 : 0))
        expect(Array.from(atOnce(searchSteps(new LogSegment(encoded.columns), query)))).toEqual(expected)
        const { tokens } = new SegmentIndex(encoded.index)
        if (expected.includes(1)) expect(mayMatch(query, (token) => tokens.count(token).records > 0)).toBe(true)
      }),
      { numRuns: 600 },
    )
  })
})

const sample = logRecord({ time: { day: 20_000, nanos: 5 } })
