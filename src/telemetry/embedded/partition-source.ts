/** What a query reads a partition from: its tail, its segments and its statistics, all as of one moment. */

import type { Signal } from '../model.ts'
import type { summaryOf } from '../segment/attribute-summary.ts'
import type { LogSegment } from '../segment/log-segment.ts'
import type { MetricSegment } from '../segment/metric-segment.ts'
import type { SegmentIndex } from '../segment/segment-index.ts'
import type { SpanSegment } from '../segment/span-segment.ts'
import type { BatchSource } from './batch-reader.ts'
import type { HourStats } from './hour-stats.ts'
import type { KindTable } from './kinds.ts'

export interface SegmentHead {
  readonly number: number
  readonly records: number
  readonly minNanos: number
  readonly maxNanos: number
  readonly minSequence: number
  readonly maxSequence: number
  /** What variables and attributes of its logs can hold (characters.ts); null where it is not known. */
  readonly characters: readonly number[] | null
}

export interface PartitionSource extends BatchSource {
  readonly signal: Signal
  readonly segments: () => readonly SegmentHead[]
  /** Throws `RecordsMoved` when the segment was merged away. */
  readonly logSegment: (head: SegmentHead) => LogSegment
  readonly spanSegment: (head: SegmentHead) => SpanSegment
  readonly metricSegment: (head: SegmentHead) => MetricSegment
  readonly segmentIndex: (head: SegmentHead) => SegmentIndex
  /** `summaryOf` a key in the index of a segment: small, and kept longer than the index. */
  readonly attributeSummary: (head: SegmentHead, key: string) => ReturnType<typeof summaryOf>
  readonly kinds: () => KindTable
  /** Statistics of the sealed records of an hour of the day; never to be changed by the reader. */
  readonly hour: (hour: number) => HourStats
}

/** The source as of now: what arrives or moves later does not change the lists a query goes by. */
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
    kinds: () => source.kinds(),
    hour: (hour) => source.hour(hour),
    giveWay: () => source.giveWay(),
  }
}
