import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import {
  AggregationTemporality,
  AggregationType,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedPayload } from '../../../src/intake/otlp/fields.ts'
import * as json from '../../../src/intake/otlp/json.ts'
import * as jsonMetrics from '../../../src/intake/otlp/json-metrics.ts'
import * as protobuf from '../../../src/intake/otlp/protobuf.ts'
import { OTLP_SAMPLES } from './samples.ts'

const resource = resourceFromAttributes({ 'service.name': 'checkout', 'service.version': '1.2.3', replicas: 3 })
/** An odd nanosecond near 2^60, which a double would round. */
const EXACT_NANOS = '1674986417497641343'

const present = (bytes: Uint8Array | undefined): Uint8Array => {
  if (!bytes) throw new Error('the serializer gave nothing')
  return bytes
}

describe('the two encodings, as the OpenTelemetry SDK writes them', () => {
  it('logs in JSON and protobuf decode to the same fields', () => {
    const exporter = new InMemoryLogRecordExporter()
    const provider = new LoggerProvider({ resource, processors: [new SimpleLogRecordProcessor({ exporter })] })
    const logger = provider.getLogger('app')
    const attributes = {
      text: 'x',
      whole: 42,
      negative: -7,
      part: 0.5,
      yes: true,
      list: ['a', 'b'],
      nested: { deep: [1] },
    }
    logger.emit({
      timestamp: [1674986417, 497641343],
      severityNumber: 17,
      severityText: 'ERROR',
      body: 'boom é ✓',
      attributes,
    })
    logger.emit({
      timestamp: [1674986417, 1],
      body: { structured: { level: 'warn', n: 9007199254740991 } },
      eventName: 'e',
    })
    const records = exporter.getFinishedLogRecords()
    const fromProtobuf = protobuf.decodeLogs(present(ProtobufLogsSerializer.serializeRequest(records)))
    const fromJson = json.decodeLogs(present(JsonLogsSerializer.serializeRequest(records)))
    expect(fromProtobuf).toEqual(fromJson)
    const log = fromProtobuf[0]?.scopes[0]?.items[0]
    expect(log).toMatchObject({ severityNumber: 17, body: 'boom é ✓', attributes })
    expect(log?.time).toEqual({ day: 19386, nanos: 36017_497641343 })
  })

  it('inherited members of an object are not taken for fields', () => {
    const exporter = new InMemoryLogRecordExporter()
    const provider = new LoggerProvider({ resource, processors: [new SimpleLogRecordProcessor({ exporter })] })
    const hidden = JSON.parse('{"__proto__":{"password":"hunter2"},"deep":{"__proto__":{"password":"hunter2"},"n":1}}')
    provider.getLogger('app').emit({ body: hidden, attributes: hidden })
    const records = exporter.getFinishedLogRecords()
    const fromProtobuf = protobuf.decodeLogs(present(ProtobufLogsSerializer.serializeRequest(records)))
    const fromJson = json.decodeLogs(present(JsonLogsSerializer.serializeRequest(records)))
    for (const [{ scopes } = { scopes: [] }] of [fromProtobuf, fromJson]) {
      const { body, attributes } = scopes[0]?.items[0] ?? {}
      expect([body, attributes]).toEqual([{ deep: { n: 1 } }, { deep: { n: 1 } }])
      for (const one of [body, attributes, attributes?.['deep']])
        expect(Object.getPrototypeOf(one)).toBe(Object.prototype)
    }
  })

  it('spans in JSON and protobuf decode to the same fields', () => {
    const exporter = new InMemorySpanExporter()
    const provider = new TracerProvider({ resource, spanProcessors: [new SimpleSpanProcessor({ exporter })] })
    const span = provider
      .getTracer('app')
      .startSpan('GET /cart', { kind: 2, attributes: { 'http.response.status_code': 500 } })
    span.addEvent('exception', { 'exception.type': 'TimeoutError' })
    span.setStatus({ code: 2, message: 'no answer' })
    span.end()
    const spans = exporter.getFinishedSpans()
    const fromProtobuf = protobuf.decodeSpans(present(ProtobufTraceSerializer.serializeRequest(spans)))
    expect(fromProtobuf).toEqual(json.decodeSpans(present(JsonTraceSerializer.serializeRequest(spans))))
    expect(fromProtobuf[0]?.scopes[0]?.items[0]).toMatchObject({
      name: 'GET /cart',
      kind: 'client',
      status: 'error',
      statusMessage: 'no answer',
      parentSpanId: '',
      events: [{ name: 'exception' }],
    })
  })

  it('metrics of every instrument in JSON and protobuf decode to the same fields', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const views = [{ instrumentName: 'exp', aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM } as const }]
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 60_000 })
    const meter = new MeterProvider({ resource, readers: [reader], views }).getMeter('app')
    meter.createCounter('requests').add(3, { route: '/cart' })
    meter.createGauge('temperature').record(-1.5)
    for (const value of [0.1, 5, 5, 900]) {
      meter.createHistogram('latency', { unit: 'ms' }).record(value)
      meter.createHistogram('exp').record(value)
    }
    await reader.forceFlush()
    const [metrics] = exporter.getMetrics()
    if (!metrics) throw new Error('no metrics were collected')
    const fromProtobuf = protobuf.decodeMetrics(present(ProtobufMetricsSerializer.serializeRequest(metrics)))
    expect(fromProtobuf).toEqual(jsonMetrics.decodeMetrics(present(JsonMetricsSerializer.serializeRequest(metrics))))
    const types = fromProtobuf[0]?.scopes[0]?.items.map((metric) => [metric.name, metric.type])
    expect(types?.sort()).toEqual([
      ['exp', 'exponential_histogram'],
      ['latency', 'histogram'],
      ['requests', 'sum'],
      ['temperature', 'gauge'],
    ])
    const requests = fromProtobuf[0]?.scopes[0]?.items.find((metric) => metric.name === 'requests')
    expect(requests).toMatchObject({ isMonotonic: true, temporality: 'cumulative' })
  })
})

describe('OTLP times', () => {
  it('JSON keeps odd nanoseconds', () => {
    expect(json.timeOf(EXACT_NANOS)).toEqual({ day: 19386, nanos: 36017_497641343 })
  })

  it('0 means an absent time', () => {
    expect(json.timeOf('0')).toBeNull()
  })
})

describe('the samples that the fuzz test mutates', () => {
  const decoders = {
    otlp_json: { ...json, decodeMetrics: jsonMetrics.decodeMetrics },
    otlp_protobuf: protobuf,
  }
  const decoded = (signal: string) =>
    OTLP_SAMPLES.filter((sample) => sample.signal === signal).map(({ format, bytes }) => {
      const { decodeLogs, decodeSpans, decodeMetrics } = decoders[format]
      return signal === 'logs' ? decodeLogs(bytes) : signal === 'traces' ? decodeSpans(bytes) : decodeMetrics(bytes)
    })

  it.each(['logs', 'traces', 'metrics'])('are the same %s in both encodings', (signal) => {
    const [fromJson, fromProtobuf] = decoded(signal)
    expect(fromJson?.[0]?.scopes[0]?.items.length).toBeGreaterThan(0)
    expect(fromProtobuf).toEqual(fromJson)
  })
})

describe('hostile OTLP bodies', () => {
  const decoders = [
    protobuf.decodeLogs,
    protobuf.decodeSpans,
    protobuf.decodeMetrics,
    json.decodeLogs,
    json.decodeSpans,
    jsonMetrics.decodeMetrics,
  ]

  it('random bytes cause no error but MalformedPayload', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        for (const decode of decoders) expectMalformedOrDecoded(() => decode(bytes))
      }),
      { numRuns: 3000 },
    )
  })

  it('JSON with wrong types causes no error but MalformedPayload', () => {
    const shaped = fc
      .json()
      .map((value) => new TextEncoder().encode(`{"resourceLogs":[{"resource":${value},"scopeLogs":${value}}]}`))
    fc.assert(
      fc.property(shaped, (bytes) => expectMalformedOrDecoded(() => json.decodeLogs(bytes))),
      { numRuns: 2000 },
    )
  })

  it('a record with values nested beyond the limit is refused', () => {
    const nested = `${'{"arrayValue":{"values":['.repeat(200)}{"stringValue":"x"}${']}}'.repeat(200)}`
    const body = `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":${nested}}]}]}]}`
    const scope = json.decodeLogs(new TextEncoder().encode(body))[0]?.scopes[0]
    expect(scope).toMatchObject({ items: [], unreadable: ['a value is nested too deeply'] })
  })
})

function expectMalformedOrDecoded(decode: () => unknown): void {
  try {
    decode()
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedPayload)
  }
}
