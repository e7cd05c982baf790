/** Exponential histograms as bytes: counts of buckets in small integers, extremes and sum as doubles. */
import type { ExponentialHistogram } from '../model.ts'
import type { ByteReader, ByteWriter } from './bytes.ts'

/** Persisted: never renumber. Bits of a histogram's first byte: the fields that are present. */
const HAS_SUM = 1
const HAS_MIN = 2
const HAS_MAX = 4
const HAS_NEGATIVE = 8
const HAS_ZERO_THRESHOLD = 16

/** Writes an exponential histogram. */
export function writeHistogram(writer: ByteWriter, histogram: ExponentialHistogram): void {
  const { sum, min, max, negative, zeroThreshold } = histogram
  writer.byte(
    (sum === null ? 0 : HAS_SUM) |
      (min === null ? 0 : HAS_MIN) |
      (max === null ? 0 : HAS_MAX) |
      (negative.counts.length === 0 && negative.offset === 0 ? 0 : HAS_NEGATIVE) |
      (zeroThreshold === 0 ? 0 : HAS_ZERO_THRESHOLD),
  )
  writer.varint(histogram.count)
  writer.signed(histogram.scale)
  writer.varint(histogram.zeroCount)
  for (const number of [sum, min, max]) if (number !== null) writer.float64(number)
  if (zeroThreshold !== 0) writer.float64(zeroThreshold)
  writeBuckets(writer, histogram.positive)
  if (negative.counts.length > 0 || negative.offset !== 0) writeBuckets(writer, negative)
}

/** Reads an exponential histogram. */
export function readHistogram(reader: ByteReader): ExponentialHistogram {
  const flags = reader.byte()
  const count = reader.varint()
  const scale = reader.signed()
  const zeroCount = reader.varint()
  const sum = flags & HAS_SUM ? reader.float64() : null
  const min = flags & HAS_MIN ? reader.float64() : null
  const max = flags & HAS_MAX ? reader.float64() : null
  const zeroThreshold = flags & HAS_ZERO_THRESHOLD ? reader.float64() : 0
  const positive = readBuckets(reader)
  const negative = flags & HAS_NEGATIVE ? readBuckets(reader) : { offset: 0, counts: [] }
  return { kind: 'exponential', count, sum, min, max, scale, zeroCount, zeroThreshold, positive, negative }
}

function writeBuckets(writer: ByteWriter, { offset, counts }: ExponentialHistogram['positive']): void {
  writer.signed(offset)
  writer.varint(counts.length)
  for (const count of counts) writer.varint(count)
}

function readBuckets(reader: ByteReader): ExponentialHistogram['positive'] {
  const offset = reader.signed()
  return { offset, counts: Array.from({ length: reader.varint() }, () => reader.varint()) }
}
