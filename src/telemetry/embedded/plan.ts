/**
 * Which part of a question about logs the statistics can answer. They know service, severity (by name) and kind, by
 * minute or by hour; a question that needs more, or the ragged ends of its range, is answered by reading records.
 */
import type { SeverityName } from '../model.ts'
import type { Condition, Field, RecordFilter } from '../port.ts'
import type { RecordReader } from '../query/field.ts'
import { conditionPredicate } from '../query/match.ts'
import type { TimeRange } from '../time.ts'
import { NANOS_PER_DAY } from '../time.ts'
import { nanosWithin } from './batch-reader.ts'
import type { Group } from './kinds.ts'

type Named = { readonly service: string; readonly severityNumber: number }

/** Lowest severity number of each name, and how many numbers share it. */
const NUMBERS: Readonly<Record<SeverityName, readonly number[]>> = {
  unspecified: [0],
  trace: [1, 2, 3, 4],
  debug: [5, 6, 7, 8],
  info: [9, 10, 11, 12],
  warn: [13, 14, 15, 16],
  error: [17, 18, 19, 20],
  fatal: [21, 22, 23, 24],
}

/** Reads a group as if it were a record, so that filters mean for statistics exactly what they mean for records. */
const GROUP_READER: RecordReader<Named> = {
  field: () => (group) => (group.service === '' ? undefined : group.service),
  texts: () => [],
  severityNumber: (group) => group.severityNumber,
}

function isBuiltin(field: Field, ...names: readonly string[]): boolean {
  return field.kind === 'builtin' && names.includes(field.name)
}

/** True when every severity of one name is treated alike, so that a count by name is enough. */
function isByName(condition: Condition): boolean {
  if (!isBuiltin(condition.field, 'severity')) return true
  const test = conditionPredicate(condition, GROUP_READER)
  return Object.values(NUMBERS).every((numbers) => {
    const results = numbers.map((severityNumber) => test({ service: '', severityNumber }))
    return results.every((result) => result === results[0])
  })
}

/**
 * The filter as a test of groups, null when it asks for what statistics do not know. `groupBy` fields must be service
 * or severity as well.
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

/** The key of a group in the answer; groups that share one are counted together. */
export function groupKey({ service, severity }: Group, groupBy: readonly Field[]): (string | null)[] {
  return groupBy.map((field) => {
    const isService = field.kind === 'builtin' && field.name === 'service'
    const name = isService ? service : severity === 'unspecified' ? '' : severity
    return name === '' ? null : name
  })
}

/** Whether the statistics of hours know the intervals. */
export function isByHour(intervalMs: number | null): boolean {
  return intervalMs === null || intervalMs % HOUR_MS === 0
}

const HOUR_MS = 3_600_000

/** Part of a partition's day, nanoseconds since its start, half-open. */
export interface Stretch {
  readonly from: number
  readonly to: number
}
export interface Division {
  /** Whole units inside the range, null when there are none. */
  readonly whole: Stretch | null
  /** What is left at either end. */
  readonly ends: readonly Stretch[]
}

/** Divides a range into whole units of the day and its ragged ends. */
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
