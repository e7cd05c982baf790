/** Reads log segments of a partition: which ones a query needs, and which of their rows answer it. */
import type { LogRecord } from '../model.ts'
import type { RecordFilter, StoredLog } from '../port.ts'
import { recordId } from '../record-id.ts'
import { charactersOf } from '../segment/characters.ts'
import { rowsWithBodyPart, searchSteps } from '../segment/log-search.ts'
import type { DecodedLog, LogSegment } from '../segment/log-segment.ts'
import { mayMatch, parseTextQuery } from '../segment/text-query.ts'
import type { Identified, WorkMeter } from './batch-reader.ts'
import type { PartitionSource, SegmentHead } from './partition-source.ts'
import type { NanosRange } from './plan.ts'
import { type OwnColumns, rowFilter } from './row-filter.ts'

/** Rows [first, end) of one segment in time order, with a test that tells which of them pass. */
export interface MatchedRows {
  readonly head: SegmentHead
  readonly segment: LogSegment
  readonly first: number
  readonly end: number
  readonly passes: (row: number) => boolean
  /** True when every row of [first, end) passes. */
  readonly areAll: boolean
}

/** Returns the segments that may hold records of the ranges (nanoseconds of the partition's day). */
export function overlapping(source: PartitionSource, ranges: readonly NanosRange[]): SegmentHead[] {
  return source.segments().filter((head) => ranges.some(({ from, to }) => head.maxNanos >= from && head.minNanos < to))
}

/** Returns false when the segment's index rules the filter out: it lacks the words or the trace. */
export function mayHold(source: PartitionSource, head: SegmentHead, filter: RecordFilter): boolean {
  if (filter.text !== undefined) {
    const query = parseTextQuery(filter.text)
    if (query === null) return false
    const { tokens } = source.segmentIndex(head)
    if (!mayMatch(query, (token) => tokens.count(token).records > 0)) return false
  }
  for (const { field, ...condition } of filter.conditions) {
    if (field.kind !== 'builtin' || field.name !== 'trace_id' || condition.op !== 'eq') continue
    const isWhole = typeof condition.value === 'string' && condition.value !== ''
    if (isWhole && !source.segmentIndex(head).mayHaveTrace(String(condition.value))) return false
  }
  return true
}

/** The segment's rows within the range that pass the filter; null when there can be none or the budget is spent. */
export async function matchedRows(
  source: PartitionSource,
  head: SegmentHead,
  range: NanosRange,
  filter: RecordFilter,
  meter: WorkMeter,
): Promise<MatchedRows | null> {
  if (!meter.admits(head.records, 0)) return null
  if (!mayHold(source, head, filter)) return null
  const segment = source.logSegment(head)
  const before = segment.bytesDecoded
  const isWhole = head.minNanos >= range.from && head.maxNanos < range.to
  const { first, end } = isWhole ? { first: 0, end: segment.count } : segment.rowsBetween(range.from, range.to)
  await meter.spent(0, segment.bytesDecoded - before)
  const test = await rowFilter(segment, logColumns(segment), filter, meter)
  await meter.filtered(end - first)
  if (test === false || first >= end) return null
  return { head, segment, first, end, passes: test === true ? () => true : test, areAll: test === true }
}

/** Returns a decoded log record with its id. */
export function identified(source: PartitionSource, { record, sequence, index }: DecodedLog): Identified<LogRecord> {
  return { ...record, id: recordId({ partition: source.number, sequence, index }, source.tag) }
}

/** Returns the log record of a row as the store answers it. */
export function storedAt(source: PartitionSource, segment: LogSegment, row: number): StoredLog {
  const decoded = segment.recordAt(row)
  return { ...identified(source, decoded), shape: decoded.shape.hash }
}

/** Outside ASCII, the lower case of a part may not occur in the lower case of the whole (a final sigma). */
function isAscii(text: string): boolean {
  return charactersOf(text) >= 0
}

/** The columns that only log segments have. */
export function logColumns(segment: LogSegment): OwnColumns {
  return {
    severities: () => segment.severities(),
    texts: (name) => (name === 'name' ? segment.eventNames() : null),
    values: (name) => (name === 'body' ? (row) => segment.bodies().bodyOf(row) || undefined : null),
    containing: (name, text) => (name === 'body' && isAscii(text) ? rowsWithBodyPart(segment, text) : null),
    search: (text) => {
      const query = parseTextQuery(text)
      return query === null ? null : searchSteps(segment, query)
    },
  }
}

/** What reads each column that a whole record is put together from. */
export function logRecordColumns(segment: LogSegment): (() => unknown)[] {
  const attributes = segment.attributes()
  return [
    () => segment.ids(),
    () => segment.times(),
    () => segment.resources(),
    () => segment.bodies(),
    () => segment.severities(),
    () => segment.severityTexts(),
    () => segment.eventNames(),
    () => segment.scopes(),
    () => segment.traceIds(),
    () => segment.spanIds(),
    ...attributes.keys.map((key) => () => attributes.column(key)),
  ]
}
