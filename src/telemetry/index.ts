/**
 * The telemetry package: records, the port of the store, and the questions it answers. Everything outside of this folder
 * imports from here; only `src/wiring` and `src/durable/telemetry`, which put the store together, know its parts
 * (.dependency-cruiser.mjs). The store's own classes are left out, so that a user of the port does not load them.
 */

export { countCohorts, exampleOfLog, exampleOfSpan, selectLog, selectSpan } from './aggregates/cohorts.ts'
export { aggregateCoverage } from './aggregates/coverage.ts'
export { addSeries, BUCKETS, bucketMicros, type Cells, type Grid, gridEndMs, histogramOf } from './aggregates/grid.ts'
export { aggregateLogs, type ShapeOf } from './aggregates/logs.ts'
export { aggregateMetrics } from './aggregates/metrics.ts'
export { STATUS_KEYS } from './aggregates/status-keys.ts'
export { aggregateTraces } from './aggregates/traces.ts'
export type {
  CohortCounts,
  CohortSelector,
  CoverageOfService,
  ExampleRecord,
  LinkActivity,
  LogActivity,
  LogCallActivity,
  LogContextKind,
  LogShapeActivity,
  MetricActivity,
  MetricSeriesActivity,
  OperationActivity,
  TraceActivity,
} from './aggregates/types.ts'
export { errorTextFor, errorTextIn } from './error-text.ts'
export { hexId } from './hex-id.ts'
export {
  type Attributes,
  type AttributeValue,
  type ExplicitHistogram,
  type ExponentialHistogram,
  type LogRecord,
  type MetricPoint,
  type MetricType,
  type Resource,
  type Signal,
  type SpanEvent,
  type SpanKind,
  type SpanLink,
  type SpanRecord,
  type SpanStatus,
  type SummaryValue,
  severityName,
  type Temporality,
  UNKNOWN_SERVICE,
} from './model.ts'
export type {
  AggregateKind,
  AggregateOf,
  BuiltinField,
  Condition,
  CoverageEntry,
  CoverageResult,
  Field,
  LogPattern,
  MetricDescriptor,
  MetricSeriesInput,
  RecordCursor,
  RecordFilter,
  SpanStatsInput,
  SpanStatsRow,
  StoredLog,
  StoredSpan,
  TelemetryProject,
  TelemetryStore,
  TextSearch,
  Work,
  WorkBudget,
} from './port.ts'
export { valueText } from './query/field.ts'
export { severityFromNumber, severityOf } from './read-severity.ts'
export { PLACEHOLDER } from './shape/shape.ts'
export {
  compareTime,
  fromMillis,
  fromUnixNano,
  MS_PER_DAY,
  NANOS_PER_DAY,
  NANOS_PER_MS,
  type TimeRange,
  type Timestamp,
  toIso,
  toMillis,
  toUnixNanoText,
} from './time.ts'
