/**
 * The aggregates that an investigation reads. Each is a plain JSON value. It is computed where the records are
 * (`aggregate(records, grid) → partial`), merged by addition, and bounded so that it crosses RPC well under 1 MB.
 */
import type { Cells, Grid, Series } from './grid.ts'

/** Lines of one shape and service, per interval. */
export interface LogShapeActivity {
  readonly service: string
  /** Shape hash (a pure function of the line, equal on every shard). */
  readonly shape: string
  readonly template: string
  /** Highest OpenTelemetry severity number seen (as sent, or as inferred from the line); 0 is unknown. */
  severity: number
  /** Hosts that the lines name, in address attributes and in URLs: at most four, from the first lines. */
  readonly hosts: string[]
  /** Lines without trace and span id: jobs, start-up, or a service that sends no ids. */
  unlinked: number
  readonly counts: Series
}

/** `prev → next`: in one context (a span, else a trace, else the instance's stream) line `next` came right after `prev`. */
export interface LogPairActivity {
  readonly service: string
  /** Shape hash, or '^' for the beginning of a context. */
  readonly prev: string
  /** Shape hash, or '$' for the end of a context. */
  readonly next: string
  /** Counted at the time of the context's first line, so that all of a request counts in one interval. */
  readonly counts: Series
}

/** What identifies a context. A `stream` (no ids) interleaves requests, so its pairs are weaker evidence. */
export type LogContextKind = 'span' | 'trace' | 'stream'

/** The time from a line of a service to the next line of the same trace, by the service that wrote the next line. */
export interface LogPaceActivity {
  readonly service: string
  readonly shape: string
  readonly nextService: string
  readonly gap: Cells
}

/** Two services whose lines share traces, as if one called the other. Each pair is counted both ways. */
export interface LogCallActivity {
  readonly caller: string
  readonly callee: string
  /** How often lines of `callee` began after a line of `caller`. */
  readonly seen: number
  /** How often `caller` wrote a line again after them. */
  readonly enclosed: number
  /** Traces in which both logged an error, `callee` first. */
  readonly failed: number
}

export interface LogActivity {
  readonly grid: Grid
  readonly shapes: LogShapeActivity[]
  readonly pairs: LogPairActivity[]
  readonly paces: LogPaceActivity[]
  readonly calls: LogCallActivity[]
  /** Number of contexts of each type. */
  readonly contexts: Record<LogContextKind, number>
  records: number
  /** Lines whose shape is not listed because the list was full. */
  recordsUnlisted: number
}

/** Series without any count are left empty: most operations never fail. */
export interface OperationActivity {
  readonly service: string
  readonly operation: string
  /** Hosts that its spans call, where they are clients: at most four, from the first spans. */
  readonly peers: readonly string[]
  /** Spans begun per interval, those with an error status (or a 5xx or gRPC error attribute), those with an exception event. */
  readonly calls: Series
  readonly errors: Series
  readonly exceptions: Series
  /** Spans whose parent is named but not among the trace's spans. */
  readonly orphans: Series
  /** Spans without any child. */
  readonly leaves: Series
  /** Histogram of self time; calls to another service that wrap one remote span are edges and not counted here. */
  readonly self: Cells
  /** Sum of the whole durations per interval, in ms. */
  readonly durationMs: Series
}

/** Spans of one operation that were children of another operation. */
export interface LinkActivity {
  readonly callerService: string
  readonly callerOperation: string
  readonly calleeService: string
  readonly calleeOperation: string
  /** Child spans, and parents that had at least one such child, by the parent's interval. */
  readonly calls: Series
  readonly parents: Series
  /**
   * Parents whose last child was of this operation, which means that it was the last call before they ended. Empty when
   * none.
   */
  readonly lasts: Series
  /** Edge time (the caller's span less the callee's), only between services and only where it can be measured. */
  readonly edge: Cells
}

export interface ExceptionActivity {
  readonly service: string
  readonly operation: string
  readonly type: string
  readonly counts: Series
}

export interface TraceActivity {
  readonly grid: Grid
  readonly operations: OperationActivity[]
  readonly links: LinkActivity[]
  readonly exceptions: ExceptionActivity[]
  /** Traces begun, and those without a root span. */
  readonly traces: Series
  readonly tracesWithoutRoot: Series
  spans: number
  spansUnlisted: number
}

/** One metric of one component. Cumulative counters are kept as they are; the analysis computes rates. */
export interface MetricSeriesActivity {
  readonly service: string
  /** The instance, where the resource names one (pod, host, instance id), else ''. */
  readonly instance: string
  readonly metric: string
  /** The attributes that distinguish the series, as `key=value,…`. '' when there are none. */
  readonly attributes: string
  readonly unit: string
  /** `level`: a value that goes up and down. `counter`: cumulative and monotonic. `delta`: increments. */
  readonly kind: 'level' | 'counter' | 'delta'
  readonly counts: Series
  readonly sums: Series
  /** Last value and its time relative to the grid's start, in ms (-1 where the interval has no point). */
  readonly last: Series
  readonly lastAtMs: Series
}

export interface MetricActivity {
  readonly grid: Grid
  readonly series: MetricSeriesActivity[]
  points: number
  pointsUnlisted: number
}

/** The records a cohort question selects; they are compared with the others of the same service. */
export type CohortSelector =
  | { readonly kind: 'log_shapes'; readonly service: string; readonly shapes: readonly string[] }
  | { readonly kind: 'span_errors'; readonly service: string; readonly operation: string | null }
  | {
      readonly kind: 'slow_spans'
      readonly service: string
      readonly operation: string | null
      readonly slowerThanMs: number
    }

export interface CohortValue {
  readonly key: string
  readonly value: string
  selected: number
  rest: number
}

export interface CohortCounts {
  selected: number
  rest: number
  /** Attribute and resource values, the most frequent of each key. */
  readonly values: CohortValue[]
}

export interface CoverageOfService {
  readonly signal: 'logs' | 'spans' | 'metrics'
  readonly service: string
  records: number
  firstMs: number
  lastMs: number
}

/** The record shown as the most telling one. */
export interface ExampleRecord {
  /** Stored id (UUIDv8), '' where the source keeps none. */
  readonly id: string
  readonly signal: 'logs' | 'spans'
  readonly timeMs: number
  readonly service: string
  /** The log body, or the span's name and duration. */
  readonly text: string
  /** Why it failed, where a log says so beside its message; null where it does not. */
  readonly reason: string | null
  readonly traceId: string
  readonly spanId: string
}
