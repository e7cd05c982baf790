/** Builds segments and statistics from buffered batches, in memory. The caller writes them in one transaction. */
import { decodeMetrics, decodeSpans } from '../../telemetry/embedded/batch-codec.ts'
import { RecordsMoved } from '../../telemetry/embedded/batch-reader.ts'
import { cutAtGaps, cutByTime } from '../../telemetry/embedded/cut.ts'
import { type HourStats, NANOS_PER_HOUR } from '../../telemetry/embedded/hour-stats.ts'
import { decodeLogColumns } from '../../telemetry/embedded/log-batch.ts'
import type { LogSeriesTable } from '../../telemetry/embedded/log-series.ts'
import type { EncodedBatch } from '../../telemetry/embedded/messages.ts'
import type { PartitionSource } from '../../telemetry/embedded/partition-source.ts'
import { recordId } from '../../telemetry/record-id.ts'
import { joinLogColumns, type LogColumns, placesInOrder } from '../../telemetry/segment/log-columns.ts'
import {
  type EncodedLogSegment,
  inOneGo,
  type LogRows,
  logSegmentSteps,
  type ShapeContext,
} from '../../telemetry/segment/log-encode.ts'
import { LogSegment } from '../../telemetry/segment/log-segment.ts'
import { encodeMetricSegment } from '../../telemetry/segment/metric-encode.ts'
import type { PlacedRecord } from '../../telemetry/segment/placed.ts'
import { spanSegmentSteps } from '../../telemetry/segment/span-encode.ts'
import type { Timestamp } from '../../telemetry/time.ts'
import type { BatchRow, NewSegment } from './partition-storage.ts'

export interface BuiltSegments {
  readonly segments: readonly NewSegment[]
  /** The new statistics of every hour that holds any of the records. */
  readonly hours: readonly HourStats[]
  /** Log series seen for the first time, with the number of the first of them. */
  readonly series: readonly { readonly first: number; readonly data: Uint8Array }[]
}

type CommonOf = (part: number) => Pick<NewSegment, 'flushedMs' | 'level' | 'sources'>

/** The first segment of a flush keeps the resend keys of all its batches. */
function commonOf(batches: readonly BatchRow[], nowMs: number): CommonOf {
  const sources = new Map<string, number>()
  for (const { source, receivedMs } of batches) if (source !== null) sources.set(source, receivedMs)
  return (part) => ({ flushedMs: nowMs, level: 0, sources: part === 0 ? [...sources] : [] })
}

/** Decodes the batches, one a step, and cuts their records into time ranges at long gaps. */
function* rangesOf<R extends { readonly time: Timestamp }>(
  partition: PartitionSource,
  batches: readonly BatchRow[],
  decode: (text: string, day: number) => R[],
): Generator<undefined, (readonly PlacedRecord<R>[])[], undefined> {
  const placed: PlacedRecord<R>[] = []
  for (const { sequence } of batches) {
    const records = decode(textOf(partition, sequence), partition.day)
    for (const [index, record] of records.entries()) placed.push({ record, sequence, index })
    yield
  }
  const ranges = cutByTime(placed)
  yield
  return ranges
}

/** Row numbers of the columns, cut into time ranges at long gaps. */
export function logRanges(columns: LogColumns): (readonly number[])[] {
  return cutAtGaps(placesInOrder(columns), (place) => columns.times[place] ?? 0)
}

function textOf(partition: PartitionSource, sequence: number): string {
  const text = partition.text(sequence)
  if (text === null) throw new RecordsMoved(`batch ${sequence} is gone`)
  return text
}

export function buildSegments(
  partition: PartitionSource,
  batches: readonly BatchRow[],
  shapes: ShapeContext,
  nowMs: number,
): BuiltSegments {
  return inOneGo(segmentsInSteps(partition, batches, shapes, nowMs))()
}

/**
 * Encodes segments in steps of a few milliseconds. The last step returns a function that adds the segments to the
 * statistics. Call it in the same turn as the write, because the statistics may change between the steps.
 */
export function segmentsInSteps(
  partition: PartitionSource,
  batches: readonly BatchRow[],
  shapes: ShapeContext,
  nowMs: number,
): Generator<undefined, () => BuiltSegments, undefined> {
  const common = commonOf(batches, nowMs)
  switch (partition.signal) {
    case 'logs':
      return logSegmentsInSteps(partition, batches, shapes, common)
    case 'spans':
      return spanSegmentsInSteps(partition, batches, common)
    case 'metrics':
      return metricSegmentsInSteps(partition, batches, common)
  }
}

function* spanSegmentsInSteps(partition: PartitionSource, batches: readonly BatchRow[], common: CommonOf) {
  const segments: NewSegment[] = []
  for (const range of yield* rangesOf(partition, batches, decodeSpans)) {
    const { columns, index } = yield* spanSegmentSteps(range)
    segments.push({ ...common(segments.length), ...extent(range), columns, index })
  }
  return () => ({ segments, hours: [], series: [] })
}

function* metricSegmentsInSteps(partition: PartitionSource, batches: readonly BatchRow[], common: CommonOf) {
  const segments: NewSegment[] = []
  for (const range of yield* rangesOf(partition, batches, decodeMetrics)) {
    const { columns } = encodeMetricSegment(range)
    segments.push({ ...common(segments.length), ...extent(range), columns, index: NO_INDEX })
    yield
  }
  return () => ({ segments, hours: [], series: [] })
}

/** Metric segments have no index: a series is found in their `series` column. */
export const NO_INDEX = new Uint8Array(0)

/** Stores a segment that the Worker has encoded already, and adds its records to the statistics. */
export function takeSegment(
  partition: PartitionSource,
  given: NonNullable<EncodedBatch['segment']>,
  batch: Pick<NewSegment, 'records' | 'minNanos' | 'maxNanos' | 'sources' | 'flushedMs'>,
  sequence: number,
): BuiltSegments {
  const series = partition.logSeries()
  const hours = new Map<number, HourStats>()
  countRecords(new LogSegment(given.columns, sequence), partition, series, hours)
  const characters = given.characters ?? null
  const segment = { ...batch, ...given, characters, level: 0, minSequence: sequence, maxSequence: sequence }
  const data = series.additions()
  return {
    segments: [segment],
    hours: [...hours.values()],
    series: data === null ? [] : [{ first: series.storedCount, data }],
  }
}

interface EncodedRange extends EncodedLogSegment {
  readonly extent: ReturnType<typeof logExtent>
}

function* logSegmentsInSteps(
  partition: PartitionSource,
  batches: readonly BatchRow[],
  shapes: ShapeContext,
  common: CommonOf,
): Generator<undefined, () => BuiltSegments, undefined> {
  const columns = joinLogColumns(
    batches.map(({ sequence }) => ({
      sequence,
      columns: decodeLogColumns(textOf(partition, sequence), partition.day),
    })),
  )
  const ranges = logRanges(columns)
  yield
  const encoded: EncodedRange[] = []
  for (const places of ranges) {
    encoded.push({ extent: logExtent(columns, places), ...(yield* logSegmentSteps(columns, shapes, places)) })
  }
  return () => countedSegments(partition, encoded, common)
}

function countedSegments(
  partition: PartitionSource,
  encoded: readonly EncodedRange[],
  common: CommonOf,
): BuiltSegments {
  const series = partition.logSeries()
  const hours = new Map<number, HourStats>()
  const segments = encoded.map(({ extent, columns, index, characters, rows }, part): NewSegment => {
    countRecords(rows, partition, series, hours)
    return { ...common(part), ...extent, columns, index, characters }
  })
  const data = series.additions()
  return { segments, hours: [...hours.values()], series: data === null ? [] : [{ first: series.storedCount, data }] }
}

export function extent(range: readonly PlacedRecord<{ readonly time: Timestamp }>[]) {
  const nanosOf = (n: number) => range[n]?.record.time.nanos ?? 0
  return { ...extentOf(range.length, nanosOf, (n) => range[n]?.sequence ?? 0), characters: null }
}

export function logExtent({ times, sequences }: LogColumns, places: readonly number[]) {
  const nanosOf = (n: number) => times[places[n] ?? 0] ?? 0
  return extentOf(places.length, nanosOf, (n) => sequences[places[n] ?? 0] ?? 0)
}

/** Time and sequence bounds of `records` records in time order, given the time and sequence of the n-th. */
function extentOf(records: number, nanosOf: (n: number) => number, sequenceOf: (n: number) => number) {
  let minSequence = Number.POSITIVE_INFINITY
  let maxSequence = 0
  for (let n = 0; n < records; n++) {
    const sequence = sequenceOf(n)
    if (sequence < minSequence) minSequence = sequence
    if (sequence > maxSequence) maxSequence = sequence
  }
  return { records, minNanos: nanosOf(0), maxNanos: nanosOf(records - 1), minSequence, maxSequence }
}

/** Records of one log series within one hour of a segment. */
interface Tally {
  readonly series: number
  readonly group: number
  count: number
  first: number
  last: number
}

/**
 * Adds the records of a segment to their hours. It reads columns, and looks up a log series once per combination of
 * codes.
 */
function countRecords(
  rows: LogRows,
  partition: PartitionSource,
  series: LogSeriesTable,
  hours: Map<number, HourStats>,
): void {
  const times = rows.times()
  const severities = rows.severities()
  const resources = rows.resources()
  const shapes = rows.shapes()
  const tallies: (Tally | undefined)[][] = []
  let stats: HourStats | null = null
  for (let row = 0; row < rows.count; row++) {
    const nanos = times[row] ?? 0
    const hour = Math.floor(nanos / NANOS_PER_HOUR)
    if (stats === null || stats.hour !== hour) {
      if (stats !== null) addTallies(stats, tallies)
      stats = hourOf(hour, partition, hours)
    }
    const shape = shapes.codes[row] ?? 0
    const origin = (severities[row] ?? 0) * resources.values.length + (resources.codes[row] ?? 0)
    let tally = tallies[shape]?.[origin]
    if (tally === undefined) {
      const [number, group] = numbersOf(rows, row, partition, series)
      tally = { series: number, group, count: 0, first: nanos, last: nanos }
      tallies[shape] ??= []
      tallies[shape][origin] = tally
    }
    // Rows are in time order.
    if (tally.count === 0) tally.first = nanos
    tally.last = nanos
    tally.count++
    stats.addToMinute(tally.group, nanos)
  }
  if (stats !== null) addTallies(stats, tallies)
}

function hourOf(hour: number, partition: PartitionSource, hours: Map<number, HourStats>): HourStats {
  let stats = hours.get(hour)
  if (stats === undefined) {
    // A copy, because a suspended query may still read the old statistics.
    stats = partition.hour(hour).copy()
    hours.set(hour, stats)
  }
  return stats
}

/** Adds the tallies to the statistics of their hour and resets them. */
function addTallies(stats: HourStats, tallies: readonly (readonly (Tally | undefined)[] | undefined)[]): void {
  for (const ofShape of tallies) {
    ofShape?.forEach((tally) => {
      if (tally === undefined || tally.count === 0) return
      stats.addToSeries(tally)
      tally.count = 0
    })
  }
}

function numbersOf(rows: LogRows, row: number, partition: PartitionSource, series: LogSeriesTable): [number, number] {
  const { codes, values } = rows.resources()
  const shapes = rows.shapes()
  const shape = shapes.shapes[shapes.codes[row] ?? 0]
  if (shape === undefined) throw new Error(`row ${row} has no shape`)
  const number = series.numberOf(values[codes[row] ?? 0]?.service ?? '', rows.severities()[row] ?? 0, shape, () => {
    const { sequences, indexes } = rows.ids()
    const place = { partition: partition.number, sequence: sequences[row] ?? 0, index: indexes[row] ?? 0 }
    return { id: recordId(place, partition.tag), body: rows.bodyOf(row) }
  })
  return [number, series.groupsOfSeries[number] ?? 0]
}
