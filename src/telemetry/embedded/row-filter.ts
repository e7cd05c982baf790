/**
 * Filters a segment of logs or spans by its columns. Each condition becomes a test of the codes of one column, decided
 * once per distinct value, so that no record has to be built. query/match.ts defines what a filter means.
 */
import type { AttributeValue } from '../model.ts'
import type { BuiltinField, Condition, RecordFilter, TextSearch } from '../port.ts'
import { severityPredicate, valuePredicate } from '../query/match.ts'
import type { AttributeColumns } from '../segment/attributes.ts'
import type { IdColumn } from '../segment/hex-ids.ts'
import type { SearchSteps } from '../segment/search-steps.ts'
import type { ResourceColumn } from '../segment/shared-columns.ts'
import type { StringDictionary } from '../segment/strings.ts'
import { toMillis } from '../time.ts'
import type { WorkMeter } from './batch-reader.ts'

/** A test of one row, or true or false when the whole segment passes or fails. */
export type RowTest = boolean | ((row: number) => boolean)

export interface Coded<T> {
  readonly values: readonly T[]
  readonly codes: ArrayLike<number>
}

/** The columns that log and span segments share. */
export interface FilteredColumns {
  readonly count: number
  readonly bytesDecoded: number
  readonly day: number
  times(): Float64Array
  resources(): ResourceColumn
  scopes(): StringDictionary
  attributes(): AttributeColumns
  traceIds(): IdColumn
  spanIds(): IdColumn
}
export interface OwnColumns {
  /** Severity numbers, null for signals that have none. */
  readonly severities: (() => ArrayLike<number>) | null
  /** Columns of texts with few distinct values, '' when a record has none. */
  readonly texts: (name: BuiltinField) => Coded<string> | null
  /** Values without a dictionary. */
  readonly values: (name: BuiltinField) => ((row: number) => AttributeValue | undefined) | null
  /** Marks with 1 the rows whose value contains a text, ignoring case; null when only the values can tell. */
  readonly containing: (name: BuiltinField, text: string) => Uint8Array | null
  /** Marks with 1 the rows that match a text search; null for a search without words. */
  readonly search: (text: TextSearch) => SearchSteps<Uint8Array> | null
}

/** Work units (work-pace.ts) to look for a text in a value. */
const UNITS_PER_VALUE = 0.2

/**
 * Combines all conditions of a filter into one test, the cheap ones first. It gives way between columns, and counts the
 * bytes that it decoded.
 */
export async function rowFilter(
  segment: FilteredColumns,
  own: OwnColumns,
  filter: RecordFilter,
  meter: WorkMeter,
): Promise<RowTest> {
  const tests: ((row: number) => boolean)[] = []
  for (const condition of [...filter.conditions].sort((a, b) => cost(a) - cost(b))) {
    const before = segment.bytesDecoded
    const test = conditionRows(segment, own, condition)
    await meter.spent(0, segment.bytesDecoded - before)
    if (test === false) return false
    if (test !== true) tests.push(test)
  }
  if (filter.text !== undefined) {
    const rows = await searched(segment, own.search(filter.text), meter)
    if (rows === null || !rows.includes(1)) return false
    tests.push((row) => rows[row] === 1)
  }
  const [first, second] = tests
  if (first === undefined) return true
  if (second === undefined) return first
  if (tests.length === 2) return (row) => first(row) && second(row)
  return (row) => tests.every((test) => test(row))
}

async function searched(
  segment: FilteredColumns,
  steps: SearchSteps<Uint8Array> | null,
  meter: WorkMeter,
): Promise<Uint8Array | null> {
  if (steps === null) return null
  for (;;) {
    const before = segment.bytesDecoded
    const step = steps.next()
    await meter.spent(0, segment.bytesDecoded - before)
    if (step.done === true) return step.value
    await meter.pace.spend(step.value * UNITS_PER_VALUE)
  }
}

function cost({ field }: Condition): number {
  return field.kind === 'builtin' && field.name === 'body'
    ? 2
    : field.kind === 'builtin' && field.name.endsWith('_id')
      ? 1
      : 0
}

function coded<T>({ values, codes }: Coded<T>, isWanted: (value: T) => boolean): RowTest {
  const wanted = values.map(isWanted)
  if (wanted.every((one) => one)) return true
  if (!wanted.some((one) => one)) return false
  return (row) => wanted[codes[row] ?? 0] === true
}

function conditionRows(segment: FilteredColumns, own: OwnColumns, condition: Condition): RowTest {
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
      const severities = own.severities?.()
      return severities === undefined ? isWanted(0) : (row) => isWanted(severities[row] ?? 0)
    }
    case 'service':
      return coded(segment.resources(), ({ service }) => text(service))
    case 'environment':
      return coded(segment.resources(), ({ environment }) => text(environment))
    case 'scope':
      return coded(segment.scopes(), text)
    case 'trace_id':
    case 'span_id':
      return idRows(segment, field.name, condition, text)
    case 'timestamp': {
      const times = segment.times()
      return (row) => test(toMillis({ day: segment.day, nanos: times[row] ?? 0 }))
    }
    default: {
      const texts = own.texts(field.name)
      if (texts !== null) return coded(texts, text)
      const values = own.values(field.name)
      if (values === null) return test(undefined)
      const part = wantedPart(condition)
      const rows = part === null ? null : own.containing(field.name, part)
      if (rows === null) return (row) => test(values(row))
      return rows.includes(1) && ((row) => rows[row] === 1 && test(values(row)))
    }
  }
}

/** A text that every value satisfying the condition must contain, null when there is none. */
function wantedPart(condition: Condition): string | null {
  const { op } = condition
  if (op !== 'contains' && op !== 'starts_with' && op !== 'eq') return null
  return typeof condition.value === 'string' && condition.value !== '' ? condition.value : null
}

function attributeRows(
  segment: FilteredColumns,
  key: string,
  test: (value: AttributeValue | undefined) => boolean,
): RowTest {
  const column = segment.attributes().column(key)
  if (column === undefined) return test(undefined)
  return coded({ values: [undefined, ...column.values], codes: column.codes }, test)
}

function idRows(
  segment: FilteredColumns,
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
