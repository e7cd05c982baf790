/**
 * The records of one partition: the write buffer, the segments, their statistics, and when each needs work. It caches
 * what is read often and writes through to SQLite; a new instance of the object loads it again.
 */
import { logFailure } from '../../log/log.ts'
import type { BatchHead } from '../../telemetry/embedded/batch-reader.ts'
import { RecordsMoved } from '../../telemetry/embedded/batch-reader.ts'
import { HourStats } from '../../telemetry/embedded/hour-stats.ts'
import { KNOWN_SHAPES } from '../../telemetry/embedded/known-shapes.ts'
import type { LogSeriesTable } from '../../telemetry/embedded/log-series.ts'
import type { EncodedBatch, KnownShape, PartitionEntry } from '../../telemetry/embedded/messages.ts'
import type { PartitionSource, ReadServices, SegmentHead } from '../../telemetry/embedded/partition-source.ts'
import { SegmentCache } from '../../telemetry/embedded/segment-cache.ts'
import { serviceRowsOf } from '../../telemetry/embedded/service-rows.ts'
import type { Signal } from '../../telemetry/model.ts'
import { projectTag } from '../../telemetry/record-id.ts'
import type { summaryOf } from '../../telemetry/segment/attribute-summary.ts'
import { inOneGo } from '../../telemetry/segment/log-encode.ts'
import type { LogSegment } from '../../telemetry/segment/log-segment.ts'
import type { MetricSegment } from '../../telemetry/segment/metric-segment.ts'
import type { SegmentIndex } from '../../telemetry/segment/segment-index.ts'
import type { SpanSegment } from '../../telemetry/segment/span-segment.ts'
import { Lane } from '../../work-pace.ts'
import { compactionSteps } from './compaction.ts'
import { CompactionSchedule } from './compaction-schedule.ts'
import { type BuiltSegments, buildSegments, segmentsInSteps, takeSegment } from './flush.ts'
import { OpenedSegments } from './opened-segments.ts'
import type { BatchRow, KnownSource, NewSegment, PartitionStorage, SegmentRow } from './partition-storage.ts'

/** Most records of one flush, so that it occupies the object for about 50 ms. */
export const FLUSH_RECORDS = 5_000
const FLUSH_BYTES = 4_000_000
/** Steps between two pauses of a flush that an append waits for. A pause takes about a millisecond, a step a few. */
const HURRIED_STEPS = 2
/** A buffer of this many records is flushed at this age. Until then reading it costs a few milliseconds per query. */
const WORTH_FLUSHING = 1_000
const WORTH_FLUSHING_AFTER_MS = 30_000
/** A batch of this size makes a segment of its own and gains nothing from waiting. */
const FLUSHED_AT_ONCE = 2_000
/**
 * Memory of decoded records per character of their JSON: texts take one byte a character, objects and numbers the same
 * again.
 */
const RECORD_BYTES_PER_CHARACTER = 2
/** Most batches in the buffer, because a query reads each one by itself. */
const FLUSH_BATCHES = 500
const SOURCES_KEPT_MS = 3_600_000
/** A smaller buffer is flushed at this age: ten records a minute are not worth a segment a minute. */
const REST_MS = 600_000

export class Partition implements PartitionSource {
  readonly #storage: PartitionStorage
  readonly #entry: PartitionEntry
  readonly #transaction: (work: () => void) => void
  readonly tag: string
  /** Its queries run in one object, and so share one. */
  readonly lane = new Lane()
  #buffer: BatchRow[]
  #segments: SegmentRow[]
  /** Sequences of batches whose flush failed. The next instance of the object tries them again. */
  readonly #unflushable = new Set<number>()
  readonly #newShapes = new Map<string, string>()
  /** Number of flushes so far. A flush in steps stops when another flush has completed since it began. */
  #flushes = 0
  #isHurried = false
  readonly #compactions: CompactionSchedule
  #nextSequence: number
  #nextSegment: number
  #logSeries: LogSeriesTable | null = null
  readonly #hours = new Map<number, HourStats>()
  readonly #opened: OpenedSegments
  /** Text of the batches in the write buffer. Most are flushed before they have to be read back from SQLite. */
  readonly #texts = new SegmentCache<{ readonly text: string; readonly bytesDecoded: number }>(0)
  /** Decoded records of the batches in the write buffer. */
  readonly #batches = new SegmentCache<{ readonly records: readonly unknown[]; readonly bytesDecoded: number }>()

  constructor(
    storage: PartitionStorage,
    entry: PartitionEntry,
    projectId: string,
    transactions: { transactionSync: (work: () => void) => void },
  ) {
    this.#storage = storage
    this.#entry = entry
    this.#compactions = new CompactionSchedule(entry.day)
    this.#transaction = (work) => transactions.transactionSync(work)
    this.tag = projectTag(projectId)
    this.#buffer = storage.batches()
    this.#segments = storage.segments()
    this.#opened = new OpenedSegments(storage, () => this.#segments)
    const sequences = [...this.#buffer.map((batch) => batch.sequence), ...this.#segments.map((one) => one.maxSequence)]
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

  /** The records that wait for a flush. Batches that failed to flush do not count. */
  get backlog(): {
    readonly batches: number
    readonly records: number
    readonly bytes: number
    readonly oldestMs: number | null
  } {
    let records = 0
    let bytes = 0
    let batches = 0
    let oldestMs: number | null = null
    for (const batch of this.#buffer) {
      if (this.#unflushable.has(batch.sequence)) continue
      batches++
      records += batch.records
      bytes += batch.bytes
      oldestMs ??= batch.receivedMs
    }
    return { batches, records, bytes, oldestMs }
  }

  append(batches: readonly EncodedBatch[], source: string | null, receivedMs: number): void {
    this.#compactions.noteAppend(receivedMs)
    for (const batch of batches) {
      const sequence = this.#nextSequence++
      if (batch.segment === undefined) {
        this.#buffer.push(this.#storage.insertBatch(batch, { sequence, receivedMs, source }))
        const { text } = batch
        this.#texts.trim()
        this.#texts.get(sequence, () => ({ text, bytesDecoded: text.length }))
        continue
      }
      const { records, minNanos, maxNanos, segment } = batch
      const sources: KnownSource[] = source === null ? [] : [[source, receivedMs]]
      const taken = { records, minNanos, maxNanos, sources, flushedMs: receivedMs }
      this.#write(takeSegment(this, segment, taken, sequence), [])
    }
  }

  isFlushDue(nowMs: number): boolean {
    const { batches, records, bytes, oldestMs } = this.backlog
    if (oldestMs === null) return false
    if (records >= FLUSH_RECORDS || bytes >= FLUSH_BYTES || batches >= FLUSH_BATCHES) return true
    if (this.#buffer.some((batch) => batch.records >= FLUSHED_AT_ONCE && !this.#unflushable.has(batch.sequence)))
      return true
    const restedMs = nowMs - oldestMs
    return restedMs >= (records >= WORTH_FLUSHING ? WORTH_FLUSHING_AFTER_MS : REST_MS)
  }

  /** When the next flush or compaction is due without another append, in milliseconds since 1970; null when none is. */
  nextWorkMs(nowMs: number): number | null {
    const { records, oldestMs } = this.backlog
    const flushMs =
      oldestMs === null ? null : oldestMs + (records >= WORTH_FLUSHING ? WORTH_FLUSHING_AFTER_MS : REST_MS)
    const compactionMs = this.#compactions.dueMs(this.#segments, nowMs)
    if (flushMs === null || compactionMs === null) return flushMs ?? compactionMs
    return Math.min(flushMs, compactionMs)
  }

  /**
   * Flushes the oldest batches of the write buffer. It first reads and encodes them. Then it writes segments and
   * statistics and deletes the batches in one transaction and one turn, so that every query sees each record exactly
   * once. A batch that cannot be encoded stays in the buffer, where queries still read it; the others are flushed
   * without it.
   */
  flush(nowMs: number): void {
    const taken = this.#oldest()
    const [first] = taken
    if (first === undefined) return
    try {
      this.#flushBatches(taken, nowMs)
    } catch (error) {
      if (taken.length > 1) this.#flushEach(taken, nowMs)
      else this.#unflushable.add(first.sequence)
      logFailure('batch_not_flushed', error, { partition: this.number })
    }
  }

  /**
   * Flushes in steps, so that appends and queries run in between. Statistics and writes come last, in one turn.
   *
   * @param pause runs between steps and answers whether to continue; after `hurry` it runs after every second step
   */
  async flushInSteps(nowMs: number, pause: () => Promise<boolean>): Promise<void> {
    const taken = this.#oldest()
    if (taken.length === 0) return
    const flushesBefore = this.#flushes
    let stepsRun = 0
    try {
      const steps = segmentsInSteps(this, taken, KNOWN_SHAPES, nowMs)
      let step = steps.next()
      while (step.done !== true) {
        const isPauseDue = !this.#isHurried || stepsRun % HURRIED_STEPS === 0
        if (isPauseDue && !(await pause())) return
        stepsRun++
        if (this.#flushes !== flushesBefore) return
        step = steps.next()
      }
      this.#write(step.value(), taken)
    } catch {
      // Flushing in one turn isolates the batch that fails and logs it.
      this.flush(nowMs)
    } finally {
      this.#isHurried = false
    }
  }

  /** Makes a flush in progress pause less often, because an append waits for it. */
  hurry(): void {
    this.#isHurried = true
  }

  #flushEach(taken: readonly BatchRow[], nowMs: number): void {
    for (const batch of taken) {
      try {
        this.#flushBatches([batch], nowMs)
      } catch {
        this.#unflushable.add(batch.sequence)
      }
    }
  }

  #flushBatches(taken: readonly BatchRow[], nowMs: number): void {
    this.#write(buildSegments(this, taken, KNOWN_SHAPES, nowMs), taken)
  }

  #write(built: BuiltSegments, flushed: readonly BatchRow[]): void {
    const inserted: SegmentRow[] = []
    this.#transaction(() => {
      for (const segment of built.segments) inserted.push(this.#storage.insertSegment(this.#nextSegment++, segment))
      for (const stats of built.hours) this.#storage.setHour(stats)
      for (const { first, data } of built.series) this.#storage.insertSeries(first, data)
      if (flushed.length > 0) this.#storage.deleteBatches(flushed.map((batch) => batch.sequence))
    })
    const known = this.logSeries()
    for (const { shape, template } of known.series.slice(known.storedCount)) this.#newShapes.set(shape, template)
    known.markStored()
    for (const stats of built.hours) this.#hours.set(stats.hour, stats)
    this.#segments = [...this.#segments, ...inserted]
    if (flushed.length === 0) return
    const gone = new Set(flushed)
    this.#buffer = this.#buffer.filter((batch) => !gone.has(batch))
    for (const { sequence } of flushed) {
      this.#batches.delete(sequence)
      this.#texts.delete(sequence)
    }
    this.#flushes++
  }

  /** Takes the shapes first seen by flushes since the last call. */
  takeNewShapes(): KnownShape[] {
    const shapes = [...this.#newShapes]
    this.#newShapes.clear()
    return shapes
  }

  flushAll(nowMs: number): void {
    while (this.backlog.batches > 0) this.flush(nowMs)
  }

  /**
   * Runs one compaction if one is due and the isolate has time for it, in steps with pauses between them; `pause` answers
   * whether to continue.
   */
  async tidy(nowMs: number, pause: () => Promise<boolean>): Promise<void> {
    await this.#compactions.run(this.#segments, nowMs, () => this.#compactInSteps(nowMs, pause))
  }

  async #compactInSteps(nowMs: number, pause: () => Promise<boolean>): Promise<void> {
    const compaction = this.#compaction(nowMs)
    if (compaction === null) return
    let step = compaction.steps.next()
    while (step.done !== true) {
      if (!(await pause())) return
      step = compaction.steps.next()
    }
    this.#replace(compaction.run, step.value)
  }

  /** Compacts the next group of segments. Returns false when there is none. */
  compactOnce(nowMs: number): boolean {
    const compaction = this.#compaction(nowMs)
    if (compaction === null) return false
    this.#replace(compaction.run, inOneGo(compaction.steps))
    return true
  }

  #compaction(nowMs: number) {
    const run = this.#compactions.next(this.#segments, nowMs)
    if (run.length === 0) return null
    this.#compactions.noteCompaction(nowMs)
    const sources = run.flatMap((segment) => this.#storage.sourcesOf(segment.number))
    const common = {
      flushedMs: Math.max(...run.map((segment) => segment.flushedMs)),
      level: 1 + Math.max(...run.map((segment) => segment.level)),
      sources: sources.filter(([, storedMs]) => storedMs >= nowMs - SOURCES_KEPT_MS),
    }
    return { run, steps: compactionSteps(this, run, KNOWN_SHAPES, common) }
  }

  /** Segments only come and go here and by flushes, which add to them. */
  #replace(run: readonly SegmentRow[], merged: readonly NewSegment[]): void {
    const gone = new Set(run)
    // Another compaction was faster.
    if (run.some((segment) => !this.#segments.includes(segment))) return
    const inserted: SegmentRow[] = []
    this.#transaction(() => {
      for (const segment of merged) inserted.push(this.#storage.insertSegment(this.#nextSegment++, segment))
      for (const segment of run) this.#storage.deleteSegment(segment.number)
    })
    this.#segments = [...this.#segments.filter((segment) => !gone.has(segment)), ...inserted]
    for (const { number } of run) this.#opened.forget(number)
  }

  #oldest(): BatchRow[] {
    const taken: BatchRow[] = []
    let records = 0
    let bytes = 0
    for (const batch of this.#buffer) {
      if (this.#unflushable.has(batch.sequence)) continue
      records += batch.records
      bytes += batch.bytes
      if (taken.length > 0 && (records > FLUSH_RECORDS || bytes > FLUSH_BYTES)) break
      taken.push(batch)
    }
    return taken
  }

  // ---- reading ------------------------------------------------------------------------------------------------------

  heads(): readonly BatchHead[] {
    return [...this.#buffer]
  }
  text(sequence: number): string | null {
    return this.#texts.peek(sequence)?.text ?? this.#storage.batchText(sequence)
  }
  records<R>(sequence: number, decode: (text: string, day: number) => R[]): readonly R[] {
    this.#batches.trim()
    const kept = this.#batches.get(sequence, () => {
      const text = this.text(sequence)
      if (text === null) throw new RecordsMoved(`batch ${sequence} is gone`)
      return { records: decode(text, this.day), bytesDecoded: text.length * RECORD_BYTES_PER_CHARACTER }
    })
    // A partition has one signal and each signal one decoder, so the cached records are of this type.
    return kept.records as readonly R[]
  }
  segments(): readonly SegmentRow[] {
    return this.#segments
  }
  logSegment(head: SegmentHead): LogSegment {
    return this.#opened.logs(head)
  }
  spanSegment(head: SegmentHead): SpanSegment {
    return this.#opened.spans(head)
  }
  metricSegment(head: SegmentHead): MetricSegment {
    return this.#opened.metrics(head)
  }
  segmentIndex(head: SegmentHead): SegmentIndex {
    return this.#opened.index(head)
  }
  attributeSummary(head: SegmentHead, key: string): ReturnType<typeof summaryOf> {
    return this.#opened.attributeSummary(head, key)
  }
  serviceRows(head: SegmentHead): ReadServices {
    return this.#opened.serviceRows(head, () => serviceRowsOf(this, head))
  }
  logSeries(): LogSeriesTable {
    this.#logSeries ??= this.#storage.logSeries()
    return this.#logSeries
  }

  /** Statistics of the flushed records of one hour of the day. Callers must not change them. */
  hour(hour: number): HourStats {
    let stats = this.#hours.get(hour)
    if (stats === undefined) {
      stats = this.#storage.hour(hour) ?? new HourStats(hour)
      this.#hours.set(hour, stats)
    }
    return stats
  }

  giveWay(waitMs: number): Promise<void> {
    return scheduler.wait(waitMs)
  }
}
