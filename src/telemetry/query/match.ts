/**
 * What a filter means for one record. This is the definition; engines that evaluate filters over columns or statistics
 * must agree with it (test/telemetry/store-suite.ts compares them).
 *
 * Values of different types compare by their text (`500` equals `"500"`); `gt`…`between` compare as numbers when both
 * sides are numbers, else as text. `neq` holds for a missing value, every other comparison does not. `contains`
 * and `starts_with` tell upper from lower case; text searches do not. `duration` is in milliseconds, `timestamp`
 * takes ISO text or milliseconds since 1970, `severity` a name (compared by its range) or a severity number.
 */
import type { AttributeValue } from '../model.ts'
import type { Condition, RecordFilter, TextSearch } from '../port.ts'
import { matchesTexts, parseTextQuery } from '../segment/text-query.ts'
import { type FieldReader, type RecordReader, valueText } from './field.ts'

export type Predicate<R> = (record: R) => boolean

/** Lowest severity number of each name (OpenTelemetry log data model). */
const SEVERITY_LOWEST: Readonly<Record<string, number>> = {
  unspecified: 0,
  trace: 1,
  debug: 5,
  info: 9,
  warn: 13,
  error: 17,
  fatal: 21,
}

/** The [lowest, highest] severity number that a filter value means, null when it means none. */
export function severityRange(value: AttributeValue): readonly [number, number] | null {
  if (typeof value === 'number') return [value, value]
  if (typeof value !== 'string') return null
  const lowest = SEVERITY_LOWEST[value.toLowerCase()]
  if (lowest !== undefined) return [lowest, lowest === 0 ? 0 : lowest + 3]
  const number = asNumber(value)
  return number === null ? null : [number, number]
}

function asNumber(value: AttributeValue): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Whether two attribute values are equal, as values or as texts. */
export function sameValue(a: AttributeValue, b: AttributeValue): boolean {
  return a === b || valueText(a) === valueText(b)
}

/** Order of two values: by number when both are numbers, else by text. */
export function compareValues(a: AttributeValue, b: AttributeValue): number {
  const left = asNumber(a)
  const right = asNumber(b)
  if (left !== null && right !== null) return left - right
  const x = valueText(a)
  const y = valueText(b)
  return x < y ? -1 : x > y ? 1 : 0
}

/** Tests a present value. The caller handles `exists` and missing values. */
export function valueSatisfies(condition: Condition, value: AttributeValue): boolean {
  switch (condition.op) {
    case 'eq':
      return sameValue(value, condition.value)
    case 'neq':
      return !sameValue(value, condition.value)
    case 'contains':
      return valueText(value).includes(valueText(condition.value))
    case 'starts_with':
      return valueText(value).startsWith(valueText(condition.value))
    case 'gt':
      return compareValues(value, condition.value) > 0
    case 'gte':
      return compareValues(value, condition.value) >= 0
    case 'lt':
      return compareValues(value, condition.value) < 0
    case 'lte':
      return compareValues(value, condition.value) <= 0
    case 'in':
      return condition.values.some((wanted) => sameValue(value, wanted))
    case 'between':
      return compareValues(value, condition.low) >= 0 && compareValues(value, condition.high) <= 0
    case 'exists':
      return condition.value
  }
}

/** Tests a record that lacks the field. */
export function missingSatisfies(condition: Condition): boolean {
  return condition.op === 'neq' || (condition.op === 'exists' && !condition.value)
}

/** Tests a severity number. Names stand for their range of four numbers. */
export function severityPredicate(condition: Condition): (severityNumber: number) => boolean {
  // Evaluated once per severity number, because a filter runs on every record.
  const verdicts = Array.from({ length: SEVERITY_NUMBERS }, (_, number) => severitySatisfies(condition, number))
  return (number) => verdicts[number] ?? severitySatisfies(condition, number)
}
/** 0 is unspecified, 24 the highest of the log data model. */
const SEVERITY_NUMBERS = 25

function severitySatisfies(condition: Condition, number: number): boolean {
  const isWithin = (value: AttributeValue) => {
    const range = severityRange(value)
    return range !== null && number >= range[0] && number <= range[1]
  }
  const bound = (value: AttributeValue, side: 0 | 1) => severityRange(value)?.[side] ?? Number.NaN
  switch (condition.op) {
    case 'eq':
      return isWithin(condition.value)
    case 'neq':
      return !isWithin(condition.value)
    case 'in':
      return condition.values.some(isWithin)
    case 'gt':
      return number > bound(condition.value, 1)
    case 'gte':
      return number >= bound(condition.value, 0)
    case 'lt':
      return number < bound(condition.value, 0)
    case 'lte':
      return number <= bound(condition.value, 1)
    case 'between':
      return number >= bound(condition.low, 0) && number <= bound(condition.high, 1)
    case 'exists':
      return (number !== 0) === condition.value
    default:
      return false
  }
}

function millis(value: string | number): string | number {
  if (typeof value === 'number') return value
  const parsed = Date.parse(value)
  return Number.isNaN(parsed) ? value : parsed
}

/** Compares timestamps in milliseconds. ISO text in a condition is parsed once, not once per record. */
export function normalizeCondition(condition: Condition): Condition {
  if (condition.field.kind !== 'builtin' || condition.field.name !== 'timestamp') return condition
  const scalar = (value: AttributeValue) =>
    typeof value === 'string' || typeof value === 'number' ? millis(value) : value
  switch (condition.op) {
    case 'eq':
    case 'neq':
      return { ...condition, value: scalar(condition.value) }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { ...condition, value: millis(condition.value) }
    case 'in':
      return { ...condition, values: condition.values.map(scalar) }
    case 'between':
      return { ...condition, low: millis(condition.low), high: millis(condition.high) }
    default:
      return condition
  }
}

/**
 * A condition on any field but severity, as a test of its value. `undefined` and null mean that the value is missing.
 */
export function valuePredicate(condition: Condition): (value: AttributeValue | undefined) => boolean {
  const normalized = normalizeCondition(condition)
  const ifMissing = missingSatisfies(normalized)
  return (value) => (value === undefined || value === null ? ifMissing : valueSatisfies(normalized, value))
}

/** Returns a test of one condition over records that `reader` can read. */
export function conditionPredicate<R>(condition: Condition, reader: RecordReader<R>): Predicate<R> {
  const { field } = condition
  if (field.kind === 'builtin' && field.name === 'severity') {
    const test = severityPredicate(condition)
    return (record) => test(reader.severityNumber(record))
  }
  const read: FieldReader<R> = reader.field(field)
  const test = valuePredicate(condition)
  return (record) => test(read(record))
}

/** Tests the texts of one record against a search. A search without any word matches nothing. */
export function textPredicate(search: TextSearch): (texts: readonly string[]) => boolean {
  const query = parseTextQuery(search)
  return query === null ? () => false : (texts) => matchesTexts(query, texts)
}

/** Combines all conditions and the text search into one predicate. */
export function filterPredicate<R>(filter: RecordFilter, reader: RecordReader<R>): Predicate<R> {
  const tests = filter.conditions.map((condition) => conditionPredicate(condition, reader))
  const { text } = filter
  if (text !== undefined) {
    const matches = textPredicate(text)
    tests.push((record) => matches(reader.texts(record)))
  }
  return (record) => tests.every((test) => test(record))
}
