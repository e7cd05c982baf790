/**
 * Merging small or overlapping segments while a partition is idle: fewer and narrower segments, smaller dictionaries.
 * Statistics are kept by hour and do not change. A record is merged at most twice in its life.
 */
import { cutByTime } from '../../telemetry/embedded/cut.ts'
import type { PartitionSource } from '../../telemetry/embedded/partition-source.ts'
import type { LogRecord, MetricPoint, SpanRecord } from '../../telemetry/model.ts'
import { placedLogColumns } from '../../telemetry/segment/log-columns.ts'
import { encodeLogSegment, type ShapeContext } from '../../telemetry/segment/log-encode.ts'
import { encodeMetricSegment } from '../../telemetry/segment/metric-encode.ts'
import type { PlacedRecord } from '../../telemetry/segment/placed.ts'
import { encodeSpanSegment } from '../../telemetry/segment/span-encode.ts'
import type { NewSegment, SegmentRow } from './partition-storage.ts'
import { extent, logExtent, logStretches, NO_INDEX } from './seal.ts'

/** Records of a merged segment: about 200 ms of work while nothing else is asked, some 30 MB while it lasts. */
const MERGED_RECORDS = 20_000
const LEVEL_MAX = 2
/** Segments further apart than this are left apart: queries of a quiet hour need not read a busy one. */
const GAP_NANOS = 600_000_000_000
/** Records merged at once while appends go on: about 60 ms. */
export const MERGED_IN_USE = 6_000

/**
 * The next segments to merge, in order of time; none when all is well. A run is worth its writing with half of what
 * one segment may hold; with less, a segment would use up its two merges on crumbs. Of a day that is over (`isPast`) nothing more
 * will come, so small runs are merged too.
 */
export function nextRun(segments: readonly SegmentRow[], isPast: boolean, recordsMax = MERGED_RECORDS): SegmentRow[] {
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

type Common = Pick<NewSegment, 'sealedMs' | 'level' | 'sources'>

/** The run's records as new segments; the sources of all ride on the first. */
export function mergeRun(
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
      return logStretches(columns).map((places, part) => {
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
      return cutByTime(placed).map((stretch, part) => {
        const { columns, index } = encodeSpanSegment(stretch)
        return { ...of(part), ...extent(stretch), columns, index }
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
      return cutByTime(placed).map((stretch, part) => {
        const { columns } = encodeMetricSegment(stretch)
        return { ...of(part), ...extent(stretch), columns, index: NO_INDEX }
      })
    }
  }
}
