/**
 * What an investigation asks of the telemetry: eight bounded, read-only questions. Each is answered by merging the
 * partial aggregates (src/telemetry/aggregates) of the partitions in range. The investigator gives each question a
 * label ("q3"). Every finding carries the labels of the questions that it rests on, so that a claim can cite a tool
 * call.
 */
import type {
  CohortCounts,
  CohortSelector,
  CoverageOfService,
  ExampleRecord,
  Grid,
  LogActivity,
  MetricActivity,
  TraceActivity,
} from '../../telemetry/index.ts'
import type { ChangeEvent } from './change-events.ts'

/** Half-open, milliseconds since 1970. */
export interface WindowMs {
  readonly fromMs: number
  readonly toMs: number
}

/** An answer and how complete it is. */
export interface SourceAnswer<T> {
  readonly value: T
  readonly recordsScanned: number
  /** Why the answer is not complete (budget, limit, partition_unavailable, …). Empty if it is. */
  readonly partial: readonly string[]
}

export interface InvestigationSource {
  /**
   * What is present per signal and service in the range, and the last record at or before its end (null: none at all).
   */
  coverage(
    window: WindowMs,
  ): Promise<SourceAnswer<{ readonly services: readonly CoverageOfService[]; readonly lastRecordMs: number | null }>>
  /** Log lines per service, shape and interval, and which line followed which. */
  logActivity(grid: Grid): Promise<SourceAnswer<LogActivity>>
  /** Calls, errors, self time per operation and interval; links between operations with edge time. */
  traceActivity(grid: Grid): Promise<SourceAnswer<TraceActivity>>
  /** Metric points per component, metric and interval. */
  metricActivity(grid: Grid): Promise<SourceAnswer<MetricActivity>>
  /** Lines about a change (a deployment, a flag, a scaling), at most `limit`, the latest ones. */
  changeEvents(window: WindowMs, limit: number): Promise<SourceAnswer<readonly ChangeEvent[]>>
  /** Attribute values of the selected records against the rest of the same service. */
  cohorts(window: WindowMs, selector: CohortSelector): Promise<SourceAnswer<CohortCounts>>
  /** A few of the selected records, oldest first. */
  examples(window: WindowMs, selector: CohortSelector, limit: number): Promise<SourceAnswer<readonly ExampleRecord[]>>
}

export type SourceMethod = keyof InvestigationSource
