import { GetLog } from './get-log.ts'
import { GetTrace } from './get-trace.ts'
import { ListDependencies } from './list-dependencies.ts'
import { ListMetrics } from './list-metrics.ts'
import { LogFields } from './log-fields.ts'
import { LogPatterns } from './log-patterns.ts'
import { LogVolume } from './log-volume.ts'
import { QueryLogs } from './query-logs.ts'
import { QueryMetrics } from './query-metrics.ts'
import { QueryTraces } from './query-traces.ts'
import { TailLogs } from './tail-logs.ts'
import { TraceStats } from './trace-stats.ts'

export const telemetryOperations = [
  QueryLogs,
  LogVolume,
  LogPatterns,
  LogFields,
  GetLog,
  QueryTraces,
  GetTrace,
  TraceStats,
  ListDependencies,
  ListMetrics,
  QueryMetrics,
  TailLogs,
]
