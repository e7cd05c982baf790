/**
 * Counts the records that contain a text, from the statistics of whole hours. Log series whose template contains the
 * text are counted by the statistics. A segment is read only if its variables or attributes may contain the text.
 */
import { bodyShape } from '../body-shape.ts'
import type { CountLogsInput } from '../port.ts'
import { type CountAccumulator, intervalStart, rangeStartMs } from '../query/count.ts'
import { OTHER_SHAPE } from '../shape/limiter.ts'
import type { WorkMeter } from './batch-reader.ts'
import { countRows } from './count-rows.ts'
import { NANOS_PER_HOUR } from './hour-stats.ts'
import type { PartitionSource, SegmentHead } from './partition-source.ts'
import { divide, groupKey, groupPredicate, isByHour, type NanosRange } from './plan.ts'
import { type MatchedRows, matchedRows, overlapping } from './segment-logs.ts'
import { type TextPlan, textPlan } from './text-plan.ts'

/** Most templates searched in one turn: a few milliseconds usually, about 100 ms the first time. */
const SERIES_MAX = 10_000

/** What remains to be read after the statistics were counted. */
export interface LeftBySeries {
  /** Segments within `whole` that may contain the text outside of templates. */
  readonly elsewhere: readonly SegmentHead[]
  readonly whole: NanosRange
  readonly ends: readonly NanosRange[]
  readonly plan: TextPlan
}

/** Counts from statistics. Returns null, and counts nothing, when the query needs more than log series. */
export function countBySeries(
  source: PartitionSource,
  input: CountLogsInput,
  into: CountAccumulator,
): LeftBySeries | null {
  const { text, conditions } = input.filter
  const isWanted = groupPredicate({ conditions }, input.groupBy)
  const { whole, ends } = divide(input.range, source.day, NANOS_PER_HOUR)
  if (text === undefined || !isByHour(input.intervalMs) || isWanted === null || whole === null) return null
  const { series } = source.logSeries()
  // The template is unknown for records beyond the limit of shapes per service.
  if (series.length > SERIES_MAX || series.some((one) => one.shape === OTHER_SHAPE.hash)) return null
  const plan = textPlan(text, new Set(series.map((one) => one.template)))
  if (plan === null) return null
  const elsewhere = overlapping(source, [whole]).filter((head) => plan.mayBeElsewhere(head.characters))
  // A word is counted by the index of each segment instead, which does not tell where in the record the word is.
  if (plan.isWord && elsewhere.length > 0) return null
  const isCounted = series.map((one) => isWanted(one) && plan.isInTemplate(one.template))
  for (let hour = whole.from / NANOS_PER_HOUR; hour * NANOS_PER_HOUR < whole.to; hour++) {
    const time = { day: source.day, nanos: hour * NANOS_PER_HOUR }
    const startMs = input.intervalMs === null ? rangeStartMs(input.range) : intervalStart(time, input.intervalMs)
    source.hour(hour).forEachSeries((number, count) => {
      const counted = series[number]
      if (counted !== undefined && isCounted[number] === true)
        into.add(groupKey(counted, input.groupBy), startMs, count)
    })
  }
  return { elsewhere, whole, ends, plan }
}

/** Counts the records that contain the text outside of their template. */
export async function countElsewhere(
  source: PartitionSource,
  input: CountLogsInput,
  { elsewhere, whole, plan }: LeftBySeries,
  meter: WorkMeter,
  into: CountAccumulator,
): Promise<void> {
  for (const head of elsewhere) {
    const matched = await matchedRows(source, head, whole, input.filter, meter)
    if (matched === null) continue
    const isInTemplate = rowTest(matched, plan)
    const passes = (row: number) => matched.passes(row) && !isInTemplate(row)
    countRows({ ...matched, passes, areAll: false }, input, into)
  }
}

/**
 * Returns a test whether a row's template contains the text. A segment may hold `other` for a shape that the statistics
 * know.
 */
function rowTest({ segment }: MatchedRows, plan: TextPlan): (row: number) => boolean {
  const { shapes, codes } = segment.shapes()
  const ofShape = shapes.map(({ hash, template }) => (hash === OTHER_SHAPE.hash ? null : plan.isInTemplate(template)))
  return (row) => ofShape[codes[row] ?? 0] ?? plan.isInTemplate(bodyShape(segment.bodies().bodyOf(row)).template)
}
