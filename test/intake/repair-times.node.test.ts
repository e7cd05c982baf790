import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatById } from '../../src/intake/formats/detect.ts'
import { decodeBody, recordsOf } from '../../src/intake/formats/format.ts'
import * as json from '../../src/intake/otlp/json.ts'
import * as jsonMetrics from '../../src/intake/otlp/json-metrics.ts'
import { logRecords, metricPoints, spanRecords } from '../../src/intake/records.ts'
import { END_TIME_AS_SENT, TIME_AS_SENT, TimeRepair, timeText } from '../../src/intake/repair-times.ts'
import { compareTime, fromMillis, fromUnixNano, NANOS_PER_DAY, type Timestamp } from '../../src/telemetry/time.ts'
import { logRecord } from '../support/log-record.ts'
import { AT_MS, SAMPLES } from './formats/samples.ts'

const NOW_MS = Date.UTC(2026, 10, 22, 6)
const NOW = fromMillis(NOW_MS)
const YEAR_2000 = fromMillis(Date.UTC(2000, 0, 1))
const LATEST = fromMillis(NOW_MS + 600_000)
const AHEAD = 'a time was more than 10 minutes ahead'
const BEFORE = 'a time was before 2000'
/** The zero time of Go, 0001-01-01, as its nanoseconds wrap around in 64 bits. */
const GO_ZERO = '11651379494838206464'

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const nanos = (ms: number) => `${BigInt(ms) * 1_000_000n}`
const ofLogs = (logs: readonly object[], nowMs = NOW_MS) =>
  logRecords(json.decodeLogs(bytes({ resourceLogs: [{ scopeLogs: [{ logRecords: logs }] }] })), nowMs)
const ofSpans = (spans: readonly object[]) =>
  spanRecords(json.decodeSpans(bytes({ resourceSpans: [{ scopeSpans: [{ spans }] }] })), NOW_MS)
const ofPoints = (dataPoints: readonly object[]) => {
  const metrics = [{ name: 'queue.depth', gauge: { dataPoints } }]
  return metricPoints(jsonMetrics.decodeMetrics(bytes({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] })), NOW_MS)
}
const span = (start: string, end: string) => ({
  traceId: 'ab'.repeat(16),
  spanId: 'cd'.repeat(8),
  name: 'GET /',
  startTimeUnixNano: start,
  endTimeUnixNano: end,
})

describe('repairing the time of a log', () => {
  it.each(['-6795364578871345152', '-1', -1])('stores every record of a batch in which one has the time %s', (time) => {
    const { records, rejected, repaired } = ofLogs([
      { timeUnixNano: nanos(NOW_MS), body: { stringValue: 'right' } },
      { timeUnixNano: time, body: { stringValue: 'wrong' } },
    ])
    expect(records.map((record) => record.time)).toEqual([NOW, NOW])
    expect(records[1]?.attributes[TIME_AS_SENT]).toBe(
      String(time) === '-1' ? '1969-12-31T23:59:59.999999999Z' : '1754-08-30T22:43:41.128654848Z',
    )
    expect([rejected.count, repaired]).toEqual([0, { [BEFORE]: 1 }])
  })

  it('a wrong time is replaced by the observed time and stays in an attribute', () => {
    const observed = nanos(NOW_MS - 5_000)
    const { records, repaired, rejected } = ofLogs([
      { timeUnixNano: GO_ZERO, observedTimeUnixNano: observed, attributes: [] },
    ])
    expect(records[0]).toMatchObject({
      time: fromMillis(NOW_MS - 5_000),
      attributes: { [TIME_AS_SENT]: '2339-03-21T22:18:14.838206464Z' },
    })
    expect([repaired, rejected.count]).toEqual([{ [AHEAD]: 1 }, 0])
  })

  it.each([
    ['no time of observation', '0'],
    ['one that is as wrong', GO_ZERO],
  ])('gives way to the arrival where there is %s', (_, observedTimeUnixNano) => {
    const { records, repaired } = ofLogs([{ timeUnixNano: '1', observedTimeUnixNano }])
    expect(records[0]).toMatchObject({ time: NOW, attributes: { [TIME_AS_SENT]: '1970-01-01T00:00:00.000000001Z' } })
    expect(repaired).toEqual({ [BEFORE]: 1 })
  })

  it('a right time is kept: any time from 2000 to 10 minutes ahead', () => {
    const times = [Date.UTC(2000, 0, 1), Date.UTC(2011, 5, 6), NOW_MS, NOW_MS + 600_000]
    const { records, repaired } = ofLogs(times.map((ms) => ({ timeUnixNano: nanos(ms) })))
    expect(records.map(({ time }) => time)).toEqual(times.map((ms) => fromMillis(ms)))
    expect(records.every(({ attributes }) => !(TIME_AS_SENT in attributes))).toBe(true)
    expect(repaired).toEqual({})
  })

  it('content identifies a resend only if some time of it could be kept', () => {
    expect(ofLogs([{ timeUnixNano: GO_ZERO }]).hasOwnTimes).toBe(false)
    expect(ofLogs([{ timeUnixNano: GO_ZERO }, { timeUnixNano: nanos(NOW_MS) }]).hasOwnTimes).toBe(true)
  })

  it.each(SAMPLES.filter(({ expected }) => expected.some(({ timeMs }) => timeMs !== null)))(
    'is repaired in every format: $format $path',
    ({ format, bytes, headers, contentType }) => {
      const decoder = formatById(format)
      if (decoder === null) throw new Error(`no format ${format}`)
      const before = AT_MS - 7_200_000
      const all = new Headers({ ...headers, 'content-type': contentType })
      const decode = (nowMs: number) => {
        const decoded = decodeBody(decoder, { bytes, headers: all, query: new URLSearchParams(), nowMs })
        if (!decoded.ok) throw new Error(decoded.reason)
        return recordsOf(decoded.drafts, decoded.rejected ?? {}, nowMs)
      }
      const right = decode(AT_MS)
      const wrong = decode(before)
      expect(right.repaired).toEqual({})
      expect(wrong.rejected.count).toBe(0)
      expect(wrong.records).toHaveLength(right.records.length)
      const timed = right.records.filter(({ time }) => compareTime(time, fromMillis(AT_MS - 3_600_000)) > 0).length
      expect(wrong.repaired).toEqual({ [AHEAD]: timed })
      for (const record of wrong.records) expect(record.time).toEqual(fromMillis(before))
    },
  )

  it('a repaired time is always within range, and no record is refused for its time', () => {
    const time = fc.oneof(
      fc.double(),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom('0001-01-01T00:00:00Z', -62_135_596_800, -62_135_596_800_000, 1e300, '99999999999999999999'),
    )
    const webhook = formatById('webhook')
    if (webhook === null) throw new Error('no webhook format')
    fc.assert(
      fc.property(time, (value) => {
        const input = { bytes: bytes({ message: 'x', time: value }), headers: new Headers(), nowMs: NOW_MS }
        const decoded = decodeBody(webhook, { ...input, query: new URLSearchParams() })
        if (!decoded.ok) throw new Error(decoded.reason)
        const { records, rejected } = recordsOf(decoded.drafts, {}, NOW_MS)
        expect([records.length, rejected.count]).toEqual([1, 0])
        const at = records[0]?.time ?? NOW
        expect(compareTime(at, YEAR_2000)).toBeGreaterThanOrEqual(0)
        expect(compareTime(at, LATEST)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 2_000, seed: 3 },
    )
  })
})

describe('repairing the times of a span', () => {
  const right = NOW_MS - 60_000
  it.each([
    ['a wrong start', GO_ZERO, nanos(right), { time: fromMillis(right), durationNanos: 0 }, [TIME_AS_SENT]],
    ['a start that was not set', '0', nanos(right), { time: fromMillis(right), durationNanos: 0 }, [TIME_AS_SENT]],
    ['a wrong end', nanos(right), GO_ZERO, { time: fromMillis(right), durationNanos: 0 }, [END_TIME_AS_SENT]],
    [
      'a clock an hour ahead',
      nanos(NOW_MS + 3_600_000),
      nanos(NOW_MS + 3_600_250),
      { time: fromMillis(NOW_MS - 250), durationNanos: 250_000_000 },
      [TIME_AS_SENT, END_TIME_AS_SENT],
    ],
    ['two times of no one clock', '1', GO_ZERO, { time: NOW, durationNanos: 0 }, [TIME_AS_SENT, END_TIME_AS_SENT]],
  ])('are repaired: %s', (_, start, end, expected, attributes) => {
    const { records, repaired, rejected } = ofSpans([span(start, end)])
    expect(records[0]).toMatchObject(expected)
    expect(Object.keys(records[0]?.attributes ?? {})).toEqual(attributes)
    expect(Object.values(repaired)).toEqual([1])
    expect(rejected.count).toBe(0)
  })

  it('spans read from a platform are repaired to the same times', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 2e14 }), (day, durationNanos) => {
        const [made] = ofSpans([span(nanos(right), nanos(right))]).records
        if (made === undefined) throw new Error('no span')
        const start: Timestamp = { day, nanos: 5 }
        const repair = new TimeRepair(NOW_MS)
        const { time, durationNanos: duration } = repair.span({ ...made, time: start, durationNanos })
        const endNanos = BigInt(day) * BigInt(NANOS_PER_DAY) + 5n + BigInt(durationNanos)
        const expected = new TimeRepair(NOW_MS).spanTimes(start, fromUnixNano(endNanos))
        expect({ time, duration }).toEqual({ time: expected.time, duration: expected.durationNanos })
      }),
      { seed: 5 },
    )
  })

  it('right times of a span are kept', () => {
    const { records, repaired } = ofSpans([span(nanos(right), nanos(right + 20))])
    expect(records[0]).toMatchObject({ time: fromMillis(right), durationNanos: 20_000_000, attributes: {} })
    expect(repaired).toEqual({})
  })
})

describe('repairing the time of a data point', () => {
  it.each([GO_ZERO, '1', '0'])(
    'a wrong time is replaced by the arrival, and the series stays one: %s',
    (timeUnixNano) => {
      const { records, repaired, rejected } = ofPoints([{ timeUnixNano, asDouble: 3 }])
      expect(records[0]).toMatchObject({ time: NOW, value: 3, attributes: {} })
      expect([Object.values(repaired), rejected.count]).toEqual([[1], 0])
    },
  )
})

describe('repairing times', () => {
  it('a record with a right time is returned as the same object', () => {
    const record = logRecord({ time: NOW })
    expect(new TimeRepair(NOW_MS).log(record)).toBe(record)
  })

  it('original times of any size are written to the attribute', () => {
    expect(timeText(fromMillis(-62_135_596_800_000))).toBe('0001-01-01T00:00:00.000Z')
    expect(timeText({ day: 1e300, nanos: 0 })).toBe('8.64e+304 s since 1970')
    expect(timeText(NOW)).toBe('2026-11-22T06:00:00.000Z')
  })
})
