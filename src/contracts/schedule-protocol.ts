/**
 * Questions that are asked at set times. Definitions and runs are stored as JSON, so these are persisted shapes: fields
 * may only be added, and only as optional ones. Times are milliseconds since 1970.
 */
import type { PlacedProject } from './oncall-protocol.ts'

export const SCHEDULES_PER_PROJECT_MAX = 50
/** Between two times of one schedule. */
export const SCHEDULE_GAP_MINUTES_MIN = 15

export interface Timing {
  /** Minute, hour, day of month, month, day of week. */
  readonly cron: string
  /** A name from the IANA time zone database. */
  readonly timeZone: string
}

export interface ScheduleDefinition {
  readonly name: string
  readonly question: string
  readonly timing: Timing
  /** Null: every destination that accepts scheduled answers. */
  readonly destinationIds: readonly string[] | null
  readonly enabled: boolean
}

export const SCHEDULE_RUN_STATES = ['running', 'answered', 'failed', 'skipped'] as const
export type ScheduleRunState = (typeof SCHEDULE_RUN_STATES)[number]

export interface ScheduleRun {
  readonly id: string
  /** The time that it is for; it may have started later. */
  readonly scheduledAt: number
  readonly startedAt: number
  readonly endedAt: number | null
  readonly state: ScheduleRunState
  readonly threadId: string | null
  readonly runId: string | null
  /** Why it failed or was skipped. */
  readonly reason: string | null
}

export interface ScheduleView {
  readonly id: string
  readonly definition: ScheduleDefinition
  /** Null while it is disabled, or if its time never occurs again. */
  readonly nextAt: number | null
  readonly lastRun: ScheduleRun | null
  readonly createdAt: number
  readonly updatedAt: number
}

export interface SchedulePage {
  readonly schedules: readonly ScheduleView[]
  readonly nextCursor: string | null
}

export interface ScheduleRunPage {
  readonly runs: readonly ScheduleRun[]
  readonly nextCursor: string | null
}

/** Fields that are left out stay as they are. */
export type ScheduleChange = { readonly [Name in keyof ScheduleDefinition]?: ScheduleDefinition[Name] | undefined }

export interface SaveSchedule {
  readonly owner: PlacedProject
  readonly id: string
  /** True: create it, or return it if an earlier attempt created it. */
  readonly isNew: boolean
  readonly definition: ScheduleDefinition
}

export type SavedSchedule =
  | { readonly ok: true; readonly schedule: ScheduleView }
  | { readonly ok: false; readonly reason: 'not_found' | 'too_many' }
