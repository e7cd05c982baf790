import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Grid } from '../../src/telemetry/aggregates/grid.ts'
import type { LogRecord, MetricPoint, SpanRecord } from '../../src/telemetry/model.ts'
import { fromMillis } from '../../src/telemetry/time.ts'
import { createEmbeddedTelemetryStore } from '../../src/wiring/telemetry-store.ts'
import { logRecord } from '../support/log-record.ts'
import { makeMetrics, makeSpans, projectOf, T0 } from './corpus.ts'

const store = createEmbeddedTelemetryStore({ namespaces: env })
const GRID: Grid = { startMs: T0, intervalMs: 60_000, count: 60 }
/** More than a partition once held of one window, in which case it answered for the latest records alone. */
const RECORDS = 105_000
const BATCH = 5_000
const [spanExample] = makeSpans(1)
const gaugeExample = makeMetrics(1).find(({ type }) => type === 'gauge')

function lineAt(request: number): LogRecord {
  const time = fromMillis(T0 + Math.floor((request / RECORDS) * 3_600_000))
  return logRecord({ time, body: `order ${request} stored`, traceId: request.toString(16).padStart(32, '0') })
}

function spanAt(request: number): SpanRecord {
  if (spanExample === undefined) throw new Error('the corpus has spans')
  const spanId = (request + 1).toString(16).padStart(16, '0')
  const { time, traceId } = lineAt(request)
  return { ...spanExample, time, traceId, spanId, parentSpanId: '' }
}

function pointAt(request: number): MetricPoint {
  if (gaugeExample === undefined) throw new Error('the corpus has gauges')
  return { ...gaugeExample, time: lineAt(request).time, value: 1 }
}

async function fill(project: ReturnType<typeof projectOf>): Promise<void> {
  for (let first = 0; first < RECORDS; first += BATCH) {
    const requests = Array.from({ length: BATCH }, (_, at) => first + at)
    const source = { keyId: 'k', payloadHash: String(first) }
    const batch = { logs: requests.map(lineAt), spans: requests.map(spanAt), metrics: requests.map(pointAt) }
    await store.append(project, { ...batch, source, billedBytes: 1, deduplicate: true })
  }
}

describe('an investigation of a busy hour', () => {
  it('is told of the whole hour, also of its beginning', async () => {
    const project = projectOf('busy-hour')
    await fill(project)
    const logs = await store.aggregate<'logActivity'>(project, { kind: 'logActivity', grid: GRID })
    const traces = await store.aggregate<'traceActivity'>(project, { kind: 'traceActivity', grid: GRID })
    const metrics = await store.aggregate<'metricActivity'>(project, { kind: 'metricActivity', grid: GRID })
    const perMinute = new Array(GRID.count).fill(RECORDS / GRID.count)
    expect(logs.value.shapes.map(({ counts }) => counts)).toEqual([perMinute])
    expect(traces.value.operations.map(({ calls }) => calls)).toEqual([perMinute])
    expect(metrics.value.series.map(({ counts }) => counts)).toEqual([perMinute])
    expect([logs, traces, metrics].flatMap(({ work }) => work.partial)).toEqual([])
  })
})
