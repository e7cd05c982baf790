/**
 * The range of time that a view shows, as its address states it: `from` and `to`, each ISO 8601 or relative to now
 * (`now`, `now-1h`). A relative range moves on with the clock, an absolute one shows the same to whoever opens it.
 */

export interface TimeRangeSearch {
  readonly from?: string
  readonly to?: string
}

export interface TimeRange {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
}

export const PRESETS = [
  { from: 'now-15m', label: 'Last 15 minutes' },
  { from: 'now-1h', label: 'Last hour' },
  { from: 'now-6h', label: 'Last 6 hours' },
  { from: 'now-24h', label: 'Last 24 hours' },
  { from: 'now-7d', label: 'Last 7 days' },
] as const

const DEFAULT_FROM = 'now-1h'
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Takes a range from an address; anything that is not a range counts as absent. */
export function timeRangeSearch(search: Record<string, unknown>): TimeRangeSearch {
  const { from, to } = search
  return {
    ...(typeof from === 'string' && timeOf(from, 0) !== null ? { from } : {}),
    ...(typeof to === 'string' && timeOf(to, 0) !== null ? { to } : {}),
  }
}

/** Returns milliseconds since 1970, or null for what is no time. */
export function timeOf(text: string, now: number): number | null {
  const relative = /^now(?:-(\d{1,4})([smhd]))?$/.exec(text)
  if (relative) return now - Number(relative[1] ?? 0) * (UNIT_MS[relative[2] ?? 's'] ?? 0)
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

/** The range of an address: the last hour where it states none, and never one that ends before it begins. */
export function timeRangeOf({ from = DEFAULT_FROM, to = 'now' }: TimeRangeSearch, now: number): TimeRange {
  const end = timeOf(to, now) ?? now
  const start = timeOf(from, now) ?? end - 3_600_000
  return start < end ? { from: start, to: end } : { from: end - 60_000, to: end }
}

/** How an address states a range that a reader selected. */
export const absoluteRange = (from: number, to: number): Required<TimeRangeSearch> => ({
  from: new Date(Math.floor(from)).toISOString(),
  to: new Date(Math.ceil(to)).toISOString(),
})
