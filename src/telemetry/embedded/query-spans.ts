/** A partition's share of the questions about spans, over its unsealed batches. */
import type { SpanRecord } from '../model.ts'
import { DependencyAccumulator, type DependencySpan, joinDependencies } from '../query/dependencies.ts'
import { groupText, SPAN_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { byNewest, byOldest, bySlowest, comparePlaces, TopRecords } from '../query/order.ts'
import { SpanStatsAccumulator } from '../query/span-stats.ts'
import { ValuesAccumulator } from '../query/values.ts'
import { type BatchSource, type Identified, spansOf, type WorkMeter } from './batch-reader.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'

/** Spans of one trace that one partition sends; more than any screen shows, less than an RPC message holds. */
const TRACE_SPANS_MAX = 10_000
/** Spans one partition joins at once for dependencies: about 60 MB. */
const JOINED_SPANS_MAX = 200_000

export async function searchSpans(
  source: BatchSource,
  { input }: QueryOf<'searchSpans'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['searchSpans']> {
  const { after, order } = input
  const compare = order === 'slowest' ? bySlowest : order === 'newest' ? byNewest : byOldest
  const matches = filterPredicate(input.filter, SPAN_READER)
  const top = new TopRecords<Identified<SpanRecord>>(compare, input.limit)
  const batches = spansOf(
    source,
    input.range,
    meter,
  )(order === 'oldest' ? 'oldest' : 'newest', (head) => {
    const worst = order === 'slowest' ? undefined : top.worst
    if (worst === undefined) return false
    return order === 'newest' ? head.maxNanos < worst.time.nanos : head.minNanos > worst.time.nanos
  })
  for await (const spans of batches) {
    for (const span of spans) {
      const isPassed = after !== undefined && (order === 'newest' ? -1 : 1) * comparePlaces(span, after) <= 0
      if (order !== 'slowest' && isPassed) continue
      if (matches(span)) top.offer(span)
    }
  }
  return { spans: top.result(), isCut: top.isCut }
}

export async function spansByTrace(
  source: BatchSource,
  { traceId, range }: QueryOf<'spansByTrace'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['spansByTrace']> {
  const top = new TopRecords<Identified<SpanRecord>>(byOldest, TRACE_SPANS_MAX)
  for await (const spans of spansOf(source, range, meter)('oldest')) {
    for (const span of spans) if (span.traceId === traceId) top.offer(span)
  }
  return { spans: top.result(), isCut: top.isCut }
}

export async function spanStats(
  source: BatchSource,
  { input }: QueryOf<'spanStats'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['spanStats']> {
  const matches = filterPredicate(input.filter, SPAN_READER)
  const stats = new SpanStatsAccumulator(input)
  for await (const spans of spansOf(source, input.range, meter)('oldest')) {
    for (const span of spans) if (matches(span)) stats.add(span)
  }
  return stats.partial()
}

export async function spanFieldValues(
  source: BatchSource,
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
  return values.partial()
}

export async function dependencies(
  source: BatchSource,
  { range }: QueryOf<'dependencies'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['dependencies']> {
  const joined: DependencySpan[] = []
  for await (const spans of spansOf(source, range, meter)('newest')) {
    for (const span of spans) joined.push(span)
    if (joined.length >= JOINED_SPANS_MAX) {
      meter.note('limit')
      break
    }
  }
  const accumulator = new DependencyAccumulator()
  joinDependencies(joined, accumulator)
  return accumulator.partial()
}
