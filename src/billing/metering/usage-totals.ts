/**
 * Running totals as a counting Durable Object keeps them, and what to do with each when its time comes. Pure: rows in,
 * decisions out; `usage-counter.ts` keeps the rows in the object's SQLite and carries the decisions out.
 *
 * A row's life: counted → sent (at most every 30 s while it grows) → after 5 minutes of rest compared with what D1 has
 * recorded → sent again if D1 does not know the total (a lost message), else settled; a settled row whose hour is over
 * is forgotten. A row of the running hour stays, because a total that began again at zero would be smaller than the
 * one recorded and so be ignored.
 */

import { HOUR_MS } from '../plans.ts'
import type { UsageDimension } from '../price-book.ts'
import type { UsageMessage } from './usage-message.ts'

/** Usage is debited within two minutes. A delay of half a minute leaves room for the queue and one retry. */
export const SEND_DELAY_MS = 30_000
/** A message normally arrives within seconds. After this delay, an unrecorded total counts as lost. */
export const CHECK_DELAY_MS = 5 * 60_000
/** A total that D1 does not accept is sent again at growing intervals, in the end four times a day. */
export const RESEND_DELAY_MAX_MS = 6 * HOUR_MS

export interface UsageKey {
  readonly streamId: string | null
  readonly dimension: UsageDimension
  /** Hours since 1970. */
  readonly hour: number
}

export interface UsageTotal extends UsageKey {
  readonly total: number
  /** The total last sent; 0 if none was sent. */
  readonly sentTotal: number
  /** Number of times that this same total was sent. */
  readonly attempts: number
  /** When to check this row next, in milliseconds since 1970. */
  readonly dueAt: number
}

/** What D1 has recorded for a row of this object; 0 for nothing. */
export type RecordedTotal = (key: UsageKey) => number

export interface FlushPlan {
  /** Rows whose total is sent now. */
  readonly send: readonly UsageTotal[]
  /** Rows with their new state, including those in `send`. */
  readonly keep: readonly UsageTotal[]
  /** Rows that are recorded and whose hour is over. */
  readonly forget: readonly UsageTotal[]
}

/** Returns the hour of a time: whole hours since 1970. */
export function hourOf(nowMs: number): number {
  return Math.floor(nowMs / HOUR_MS)
}

/** Returns a row after `quantity` more units. `row` is undefined for the first of its key. */
export function addUsage(row: UsageTotal | undefined, key: UsageKey, quantity: number, nowMs: number): UsageTotal {
  const dueAt = nowMs + SEND_DELAY_MS
  if (row === undefined) return { ...key, total: quantity, sentTotal: 0, attempts: 0, dueAt }
  return { ...row, total: row.total + quantity, attempts: 0, dueAt: Math.min(row.dueAt, dueAt) }
}

/** True for a due row that was sent unchanged: D1 must confirm it before it is sent again or deleted. */
export function needsCheck(row: UsageTotal, nowMs: number): boolean {
  return row.dueAt <= nowMs && row.total === row.sentTotal
}

/** Decides for every due row. Rows that are not due are left out. */
export function planFlush(rows: readonly UsageTotal[], recorded: RecordedTotal, nowMs: number): FlushPlan {
  const plan = { send: [] as UsageTotal[], keep: [] as UsageTotal[], forget: [] as UsageTotal[] }
  for (const row of rows) {
    if (row.dueAt > nowMs) continue
    if (needsCheck(row, nowMs) && recorded(row) >= row.total) {
      const hourEndsAt = (row.hour + 1) * HOUR_MS
      if (hourEndsAt <= nowMs) plan.forget.push(row)
      else plan.keep.push({ ...row, attempts: 0, dueAt: hourEndsAt + CHECK_DELAY_MS })
      continue
    }
    const attempts = row.total === row.sentTotal ? row.attempts + 1 : 1
    const rest = Math.min(CHECK_DELAY_MS * 2 ** (attempts - 1), RESEND_DELAY_MAX_MS)
    const sent = { ...row, sentTotal: row.total, attempts, dueAt: nowMs + rest }
    plan.send.push(sent)
    plan.keep.push(sent)
  }
  return plan
}

/** Returns the earliest time at which a row is due, for the object's alarm; null when there is none. */
export function nextDueAt(rows: readonly UsageTotal[]): number | null {
  return rows.length === 0 ? null : Math.min(...rows.map((row) => row.dueAt))
}

/** For whom an object counts, and under which name. */
export interface UsageScope {
  readonly organizationId: string
  readonly projectId: string
  /** The object's own id or name: unique among all counting objects, and constant for its whole life. */
  readonly source: string
}

/** Returns the queue message that reports the running total of one hour. */
export function usageMessage(scope: UsageScope, row: UsageTotal): UsageMessage {
  return {
    organizationId: scope.organizationId,
    projectId: scope.projectId,
    source: scope.source,
    streamId: row.streamId,
    dimension: row.dimension,
    hour: row.hour,
    total: row.total,
  }
}
