/** The metrics part of OTLP JSON. */
import type { MetricType } from '../../telemetry/index.ts'
import { type MetricFields, type PointFields, temporalityOf } from './fields.ts'
import {
  attributesOf,
  counted,
  decode,
  type Json,
  list,
  listed,
  numberOf,
  object,
  optionalNumberOf,
  otherTimeOf,
  type RecordCount,
  readable,
  textOf,
  timeOf,
} from './json.ts'

const NO_RECORDED_VALUE = 1

/** Decodes an export of metrics in OTLP/JSON. Throws `MalformedPayload`. */
export const decodeMetrics = (bytes: Uint8Array) =>
  decode(bytes, 'resourceMetrics', 'scopeMetrics', 'metrics', metricOf)

const DATA: readonly (readonly [key: string, type: MetricType, valueOf: (point: Json) => PointFields['value']])[] = [
  ['gauge', 'gauge', numberValue],
  ['sum', 'sum', numberValue],
  ['histogram', 'histogram', explicitValue],
  ['exponentialHistogram', 'exponential_histogram', exponentialValue],
  ['summary', 'summary', summaryValue],
]

function metricOf(metric: Json, count: RecordCount): MetricFields {
  const found = DATA.find(([key]) => metric[key] !== undefined && metric[key] !== null)
  const head = { name: textOf(metric.name), unit: textOf(metric.unit), description: textOf(metric.description) }
  if (!found) return { ...head, type: null, temporality: 'unspecified', isMonotonic: false, points: [] }
  const [key, type, pointValue] = found
  const data = object(metric[key], key)
  return {
    ...head,
    type,
    temporality: temporalityOf(numberOf(data.aggregationTemporality)),
    isMonotonic: data.isMonotonic === true,
    ...pointsOf(counted(listed(data, 'dataPoints'), count), pointValue),
  }
}

function pointsOf(given: readonly unknown[], read: (point: Json) => PointFields['value']) {
  const { items, unreadable } = readable(given, (item): PointFields => {
    const point = object(item, 'dataPoints')
    return {
      time: timeOf(point.timeUnixNano),
      startTime: otherTimeOf(point.startTimeUnixNano, ignore),
      attributes: attributesOf(point),
      value: numberOf(point.flags) & NO_RECORDED_VALUE ? null : read(point),
    }
  })
  return { points: items, ...(unreadable ? { unreadable } : {}) }
}

/** Attributes name the series of a point, and each time as sent would be a series of its own. */
const ignore = () => {}

function numberValue(point: Json): number {
  return numberOf(point.asDouble ?? point.asInt)
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(numberOf) : [])

function explicitValue(point: Json): PointFields['value'] {
  return {
    kind: 'explicit',
    count: numberOf(point.count),
    sum: optionalNumberOf(point.sum),
    min: optionalNumberOf(point.min),
    max: optionalNumberOf(point.max),
    bounds: numbers(point.explicitBounds),
    counts: numbers(point.bucketCounts),
  }
}

function exponentialValue(point: Json): PointFields['value'] {
  const buckets = (value: unknown) => {
    const fields = object(value, 'buckets')
    return { offset: numberOf(fields.offset), counts: numbers(fields.bucketCounts) }
  }
  return {
    kind: 'exponential',
    count: numberOf(point.count),
    sum: optionalNumberOf(point.sum),
    min: optionalNumberOf(point.min),
    max: optionalNumberOf(point.max),
    scale: numberOf(point.scale),
    zeroCount: numberOf(point.zeroCount),
    zeroThreshold: numberOf(point.zeroThreshold),
    positive: buckets(point.positive),
    negative: buckets(point.negative),
  }
}

function summaryValue(point: Json): PointFields['value'] {
  return {
    kind: 'summary',
    count: numberOf(point.count),
    sum: numberOf(point.sum),
    quantiles: list(point, 'quantileValues').map((one) => ({
      quantile: numberOf(one.quantile),
      value: numberOf(one.value),
    })),
  }
}
