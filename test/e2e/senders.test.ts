/** Senders nobody here wrote deliver to a real server, as they are installed and configured anywhere else. */
import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { Client } from '@elastic/elasticsearch'
import { HttpTransport } from '@loglayer/transport-http'
import { SeverityNumber } from '@opentelemetry/api'
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtobufLogs } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { AwsClient } from 'aws4fetch'
import DatadogWinston from 'datadog-winston'
import { LogLayer } from 'loglayer'
import { pino } from 'pino'
import { pinoLoki } from 'pino-loki'
import SplunkLogging from 'splunk-logging'
import { describe, expect, it } from 'vitest'
import winston from 'winston'
import LokiTransport from 'winston-loki'
import { type StoredLog, storedLogs } from './stored-logs.ts'
import { tenantOf } from './tenant.ts'

const { baseUrl, credentials, api } = tenantOf('senders')
/** With the key in the path, as the endpoint cards give it. */
const endpoint = `${baseUrl}/intake/k/${credentials.publicKey}`
const withoutKey = `${baseUrl}/intake`

/** One error and one information, whatever the order in which a sender's connections delivered them. */
async function expectTwo(service: string, bodies: readonly [error: string, info: string]): Promise<StoredLog[]> {
  const logs = await storedLogs(api, service, 2)
  expect(logs.map(({ body, severity }) => [severity.toLowerCase(), body]).sort()).toEqual([
    ['error', bodies[0]],
    ['info', bodies[1]],
  ])
  return logs
}

describe('Loki clients', () => {
  it.each([
    ['JSON', true],
    ['protobuf', false],
  ] as const)('winston-loki delivers %s', async (name, json) => {
    const service = `winston-loki-${name.toLowerCase()}`
    const transport = new LokiTransport({
      host: endpoint,
      json,
      labels: { app: service },
      format: winston.format.printf(({ message }) => String(message)),
      gracefulShutdown: false,
      interval: 1,
    })
    const logger = winston.createLogger({ transports: [transport] })
    logger.error('payment refused')
    logger.info('payment taken')
    await transport.flush()
    await expectTwo(service, ['payment refused', 'payment taken'])
    await transport.close()
  })

  it('pino-loki delivers with basic authentication, the key as password', async () => {
    const stream = pinoLoki({
      // It resolves its path against this address, so the last segment stays only with its slash.
      host: `${withoutKey}/`,
      basicAuth: { username: '1', password: credentials.publicKey },
      labels: { service_name: 'pino-loki' },
      batching: false,
      logFormat: '{msg}',
    })
    const logger = pino(stream)
    logger.error({ order: 7 }, 'payment refused')
    logger.info('payment taken')
    await expectTwo('pino-loki', ['payment refused', 'payment taken'])
    stream.end()
  })
})

describe('Elasticsearch, Splunk and Datadog clients', () => {
  it('the bulk helper of @elastic/elasticsearch takes this for an Elasticsearch and has every document created', async () => {
    const client = new Client({ node: `${endpoint}/elastic`, compression: true })
    const at = new Date().toISOString()
    const document = (level: string, message: string) => ({
      '@timestamp': at,
      message,
      log: { level },
      service: { name: 'elastic-helper' },
      host: { name: 'h1' },
    })
    const result = await client.helpers.bulk({
      datasource: [document('error', 'payment refused'), document('info', 'payment taken')],
      onDocument: () => ({ create: { _index: 'logs-shop' } }),
    })
    expect(result).toMatchObject({ total: 2, successful: 2, failed: 0, retry: 0 })
    const [first] = await expectTwo('elastic-helper', ['payment refused', 'payment taken'])
    expect(first?.attributes['elasticsearch.index']).toBe('logs-shop')
    expect(first?.resource['host.name']).toBe('h1')
    await client.close()
  })

  it('splunk-logging delivers a batch with its token and reads code 0', async () => {
    const logger = new SplunkLogging.Logger({
      url: `${withoutKey}/services/collector/event/1.0`,
      token: credentials.publicKey,
      maxBatchCount: 0,
    })
    logger.eventFormatter = (message, severity) => ({ message, severity, service: 'splunk-logging' })
    logger.send({ message: 'payment refused', severity: 'error', metadata: { host: 'h1', sourcetype: 'shop' } })
    logger.send({ message: 'payment taken', severity: 'info', metadata: { host: 'h1' } })
    const answer = await new Promise((resolve, reject) => {
      logger.flush((error, _response, body) => (error ? reject(error) : resolve(body)))
    })
    expect(answer).toMatchObject({ text: 'Success', code: 0 })
    const [first] = await expectTwo('splunk-logging', ['payment refused', 'payment taken'])
    expect(first?.resource['host.name']).toBe('h1')
  })

  it('datadog-winston delivers with its key at the end of the path', async () => {
    const options = { hostname: 'h1', service: 'datadog-winston', ddsource: 'nodejs', ddtags: 'env:staging,team:shop' }
    const transport = new DatadogWinston({ apiKey: credentials.publicKey, ...options })
    // Its hosts are fixed; all else stays as it is.
    transport.api = transport.api.replace(/^https:\/\/[^/]+/, `${withoutKey}/datadog`)
    const logger = winston.createLogger({ transports: [transport] })
    logger.error('payment refused')
    logger.info('payment taken')
    const [first] = await expectTwo('datadog-winston', ['payment refused', 'payment taken'])
    expect(first?.resource).toMatchObject({ 'host.name': 'h1', 'deployment.environment.name': 'staging', team: 'shop' })
  })
})

describe('HTTP transports', () => {
  it('the HTTP transport of winston delivers to the webhook', async () => {
    const { hostname, port, pathname } = new URL(`${endpoint}/webhook`)
    const transport = new winston.transports.Http({ host: hostname, port: Number(port), path: pathname })
    const logger = winston.createLogger({ defaultMeta: { service: 'winston-http' }, transports: [transport] })
    logger.error('payment refused', { order: { id: 7 } })
    logger.info('payment taken')
    const logs = await expectTwo('winston-http', ['payment refused', 'payment taken'])
    expect(logs.find((log) => log.body === 'payment refused')?.attributes['order.id']).toBe(7)
  })

  it('the HTTP transport of LogLayer delivers its batches, gzip, with the key in a header', async () => {
    const transport = new HttpTransport({
      url: `${withoutKey}/webhook`,
      headers: { authorization: `Bearer ${credentials.publicKey}` },
      compression: true,
      batchSize: 2,
      payloadTemplate: ({ logLevel, message }) =>
        JSON.stringify({ timestamp: Date.now(), level: logLevel, service: 'loglayer-http', message }),
    })
    const logger = new LogLayer({ transport })
    logger.error('payment refused')
    logger.info('payment taken')
    await expectTwo('loglayer-http', ['payment refused', 'payment taken'])
  })

  it('lines of pino as they are written, in one NDJSON body', async () => {
    const lines: string[] = []
    const logger = pino({ base: { service: 'pino-lines' } }, { write: (line: string) => lines.push(line) })
    logger.error(new Error('payment refused'))
    logger.info('payment taken')
    const response = await fetch(`${endpoint}/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.join(''),
    })
    expect([response.status, await response.json()]).toEqual([202, { accepted: 2, rejected: 0 }])
    const logs = await expectTwo('pino-lines', ['payment refused', 'payment taken'])
    expect(logs.find((log) => log.severity.toLowerCase() === 'error')?.attributes['err.type']).toBe('Error')
  })
})

describe('Firehose', () => {
  const requestId = 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f'
  const cloudWatch = {
    messageType: 'DATA_MESSAGE',
    owner: '123456789012',
    logGroup: '/aws/lambda/firehose-pay',
    logStream: 's',
    logEvents: [
      { id: '1', timestamp: Date.now(), message: 'ERROR payment refused' },
      { id: '2', timestamp: Date.now(), message: 'INFO payment taken' },
    ],
  }

  it('a delivery that is signed and gzipped is stored once, however often it is repeated', async () => {
    const aws = new AwsClient({
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'secret',
      service: 'firehose',
      retries: 0,
    })
    const data = Buffer.from(gzipSync(JSON.stringify(cloudWatch))).toString('base64')
    const body = gzipSync(JSON.stringify({ requestId, timestamp: Date.now(), records: [{ data }] }))
    for (let i = 0; i < 3; i += 1) {
      const response = await aws.fetch(`${endpoint}/firehose`, {
        method: 'POST',
        aws: { region: 'eu-west-1' },
        headers: {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'x-amz-firehose-protocol-version': '1.0',
          'x-amz-firehose-request-id': requestId,
          'x-amz-firehose-source-arn': 'arn:aws:firehose:eu-west-1:123456789012:deliverystream/logs',
        },
        body,
      })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ requestId })
    }
    const [first] = await expectTwo('firehose-pay', ['ERROR payment refused', 'INFO payment taken'])
    expect(first?.resource).toMatchObject({ 'cloud.provider': 'aws', 'cloud.region': 'eu-west-1' })
  })
})

describe('OpenTelemetry exporters', () => {
  const resource = (service: string) => resourceFromAttributes({ 'service.name': service })

  it.each([
    ['JSON', JsonLogs],
    ['protobuf', ProtobufLogs],
  ] as const)('logs arrive as %s', async (name, Exporter) => {
    const service = `otel-${name.toLowerCase()}`
    const exporter = new Exporter({ url: `${endpoint}/v1/logs` })
    const provider = new LoggerProvider({
      resource: resource(service),
      processors: [new BatchLogRecordProcessor({ exporter })],
    })
    const logger = provider.getLogger('shop')
    logger.emit({ severityNumber: SeverityNumber.ERROR, severityText: 'ERROR', body: 'payment refused' })
    logger.emit({ severityNumber: SeverityNumber.INFO, severityText: 'INFO', body: 'payment taken' })
    await provider.forceFlush()
    await expectTwo(service, ['payment refused', 'payment taken'])
    await provider.shutdown()
  })

  it('a trace and a counter arrive', async () => {
    const spans = new TracerProvider({
      resource: resource('otel-signals'),
      spanProcessors: [new SimpleSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
    })
    const span = spans.getTracer('shop').startSpan('POST /pay')
    span.end()
    await spans.forceFlush()
    const { traceId } = span.spanContext()
    expect(JSON.stringify(await api.get(`/traces/${traceId}`))).toContain('POST /pay')

    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
    })
    const meters = new MeterProvider({ resource: resource('otel-signals'), readers: [reader] })
    meters.getMeter('shop').createCounter('shop.payments').add(3)
    await meters.forceFlush()
    expect(JSON.stringify(await api.get('/metrics?prefix=shop.'))).toContain('shop.payments')
    await Promise.all([spans.shutdown(), meters.shutdown()])
  })
})
