/**
 * Compaction: while a partition is idle, small or overlapping segments are joined into larger ones. Queries then open
 * fewer segments, and each dictionary is shared by more records. The hourly statistics do not change. Each record is
 * rewritten at most `LEVEL_MAX` times.
 */
import { cutByTime } from '../../telemetry/embedded/cut.ts'
import type { PartitionSource } from '../../telemetry/embedded/partition-source.ts'
import type { LogRecord, MetricPoint, SpanRecord } from '../../telemetry/model.ts'
import { placedLogColumns } from '../../telemetry/segment/log-columns.ts'
import { logSegmentSteps, type ShapeContext } from '../../telemetry/segment/log-encode.ts'
import { encodeMetricSegment } from '../../telemetry/segment/metric-encode.ts'
import type { PlacedRecord } from '../../telemetry/segment/placed.ts'
import { spanSegmentSteps } from '../../telemetry/segment/span-encode.ts'
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

/** Rows read per step: a few milliseconds of work. */
const STEP_ROWS = 1_000

/**
 * Joins the chosen segments into new ones, in steps of a few milliseconds. The first new segment keeps the resend keys
 * (`sources`) of all.
 */
export function compactionSteps(
  partition: PartitionSource,
  run: readonly SegmentRow[],
  shapes: ShapeContext,
  common: Common,
): Generator<undefined, NewSegment[], undefined> {
  const of = (part: number) => (part === 0 ? common : { ...common, sources: [] })
  switch (partition.signal) {
    case 'logs':
      return logCompaction(partition, run, shapes, of)
    case 'spans':
      return spanCompaction(partition, run, of)
    case 'metrics':
      return metricCompaction(partition, run, of)
  }
}

type CommonOf = (part: number) => Common

function* logCompaction(
  partition: PartitionSource,
  run: readonly SegmentRow[],
  shapes: ShapeContext,
  of: CommonOf,
): Generator<undefined, NewSegment[], undefined> {
  const placed: PlacedRecord<LogRecord>[] = []
  for (const row of run) {
    const segment = partition.logSegment(row)
    for (let at = 0; at < segment.count; at++) {
      placed.push(segment.recordAt(at))
      if (placed.length % STEP_ROWS === 0) yield
    }
  }
  const columns = placedLogColumns(placed)
  yield
  const joined: NewSegment[] = []
  for (const places of logRanges(columns)) {
    const { rows: _, ...segment } = yield* logSegmentSteps(columns, shapes, places)
    joined.push({ ...of(joined.length), ...logExtent(columns, places), ...segment })
  }
  return joined
}

function* spanCompaction(
  partition: PartitionSource,
  run: readonly SegmentRow[],
  of: CommonOf,
): Generator<undefined, NewSegment[], undefined> {
  const placed: PlacedRecord<SpanRecord>[] = []
  for (const row of run) {
    const segment = partition.spanSegment(row)
    for (let at = 0; at < segment.count; at++) {
      placed.push(segment.recordAt(at))
      if (placed.length % STEP_ROWS === 0) yield
    }
  }
  const joined: NewSegment[] = []
  for (const range of cutByTime(placed)) {
    const { columns, index } = yield* spanSegmentSteps(range)
    joined.push({ ...of(joined.length), ...extent(range), columns, index })
  }
  return joined
}

function* metricCompaction(
  partition: PartitionSource,
  run: readonly SegmentRow[],
  of: CommonOf,
): Generator<undefined, NewSegment[], undefined> {
  const placed: PlacedRecord<MetricPoint>[] = []
  for (const row of run) {
    const segment = partition.metricSegment(row)
    for (const series of segment.series()) {
      for (let at = series.first; at < series.end; at++) {
        placed.push(segment.recordAt(series, at))
        if (placed.length % STEP_ROWS === 0) yield
      }
    }
  }
  const joined: NewSegment[] = []
  for (const range of cutByTime(placed)) {
    const { columns } = encodeMetricSegment(range)
    joined.push({ ...of(joined.length), ...extent(range), columns, index: NO_INDEX })
    yield
  }
  return joined
}
