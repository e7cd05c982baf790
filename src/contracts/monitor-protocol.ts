/**
 * Monitors as their object, their verbs and the pure rules in src/oncall/monitors know them. Definitions and states are
 * stored as JSON, so these are persisted shapes: fields may only be added, and only as optional ones. Times are
 * milliseconds since 1970.
 */
import type { PlacedProject, Severity } from './oncall-protocol.ts'

export const MONITORS_PER_PROJECT_MAX = 1_000
/** Questions to the store in one evaluation. Monitors that differ only in service or severity share one question. */
export const MONITOR_QUERIES_MAX = 40
export const WINDOW_MINUTES_MAX = 60
export const PREVIEW_DAYS_MAX = 7

export const LOG_SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogSeverity = (typeof LOG_SEVERITIES)[number]
export const PERCENTILES = [50, 75, 90, 95, 99] as const
export const METRIC_STATISTICS = ['avg', 'min', 'max', 'sum', 'rate', 'increase'] as const

/** Which log lines: all conditions must hold. Null or empty means no condition. */
export interface LogSelection {
  readonly service: string | null
  readonly severityMin: LogSeverity | null
  /** Words that all have to be in the line. */
  readonly contains: string | null
  readonly attributes: Readonly<Record<string, string>>
}

/** What is measured over the window. A ratio is between 0 and 1; a percentile is in milliseconds. */
export type Measure =
  /** Lines, or their share of all lines of the service. */
  | ({ readonly signal: 'logs'; readonly statistic: 'count' | 'ratio' } & LogSelection)
  /** Patterns of error lines that were not seen in the previous seven days. */
  | { readonly signal: 'patterns'; readonly statistic: 'new'; readonly service: string | null }
  /** Requests that reached a service, and the share of them that failed. */
  | {
      readonly signal: 'requests'
      readonly statistic: 'count' | 'error_ratio'
      readonly service: string | null
      readonly operation: string | null
    }
  /** Measured for each minute. The value over a window is the mean of its minutes, weighted by their requests. */
  | {
      readonly signal: 'requests'
      readonly statistic: 'percentile'
      readonly percentile: (typeof PERCENTILES)[number]
      readonly service: string | null
      readonly operation: string | null
    }
  | {
      readonly signal: 'metric'
      readonly metric: string
      readonly statistic: (typeof METRIC_STATISTICS)[number]
      readonly service: string | null
    }

export type Comparison =
  /** `recoverAt` is the value to return to (hysteresis). Null: the threshold itself. */
  | { readonly kind: 'above' | 'below'; readonly threshold: number; readonly recoverAt: number | null }
  /** Nothing at all in the window, although there was something before. */
  | { readonly kind: 'absent' }
  /** Farther from the same hours of the previous seven days than those hours are from each other, by this factor. */
  | { readonly kind: 'unusual'; readonly direction: 'above' | 'below' | 'both'; readonly deviations: number }

export interface Condition {
  readonly measure: Measure
  readonly comparison: Comparison
  readonly windowMinutes: number
  /** Below this number of lines or requests, ratios and percentiles say nothing. */
  readonly minimumCount: number
}

export interface MonitorDefinition {
  readonly name: string
  readonly severity: Severity
  readonly condition: Condition
  /** How long the condition must hold before it fires, and how long it must not hold before it has recovered. */
  readonly forMinutes: number
  readonly recoverForMinutes: number
  /** What missing data means. A firing monitor keeps firing during it, unless it means `ok`. */
  readonly noData: 'no_data' | 'ok' | 'firing'
}

export const MONITOR_STATUSES = ['ok', 'pending', 'firing', 'no_data', 'paused'] as const
export type MonitorStatus = (typeof MONITOR_STATUSES)[number]

export interface MonitorState {
  readonly status: MonitorStatus
  /** Since when it has this status. */
  readonly since: number
  /** Since when the condition has held without a break. Null while it does not hold. */
  readonly breachSince: number | null
  /** Since when a firing monitor's condition has not held. */
  readonly clearSince: number | null
  /** When data was last seen; null: never. */
  readonly seenAt: number | null
  /** The value of the last evaluation. Null: none, or no data. */
  readonly value: number | null
  readonly evaluatedAt: number | null
}

export interface Transition {
  readonly at: number
  readonly from: MonitorStatus
  readonly to: MonitorStatus
  readonly value: number | null
}

export interface MonitorView {
  readonly id: string
  readonly definition: MonitorDefinition
  readonly state: MonitorState
  readonly createdAt: number
  readonly updatedAt: number
}

export interface MonitorPage {
  readonly monitors: readonly MonitorView[]
  readonly nextCursor: string | null
}

export interface TransitionPage {
  /** Newest first. */
  readonly transitions: readonly (Transition & { readonly id: string })[]
  readonly nextCursor: string | null
}

export type SavedMonitor =
  | { readonly ok: true; readonly monitor: MonitorView }
  | { readonly ok: false; readonly reason: 'not_found' | 'too_many' | 'too_many_queries' }

/** Fields that are left out stay as they are. */
export type MonitorChange = { readonly [Name in keyof MonitorDefinition]?: MonitorDefinition[Name] | undefined }

export interface SaveMonitor {
  readonly owner: PlacedProject
  readonly id: string
  /** True: create it, or return it if an earlier attempt created it. */
  readonly isNew: boolean
  readonly definition: MonitorDefinition
}
