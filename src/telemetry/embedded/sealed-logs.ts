/** Reading the sealed logs of a partition: which segments a question touches, and the rows of each that answer it. */
import type { AttributeValue, LogRecord } from '../model.ts'
import type { Field, RecordFilter } from '../port.ts'
import { LOG_READER, valueText } from '../query/field.ts'
import { recordId } from '../record-id.ts'
import type { DecodedLog, LogSegment } from '../segment/log-segment.ts'
import { mayMatch, parseTextQuery } from '../segment/text-query.ts'
import type { TimeRange } from '../time.ts'
import { type Identified, logsOf, nanosWithin, type WorkMeter } from './batch-reader.ts'
import type { PartitionSource, SegmentHead } from './partition-source.ts'
import type { Stretch } from './plan.ts'
import { rowFilter } from './row-filter.ts'

/** Rows of one segment, in order of time: [first, end), of them those that pass. */
export interface MatchedRows {
  readonly head: SegmentHead
  readonly segment: LogSegment
  readonly first: number
  readonly end: number
  readonly passes: (row: number) => boolean
  /** True when every row of [first, end) passes. */
  readonly areAll: boolean
}

export function overlapping(source: PartitionSource, stretches: readonly Stretch[]): SegmentHead[] {
  return source
    .segments()
    .filter((head) => stretches.some(({ from, to }) => head.maxNanos >= from && head.minNanos < to))
}

/** False when the index of the segment rules the filter out: its words or its trace are not there. */
function mayHold(source: PartitionSource, head: SegmentHead, filter: RecordFilter): boolean {
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

/** The segment's rows in the stretch that pass the filter, null when there can be none or the budget is spent. */
export async function matchedRows(
  source: PartitionSource,
  head: SegmentHead,
  stretch: Stretch,
  filter: RecordFilter,
  meter: WorkMeter,
): Promise<MatchedRows | null> {
  if (!meter.admits(head.records, 0)) return null
  if (!mayHold(source, head, filter)) return null
  const segment = source.logSegment(head)
  const before = segment.bytesDecoded
  const isWhole = head.minNanos >= stretch.from && head.maxNanos < stretch.to
  const { first, end } = isWhole ? { first: 0, end: segment.count } : segment.rowsBetween(stretch.from, stretch.to)
  const test = rowFilter(segment, filter)
  await meter.spent(end - first, segment.bytesDecoded - before)
  if (test === false || first >= end) return null
  return { head, segment, first, end, passes: test === true ? () => true : test, areAll: test === true }
}

export function identified(source: PartitionSource, { record, sequence, index }: DecodedLog): Identified<LogRecord> {
  return { ...record, id: recordId({ partition: source.number, sequence, index }, source.tag) }
}

/** A field of a segment's rows: `texts[codes[row]]`, null where a record has none. */
export interface GroupColumn {
  readonly texts: readonly (string | null)[]
  readonly codes: ArrayLike<number>
}

function textOf(value: AttributeValue | undefined): string | null {
  return value === undefined || value === null ? null : valueText(value)
}

export function groupColumn(segment: LogSegment, field: Field): GroupColumn {
  if (field.kind === 'attribute') {
    const column = segment.attributes().column(field.key)
    if (column === undefined) return { texts: [null], codes: new Uint8Array(segment.count) }
    return { texts: [null, ...column.values.map(textOf)], codes: column.codes }
  }
  const name = field.kind === 'builtin' ? field.name : ''
  const read = LOG_READER.field(field)
  if (field.kind === 'resource' || name === 'service' || name === 'environment') {
    const { values, codes } = segment.resources()
    return { texts: values.map((resource) => textOf(read({ ...EMPTY_LOG, resource }))), codes }
  }
  if (name === 'severity') {
    const texts = Array.from({ length: 25 }, (_, severityNumber) => textOf(read({ ...EMPTY_LOG, severityNumber })))
    return { texts, codes: segment.severities() }
  }
  if (name === 'scope' || name === 'name') {
    const { values, codes } = name === 'scope' ? segment.scopes() : segment.eventNames()
    return { texts: values.map((value) => (value === '' ? null : value)), codes }
  }
  if (name === 'trace_id') return listed(segment, (row) => segment.traceIds().hexOf(row) || null)
  if (name === 'span_id') return listed(segment, (row) => segment.spanIds().hexOf(row) || null)
  return listed(segment, (row) => textOf(read(segment.recordAt(row).record)))
}

/** A column made on the spot, for fields that have no dictionary of their own. */
function listed(segment: LogSegment, textAt: (row: number) => string | null): GroupColumn {
  const known = new Map<string | null, number>()
  const codes = new Uint32Array(segment.count)
  for (let row = 0; row < segment.count; row++) {
    const text = textAt(row)
    let code = known.get(text)
    if (code === undefined) {
      code = known.size
      known.set(text, code)
    }
    codes[row] = code
  }
  return { texts: [...known.keys()], codes }
}

const EMPTY_LOG: LogRecord = {
  time: { day: 0, nanos: 0 },
  observedTime: null,
  severityNumber: 0,
  severityText: '',
  body: '',
  eventName: '',
  resource: { service: '', environment: '', attributes: {} },
  scopeName: '',
  attributes: {},
  traceId: '',
  spanId: '',
}

/** The records of a range, sealed ones first, put together whole: for what needs more than columns. */
export async function* recordsOf(
  source: PartitionSource,
  range: TimeRange,
  order: 'newest' | 'oldest',
  meter: WorkMeter,
): AsyncGenerator<Identified<LogRecord>[]> {
  yield* logsOf(source, range, meter)(order)
  const [from, to] = nanosWithin(range, source.day)
  const heads = overlapping(source, [{ from, to }])
  heads.sort((a, b) => (order === 'newest' ? b.maxNanos - a.maxNanos : a.minNanos - b.minNanos))
  for (const head of heads) {
    const matched = await matchedRows(source, head, { from, to }, { conditions: [] }, meter)
    if (matched === null) continue
    const records: Identified<LogRecord>[] = []
    for (let row = matched.first; row < matched.end; row++) {
      records.push(identified(source, matched.segment.recordAt(row)))
    }
    yield records
  }
}
