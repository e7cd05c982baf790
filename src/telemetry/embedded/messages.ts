/**
 * What the Worker, the catalog object and the partition objects say to each other. During a deploy two versions talk,
 * so these are persisted shapes: fields are only added, and only optional ones.
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

/** A row of the catalog: one partition, for ever. */
export interface PartitionEntry {
  /** Unique in the project, never used again; names the object and is part of its records' ids. */
  readonly number: number
  readonly day: number
  readonly signal: Signal
  /** Splitting a partition starts the next generation of its (day, signal). Appends go to the newest one. */
  readonly generation: number
  /** 0..shards-1: which records of the generation are here. */
  readonly shard: number
  readonly shards: number
  /** When the newest generation began, ms since 1970: for an hour resends may have met the one before. */
  readonly createdMs: number
  /** No append is sent here from an hour before this, so that nothing is written while the object deletes itself. */
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
  /** Entries that take appends for what is wanted, made where there are none; durable when it answers. */
  ensure(request: EnsureRequest): Promise<readonly PartitionEntry[]>
  /** Starts a next generation of twice as many shards beside a partition that has grown hot; repeatable. */
  split(number: number): Promise<void>
  remove(numbers: readonly number[]): Promise<void>
  /** Shapes of log bodies that partitions met for the first time; known ones are skipped. */
  addShapes(shapes: readonly KnownShape[]): Promise<void>
  /** Shapes added after a version, and the version that then holds. */
  shapesSince(version: number): Promise<{ readonly version: number; readonly shapes: readonly KnownShape[] }>
}
export type KnownShape = readonly [hash: string, template: string]

/** Who a partition object is. It is told with the first append and refuses any other afterwards. */
export interface PartitionIdentity extends CatalogScope {
  readonly region: string
  readonly entry: PartitionEntry
}

export interface EncodedBatch {
  /** Text of batch-codec.ts. */
  readonly text: string
  readonly records: number
  readonly minNanos: number
  readonly maxNanos: number
  /**
   * The batch as a segment instead, when it is large enough to be one by itself; `text` is then ''. Its ids have
   * sequence 0, which stands for the sequence that the partition gives the batch.
   */
  readonly segment?: {
    readonly columns: Uint8Array
    readonly index: Uint8Array
    /** Of `EncodedLogSegment`; left out: not known. */
    readonly characters?: readonly number[]
  }
}
export interface PartitionAppend {
  readonly identity: PartitionIdentity
  readonly retentionDays: number
  /** (intake key, payload hash, slice), null where records are never duplicates. */
  readonly source: string | null
  readonly billedBytes: number
  /** Whose usage the bytes are; null or left out: the project's. */
  readonly streamId?: string | null
  readonly batches: readonly EncodedBatch[]
}
export type PartitionAppendResult =
  | { readonly status: 'stored'; readonly duplicate: boolean }
  /** The partition was purged or is not who the caller thinks; read the catalog again. */
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

/** Where the reading of a page ended. */
export interface SearchEnd {
  /** True when more matches than was sent. */
  readonly isCut: boolean
  /**
   * Up to this place of the order nothing is missing. Left out: up to the last record sent when the share is cut, else
   * everywhere.
   */
  readonly readTo?: port.RecordCursor
}

/** A partition's share of each answer, by kind of query. */
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
  /** True when the source was stored here within the hour. */
  hasSource(source: string): Promise<boolean>
  /**
   * `stillWanted` is asked whenever a long query gives way. Of a caller that has left it rejects, as the function lives
   * no longer than the request that passed it: the query ends there instead of working for nobody.
   */
  query(query: PartitionQuery, budget: port.WorkBudget, stillWanted?: () => Promise<void>): Promise<PartitionAnswer>
  /** Seals all that waits, however little, and merges if asked to: before a measurement, and in tests. */
  settle(isMerged?: boolean): Promise<void>
  purge(): Promise<void>
}
