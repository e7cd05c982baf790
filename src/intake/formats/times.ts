/** Times as senders write them. */
import { fromMillis, type Timestamp } from '../../telemetry/time.ts'

const SECONDS_PER_DAY = 86_400

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their size (valid for 1973 to 5138). */
export function timeOfNumber(value: number): Timestamp | null {
  if (!Number.isFinite(value) || value <= 0) return null
  if (value < 1e11) return fromMillis(value * 1000)
  if (value < 1e14) return fromMillis(value)
  if (value < 1e17) return fromMillis(value / 1000)
  return fromMillis(value / 1e6)
}

/** RFC 3339 with any precision, RFC 2822, or a number as text; null for anything else. */
export function timeOfText(text: string): Timestamp | null {
  const trimmed = text.trim()
  if (/^\d{9,19}(?:\.\d{1,9})?$/.test(trimmed))
    return trimmed.length === 19 ? timeOfNanos(trimmed) : timeOfNumber(Number(trimmed))
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\d*\s*(Z|[+-]\d\d:?\d\d)?/i.exec(trimmed)
  if (match) {
    const [, date, clock, digits = '', zone = 'Z'] = match
    const ms = Date.parse(
      `${date}T${clock}${zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`,
    )
    if (Number.isNaN(ms)) return null
    const whole = fromMillis(ms)
    return { day: whole.day, nanos: whole.nanos + Number(digits.padEnd(9, '0')) }
  }
  if (!/^[A-Za-z]{3},? |^\d{1,2} [A-Za-z]{3} \d{4}/.test(trimmed)) return null
  const ms = Date.parse(trimmed)
  return Number.isNaN(ms) ? null : fromMillis(ms)
}

/** Unix nanoseconds in decimal, exact. */
export function timeOfNanos(digits: string): Timestamp | null {
  if (!/^\d{10,19}$/.test(digits)) return null
  const seconds = Number(digits.slice(0, -9))
  const day = Math.floor(seconds / SECONDS_PER_DAY)
  return { day, nanos: (seconds - day * SECONDS_PER_DAY) * 1_000_000_000 + Number(digits.slice(-9)) }
}

export function timeOfValue(value: unknown): Timestamp | null {
  if (typeof value === 'number') return timeOfNumber(value)
  return typeof value === 'string' ? timeOfText(value) : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** RFC 3164's `Mmm dd hh:mm:ss`: no year, so the one that puts it nearest to now, at most a day ahead. */
export function timeOfBsd(text: string, nowMs: number): Timestamp | null {
  const match = /^([A-Za-z]{3}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)/.exec(text)
  const month = MONTHS.indexOf((match?.[1] ?? '').toLowerCase())
  if (!match || month < 0) return null
  const [day, hour, minute, second] = match.slice(2).map(Number)
  const year = new Date(nowMs).getUTCFullYear()
  const at = (y: number) => Date.UTC(y, month, day, hour, minute, second)
  return fromMillis(at(year) > nowMs + 86_400_000 ? at(year - 1) : at(year))
}
