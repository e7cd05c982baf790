/**
 * The TelemetryStore port. Every adapter passes test/telemetry/store-suite.ts. A read takes a work budget, reports what
 * it scanned and what it left out, and never returns more than the bounds stated here.
 *
 * Units: names that end in `Ms` are milliseconds; a `startMs` is the start of an interval in milliseconds since 1970.
 * Ranges are half-open, [from, to). A partition that fails makes the answer of a read partial (`Work.partial`); a read
 * rejects when the catalog does not answer.
 */
import type { Grid } from './aggregates/grid.ts'
import type {
  CohortCounts,
  CohortSelector,
  ExampleRecord,
  LogActivity,
  MetricActivity,
  TraceActivity,
} from './aggregates/types.ts'
import type { AttributeValue, LogRecord, MetricPoint, SeverityName, Signal, SpanRecord } from './model.ts'
import type { TimeRange, Timestamp } from './time.ts'

/** The project that records belong to: where its objects are, and for how many days its plan keeps records. */
export interface TelemetryProject {
  readonly organizationId: string
  readonly projectId: string
  readonly region: string
  readonly retentionDays: number
}

// ---- append -------------------------------------------------------------------------------------------------------

/** The records of one delivery. */
export interface AppendBatch {
  readonly logs?: readonly LogRecord[]
  readonly spans?: readonly SpanRecord[]
  readonly metrics?: readonly MetricPoint[]
  /** Identifies the delivery, so that a repeated one is recognised: the intake key's id and a hash of the payload. */
  readonly source: {
    readonly keyId: string
    readonly payloadHash: string
    /** The log stream of the key; the bytes count as its usage. Absent or null for a key of the project itself. */
    readonly streamId?: string | null
  }
  /** The bytes to bill: the decompressed size of what was accepted. */
  readonly billedBytes: number
  /** False when records had no timestamp of their own: such records are never dropped as duplicates. */
  readonly deduplicate: boolean
}

/**
 * `stored`: the records are durable; `duplicate` when all of them were already. `overloaded`: the sender should send
 * the whole batch again after the delay.
 */
export type AppendResult =
  | { readonly status: 'stored'; readonly records: number; readonly duplicate: boolean }
  | { readonly status: 'overloaded'; readonly retryAfterSeconds: number }

// ---- reading ------------------------------------------------------------------------------------------------------

/** Bounds the work of one read. */
export interface WorkBudget {
  /** Most records to scan. */
  readonly recordsMax: number
  /** Most bytes to decode. */
  readonly bytesMax: number
}

/** The work that a read did. `partial` lists why the answer is incomplete; it is empty when the answer is complete. */
export interface Work {
  readonly recordsScanned: number
  readonly bytesDecoded: number
  readonly partitionsRead: number
  readonly partial: readonly PartialReason[]
}
/**
 * `budget`: the work budget was spent. `limit`: a fixed bound of the store was reached. `partition_unavailable`: a
 * partition failed. `cancelled`: the caller left.
 */
export type PartialReason = 'budget' | 'limit' | 'partition_unavailable' | 'cancelled'

/** A field of a record: a built-in one, or a key of its attributes or of its resource's attributes. */
export type Field =
  | { readonly kind: 'builtin'; readonly name: BuiltinField }
  | { readonly kind: 'attribute'; readonly key: string }
  | { readonly kind: 'resource'; readonly key: string }
export type BuiltinField =
  | 'timestamp'
  | 'service'
  | 'severity'
  | 'environment'
  | 'trace_id'
  | 'span_id'
  | 'body'
  | 'name'
  | 'kind'
  | 'status'
  | 'duration'
  | 'scope'

export type Condition =
  | { readonly field: Field; readonly op: 'eq' | 'neq' | 'contains' | 'starts_with'; readonly value: AttributeValue }
  | { readonly field: Field; readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: string | number }
  | { readonly field: Field; readonly op: 'in'; readonly values: readonly AttributeValue[] }
  | { readonly field: Field; readonly op: 'between'; readonly low: string | number; readonly high: string | number }
  | { readonly field: Field; readonly op: 'exists'; readonly value: boolean }

/** Compares whole words, ignoring case, as the store's tokenizer cuts them; `substring` compares any part of a text. */
export interface TextSearch {
  readonly mode: 'any' | 'all' | 'phrase' | 'substring'
  readonly text: string
}

/** Selects the records for which all conditions hold and, if there is a text, the text matches. */
export interface RecordFilter {
  readonly conditions: readonly Condition[]
  readonly text?: TextSearch
}

/** A place in the order of records, which is (time, id). It stays valid when records are flushed or compacted. */
export interface RecordCursor {
  readonly time: Timestamp
  readonly id: string
}

export interface StoredLog extends LogRecord {
  /** A UUIDv8, set at append and never changed (record-id.ts). */
  readonly id: string
  /** The shape hash of the body, 16 lower-case hex digits (src/telemetry/shape). */
  readonly shape: string
}
export interface StoredSpan extends SpanRecord {
  readonly id: string
}

export interface SearchLogsInput {
  readonly range: TimeRange
  readonly filter: RecordFilter
  readonly order: 'newest' | 'oldest'
  readonly limit: number
  readonly after?: RecordCursor
  readonly budget?: WorkBudget
}
export interface SearchLogsResult {
  readonly records: readonly StoredLog[]
  readonly next: RecordCursor | null
  readonly work: Work
}

export interface CountLogsInput {
  readonly range: TimeRange
  readonly filter: RecordFilter
  /** The length of an interval, aligned to the UTC day; null means one interval over the whole range. */
  readonly intervalMs: number | null
  readonly groupBy: readonly Field[]
  /** Most groups to return, the largest first; `other` is the sum of the rest. */
  readonly groupsMax: number
  readonly budget?: WorkBudget
}
export interface CountLogsResult {
  readonly groups: readonly {
    /** One value per field of `groupBy`; null when the records lack the field. */
    readonly key: readonly (string | null)[]
    readonly counts: readonly (readonly [startMs: number, count: number])[]
    readonly total: number
  }[]
  readonly other: number
  readonly total: number
  readonly work: Work
}

export interface LogPattern {
  /** The smallest shape hash of the pattern's shapes. An older id keeps naming the pattern. */
  readonly id: string
  readonly template: string
  readonly service: string
  readonly severity: SeverityName
  readonly count: number
  readonly firstSeen: Timestamp
  readonly lastSeen: Timestamp
  readonly example: { readonly id: string; readonly body: string }
  /** The count of each interval; empty when `intervalMs` was null. */
  readonly counts: readonly (readonly [startMs: number, count: number])[]
}
export interface LogPatternsInput {
  readonly range: TimeRange
  readonly filter: RecordFilter
  readonly intervalMs: number | null
  readonly limit: number
  readonly budget?: WorkBudget
}
export interface LogPatternsResult {
  readonly patterns: readonly LogPattern[]
  readonly total: number
  readonly work: Work
}

export interface FieldValuesInput {
  readonly range: TimeRange
  readonly filter: RecordFilter
  readonly signal: 'logs' | 'spans'
  /** The field whose values are wanted; null lists the keys that occur. */
  readonly field: Field | null
  readonly limit: number
  readonly budget?: WorkBudget
}
export interface FieldValuesResult {
  readonly values: readonly { readonly value: string; readonly count: number }[]
  readonly work: Work
}

export interface LogWithNeighbours {
  readonly record: StoredLog
  /** Records of the same service up to an hour before and after it, in time order. */
  readonly before: readonly StoredLog[]
  readonly after: readonly StoredLog[]
}

export interface SearchSpansInput {
  readonly range: TimeRange
  readonly filter: RecordFilter
  readonly order: 'newest' | 'oldest' | 'slowest'
  readonly limit: number
  readonly after?: RecordCursor
  readonly budget?: WorkBudget
}
export interface SearchSpansResult {
  readonly spans: readonly StoredSpan[]
  readonly next: RecordCursor | null
  readonly work: Work
}

/** Which entry spans are counted: `SpanStatsInput.only`. */
export type EntriesOnly = 'entries' | 'outermost' | 'first'

export interface SpanStatsInput {
  readonly range: TimeRange
  readonly filter: RecordFilter
  readonly intervalMs: number | null
  readonly groupBy: readonly ('service' | 'operation')[]
  /** Also in groups by the value of this field. Spans without the field are left out, as by a filter. */
  readonly by?: Field
  readonly groupsMax: number
  /**
   * Selects the spans to count. Absent: every span; a span failed if its status is `error`. `entries`: the requests
   * that reached a service. These are its server and consumer spans. If a service has no spans of these kinds, they are
   * its unspecified and internal spans that have no parent or a parent in another service. `outermost`: entries without
   * a parent. `first`: of the entries that the filter accepts, those of the service that has the first one of their
   * trace, so that a request which several services handed on counts once. With `only`, a span also failed with an HTTP
   * status of 500 or more, or with a gRPC status that blames the server.
   */
  readonly only?: EntriesOnly
  readonly budget?: WorkBudget
}
export interface SpanStatsRow {
  readonly service: string
  readonly operation: string | null
  /** The value of `by`; absent where nothing was grouped by a field. */
  readonly value?: string
  readonly startMs: number
  readonly requests: number
  readonly errors: number
  readonly durationMs: {
    readonly p50: number
    readonly p75: number
    readonly p90: number
    readonly p95: number
    readonly p99: number
    readonly p999: number
    readonly min: number
    readonly max: number
    readonly mean: number
  }
}
export interface SpanStatsResult {
  readonly rows: readonly SpanStatsRow[]
  readonly work: Work
}

/** One service that calls another. */
export interface Dependency {
  readonly caller: string
  readonly callee: string
  readonly calls: number
  readonly errors: number
  readonly durationMs: { readonly p50: number; readonly p99: number }
}

export interface MetricSeriesInput {
  readonly range: TimeRange
  readonly metric: string
  readonly filter: RecordFilter
  /** Applied per interval and group. `rate` is per second; a `quantile` is a number from 0 to 1. */
  readonly aggregation:
    | 'avg'
    | 'min'
    | 'max'
    | 'sum'
    | 'last'
    | 'count'
    | 'rate'
    | 'increase'
    | { readonly quantile: number }
  readonly groupBy: readonly Field[]
  readonly intervalMs: number
  readonly groupsMax: number
  /**
   * What a counter gained from one point of the range to another. Without it, what it gained between the last point
   * before the range and the first one in it counts whole, so that ranges side by side add up.
   */
  readonly isInsideOnly?: boolean
  readonly budget?: WorkBudget
}
export interface MetricSeriesResult {
  readonly series: readonly {
    readonly key: readonly (string | null)[]
    readonly points: readonly (readonly [startMs: number, value: number])[]
  }[]
  readonly unit: string
  readonly work: Work
}

export interface MetricDescriptor {
  readonly name: string
  readonly unit: string
  readonly type: string
  readonly description: string
  readonly services: readonly string[]
  /** Keys of its points with their values, as far as these are texts; of each at most 50 values. */
  readonly attributes: readonly { readonly key: string; readonly values: readonly string[] }[]
  readonly points: number
}

export interface CoverageEntry {
  readonly signal: Signal
  readonly service: string
  readonly records: number
  readonly firstSeen: Timestamp
  readonly lastSeen: Timestamp
}
export interface CoverageResult {
  readonly entries: readonly CoverageEntry[]
  /** The time of the last record at or before the end of the range; null when the project has none. */
  readonly lastRecord: Timestamp | null
  readonly work: Work
}

/** A question of an investigation. It is answered where the records are, and the size of its answer is bounded. */
export type AggregateRequest =
  | { readonly kind: 'logActivity'; readonly grid: Grid }
  | { readonly kind: 'traceActivity'; readonly grid: Grid }
  | { readonly kind: 'metricActivity'; readonly grid: Grid }
  | { readonly kind: 'cohorts'; readonly range: TimeRange; readonly selector: CohortSelector }
  | {
      readonly kind: 'examples'
      readonly range: TimeRange
      readonly selector: CohortSelector
      readonly limit: number
    }
export interface AggregateValues {
  readonly logActivity: LogActivity
  readonly traceActivity: TraceActivity
  readonly metricActivity: MetricActivity
  readonly cohorts: CohortCounts
  /** Oldest first. */
  readonly examples: readonly ExampleRecord[]
}
export type AggregateKind = AggregateRequest['kind']
export type AggregateOf<K extends AggregateKind> = Extract<AggregateRequest, { readonly kind: K }>

/** The store of a project's logs, spans and metric points. */
export interface TelemetryStore {
  /** Stores the batch. Throws when a record exceeds 1.9 MB encoded; the intake cuts records before. */
  append(project: TelemetryProject, batch: AppendBatch): Promise<AppendResult>
  /** Returns one page of logs in order of (time, id). `next` is null on the last page. */
  searchLogs(project: TelemetryProject, input: SearchLogsInput): Promise<SearchLogsResult>
  countLogs(project: TelemetryProject, input: CountLogsInput): Promise<CountLogsResult>
  /** Groups logs by service, severity and pattern, the largest first; `total` counts all records that match. */
  logPatterns(project: TelemetryProject, input: LogPatternsInput): Promise<LogPatternsResult>
  fieldValues(project: TelemetryProject, input: FieldValuesInput): Promise<FieldValuesResult>
  /** Returns the log with up to `neighbours` logs on either side; null when the project has no such id. */
  getLog(project: TelemetryProject, id: string, neighbours: number): Promise<LogWithNeighbours | null>
  searchSpans(project: TelemetryProject, input: SearchSpansInput): Promise<SearchSpansResult>
  /** Returns the spans of a trace, oldest first. `isTruncated`: at least one parent is missing or a bound was hit. */
  spansByTrace(
    project: TelemetryProject,
    traceId: string,
    range: TimeRange,
  ): Promise<{ readonly spans: readonly StoredSpan[]; readonly isTruncated: boolean; readonly work: Work }>
  spanStats(project: TelemetryProject, input: SpanStatsInput): Promise<SpanStatsResult>
  dependencies(
    project: TelemetryProject,
    input: { readonly range: TimeRange; readonly budget?: WorkBudget },
  ): Promise<{ readonly dependencies: readonly Dependency[]; readonly work: Work }>
  listMetrics(
    project: TelemetryProject,
    input: { readonly range: TimeRange; readonly prefix?: string; readonly limit: number },
  ): Promise<{ readonly metrics: readonly MetricDescriptor[]; readonly work: Work }>
  /** Returns the points of one metric per group. Counters are differenced per series before they are added. */
  metricSeries(project: TelemetryProject, input: MetricSeriesInput): Promise<MetricSeriesResult>
  coverage(project: TelemetryProject, range: TimeRange): Promise<CoverageResult>
  aggregate<K extends AggregateKind>(
    project: TelemetryProject,
    request: AggregateOf<K>,
    budget?: WorkBudget,
  ): Promise<{ readonly value: AggregateValues[K]; readonly work: Work }>
  /** Deletes a part of the project's records. Call it again until `done` is true; repeating it is safe. */
  purge(project: TelemetryProject): Promise<{ readonly done: boolean }>
}
