/** Finds the first spans that pass a filter: by time, page after page, or the slowest ones at once. */
import type { SpanRecord } from '../model.ts'
import { SPAN_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { bySlowest, type Placed, TopRecords } from '../query/order.ts'
import { recordId } from '../record-id.ts'
import { type Identified, spansOf, type WorkMeter } from './batch-reader.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'
import type { PartitionSource } from './partition-source.ts'
import { ANSWER_CHARS_MAX, type PageInput, SearchPage } from './search-page.ts'
import { identifiedSpan, type MatchedSpans, matchedSpanSegments } from './segment-spans.ts'

interface Candidate extends Placed {
  readonly durationNanos: number
  readonly span: () => Identified<SpanRecord>
}

/** Returns the first spans of the partition that match, in the order of the query, up to its limit and budget. */
export async function searchSpans(
  source: PartitionSource,
  { input }: QueryOf<'searchSpans'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['searchSpans']> {
  const { order } = input
  if (order === 'slowest') return slowestSpans(source, input, meter)
  const page = new SearchPage<Candidate>(source.day, { ...input, order })
  const stopsAt = (head: Parameters<typeof page.stopsAt>[0]) => page.stopsAt(head, meter)
  const matches = filterPredicate(input.filter, SPAN_READER)
  for await (const spans of spansOf(source, page.range, meter)(order, stopsAt)) {
    for (const span of spans) if (matches(span)) page.offer(candidateOf(span))
  }
  for await (const matched of matchedSpanSegments(source, page.range, input.filter, order, meter, stopsAt)) {
    offerRows(source, matched, { ...input, order }, page)
  }
  const { records, ...end } = await page.share(async (candidate) => candidate.span(), charsOf, meter.pace)
  return { spans: records, ...end }
}

function candidateOf(span: Identified<SpanRecord>): Candidate {
  const { time, id, durationNanos } = span
  return { time, id, durationNanos, span: () => span }
}

/** Offers rows in order. Once more than `limit` rows of a segment passed, no further row can be among the first. */
function offerRows(
  source: PartitionSource,
  matched: MatchedSpans,
  { order, limit }: PageInput,
  page: SearchPage<Candidate>,
): void {
  const { first, end, passes } = matched
  const rowCandidate = candidateRows(source, matched)
  let offered = 0
  for (let step = 0; step < end - first && offered <= limit; step++) {
    const row = order === 'newest' ? end - 1 - step : first + step
    if (!passes(row)) continue
    if (page.offer(rowCandidate(row))) offered++
  }
}

function candidateRows(source: PartitionSource, { segment }: MatchedSpans): (row: number) => Candidate {
  const times = segment.times()
  const durations = segment.durations()
  const { sequences, indexes } = segment.ids()
  return (row) => {
    const place = { partition: source.number, sequence: sequences[row] ?? 0, index: indexes[row] ?? 0 }
    return {
      time: { day: source.day, nanos: times[row] ?? 0 },
      id: recordId(place, source.tag),
      durationNanos: durations[row] ?? 0,
      span: () => identifiedSpan(source, segment.recordAt(row)),
    }
  }
}

function charsOf({ name, statusMessage, attributes, events, links }: SpanRecord): number {
  return name.length + statusMessage.length + JSON.stringify([attributes, events, links]).length
}

/** The slowest spans have no cursor, so only `isCut` tells that some are missing. */
async function slowestSpans(
  source: PartitionSource,
  { range, filter, limit }: QueryOf<'searchSpans'>['input'],
  meter: WorkMeter,
): Promise<PartitionAnswers['searchSpans']> {
  const top = new TopRecords<Candidate>(bySlowest, limit)
  const matches = filterPredicate(filter, SPAN_READER)
  for await (const spans of spansOf(source, range, meter)('newest')) {
    for (const span of spans) if (matches(span)) top.offer(candidateOf(span))
  }
  for await (const matched of matchedSpanSegments(source, range, filter, 'newest', meter)) {
    const rowCandidate = candidateRows(source, matched)
    for (let row = matched.first; row < matched.end; row++) if (matched.passes(row)) top.offer(rowCandidate(row))
  }
  const spans: Identified<SpanRecord>[] = []
  let chars = 0
  for (const candidate of top.result()) {
    const span = candidate.span()
    chars += charsOf(span)
    if (chars > ANSWER_CHARS_MAX && spans.length > 0) return { spans, isCut: true }
    spans.push(span)
  }
  return { spans, isCut: top.isCut }
}
