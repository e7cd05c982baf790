/**
 * Statistics of log records: what counts, volumes and patterns are answered from without decoding a segment. The same
 * shape describes a segment and, merged, an hour or a day.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { AttributeValue, LogRecord } from '../model.ts'
import type { Shape } from '../shape/shape.ts'
import { compareTime, NANOS_PER_DAY, type Timestamp } from '../time.ts'
import { ByteReader, ByteWriter, SegmentFormatError } from './bytes.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { readStrings, writeStrings } from './strings.ts'
import { readValue, writeValue } from './values.ts'

/** Severity classes by number: 0 unspecified, 1 trace, 2 debug, 3 info, 4 warn, 5 error, 6 fatal (`severityName`). */
export function severityClass(severityNumber: number): number {
  return severityNumber < 1 || severityNumber > 24 ? 0 : Math.floor((severityNumber - 1) / 4) + 1
}

export interface MinuteCount {
  /** Whole minutes since 1970. */
  readonly minute: number
  /** Place in `services`. */
  readonly service: number
  readonly severity: number
  readonly count: number
}

/** The record a pattern shows: its id's parts, and its body as template and variables. */
export interface Example {
  readonly sequence: number
  readonly index: number
  readonly variables: readonly string[]
}

export interface ShapeCount {
  readonly service: number
  readonly severity: number
  /** Place in `shapes`. */
  readonly shape: number
  readonly count: number
  readonly first: Timestamp
  readonly last: Timestamp
  readonly example: Example
}

export interface AttributeSummary {
  readonly key: string
  /** Records that have the key. */
  readonly records: number
  /** Counts of its values, null when there are too many to list. */
  readonly values: readonly { readonly value: AttributeValue; readonly count: number }[] | null
}

export interface LogStatistics {
  readonly records: number
  /** Characters of all bodies. */
  readonly bodyChars: number
  readonly first: Timestamp
  readonly last: Timestamp
  readonly services: readonly string[]
  readonly shapes: readonly Shape[]
  readonly minutes: readonly MinuteCount[]
  readonly shapeCounts: readonly ShapeCount[]
  readonly attributes: readonly AttributeSummary[]
}

/** A key with more values than this is listed without them. */
export const SUMMARY_VALUES_MAX = 64
const SUMMARY_VALUE_CHARS_MAX = 128
const MINUTES_PER_DAY = 1_440
const NANOS_PER_MINUTE = 60_000_000_000
const EXAMPLE_CHARS_MAX = 2_048

/** Collects the statistics of a segment in time order. */
export class LogStatisticsCollector {
  readonly #minutes = new Map<number, number>()
  readonly #shapes = new Map<number, OpenShapeCount>()
  readonly #services = new Map<string, number>()
  #bodyChars = 0

  /** `shape` is the place of the record's shape among those of the segment. */
  add(record: LogRecord, sequence: number, index: number, shape: number, variables: readonly string[]): void {
    let service = this.#services.get(record.resource.service)
    if (service === undefined) {
      service = this.#services.size
      this.#services.set(record.resource.service, service)
    }
    const severity = severityClass(record.severityNumber)
    const minute = record.time.day * MINUTES_PER_DAY + Math.floor(record.time.nanos / NANOS_PER_MINUTE)
    const group = service * 8 + severity
    const minuteKey = minute * 2 ** 20 + group
    this.#minutes.set(minuteKey, (this.#minutes.get(minuteKey) ?? 0) + 1)
    this.#bodyChars += record.body.length
    const shapeKey = shape * 2 ** 20 + group
    const known = this.#shapes.get(shapeKey)
    if (known !== undefined) {
      known.count++
      known.last = record.time
      return
    }
    const isShort = variables.reduce((chars, variable) => chars + variable.length, 0) <= EXAMPLE_CHARS_MAX
    const example = { sequence, index, variables: isShort ? variables : variables.map(shorten) }
    this.#shapes.set(shapeKey, { service, severity, shape, count: 1, first: record.time, last: record.time, example })
  }

  finish(
    first: Timestamp,
    last: Timestamp,
    records: number,
    shapes: readonly Shape[],
    attributes: AttributeSummary[],
  ): LogStatistics {
    const minutes = [...this.#minutes].map(([key, count]) => {
      const group = key % 2 ** 20
      return { minute: Math.floor(key / 2 ** 20), service: group >>> 3, severity: group & 7, count }
    })
    const services = [...this.#services.keys()]
    const shapeCounts = [...this.#shapes.values()]
    return { records, bodyChars: this.#bodyChars, first, last, services, shapes, minutes, shapeCounts, attributes }
  }
}

interface OpenShapeCount {
  readonly service: number
  readonly severity: number
  readonly shape: number
  count: number
  readonly first: Timestamp
  last: Timestamp
  readonly example: Example
}

function shorten(variable: string): string {
  return variable.length <= SUMMARY_VALUE_CHARS_MAX ? variable : `${variable.slice(0, SUMMARY_VALUE_CHARS_MAX)}…`
}

/** Whether a value is short enough to be listed in a summary. */
export function isListable(value: AttributeValue): boolean {
  return typeof value === 'string'
    ? value.length <= SUMMARY_VALUE_CHARS_MAX
    : typeof value !== 'object' || value === null
}

/** The statistics of several segments (or hours) together. The first part's example stays, unless a later is newer. */
export function mergeLogStatistics(parts: readonly LogStatistics[]): LogStatistics {
  const [head] = parts
  if (head === undefined) throw new RangeError('no statistics to merge')
  const services = new Interner<string>((service) => service)
  const shapes = new Interner<Shape>((shape) => shape.hash)
  const minutes = new Map<string, MinuteCount>()
  const shapeCounts = new Map<string, ShapeCount>()
  let { first, last } = head
  for (const part of parts) {
    if (compareTime(part.first, first) < 0) first = part.first
    if (compareTime(part.last, last) > 0) last = part.last
    const serviceOf = part.services.map((service) => services.place(service))
    const shapeOf = part.shapes.map((shape) => shapes.place(shape))
    for (const entry of part.minutes) {
      const service = serviceOf[entry.service] ?? 0
      const key = `${entry.minute} ${service} ${entry.severity}`
      minutes.set(key, { ...entry, service, count: entry.count + (minutes.get(key)?.count ?? 0) })
    }
    for (const entry of part.shapeCounts) {
      const moved = { ...entry, service: serviceOf[entry.service] ?? 0, shape: shapeOf[entry.shape] ?? 0 }
      const key = `${moved.service} ${entry.severity} ${moved.shape}`
      const known = shapeCounts.get(key)
      shapeCounts.set(key, known === undefined ? moved : mergeShapeCounts(known, moved))
    }
  }
  return {
    records: parts.reduce((sum, part) => sum + part.records, 0),
    bodyChars: parts.reduce((sum, part) => sum + part.bodyChars, 0),
    first,
    last,
    services: services.values,
    shapes: shapes.values,
    minutes: [...minutes.values()],
    shapeCounts: [...shapeCounts.values()],
    attributes: mergeSummaries(parts.flatMap((part) => part.attributes)),
  }
}

class Interner<T> {
  readonly values: T[] = []
  readonly #places = new Map<string, number>()
  readonly #keyOf: (value: T) => string

  constructor(keyOf: (value: T) => string) {
    this.#keyOf = keyOf
  }

  place(value: T): number {
    const key = this.#keyOf(value)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.values.length)
    return this.values.push(value) - 1
  }
}

function mergeShapeCounts(a: ShapeCount, b: ShapeCount): ShapeCount {
  const isNewer = compareTime(b.last, a.last) > 0
  return {
    ...a,
    count: a.count + b.count,
    first: compareTime(b.first, a.first) < 0 ? b.first : a.first,
    last: isNewer ? b.last : a.last,
    example: isNewer ? b.example : a.example,
  }
}

function mergeSummaries(parts: readonly AttributeSummary[]): AttributeSummary[] {
  const merged = new Map<string, AttributeSummary>()
  for (const part of parts) {
    const known = merged.get(part.key)
    if (known === undefined) {
      merged.set(part.key, part)
      continue
    }
    const counts = new Map<AttributeValue, number>()
    for (const { value, count } of [...(known.values ?? []), ...(part.values ?? [])]) {
      counts.set(value, (counts.get(value) ?? 0) + count)
    }
    const isListed = known.values !== null && part.values !== null && counts.size <= SUMMARY_VALUES_MAX
    const values = isListed ? [...counts].map(([value, count]) => ({ value, count })) : null
    merged.set(part.key, { key: part.key, records: known.records + part.records, values })
  }
  return [...merged.values()]
}

const FORMAT = 1

/** The statistics as compressed bytes. */
export function encodeLogStatistics(statistics: LogStatistics): Uint8Array {
  const { first, minutes, shapeCounts } = statistics
  const writer = new ByteWriter(16_384)
  writer.varint(statistics.records)
  writer.varint(statistics.bodyChars)
  writer.varint(first.day)
  writer.varint(first.nanos)
  writer.varint(nanosFrom(first.day, statistics.last))
  writeStrings(writer, statistics.services)
  writeStrings(
    writer,
    statistics.shapes.map((shape) => shape.template),
  )
  for (const shape of statistics.shapes) {
    writer.uint32(Number.parseInt(shape.hash.slice(0, 8), 16))
    writer.uint32(Number.parseInt(shape.hash.slice(8), 16))
  }
  writer.varint(minutes.length)
  for (const key of ['minute', 'service', 'severity', 'count'] as const) {
    writeIntegers(
      writer,
      minutes.map((entry) => entry[key]),
    )
  }
  writer.varint(shapeCounts.length)
  for (const key of ['shape', 'service', 'severity', 'count'] as const) {
    writeIntegers(
      writer,
      shapeCounts.map((entry) => entry[key]),
    )
  }
  writeIntegers(
    writer,
    shapeCounts.map((entry) => nanosFrom(first.day, entry.first)),
  )
  writeIntegers(
    writer,
    shapeCounts.map((entry) => nanosFrom(first.day, entry.last) - nanosFrom(first.day, entry.first)),
  )
  writeIntegers(
    writer,
    shapeCounts.map((entry) => entry.example.sequence),
  )
  writeIntegers(
    writer,
    shapeCounts.map((entry) => entry.example.index),
  )
  writeIntegers(
    writer,
    shapeCounts.map((entry) => entry.example.variables.length),
  )
  writeStrings(
    writer,
    shapeCounts.flatMap((entry) => entry.example.variables),
  )
  writeSummaries(writer, statistics.attributes)
  const packed = new ByteWriter(8_192)
  packed.byte(FORMAT)
  packed.varint(writer.length)
  packed.raw(deflateRawSync(writer.done(), { level: 3 }))
  return packed.done().slice()
}

export function decodeLogStatistics(bytes: Uint8Array): LogStatistics {
  const packed = new ByteReader(bytes)
  if (packed.byte() !== FORMAT) throw new SegmentFormatError('unknown statistics format')
  const length = packed.varint()
  const reader = new ByteReader(inflateRawSync(bytes.subarray(packed.offset), { maxOutputLength: Math.max(1, length) }))
  const records = reader.varint()
  const bodyChars = reader.varint()
  const first = { day: reader.varint(), nanos: reader.varint() }
  const last = timeAt(first.day, reader.varint())
  const services = readStrings(reader)
  const shapes = readStrings(reader).map((template) => ({
    template,
    hash: reader.uint32().toString(16).padStart(8, '0') + reader.uint32().toString(16).padStart(8, '0'),
  }))
  const minuteCount = reader.varint()
  const [minute, service, severity, count] = [0, 1, 2, 3].map(() => readIntegers(reader, minuteCount))
  const minutes = Array.from({ length: minuteCount }, (_, i) => ({
    minute: minute?.[i] ?? 0,
    service: service?.[i] ?? 0,
    severity: severity?.[i] ?? 0,
    count: count?.[i] ?? 0,
  }))
  const shapeCounts = readShapeCounts(reader, first.day)
  const attributes = readSummaries(reader)
  return { records, bodyChars, first, last, services, shapes, minutes, shapeCounts, attributes }
}

function readShapeCounts(reader: ByteReader, day: number): ShapeCount[] {
  const length = reader.varint()
  const columns = Array.from({ length: 9 }, () => readIntegers(reader, length))
  const [shape, service, severity, count, first, duration, sequence, index, widths] = columns
  const texts = readStrings(reader)
  let at = 0
  return Array.from({ length }, (_, i) => {
    const start = first?.[i] ?? 0
    const width = widths?.[i] ?? 0
    at += width
    return {
      service: service?.[i] ?? 0,
      severity: severity?.[i] ?? 0,
      shape: shape?.[i] ?? 0,
      count: count?.[i] ?? 0,
      first: timeAt(day, start),
      last: timeAt(day, start + (duration?.[i] ?? 0)),
      example: { sequence: sequence?.[i] ?? 0, index: index?.[i] ?? 0, variables: texts.slice(at - width, at) },
    }
  })
}

function writeSummaries(writer: ByteWriter, summaries: readonly AttributeSummary[]): void {
  writer.varint(summaries.length)
  for (const { key, records, values } of summaries) {
    writer.text(key)
    writer.varint(records)
    writer.varint(values === null ? 0 : values.length + 1)
    for (const { value, count } of values ?? []) {
      writeValue(writer, value)
      writer.varint(count)
    }
  }
}

function readSummaries(reader: ByteReader): AttributeSummary[] {
  return Array.from({ length: reader.varint() }, () => {
    const key = reader.text()
    const records = reader.varint()
    const listed = reader.varint()
    const values = Array.from({ length: Math.max(0, listed - 1) }, () => ({
      value: readValue(reader),
      count: reader.varint(),
    }))
    return { key, records, values: listed === 0 ? null : values }
  })
}

function nanosFrom(day: number, time: Timestamp): number {
  return (time.day - day) * NANOS_PER_DAY + time.nanos
}

function timeAt(day: number, nanos: number): Timestamp {
  const days = Math.floor(nanos / NANOS_PER_DAY)
  return { day: day + days, nanos: nanos - days * NANOS_PER_DAY }
}
