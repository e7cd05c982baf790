/**
 * Compaction: while a partition is idle, small or overlapping segments are joined into larger ones. Queries then open
 * fewer segments, and each dictionary is shared by more records. The hourly statistics do not change. Each record is
 * rewritten at most `LEVEL_MAX` times.
 */
import { cutByTime } from '../../telemetry/embedded/cut.ts'
import type { PartitionSource } from '../../telemetry/embedded/partition-source.ts'
import type { LogRecord, MetricPoint, SpanRecord } from '../../telemetry/model.ts'
import { placedLogColumns } from '../../telemetry/segment/log-columns.ts'
import { encodeLogSegment, type ShapeContext } from '../../telemetry/segment/log-encode.ts'
import { encodeMetricSegment } from '../../telemetry/segment/metric-encode.ts'
import type { PlacedRecord } from '../../telemetry/segment/placed.ts'
import { encodeSpanSegment } from '../../telemetry/segment/span-encode.ts'
import { extent, logExtent, logRanges, NO_INDEX } from './flush.ts'
import type { NewSegment, SegmentRow } from './partition-storage.ts'

/** Most records in a compacted segment. Building one takes about 200 ms and 30 MB. */
const COMPACTED_RECORDS = 20_000
const LEVEL_MAX = 2
/** Segments further apart than this are not joined, so that a query of a quiet hour does not read a busy one. */
const GAP_NANOS = 600_000_000_000
/** Most records compacted at once while appends arrive: about 60 ms of work. */
export const COMPACTED_IN_USE = 6_000

/**
 * Chooses the next segments to compact, in time order.
 *
 * A compaction must fill at least half of `recordsMax`; smaller ones would use up a segment's rewrites for little gain.
 * A day that is over (`isPast`) receives no more records, so its small segments are compacted as well.
 *
 * @param recordsMax most records in the new segment
 * @returns the segments to join, empty when none qualify
 */
export function nextCompaction(
  segments: readonly SegmentRow[],
  isPast: boolean,
  recordsMax = COMPACTED_RECORDS,
): SegmentRow[] {
  const ordered = segments.filter((one) => one.level < LEVEL_MAX).sort((a, b) => a.minNanos - b.minNanos)
  let run: SegmentRow[] = []
  let records = 0
  let until = Number.NEGATIVE_INFINITY
  const isWorth = () => run.length > 1 && (records >= recordsMax / 2 || isPast)
  for (const segment of ordered) {
    const isNear = segment.minNanos - until <= GAP_NANOS
    const fits = records + segment.records <= recordsMax
    if (run.length > 0 && !(isNear && fits)) {
      if (isWorth()) return run
      run = []
      records = 0
    }
    run.push(segment)
    records += segment.records
    until = Math.max(until, segment.maxNanos)
  }
  return isWorth() ? run : []
}

type Common = Pick<NewSegment, 'flushedMs' | 'level' | 'sources'>

/** Joins the chosen segments into new ones. The first new segment keeps the resend keys (`sources`) of all. */
export function compactSegments(
  partition: PartitionSource,
  run: readonly SegmentRow[],
  shapes: ShapeContext,
  common: Common,
): NewSegment[] {
  const of = (part: number) => (part === 0 ? common : { ...common, sources: [] })
  switch (partition.signal) {
    case 'logs': {
      const placed: PlacedRecord<LogRecord>[] = []
      for (const row of run) {
        const segment = partition.logSegment(row)
        for (let at = 0; at < segment.count; at++) placed.push(segment.recordAt(at))
      }
      const columns = placedLogColumns(placed)
      return logRanges(columns).map((places, part) => {
        const { rows: _, ...segment } = encodeLogSegment(columns, shapes, places)
        return { ...of(part), ...logExtent(columns, places), ...segment }
      })
    }
    case 'spans': {
      const placed: PlacedRecord<SpanRecord>[] = []
      for (const row of run) {
        const segment = partition.spanSegment(row)
        for (let at = 0; at < segment.count; at++) placed.push(segment.recordAt(at))
      }
      return cutByTime(placed).map((range, part) => {
        const { columns, index } = encodeSpanSegment(range)
        return { ...of(part), ...extent(range), columns, index }
      })
    }
    case 'metrics': {
      const placed: PlacedRecord<MetricPoint>[] = []
      for (const row of run) {
        const segment = partition.metricSegment(row)
        for (const series of segment.series()) {
          for (let at = series.first; at < series.end; at++) placed.push(segment.recordAt(series, at))
        }
      }
      return cutByTime(placed).map((range, part) => {
        const { columns } = encodeMetricSegment(range)
        return { ...of(part), ...extent(range), columns, index: NO_INDEX }
      })
    }
  }
}
