/**
 * The TelemetryStore port. Every adapter passes test/telemetry/store-suite.ts. Reads take a work budget and say what
 * they scanned and what they cut; nothing here returns more than its stated bounds.
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

/** Whose telemetry: the address of a project's objects and the retention of its plan. */
export interface TelemetryProject {
  readonly organizationId: string
  readonly projectId: string
  readonly region: string
  readonly retentionDays: number
}

// ---- append -------------------------------------------------------------------------------------------------------

export interface AppendBatch {
  readonly logs?: readonly LogRecord[]
  readonly spans?: readonly SpanRecord[]
  readonly metrics?: readonly MetricPoint[]
  /** What makes a resend recognisable: the intake key's id and a hash of the payload. */
  readonly source: {
    readonly keyId: string
    readonly payloadHash: string
    /** The log stream the key belongs to, to whose usage the bytes count; left out or null for a project's own key. */
    readonly streamId?: string | null
  }
  /** Bytes as billed: the decompressed size of what was accepted. */
  readonly billedBytes: number
  /** Off where records had no timestamp of their own: such records are never dropped as duplicates. */
  readonly deduplicate: boolean
}

export type AppendResult =
  | { readonly status: 'stored'; readonly records: number; readonly duplicate: boolean }
  | { readonly status: 'overloaded'; readonly retryAfterSeconds: number }

// ---- reading ------------------------------------------------------------------------------------------------------

export interface WorkBudget {
  /** Upper bound of records looked at. */
  readonly recordsMax: number
  /** Upper bound of bytes decoded. */
  readonly bytesMax: number
}

/** What a read did. `partial` names why an answer is not complete, empty when it is. */
export interface Work {
  readonly recordsScanned: number
  readonly bytesDecoded: number
  readonly partitionsRead: number
  readonly partial: readonly PartialReason[]
}
export type PartialReason = 'budget' | 'limit' | 'partition_unavailable' | 'cancelled'

/** `timestamp`, `service`, `severity`, `environment`, `trace_id`, `span_id`, `body`, `name`, `kind`, `status`, `duration`, or a key of attributes/resource. */
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

/** Words are matched case-insensitively on the store's tokenizer; `substring` reads bodies and says so in `Work`. */
export interface TextSearch {
  readonly mode: 'any' | 'all' | 'phrase' | 'substring'
  readonly text: string
}

/** All conditions hold (and the text matches, when there is one). */
export interface RecordFilter {
  readonly conditions: readonly Condition[]
  readonly text?: TextSearch
}

/** Order of records is (time, id); a cursor is a place in that order, never a place in a file. */
export interface RecordCursor {
  readonly time: Timestamp
  readonly id: string
}

export interface StoredLog extends LogRecord {
  /** UUIDv8 fixed at append. */
  readonly id: string
  /** Shape hash of the body, 16 hex digits (src/telemetry/shape). */
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
  /** Width of the intervals, aligned to the UTC day; null is one interval over the whole range. */
  readonly intervalMs: number | null
  readonly groupBy: readonly Field[]
  /** At most this many groups, the largest; the rest is summed under `other`. */
  readonly groupsMax: number
  readonly budget?: WorkBudget
}
export interface CountLogsResult {
  readonly groups: readonly {
    readonly key: readonly (string | null)[]
    readonly counts: readonly (readonly [startMs: number, count: number])[]
    readonly total: number
  }[]
  readonly other: number
  readonly total: number
  readonly work: Work
}

export interface LogPattern {
  /** Stable id of the pattern: the smallest shape hash of the group. */
  readonly id: string
  readonly template: string
  readonly service: string
  readonly severity: SeverityName
  readonly count: number
  readonly firstSeen: Timestamp
  readonly lastSeen: Timestamp
  readonly example: { readonly id: string; readonly body: string }
  /** Counts per interval when one was asked for: [start in ms, count]. */
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
  /** One field's values, or null for the keys that occur. */
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
  /** Records of the same service around it, in time order. */
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

export interface SpanStatsInput {
  readonly range: TimeRange
  readonly filter: RecordFilter
  readonly intervalMs: number | null
  readonly groupBy: readonly ('service' | 'operation')[]
  readonly groupsMax: number
  /**
   * Which spans count. Left out: every span, failed where its status says so. `entries`: requests that reached a
   * service, which are its server and consumer spans; of a service whose spans have no such kind, its unspecified and
   * internal spans without a parent or whose parent is another service's. `outermost`: entries without a parent. Both
   * count a span as failed by its status, an HTTP status from 500 on or a gRPC status that blames the server.
   */
  readonly only?: 'entries' | 'outermost'
  readonly budget?: WorkBudget
}
export interface SpanStatsRow {
  readonly service: string
  readonly operation: string | null
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
  /** The last time of any record at or before the end of the asked range, null when the project has none at all. */
  readonly lastRecord: Timestamp | null
  readonly work: Work
}

/** Questions of an investigation: computed where the records are, a bounded answer however many records it read. */
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

export interface TelemetryStore {
  append(project: TelemetryProject, batch: AppendBatch): Promise<AppendResult>
  searchLogs(project: TelemetryProject, input: SearchLogsInput): Promise<SearchLogsResult>
  countLogs(project: TelemetryProject, input: CountLogsInput): Promise<CountLogsResult>
  logPatterns(project: TelemetryProject, input: LogPatternsInput): Promise<LogPatternsResult>
  fieldValues(project: TelemetryProject, input: FieldValuesInput): Promise<FieldValuesResult>
  getLog(project: TelemetryProject, id: string, neighbours: number): Promise<LogWithNeighbours | null>
  searchSpans(project: TelemetryProject, input: SearchSpansInput): Promise<SearchSpansResult>
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
  metricSeries(project: TelemetryProject, input: MetricSeriesInput): Promise<MetricSeriesResult>
  coverage(project: TelemetryProject, range: TimeRange): Promise<CoverageResult>
  aggregate<K extends AggregateKind>(
    project: TelemetryProject,
    request: AggregateOf<K>,
    budget?: WorkBudget,
  ): Promise<{ readonly value: AggregateValues[K]; readonly work: Work }>
  /** Deletes every record of the project; repeatable. `done` false: call again. */
  purge(project: TelemetryProject): Promise<{ readonly done: boolean }>
}
