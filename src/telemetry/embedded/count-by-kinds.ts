/**
 * Counts of records that hold a text, by the statistics of whole hours: lines whose template has the text are counted by
 * their kinds, and only segments whose variables or attributes can hold it are read for more.
 */
import { bodyShape } from '../body-shape.ts'
import type { CountLogsInput } from '../port.ts'
import { type CountAccumulator, intervalStart, rangeStartMs } from '../query/count.ts'
import { OTHER_SHAPE } from '../shape/limiter.ts'
import type { WorkMeter } from './batch-reader.ts'
import { countRows } from './count-rows.ts'
import { NANOS_PER_HOUR } from './hour-stats.ts'
import type { PartitionSource, SegmentHead } from './partition-source.ts'
import { divide, groupKey, groupPredicate, isByHour, type Stretch } from './plan.ts'
import { type MatchedRows, matchedRows, overlapping } from './sealed-logs.ts'
import { type TextPlan, textPlan } from './text-plan.ts'

/** Templates looked through at once, without giving way: some milliseconds, the first time a hundred. */
const KINDS_MAX = 10_000

/** What is left to read once the statistics have been counted. */
export interface LeftByKinds {
  /** Segments that may hold the text elsewhere than in templates, within `whole`. */
  readonly elsewhere: readonly SegmentHead[]
  readonly whole: Stretch
  readonly ends: readonly Stretch[]
  readonly plan: TextPlan
}

/** Null, and nothing counted, when the question needs more than kinds know. */
export function countByKinds(
  source: PartitionSource,
  input: CountLogsInput,
  into: CountAccumulator,
): LeftByKinds | null {
  const { text, conditions } = input.filter
  const isWanted = groupPredicate({ conditions }, input.groupBy)
  const { whole, ends } = divide(input.range, source.day, NANOS_PER_HOUR)
  if (text === undefined || !isByHour(input.intervalMs) || isWanted === null || whole === null) return null
  const { kinds } = source.kinds()
  // Of lines beyond the bound of shapes the template is not known.
  if (kinds.length > KINDS_MAX || kinds.some((kind) => kind.shape === OTHER_SHAPE.hash)) return null
  const plan = textPlan(text, new Set(kinds.map((kind) => kind.template)))
  if (plan === null) return null
  const elsewhere = overlapping(source, [whole]).filter((head) => plan.mayBeElsewhere(head.characters))
  // Words are counted by the indexes of segments, which do not tell where they are.
  if (plan.isWord && elsewhere.length > 0) return null
  const isCounted = kinds.map((kind) => isWanted(kind) && plan.isInTemplate(kind.template))
  for (let hour = whole.from / NANOS_PER_HOUR; hour * NANOS_PER_HOUR < whole.to; hour++) {
    const time = { day: source.day, nanos: hour * NANOS_PER_HOUR }
    const startMs = input.intervalMs === null ? rangeStartMs(input.range) : intervalStart(time, input.intervalMs)
    source.hour(hour).forEachKind((number, count) => {
      const kind = kinds[number]
      if (kind !== undefined && isCounted[number] === true) into.add(groupKey(kind, input.groupBy), startMs, count)
    })
  }
  return { elsewhere, whole, ends, plan }
}

/** The records that hold the text, but not in their template. */
export async function countElsewhere(
  source: PartitionSource,
  input: CountLogsInput,
  { elsewhere, whole, plan }: LeftByKinds,
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

/** Whether the template of a row has the text. Segments may keep lines under the other shape that kinds knew better. */
function rowTest({ segment }: MatchedRows, plan: TextPlan): (row: number) => boolean {
  const { shapes, codes } = segment.shapes()
  const ofShape = shapes.map(({ hash, template }) => (hash === OTHER_SHAPE.hash ? null : plan.isInTemplate(template)))
  return (row) => ofShape[codes[row] ?? 0] ?? plan.isInTemplate(bodyShape(segment.bodies().bodyOf(row)).template)
}
