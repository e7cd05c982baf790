/** Reads the write buffer of a partition one batch at a time, within a work budget, and lets appends run in between. */

import { type Lane, WorkPace } from '../../work-pace.ts'
import type { LogRecord, MetricPoint, SpanRecord } from '../model.ts'
import type { PartialReason, Work, WorkBudget } from '../port.ts'
import { batchIdParts } from '../record-id.ts'
import { compareTime, type TimeRange } from '../time.ts'
import { decodeMetrics, decodeSpans } from './batch-codec.ts'
import { decodeLogs } from './log-batch.ts'

export interface BatchHead {
  readonly sequence: number
  readonly records: number
  readonly minNanos: number
  readonly maxNanos: number
  readonly bytes: number
}

/** What a query reads: the partition object, or a list in memory in tests. */
export interface BatchSource {
  readonly day: number
  readonly number: number
  /** Six hex digits that identify the project (record-id.ts). */
  readonly tag: string
  readonly heads: () => readonly BatchHead[]
  /** The text of a batch, or null when the batch is gone. */
  readonly text: (sequence: number) => string | null
  /**
   * The decoded records of a batch, cached because every query reads the buffer. Throws `RecordsMoved` when the batch
   * was flushed.
   */
  readonly records: <R>(sequence: number, decode: (text: string, day: number) => R[]) => readonly R[]
  /** Lets appends and other queries run, for at least this many milliseconds. */
  readonly giveWay: (waitMs: number) => Promise<void>
  /** In which the queries of the partition take turns. */
  readonly lane: Lane
}

export type Identified<R> = R & { readonly id: string }

/**
 * Thrown when a flush or a compaction moved records during a pause of a query. The query must start again to see one
 * consistent state.
 */
export class RecordsMoved extends Error {
  override readonly name = 'RecordsMoved'
}

/**
 * Work units (work-pace.ts) per record of the write buffer, per row of a segment filtered or grouped by its columns, and
 * per byte inflated and decoded.
 */
const UNITS_PER_RECORD = 0.5
const UNITS_PER_ROW = 0.1
const UNITS_PER_BYTE = 1 / 200

/** Counts the work of one query in one partition against its budget. */
export class WorkMeter {
  #records = 0
  #bytes = 0
  #budget: WorkBudget
  /** For work that reads no records: it does not count against the budget. */
  readonly pace: WorkPace
  readonly #partial = new Set<PartialReason>()

  constructor(budget: WorkBudget, giveWay: (waitMs: number) => Promise<void>, lane: Lane) {
    this.#budget = budget
    this.pace = new WorkPace(giveWay, lane)
  }

  /** Adds work to the count. Returns false when it exceeds the budget; the answer is then partial. */
  admits(records: number, bytes: number): boolean {
    if (this.#records + records > this.#budget.recordsMax || this.#bytes + bytes > this.#budget.bytesMax) {
      this.#partial.add('budget')
      return false
    }
    return true
  }

  /** Counts work that must be done even if it exceeds the budget. */
  grant(records: number, bytes: number): void {
    const { recordsMax, bytesMax } = this.#budget
    this.#budget = {
      recordsMax: Math.max(recordsMax, this.#records + records),
      bytesMax: Math.max(bytesMax, this.#bytes + bytes),
    }
  }

  async spent(records: number, bytes: number): Promise<void> {
    this.#records += records
    this.#bytes += bytes
    await this.pace.spend(records * UNITS_PER_RECORD + bytes * UNITS_PER_BYTE)
  }

  /** Counts rows of a segment. What is done with those that a filter leaves is counted by who does it. */
  async filtered(rows: number): Promise<void> {
    this.#records += rows
    await this.pace.spend(rows * UNITS_PER_ROW)
  }

  /** Counts records of which everything needed was known without reading them. */
  known(records: number): void {
    this.#records += records
  }

  note(reason: PartialReason): void {
    this.#partial.add(reason)
  }

  work(): Work {
    return { recordsScanned: this.#records, bytesDecoded: this.#bytes, partitionsRead: 1, partial: [...this.#partial] }
  }
}

/**
 * The part of a partition's day that a range covers, [from, to) in nanoseconds since midnight; empty when it covers
 * none.
 */
export function nanosWithin(range: TimeRange, day: number): readonly [from: number, to: number] {
  const from = range.from.day < day ? 0 : range.from.day > day ? Number.POSITIVE_INFINITY : range.from.nanos
  const to = range.to.day > day ? Number.POSITIVE_INFINITY : range.to.day < day ? 0 : range.to.nanos
  return [from, to]
}

async function* read<R extends { readonly time: { readonly day: number; readonly nanos: number } }>(
  source: BatchSource,
  range: TimeRange,
  order: 'newest' | 'oldest',
  meter: WorkMeter,
  decode: (text: string, day: number) => R[],
  isDone: (head: BatchHead) => boolean = () => false,
): AsyncGenerator<Identified<R>[]> {
  const [from, to] = nanosWithin(range, source.day)
  const heads = source.heads().filter((head) => head.maxNanos >= from && head.minNanos < to)
  heads.sort((a, b) => (order === 'newest' ? b.maxNanos - a.maxNanos : a.minNanos - b.minNanos))
  for (const head of heads) {
    if (isDone(head)) return
    if (!meter.admits(head.records, head.bytes)) return
    const records = source.records(head.sequence, decode)
    const [before, after] = batchIdParts(source.number, head.sequence, source.tag)
    const identified: Identified<R>[] = []
    for (const [index, record] of records.entries()) {
      if (compareTime(record.time, range.from) < 0 || compareTime(record.time, range.to) >= 0) continue
      identified.push({ ...record, id: before + index.toString(16).padStart(6, '0') + after })
    }
    yield identified
    await meter.spent(head.records, head.bytes)
  }
}

export type ReadBatches<R> = (
  order: 'newest' | 'oldest',
  isDone?: (head: BatchHead) => boolean,
) => AsyncGenerator<Identified<R>[]>

/** Returns a reader of the log records in the write buffer that lie in the range. */
export function logsOf(source: BatchSource, range: TimeRange, meter: WorkMeter): ReadBatches<LogRecord> {
  return (order, isDone) => read(source, range, order, meter, decodeLogs, isDone)
}

/** Returns a reader of the spans in the write buffer that lie in the range. */
export function spansOf(source: BatchSource, range: TimeRange, meter: WorkMeter): ReadBatches<SpanRecord> {
  return (order, isDone) => read(source, range, order, meter, decodeSpans, isDone)
}

/** Returns a reader of the metric points in the write buffer that lie in the range. */
export function metricsOf(source: BatchSource, range: TimeRange, meter: WorkMeter): ReadBatches<MetricPoint> {
  return (order, isDone) => read(source, range, order, meter, decodeMetrics, isDone)
}

/** Reads one record by its position, or null when its batch is gone. */
export function logAt(source: BatchSource, sequence: number, index: number): Identified<LogRecord> | null {
  const text = source.text(sequence)
  const record = text === null ? undefined : decodeLogs(text, source.day)[index]
  if (record === undefined) return null
  const [before, after] = batchIdParts(source.number, sequence, source.tag)
  return { ...record, id: before + index.toString(16).padStart(6, '0') + after }
}
