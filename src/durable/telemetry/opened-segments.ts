/** The segments of a partition as queries read them: opened on first use and cached while memory allows. */
import { RecordsMoved } from '../../telemetry/embedded/batch-reader.ts'
import type { ReadServices, SegmentHead, ServiceRows } from '../../telemetry/embedded/partition-source.ts'
import { CachedMemory, SegmentCache } from '../../telemetry/embedded/segment-cache.ts'
import { summaryOf } from '../../telemetry/segment/attribute-summary.ts'
import type { ColumnBytes } from '../../telemetry/segment/container.ts'
import { LogSegment } from '../../telemetry/segment/log-segment.ts'
import { MetricSegment } from '../../telemetry/segment/metric-segment.ts'
import { SegmentIndex } from '../../telemetry/segment/segment-index.ts'
import { SpanSegment } from '../../telemetry/segment/span-segment.ts'
import type { PartitionStorage, SegmentRow } from './partition-storage.ts'

/** Estimated memory of one attribute value or service with its count. */
const SUMMARY_VALUE_BYTES = 80
/** Summaries have memory of their own: a query that reads columns of all segments would evict them. */
const SUMMARIES = new CachedMemory(4_000_000)

interface KeptSummary {
  readonly of: ReturnType<typeof summaryOf>
  readonly bytesDecoded: number
}

/** Every method throws `RecordsMoved` when compaction has removed the segment. */
export class OpenedSegments {
  readonly #storage: PartitionStorage
  readonly #segments: () => readonly SegmentRow[]
  /** The rows of `of` by segment number, because one query looks up thousands. */
  #rows: { readonly of: readonly SegmentRow[]; readonly byNumber: ReadonlyMap<number, SegmentRow> } = {
    of: [],
    byNumber: new Map(),
  }
  /** A partition has one signal, so only one of these three caches is used. */
  readonly #logs = new SegmentCache<LogSegment>()
  readonly #spans = new SegmentCache<SpanSegment>()
  readonly #metrics = new SegmentCache<MetricSegment>()
  readonly #indexes = new SegmentCache<{ readonly index: SegmentIndex; readonly bytesDecoded: number }>()
  /**
   * Keyed by segment and attribute key. The summaries of a removed segment are no longer read, so the cache evicts them
   * first.
   */
  readonly #summaries = new SegmentCache<KeptSummary>(SUMMARY_VALUE_BYTES, SUMMARIES)
  readonly #services = new SegmentCache<{ readonly rows: readonly ServiceRows[]; readonly bytesDecoded: number }>(
    SUMMARY_VALUE_BYTES,
    SUMMARIES,
  )

  constructor(storage: PartitionStorage, segments: () => readonly SegmentRow[]) {
    this.#storage = storage
    this.#segments = segments
  }

  logs(head: SegmentHead): LogSegment {
    this.#logs.trim()
    return this.#logs.get(head.number, () => {
      const row = this.#row(head)
      return new LogSegment(this.#storage.columnBytes(row), row.minSequence)
    })
  }

  spans(head: SegmentHead): SpanSegment {
    return this.#open(this.#spans, head, SpanSegment)
  }

  metrics(head: SegmentHead): MetricSegment {
    return this.#open(this.#metrics, head, MetricSegment)
  }

  index(head: SegmentHead): SegmentIndex {
    this.#indexes.trim()
    return this.#indexes.get(head.number, () => {
      const bytes = this.#storage.indexBytes(head.number)
      return { index: new SegmentIndex(bytes), bytesDecoded: bytes.length }
    }).index
  }

  /** Reads the summary without caching the index: a query over thousands of segments would evict everything else. */
  attributeSummary(head: SegmentHead, key: string): ReturnType<typeof summaryOf> {
    this.#summaries.trim()
    return this.#summaries.get(`${head.number}/${key}`, () => {
      const index = new SegmentIndex(this.#storage.indexBytes(head.number))
      const of = summaryOf(index.attributes(), key)
      return { of, bytesDecoded: (1 + (of?.values?.length ?? 0)) * SUMMARY_VALUE_BYTES }
    }).of
  }

  /** @param read finds the services where they are not known yet */
  serviceRows(head: SegmentHead, read: () => ReadServices): ReadServices {
    this.#services.trim()
    let bytesRead = 0
    const { rows } = this.#services.get(head.number, () => {
      const found = read()
      bytesRead = found.bytesRead
      return { rows: found.rows, bytesDecoded: found.rows.length * SUMMARY_VALUE_BYTES }
    })
    return { rows, bytesRead }
  }

  forget(number: number): void {
    for (const cache of [this.#logs, this.#spans, this.#metrics, this.#indexes, this.#services]) cache.delete(number)
  }

  #open<T extends { readonly bytesDecoded: number }>(
    cache: SegmentCache<T>,
    head: SegmentHead,
    Segment: new (bytes: ColumnBytes) => T,
  ): T {
    cache.trim()
    return cache.get(head.number, () => new Segment(this.#storage.columnBytes(this.#row(head))))
  }

  #row(head: SegmentHead): SegmentRow {
    const of = this.#segments()
    if (this.#rows.of !== of) this.#rows = { of, byNumber: new Map(of.map((row) => [row.number, row])) }
    const row = this.#rows.byNumber.get(head.number)
    if (row === undefined) throw new RecordsMoved(`segment ${head.number} is gone`)
    return row
  }
}
