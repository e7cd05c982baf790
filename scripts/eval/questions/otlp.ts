/** Sends a world through the real intake as OTLP/JSON, as collectors do. */
import { gzipSync } from 'node:zlib'
import { deliver } from '../send-incident.ts'
import type { LogRow, PointRow, SpanRow, Values, World } from './records.ts'

const BATCH_RECORDS = 1500
const SEVERITY_NUMBERS = { DEBUG: 5, INFO: 9, WARN: 13, ERROR: 17, FATAL: 21 } as const
const KINDS = { unspecified: 0, internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const

/** OTLP/JSON writes 64-bit integers as text. */
function nanos(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}

function attributesOf(values: Values): unknown[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }))
}

function resourceOf(row: Sourced): unknown {
  return {
    attributes: attributesOf({
      'service.name': row.service,
      'service.version': row.version,
      'service.instance.id': row.instance,
      ...row.resource,
    }),
  }
}

function logRecord(row: LogRow): unknown {
  return {
    timeUnixNano: nanos(row.timeMs),
    ...(row.isSeveritySent ? { severityNumber: SEVERITY_NUMBERS[row.severity], severityText: row.severity } : {}),
    body: { stringValue: row.body },
    attributes: attributesOf(row.attributes),
    ...(row.traceId === '' ? {} : { traceId: row.traceId, spanId: row.spanId }),
  }
}

function span(row: SpanRow): unknown {
  return {
    ...{ traceId: row.traceId, spanId: row.spanId, parentSpanId: row.parentSpanId, name: row.name },
    kind: KINDS[row.kind],
    startTimeUnixNano: nanos(row.startMs),
    endTimeUnixNano: nanos(row.endMs),
    attributes: attributesOf(row.attributes),
    ...(row.isError === true ? { status: { code: 2, message: row.statusMessage } } : {}),
  }
}

function metric(row: PointRow): unknown {
  const frame = {
    ...(row.type === 'gauge' ? {} : { startTimeUnixNano: nanos(row.startMs) }),
    timeUnixNano: nanos(row.timeMs),
    attributes: attributesOf(row.attributes),
  }
  const head = { name: row.name, unit: row.unit }
  const { buckets } = row
  if (row.type === 'histogram' && buckets !== null) {
    const count = buckets.counts.reduce((sum, one) => sum + one, 0)
    const point = {
      ...frame,
      ...{ count: String(count), sum: row.value, explicitBounds: buckets.bounds },
      bucketCounts: buckets.counts.map(String),
    }
    return { ...head, histogram: { aggregationTemporality: 1, dataPoints: [point] } }
  }
  const dataPoints = [{ ...frame, asDouble: row.value }]
  if (row.type === 'gauge') return { ...head, gauge: { dataPoints } }
  return { ...head, sum: { aggregationTemporality: row.type === 'delta' ? 1 : 2, isMonotonic: true, dataPoints } }
}

interface Sourced {
  readonly service: string
  readonly version: string
  readonly instance: string
  readonly resource?: Values
}
/** Rows grouped by resource, in order, in requests of a bounded size. */
function batches<Row extends Sourced>(
  rows: readonly Row[],
  wrap: (resource: unknown, part: readonly Row[]) => unknown,
) {
  const list: unknown[][] = []
  for (let start = 0; start < rows.length; start += BATCH_RECORDS) {
    const groups = new Map<string, Row[]>()
    for (const row of rows.slice(start, start + BATCH_RECORDS)) {
      const key = `${row.service} ${row.version} ${row.instance}`
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [row])
      else group.push(row)
    }
    list.push([...groups.values()].flatMap((part) => (part[0] === undefined ? [] : [wrap(resourceOf(part[0]), part)])))
  }
  return list
}

/** @throws Error when the intake refuses anything: truths of a part would mean nothing. */
export async function sendWorld(world: World, baseUrl: string, publicKey: string): Promise<number> {
  const send = async (path: string, body: unknown) =>
    deliver(`${baseUrl}/intake/k/${publicKey}/v1/${path}`, gzipSync(JSON.stringify(body), { level: 1 }), world.name)
  for (const resourceLogs of batches(world.logs, (resource, part) => ({
    resource,
    scopeLogs: [{ logRecords: part.map(logRecord) }],
  }))) {
    await send('logs', { resourceLogs })
  }
  for (const resourceSpans of batches(world.spans, (resource, part) => ({
    resource,
    scopeSpans: [{ spans: part.map(span) }],
  }))) {
    await send('traces', { resourceSpans })
  }
  for (const resourceMetrics of batches(world.points, (resource, part) => ({
    resource,
    scopeMetrics: [{ metrics: part.map(metric) }],
  }))) {
    await send('metrics', { resourceMetrics })
  }
  return world.logs.length + world.spans.length + world.points.length
}
