/** Histograms and summaries as bytes. */
import type { ExplicitHistogram, MetricValue, SummaryValue } from '../model.ts'
import { type ByteReader, type ByteWriter, SegmentFormatError } from './bytes.ts'
import { readHistogram, writeHistogram } from './histogram-bytes.ts'

/** Persisted: never renumber. The byte in front of a histogram or summary says which it is. */
const EXPLICIT = 0
const EXPONENTIAL = 1
const SUMMARY = 2

export type Distribution = Exclude<MetricValue, number>

/** Writes the value of a point that is a distribution. */
export function writeMetricValue(writer: ByteWriter, value: Distribution): void {
  switch (value.kind) {
    case 'explicit':
      writer.byte(EXPLICIT)
      writeExplicit(writer, value)
      return
    case 'exponential':
      writer.byte(EXPONENTIAL)
      writeHistogram(writer, value)
      return
    case 'summary':
      writer.byte(SUMMARY)
      writer.varint(value.count)
      writer.float64(value.sum)
      writer.varint(value.quantiles.length)
      for (const { quantile, value: at } of value.quantiles) {
        writer.float64(quantile)
        writer.float64(at)
      }
  }
}

/** Reads the value of a point that is a distribution. Throws SegmentFormatError for an unknown kind. */
export function readMetricValue(reader: ByteReader): Distribution {
  const kind = reader.byte()
  if (kind === EXPLICIT) return readExplicit(reader)
  if (kind === EXPONENTIAL) return readHistogram(reader)
  if (kind !== SUMMARY) throw new SegmentFormatError('unknown kind of metric value')
  const summary: SummaryValue = {
    kind: 'summary',
    count: reader.varint(),
    sum: reader.float64(),
    quantiles: Array.from({ length: reader.varint() }, () => ({ quantile: reader.float64(), value: reader.float64() })),
  }
  return summary
}

function writeExplicit(writer: ByteWriter, { count, sum, min, max, bounds, counts }: ExplicitHistogram): void {
  writer.varint(count)
  for (const number of [sum, min, max]) {
    writer.byte(number === null ? 0 : 1)
    if (number !== null) writer.float64(number)
  }
  writer.varint(bounds.length)
  for (const bound of bounds) writer.float64(bound)
  writer.varint(counts.length)
  for (const inBucket of counts) writer.varint(inBucket)
}

function readExplicit(reader: ByteReader): ExplicitHistogram {
  const count = reader.varint()
  const [sum = null, min = null, max = null] = [0, 1, 2].map(() => (reader.byte() === 0 ? null : reader.float64()))
  const bounds = Array.from({ length: reader.varint() }, () => reader.float64())
  const counts = Array.from({ length: reader.varint() }, () => reader.varint())
  return { kind: 'explicit', count, sum, min, max, bounds, counts }
}
