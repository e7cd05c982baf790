/** One delivery of every format as its sender writes it, two logs each: what the shared suite decodes, cuts and mutates. */
import { Buffer } from 'node:buffer'
import zlib from 'node:zlib'
import { PbfWriter } from 'pbf'
import { compress } from 'snappyjs'

export const AT_MS = Date.UTC(2026, 10, 20, 12, 0, 0, 123)
const ISO = new Date(AT_MS).toISOString()

export interface Sample {
  readonly format: string
  /** Below the key. */
  readonly path: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  readonly success: number
  readonly expected: readonly {
    readonly body: string
    readonly service?: string
    readonly severityNumber?: number
    readonly timeMs: number | null
  }[]
  /** Probes of the sender: success, nothing stored. */
  readonly probe?: string
}

const text = (value: string) => new TextEncoder().encode(value)
const json = (value: unknown) => text(JSON.stringify(value))
const ndjson = (values: readonly unknown[]) => text(values.map((value) => JSON.stringify(value)).join('\n'))
const frame = (line: string) => `${text(line).length} ${line}`
const two = (service: string, first = 'boom', second = 'fine') =>
  [
    { body: first, service, severityNumber: 17, timeMs: AT_MS },
    { body: second, service, severityNumber: 9, timeMs: AT_MS },
  ] as const

function lokiProtobuf(): Uint8Array {
  const writer = new PbfWriter()
  writer.writeMessage(
    1,
    (_, stream) => {
      stream.writeStringField(1, '{service_name="web", level="error"}')
      stream.writeMessage(
        2,
        (__, entry) => {
          entry.writeMessage(
            1,
            (___, time) => {
              time.writeVarintField(1, Math.floor(AT_MS / 1000))
              time.writeVarintField(2, 123_000_000)
            },
            null,
          )
          entry.writeStringField(2, 'boom')
        },
        null,
      )
    },
    null,
  )
  return compress(writer.finish())
}

const cloudWatch = {
  messageType: 'DATA_MESSAGE',
  owner: '123456789012',
  logGroup: '/aws/lambda/pay',
  logStream: 's',
  logEvents: [
    { id: '1', timestamp: AT_MS, message: 'ERROR boom' },
    { id: '2', timestamp: AT_MS, message: 'INFO fine' },
  ],
}
const firehoseBody = (record: unknown) => ({
  requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f',
  timestamp: AT_MS,
  records: [{ data: Buffer.from(zlib.gzipSync(JSON.stringify(record))).toString('base64') }],
})
const pubsubBody = (entry: unknown) => ({
  message: { data: Buffer.from(JSON.stringify(entry)).toString('base64'), messageId: '42', publishTime: ISO },
  subscription: 'projects/p/subscriptions/s',
})
const journal = `__REALTIME_TIMESTAMP=${AT_MS * 1000}\nPRIORITY=3\nSYSLOG_IDENTIFIER=sshd\n_HOSTNAME=h\nMESSAGE=boom\n\n__REALTIME_TIMESTAMP=${AT_MS * 1000}\nPRIORITY=6\nSYSLOG_IDENTIFIER=sshd\nMESSAGE=fine\n\n`

export const SAMPLES: readonly Sample[] = [
  {
    format: 'webhook',
    path: '/webhook',
    contentType: 'application/json',
    bytes: json([
      { timestamp: AT_MS, level: 'error', message: 'boom', service: 'web', user: { id: 7 } },
      { time: ISO, lvl: 'info', msg: 'fine', app: 'web' },
    ]),
    success: 202,
    expected: two('web'),
  },
  {
    format: 'loki',
    path: '/loki/api/v1/push',
    contentType: 'application/json',
    bytes: json({
      streams: [
        { stream: { service_name: 'web', level: 'error' }, values: [[`${AT_MS}000000`, 'boom']] },
        {
          stream: { app: 'web' },
          values: [[`${AT_MS}000000`, 'fine', { detected_level: 'info', trace_id: 'a'.repeat(32) }]],
        },
      ],
    }),
    success: 204,
    expected: two('web'),
    probe: '{"streams":[]}',
  },
  {
    format: 'loki',
    path: '/loki/api/v1/push',
    contentType: 'application/x-protobuf',
    bytes: lokiProtobuf(),
    success: 204,
    expected: [{ body: 'boom', service: 'web', severityNumber: 17, timeMs: AT_MS }],
  },
  {
    format: 'elastic_bulk',
    path: '/elastic/_bulk',
    contentType: 'application/x-ndjson',
    bytes: text(
      `${[
        { create: { _index: 'logs-app' } },
        { '@timestamp': ISO, message: 'boom', log: { level: 'error' }, service: { name: 'web' }, host: { name: 'h1' } },
        { index: { _id: '7' } },
        { '@timestamp': ISO, message: 'fine', 'log.level': 'info', 'service.name': 'web' },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n')}\n`,
    ),
    success: 200,
    expected: two('web'),
  },
  {
    format: 'splunk_hec',
    path: '/splunk/services/collector/event',
    contentType: 'application/json',
    bytes: text(
      [
        {
          time: AT_MS / 1000,
          host: 'h',
          sourcetype: 'x',
          event: { message: 'boom', level: 'error' },
          fields: { 'service.name': 'web' },
        },
        {
          time: String(AT_MS / 1000),
          event: 'fine',
          fields: { 'service.name': 'web', 'otel.log.severity.text': 'INFO' },
        },
      ]
        .map((event) => JSON.stringify(event))
        .join(''),
    ),
    success: 200,
    expected: two('web'),
  },
  {
    format: 'splunk_hec_raw',
    path: '/splunk/services/collector/raw',
    contentType: 'text/plain',
    headers: { 'x-splunk-request-channel': '11111111-2222-3333-4444-555555555555' },
    bytes: text('ERROR boom\nINFO fine\n'),
    success: 200,
    expected: [
      { body: 'ERROR boom', severityNumber: 17, timeMs: null },
      { body: 'INFO fine', severityNumber: 9, timeMs: null },
    ],
  },
  {
    format: 'datadog',
    path: '/datadog/api/v2/logs',
    contentType: 'application/json',
    bytes: json([
      {
        message: 'boom',
        status: 'error',
        service: 'web',
        hostname: 'h',
        ddtags: 'env:prod,team:a',
        ddsource: 'nodejs',
        timestamp: AT_MS,
      },
      { message: 'fine', status: 'info', service: 'web', timestamp: ISO },
    ]),
    success: 202,
    expected: two('web'),
    probe: '{}',
  },
  {
    format: 'syslog',
    path: '/syslog',
    contentType: 'text/plain',
    bytes: text(`<11>1 ${ISO} host1 web 99 ID47 [ex@32473 a="b\\"c" d="]"] boom\n<14>1 ${ISO} host1 web - - - fine\n`),
    success: 202,
    expected: two('web'),
  },
  {
    format: 'syslog',
    path: '/syslog',
    contentType: 'text/plain',
    bytes: text('<11>Nov 20 12:00:00 host1 web[99]: boom\n<14>Nov 20 12:00:00 host1 web: fine'),
    success: 202,
    expected: two('web').map((one) => ({ ...one, timeMs: Math.floor(AT_MS / 1000) * 1000 })),
  },
  {
    format: 'journald',
    path: '/journald',
    contentType: 'application/vnd.fdo.journal',
    bytes: text(journal),
    success: 202,
    expected: two('sshd'),
  },
  {
    format: 'logplex',
    path: '/logplex',
    contentType: 'application/logplex-1',
    headers: { 'logplex-msg-count': '2', 'logplex-frame-id': 'F1', 'logplex-drain-token': 'd.1' },
    bytes: text(frame(`<187>1 ${ISO} host app web.1 - boom\n`) + frame(`<190>1 ${ISO} host app web.1 - fine\n`)),
    success: 204,
    expected: two('app'),
  },
  {
    format: 'firehose',
    path: '/firehose',
    contentType: 'application/json',
    headers: { 'x-amz-firehose-request-id': 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f' },
    bytes: json(firehoseBody(cloudWatch)),
    success: 200,
    expected: two('pay', 'ERROR boom', 'INFO fine'),
    probe: JSON.stringify(
      firehoseBody({ messageType: 'CONTROL_MESSAGE', logEvents: [{ id: '1', timestamp: AT_MS, message: 'x' }] }),
    ),
  },
  {
    format: 'pubsub',
    path: '/pubsub',
    contentType: 'application/json',
    bytes: json(
      pubsubBody({
        timestamp: ISO,
        severity: 'ERROR',
        textPayload: 'boom',
        logName: 'projects/p/logs/run',
        resource: { type: 'cloud_run_revision', labels: { service_name: 'web' } },
        trace: `projects/p/traces/${'a'.repeat(32)}`,
      }),
    ),
    success: 204,
    expected: [{ body: 'boom', service: 'web', severityNumber: 17, timeMs: AT_MS }],
  },
  {
    format: 'vercel',
    path: '/vercel',
    contentType: 'application/json',
    bytes: json([
      { id: '1', timestamp: AT_MS, level: 'error', message: 'boom', projectName: 'web', source: 'lambda' },
      {
        id: '2',
        timestamp: AT_MS,
        level: 'info',
        message: 'fine',
        projectName: 'web',
        proxy: { method: 'GET', path: '/' },
      },
    ]),
    success: 200,
    expected: two('web'),
    probe: '[]',
  },
  {
    format: 'cloudflare',
    path: '/cloudflare',
    contentType: 'application/x-ndjson',
    bytes: ndjson([
      {
        EdgeStartTimestamp: ISO,
        ClientRequestMethod: 'GET',
        ClientRequestHost: 'a.com',
        ClientRequestURI: '/x',
        EdgeResponseStatus: 503,
      },
      {
        EdgeStartTimestamp: ISO,
        ClientRequestMethod: 'GET',
        ClientRequestHost: 'a.com',
        ClientRequestURI: '/',
        EdgeResponseStatus: 200,
      },
    ]),
    success: 200,
    expected: two('a.com', 'GET a.com /x 503', 'GET a.com / 200'),
    probe: '{"content":"tests"}',
  },
  {
    format: 'netlify',
    path: '/netlify',
    contentType: 'application/json',
    bytes: json([
      { log_type: 'functions', timestamp: AT_MS, level: 'error', message: 'boom', function_name: 'pay' },
      { log_type: 'functions', timestamp: AT_MS, level: 'info', message: 'fine', function_name: 'pay' },
    ]),
    success: 200,
    expected: two('pay'),
    probe: '{"message":"validation"}',
  },
  {
    format: 'supabase',
    path: '/supabase',
    contentType: 'application/json',
    bytes: json([
      {
        id: 'u',
        timestamp: AT_MS * 1000,
        event_message: 'boom',
        source: 'postgres_logs',
        metadata: [{ parsed: [{ error_severity: 'ERROR' }] }],
      },
      {
        id: 'v',
        timestamp: AT_MS * 1000,
        event_message: 'fine',
        source: 'postgres_logs',
        metadata: [{ parsed: [{ error_severity: 'LOG' }] }],
      },
    ]),
    success: 200,
    expected: two('postgres_logs'),
    probe: '[]',
  },
  {
    format: 'fastly',
    path: '/fastly',
    contentType: 'application/x-ndjson',
    bytes: ndjson([
      { timestamp: ISO, service_id: 'S1', host: 'a.com', method: 'GET', url: '/x', status: 503 },
      { timestamp: ISO, service_id: 'S1', host: 'a.com', method: 'GET', url: '/', status: 200 },
    ]),
    success: 200,
    expected: two('a.com', 'GET a.com/x 503', 'GET a.com/ 200'),
  },
  {
    format: 'azure',
    path: '/azure',
    contentType: 'application/json',
    bytes: json({
      records: [
        { time: ISO, resourceId: '/SUBSCRIPTIONS/S/WEB', level: 'Error', properties: { message: 'boom' } },
        { time: ISO, resourceId: '/SUBSCRIPTIONS/S/WEB', level: 'Informational', resultDescription: 'fine' },
      ],
    }),
    success: 200,
    expected: two('web'),
  },
]
