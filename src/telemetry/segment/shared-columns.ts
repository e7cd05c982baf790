/** Columns every signal has: times, resources. */
import type { Resource } from '../model.ts'
import { NANOS_PER_DAY, type Timestamp } from '../time.ts'
import { ByteReader, ByteWriter, bytesKey } from './bytes.ts'
import type { ContainerReader, ContainerWriter } from './container.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { readCodes, writeCodes } from './strings.ts'
import { readMap, writeMap } from './values.ts'

/** Differences of nanoseconds within this span stay exact in the integer columns. */
const SPAN_DAYS_MAX = 20

export function writeTimes(container: ContainerWriter, records: readonly { readonly time: Timestamp }[]): void {
  const day = records[0]?.time.day ?? 0
  const lastDay = records.at(-1)?.time.day ?? 0
  if (lastDay - day > SPAN_DAYS_MAX) throw new RangeError(`a segment spans at most ${SPAN_DAYS_MAX} days`)
  const head = new ByteWriter(16)
  head.varint(records.length)
  head.varint(day)
  container.add('head', head.done())
  const writer = new ByteWriter(records.length * 6)
  writeIntegers(
    writer,
    records.map(({ time }) => (time.day - day) * NANOS_PER_DAY + time.nanos),
  )
  container.add('time', writer.done())
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

export function timestampAt(day: number, nanos: number): Timestamp {
  const days = Math.floor(nanos / NANOS_PER_DAY)
  return { day: day + days, nanos: nanos - days * NANOS_PER_DAY }
}

export function writeResources(container: ContainerWriter, records: readonly { readonly resource: Resource }[]): void {
  const known = new Map<Resource, number>()
  const byContent = new Map<string, number>()
  const distinct = new ByteWriter()
  const codes: number[] = []
  let size = 0
  for (const { resource } of records) {
    let code = known.get(resource)
    if (code === undefined) {
      const writer = new ByteWriter(256)
      writer.text(resource.service)
      writer.text(resource.environment)
      writeMap(writer, resource.attributes)
      const content = bytesKey(writer.done())
      code = byContent.get(content)
      if (code === undefined) {
        code = size++
        byContent.set(content, code)
        distinct.raw(writer.done())
      }
      known.set(resource, code)
    }
    codes.push(code)
  }
  const writer = new ByteWriter(distinct.length + codes.length + 16)
  writer.varint(size)
  writer.raw(distinct.done())
  writeCodes(writer, codes, size)
  container.add('resource', writer.done())
}

/** Resources of a segment: `values[codes[row]]`; records of one resource share one object. */
export interface ResourceColumn {
  readonly values: readonly Resource[]
  readonly codes: Uint16Array
}

export function readResources(container: ContainerReader, count: number): ResourceColumn {
  const reader = new ByteReader(container.read('resource'))
  const values = Array.from({ length: reader.varint() }, () => ({
    service: reader.text(),
    environment: reader.text(),
    attributes: readMap(reader),
  }))
  return { values, codes: readCodes(reader, count, values.length) }
}
