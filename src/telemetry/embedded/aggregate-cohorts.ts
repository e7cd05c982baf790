/**
 * A partition's share of cohorts and examples. Segments are read by columns. The columns of service, shape, operation,
 * status and duration decide which rows are selected. A value is counted once per column, not once per record.
 */
import type { WorkPace } from '../../work-pace.ts'
import { CohortCounter, exampleOfLog, exampleOfSpan, selectLog, selectSpan } from '../aggregates/cohorts.ts'
import type { ShapeOf } from '../aggregates/logs.ts'
import { operationOf } from '../aggregates/span-facts.ts'
import type { CohortCounts, CohortSelector, ExampleRecord } from '../aggregates/types.ts'
import type { RecordFilter } from '../port.ts'
import type { LogSegment } from '../segment/log-segment.ts'
import type { SpanSegment } from '../segment/span-segment.ts'
import { MS_PER_DAY, NANOS_PER_MS, type TimeRange } from '../time.ts'
import { logsOf, nanosWithin, spansOf, type WorkMeter } from './batch-reader.ts'
import { errorColumns, errorTest } from './error-rows.ts'
import { inSteps } from './open-columns.ts'
import type { PartitionSource, SegmentHead } from './partition-source.ts'
import { identified, matchedRows, overlapping } from './segment-logs.ts'
import { identifiedSpan, matchedSpans } from './segment-spans.ts'

/** Work units (work-pace.ts) to decide about a whole record and to count its values, and about a row of columns. */
const RECORD_UNITS = 5
const ROW_UNITS = 0.2
/** Rows between two checks of the pace. */
const PIECE = 1_024

export interface SelectedIn {
  readonly range: TimeRange
  readonly selector: CohortSelector
}

/** Compares the records that the selector selects with the other records in its scope. */
export async function cohortsOf(
  source: PartitionSource,
  asked: SelectedIn,
  shapeOf: ShapeOf,
  meter: WorkMeter,
): Promise<CohortCounts> {
  const counter = new CohortCounter()
  for await (const { isSelected, attributes, resource } of buffered(source, asked, shapeOf, meter)) {
    counter.add(isSelected, attributes, resource)
  }
  for (const head of headsOf(source, asked.range)) {
    const chosen = await chosenIn(source, head, asked, meter)
    if (chosen !== null) await countColumns(counter, chosen, meter.pace)
  }
  return counter.counts()
}

/** The first records that the selector selects, oldest first. */
export async function examplesOf(
  source: PartitionSource,
  { limit, ...asked }: SelectedIn & { readonly limit: number },
  shapeOf: ShapeOf,
  meter: WorkMeter,
): Promise<ExampleRecord[]> {
  let found: ExampleRecord[] = []
  const keepFirst = () => {
    found = found.sort((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1)).slice(0, limit)
  }
  for await (const { isSelected, example } of buffered(source, asked, shapeOf, meter)) {
    if (isSelected) found.push(example())
  }
  keepFirst()
  const oldestFirst = headsOf(source, asked.range).sort((a, b) => a.minNanos - b.minNanos)
  for (const head of oldestFirst) {
    const beginsMs = source.day * MS_PER_DAY + head.minNanos / NANOS_PER_MS
    if (found.length === limit && (found[limit - 1]?.timeMs ?? 0) < beginsMs) break
    const chosen = await chosenIn(source, head, asked, meter)
    if (chosen === null) continue
    // Rows are in time order.
    const first = chosen.rows.filter((_, at) => chosen.selected[at] === 1).subarray(0, limit)
    for (const row of first) found.push(chosen.exampleAt(row))
    keepFirst()
  }
  return found
}

interface Buffered {
  readonly isSelected: boolean
  readonly attributes: Parameters<CohortCounter['add']>[1]
  readonly resource: Parameters<CohortCounter['add']>[2]
  readonly example: () => ExampleRecord
}

/** The records of the write buffer in the selector's scope. */
async function* buffered(
  source: PartitionSource,
  { range, selector }: SelectedIn,
  shapeOf: ShapeOf,
  meter: WorkMeter,
): AsyncGenerator<Buffered> {
  const { pace } = meter
  if (selector.kind === 'log_shapes') {
    for await (const logs of logsOf(source, range, meter)('newest')) {
      for (const log of logs) {
        const isSelected = selectLog(selector, log, shapeOf)
        if (isSelected !== null) yield { ...log, isSelected, example: () => exampleOfLog(log, log.id) }
        if (pace.isDue(RECORD_UNITS)) await pace.pause()
      }
    }
    return
  }
  for await (const spans of spansOf(source, range, meter)('newest')) {
    for (const span of spans) {
      const isSelected = selectSpan(selector, span)
      if (isSelected !== null) yield { ...span, isSelected, example: () => exampleOfSpan(span, span.id) }
      if (pace.isDue(RECORD_UNITS)) await pace.pause()
    }
  }
}

/** Newest first, so that an answer that the budget cuts off still covers the present. */
function headsOf(source: PartitionSource, range: TimeRange): SegmentHead[] {
  const [from, to] = nanosWithin(range, source.day)
  return overlapping(source, [{ from, to }]).sort((a, b) => b.maxNanos - a.maxNanos)
}

/** The rows of a segment in the selector's scope, with 1 for those that it selects. */
interface Chosen {
  readonly segment: LogSegment | SpanSegment
  readonly rows: Uint32Array
  readonly selected: Uint8Array
  readonly exampleAt: (row: number) => ExampleRecord
}

async function chosenIn(
  source: PartitionSource,
  head: SegmentHead,
  { range, selector }: SelectedIn,
  meter: WorkMeter,
): Promise<Chosen | null> {
  const [from, to] = nanosWithin(range, source.day)
  const filter: RecordFilter = {
    conditions: [{ field: { kind: 'builtin', name: 'service' }, op: 'eq', value: selector.service }],
  }
  const { pace } = meter
  if (selector.kind === 'log_shapes') {
    const matched = await matchedRows(source, head, { from, to }, filter, meter)
    if (matched === null) return null
    const { segment } = matched
    const { shapes, codes } = segment.shapes()
    const isMeant = shapes.map(({ hash }) => selector.shapes.includes(hash))
    const chosen = await choose(matched, (row) => isMeant[codes[row] ?? 0] === true, pace)
    const exampleAt = (row: number) => {
      const log = identified(source, segment.recordAt(row))
      return exampleOfLog(log, log.id)
    }
    return { segment, ...chosen, exampleAt }
  }
  const matched = await matchedSpans(source, head, { from, to }, filter, meter)
  if (matched === null) return null
  const { segment } = matched
  const names = segment.names()
  const { operation } = selector
  const isNamed = names.values.map((name) => operation === null || operationOf(name) === operation)
  const passes = (row: number) => matched.passes(row) && isNamed[names.codes[row] ?? 0] === true
  if (selector.kind === 'span_errors') await inSteps(segment, pace, errorColumns(segment))
  const durations = segment.durations()
  const isSelected =
    selector.kind === 'span_errors'
      ? errorTest(segment)
      : (row: number) => (durations[row] ?? 0) / NANOS_PER_MS > selector.slowerThanMs
  const exampleAt = (row: number) => {
    const span = identifiedSpan(source, segment.recordAt(row))
    return exampleOfSpan(span, span.id)
  }
  return { segment, ...(await choose({ ...matched, passes }, isSelected, pace)), exampleAt }
}

async function choose(
  { first, end, passes }: { readonly first: number; readonly end: number; readonly passes: (row: number) => boolean },
  isSelected: (row: number) => boolean,
  pace: WorkPace,
): Promise<Pick<Chosen, 'rows' | 'selected'>> {
  const rows = new Uint32Array(end - first)
  const selected = new Uint8Array(end - first)
  let count = 0
  for (let from = first; from < end; from += PIECE) {
    const to = Math.min(end, from + PIECE)
    for (let row = from; row < to; row++) {
      if (!passes(row)) continue
      rows[count] = row
      selected[count++] = isSelected(row) ? 1 : 0
    }
    if (pace.isDue((to - from) * ROW_UNITS)) await pace.pause()
  }
  return { rows: rows.subarray(0, count), selected: selected.subarray(0, count) }
}

/** Counts the attributes that have columns: the 256 most frequent keys of the segment. */
async function countColumns(
  counter: CohortCounter,
  { segment, rows, selected }: Chosen,
  pace: WorkPace,
): Promise<void> {
  if (rows.length === 0) return
  const selectedRows = selected.reduce((sum, one) => sum + one, 0)
  counter.addRecords(selectedRows, rows.length - selectedRows)
  const resources = segment.resources()
  const ofResources = tallied(resources.codes, 0, resources.values.length, rows, selected)
  for (const [code, resource] of resources.values.entries()) {
    counter.addResource(resource, ofResources[code * 2 + 1] ?? 0, ofResources[code * 2] ?? 0)
  }
  const attributes = segment.attributes()
  for (const key of attributes.keys) {
    if (!counter.hasRoomFor(key)) continue
    await inSteps(segment, pace, [() => attributes.column(key)])
    const column = attributes.column(key)
    if (column === undefined) continue
    const { values, codes } = column
    // Code 0 is no value.
    const counts = tallied(codes, 1, values.length, rows, selected)
    for (const [at, value] of values.entries()) {
      const ofSelected = counts[at * 2 + 1] ?? 0
      const ofRest = counts[at * 2] ?? 0
      if (ofSelected + ofRest > 0) counter.addValue(key, value, ofSelected, ofRest)
    }
    await pace.spend((rows.length + values.length) * ROW_UNITS)
  }
}

/** Per code from `first` on: how many rows are not selected and how many are. */
function tallied(
  codes: ArrayLike<number>,
  first: number,
  size: number,
  rows: Uint32Array,
  selected: Uint8Array,
): Uint32Array {
  const counts = new Uint32Array(size * 2)
  for (let at = 0; at < rows.length; at++) {
    const place = ((codes[rows[at] ?? 0] ?? 0) - first) * 2 + (selected[at] ?? 0)
    if (place >= 0) counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}
