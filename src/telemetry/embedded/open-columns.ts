/**
 * Opens the columns of a segment one at a time, with pauses in between. Reading the first whole record would otherwise
 * open all of them at once, and each may hold 20,000 values.
 */
import type { WorkPace } from '../../work-pace.ts'
import type { LogSegment } from '../segment/log-segment.ts'
import type { SpanSegment } from '../segment/span-segment.ts'

/** Work units (work-pace.ts) per byte that is inflated and decoded. */
const UNITS_PER_BYTE = 1 / 50

export async function openLogColumns(segment: LogSegment, pace: WorkPace): Promise<void> {
  const { count } = segment
  await inSteps(segment, pace, [
    () => segment.times(),
    () => segment.ids(),
    () => segment.severities(),
    () => segment.severityTexts(),
    () => segment.eventNames(),
    () => segment.scopes(),
    () => segment.resources(),
    () => segment.traceIds(),
    () => segment.spanIds(),
    () => segment.shapes(),
    () => (count > 0 ? segment.bodyOf(0) : ''),
  ])
  await openAttributes(segment, pace)
}

export async function openSpanColumns(segment: SpanSegment, pace: WorkPace): Promise<void> {
  await inSteps(segment, pace, [
    () => segment.times(),
    () => segment.ids(),
    () => segment.durations(),
    () => segment.kinds(),
    () => segment.statuses(),
    () => segment.names(),
    () => segment.statusMessages(),
    () => segment.scopes(),
    () => segment.resources(),
    () => segment.traceIds(),
    () => segment.spanIds(),
    () => segment.parentRows(),
  ])
  await openAttributes(segment, pace)
}

async function openAttributes(segment: LogSegment | SpanSegment, pace: WorkPace): Promise<void> {
  const attributes = segment.attributes()
  await inSteps(
    segment,
    pace,
    attributes.allKeys().map((key) => () => attributes.column(key)),
  )
}

export async function inSteps(
  segment: { readonly bytesDecoded: number },
  pace: WorkPace,
  steps: readonly (() => unknown)[],
): Promise<void> {
  for (const step of steps) {
    const before = segment.bytesDecoded
    step()
    await pace.spend((segment.bytesDecoded - before) * UNITS_PER_BYTE)
  }
}
