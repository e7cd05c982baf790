/** The metric part of OTLP protobuf: gauge, sum, histogram, exponential histogram, summary. */
import type { MetricType } from '../../telemetry/index.ts'
import { type MetricFields, type MutableAttributes, type PointFields, temporalityOf } from './fields.ts'
import type { OtlpReader } from './reader.ts'

/** DataPointFlags.NO_RECORDED_VALUE_MASK. */
const NO_RECORDED_VALUE = 1

const DATA: Readonly<Record<number, MetricType>> = {
  5: 'gauge',
  7: 'sum',
  9: 'histogram',
  10: 'exponential_histogram',
  11: 'summary',
}

/** Reads one field of a metric message. Fields of unknown tags are skipped. */
export function readMetric(tag: number, metric: MetricFields, reader: OtlpReader): void {
  if (tag === 1) metric.name = reader.text()
  else if (tag === 2) metric.description = reader.text()
  else if (tag === 3) metric.unit = reader.text()
  else if (DATA[tag]) {
    metric.type = DATA[tag]
    reader.message(metric, readData)
  }
}

function readData(tag: number, metric: MetricFields, reader: OtlpReader): void {
  if (tag === 1) metric.points.push(readPoint(metric.type, reader))
  else if (tag === 2) metric.temporality = temporalityOf(reader.integer())
  else if (tag === 3) metric.isMonotonic = reader.integer() !== 0
}

function readPoint(type: MetricType | null, reader: OtlpReader): PointFields {
  reader.countRecord(1)
  if (type === 'histogram') return readHistogram(reader)
  if (type === 'exponential_histogram') return readExponential(reader)
  if (type === 'summary') return readSummary(reader)
  return readNumber(reader)
}

const emptyPoint = () =>
  ({ time: null, startTime: null, attributes: {} as MutableAttributes }) as Omit<PointFields, 'value'>

function readNumber(reader: OtlpReader): PointFields {
  const raw = { point: emptyPoint(), value: 0, flags: 0 }
  reader.message(raw, (tag, target, inner) => {
    if (tag === 2) target.point.startTime = inner.time()
    else if (tag === 3) target.point.time = inner.time()
    else if (tag === 4) target.value = inner.double()
    else if (tag === 6) target.value = inner.signed64()
    else if (tag === 7) inner.keyValue(target.point.attributes)
    else if (tag === 8) target.flags = inner.integer()
  })
  return { ...raw.point, value: raw.flags & NO_RECORDED_VALUE ? null : raw.value }
}

interface RawHistogram {
  point: Omit<PointFields, 'value'>
  count: number
  sum: number | null
  min: number | null
  max: number | null
  flags: number
}

const emptyHistogram = (): RawHistogram => ({
  point: emptyPoint(),
  count: 0,
  sum: null,
  min: null,
  max: null,
  flags: 0,
})

function readHistogram(reader: OtlpReader): PointFields {
  const raw = { ...emptyHistogram(), bounds: [] as number[], counts: [] as number[] }
  reader.message(raw, (tag, target, inner) => {
    if (tag === 2) target.point.startTime = inner.time()
    else if (tag === 3) target.point.time = inner.time()
    else if (tag === 4) target.count = inner.count64()
    else if (tag === 5) target.sum = inner.double()
    else if (tag === 6) target.counts.push(...inner.packed(() => inner.count64()))
    else if (tag === 7) target.bounds.push(...inner.packed(() => inner.double()))
    else if (tag === 9) inner.keyValue(target.point.attributes)
    else if (tag === 10) target.flags = inner.integer()
    else if (tag === 11) target.min = inner.double()
    else if (tag === 12) target.max = inner.double()
  })
  const { point, count, sum, min, max, bounds, counts } = raw
  if (raw.flags & NO_RECORDED_VALUE) return { ...point, value: null }
  return { ...point, value: { kind: 'explicit', count, sum, min, max, bounds, counts } }
}

function readExponential(reader: OtlpReader): PointFields {
  const raw = {
    ...emptyHistogram(),
    scale: 0,
    zeroCount: 0,
    zeroThreshold: 0,
    positive: { offset: 0, counts: [] as number[] },
    negative: { offset: 0, counts: [] as number[] },
  }
  reader.message(raw, (tag, target, inner) => {
    if (tag === 1) inner.keyValue(target.point.attributes)
    else if (tag === 2) target.point.startTime = inner.time()
    else if (tag === 3) target.point.time = inner.time()
    else if (tag === 4) target.count = inner.count64()
    else if (tag === 5) target.sum = inner.double()
    else if (tag === 6) target.scale = zigzag(inner)
    else if (tag === 7) target.zeroCount = inner.count64()
    else if (tag === 8) readBuckets(target.positive, inner)
    else if (tag === 9) readBuckets(target.negative, inner)
    else if (tag === 10) target.flags = inner.integer()
    else if (tag === 12) target.min = inner.double()
    else if (tag === 13) target.max = inner.double()
    else if (tag === 14) target.zeroThreshold = inner.double()
  })
  const { point, flags, ...value } = raw
  return { ...point, value: flags & NO_RECORDED_VALUE ? null : { kind: 'exponential', ...value } }
}

/** sint32. */
function zigzag(reader: OtlpReader): number {
  const value = reader.integer()
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}

function readBuckets(buckets: { offset: number; counts: number[] }, reader: OtlpReader): void {
  reader.message(buckets, (tag, target, inner) => {
    if (tag === 1) target.offset = zigzag(inner)
    else if (tag === 2) target.counts.push(...inner.packed(() => Number(inner.int64())))
  })
}

function readSummary(reader: OtlpReader): PointFields {
  const raw = {
    point: emptyPoint(),
    count: 0,
    sum: 0,
    flags: 0,
    quantiles: [] as { quantile: number; value: number }[],
  }
  reader.message(raw, (tag, target, inner) => {
    if (tag === 2) target.point.startTime = inner.time()
    else if (tag === 3) target.point.time = inner.time()
    else if (tag === 4) target.count = inner.count64()
    else if (tag === 5) target.sum = inner.double()
    else if (tag === 6) target.quantiles.push(readQuantile(inner))
    else if (tag === 7) inner.keyValue(target.point.attributes)
    else if (tag === 8) target.flags = inner.integer()
  })
  const { point, count, sum, quantiles } = raw
  if (raw.flags & NO_RECORDED_VALUE) return { ...point, value: null }
  return { ...point, value: { kind: 'summary', count, sum, quantiles } }
}

function readQuantile(reader: OtlpReader): { quantile: number; value: number } {
  return reader.message({ quantile: 0, value: 0 }, (tag, target, inner) => {
    if (tag === 1) target.quantile = inner.double()
    else if (tag === 2) target.value = inner.double()
  })
}
