/**
 * Statistics of spans: requests, errors and latency per minute, service and operation. Latencies are exponential
 * histograms of one scale, so that statistics of segments, hours and days merge exactly.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { LatencyHistogram, type LatencySnapshot } from '../histogram/latency.ts'
import type { SpanRecord } from '../model.ts'
import { NANOS_PER_MS } from '../time.ts'
import { ByteReader, ByteWriter, SegmentFormatError } from './bytes.ts'
import { readIntegers, writeIntegers } from './integers.ts'
import { readStrings, writeStrings } from './strings.ts'

export interface SpanCell {
  /** Whole minutes since 1970, a multiple of the statistics' `cellMinutes`. */
  readonly minute: number
  readonly service: string
  readonly operation: string
  readonly errors: number
  /** Durations in milliseconds; its count is the number of spans. */
  readonly latency: LatencySnapshot
}

const MINUTES_PER_DAY = 1_440
const NANOS_PER_MINUTE = 60_000_000_000

interface OpenCell {
  readonly minute: number
  readonly service: string
  readonly operation: string
  errors: number
  readonly latency: LatencyHistogram
}

/** Collects spans, or the statistics of segments and hours, into cells of `cellMinutes`. */
export class SpanStatistics {
  readonly cellMinutes: number
  readonly #cells = new Map<string, OpenCell>()

  constructor(cellMinutes = 1) {
    this.cellMinutes = cellMinutes
  }

  add({ time, resource, name, status, durationNanos }: SpanRecord): void {
    const minute = time.day * MINUTES_PER_DAY + Math.floor(time.nanos / NANOS_PER_MINUTE)
    const cell = this.#cell(minute, resource.service, name)
    if (status === 'error') cell.errors++
    cell.latency.add(durationNanos / NANOS_PER_MS)
  }

  /** Takes in statistics whose cells are as wide or narrower; throws a RangeError for wider ones. */
  merge(other: SpanStatistics): void {
    if (this.cellMinutes % other.cellMinutes !== 0) throw new RangeError('cells can only grow')
    for (const { minute, service, operation, errors, latency } of other.cells()) {
      const cell = this.#cell(minute, service, operation)
      cell.errors += errors
      cell.latency.merge(latency)
    }
  }

  cells(): SpanCell[] {
    return [...this.#cells.values()].map((cell) => ({ ...cell, latency: cell.latency.snapshot() }))
  }

  encode(): Uint8Array {
    const cells = this.cells()
    const names = [...new Set(cells.flatMap(({ service, operation }) => [service, operation]))]
    const places = new Map(names.map((name, place) => [name, place]))
    const writer = new ByteWriter(16_384)
    writer.varint(this.cellMinutes)
    writeStrings(writer, names)
    writer.varint(cells.length)
    const columns = [
      cells.map((cell) => cell.minute),
      cells.map((cell) => places.get(cell.service) ?? 0),
      cells.map((cell) => places.get(cell.operation) ?? 0),
      cells.map((cell) => cell.errors),
    ]
    for (const column of columns) writeIntegers(writer, column)
    for (const cell of cells) writeLatency(writer, cell.latency)
    const packed = new ByteWriter(8_192)
    packed.byte(FORMAT)
    packed.varint(writer.length)
    packed.raw(deflateRawSync(writer.done(), { level: 3 }))
    return packed.done().slice()
  }

  static decode(bytes: Uint8Array): SpanStatistics {
    const packed = new ByteReader(bytes)
    if (packed.byte() !== FORMAT) throw new SegmentFormatError('unknown statistics format')
    const length = packed.varint()
    const raw = inflateRawSync(bytes.subarray(packed.offset), { maxOutputLength: Math.max(1, length) })
    const reader = new ByteReader(raw)
    const statistics = new SpanStatistics(reader.varint())
    const names = readStrings(reader)
    const count = reader.varint()
    const [minutes, services, operations, errors] = [0, 1, 2, 3].map(() => readIntegers(reader, count))
    for (let i = 0; i < count; i++) {
      const cell = statistics.#cell(
        minutes?.[i] ?? 0,
        names[services?.[i] ?? 0] ?? '',
        names[operations?.[i] ?? 0] ?? '',
      )
      cell.errors = errors?.[i] ?? 0
      cell.latency.merge(readLatency(reader))
    }
    return statistics
  }

  #cell(minute: number, service: string, operation: string): OpenCell {
    const start = minute - (minute % this.cellMinutes)
    const key = `${start}\u0000${service}\u0000${operation}`
    let cell = this.#cells.get(key)
    if (cell === undefined) {
      cell = { minute: start, service, operation, errors: 0, latency: new LatencyHistogram() }
      this.#cells.set(key, cell)
    }
    return cell
  }
}

const FORMAT = 1

function writeLatency(writer: ByteWriter, { count, zeroCount, sum, min, max, buckets }: LatencySnapshot): void {
  writer.varint(count)
  writer.varint(zeroCount)
  for (const number of [sum, min, max]) writer.float64(number)
  writer.varint(buckets.length)
  let last = 0
  for (const [bucket, inBucket] of buckets) {
    writer.signed(bucket - last)
    writer.varint(inBucket)
    last = bucket
  }
}

function readLatency(reader: ByteReader): LatencySnapshot {
  const count = reader.varint()
  const zeroCount = reader.varint()
  const sum = reader.float64()
  const min = reader.float64()
  const max = reader.float64()
  let last = 0
  const buckets = Array.from({ length: reader.varint() }, (): readonly [number, number] => {
    last += reader.signed()
    return [last, reader.varint()]
  })
  return { count, zeroCount, sum, min, max, buckets }
}
