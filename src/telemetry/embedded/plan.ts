/**
 * Decides which part of a log query the statistics can answer. They know service, severity name and log series, by
 * minute or by hour. A query that needs more, and the partial units at both ends of its range, read records.
 */
import type { SeverityName } from '../model.ts'
import type { Condition, Field, RecordFilter } from '../port.ts'
import type { RecordReader } from '../query/field.ts'
import { conditionPredicate } from '../query/match.ts'
import type { TimeRange } from '../time.ts'
import { NANOS_PER_DAY } from '../time.ts'
import { nanosWithin } from './batch-reader.ts'
import type { Group } from './log-series.ts'

type Named = { readonly service: string; readonly severityNumber: number }

/** The severity numbers of each severity name. */
const NUMBERS: Readonly<Record<SeverityName, readonly number[]>> = {
  unspecified: [0],
  trace: [1, 2, 3, 4],
  debug: [5, 6, 7, 8],
  info: [9, 10, 11, 12],
  warn: [13, 14, 15, 16],
  error: [17, 18, 19, 20],
  fatal: [21, 22, 23, 24],
}

/** Reads a group as if it were a record, so that a filter means the same for statistics as for records. */
const GROUP_READER: RecordReader<Named> = {
  field: () => (group) => (group.service === '' ? undefined : group.service),
  texts: () => [],
  severityNumber: (group) => group.severityNumber,
}

function isBuiltin(field: Field, ...names: readonly string[]): boolean {
  return field.kind === 'builtin' && names.includes(field.name)
}

/** True when the condition treats all severity numbers of one name alike, so that a count by name is enough. */
function isByName(condition: Condition): boolean {
  if (!isBuiltin(condition.field, 'severity')) return true
  const test = conditionPredicate(condition, GROUP_READER)
  return Object.values(NUMBERS).every((numbers) => {
    const results = numbers.map((severityNumber) => test({ service: '', severityNumber }))
    return results.every((result) => result === results[0])
  })
}

/**
 * Turns the filter into a test of groups. Returns null when it needs something the statistics do not know. The
 * `groupBy` fields must be service or severity as well.
 */
export function groupPredicate(
  filter: RecordFilter,
  groupBy: readonly Field[] = [],
): ((group: Group) => boolean) | null {
  if (filter.text !== undefined) return null
  if (!groupBy.every((field) => isBuiltin(field, 'service', 'severity'))) return null
  if (!filter.conditions.every((one) => isBuiltin(one.field, 'service', 'severity') && isByName(one))) return null
  const tests = filter.conditions.map((condition) => conditionPredicate(condition, GROUP_READER))
  return ({ service, severity }) => {
    const [severityNumber = 0] = NUMBERS[severity]
    return tests.every((test) => test({ service, severityNumber }))
  }
}

/** The answer's key for a group. Groups with the same key are counted together. */
export function groupKey({ service, severity }: Group, groupBy: readonly Field[]): (string | null)[] {
  return groupBy.map((field) => {
    const isService = field.kind === 'builtin' && field.name === 'service'
    const name = isService ? service : severity === 'unspecified' ? '' : severity
    return name === '' ? null : name
  })
}

/** True when the statistics per hour can answer intervals of this width. */
export function isByHour(intervalMs: number | null): boolean {
  return intervalMs === null || intervalMs % HOUR_MS === 0
}

const HOUR_MS = 3_600_000

/** A part of a partition's day: [from, to) in nanoseconds since midnight. */
export interface NanosRange {
  readonly from: number
  readonly to: number
}
export interface Division {
  /** The whole units inside the range, null when there are none. */
  readonly whole: NanosRange | null
  /** The partial units at either end. */
  readonly ends: readonly NanosRange[]
}

/** Divides a range into whole units of the day and the partial units at its ends. */
export function divide(range: TimeRange, day: number, unitNanos: number): Division {
  const [from, to] = nanosWithin(range, day).map((nanos) => Math.min(nanos, NANOS_PER_DAY)) as [number, number]
  if (from >= to) return { whole: null, ends: [] }
  const first = Math.ceil(from / unitNanos) * unitNanos
  const last = to === NANOS_PER_DAY ? to : Math.floor(to / unitNanos) * unitNanos
  if (first >= last) return { whole: null, ends: [{ from, to }] }
  const ends = [
    { from, to: first },
    { from: last, to },
  ].filter((end) => end.from < end.to)
  return { whole: { from: first, to: last }, ends }
}
