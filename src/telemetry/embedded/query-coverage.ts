/** A partition's share of coverage. */
import { CoverageAccumulator } from '../query/coverage.ts'
import { compareTime, type TimeRange } from '../time.ts'
import { logsOf, nanosWithin, type WorkMeter } from './batch-reader.ts'
import { NANOS_PER_HOUR } from './hour-stats.ts'
import type { PartitionAnswers } from './messages.ts'
import type { PartitionSource } from './partition-source.ts'
import { divide } from './plan.ts'
import { matchedRows, overlapping } from './sealed-logs.ts'
import { metricPointsOf } from './sealed-metrics.ts'
import { spanRecordsOf } from './sealed-spans.ts'

export async function coverage(
  source: PartitionSource,
  range: TimeRange,
  meter: WorkMeter,
): Promise<PartitionAnswers['coverage']> {
  const accumulator = new CoverageAccumulator()
  if (source.signal === 'logs') await addSealed(source, range, accumulator, meter)
  const upToEnd = { from: { day: 0, nanos: 0 }, to: range.to }
  const read =
    source.signal === 'logs'
      ? logsOf(source, upToEnd, meter)('newest')
      : source.signal === 'spans'
        ? spanRecordsOf(source, upToEnd, 'newest', meter)
        : metricPointsOf(source, upToEnd, () => true, meter)
  for await (const records of read) {
    for (const { time, resource } of records) {
      accumulator.seen(time)
      if (compareTime(time, range.from) >= 0) accumulator.add(source.signal, resource.service, time)
    }
  }
  return accumulator.partial()
}

/** Whole hours by their kinds, the ends by their rows; what lies before the range counts for the last record only. */
async function addSealed(
  source: PartitionSource,
  range: TimeRange,
  into: CoverageAccumulator,
  meter: WorkMeter,
): Promise<void> {
  const { day } = source
  const division = divide(range, day, NANOS_PER_HOUR)
  const { kinds } = source.kinds()
  const { whole } = division
  for (let hour = (whole?.from ?? 0) / NANOS_PER_HOUR; whole !== null && hour * NANOS_PER_HOUR < whole.to; hour++) {
    for (const [number, { count, first, last }] of source.hour(hour).kinds) {
      const service = kinds[number]?.service ?? ''
      const [firstSeen, lastSeen] = [
        { day, nanos: first },
        { day, nanos: last },
      ]
      into.addEntry({ signal: 'logs', service, records: count, firstSeen, lastSeen })
      into.seen(lastSeen)
    }
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
  // Nothing in the range, and a segment reaches across its beginning: its last row before it is the last record.
  for (const head of before) {
    if (head.maxNanos < from) continue
    const matched = await matchedRows(source, head, { from: 0, to: from }, { conditions: [] }, meter)
    const nanos = matched?.segment.times()[matched.end - 1]
    if (nanos !== undefined) into.seen({ day, nanos })
  }
}
