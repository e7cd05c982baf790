/**
 * Statistics of entry spans, the requests that reached a service. An entry span is recognised by its kind or, for services
 * whose spans have no kind, by its parent.
 */
import { LatencyHistogram } from '../histogram/latency.ts'
import type { SpanRecord } from '../model.ts'
import type { EntriesOnly } from '../port.ts'
import { intervalStart, rangeStartMs } from '../query/count.ts'
import { groupText, SPAN_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { entryKind, PARENT_LOOKBACK_MS, SpanStatsAccumulator } from '../query/span-stats.ts'
import { SPAN_KINDS } from '../segment/span-kinds.ts'
import { fromMillis, NANOS_PER_MS, type TimeRange, toMillis } from '../time.ts'
import { nanosWithin, spansOf, type WorkMeter } from './batch-reader.ts'
import { errorTest } from './error-rows.ts'
import { FirstServices } from './first-services.ts'
import { CellsByValue, groupColumn } from './group-column.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'
import { ParentServices } from './parent-services.ts'
import type { PartitionSource, SegmentHead, ServiceRows } from './partition-source.ts'
import type { NanosRange } from './plan.ts'
import { overlapping } from './segment-logs.ts'
import { type MatchedSpans, matchedSpanSegments, matchedSpans, spanColumns } from './segment-spans.ts'
import { isWhole, rowsOfServices, wholeServices } from './service-rows.ts'

const ALL = { conditions: [] } as const
/** Of a span without a parent (`SpanSegment.parentRows`). */
const ROOT = -1

/** Measures requests by their entry spans, or by those of the service that was asked first. */
export async function entryStats(
  source: PartitionSource,
  { input }: QueryOf<'spanStats'>,
  only: EntriesOnly,
  meter: WorkMeter,
): Promise<PartitionAnswers['spanStats']> {
  const stats = new SpanStatsAccumulator(input)
  const seen = await servicesByKind(source, input.range, meter)
  for (const service of seen.kinded) stats.noteKinded(service)
  const isKindless = [...seen.all].some((service) => !seen.kinded.has(service))
  const parents = isKindless ? await parentServices(source, input.range, seen.kinded, meter) : null
  const asked = { input, only, kinded: seen.kinded, parents }
  const first = only === 'first' ? await firstServices(source, asked, meter) : null
  for await (const { span, kind } of entriesInMemory(source, asked, meter)) {
    if (first?.isFirst(first.traces.ofId(span.traceId), span.resource.service) !== false) stats.addEntry(span, kind)
  }
  for await (const matched of matchedSpanSegments(source, input.range, input.filter, 'oldest', meter)) {
    addSegments(source, matched, { ...asked, first }, stats)
  }
  if (stats.isCut) meter.note('limit')
  return stats.partial()
}

/** Entry spans that are not in segments yet. */
async function* entriesInMemory(
  source: PartitionSource,
  { input, only, kinded, parents }: Asked,
  meter: WorkMeter,
): AsyncGenerator<{ readonly span: SpanRecord; readonly kind: 'by_kind' | 'by_parent' }> {
  const matches = filterPredicate(input.filter, SPAN_READER)
  const read = input.by === undefined ? null : SPAN_READER.field(input.by)
  for await (const spans of spansOf(source, input.range, meter)('oldest')) {
    for (const span of spans) {
      if (!matches(span) || (read !== null && groupText(read, span) === null)) continue
      const { service } = span.resource
      const how = { kind: span.kind, hasParent: span.parentSpanId !== '' }
      const kind = entryKind(how, service, parents?.ofParent(span) ?? null, only)
      if (kind === 'by_kind' || (kind === 'by_parent' && !kinded.has(service))) yield { span, kind }
    }
  }
}

/** Which service has the first of the entry spans that are counted, by trace. */
async function firstServices(source: PartitionSource, asked: Asked, meter: WorkMeter): Promise<FirstServices> {
  const first = new FirstServices()
  const { range, filter } = asked.input
  for await (const { span } of entriesInMemory(source, asked, meter)) {
    const { resource, time, durationNanos } = span
    first.note(first.traces.ofId(span.traceId), { service: resource.service, startNanos: time.nanos, durationNanos })
  }
  for await (const matched of matchedSpanSegments(source, range, filter, 'oldest', meter)) {
    const { segment } = matched
    const [times, durations] = [segment.times(), segment.durations()]
    const column = asked.input.by === undefined ? null : groupColumn(segment, spanColumns(segment), asked.input.by)
    const traceOf = first.traces.ofRowsIn(segment)
    eachEntry(matched, asked, (row, service) => {
      if (column !== null && column.texts[column.codes[row] ?? 0] === null) return
      first.note(traceOf(row), { service, startNanos: times[row] ?? 0, durationNanos: durations[row] ?? 0 })
    })
  }
  if (first.isFull) meter.note('limit')
  return first
}

async function servicesByKind(source: PartitionSource, range: TimeRange, meter: WorkMeter) {
  const all = new Set<string>()
  const kinded = new Set<string>()
  for await (const spans of spansOf(source, range, meter)('oldest')) {
    for (const { kind, resource } of spans) {
      all.add(resource.service)
      if (kind === 'server' || kind === 'consumer') kinded.add(resource.service)
    }
  }
  const [from, to] = nanosWithin(range, source.day)
  for (const head of overlapping(source, [{ from, to }])) {
    for (const { service, hasEntries } of await servicesIn(source, head, { from, to }, meter)) {
      all.add(service)
      if (hasEntries) kinded.add(service)
    }
  }
  return { all, kinded }
}

async function servicesIn(
  source: PartitionSource,
  head: SegmentHead,
  range: NanosRange,
  meter: WorkMeter,
): Promise<readonly ServiceRows[]> {
  if (isWhole(head, range)) return wholeServices(source, head, meter)
  const matched = await matchedSpans(source, head, range, ALL, meter)
  if (matched === null) return []
  const { segment, first, end } = matched
  return rowsOfServices(segment, [first, end], segment.kinds())
}

/** The service of each span that may be the parent of a span without a kind. */
async function parentServices(
  source: PartitionSource,
  range: TimeRange,
  kinded: ReadonlySet<string>,
  meter: WorkMeter,
): Promise<ParentServices> {
  const reach = { from: fromMillis(toMillis(range.from) - PARENT_LOOKBACK_MS), to: range.to }
  const [from, to] = nanosWithin(reach, source.day)
  const parents = new ParentServices(overlapping(source, [{ from, to }]).reduce((sum, { records }) => sum + records, 0))
  for await (const spans of spansOf(source, reach, meter)('newest')) {
    for (const span of spans) if (!kinded.has(span.resource.service)) parents.note(span)
  }
  for await (const { segment, first, end } of matchedSpanSegments(source, reach, ALL, 'newest', meter)) {
    // A service with span kinds differs from the child's service, and only that difference matters, so its spans are
    // not kept.
    const isNoted = segment.resources().values.map(({ service }) => !kinded.has(service))
    parents.noteRows(segment, [first, end], isNoted)
    if (parents.isFull) {
      meter.note('limit')
      break
    }
  }
  return parents
}

interface Asked {
  readonly input: QueryOf<'spanStats'>['input']
  readonly only: EntriesOnly
  readonly kinded: ReadonlySet<string>
  /** Null: every service has span kinds. */
  readonly parents: ParentServices | null
}

/** Visits the rows of a segment that are entry spans. */
function eachEntry(
  { segment, first, end, passes }: MatchedSpans,
  { only, kinded, parents }: Asked,
  visit: (row: number, service: string, resource: number, isByKind: boolean) => void,
): void {
  const resources = segment.resources()
  const kinds = segment.kinds()
  const services = resources.values.map(({ service }) => service)
  const isKinded = services.map((service) => kinded.has(service))
  const parentRows = segment.parentRows()
  const parentOf = parents?.ofRowsIn(segment) ?? (() => null)
  for (let row = first; row < end; row++) {
    const kind = SPAN_KINDS[kinds[row] ?? 0] ?? 'unspecified'
    const isByKind = kind === 'server' || kind === 'consumer'
    const resource = resources.codes[row] ?? 0
    if (!isByKind && isKinded[resource] === true) continue
    if (!passes(row)) continue
    const service = services[resource] ?? ''
    if (!isByKind || only === 'outermost') {
      const hasParent = parentRows[row] !== ROOT
      if (entryKind({ kind, hasParent }, service, isByKind ? null : parentOf(row), only) === null) continue
    }
    visit(row, service, resource, isByKind)
  }
}

/** Aggregates rows by (resource, name, interval, entry rule) as numbers; each combination is named and merged once. */
function addSegments(
  source: PartitionSource,
  matched: MatchedSpans,
  asked: Asked & { readonly first: FirstServices | null },
  into: SpanStatsAccumulator,
): void {
  const { segment } = matched
  const { groupBy, by, intervalMs, range } = asked.input
  const times = segment.times()
  const durations = segment.durations()
  const names = segment.names()
  const resources = segment.resources()
  const isFailed = errorTest(segment)
  const intervalNanos = intervalMs === null ? Number.POSITIVE_INFINITY : intervalMs * NANOS_PER_MS
  const column = by === undefined ? null : groupColumn(segment, spanColumns(segment), by)
  const byValue = new CellsByValue<{ row: number; errors: number; isKindless: boolean; latency: LatencyHistogram }>(
    column,
  )
  const traceOf = asked.first?.traces.ofRowsIn(segment)
  eachEntry(matched, asked, (row, service, resource, isByKind) => {
    if (traceOf !== undefined && asked.first?.isFirst(traceOf(row), service) === false) return
    const cells = byValue.ofRow(row)
    if (cells === null) return
    const bucket = intervalMs === null ? 0 : Math.floor((times[row] ?? 0) / intervalNanos)
    const name = groupBy.includes('operation') ? (names.codes[row] ?? 0) : 0
    const key = ((bucket * 65_536 + name) * resources.values.length + resource) * 2 + (isByKind ? 0 : 1)
    let cell = cells.get(key)
    if (cell === undefined) {
      cell = { row, errors: 0, isKindless: !isByKind, latency: new LatencyHistogram() }
      cells.set(key, cell)
    }
    if (isFailed(row)) cell.errors++
    cell.latency.add((durations[row] ?? 0) / NANOS_PER_MS)
  })
  const rows = byValue.all().map(({ cell: { row, errors, isKindless, latency }, ...value }) => ({
    ...value,
    service: resources.values[resources.codes[row] ?? 0]?.service ?? '',
    operation: groupBy.includes('operation') ? (names.values[names.codes[row] ?? 0] ?? '') : null,
    startMs:
      intervalMs === null
        ? rangeStartMs(range)
        : intervalStart({ day: source.day, nanos: times[row] ?? 0 }, intervalMs),
    errors,
    latency,
    isKindless,
  }))
  into.mergeRows(rows)
}
