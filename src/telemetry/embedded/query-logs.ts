/**
 * A partition's share of log queries. It uses statistics where they hold the answer, otherwise the columns of segments,
 * and always the records of the write buffer.
 */
import { bodyShape } from '../body-shape.ts'
import type { LogRecord } from '../model.ts'
import type { CountLogsInput, StoredLog } from '../port.ts'
import { CountAccumulator, intervalStart, rangeStartMs } from '../query/count.ts'
import { groupText, LOG_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { ValuesAccumulator } from '../query/values.ts'
import { type Identified, logAt, logsOf, nanosWithin, type WorkMeter } from './batch-reader.ts'
import { countByIndex, INDEX_BYTES } from './count-by-index.ts'
import { countBySeries, countElsewhere } from './count-by-series.ts'
import { countRows } from './count-rows.ts'
import { NANOS_PER_MINUTE } from './hour-stats.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'
import { unitsToOpen } from './open-columns.ts'
import type { PartitionSource } from './partition-source.ts'
import { type Division, divide, groupKey, groupPredicate, type NanosRange } from './plan.ts'
import { logColumns, matchedRows, overlapping, storedAt } from './segment-logs.ts'
import { addRowValues } from './value-rows.ts'

/** Returns a log record as the store answers it, with the hash of its shape. */
export function stored(log: Identified<LogRecord>): StoredLog {
  return { ...log, shape: bodyShape(log.body).hash }
}

/** Statistics are per minute and know few fields; other intervals and fields are counted from columns. */
function countPlan(source: PartitionSource, input: CountLogsInput): Division & { readonly isWanted: GroupTest | null } {
  const isWanted = groupPredicate(input.filter, input.groupBy)
  const isByMinute = input.intervalMs === null || input.intervalMs % 60_000 === 0
  if (isWanted !== null && isByMinute) return { ...divide(input.range, source.day, NANOS_PER_MINUTE), isWanted }
  const [from, to] = nanosWithin(input.range, source.day)
  return { whole: null, ends: [{ from, to }], isWanted: null }
}
type GroupTest = NonNullable<ReturnType<typeof groupPredicate>>

/** Counts log records by group and interval: from statistics where they suffice, from rows elsewhere. */
export async function countLogs(
  source: PartitionSource,
  { input }: QueryOf<'countLogs'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['countLogs']> {
  const counts = new CountAccumulator()
  // Statistics come first: until the first pause they match the list of segments.
  const left = countBySeries(source, input, counts)
  const plan = left === null ? countPlan(source, input) : { whole: null, ends: left.ends, isWanted: null }
  if (plan.whole !== null && plan.isWanted !== null) countStatistics(source, input, plan.whole, plan.isWanted, counts)
  if (left !== null) await countElsewhere(source, input, left, meter, counts)
  for (const end of plan.ends) {
    for (const head of overlapping(source, [end])) {
      if (countByIndex(source, head, end, input, counts)) {
        await meter.spent(0, INDEX_BYTES)
        continue
      }
      const matched = await matchedRows(source, head, end, input.filter, meter)
      if (matched === null) continue
      const before = matched.segment.bytesDecoded
      countRows(matched, input, counts)
      await meter.pace.spend(unitsToOpen(matched.segment.bytesDecoded - before))
    }
  }
  const readers = input.groupBy.map(LOG_READER.field)
  const matches = filterPredicate(input.filter, LOG_READER)
  const whole = rangeStartMs(input.range)
  for await (const logs of logsOf(source, input.range, meter)('oldest')) {
    for (const log of logs) {
      if (!matches(log)) continue
      const startMs = input.intervalMs === null ? whole : intervalStart(log.time, input.intervalMs)
      counts.add(
        readers.map((read) => groupText(read, log)),
        startMs,
        1,
      )
    }
  }
  return { ...counts.partial(), isCut: counts.isCut }
}

const MINUTES_PER_DAY = 1_440

function countStatistics(
  source: PartitionSource,
  { groupBy, intervalMs, range }: CountLogsInput,
  whole: NanosRange,
  isWanted: GroupTest,
  into: CountAccumulator,
): void {
  const { groups } = source.logSeries()
  const minutesByKey = new Map<string, { readonly key: (string | null)[]; readonly counts: Float64Array }>()
  const countsOfGroup = groups.map((group) => {
    if (!isWanted(group)) return null
    const key = groupKey(group, groupBy)
    const text = JSON.stringify(key)
    let held = minutesByKey.get(text)
    if (held === undefined) {
      held = { key, counts: new Float64Array(MINUTES_PER_DAY) }
      minutesByKey.set(text, held)
    }
    return held.counts
  })
  const first = Math.floor(whole.from / NANOS_PER_MINUTE)
  const end = Math.ceil(whole.to / NANOS_PER_MINUTE)
  for (let hour = Math.floor(first / 60); hour * 60 < end; hour++) {
    for (const [number, ofHour] of source.hour(hour).minutes.entries()) {
      const counts = countsOfGroup[number]
      if (ofHour === undefined || counts === undefined || counts === null) continue
      for (let minute = 0; minute < 60; minute++) {
        const at = hour * 60 + minute
        if (at >= first && at < end) counts[at] = (counts[at] ?? 0) + (ofHour[minute] ?? 0)
      }
    }
  }
  for (const { key, counts } of minutesByKey.values()) {
    const byStart = new Map<number, number>()
    for (let at = first; at < end; at++) {
      const count = counts[at] ?? 0
      if (count === 0) continue
      const time = { day: source.day, nanos: at * NANOS_PER_MINUTE }
      const startMs = intervalMs === null ? rangeStartMs(range) : intervalStart(time, intervalMs)
      byStart.set(startMs, (byStart.get(startMs) ?? 0) + count)
    }
    into.addAll(key, byStart)
  }
}

/** Counts the values of a field of log records, or the fields themselves. */
export async function logFieldValues(
  source: PartitionSource,
  { input }: QueryOf<'fieldValues'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['fieldValues']> {
  const values = new ValuesAccumulator()
  const [from, to] = nanosWithin(input.range, source.day)
  for (const head of overlapping(source, [{ from, to }])) {
    const matched = await matchedRows(source, head, { from, to }, input.filter, meter)
    if (matched === null) continue
    const before = matched.segment.bytesDecoded
    addRowValues(matched.segment, logColumns(matched.segment), matched, input.field, values)
    await meter.pace.spend(unitsToOpen(matched.segment.bytesDecoded - before))
  }
  const matches = filterPredicate(input.filter, LOG_READER)
  const read = input.field === null ? null : LOG_READER.field(input.field)
  for await (const logs of logsOf(source, input.range, meter)('oldest')) {
    for (const log of logs) {
      if (!matches(log)) continue
      const value = read === null ? null : groupText(read, log)
      if (read === null) values.addKeys(log)
      else if (value !== null) values.add(value, 1)
    }
  }
  return values.partial()
}

/** Returns the log record at a place of the partition; null when it is not there. */
export function getLog(source: PartitionSource, { place }: QueryOf<'getLog'>): PartitionAnswers['getLog'] {
  const unflushed = logAt(source, place.sequence, place.index)
  if (unflushed !== null) return stored(unflushed)
  for (const head of source.segments()) {
    if (place.sequence < head.minSequence || place.sequence > head.maxSequence) continue
    const segment = source.logSegment(head)
    const { sequences, indexes } = segment.ids()
    for (let row = 0; row < segment.count; row++) {
      if (sequences[row] !== place.sequence || indexes[row] !== place.index) continue
      return storedAt(source, segment, row)
    }
  }
  return null
}
