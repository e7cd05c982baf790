/**
 * The window of a tool call. Times come as ISO 8601; without them a tool looks at the last hour that has telemetry,
 * which is not always the last hour: a project may have been silent for a day.
 */
import { z } from 'zod'
import { fromMillis, MS_PER_DAY, type TimeRange, toMillis } from '../../telemetry/index.ts'
import type { AgentContext } from '../contract.ts'
import { ToolInputError } from './define-tool.ts'

const HOUR_MS = 3_600_000
/** Telemetry older than this is refused by intake, so nothing can be there. */
const OLDEST_MS = Date.UTC(2000, 0, 1)
/** No window is longer than the longest retention. */
const WINDOW_MS_MAX = 400 * MS_PER_DAY

export const timeInput = z
  .string()
  .max(40)
  .refine((text) => Number.isFinite(parseIso(text)), 'must be an ISO 8601 time such as 2026-01-31T09:30:00Z')

export const windowInput = {
  from: timeInput
    .describe('Start of the window, ISO 8601 UTC, inclusive. Omit both for the last hour with telemetry.')
    .optional(),
  to: timeInput.describe('End of the window, ISO 8601 UTC, exclusive. Default: now.').optional(),
}

export interface ToolWindow {
  readonly fromMs: number
  readonly toMs: number
  readonly range: TimeRange
  /** `last_with_telemetry`: nothing was asked, so the last hour that has records was taken. */
  readonly basis: 'given' | 'last_with_telemetry'
}

/** A time without a zone is UTC. */
export function parseIso(text: string): number {
  const trimmed = text.trim()
  if (!/^\d{4}-\d{2}-\d{2}/.test(trimmed)) return Number.NaN
  const isZoned = /(?:z|[+-]\d{2}:?\d{2})$/i.test(trimmed) || trimmed.length <= 10
  return Date.parse(isZoned ? trimmed : `${trimmed.replace(' ', 'T')}Z`)
}

/** Returns a window of its bounds (milliseconds since 1970). */
export function makeWindow(fromMs: number, toMs: number, basis: ToolWindow['basis'] = 'given'): ToolWindow {
  return { fromMs, toMs, range: { from: fromMillis(fromMs), to: fromMillis(toMs) }, basis }
}

/** The window of a call. Throws ToolInputError when it is empty or absurd. */
export async function resolveWindow(
  ctx: AgentContext,
  input: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<ToolWindow> {
  if (input.from === undefined && input.to === undefined) return lastWindow(ctx)
  const toMs = input.to === undefined ? ctx.askedAtMs : parseIso(input.to)
  const fromMs = input.from === undefined ? toMs - HOUR_MS : parseIso(input.from)
  if (!(fromMs < toMs)) throw new ToolInputError('The window is empty: `from` must be earlier than `to`.')
  if (toMs - fromMs > WINDOW_MS_MAX) throw new ToolInputError('The window is longer than 400 days.')
  if (toMs < OLDEST_MS) throw new ToolInputError('The window ends before the year 2000; no telemetry is older.')
  return makeWindow(Math.max(fromMs, OLDEST_MS), toMs)
}

async function lastWindow(ctx: AgentContext): Promise<ToolWindow> {
  const now = makeWindow(ctx.askedAtMs - HOUR_MS, ctx.askedAtMs)
  const { lastRecord } = await ctx.telemetry.coverage(ctx.project, now.range)
  if (lastRecord === null) return now
  // The window is half-open: one millisecond more takes the last record in.
  const toMs = Math.min(ctx.askedAtMs, Math.floor(toMillis(lastRecord)) + 1)
  return makeWindow(toMs - HOUR_MS, toMs, 'last_with_telemetry')
}

/** Words a time (milliseconds since 1970) as ISO 8601. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** Returns a window as tools answer it. */
export function describeWindow(window: ToolWindow): { from: string; to: string; basis: ToolWindow['basis'] } {
  return { from: isoOf(window.fromMs), to: isoOf(window.toMs), basis: window.basis }
}

/** Widths people read well. */
const NICE_INTERVALS_MS = [1, 5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * 1000,
)

/** The narrowest readable interval that gives at most `bucketsMax` of them. */
export function niceIntervalMs(spanMs: number, bucketsMax: number): number {
  return (
    NICE_INTERVALS_MS.find((width) => spanMs / width <= bucketsMax) ??
    MS_PER_DAY * Math.ceil(spanMs / MS_PER_DAY / bucketsMax)
  )
}
