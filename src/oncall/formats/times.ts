/** Reads times as senders write them: ISO 8601, `2026-05-01 10:00:00 +0200`, or numbers in seconds down to nanoseconds. */

/** No alert began before this time. An earlier number is a zero value or has another unit. */
const EARLIEST_MS = Date.UTC(2001, 0, 1)
/** The clock of a sender may be ahead by this. A later time is not the time of an event. */
const AHEAD_MS_MAX = 5 * 60_000
const CHARACTERS_MAX = 48
/** `2021-04-28 21:50:00 +0200`, and the same with `UTC` behind it. */
const WITH_SPACES = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d{1,9})?) ?(UTC|Z|[+-]\d\d:?\d\d)?$/

/** Returns milliseconds since 1970; null for anything else than a time, for zero values (year 1, 0) and the future. */
export function timeOf(value: unknown, nowMs: number): number | null {
  const ms = typeof value === 'number' ? fromNumber(value) : typeof value === 'string' ? fromText(value) : null
  return ms !== null && ms >= EARLIEST_MS && ms <= nowMs + AHEAD_MS_MAX ? ms : null
}

/** Finds the unit of a number by its size: seconds, milliseconds, microseconds or nanoseconds of this century. */
function fromNumber(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null
  if (value < 1e11) return Math.round(value * 1000)
  if (value < 1e14) return Math.round(value)
  return Math.round(value < 1e17 ? value / 1000 : value / 1e6)
}

function fromText(value: string): number | null {
  const text = value.trim()
  if (text === '' || text.length > CHARACTERS_MAX) return null
  if (/^\d+(?:\.\d+)?$/.test(text)) return fromNumber(Number(text))
  const parts = WITH_SPACES.exec(text)
  const [, day, time, zone = 'Z'] = parts ?? []
  const parsed = Date.parse(parts ? `${day}T${time}${zone === 'UTC' ? 'Z' : zone}` : text)
  return Number.isNaN(parsed) ? null : parsed
}
