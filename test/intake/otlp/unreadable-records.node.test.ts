/** OTLP JSON in which one record cannot be read: the others are stored, and what is wrong with it is counted. */
import { describe, expect, it } from 'vitest'
import { MalformedPayload } from '../../../src/intake/otlp/fields.ts'
import * as json from '../../../src/intake/otlp/json.ts'
import * as jsonMetrics from '../../../src/intake/otlp/json-metrics.ts'
import { logRecords, metricPoints, spanRecords } from '../../../src/intake/records.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 12)
const NOW = fromMillis(NOW_MS)
const RIGHT = `${NOW_MS - 1_000}000000`
const RIGHT_TIME = fromMillis(NOW_MS - 1_000)

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const logs = (...logRecordsSent: unknown[]) =>
  logRecords(json.decodeLogs(bytes({ resourceLogs: [{ scopeLogs: [{ logRecords: logRecordsSent }] }] })), NOW_MS)
const spans = (...sent: unknown[]) =>
  spanRecords(json.decodeSpans(bytes({ resourceSpans: [{ scopeSpans: [{ spans: sent }] }] })), NOW_MS)
const points = (...dataPoints: unknown[]) =>
  metricPoints(
    jsonMetrics.decodeMetrics(
      bytes({ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints } }] }] }] }),
    ),
    NOW_MS,
  )
const REPAIRED = { 'a time could not be read': 1 }

describe('a time that is no time is repaired like a wrong one', () => {
  it.each(['abc', '1.5', '0x10', '2026-11-22T12:00:00Z', true, {}, [1], '9'.repeat(21), 1e300])(
    '%j in a log record',
    (time) => {
      const { records, rejected, repaired } = logs(
        { timeUnixNano: time, body: { stringValue: 'with a clock of its own' } },
        { timeUnixNano: RIGHT, body: { stringValue: 'right' } },
      )
      expect(records.map(({ body }) => body)).toEqual(['with a clock of its own', 'right'])
      expect(records.map((record) => record.time)).toEqual([NOW, RIGHT_TIME])
      const asSent = typeof time === 'string' ? time : JSON.stringify(time)
      if (time !== 1e300) expect(records[0]?.attributes).toEqual({ 'oas.time_as_sent': asSent.slice(0, 100) })
      expect([rejected.count, Object.values(repaired)]).toEqual([0, [1]])
    },
  )

  it('with the observed time in its place where there is one', () => {
    const { records, repaired } = logs({ timeUnixNano: 'abc', observedTimeUnixNano: RIGHT })
    expect([records[0]?.time, repaired]).toEqual([RIGHT_TIME, REPAIRED])
  })

  it('an observed time that is none stays in an attribute', () => {
    const { records, repaired } = logs({ timeUnixNano: RIGHT, observedTimeUnixNano: 'abc' })
    expect(records[0]).toMatchObject({
      time: RIGHT_TIME,
      observedTime: null,
      attributes: { 'oas.observed_time_as_sent': 'abc' },
    })
    expect(repaired).toEqual({})
  })

  it('a text of any length is cut', () => {
    const { records } = logs({ timeUnixNano: 'x'.repeat(100_000) })
    expect(records[0]?.attributes['oas.time_as_sent']).toHaveLength(100)
  })

  it('of spans, their ends and their events', () => {
    const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
    const { records, repaired, rejected } = spans(
      { ...ids, startTimeUnixNano: 'abc', endTimeUnixNano: RIGHT },
      { ...ids, startTimeUnixNano: RIGHT, endTimeUnixNano: 'def' },
      { ...ids, startTimeUnixNano: 'abc', endTimeUnixNano: 'def' },
      { ...ids, startTimeUnixNano: RIGHT, endTimeUnixNano: RIGHT, events: [{ timeUnixNano: 'ghi', name: 'e' }] },
    )
    expect(records.map(({ time, durationNanos }) => [time, durationNanos])).toEqual([
      [RIGHT_TIME, 0],
      [RIGHT_TIME, 0],
      [NOW, 0],
      [RIGHT_TIME, 0],
    ])
    expect(records.map(({ attributes }) => attributes)).toEqual([
      { 'oas.time_as_sent': 'abc' },
      { 'oas.end_time_as_sent': 'def' },
      { 'oas.time_as_sent': 'abc', 'oas.end_time_as_sent': 'def' },
      {},
    ])
    expect(records[3]?.events[0]).toMatchObject({ name: 'e', attributes: { 'oas.time_as_sent': 'ghi' } })
    expect([repaired, rejected.count]).toEqual([{ 'a time could not be read': 3 }, 0])
  })

  it('of points, without an attribute', () => {
    const { records, repaired } = points(
      { timeUnixNano: 'abc', startTimeUnixNano: 'def', asDouble: 1 },
      { timeUnixNano: RIGHT, asDouble: 2 },
    )
    expect(records).toMatchObject([
      { time: NOW, startTime: null, attributes: {}, value: 1 },
      { time: RIGHT_TIME, value: 2 },
    ])
    expect(repaired).toEqual(REPAIRED)
  })
})

describe('a record with a field of another type is refused alone', () => {
  it('of logs', () => {
    const { records, rejected } = logs(
      { timeUnixNano: RIGHT, severityNumber: 'loud' },
      'no object',
      { timeUnixNano: RIGHT, body: { stringValue: 7 } },
      { timeUnixNano: RIGHT, body: { stringValue: 'kept' } },
    )
    expect(records.map(({ body }) => body)).toEqual(['kept'])
    expect(rejected.count).toBe(3)
    expect([...rejected.reasons].sort()).toEqual([
      'a number field holds something else',
      'a text field holds something else',
      'logRecords must be an object',
    ])
  })

  it('of spans and points', () => {
    const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), startTimeUnixNano: RIGHT }
    expect(spans({ ...ids, events: 'none' }, ids)).toMatchObject({ records: [{}], rejected: { count: 1 } })
    const read = points({ timeUnixNano: RIGHT, asDouble: 'much' }, { timeUnixNano: RIGHT, asDouble: 1 })
    expect(read).toMatchObject({ records: [{ value: 1 }], rejected: { count: 1 } })
  })

  it('and the whole body where nothing of it can be read, or its frame is no OTLP', () => {
    expect(() => logs('no object', { severityNumber: 'loud' })).toThrow(MalformedPayload)
    expect(() => json.decodeLogs(bytes({ resourceLogs: [{ scopeLogs: [{ logRecords: 'text' }] }] }))).toThrow(
      MalformedPayload,
    )
  })
})
