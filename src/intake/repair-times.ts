/**
 * Repairs the times of records whose sender's clock was wrong. A time before 2000 or more than 10 minutes ahead is
 * replaced by the observed time, else by the arrival. The original time stays in an attribute and the record is counted
 * as repaired. No record is refused or silently moved because of its time.
 */
import { keepCompiled } from '../keep-compiled.ts'
import {
  type Attributes,
  compareTime,
  fromMillis,
  type LogRecord,
  type MetricPoint,
  MS_PER_DAY,
  NANOS_PER_DAY,
  NANOS_PER_MS,
  type SpanRecord,
  type Timestamp,
} from '../telemetry/index.ts'
import { isUnreadable } from './otlp/fields.ts'

const EARLIEST = fromMillis(Date.UTC(2000, 0, 1))
const AHEAD_MAX_MS = 600_000
/** The range of a JavaScript date, in days around 1970. */
const DATE_DAYS_MAX = 100_000_000

export const TIME_AS_SENT = 'oas.time_as_sent'
export const END_TIME_AS_SENT = 'oas.end_time_as_sent'
export const OBSERVED_TIME_AS_SENT = 'oas.observed_time_as_sent'

/** Number of repaired records, by what was wrong with their times. */
export type RepairCounts = Readonly<Record<string, number>>

/** Start and duration of a span, and the original times to keep. */
interface SpanTimes {
  readonly time: Timestamp
  readonly durationNanos: number
  readonly asSent: Attributes | null
}

/** Repairs the records of one delivery and counts the repairs. */
export class TimeRepair {
  readonly #now: Timestamp
  readonly #latest: Timestamp
  readonly #counts: { [reason: string]: number } = {}
  #arrivals = 0

  constructor(nowMs: number) {
    this.#now = fromMillis(nowMs)
    this.#latest = fromMillis(nowMs + AHEAD_MAX_MS)
  }

  get counts(): RepairCounts {
    return this.#counts
  }

  /** Number of records that received the time of their arrival. */
  get arrivals(): number {
    return this.#arrivals
  }

  isAccepted(time: Timestamp): boolean {
    return compareTime(time, EARLIEST) >= 0 && compareTime(time, this.#latest) <= 0
  }

  /** Returns the record itself when its time is right. */
  log(record: LogRecord): LogRecord {
    const { time, observedTime, attributes } = record
    if (this.isAccepted(time)) return record
    this.#count(time)
    const isObserved = observedTime !== null && this.isAccepted(observedTime)
    return {
      ...record,
      time: isObserved ? observedTime : this.#arrival(),
      attributes: { ...attributes, [TIME_AS_SENT]: timeText(time) },
    }
  }

  /** Returns the span itself when its times are right. */
  span(record: SpanRecord): SpanRecord {
    const { time: start, durationNanos: duration } = record
    const days = Math.floor((start.nanos + duration) / NANOS_PER_DAY)
    const end = { day: start.day + days, nanos: start.nanos + duration - days * NANOS_PER_DAY }
    if (this.isAccepted(start) && this.isAccepted(end)) return record
    const { asSent, ...times } = this.spanTimes(start, end)
    return { ...record, ...times, attributes: { ...record.attributes, ...asSent } }
  }

  /**
   * Of a start that is wrong and an end that is right, the end is kept, and the other way around: the duration is then
   * not known and 0. Where both are wrong they are of one clock, which knew the duration.
   */
  spanTimes(start: Timestamp, end: Timestamp | null): SpanTimes {
    const isStartRight = this.isAccepted(start)
    const isEndRight = end === null || this.isAccepted(end)
    const duration = end === null ? 0 : between(start, end)
    if (isStartRight && isEndRight) return { time: start, durationNanos: Math.max(0, duration), asSent: null }
    this.#count(isStartRight && end !== null ? end : start)
    const asSent = {
      ...(isStartRight ? {} : { [TIME_AS_SENT]: timeText(start) }),
      ...(isEndRight || end === null ? {} : { [END_TIME_AS_SENT]: timeText(end) }),
    }
    if (isStartRight) return { time: start, durationNanos: 0, asSent }
    if (isEndRight && end !== null) return { time: end, durationNanos: 0, asSent }
    const isPlausible = duration >= 0 && duration <= NANOS_PER_DAY
    const durationNanos = isPlausible ? duration : 0
    return { time: earlier(this.#arrival(), durationNanos), durationNanos, asSent }
  }

  /** Without an attribute: attributes name the series of a point, and each would become a series of its own. */
  point(record: MetricPoint): MetricPoint {
    if (this.isAccepted(record.time)) return record
    this.#count(record.time)
    return { ...record, time: this.#arrival() }
  }

  #arrival(): Timestamp {
    this.#arrivals++
    return this.#now
  }

  #count(time: Timestamp): void {
    const reason = reasonOf(time)
    this.#counts[reason] = (this.#counts[reason] ?? 0) + 1
  }
}

function reasonOf(time: Timestamp): string {
  if (isUnreadable(time)) return 'a time could not be read'
  return compareTime(time, EARLIEST) < 0 ? 'a time was before 2000' : 'a time was more than 10 minutes ahead'
}

function between(start: Timestamp, end: Timestamp): number {
  return (end.day - start.day) * NANOS_PER_DAY + end.nanos - start.nanos
}

/** `nanos` is at most a day. */
function earlier({ day, nanos: at }: Timestamp, nanos: number): Timestamp {
  return nanos <= at ? { day, nanos: at - nanos } : { day: day - 1, nanos: at - nanos + NANOS_PER_DAY }
}

/** ISO 8601 with the nanoseconds; seconds since 1970 for years that no calendar reaches; the text of what is no time. */
export function timeText(time: Timestamp): string {
  if (isUnreadable(time)) return time.asSent
  const { day, nanos } = time
  if (!(Math.abs(day) < DATE_DAYS_MAX)) return `${day * (MS_PER_DAY / 1000) + nanos / 1e9} s since 1970`
  const seconds = new Date(day * MS_PER_DAY + Math.floor(nanos / NANOS_PER_MS)).toISOString().slice(0, -5)
  const fraction = String(Math.floor(nanos % 1_000_000_000)).padStart(9, '0')
  return `${seconds}.${fraction.endsWith('000000') ? fraction.slice(0, 3) : fraction}Z`
}

keepCompiled(new TimeRepair(0))
