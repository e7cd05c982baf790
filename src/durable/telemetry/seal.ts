/** Building segments and statistics out of batches: computed in memory, written by the caller in one transaction. */
import { decodeMetrics, decodeSpans } from '../../telemetry/embedded/batch-codec.ts'
import { RecordsMoved } from '../../telemetry/embedded/batch-reader.ts'
import { cutAtGaps, cutByTime } from '../../telemetry/embedded/cut.ts'
import { type HourStats, NANOS_PER_HOUR } from '../../telemetry/embedded/hour-stats.ts'
import type { KindTable } from '../../telemetry/embedded/kinds.ts'
import { decodeLogColumns } from '../../telemetry/embedded/log-batch.ts'
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
import { encodeSpanSegment } from '../../telemetry/segment/span-encode.ts'
import type { Timestamp } from '../../telemetry/time.ts'
import type { BatchRow, NewSegment } from './partition-storage.ts'

export interface BuiltSegments {
  readonly segments: readonly NewSegment[]
  /** The new state of every hour the records fall into. */
  readonly hours: readonly HourStats[]
  /** Kinds met for the first time, to be stored with the number of the first of them. */
  readonly kinds: readonly { readonly first: number; readonly data: Uint8Array }[]
}

type CommonOf = (part: number) => Pick<NewSegment, 'sealedMs' | 'level' | 'sources'>

/** Sources ride on the first segment of a seal; they matter for an hour. */
function commonOf(batches: readonly BatchRow[], nowMs: number): CommonOf {
  const sources = new Map<string, number>()
  for (const { source, receivedMs } of batches) if (source !== null) sources.set(source, receivedMs)
  return (part) => ({ sealedMs: nowMs, level: 0, sources: part === 0 ? [...sources] : [] })
}

/** Records of batches with their places, in stretches of time. */
function stretchesOf<R extends { readonly time: Timestamp }>(
  partition: PartitionSource,
  batches: readonly BatchRow[],
  decode: (text: string, day: number) => R[],
): (readonly PlacedRecord<R>[])[] {
  const placed: PlacedRecord<R>[] = []
  for (const { sequence } of batches) {
    const records = decode(textOf(partition, sequence), partition.day)
    for (const [index, record] of records.entries()) placed.push({ record, sequence, index })
  }
  return cutByTime(placed)
}

/** Places of the columns in stretches of time. */
export function logStretches(columns: LogColumns): (readonly number[])[] {
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
  const common = commonOf(batches, nowMs)
  switch (partition.signal) {
    case 'logs':
      return inOneGo(logSegmentsInSteps(partition, batches, shapes, nowMs))()
    case 'spans': {
      const segments = stretchesOf(partition, batches, decodeSpans).map((stretch, part) => {
        const { columns, index } = encodeSpanSegment(stretch)
        return { ...common(part), ...extent(stretch), columns, index }
      })
      return { segments, hours: [], kinds: [] }
    }
    case 'metrics': {
      const segments = stretchesOf(partition, batches, decodeMetrics).map((stretch, part) => {
        const { columns } = encodeMetricSegment(stretch)
        return { ...common(part), ...extent(stretch), columns, index: NO_INDEX }
      })
      return { segments, hours: [], kinds: [] }
    }
  }
}

/** Metrics are found by their series, which are a column. */
export const NO_INDEX = new Uint8Array(0)

/** A segment that came as one, with the statistics it adds to. */
export function takeSegment(
  partition: PartitionSource,
  given: NonNullable<EncodedBatch['segment']>,
  batch: Pick<NewSegment, 'records' | 'minNanos' | 'maxNanos' | 'sources' | 'sealedMs'>,
  sequence: number,
): BuiltSegments {
  const kinds = partition.kinds()
  const hours = new Map<number, HourStats>()
  countRecords(new LogSegment(given.columns, sequence), partition, kinds, hours)
  const characters = given.characters ?? null
  const segment = { ...batch, ...given, characters, level: 0, minSequence: sequence, maxSequence: sequence }
  const data = kinds.additions()
  return {
    segments: [segment],
    hours: [...hours.values()],
    kinds: data === null ? [] : [{ first: kinds.storedCount, data }],
  }
}

interface EncodedStretch extends EncodedLogSegment {
  readonly extent: ReturnType<typeof logExtent>
}

/**
 * Segments of logs encoded in steps of some milliseconds. The function it ends with adds them to the statistics, which
 * has to be done together with writing them: the statistics may have changed meanwhile.
 */
export function* logSegmentsInSteps(
  partition: PartitionSource,
  batches: readonly BatchRow[],
  shapes: ShapeContext,
  nowMs: number,
): Generator<undefined, () => BuiltSegments, undefined> {
  const columns = joinLogColumns(
    batches.map(({ sequence }) => ({
      sequence,
      columns: decodeLogColumns(textOf(partition, sequence), partition.day),
    })),
  )
  const stretches = logStretches(columns)
  yield
  const encoded: EncodedStretch[] = []
  for (const places of stretches) {
    encoded.push({ extent: logExtent(columns, places), ...(yield* logSegmentSteps(columns, shapes, places)) })
  }
  return () => countedSegments(partition, encoded, commonOf(batches, nowMs))
}

function countedSegments(
  partition: PartitionSource,
  encoded: readonly EncodedStretch[],
  common: CommonOf,
): BuiltSegments {
  const kinds = partition.kinds()
  const hours = new Map<number, HourStats>()
  const segments = encoded.map(({ extent, columns, index, characters, rows }, part): NewSegment => {
    countRecords(rows, partition, kinds, hours)
    return { ...common(part), ...extent, columns, index, characters }
  })
  const data = kinds.additions()
  return { segments, hours: [...hours.values()], kinds: data === null ? [] : [{ first: kinds.storedCount, data }] }
}

export function extent(stretch: readonly PlacedRecord<{ readonly time: Timestamp }>[]) {
  const nanosOf = (n: number) => stretch[n]?.record.time.nanos ?? 0
  return { ...extentOf(stretch.length, nanosOf, (n) => stretch[n]?.sequence ?? 0), characters: null }
}

export function logExtent({ times, sequences }: LogColumns, places: readonly number[]) {
  const nanosOf = (n: number) => times[places[n] ?? 0] ?? 0
  return extentOf(places.length, nanosOf, (n) => sequences[places[n] ?? 0] ?? 0)
}

/** Of so many records in order of time, by the time and sequence of the n-th. */
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

/** Records of one kind within a stretch of one hour. */
interface Tally {
  readonly kind: number
  readonly group: number
  count: number
  first: number
  last: number
}

/** Adds a segment's records to their hours, by their columns: a kind is looked up once per combination of codes. */
function countRecords(
  rows: LogRows,
  partition: PartitionSource,
  kinds: KindTable,
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
      const [kind, group] = numbersOf(rows, row, partition, kinds)
      tally = { kind, group, count: 0, first: nanos, last: nanos }
      tallies[shape] ??= []
      tallies[shape][origin] = tally
    }
    // Rows are in order of time.
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
    // A copy: queries that gave way read the old one on.
    stats = partition.hour(hour).copy()
    hours.set(hour, stats)
  }
  return stats
}

/** Adds them to their hour and starts anew. */
function addTallies(stats: HourStats, tallies: readonly (readonly (Tally | undefined)[] | undefined)[]): void {
  for (const ofShape of tallies) {
    ofShape?.forEach((tally) => {
      if (tally === undefined || tally.count === 0) return
      stats.addToKind(tally)
      tally.count = 0
    })
  }
}

function numbersOf(rows: LogRows, row: number, partition: PartitionSource, kinds: KindTable): [number, number] {
  const { codes, values } = rows.resources()
  const shapes = rows.shapes()
  const shape = shapes.shapes[shapes.codes[row] ?? 0]
  if (shape === undefined) throw new Error(`row ${row} has no shape`)
  const kind = kinds.kindOf(values[codes[row] ?? 0]?.service ?? '', rows.severities()[row] ?? 0, shape, () => {
    const { sequences, indexes } = rows.ids()
    const place = { partition: partition.number, sequence: sequences[row] ?? 0, index: indexes[row] ?? 0 }
    return { id: recordId(place, partition.tag), body: rows.bodyOf(row) }
  })
  return [kind, kinds.groupsOfKinds[kind] ?? 0]
}
