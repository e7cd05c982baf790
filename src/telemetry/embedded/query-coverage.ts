/** A partition's share of coverage: which services sent what, and when last. */

import { CoverageAccumulator } from '../query/coverage.ts'
import { compareTime, type TimeRange } from '../time.ts'
import { logsOf, metricsOf, nanosWithin, spansOf, type WorkMeter } from './batch-reader.ts'
import { NANOS_PER_HOUR } from './hour-stats.ts'
import type { PartitionAnswers } from './messages.ts'
import type { PartitionSource, SegmentHead, ServiceRows } from './partition-source.ts'
import { divide } from './plan.ts'
import { matchedRows, overlapping } from './segment-logs.ts'
import { isWhole, pointsOfServices, rowsOfServices, wholeServices } from './service-rows.ts'

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

/** Adds spans and metric points by their time and resource columns: one entry per segment and service. */
async function addSegmentsByTime(
  source: PartitionSource,
  range: TimeRange,
  into: CoverageAccumulator,
  meter: WorkMeter,
): Promise<void> {
  const { day } = source
  const [from, to] = nanosWithin(range, day)
  for (const head of overlapping(source, [{ from: 0, to }])) {
    if (!meter.admits(head.records, 0)) return
    if (isWhole(head, { from, to })) {
      addServices(await wholeServices(source, head, meter), source, into)
      continue
    }
    const bytes = addPart(source, head, [from, to], into)
    await meter.spent(head.records, bytes)
  }
}

/** Returns the bytes decoded. */
function addPart(
  source: PartitionSource,
  head: SegmentHead,
  [from, to]: readonly [number, number],
  into: CoverageAccumulator,
): number {
  const { day } = source
  if (source.signal === 'metrics') {
    const segment = source.metricSegment(head)
    const before = segment.bytesDecoded
    const { services, lastBefore } = pointsOfServices(source, head, [from, to])
    if (lastBefore >= 0) into.seen({ day, nanos: lastBefore })
    addServices(services, source, into)
    return segment.bytesDecoded - before
  }
  const segment = source.spanSegment(head)
  const before = segment.bytesDecoded
  const { first, end } = segment.rowsBetween(from, to)
  const last = segment.times()[first - 1]
  if (last !== undefined) into.seen({ day, nanos: last })
  addServices(rowsOfServices(segment, [first, end], null), source, into)
  return segment.bytesDecoded - before
}

function addServices(
  services: readonly ServiceRows[],
  { signal, day }: Pick<PartitionSource, 'signal' | 'day'>,
  into: CoverageAccumulator,
): void {
  for (const { service, count, first, last } of services) {
    const lastSeen = { day, nanos: last }
    into.addEntry({ signal, service, records: count, firstSeen: { day, nanos: first }, lastSeen })
    into.seen(lastSeen)
  }
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
      if (isWhole(head, end)) {
        addServices(await wholeServices(source, head, meter), source, into)
        continue
      }
      const matched = await matchedRows(source, head, end, { conditions: [] }, meter)
      if (matched === null) continue
      addServices(rowsOfServices(matched.segment, [matched.first, matched.end], null), source, into)
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
