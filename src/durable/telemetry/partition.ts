/**
 * The records of one partition: the unsealed tail, the sealed segments and their statistics, and when each is due for
 * work. It keeps what it reads often in memory and writes through; a new instance of the object reads it back.
 */
import type { BatchHead } from '../../telemetry/embedded/batch-reader.ts'
import { RecordsMoved } from '../../telemetry/embedded/batch-reader.ts'
import { HourStats } from '../../telemetry/embedded/hour-stats.ts'
import type { KindTable } from '../../telemetry/embedded/kinds.ts'
import { KNOWN_SHAPES } from '../../telemetry/embedded/known-shapes.ts'
import type { EncodedBatch, KnownShape, PartitionEntry } from '../../telemetry/embedded/messages.ts'
import type { PartitionSource, SegmentHead } from '../../telemetry/embedded/partition-source.ts'
import { SegmentCache } from '../../telemetry/embedded/segment-cache.ts'
import type { Signal } from '../../telemetry/model.ts'
import { projectTag } from '../../telemetry/record-id.ts'
import type { summaryOf } from '../../telemetry/segment/attribute-summary.ts'
import type { LogSegment } from '../../telemetry/segment/log-segment.ts'
import type { MetricSegment } from '../../telemetry/segment/metric-segment.ts'
import type { SegmentIndex } from '../../telemetry/segment/segment-index.ts'
import type { SpanSegment } from '../../telemetry/segment/span-segment.ts'
import { MS_PER_DAY } from '../../telemetry/time.ts'
import { MERGED_IN_USE, mergeRun, nextRun } from './merge.ts'
import { OpenedSegments } from './opened-segments.ts'
import type { BatchRow, KnownSource, PartitionStorage, SegmentRow } from './partition-storage.ts'
import { type BuiltSegments, buildSegments, logSegmentsInSteps, takeSegment } from './seal.ts'

/** A seal takes at most so much, so that it keeps the object for about 50 ms. */
export const SEAL_RECORDS = 5_000
const SEAL_BYTES = 4_000_000
/** A tail of this many records is sealed when it is this old; reading them unsealed takes some milliseconds. */
const WORTH_SEALING = 1_000
const WORTH_SEALING_AFTER_MS = 30_000
/** A batch of this size is a segment by itself and gains nothing by waiting. */
const SEALED_AT_ONCE = 2_000
/** Memory of a batch's records against its JSON: texts of one byte a character, objects and numbers beside them. */
const RECORD_BYTES_PER_CHARACTER = 2
/** Rows of a tail: a query reads each by itself. */
const SEAL_BATCHES = 500
/** Merging waits until nothing has arrived for this long, and pauses as long between two merges as queries may need. */
const IDLE_MS = 60_000
const BETWEEN_MERGES_MS = 2_000
/** Unmerged segments from which a partition in use merges too: a query opens each. */
const CROWD = 64
const SOURCES_KEPT_MS = 3_600_000
/** A smaller tail is sealed when it has rested: ten records a minute are not worth a segment a minute. */
const REST_MS = 600_000

export class Partition implements PartitionSource {
  readonly #storage: PartitionStorage
  readonly #entry: PartitionEntry
  readonly #transaction: (work: () => void) => void
  readonly tag: string
  #tail: BatchRow[]
  #segments: SegmentRow[]
  /** Sequences of batches that could not be sealed; tried again by the next instance of the object. */
  readonly #unsealable = new Set<number>()
  readonly #newShapes = new Map<string, string>()
  /** Seals so far: one that was built in steps is given up when another has come before it. */
  #seals = 0
  #isHurried = false
  #lastAppendMs = 0
  #lastMergeMs = 0
  #nextSequence: number
  #nextSegment: number
  #kinds: KindTable | null = null
  readonly #hours = new Map<number, HourStats>()
  readonly #opened: OpenedSegments
  /** Batches of the tail as they came: most are sealed before they have to be read back. */
  readonly #texts = new SegmentCache<{ readonly text: string; readonly bytesDecoded: number }>(0)
  /** Batches of the tail as records. */
  readonly #batches = new SegmentCache<{ readonly records: readonly unknown[]; readonly bytesDecoded: number }>()

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
    this.#opened = new OpenedSegments(storage, () => this.#segments)
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

  /** What waits to be sealed. */
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
    for (const batch of this.#tail) {
      if (this.#unsealable.has(batch.sequence)) continue
      batches++
      records += batch.records
      bytes += batch.bytes
      oldestMs ??= batch.receivedMs
    }
    return { batches, records, bytes, oldestMs }
  }

  append(batches: readonly EncodedBatch[], source: string | null, receivedMs: number): void {
    this.#lastAppendMs = receivedMs
    for (const batch of batches) {
      const sequence = this.#nextSequence++
      if (batch.segment === undefined) {
        this.#tail.push(this.#storage.insertBatch(batch, { sequence, receivedMs, source }))
        const { text } = batch
        this.#texts.trim()
        this.#texts.get(sequence, () => ({ text, bytesDecoded: text.length }))
        continue
      }
      const { records, minNanos, maxNanos, segment } = batch
      const sources: KnownSource[] = source === null ? [] : [[source, receivedMs]]
      const taken = { records, minNanos, maxNanos, sources, sealedMs: receivedMs }
      this.#write(takeSegment(this, segment, taken, sequence), [])
    }
  }

  isSealDue(nowMs: number): boolean {
    const { batches, records, bytes, oldestMs } = this.backlog
    if (oldestMs === null) return false
    if (records >= SEAL_RECORDS || bytes >= SEAL_BYTES || batches >= SEAL_BATCHES) return true
    if (this.#tail.some((batch) => batch.records >= SEALED_AT_ONCE && !this.#unsealable.has(batch.sequence)))
      return true
    const restedMs = nowMs - oldestMs
    return restedMs >= (records >= WORTH_SEALING ? WORTH_SEALING_AFTER_MS : REST_MS)
  }

  /** When a seal or a merge falls due without another append, null when nothing waits. */
  nextWorkMs(nowMs: number): number | null {
    const { records, oldestMs } = this.backlog
    const sealMs = oldestMs === null ? null : oldestMs + (records >= WORTH_SEALING ? WORTH_SEALING_AFTER_MS : REST_MS)
    const mergeMs = this.#nextRun(nowMs).length > 0 ? this.#mergeDueMs() : null
    if (sealMs === null || mergeMs === null) return sealMs ?? mergeMs
    return Math.min(sealMs, mergeMs)
  }

  /**
   * Seals the oldest batches of the tail. Reading and building come first; then segments and statistics are written and
   * the batches deleted in one transaction, without giving way in between: no query sees a record twice or not at all.
   * A batch that cannot be sealed stays in the tail, where it is read as before, and the others are sealed without it.
   */
  seal(nowMs: number): void {
    const taken = this.#oldest()
    const [first] = taken
    if (first === undefined) return
    try {
      this.#sealBatches(taken, nowMs)
    } catch (error) {
      if (taken.length > 1) this.#sealEach(taken, nowMs)
      else this.#unsealable.add(first.sequence)
      console.error({ message: 'a batch could not be sealed', partition: this.number, error: String(error) })
    }
  }

  /**
   * A seal that lets appends and queries in while it encodes. Statistics and writing come at the end, without giving
   * way. `pause` answers whether to go on; `hurry` lets the rest run without pauses.
   */
  async sealInSteps(nowMs: number, pause: () => Promise<boolean>): Promise<void> {
    const taken = this.#oldest()
    if (this.signal !== 'logs' || taken.length === 0) return this.seal(nowMs)
    const sealsBefore = this.#seals
    this.#isHurried = false
    try {
      const steps = logSegmentsInSteps(this, taken, KNOWN_SHAPES, nowMs)
      let step = steps.next()
      while (step.done !== true) {
        if (!this.#isHurried && !(await pause())) return
        if (this.#seals !== sealsBefore) return
        step = steps.next()
      }
      this.#write(step.value(), taken)
    } catch {
      // In one go, which finds the batch that cannot be sealed and says so.
      this.seal(nowMs)
    }
  }

  /** What is being sealed in steps is wanted now. */
  hurry(): void {
    this.#isHurried = true
  }

  #sealEach(taken: readonly BatchRow[], nowMs: number): void {
    for (const batch of taken) {
      try {
        this.#sealBatches([batch], nowMs)
      } catch {
        this.#unsealable.add(batch.sequence)
      }
    }
  }

  #sealBatches(taken: readonly BatchRow[], nowMs: number): void {
    this.#write(buildSegments(this, taken, KNOWN_SHAPES, nowMs), taken)
  }

  #write(built: BuiltSegments, sealed: readonly BatchRow[]): void {
    const inserted: SegmentRow[] = []
    this.#transaction(() => {
      for (const segment of built.segments) inserted.push(this.#storage.insertSegment(this.#nextSegment++, segment))
      for (const stats of built.hours) this.#storage.setHour(stats)
      for (const kinds of built.kinds) this.#storage.insertKinds(kinds.first, kinds.data)
      if (sealed.length > 0) this.#storage.deleteBatches(sealed.map((batch) => batch.sequence))
    })
    const kinds = this.kinds()
    for (const { shape, template } of kinds.kinds.slice(kinds.storedCount)) this.#newShapes.set(shape, template)
    kinds.markStored()
    for (const stats of built.hours) this.#hours.set(stats.hour, stats)
    this.#segments = [...this.#segments, ...inserted]
    if (sealed.length === 0) return
    const gone = new Set(sealed)
    this.#tail = this.#tail.filter((batch) => !gone.has(batch))
    for (const { sequence } of sealed) {
      this.#batches.delete(sequence)
      this.#texts.delete(sequence)
    }
    this.#seals++
  }

  /** Shapes that seals met for the first time since this was last asked. */
  takeNewShapes(): KnownShape[] {
    const shapes = [...this.#newShapes]
    this.#newShapes.clear()
    return shapes
  }

  sealAll(nowMs: number): void {
    while (this.backlog.batches > 0) this.seal(nowMs)
  }

  /** One merge, when the partition is idle (or crowded with small segments) and there is something to merge. */
  tidy(nowMs: number): void {
    if (nowMs >= this.#mergeDueMs()) this.mergeOnce(nowMs)
  }

  /** Batches that are segments by themselves crowd a partition that is never idle. */
  get #isCrowded(): boolean {
    return this.#segments.filter((segment) => segment.level === 0).length >= CROWD
  }

  #mergeDueMs(): number {
    const idleMs = this.#isCrowded ? 0 : this.#lastAppendMs + IDLE_MS
    return Math.max(idleMs, this.#lastMergeMs + BETWEEN_MERGES_MS)
  }

  #nextRun(nowMs: number): SegmentRow[] {
    const isInUse = nowMs < this.#lastAppendMs + IDLE_MS
    return nextRun(this.#segments, !isInUse && this.#isPast(nowMs), isInUse ? MERGED_IN_USE : undefined)
  }

  /** Merges the next run of segments; false when there is none. */
  mergeOnce(nowMs: number): boolean {
    const run = this.#nextRun(nowMs)
    if (run.length === 0) return false
    this.#lastMergeMs = nowMs
    const sources = run.flatMap((segment) => this.#storage.sourcesOf(segment.number))
    const common = {
      sealedMs: Math.max(...run.map((segment) => segment.sealedMs)),
      level: 1 + Math.max(...run.map((segment) => segment.level)),
      sources: sources.filter(([, storedMs]) => storedMs >= nowMs - SOURCES_KEPT_MS),
    }
    const merged = mergeRun(this, run, KNOWN_SHAPES, common)
    const inserted: SegmentRow[] = []
    this.#transaction(() => {
      for (const segment of merged) inserted.push(this.#storage.insertSegment(this.#nextSegment++, segment))
      for (const segment of run) this.#storage.deleteSegment(segment.number)
    })
    const gone = new Set(run)
    this.#segments = [...this.#segments.filter((segment) => !gone.has(segment)), ...inserted]
    for (const { number } of run) this.#opened.forget(number)
    return true
  }

  #isPast(nowMs: number): boolean {
    return this.day < Math.floor(nowMs / MS_PER_DAY)
  }

  #oldest(): BatchRow[] {
    const taken: BatchRow[] = []
    let records = 0
    let bytes = 0
    for (const batch of this.#tail) {
      if (this.#unsealable.has(batch.sequence)) continue
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
    return this.#texts.peek(sequence)?.text ?? this.#storage.batchText(sequence)
  }
  records<R>(sequence: number, decode: (text: string, day: number) => R[]): readonly R[] {
    this.#batches.trim()
    const kept = this.#batches.get(sequence, () => {
      const text = this.text(sequence)
      if (text === null) throw new RecordsMoved(`batch ${sequence} is gone`)
      return { records: decode(text, this.day), bytesDecoded: text.length * RECORD_BYTES_PER_CHARACTER }
    })
    // A partition has one signal, and a signal one decoder: what is kept was made by this one.
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
