/** Encodes metric points as a segment. The points of one series are together, in time order. Pure: no storage. */
import type { MetricPoint, Resource } from '../model.ts'
import { compareTime, NANOS_PER_DAY, type Timestamp } from '../time.ts'
import { ByteWriter, bytesKey } from './bytes.ts'
import { ContainerWriter } from './container.ts'
import { writeIntegers } from './integers.ts'
import { SEGMENT_RECORDS_MAX } from './log-encode.ts'
import { writeMetricValue } from './metric-values.ts'
import { comparePlaced, type PlacedRecord } from './placed.ts'
import { addIntegers, firstDay, writeHead } from './shared-columns.ts'
import { writeMap } from './values.ts'

/** A point with the parts of its id: batch sequence within the partition, index within the batch. */
export type MetricEntry = PlacedRecord<MetricPoint>

export interface EncodedMetricSegment {
  /** `MetricSegment` opens it. */
  readonly columns: Uint8Array
}

interface OpenSeries {
  readonly bytes: Uint8Array
  readonly entries: MetricEntry[]
}

/**
 * Encodes at least one and at most `SEGMENT_RECORDS_MAX` points within 20 days. Throws a RangeError outside these
 * bounds. Rows are ordered by series (in order of first appearance), then time, sequence, index.
 */
export function encodeMetricSegment(entries: readonly MetricEntry[]): EncodedMetricSegment {
  if (entries.length === 0 || entries.length > SEGMENT_RECORDS_MAX) {
    throw new RangeError(`a segment holds 1 to ${SEGMENT_RECORDS_MAX} records, not ${entries.length}`)
  }
  const series = [...seriesOf(entries).values()]
  for (const { entries: points } of series) points.sort(comparePlaced)
  const rows = series.flatMap((one) => one.entries)
  const times = rows.map((row) => row.record.time).sort(compareTime)
  const first = times[0] ?? { day: 0, nanos: 0 }
  const last = times.at(-1) ?? first
  const container = new ContainerWriter()
  writeHead(container, rows.length, firstDay(first.day, last.day))
  writeSeries(container, series)
  addIntegers(
    container,
    'time',
    rows.map(({ record }) => nanosFrom(first.day, record.time)),
  )
  addIntegers(
    container,
    'start',
    rows.map(({ record }) => (record.startTime === null ? -1 : record.startTime.day)),
    rows.map(({ record }) => record.startTime?.nanos ?? 0),
  )
  addIntegers(
    container,
    'id',
    rows.map((row) => row.sequence),
    rows.map((row) => row.index),
  )
  writeValues(container, rows)
  return { columns: container.done() }
}

function seriesOf(entries: readonly MetricEntry[]): Map<string, OpenSeries> {
  const series = new Map<string, OpenSeries>()
  // Most points belong to a series that was seen before. To compare their texts costs a fraction of comparing their
  // bytes.
  const byTexts = new Map<string, OpenSeries>()
  const resources = new Map<Resource, number>()
  for (const entry of entries) {
    const texts = seriesTexts(entry.record, resources)
    let one = texts === null ? undefined : byTexts.get(texts)
    if (one === undefined) {
      const bytes = seriesBytes(entry.record)
      const key = bytesKey(bytes)
      one = series.get(key) ?? { bytes, entries: [] }
      series.set(key, one)
      if (texts !== null) byTexts.set(texts, one)
    }
    one.entries.push(entry)
  }
  return series
}

/** A series key for points of one resource object, cheaper than the bytes. Null if some attribute is not text. */
function seriesTexts(point: MetricPoint, resources: Map<Resource, number>): string | null {
  let resource = resources.get(point.resource)
  if (resource === undefined) {
    resource = resources.size
    resources.set(point.resource, resource)
  }
  const { name, unit, description, type, temporality, scopeName } = point
  const texts = [`${resource}${point.isMonotonic}`, name, unit, description, type, temporality, scopeName]
  for (const [key, value] of Object.entries(point.attributes)) {
    if (typeof value !== 'string') return null
    texts.push(key, value)
  }
  return JSON.stringify(texts)
}

/** Everything in a point except its time, value and id. Points with the same bytes belong to one series. */
function seriesBytes(point: MetricPoint): Uint8Array {
  const writer = new ByteWriter(512)
  for (const text of [point.name, point.unit, point.description, point.type, point.temporality]) writer.text(text)
  writer.byte(point.isMonotonic ? 1 : 0)
  writeResource(writer, point.resource)
  writer.text(point.scopeName)
  writeMap(writer, point.attributes)
  return writer.done()
}

function writeResource(writer: ByteWriter, resource: Resource): void {
  writer.text(resource.service)
  writer.text(resource.environment)
  writeMap(writer, resource.attributes)
}

function writeSeries(container: ContainerWriter, series: readonly OpenSeries[]): void {
  const writer = new ByteWriter(4_096)
  writer.varint(series.length)
  writeIntegers(
    writer,
    series.map((one) => one.entries.length),
  )
  for (const one of series) writer.raw(one.bytes)
  container.add('series', writer.done())
}

/** Numbers as one column of doubles or integers, then the histograms and summaries of the other rows. */
function writeValues(container: ContainerWriter, rows: readonly MetricEntry[]): void {
  const numbers = rows.map(({ record }) => (typeof record.value === 'number' ? record.value : 0))
  addIntegers(container, 'numbers', numbers)
  const writer = new ByteWriter(4_096)
  for (const [row, { record }] of rows.entries()) {
    if (typeof record.value === 'number') continue
    writer.varint(row)
    writeMetricValue(writer, record.value)
  }
  container.add('distributions', writer.done())
}

function nanosFrom(day: number, time: Timestamp): number {
  return (time.day - day) * NANOS_PER_DAY + time.nanos
}
