/** A partition's share of span queries, over its write buffer and its segments. */
import { LatencyHistogram } from '../histogram/latency.ts'
import type { SpanRecord } from '../model.ts'
import { intervalStart, rangeStartMs } from '../query/count.ts'
import { DependencyAccumulator, PEER_KEYS, peerName } from '../query/dependencies.ts'
import { groupText, SPAN_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { byOldest, TopRecords } from '../query/order.ts'
import { SpanStatsAccumulator } from '../query/span-stats.ts'
import { ValuesAccumulator } from '../query/values.ts'
import { SPAN_KINDS, SPAN_STATUSES } from '../segment/span-kinds.ts'
import type { SpanSegment } from '../segment/span-segment.ts'
import { NANOS_PER_MS } from '../time.ts'
import { type Identified, spansOf, type WorkMeter } from './batch-reader.ts'
import { DependencyJoin, JoinedSpan } from './dependency-join.ts'
import { entryStats } from './entry-stats.ts'
import { CellsByValue, groupColumn } from './group-column.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'
import type { PartitionSource } from './partition-source.ts'
import { identifiedSpan, type MatchedSpans, matchedSpanSegments, spanColumns } from './segment-spans.ts'
import { addRowValues } from './value-rows.ts'

/** Most spans of one trace that one partition sends: more than a screen shows, less than an RPC message holds. */
const TRACE_SPANS_MAX = 10_000
/** Most spans one partition joins at once for dependencies: about 30 MB. */
const JOINED_SPANS_MAX = 400_000

/** Returns the spans of a trace in this partition, the oldest first, up to a bound. */
export async function spansByTrace(
  source: PartitionSource,
  { traceId, range }: QueryOf<'spansByTrace'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['spansByTrace']> {
  const top = new TopRecords<Identified<SpanRecord>>(byOldest, TRACE_SPANS_MAX)
  for await (const spans of spansOf(source, range, meter)('oldest')) {
    for (const span of spans) if (span.traceId === traceId) top.offer(span)
  }
  const filter = {
    conditions: [{ field: { kind: 'builtin', name: 'trace_id' }, op: 'eq', value: traceId }],
  } as const
  for await (const { segment, first, end, passes } of matchedSpanSegments(source, range, filter, 'oldest', meter)) {
    for (let row = first; row < end; row++) if (passes(row)) top.offer(identifiedSpan(source, segment.recordAt(row)))
  }
  return { spans: top.result(), isCut: top.isCut }
}

/** Measures requests, errors and durations of spans by group and interval. */
export async function spanStats(
  source: PartitionSource,
  { input }: QueryOf<'spanStats'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['spanStats']> {
  if (input.only !== undefined) return entryStats(source, { kind: 'spanStats', input }, input.only, meter)
  const matches = filterPredicate(input.filter, SPAN_READER)
  const stats = new SpanStatsAccumulator(input)
  for await (const spans of spansOf(source, input.range, meter)('oldest')) {
    for (const span of spans) if (matches(span)) stats.add(span)
  }
  for await (const matched of matchedSpanSegments(source, input.range, input.filter, 'oldest', meter)) {
    addStats(source, matched, input, stats)
  }
  if (stats.isCut) meter.note('limit')
  return stats.partial()
}

/** Aggregates rows by (resource, name, interval) as numbers; each combination is named and merged once. */
function addStats(
  source: PartitionSource,
  { segment, first, end, passes }: MatchedSpans,
  { groupBy, by, intervalMs, range }: QueryOf<'spanStats'>['input'],
  into: SpanStatsAccumulator,
): void {
  const times = segment.times()
  const durations = segment.durations()
  const statuses = segment.statuses()
  const names = segment.names()
  const resources = segment.resources()
  const errorStatus = SPAN_STATUSES.indexOf('error')
  const column = by === undefined ? null : groupColumn(segment, spanColumns(segment), by)
  const byValue = new CellsByValue<{ row: number; errors: number; latency: LatencyHistogram }>(column)
  const intervalNanos = intervalMs === null ? Number.POSITIVE_INFINITY : intervalMs * NANOS_PER_MS
  for (let row = first; row < end; row++) {
    if (!passes(row)) continue
    const cells = byValue.ofRow(row)
    if (cells === null) continue
    const bucket = intervalMs === null ? 0 : Math.floor((times[row] ?? 0) / intervalNanos)
    const name = groupBy.includes('operation') ? (names.codes[row] ?? 0) : 0
    const resource = groupBy.includes('service') ? (resources.codes[row] ?? 0) : 0
    const key = (bucket * 65_536 + name) * resources.values.length + resource
    let cell = cells.get(key)
    if (cell === undefined) {
      cell = { row, errors: 0, latency: new LatencyHistogram() }
      cells.set(key, cell)
    }
    if (statuses[row] === errorStatus) cell.errors++
    cell.latency.add((durations[row] ?? 0) / NANOS_PER_MS)
  }
  const rows = byValue.all().map(({ cell: { row, errors, latency }, ...value }) => ({
    ...value,
    service: groupBy.includes('service') ? (resources.values[resources.codes[row] ?? 0]?.service ?? '') : '',
    operation: groupBy.includes('operation') ? (names.values[names.codes[row] ?? 0] ?? '') : null,
    startMs:
      intervalMs === null
        ? rangeStartMs(range)
        : intervalStart({ day: source.day, nanos: times[row] ?? 0 }, intervalMs),
    errors,
    latency,
  }))
  into.mergeRows(rows)
}

/** Counts the values of a field of spans, or the fields themselves. */
export async function spanFieldValues(
  source: PartitionSource,
  { input }: QueryOf<'fieldValues'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['fieldValues']> {
  const matches = filterPredicate(input.filter, SPAN_READER)
  const read = input.field === null ? null : SPAN_READER.field(input.field)
  const values = new ValuesAccumulator()
  for await (const spans of spansOf(source, input.range, meter)('oldest')) {
    for (const span of spans) {
      if (!matches(span)) continue
      const value = read === null ? null : groupText(read, span)
      if (read === null) values.addKeys(span)
      else if (value !== null) values.add(value, 1)
    }
  }
  for await (const matched of matchedSpanSegments(source, input.range, input.filter, 'oldest', meter)) {
    addRowValues(matched.segment, spanColumns(matched.segment), matched, input.field, values)
  }
  return values.partial()
}

/** Returns the spans from which the merge derives the calls between services. */
export async function dependencies(
  source: PartitionSource,
  { range }: QueryOf<'dependencies'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['dependencies']> {
  const { pace } = meter
  const joined = new DependencyJoin()
  const draft = new JoinedSpan()
  for await (const spans of spansOf(source, range, meter)('newest')) {
    for (const span of spans) {
      joined.textIds.ofTrace(span.traceId, draft.trace)
      joined.textIds.ofSpan(span.spanId, draft.span)
      draft.hasParent = span.parentSpanId !== ''
      if (draft.hasParent) joined.textIds.ofSpan(span.parentSpanId, draft.parent)
      draft.service = span.resource.service
      draft.kind = span.kind
      draft.isError = span.status === 'error'
      draft.durationMs = span.durationNanos / NANOS_PER_MS
      draft.peer = peerName(span.kind, (key) => span.attributes[key])
      joined.add(draft)
      if (pace.isDue(JOIN_UNITS)) await pace.pause()
    }
  }
  for await (const { segment, first, end } of matchedSpanSegments(source, range, { conditions: [] }, 'newest', meter)) {
    const attributes = segment.attributes()
    const keys = PEER_KEYS.filter((key) => attributes.hasOverflow || attributes.keys.includes(key))
    for (let row = first; row < end; row++) {
      readJoined(segment, row, keys, draft)
      joined.add(draft)
      if (pace.isDue(JOIN_UNITS)) await pace.pause()
    }
    if (joined.count >= JOINED_SPANS_MAX) {
      meter.note('limit')
      break
    }
  }
  const accumulator = new DependencyAccumulator()
  await joined.join(accumulator, pace)
  return accumulator.partial()
}

/** Work units (work-pace.ts) to read and add a span. */
const JOIN_UNITS = 1

function readJoined(segment: SpanSegment, row: number, peerKeys: readonly string[], draft: JoinedSpan): void {
  const resources = segment.resources()
  if (!segment.traceIds().readWords(row, draft.trace)) draft.trace.fill(0)
  if (!segment.spanIds().readWords(row, draft.span)) draft.span.fill(0)
  draft.hasParent = segment.readParentWords(row, draft.parent)
  draft.service = resources.values[resources.codes[row] ?? 0]?.service ?? ''
  draft.kind = SPAN_KINDS[segment.kinds()[row] ?? 0] ?? 'unspecified'
  draft.isError = SPAN_STATUSES[segment.statuses()[row] ?? 0] === 'error'
  draft.durationMs = (segment.durations()[row] ?? 0) / NANOS_PER_MS
  const attributes = segment.attributes()
  draft.peer = peerName(draft.kind, (key) => attributes.valueOf(key, row), peerKeys)
}
