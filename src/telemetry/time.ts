/**
 * Time in the telemetry store: a UTC day and the nanoseconds since its start. Nanoseconds since 1970 fit neither a
 * JavaScript number nor an SQLite integer read back as one; both parts of this pair are exact as numbers.
 */
export interface Timestamp {
  /** Whole UTC days since 1970-01-01. */
  readonly day: number
  /** Nanoseconds since the start of that day, 0 <= nanos < 8.64e13. */
  readonly nanos: number
}

/** Half-open interval [from, to). */
export interface TimeRange {
  readonly from: Timestamp
  readonly to: Timestamp
}

export const NANOS_PER_DAY = 86_400_000_000_000
export const NANOS_PER_MS = 1_000_000
export const MS_PER_DAY = 86_400_000

/** Milliseconds since 1970 (fractions allowed down to what a double holds). */
export function fromMillis(ms: number): Timestamp {
  const day = Math.floor(ms / MS_PER_DAY)
  return { day, nanos: Math.round((ms - day * MS_PER_DAY) * NANOS_PER_MS) }
}

/** Milliseconds since 1970, the sub-millisecond part kept as a fraction where a double can hold it. */
export function toMillis(time: Timestamp): number {
  return time.day * MS_PER_DAY + time.nanos / NANOS_PER_MS
}

/** Unix nanoseconds as a bigint (the `timeUnixNano` of OTLP). */
export function fromUnixNano(unixNano: bigint): Timestamp {
  const perDay = BigInt(NANOS_PER_DAY)
  const day = unixNano / perDay
  return { day: Number(day), nanos: Number(unixNano - day * perDay) }
}

/** The `timeUnixNano` of OTLP as decimal text. */
export function toUnixNanoText(time: Timestamp): string {
  return (BigInt(time.day) * BigInt(NANOS_PER_DAY) + BigInt(time.nanos)).toString()
}

/** Compares two times: negative when the first is earlier. */
export function compareTime(a: Timestamp, b: Timestamp): number {
  return a.day - b.day || a.nanos - b.nanos
}

/** ISO 8601 with milliseconds and `Z`, the form of every answer of the API. */
export function toIso(time: Timestamp): string {
  return new Date(time.day * MS_PER_DAY + Math.floor(time.nanos / NANOS_PER_MS)).toISOString()
}
