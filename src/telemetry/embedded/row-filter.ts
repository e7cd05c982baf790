/**
 * A filter over the columns of a sealed segment of logs. Every condition becomes a test of one column's codes, decided
 * once per distinct value; no record is put together to be looked at. What a filter means is said by query/match.ts.
 */
import type { AttributeValue } from '../model.ts'
import type { Condition, RecordFilter } from '../port.ts'
import { severityPredicate, valuePredicate } from '../query/match.ts'
import { searchRows } from '../segment/log-search.ts'
import type { LogSegment } from '../segment/log-segment.ts'
import { parseTextQuery } from '../segment/text-query.ts'
import { toMillis } from '../time.ts'

/** Whether a row passes; true and false where the whole segment does or does not. */
export type RowTest = boolean | ((row: number) => boolean)

/** All parts of a filter as one test, the cheap ones first. */
export function rowFilter(segment: LogSegment, filter: RecordFilter): RowTest {
  const tests: ((row: number) => boolean)[] = []
  for (const condition of [...filter.conditions].sort((a, b) => cost(a) - cost(b))) {
    const test = conditionRows(segment, condition)
    if (test === false) return false
    if (test !== true) tests.push(test)
  }
  if (filter.text !== undefined) {
    const query = parseTextQuery(filter.text)
    if (query === null) return false
    const rows = searchRows(segment, query)
    if (!rows.includes(1)) return false
    tests.push((row) => rows[row] === 1)
  }
  const [first, second] = tests
  if (first === undefined) return true
  if (second === undefined) return first
  return (row) => tests.every((test) => test(row))
}

function cost({ field }: Condition): number {
  return field.kind === 'builtin' && field.name === 'body'
    ? 2
    : field.kind === 'builtin' && field.name.endsWith('_id')
      ? 1
      : 0
}

interface Coded<T> {
  readonly values: readonly T[]
  readonly codes: ArrayLike<number>
}

function coded<T>({ values, codes }: Coded<T>, isWanted: (value: T) => boolean): RowTest {
  const wanted = values.map(isWanted)
  if (wanted.every((one) => one)) return true
  if (!wanted.some((one) => one)) return false
  return (row) => wanted[codes[row] ?? 0] === true
}

export function conditionRows(segment: LogSegment, condition: Condition): RowTest {
  const { field } = condition
  if (field.kind === 'attribute') return attributeRows(segment, field.key, valuePredicate(condition))
  const test = valuePredicate(condition)
  if (field.kind === 'resource') {
    return coded(segment.resources(), ({ attributes }) =>
      test(Object.hasOwn(attributes, field.key) ? attributes[field.key] : undefined),
    )
  }
  const text = (value: string) => test(value === '' ? undefined : value)
  switch (field.name) {
    case 'severity': {
      const isWanted = severityPredicate(condition)
      const severities = segment.severities()
      return (row) => isWanted(severities[row] ?? 0)
    }
    case 'service':
      return coded(segment.resources(), ({ service }) => text(service))
    case 'environment':
      return coded(segment.resources(), ({ environment }) => text(environment))
    case 'scope':
      return coded(segment.scopes(), text)
    case 'name':
      return coded(segment.eventNames(), text)
    case 'trace_id':
    case 'span_id':
      return idRows(segment, field.name, condition, text)
    case 'body': {
      const bodies = segment.bodies()
      return (row) => text(bodies.bodyOf(row))
    }
    case 'timestamp': {
      const times = segment.times()
      return (row) => test(toMillis({ day: segment.day, nanos: times[row] ?? 0 }))
    }
    default:
      return test(undefined)
  }
}

function attributeRows(
  segment: LogSegment,
  key: string,
  test: (value: AttributeValue | undefined) => boolean,
): RowTest {
  const column = segment.attributes().column(key)
  if (column === undefined) return test(undefined)
  return coded({ values: [undefined, ...column.values], codes: column.codes }, test)
}

function idRows(
  segment: LogSegment,
  name: 'trace_id' | 'span_id',
  condition: Condition,
  text: (value: string) => boolean,
): RowTest {
  const ids = name === 'trace_id' ? segment.traceIds() : segment.spanIds()
  if (condition.op === 'eq' && typeof condition.value === 'string') {
    const rows = new Set(ids.rowsOf(condition.value))
    return rows.size === 0 || condition.value === '' ? false : (row) => rows.has(row)
  }
  return (row) => text(ids.hexOf(row))
}
