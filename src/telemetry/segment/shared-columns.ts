/** Columns every signal has: times, resources. */
import type { Resource } from '../model.ts'
import { NANOS_PER_DAY, type Timestamp } from '../time.ts'
import { ByteReader, ByteWriter, bytesKey } from './bytes.ts'
import type { ContainerReader, ContainerWriter } from './container.ts'
import { type Integers, readIntegers, writeIntegers } from './integers.ts'
import { readCodes, recoded, writeCodes, writeDictionary } from './strings.ts'
import { readMap, writeMap } from './values.ts'

/** Differences of nanoseconds within this span stay exact in the integer columns. */
const SPAN_DAYS_MAX = 20

/** The first day of a segment, from which its times count. Throws a RangeError if the last day is too far from it. */
export function firstDay(first: number, last: number): number {
  if (last - first > SPAN_DAYS_MAX) throw new RangeError(`a segment spans at most ${SPAN_DAYS_MAX} days`)
  return first
}

/** Nanoseconds since the start of `day`. */
export function timesSince(day: number, records: readonly { readonly time: Timestamp }[]): Float64Array {
  const times = new Float64Array(records.length)
  for (const [row, { time }] of records.entries()) times[row] = (time.day - day) * NANOS_PER_DAY + time.nanos
  return times
}

/** Number of records and the first day, as `readHead` reads them. */
export function writeHead(container: ContainerWriter, count: number, day: number): void {
  const head = new ByteWriter(16)
  head.varint(count)
  head.varint(day)
  container.add('head', head.done())
}

/** Writes number of records, first day and times. */
export function writeTimes(container: ContainerWriter, day: number, times: Float64Array): void {
  writeHead(container, times.length, day)
  const writer = new ByteWriter(times.length * 6)
  writeIntegers(writer, times)
  container.add('time', writer.done())
}

/** A column of numbers, or several such columns one after the other. */
export function addIntegers(container: ContainerWriter, name: string, ...columns: readonly Integers[]): void {
  const writer = new ByteWriter(4_096)
  for (const column of columns) writeIntegers(writer, column)
  container.add(name, writer.done())
}

/** A column of few distinct texts. */
export function addDictionary(
  container: ContainerWriter,
  name: string,
  dictionary: { readonly values: readonly string[]; readonly codes: ArrayLike<number> },
): void {
  const writer = new ByteWriter(dictionary.codes.length + 64)
  writeDictionary(writer, dictionary)
  container.add(name, writer.done())
}

/** Number of records, and the day from which `readTimes` counts. */
export function readHead(container: ContainerReader): { readonly count: number; readonly day: number } {
  const reader = new ByteReader(container.read('head'))
  return { count: reader.varint(), day: reader.varint() }
}

/** Nanoseconds of each record since the start of the segment's first day, ascending. */
export function readTimes(container: ContainerReader, count: number): Float64Array {
  return readIntegers(new ByteReader(container.read('time')), count)
}

/** Returns the time that is the given number of nanoseconds after the beginning of a day. It may lie on a later day. */
export function timestampAt(day: number, nanos: number): Timestamp {
  const days = Math.floor(nanos / NANOS_PER_DAY)
  return { day: day + days, nanos: nanos - days * NANOS_PER_DAY }
}

/** Resources of a segment: `values[codes[row]]`; records of one resource share one object. */
export interface ResourceColumn {
  readonly values: readonly Resource[]
  readonly codes: Uint16Array
}

/** Writes the resource of each row, equal ones once. */
export function writeResources(container: ContainerWriter, resources: readonly Resource[]): ResourceColumn {
  const { codes, ...distinct } = distinctResources(resources)
  return writeResourceCodes(container, distinct, codes)
}

/** Writes resources that many records share; `codes` holds the position in `resources` for each record. */
export function writeCodedResources(
  container: ContainerWriter,
  resources: readonly Resource[],
  codes: ArrayLike<number>,
): ResourceColumn {
  const { codes: codeOf, ...distinct } = distinctResources(resources)
  return writeResourceCodes(container, distinct, recoded(codes, codeOf))
}

interface DistinctResources {
  readonly values: readonly Resource[]
  readonly bytes: Uint8Array
}

/** Finds the distinct resources by content, in order of appearance. Each object is compared once. */
function distinctResources(resources: readonly Resource[]): DistinctResources & { readonly codes: Uint16Array } {
  const known = new Map<Resource, number>()
  const byContent = new Map<string, number>()
  const values: Resource[] = []
  const distinct = new ByteWriter()
  const codes = new Uint16Array(resources.length)
  let last: Resource | null = null
  let code = 0
  for (const [row, resource] of resources.entries()) {
    if (resource !== last) {
      last = resource
      code = known.get(resource) ?? -1
      if (code < 0) {
        const writer = new ByteWriter(256)
        writer.text(resource.service)
        writer.text(resource.environment)
        writeMap(writer, resource.attributes)
        const content = bytesKey(writer.done())
        code = byContent.get(content) ?? values.length
        if (code === values.length) {
          byContent.set(content, code)
          distinct.raw(writer.done())
          values.push(resource)
        }
        known.set(resource, code)
      }
    }
    codes[row] = code
  }
  return { values, bytes: distinct.done(), codes }
}

function writeResourceCodes(
  container: ContainerWriter,
  { values, bytes }: DistinctResources,
  codes: Uint16Array,
): ResourceColumn {
  const writer = new ByteWriter(bytes.length + codes.length + 16)
  writer.varint(values.length)
  writer.raw(bytes)
  writeCodes(writer, codes, values.length)
  container.add('resource', writer.done())
  return { values, codes }
}

/** Reads the resources, with a code for each row. */
export function readResources(container: ContainerReader, count: number): ResourceColumn {
  const reader = new ByteReader(container.read('resource'))
  const values = Array.from({ length: reader.varint() }, () => ({
    service: reader.text(),
    environment: reader.text(),
    attributes: readMap(reader),
  }))
  return { values, codes: readCodes(reader, count, values.length) }
}
