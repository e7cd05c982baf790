/**
 * The RPC messages between Workers, the catalog object and partition objects. During a deploy two versions talk to each
 * other, so these shapes are persisted: fields may only be added, and only as optional ones.
 */
import type { Signal } from '../model.ts'
import type * as port from '../port.ts'
import type { CountPartial } from '../query/count.ts'
import type { CoveragePartial } from '../query/coverage.ts'
import type { DependencyPartial } from '../query/dependencies.ts'
import type { MetricPartial } from '../query/metric-series.ts'
import type { PatternPartial } from '../query/patterns.ts'
import type { SpanStatsPartial } from '../query/span-stats.ts'
import type { ValuesPartial } from '../query/values.ts'
import type { RecordPlace } from '../record-id.ts'
import type { TimeRange } from '../time.ts'

/** A row of the catalog: one partition. */
export interface PartitionEntry {
  /** Unique in the project and never reused. It names the object and is part of its records' ids. */
  readonly number: number
  readonly day: number
  readonly signal: Signal
  /** A split starts the next generation of its day and signal. Appends go to the newest generation. */
  readonly generation: number
  /** 0 to shards-1: which part of the generation's records is here. */
  readonly shard: number
  readonly shards: number
  /**
   * When the newest generation began, in milliseconds since 1970. For an hour, the previous one may hold the original
   * of a resend.
   */
  readonly createdMs: number
  /**
   * When the partition may delete itself. No append is sent within the hour before, so that nothing is written during
   * deletion.
   */
  readonly expiresMs: number
}

export interface CatalogScope {
  readonly organizationId: string
  readonly projectId: string
}
export interface EnsureRequest {
  readonly scope: CatalogScope
  readonly wanted: readonly { readonly day: number; readonly signal: Signal }[]
  readonly retentionDays: number
}
export interface CatalogRpc {
  list(): Promise<readonly PartitionEntry[]>
  /**
   * Returns the partitions that take appends for the request, and creates them where missing. Durable when it answers.
   */
  ensure(request: EnsureRequest): Promise<readonly PartitionEntry[]>
  /**
   * Starts a new generation with twice as many shards for a hot partition. Repeating the call has no further effect.
   */
  split(number: number): Promise<void>
  remove(numbers: readonly number[]): Promise<void>
  /** Adds shapes that a partition has seen for the first time; known ones are skipped. */
  addShapes(shapes: readonly KnownShape[]): Promise<void>
  /** Returns the shapes added after `version`, and the current version. */
  shapesSince(version: number): Promise<{ readonly version: number; readonly shapes: readonly KnownShape[] }>
}
export type KnownShape = readonly [hash: string, template: string]

/**
 * The identity of a partition object. It is set by the first append; later appends with another identity are refused.
 */
export interface PartitionIdentity extends CatalogScope {
  readonly region: string
  readonly entry: PartitionEntry
}

export interface EncodedBatch {
  /** Encoded by batch-codec.ts or log-batch.ts. */
  readonly text: string
  readonly records: number
  readonly minNanos: number
  readonly maxNanos: number
  /**
   * The batch as an encoded segment, when it is large enough for one; `text` is then ''. Its ids have sequence 0 as a
   * placeholder for the sequence that the partition assigns.
   */
  readonly segment?: {
    readonly columns: Uint8Array
    readonly index: Uint8Array
    /** From `EncodedLogSegment`; absent when not known. */
    readonly characters?: readonly number[]
  }
}
export interface PartitionAppend {
  readonly identity: PartitionIdentity
  readonly retentionDays: number
  /** The resend key (intake key, payload hash, slice); null when records are never duplicates. */
  readonly source: string | null
  readonly billedBytes: number
  /** The log stream to which the bytes are billed; null or absent bills the project. */
  readonly streamId?: string | null
  readonly batches: readonly EncodedBatch[]
}
export type PartitionAppendResult =
  | { readonly status: 'stored'; readonly duplicate: boolean }
  /** The partition was purged or has another identity: read the catalog again. */
  | { readonly status: 'gone' }
  | { readonly status: 'overloaded'; readonly retryAfterSeconds: number }

export type PartitionQuery =
  | { readonly kind: 'searchLogs'; readonly input: port.SearchLogsInput }
  | { readonly kind: 'countLogs'; readonly input: port.CountLogsInput }
  | { readonly kind: 'logPatterns'; readonly input: port.LogPatternsInput }
  | { readonly kind: 'fieldValues'; readonly input: port.FieldValuesInput }
  | { readonly kind: 'getLog'; readonly place: RecordPlace }
  | { readonly kind: 'searchSpans'; readonly input: port.SearchSpansInput }
  | { readonly kind: 'spansByTrace'; readonly traceId: string; readonly range: TimeRange }
  | { readonly kind: 'spanStats'; readonly input: port.SpanStatsInput }
  | { readonly kind: 'dependencies'; readonly range: TimeRange }
  | { readonly kind: 'listMetrics'; readonly range: TimeRange; readonly prefix: string }
  | { readonly kind: 'metricSeries'; readonly input: port.MetricSeriesInput }
  | { readonly kind: 'coverage'; readonly range: TimeRange }
  | { readonly kind: 'aggregate'; readonly request: port.AggregateRequest }

/** Where reading stopped for a page. */
export interface SearchEnd {
  /** True when there are more matches than were sent. */
  readonly isCut: boolean
  /**
   * Nothing is missing up to this position. When absent, the share is complete up to its last record if it was cut, and
   * everywhere otherwise.
   */
  readonly readTo?: port.RecordCursor
}

/** A partition's share of each answer, by query type. */
export interface PartitionAnswers {
  readonly searchLogs: SearchEnd & { readonly records: readonly port.StoredLog[] }
  readonly countLogs: CountPartial & { readonly isCut: boolean }
  readonly logPatterns: PatternPartial
  readonly fieldValues: ValuesPartial
  readonly getLog: port.StoredLog | null
  readonly searchSpans: SearchEnd & { readonly spans: readonly port.StoredSpan[] }
  readonly spansByTrace: { readonly spans: readonly port.StoredSpan[]; readonly isCut: boolean }
  readonly spanStats: SpanStatsPartial
  readonly dependencies: DependencyPartial
  readonly listMetrics: { readonly metrics: readonly port.MetricDescriptor[]; readonly isCut: boolean }
  readonly metricSeries: MetricPartial
  readonly coverage: CoveragePartial
  readonly aggregate: port.AggregateValues[port.AggregateKind]
}
export type QueryKind = PartitionQuery['kind']
export type QueryOf<K extends QueryKind> = Extract<PartitionQuery, { readonly kind: K }>
export interface PartitionAnswer<K extends QueryKind = QueryKind> {
  readonly value: PartitionAnswers[K]
  readonly work: port.Work
}

export interface PartitionRpc {
  append(request: PartitionAppend): Promise<PartitionAppendResult>
  /** Returns whether this resend key was stored here within the last hour. */
  hasSource(source: string): Promise<boolean>
  /**
   * Runs a query. `stillWanted` is called now and then when a long query pauses. It rejects when the caller has left,
   * because a function passed over RPC lives as long as the request that passed it; the query then stops.
   */
  query(query: PartitionQuery, budget: port.WorkBudget, stillWanted?: () => Promise<void>): Promise<PartitionAnswer>
  /** Flushes the whole write buffer and, if asked, compacts all segments. Used before measurements and in tests. */
  settle(isCompacted?: boolean): Promise<void>
  purge(): Promise<void>
}
