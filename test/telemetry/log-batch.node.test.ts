import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeLogColumns, decodeLogs, encodeLogs } from '../../src/telemetry/embedded/log-batch.ts'
import type { LogRecord } from '../../src/telemetry/model.ts'
import { joinLogColumns, placesInOrder } from '../../src/telemetry/segment/log-columns.ts'
import { encodeLogSegment } from '../../src/telemetry/segment/log-encode.ts'
import { LogSegment } from '../../src/telemetry/segment/log-segment.ts'
import { ShapeLimiter } from '../../src/telemetry/shape/limiter.ts'
import { ShapeTable } from '../../src/telemetry/shape/shape.ts'
import { logRecord } from '../support/log-record.ts'
import * as arbitrary from './segment/arbitraries.ts'

const DAY = 20_000

/** Values as JSON carries them: -0 becomes 0, and numbers that are not finite become null. */
const attributes = arbitrary.attributes.map((given) => JSON.parse(JSON.stringify(given)) as LogRecord['attributes'])

const record: fc.Arbitrary<LogRecord> = fc.record({
  time: fc.integer({ min: 0, max: 86_399_999_999_999 }).map((nanos) => ({ day: DAY, nanos })),
  observedTime: fc.option(arbitrary.time),
  severityNumber: fc.integer({ min: 0, max: 24 }),
  severityText: fc.constantFrom('', 'INFO', 'warning'),
  body: arbitrary.body,
  eventName: fc.constantFrom('', 'click'),
  resource: fc.constantFrom<LogRecord['resource']>(
    { service: 'shop', environment: '', attributes: { zone: 'a' } },
    { service: 'cart', environment: 'production', attributes: {} },
  ),
  scopeName: fc.constantFrom('', 'http'),
  attributes,
  traceId: fc.oneof(arbitrary.traceId, fc.constantFrom('no id at all')),
  spanId: arbitrary.spanId,
})

describe('encoding a batch of logs', () => {
  it('a decoded batch holds every record as it was and in its order', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (records) => {
        expect(decodeLogs(encodeLogs(records, DAY), DAY)).toEqual(records)
      }),
      { numRuns: 500 },
    )
  })

  it('keys that would be equal when joined stay apart, as do record heads beyond those compared', () => {
    const records = [
      ...Array.from({ length: 200 }, (_, n) => logRecord({ eventName: `event ${n}`, time: { day: DAY, nanos: n } })),
      logRecord({ attributes: { 'a\u0000b': 1, c: 2 }, time: { day: DAY, nanos: 201 } }),
      logRecord({ attributes: { a: 1, 'b\u0000c': 2 }, time: { day: DAY, nanos: 202 } }),
      logRecord({ attributes: { 'a\u0000b': 3, c: 4 }, time: { day: DAY, nanos: 203 } }),
    ]
    expect(decodeLogs(encodeLogs(records, DAY), DAY)).toEqual(records)
  })

  it('attributes under keys that a sender makes up are kept beyond the limit and flushed like any other', () => {
    const keysOf = (n: number) => Array.from({ length: 10 }, (_, key) => [`key-${n}-${key}`, n % 3 === 0 ? 'x' : key])
    const records = Array.from({ length: 1_000 }, (_, n) => {
      const made = n % 10 === 0 ? [['region', n % 2 === 0 ? 'eu' : 'us']] : keysOf(n)
      return logRecord({ attributes: Object.fromEntries(made), time: { day: DAY, nanos: n } })
    })
    const text = encodeLogs(records, DAY)
    expect(decodeLogs(text, DAY)).toEqual(records)
    const columns = joinLogColumns([3, 4].map((sequence) => ({ sequence, columns: decodeLogColumns(text, DAY) })))
    expect(columns.attributes.groups.length).toBeLessThan(1_000)
    expect(columns.attributes.rest.size).toBeGreaterThan(800)
    const context = { table: new ShapeTable(), limiter: new ShapeLimiter() }
    const segment = new LogSegment(encodeLogSegment(columns, context).columns)
    const flushed = Array.from({ length: segment.count }, (_, row) => segment.recordAt(row).record)
    const byTime = (a: LogRecord, b: LogRecord) => a.time.nanos - b.time.nanos
    expect(flushed).toEqual([...records, ...records].sort(byTime))
  })

  it('a batch in the earlier version, one row per record, is still read', () => {
    const text = JSON.stringify({
      v: 1,
      resources: [{ service: 'shop', environment: 'production', attributes: { 'service.name': 'shop' } }],
      scopes: ['', 'http'],
      keys: [[], ['region', 'status']],
      rows: [
        [5_000, null, 9, 'INFO', 'order 7 stored', '', 0, 1, 1, ['eu', 201], 'a'.repeat(32), 'b'.repeat(16)],
        [4_000, [-1, 86_399_000_000_000], 0, '', 'no attributes', 'click', 0, 0, 0, [], '', ''],
      ],
    })
    const resource = { service: 'shop', environment: 'production', attributes: { 'service.name': 'shop' } }
    expect(decodeLogs(text, DAY)).toEqual([
      {
        time: { day: DAY, nanos: 5_000 },
        observedTime: null,
        severityNumber: 9,
        severityText: 'INFO',
        body: 'order 7 stored',
        eventName: '',
        resource,
        scopeName: 'http',
        attributes: { region: 'eu', status: 201 },
        traceId: 'a'.repeat(32),
        spanId: 'b'.repeat(16),
      },
      {
        time: { day: DAY, nanos: 4_000 },
        observedTime: { day: DAY - 1, nanos: 86_399_000_000_000 },
        severityNumber: 0,
        severityText: '',
        body: 'no attributes',
        eventName: 'click',
        resource,
        scopeName: '',
        attributes: {},
        traceId: '',
        spanId: '',
      },
    ])
  })

  it('a batch of an unknown version is refused', () => {
    expect(() => decodeLogs('{"v":3}', DAY)).toThrow('cannot read the batch: unknown version 3')
  })
})

describe('joining the columns of several batches', () => {
  it('joined columns are in the order of time, batch and index, whether ids are equally long or not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(record, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
        (batches) => {
          const columns = joinLogColumns(
            batches.map((records, place) => ({
              sequence: 7 + place,
              columns: decodeLogColumns(encodeLogs(records, DAY), DAY),
            })),
          )
          const expected = batches
            .flatMap((records, place) => records.map((log, index) => ({ log, sequence: 7 + place, index })))
            .sort((a, b) => a.log.time.nanos - b.log.time.nanos || a.sequence - b.sequence || a.index - b.index)
          const places = placesInOrder(columns)
          expect(places.map((place) => columns.bodies[place])).toEqual(expected.map(({ log }) => log.body))
          expect(places.map((place) => [columns.sequences[place], columns.indexes[place]])).toEqual(
            expected.map(({ sequence, index }) => [sequence, index]),
          )
        },
      ),
      { numRuns: 200 },
    )
  })
})
