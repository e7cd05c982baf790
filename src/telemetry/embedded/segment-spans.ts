/** Reads span segments of a partition: columns to filter by, rows that pass, and whole records where needed. */
import type { SpanRecord } from '../model.ts'
import type { RecordFilter } from '../port.ts'
import { recordId } from '../record-id.ts'
import { attributeText } from '../segment/attributes.ts'
import type { SearchSteps } from '../segment/search-steps.ts'
import { SPAN_KINDS, SPAN_STATUSES } from '../segment/span-kinds.ts'
import type { DecodedSpan, SpanSegment } from '../segment/span-segment.ts'
import { hasSequence, parseTextQuery, type TextQuery } from '../segment/text-query.ts'
import { tokensOf } from '../segment/tokenizer.ts'
import { NANOS_PER_MS, type TimeRange } from '../time.ts'
import { type Identified, nanosWithin, type WorkMeter } from './batch-reader.ts'
import { unitsToOpen } from './open-columns.ts'
import type { PartitionSource, SegmentHead } from './partition-source.ts'
import type { NanosRange } from './plan.ts'
import { type OwnColumns, rowFilter } from './row-filter.ts'
import { mayHold, overlapping } from './segment-logs.ts'

/** Returns the columns of spans that filters and groups read by name. */
export function spanColumns(segment: SpanSegment): OwnColumns {
  return {
    severities: null,
    texts: (name) => {
      if (name === 'name') return segment.names()
      if (name === 'body') return segment.statusMessages()
      if (name === 'kind') return { values: SPAN_KINDS, codes: segment.kinds() }
      return name === 'status' ? { values: SPAN_STATUSES, codes: segment.statuses() } : null
    },
    values: (name) => {
      if (name !== 'duration') return null
      const durations = segment.durations()
      return (row) => (durations[row] ?? 0) / NANOS_PER_MS
    },
    containing: () => null,
    search: (text) => {
      const query = parseTextQuery(text)
      return query === null ? null : searchSpanRows(segment, query)
    },
  }
}

/** Marks the rows whose name, status message or attributes match. */
function* searchSpanRows(segment: SpanSegment, query: TextQuery): SearchSteps<Uint8Array> {
  if (query.mode === 'substring') return yield* marked(segment, (text) => text.toLowerCase().includes(query.needle))
  const masks: Uint8Array[] = []
  for (const sequence of query.sequences)
    masks.push(yield* marked(segment, (text) => hasSequence(tokensOf(text), sequence)))
  return Uint8Array.from({ length: segment.count }, (_, row) => {
    const isFound = (mask: Uint8Array) => mask[row] === 1
    return (query.mode === 'any' ? masks.some(isFound) : masks.every(isFound)) ? 1 : 0
  })
}

function* marked(segment: SpanSegment, isMatch: (text: string) => boolean): SearchSteps<Uint8Array> {
  const rows = new Uint8Array(segment.count)
  const mark = (matches: readonly boolean[], codes: ArrayLike<number>, offset: number) => {
    if (!matches.includes(true)) return
    for (let row = 0; row < rows.length; row++) if (matches[(codes[row] ?? 0) - offset] === true) rows[row] = 1
  }
  for (const { values, codes } of [segment.names(), segment.statusMessages()]) {
    mark(values.map(isMatch), codes, 0)
    yield values.length
  }
  const attributes = segment.attributes()
  for (const key of attributes.allKeys()) {
    const column = attributes.column(key)
    if (column === undefined) continue
    mark(
      column.values.map((value) => isMatch(attributeText(value))),
      column.codes,
      1,
    )
    yield column.values.length
  }
  return rows
}

export interface MatchedSpans {
  readonly segment: SpanSegment
  readonly first: number
  readonly end: number
  readonly passes: (row: number) => boolean
}

/**
 * Returns the rows of a segment that lie in the range and match. Null if there are none, or if the budget of `meter` is
 * spent.
 */
export async function matchedSpans(
  source: PartitionSource,
  head: SegmentHead,
  range: NanosRange,
  filter: RecordFilter,
  meter: WorkMeter,
): Promise<MatchedSpans | null> {
  if (!meter.admits(head.records, 0)) return null
  if (!mayHold(source, head, filter)) return null
  const segment = source.spanSegment(head)
  const before = segment.bytesDecoded
  const { first, end } = segment.rowsBetween(range.from, range.to)
  await meter.spent(0, segment.bytesDecoded - before)
  const test = await rowFilter(segment, spanColumns(segment), filter, meter)
  await meter.filtered(end - first)
  if (test === false || first >= end) return null
  return { segment, first, end, passes: test === true ? () => true : test }
}

/** Returns a decoded span with its id. */
export function identifiedSpan(source: PartitionSource, decoded: DecodedSpan): Identified<SpanRecord> {
  const { record, sequence, index } = decoded
  return { ...record, id: recordId({ partition: source.number, sequence, index }, source.tag) }
}

/** The matched rows of every segment that overlaps the range. */
export async function* matchedSpanSegments(
  source: PartitionSource,
  range: TimeRange,
  filter: RecordFilter,
  order: 'newest' | 'oldest',
  meter: WorkMeter,
  isDone: (head: SegmentHead) => boolean = () => false,
): AsyncGenerator<MatchedSpans> {
  const [from, to] = nanosWithin(range, source.day)
  const heads = overlapping(source, [{ from, to }])
  heads.sort((a, b) => (order === 'newest' ? b.maxNanos - a.maxNanos : a.minNanos - b.minNanos))
  for (const head of heads) {
    if (isDone(head)) return
    const matched = await matchedSpans(source, head, { from, to }, filter, meter)
    if (matched === null) continue
    const before = matched.segment.bytesDecoded
    yield matched
    await meter.pace.spend(unitsToOpen(matched.segment.bytesDecoded - before))
  }
}
