/** Times as people write them on a command line. */
import { UsageError } from './exit-codes.ts'

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** `90s`, `15m`, `2h`, `1d`, `1w` in milliseconds. */
export function durationMs(text: string): number {
  const match = /^(\d{1,6})([smhdw])$/.exec(text.trim())
  const [, count, unit] = match ?? []
  if (count === undefined || unit === undefined) {
    throw new UsageError(`"${text}" is not a time span. Write 90s, 15m, 2h, 1d or 1w.`)
  }
  return Number(count) * UNITS[unit as keyof typeof UNITS] // the expression allows no other
}

/** A time span before now (`15m`), or a date and time in any form of ISO 8601. Without an offset it is local time. */
export function timeOf(text: string, now: number): string {
  if (/^\d+[smhdw]$/.test(text.trim())) return new Date(now - durationMs(text)).toISOString()
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new UsageError(`"${text}" is not a time. Write 15m, 2h, 1d or 2026-11-22T10:00:00Z.`)
  return new Date(at).toISOString()
}

export interface RangeOptions {
  readonly since?: string
  readonly until?: string
}

export function rangeOf({ since, until }: RangeOptions, now = Date.now()): { from?: string; to?: string } {
  return {
    ...(since === undefined ? {} : { from: timeOf(since, now) }),
    ...(until === undefined ? {} : { to: timeOf(until, now) }),
  }
}
