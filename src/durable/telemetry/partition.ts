/**
 * The records of one partition: the unsealed tail, the sealed segments and their statistics, and when each is due for
 * work. It keeps what it reads often in memory and writes through; a new instance of the object reads it back.
 */
import type { BatchHead } from '../../telemetry/embedded/batch-reader.ts'
import { RecordsMoved } from '../../telemetry/embedded/batch-reader.ts'
import { HourStats } from '../../telemetry/embedded/hour-stats.ts'
import type { KindTable } from '../../telemetry/embedded/kinds.ts'
import type { EncodedBatch, PartitionEntry } from '../../telemetry/embedded/messages.ts'
import type { PartitionSource, SegmentHead } from '../../telemetry/embedded/partition-source.ts'
import { SegmentCache } from '../../telemetry/embedded/segment-cache.ts'
import type { Signal } from '../../telemetry/model.ts'
import { projectTag } from '../../telemetry/record-id.ts'
import type { ColumnBytes } from '../../telemetry/segment/container.ts'
import type { ShapeContext } from '../../telemetry/segment/log-encode.ts'
import { LogSegment } from '../../telemetry/segment/log-segment.ts'
import { MetricSegment } from '../../telemetry/segment/metric-segment.ts'
import { SegmentIndex } from '../../telemetry/segment/segment-index.ts'
import { SpanSegment } from '../../telemetry/segment/span-segment.ts'
import { ShapeLimiter } from '../../telemetry/shape/limiter.ts'
import { ShapeTable } from '../../telemetry/shape/shape.ts'
import type { BatchRow, PartitionStorage, SegmentRow } from './partition-storage.ts'
import { buildSegments } from './seal.ts'

/** A seal takes at most so much, so that it keeps the object for about 50 ms. */
export const SEAL_RECORDS = 5_000
const SEAL_BYTES = 4_000_000
/** A tail of this many records is sealed when it is this old; reading them unsealed takes some milliseconds. */
const WORTH_SEALING = 1_000
const WORTH_SEALING_AFTER_MS = 30_000
/** A smaller tail is sealed when it has rested: ten records a minute are not worth a segment a minute. */
const REST_MS = 600_000

export class Partition implements PartitionSource {
  readonly #storage: PartitionStorage
  readonly #entry: PartitionEntry
  readonly #transaction: (work: () => void) => void
  readonly tag: string
  #tail: BatchRow[]
  #segments: SegmentRow[]
  #nextSequence: number
  #nextSegment: number
  #kinds: KindTable | null = null
  readonly #hours = new Map<number, HourStats>()
  /** Shapes are limited where kinds are counted (kinds.ts), so that a segment keeps the true shape of every line. */
  readonly #shapes: ShapeContext = {
    table: new ShapeTable(),
    limiter: new ShapeLimiter(undefined, Number.POSITIVE_INFINITY),
  }
  /** A partition has one signal: of these caches one is used. */
  readonly #logs = new SegmentCache<LogSegment>()
  readonly #spans = new SegmentCache<SpanSegment>()
  readonly #metrics = new SegmentCache<MetricSegment>()
  readonly #indexes = new SegmentCache<{ readonly index: SegmentIndex; readonly bytesDecoded: number }>()

  constructor(
    storage: PartitionStorage,
    entry: PartitionEntry,
    projectId: string,
    transactions: { transactionSync: (work: () => void) => void },
  ) {
    this.#storage = storage
    this.#entry = entry
    this.#transaction = (work) => transactions.transactionSync(work)
    this.tag = projectTag(projectId)
    this.#tail = storage.batches()
    this.#segments = storage.segments()
    const sequences = [...this.#tail.map((batch) => batch.sequence), ...this.#segments.map((one) => one.maxSequence)]
    this.#nextSequence = 1 + sequences.reduce((highest, sequence) => Math.max(highest, sequence), 0)
    this.#nextSegment = 1 + this.#segments.reduce((highest, one) => Math.max(highest, one.number), 0)
  }

  get day(): number {
    return this.#entry.day
  }
  get number(): number {
    return this.#entry.number
  }
  get signal(): Signal {
    return this.#entry.signal
  }

  get backlog(): { readonly records: number; readonly bytes: number; readonly oldestMs: number | null } {
    let records = 0
    let bytes = 0
    for (const batch of this.#tail) {
      records += batch.records
      bytes += batch.bytes
    }
    return { records, bytes, oldestMs: this.#tail[0]?.receivedMs ?? null }
  }

  append(batches: readonly EncodedBatch[], source: string | null, receivedMs: number): void {
    for (const batch of batches) {
      this.#tail.push(this.#storage.insertBatch(batch, { sequence: this.#nextSequence++, receivedMs, source }))
    }
  }

  isSealDue(nowMs: number): boolean {
    const { records, bytes, oldestMs } = this.backlog
    if (oldestMs === null) return false
    if (records >= SEAL_RECORDS || bytes >= SEAL_BYTES) return true
    const restedMs = nowMs - oldestMs
    return restedMs >= (records >= WORTH_SEALING ? WORTH_SEALING_AFTER_MS : REST_MS)
  }

  /** When a seal falls due without another append, null when nothing waits. */
  nextWorkMs(): number | null {
    const { records, oldestMs } = this.backlog
    if (oldestMs === null) return null
    return oldestMs + (records >= WORTH_SEALING ? WORTH_SEALING_AFTER_MS : REST_MS)
  }

  /**
   * Seals the oldest batches of the tail. Reading and building come first; then segments and statistics are written and
   * the batches deleted in one transaction, without giving way in between: no query sees a record twice or not at all.
   */
  seal(nowMs: number): void {
    const taken = this.#oldest()
    const first = taken[0]
    const last = taken.at(-1)
    if (first === undefined || last === undefined) return
    const built = buildSegments(this, taken, this.#shapes, nowMs)
    const inserted: SegmentRow[] = []
    this.#transaction(() => {
      for (const segment of built.segments) {
        inserted.push(this.#storage.insertSegment(this.#nextSegment++, segment))
      }
      for (const stats of built.hours) this.#storage.setHour(stats)
      for (const kinds of built.kinds) this.#storage.insertKinds(kinds.first, kinds.data)
      this.#storage.deleteBatches(first.sequence, last.sequence)
    })
    this.kinds().markStored()
    for (const stats of built.hours) this.#hours.set(stats.hour, stats)
    this.#segments = [...this.#segments, ...inserted]
    this.#tail = this.#tail.slice(taken.length)
  }

  sealAll(nowMs: number): void {
    while (this.#tail.length > 0) this.seal(nowMs)
  }

  #oldest(): BatchRow[] {
    const taken: BatchRow[] = []
    let records = 0
    let bytes = 0
    for (const batch of this.#tail) {
      records += batch.records
      bytes += batch.bytes
      if (taken.length > 0 && (records > SEAL_RECORDS || bytes > SEAL_BYTES)) break
      taken.push(batch)
    }
    return taken
  }

  // ---- what queries read ---------------------------------------------------------------------------------------------

  heads(): readonly BatchHead[] {
    return [...this.#tail]
  }
  text(sequence: number): string | null {
    return this.#storage.batchText(sequence)
  }
  segments(): readonly SegmentRow[] {
    return this.#segments
  }
  logSegment(head: SegmentHead): LogSegment {
    return this.#open(this.#logs, head, LogSegment)
  }
  spanSegment(head: SegmentHead): SpanSegment {
    return this.#open(this.#spans, head, SpanSegment)
  }
  metricSegment(head: SegmentHead): MetricSegment {
    return this.#open(this.#metrics, head, MetricSegment)
  }
  #open<T extends { readonly bytesDecoded: number }>(
    cache: SegmentCache<T>,
    head: SegmentHead,
    Segment: new (bytes: ColumnBytes) => T,
  ): T {
    cache.trim()
    return cache.get(head.number, () => new Segment(this.#storage.columnBytes(this.#row(head))))
  }
  segmentIndex(head: SegmentHead): SegmentIndex {
    this.#indexes.trim()
    return this.#indexes.get(head.number, () => {
      const bytes = this.#storage.indexBytes(head.number)
      return { index: new SegmentIndex(bytes), bytesDecoded: bytes.length }
    }).index
  }
  #row(head: SegmentHead): SegmentRow {
    const row = this.#segments.find((segment) => segment.number === head.number)
    if (row === undefined) throw new RecordsMoved(`segment ${head.number} is gone`)
    return row
  }
  kinds(): KindTable {
    this.#kinds ??= this.#storage.kinds()
    return this.#kinds
  }

  /** Statistics of the sealed records of an hour of the day; never to be changed by the reader. */
  hour(hour: number): HourStats {
    let stats = this.#hours.get(hour)
    if (stats === undefined) {
      stats = this.#storage.hour(hour) ?? new HourStats(hour)
      this.#hours.set(hour, stats)
    }
    return stats
  }

  giveWay(): Promise<void> {
    return scheduler.wait(0)
  }
}
