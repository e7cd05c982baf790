/**
 * Monitors as their object, their verbs and the pure rules in src/oncall/monitors know them. Definitions and states are
 * stored as JSON, so these are persisted shapes: fields may only be added, only as optional. Times are milliseconds
 * since 1970.
 */
import type { PlacedProject, Severity } from './oncall-protocol.ts'

export const MONITORS_PER_PROJECT_MAX = 1_000
/** Questions to the store in one evaluation: monitors that differ in service or severity alone share one. */
export const MONITOR_QUERIES_MAX = 40
export const WINDOW_MINUTES_MAX = 60
export const PREVIEW_DAYS_MAX = 7

export const LOG_SEVERITIES = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogSeverity = (typeof LOG_SEVERITIES)[number]
export const PERCENTILES = [50, 75, 90, 95, 99] as const
export const METRIC_STATISTICS = ['avg', 'min', 'max', 'sum', 'rate', 'increase'] as const

/** Which log lines: all conditions hold; null and empty leave out a condition. */
export interface LogSelection {
  readonly service: string | null
  readonly severityMin: LogSeverity | null
  /** Words that all have to be in the line. */
  readonly contains: string | null
  readonly attributes: Readonly<Record<string, string>>
}

/** What is measured over the window. A ratio is between 0 and 1, a percentile in milliseconds. */
export type Measure =
  /** Lines, or their share of all lines of the service. */
  | ({ readonly signal: 'logs'; readonly statistic: 'count' | 'ratio' } & LogSelection)
  /** Patterns of error lines that were not seen in the seven days before. */
  | { readonly signal: 'patterns'; readonly statistic: 'new'; readonly service: string | null }
  /** Requests that reached a service, and the share of them that failed. */
  | {
      readonly signal: 'requests'
      readonly statistic: 'count' | 'error_ratio'
      readonly service: string | null
      readonly operation: string | null
    }
  /** Of each minute; over a window the mean of its minutes, each weighted with its requests. */
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
  /** `recoverAt` is the value to come back to (hysteresis); null: the threshold itself. */
  | { readonly kind: 'above' | 'below'; readonly threshold: number; readonly recoverAt: number | null }
  /** Nothing at all in the window, of what was seen before. */
  | { readonly kind: 'absent' }
  /** Further from the same hours of the seven days before than they are from each other, so many times. */
  | { readonly kind: 'unusual'; readonly direction: 'above' | 'below' | 'both'; readonly deviations: number }

export interface Condition {
  readonly measure: Measure
  readonly comparison: Comparison
  readonly windowMinutes: number
  /** Ratios and percentiles of fewer lines or requests say nothing. */
  readonly minimumCount: number
}

export interface MonitorDefinition {
  readonly name: string
  readonly severity: Severity
  readonly condition: Condition
  /** How long the condition has to hold before it fires, and not to hold before it has recovered. */
  readonly forMinutes: number
  readonly recoverForMinutes: number
  /** What no data means. A firing monitor goes on firing while there is none, unless it means `ok`. */
  readonly noData: 'no_data' | 'ok' | 'firing'
}

export const MONITOR_STATUSES = ['ok', 'pending', 'firing', 'no_data', 'paused'] as const
export type MonitorStatus = (typeof MONITOR_STATUSES)[number]

export interface MonitorState {
  readonly status: MonitorStatus
  /** Since when it has this status. */
  readonly since: number
  /** Since when the condition holds without a break; null while it does not. */
  readonly breachSince: number | null
  /** Since when a firing monitor's condition does not hold any more. */
  readonly clearSince: number | null
  /** When data was last seen; null: never. */
  readonly seenAt: number | null
  /** Of the last evaluation; null: none, or no data. */
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
  /** True: make it, or find it made by an earlier attempt. */
  readonly isNew: boolean
  readonly definition: MonitorDefinition
}
