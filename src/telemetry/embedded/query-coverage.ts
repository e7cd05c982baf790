/** A partition's share of coverage: which services sent what, and when last. */

import { CoverageAccumulator } from '../query/coverage.ts'
import type { MetricSegment } from '../segment/metric-segment.ts'
import type { SpanSegment } from '../segment/span-segment.ts'
import { compareTime, type TimeRange } from '../time.ts'
import { logsOf, metricsOf, nanosWithin, spansOf, type WorkMeter } from './batch-reader.ts'
import { NANOS_PER_HOUR } from './hour-stats.ts'
import type { PartitionAnswers } from './messages.ts'
import type { PartitionSource } from './partition-source.ts'
import { divide } from './plan.ts'
import { matchedRows, overlapping } from './segment-logs.ts'

/** Returns which services have sent to this partition within the range, and since when. */
export async function coverage(
  source: PartitionSource,
  range: TimeRange,
  meter: WorkMeter,
): Promise<PartitionAnswers['coverage']> {
  const accumulator = new CoverageAccumulator()
  const upToEnd = { from: { day: 0, nanos: 0 }, to: range.to }
  if (source.signal === 'logs') await addSegmentsOfLogs(source, range, accumulator, meter)
  else await addSegmentsByTime(source, range, accumulator, meter)
  const tail =
    source.signal === 'logs'
      ? logsOf(source, upToEnd, meter)('newest')
      : source.signal === 'spans'
        ? spansOf(source, upToEnd, meter)('newest')
        : metricsOf(source, upToEnd, meter)('newest')
  for await (const records of tail) {
    for (const { time, resource } of records) {
      accumulator.seen(time)
      if (compareTime(time, range.from) >= 0) accumulator.add(source.signal, resource.service, time)
    }
  }
  return accumulator.partial()
}

interface ServiceRows {
  readonly service: string
  count: number
  first: number
  last: number
}

/** Adds spans and metric points by their time and resource columns: one entry per segment and service. */
async function addSegmentsByTime(
  source: PartitionSource,
  range: TimeRange,
  into: CoverageAccumulator,
  meter: WorkMeter,
): Promise<void> {
  const { day, signal } = source
  const [from, to] = nanosWithin(range, day)
  for (const head of overlapping(source, [{ from: 0, to }])) {
    if (!meter.admits(head.records, 0)) return
    const services = new Map<string, ServiceRows>()
    let lastBefore = -1
    const add = (service: string, nanos: number) => {
      if (nanos >= to) return
      if (nanos < from) {
        if (nanos > lastBefore) lastBefore = nanos
        return
      }
      let rows = services.get(service)
      if (rows === undefined) {
        rows = { service, count: 0, first: nanos, last: nanos }
        services.set(service, rows)
      }
      rows.count++
      if (nanos < rows.first) rows.first = nanos
      if (nanos > rows.last) rows.last = nanos
    }
    const bytes =
      signal === 'spans' ? eachSpan(source.spanSegment(head), add) : eachPoint(source.metricSegment(head), add)
    if (lastBefore >= 0) into.seen({ day, nanos: lastBefore })
    for (const { service, count, first, last } of services.values()) {
      const lastSeen = { day, nanos: last }
      into.addEntry({ signal, service, records: count, firstSeen: { day, nanos: first }, lastSeen })
      into.seen(lastSeen)
    }
    await meter.spent(head.records, bytes)
  }
}

/** Visits each span and returns the bytes decoded. */
function eachSpan(segment: SpanSegment, visit: (service: string, nanos: number) => void): number {
  const before = segment.bytesDecoded
  const times = segment.times()
  const { values, codes } = segment.resources()
  for (let row = 0; row < segment.count; row++) visit(values[codes[row] ?? 0]?.service ?? '', times[row] ?? 0)
  return segment.bytesDecoded - before
}

function eachPoint(segment: MetricSegment, visit: (service: string, nanos: number) => void): number {
  const before = segment.bytesDecoded
  const times = segment.times()
  for (const { series, first, end } of segment.series()) {
    for (let row = first; row < end; row++) visit(series.resource.service, times[row] ?? 0)
  }
  return segment.bytesDecoded - before
}

/**
 * Adds logs: whole hours by log series, partial hours by rows. What lies before the range counts only for the last
 * record.
 */
async function addSegmentsOfLogs(
  source: PartitionSource,
  range: TimeRange,
  into: CoverageAccumulator,
  meter: WorkMeter,
): Promise<void> {
  const { day } = source
  const division = divide(range, day, NANOS_PER_HOUR)
  const { series } = source.logSeries()
  const { whole } = division
  for (let hour = (whole?.from ?? 0) / NANOS_PER_HOUR; whole !== null && hour * NANOS_PER_HOUR < whole.to; hour++) {
    source.hour(hour).forEachSeries((number, count, first, last) => {
      const service = series[number]?.service ?? ''
      const [firstSeen, lastSeen] = [
        { day, nanos: first },
        { day, nanos: last },
      ]
      into.addEntry({ signal: 'logs', service, records: count, firstSeen, lastSeen })
      into.seen(lastSeen)
    })
  }
  const [from] = nanosWithin(range, day)
  const before = source.segments().filter((head) => head.minNanos < from)
  for (const head of before) into.seen({ day, nanos: head.maxNanos < from ? head.maxNanos : head.minNanos })
  for (const end of division.ends) {
    for (const head of overlapping(source, [end])) {
      const matched = await matchedRows(source, head, end, { conditions: [] }, meter)
      if (matched === null) continue
      const times = matched.segment.times()
      const { values, codes } = matched.segment.resources()
      for (let row = matched.first; row < matched.end; row++) {
        const time = { day, nanos: times[row] ?? 0 }
        into.add('logs', values[codes[row] ?? 0]?.service ?? '', time)
        into.seen(time)
      }
    }
  }
  // No record in the range, but a segment crosses its start: the last row before the range is the last record.
  for (const head of before) {
    if (head.maxNanos < from) continue
    const matched = await matchedRows(source, head, { from: 0, to: from }, { conditions: [] }, meter)
    const nanos = matched?.segment.times()[matched.end - 1]
    if (nanos !== undefined) into.seen({ day, nanos })
  }
}
