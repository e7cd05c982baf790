import { describe, expect, it } from 'vitest'
import { corpusSlice } from '../../../bench/telemetry/corpus.ts'
import { encodeLogSegment } from '../../../src/telemetry/segment/log-encode.ts'
import {
  decodeLogStatistics,
  encodeLogStatistics,
  type LogStatistics,
  mergeLogStatistics,
  severityClass,
} from '../../../src/telemetry/segment/log-statistics.ts'
import { ShapeLimiter } from '../../../src/telemetry/shape/limiter.ts'
import { assembleBody, ShapeTable, shapeOf } from '../../../src/telemetry/shape/shape.ts'

const records = corpusSlice(0, 1_200, { records: 200_000 })
const entries = records.map((record, index) => ({ record, sequence: Math.floor(index / 100), index: index % 100 }))
const context = () => ({ table: new ShapeTable(), limiter: new ShapeLimiter() })
const whole = encodeLogSegment(entries, context()).statistics

/** Statistics as sorted lines, without places in dictionaries. */
const linesOf = (statistics: LogStatistics): string[] =>
  [
    ...statistics.minutes.map((m) => `m ${m.minute} ${statistics.services[m.service]} ${m.severity} ${m.count}`),
    ...statistics.shapeCounts.map(
      (s) =>
        `s ${statistics.services[s.service]} ${s.severity} ${statistics.shapes[s.shape]?.hash} ${s.count} ${s.first.nanos} ${s.last.nanos}`,
    ),
    ...statistics.attributes.flatMap((a) => (a.values ?? []).map((v) => `a ${a.key} ${v.value} ${v.count}`)),
    ...statistics.attributes.map((a) => `k ${a.key} ${a.records}`),
  ].sort()

describe('the statistics of logs', () => {
  it('count per minute, service and severity, and per shape, what the records say', () => {
    const minutes = new Map<string, number>()
    const shapes = new Map<string, number>()
    for (const { time, resource, severityNumber, body } of records) {
      const minute = time.day * 1_440 + Math.floor(time.nanos / 60e9)
      const minuteKey = `${minute} ${resource.service} ${severityClass(severityNumber)}`
      minutes.set(minuteKey, (minutes.get(minuteKey) ?? 0) + 1)
      const shapeKey = `${resource.service} ${severityClass(severityNumber)} ${shapeOf(body).hash}`
      shapes.set(shapeKey, (shapes.get(shapeKey) ?? 0) + 1)
    }
    const ofMinutes = whole.minutes.map(
      (m) => [`${m.minute} ${whole.services[m.service]} ${m.severity}`, m.count] as const,
    )
    expect(new Map(ofMinutes)).toEqual(minutes)
    const ofShapes = whole.shapeCounts.map(
      (s) => [`${whole.services[s.service]} ${s.severity} ${whole.shapes[s.shape]?.hash}`, s.count] as const,
    )
    expect(new Map(ofShapes)).toEqual(shapes)
    expect(whole.records).toBe(records.length)
  })

  it('show of each shape a record that has it', () => {
    for (const { shape, example } of whole.shapeCounts) {
      const entry = entries.find(({ sequence, index }) => sequence === example.sequence && index === example.index)
      expect(assembleBody(whole.shapes[shape]?.template ?? '', example.variables)).toBe(entry?.record.body)
    }
  })

  it('survive being stored', () => {
    expect(decodeLogStatistics(encodeLogStatistics(whole))).toEqual(whole)
  })

  it('of parts merge to those of the whole, stored or not, in any order', () => {
    const parts = [entries.slice(700), entries.slice(0, 300), entries.slice(300, 700)].map(
      (part) => encodeLogSegment(part, context()).statistics,
    )
    expect(linesOf(mergeLogStatistics(parts))).toEqual(linesOf(whole))
    const merged = mergeLogStatistics(parts.map((part) => decodeLogStatistics(encodeLogStatistics(part))))
    expect(linesOf(decodeLogStatistics(encodeLogStatistics(merged)))).toEqual(linesOf(whole))
    expect(merged.first).toEqual(whole.first)
    expect(merged.last).toEqual(whole.last)
  })
})
