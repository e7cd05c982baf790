/**
 * Counts over whole segments that their indexes can answer: records with one word, or records by the values of one
 * attribute.
 */
import type { AttributeValue } from '../model.ts'
import type { CountLogsInput, Field } from '../port.ts'
import { type CountAccumulator, intervalStart, rangeStartMs } from '../query/count.ts'
import type { RecordReader } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { parseTextQuery } from '../segment/text-query.ts'
import { groupTextOf } from './group-column.ts'
import type { PartitionSource, SegmentHead } from './partition-source.ts'
import type { NanosRange } from './plan.ts'

/** Typical size of an index, counted as the work of one look-up. */
export const INDEX_BYTES = 16_000

/** Counts a segment by its index. Returns false when the segment has to be read instead. */
export function countByIndex(
  source: PartitionSource,
  head: SegmentHead,
  range: NanosRange,
  input: CountLogsInput,
  into: CountAccumulator,
): boolean {
  if (head.minNanos < range.from || head.maxNanos >= range.to) return false
  const startMs = oneInterval(source, head, input)
  if (startMs === null) return false
  return input.filter.text === undefined
    ? countValues(source, head, input, startMs, into)
    : countWord(source, head, input, startMs, into)
}

/** The one interval that holds all records of the segment, or null when they span several. */
function oneInterval(source: PartitionSource, head: SegmentHead, { intervalMs, range }: CountLogsInput): number | null {
  if (intervalMs === null) return rangeStartMs(range)
  const first = intervalStart({ day: source.day, nanos: head.minNanos }, intervalMs)
  const last = intervalStart({ day: source.day, nanos: head.maxNanos }, intervalMs)
  return first === last ? first : null
}

/** Counts the records that contain one word, when the query asks nothing else. */
function countWord(
  source: PartitionSource,
  head: SegmentHead,
  { filter, groupBy }: CountLogsInput,
  startMs: number,
  into: CountAccumulator,
): boolean {
  if (filter.text === undefined || filter.conditions.length > 0 || groupBy.length > 0) return false
  const query = parseTextQuery(filter.text)
  if (query === null || query.mode === 'substring' || query.sequences.length !== 1) return false
  const [token, ...others] = query.sequences[0] ?? []
  if (token === undefined || others.length > 0) return false
  const { records, isExact } = source.segmentIndex(head).tokens.count(token)
  if (isExact && records > 0) into.add([], startMs, records)
  return isExact
}

/** Reads an attribute value as if it were a record, so that a filter means the same for counts as for records. */
const VALUE_READER: RecordReader<{ readonly value: AttributeValue | undefined }> = {
  field:
    () =>
    ({ value }) =>
      value,
  texts: () => [],
  severityNumber: () => 0,
}

/** Counts records grouped or filtered by one attribute, when the index lists all its values. */
function countValues(
  source: PartitionSource,
  head: SegmentHead,
  { filter, groupBy }: CountLogsInput,
  startMs: number,
  into: CountAccumulator,
): boolean {
  const key = onlyAttribute([...groupBy, ...filter.conditions.map(({ field }) => field)])
  if (key === null || groupBy.length > 1) return false
  const summary = source.attributeSummary(head, key)
  if (summary === undefined || summary?.values === null) return false
  const passes = filterPredicate(filter, VALUE_READER)
  const add = (value: AttributeValue | undefined, records: number) => {
    if (records > 0 && passes({ value })) into.add(groupBy.length === 0 ? [] : [groupTextOf(value)], startMs, records)
  }
  add(undefined, head.records - (summary?.records ?? 0))
  for (const { value, count } of summary?.values ?? []) add(value, count)
  return true
}

/** The attribute key if all fields name the same attribute, else null. */
function onlyAttribute(fields: readonly Field[]): string | null {
  const [first] = fields
  if (first?.kind !== 'attribute') return null
  return fields.every((field) => field.kind === 'attribute' && field.key === first.key) ? first.key : null
}
