/**
 * A partition's share of log patterns: whole hours from statistics, partial hours from columns, the write buffer from
 * records.
 */
import { bodyShape } from '../body-shape.ts'
import { type LogRecord, severityName } from '../model.ts'
import type { LogPatternsInput } from '../port.ts'
import { intervalStart } from '../query/count.ts'
import { LOG_READER } from '../query/field.ts'
import { filterPredicate } from '../query/match.ts'
import { PatternAccumulator } from '../query/patterns.ts'
import { recordId } from '../record-id.ts'
import { NANOS_PER_MS } from '../time.ts'
import { logsOf, nanosWithin, type WorkMeter } from './batch-reader.ts'
import { NANOS_PER_HOUR } from './hour-stats.ts'
import type { PartitionAnswers, QueryOf } from './messages.ts'
import { unitsToOpen } from './open-columns.ts'
import type { PartitionSource } from './partition-source.ts'
import { divide, groupPredicate, isByHour, type NanosRange } from './plan.ts'
import { type MatchedRows, matchedRows, overlapping } from './segment-logs.ts'

/** Counts log records by pattern, service and severity. */
export async function logPatterns(
  source: PartitionSource,
  { input }: QueryOf<'logPatterns'>,
  meter: WorkMeter,
): Promise<PartitionAnswers['logPatterns']> {
  const patterns = new PatternAccumulator()
  const isWanted = groupPredicate(input.filter)
  const [from, to] = nanosWithin(input.range, source.day)
  let ends: readonly NanosRange[] = [{ from, to }]
  if (isWanted !== null && isByHour(input.intervalMs)) {
    const division = divide(input.range, source.day, NANOS_PER_HOUR)
    ends = division.ends
    if (division.whole !== null) addStatistics(source, input, division.whole, isWanted, patterns)
  }
  for (const end of ends) {
    for (const head of overlapping(source, [end])) {
      const matched = await matchedRows(source, head, end, input.filter, meter)
      if (matched === null) continue
      const before = matched.segment.bytesDecoded
      addRows(source, matched, input, patterns)
      await meter.pace.spend(unitsToOpen(matched.segment.bytesDecoded - before))
    }
  }
  const matches = filterPredicate(input.filter, LOG_READER)
  for await (const logs of logsOf(source, input.range, meter)('oldest')) {
    for (const log of logs) if (matches(log)) addRecord(log, input, patterns)
  }
  return patterns.partial()
}

function addRecord(log: LogRecord & { readonly id: string }, input: LogPatternsInput, into: PatternAccumulator): void {
  const shape = bodyShape(log.body)
  into.add({
    service: log.resource.service,
    severity: severityName(log.severityNumber),
    shape: shape.hash,
    template: shape.template,
    count: 1,
    firstSeen: log.time,
    lastSeen: log.time,
    example: { id: log.id, body: log.body },
    counts: input.intervalMs === null ? [] : [[intervalStart(log.time, input.intervalMs), 1]],
  })
}

function addStatistics(
  source: PartitionSource,
  input: LogPatternsInput,
  whole: NanosRange,
  isWanted: NonNullable<ReturnType<typeof groupPredicate>>,
  into: PatternAccumulator,
): void {
  const { day } = source
  const { series } = source.logSeries()
  const { intervalMs } = input
  const totals = new Map<number, { count: number; first: number; last: number; counts: Map<number, number> }>()
  for (let hour = Math.floor(whole.from / NANOS_PER_HOUR); hour * NANOS_PER_HOUR < whole.to; hour++) {
    const startMs = intervalMs === null ? 0 : intervalStart({ day, nanos: hour * NANOS_PER_HOUR }, intervalMs)
    source.hour(hour).forEachSeries((number, count, first, last) => {
      let held = totals.get(number)
      if (held === undefined) {
        held = { count: 0, first, last, counts: new Map() }
        totals.set(number, held)
      }
      held.count += count
      if (first < held.first) held.first = first
      if (last > held.last) held.last = last
      if (intervalMs !== null) held.counts.set(startMs, (held.counts.get(startMs) ?? 0) + count)
    })
  }
  for (const [number, { count, first, last, counts }] of totals) {
    const counted = series[number]
    if (counted === undefined || !isWanted(counted)) continue
    const { service, severity, shape, template, example } = counted
    const [firstSeen, lastSeen] = [
      { day, nanos: first },
      { day, nanos: last },
    ]
    into.add({ service, severity, shape, template, count, firstSeen, lastSeen, example, counts: [...counts] })
  }
}

interface Combination {
  readonly row: number
  count: number
  last: number
  readonly counts: Map<number, number>
}

/** Rows are in time order, so the first and last row of a combination give its first and last time. */
function addRows(
  source: PartitionSource,
  { segment, first, end, passes }: MatchedRows,
  input: LogPatternsInput,
  into: PatternAccumulator,
): void {
  const times = segment.times()
  const severities = segment.severities()
  const resources = segment.resources()
  const shapes = segment.shapes()
  const combinations = new Map<number, Combination>()
  const intervalNanos = (input.intervalMs ?? 0) * NANOS_PER_MS
  for (let row = first; row < end; row++) {
    if (!passes(row)) continue
    const shapeAndSeverity = (shapes.codes[row] ?? 0) * 32 + (severities[row] ?? 0)
    const key = shapeAndSeverity * resources.values.length + (resources.codes[row] ?? 0)
    let held = combinations.get(key)
    if (held === undefined) {
      held = { row, count: 0, last: row, counts: new Map() }
      combinations.set(key, held)
    }
    held.count++
    held.last = row
    if (intervalNanos > 0) {
      const bucket = Math.floor((times[row] ?? 0) / intervalNanos) * intervalNanos
      held.counts.set(bucket, (held.counts.get(bucket) ?? 0) + 1)
    }
  }
  for (const { row, count, last, counts } of combinations.values()) {
    const shape = shapes.shapes[shapes.codes[row] ?? 0]
    if (shape === undefined) continue
    const { sequences, indexes } = segment.ids()
    const place = { partition: source.number, sequence: sequences[last] ?? 0, index: indexes[last] ?? 0 }
    const { intervalMs } = input
    into.add({
      service: resources.values[resources.codes[row] ?? 0]?.service ?? '',
      severity: severityName(severities[row] ?? 0),
      shape: shape.hash,
      template: shape.template,
      count,
      firstSeen: { day: source.day, nanos: times[row] ?? 0 },
      lastSeen: { day: source.day, nanos: times[last] ?? 0 },
      example: { id: recordId(place, source.tag), body: segment.bodies().bodyOf(last) },
      counts:
        intervalMs === null
          ? []
          : [...counts].map(([nanos, n]) => [intervalStart({ day: source.day, nanos }, intervalMs), n] as const),
    })
  }
}
