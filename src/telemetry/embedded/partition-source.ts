/** What a query reads from a partition: its write buffer, segments and statistics, in one consistent state. */

import type { Signal } from '../model.ts'
import type { summaryOf } from '../segment/attribute-summary.ts'
import type { LogSegment } from '../segment/log-segment.ts'
import type { MetricSegment } from '../segment/metric-segment.ts'
import type { SegmentIndex } from '../segment/segment-index.ts'
import type { SpanSegment } from '../segment/span-segment.ts'
import type { BatchSource } from './batch-reader.ts'
import type { HourStats } from './hour-stats.ts'
import type { LogSeriesTable } from './log-series.ts'

export interface SegmentHead {
  readonly number: number
  readonly records: number
  readonly minNanos: number
  readonly maxNanos: number
  readonly minSequence: number
  readonly maxSequence: number
  /** The characters its variables and attributes may contain (characters.ts); null when not known. */
  readonly characters: readonly number[] | null
}

/** The rows of one service. Times are nanoseconds of the partition's day. */
export interface ServiceRows {
  readonly service: string
  count: number
  first: number
  last: number
  /** Some are spans whose kind says that a request arrived. */
  hasEntries: boolean
}

/** The services of a segment. `bytesRead` is 0 where they were known. */
export interface ReadServices {
  readonly rows: readonly ServiceRows[]
  readonly bytesRead: number
}

export interface PartitionSource extends BatchSource {
  readonly signal: Signal
  readonly segments: () => readonly SegmentHead[]
  /** Throws `RecordsMoved` when compaction has removed the segment. */
  readonly logSegment: (head: SegmentHead) => LogSegment
  readonly spanSegment: (head: SegmentHead) => SpanSegment
  readonly metricSegment: (head: SegmentHead) => MetricSegment
  readonly segmentIndex: (head: SegmentHead) => SegmentIndex
  /** The `summaryOf` one key in a segment's index. It is small and cached longer than the index. */
  readonly attributeSummary: (head: SegmentHead, key: string) => ReturnType<typeof summaryOf>
  /** The `serviceRowsOf` a segment. They are few and kept longer than the segment's columns. */
  readonly serviceRows: (head: SegmentHead) => ReadServices
  readonly logSeries: () => LogSeriesTable
  /** Statistics of the flushed records of one hour of the day. Callers must not change them. */
  readonly hour: (hour: number) => HourStats
}

/** A snapshot of the lists of batches and segments: later appends, flushes and compactions do not change them. */
export function asOfNow(source: PartitionSource): PartitionSource {
  const heads = source.heads()
  const segments = source.segments()
  return {
    day: source.day,
    number: source.number,
    tag: source.tag,
    signal: source.signal,
    heads: () => heads,
    segments: () => segments,
    text: (sequence) => source.text(sequence),
    records: (sequence, decode) => source.records(sequence, decode),
    logSegment: (head) => source.logSegment(head),
    spanSegment: (head) => source.spanSegment(head),
    metricSegment: (head) => source.metricSegment(head),
    segmentIndex: (head) => source.segmentIndex(head),
    attributeSummary: (head, key) => source.attributeSummary(head, key),
    serviceRows: (head) => source.serviceRows(head),
    logSeries: () => source.logSeries(),
    hour: (hour) => source.hour(hour),
    giveWay: (waitMs) => source.giveWay(waitMs),
    lane: source.lane,
  }
}
