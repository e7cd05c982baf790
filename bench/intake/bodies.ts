/** The same records as each sender would write them: what the formats are compared on. */
import { Buffer } from 'node:buffer'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { compress } from 'snappyjs'
import type { LogRecord } from '../../src/telemetry/model.ts'
import { toMillis, toUnixNanoText } from '../../src/telemetry/time.ts'
import { otlpBody } from '../telemetry/otlp.ts'

export interface Body {
  /** An id of FORMATS, or otlp_json / otlp_protobuf. */
  readonly format: string
  readonly label: string
  readonly contentType: string
  /** Several where the sender puts one record into each. */
  readonly bodies: readonly Uint8Array[]
}

const bytes = (text: string) => new TextEncoder().encode(text)
const iso = (log: LogRecord) => new Date(toMillis(log.time)).toISOString()
const level = (log: LogRecord) => log.severityText.toLowerCase()
const ids = (log: LogRecord) => ({ trace_id: log.traceId, span_id: log.spanId })
const texts = (log: LogRecord) =>
  Object.fromEntries(Object.entries(log.attributes).map(([key, value]) => [key, String(value)]))
const priority = (log: LogRecord) => (log.severityNumber >= 17 ? 11 : log.severityNumber >= 13 ? 12 : 14)

function byService(logs: readonly LogRecord[]): [string, LogRecord[]][] {
  return [...Map.groupBy(logs, (log) => log.resource.service)]
}

function otlpJson(logs: readonly LogRecord[]): Uint8Array {
  const value = (given: unknown) =>
    typeof given === 'number' ? { intValue: String(given) } : { stringValue: String(given) }
  const attributes = (given: object) => Object.entries(given).map(([key, item]) => ({ key, value: value(item) }))
  const resourceLogs = byService(logs).map(([, ofService]) => ({
    resource: { attributes: attributes(ofService[0]?.resource.attributes ?? {}) },
    scopeLogs: [
      {
        scope: { name: 'bench' },
        logRecords: ofService.map((log) => ({
          timeUnixNano: toUnixNanoText(log.time),
          severityNumber: log.severityNumber,
          severityText: log.severityText,
          body: { stringValue: log.body },
          attributes: attributes(log.attributes),
          traceId: log.traceId,
          spanId: log.spanId,
        })),
      },
    ],
  }))
  return bytes(JSON.stringify({ resourceLogs }))
}

function lokiJson(logs: readonly LogRecord[]): Uint8Array {
  const streams = byService(logs).map(([service, ofService]) => ({
    stream: { service_name: service },
    values: ofService.map((log) => [
      toUnixNanoText(log.time),
      log.body,
      { ...ids(log), ...texts(log), detected_level: level(log) },
    ]),
  }))
  return bytes(JSON.stringify({ streams }))
}

function lokiProtobuf(logs: readonly LogRecord[]): Uint8Array {
  const writer = new PbfWriter()
  for (const [service, ofService] of byService(logs)) {
    const writeStream = (_: null, stream: PbfWriter) => {
      stream.writeStringField(1, `{service_name="${service}"}`)
      for (const log of ofService) stream.writeMessage(2, writeEntry, log)
    }
    writer.writeMessage(1, writeStream, null)
  }
  return compress(writer.finish())
}

function writeEntry(log: LogRecord, entry: PbfWriter): void {
  const writeTime = (atMs: number, time: PbfWriter) => {
    time.writeVarintField(1, Math.floor(atMs / 1000))
    time.writeVarintField(2, (atMs % 1000) * 1_000_000)
  }
  entry.writeMessage(1, writeTime, toMillis(log.time))
  entry.writeStringField(2, log.body)
  for (const pair of Object.entries({ ...ids(log), ...texts(log), detected_level: level(log) })) {
    const writePair = ([name, value]: readonly [string, string], metadata: PbfWriter) => {
      metadata.writeStringField(1, name)
      metadata.writeStringField(2, value)
    }
    entry.writeMessage(3, writePair, pair)
  }
}

function journal(log: LogRecord): string {
  const fields = Object.entries(log.attributes).map(
    ([key, value]) => `${key.toUpperCase().replaceAll(/\W/g, '_')}=${value}\n`,
  )
  const head = `__REALTIME_TIMESTAMP=${toMillis(log.time) * 1000}\nPRIORITY=${priority(log) % 8}\n`
  return `${head}SYSLOG_IDENTIFIER=${log.resource.service}\nMESSAGE=${log.body}\n${fields.join('')}\n`
}

const syslog = (log: LogRecord, structured: string) =>
  `<${priority(log)}>1 ${iso(log)} host1 ${log.resource.service} 99 - ${structured} ${log.body}\n`
const structured = (log: LogRecord) =>
  `[bench@1 ${Object.entries(log.attributes)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')}]`
const frame = (line: string) => `${Buffer.byteLength(line)} ${line}`

function cloudWatch(logs: readonly LogRecord[]): Uint8Array {
  const records = byService(logs).map(([service, ofService]) => {
    const logEvents = ofService.map((log, i) => ({
      id: String(i),
      timestamp: toMillis(log.time),
      message: JSON.stringify({ level: level(log), message: log.body, ...ids(log), ...log.attributes }),
    }))
    const group = { messageType: 'DATA_MESSAGE', owner: '1', logGroup: `/aws/lambda/${service}`, logStream: 's' }
    return { data: gzipSync(JSON.stringify({ ...group, logEvents })).toString('base64') }
  })
  return bytes(JSON.stringify({ requestId: 'r', timestamp: 1, records }))
}

function pubsubPush(log: LogRecord): Uint8Array {
  const resource = { type: 'cloud_run_revision', labels: { service_name: log.resource.service } }
  const jsonPayload = { message: log.body, ...log.attributes }
  const entry = { timestamp: iso(log), severity: log.severityText, resource, jsonPayload, trace: log.traceId }
  const data = Buffer.from(JSON.stringify(entry)).toString('base64')
  return bytes(JSON.stringify({ message: { data, messageId: log.spanId }, subscription: 's' }))
}

type ToObject = (log: LogRecord) => object

const PLATFORM_RECORDS: Readonly<Record<string, ToObject>> = {
  datadog: (log) => ({
    ...{ message: log.body, status: level(log), service: log.resource.service, hostname: 'h1', ddsource: 'nodejs' },
    ...{ ddtags: 'env:prod,team:shop', timestamp: toMillis(log.time), ...log.attributes },
  }),
  vercel: (log) => ({
    ...{ id: log.spanId, timestamp: toMillis(log.time), level: level(log), message: log.body, source: 'lambda' },
    ...{ projectName: log.resource.service, traceId: log.traceId, proxy: log.attributes },
  }),
  cloudflare: (log) => ({
    ...{ EdgeStartTimestamp: iso(log), ClientRequestMethod: 'GET', ClientRequestHost: log.resource.service },
    ...{ ClientRequestURI: log.body, EdgeResponseStatus: 200, RayID: log.spanId, ...log.attributes },
  }),
  netlify: (log) => ({
    ...{ log_type: 'functions', timestamp: toMillis(log.time), level: level(log), message: log.body },
    ...{ function_name: log.resource.service, ...log.attributes },
  }),
  supabase: (log) => ({
    ...{ id: log.spanId, timestamp: toMillis(log.time) * 1000, event_message: log.body },
    ...{ source: log.resource.service, metadata: [{ level: level(log), ...log.attributes }] },
  }),
  fastly: (log) => ({
    ...{ timestamp: iso(log), service_id: 'S1', host: log.resource.service, method: 'GET', status: 200 },
    ...{ message: log.body, ...log.attributes },
  }),
}

export function bodiesOf(logs: readonly LogRecord[]): Body[] {
  const one = (format: string, contentType: string, body: Uint8Array | string, label = format): Body => ({
    ...{ format, label, contentType },
    bodies: [typeof body === 'string' ? bytes(body) : body],
  })
  const arrays = (list: readonly object[]) => JSON.stringify(list)
  const ndjson = (list: readonly object[]) => list.map((item) => JSON.stringify(item)).join('\n')
  const usual: ToObject = (log) => ({
    ...{ timestamp: toMillis(log.time), level: level(log), message: log.body, service: log.resource.service },
    ...ids(log),
    ...log.attributes,
  })
  const elastic = (log: LogRecord) => [
    { create: { _index: 'logs' } },
    { '@timestamp': iso(log), message: log.body, log: { level: level(log) }, ...ids(log), ...log.attributes },
  ]
  const hec: ToObject = (log) => ({
    ...{
      time: toMillis(log.time) / 1000,
      host: 'h1',
      sourcetype: 'x',
      fields: { 'service.name': log.resource.service },
    },
    event: { message: log.body, level: level(log), ...ids(log), ...log.attributes },
  })
  const azure: ToObject = (log) => ({
    ...{ time: iso(log), resourceId: `/S/${log.resource.service}`, level: 'Informational', category: 'x' },
    properties: { message: log.body, ...log.attributes },
  })
  const plain = logs.map((log) => `${log.severityText} ${log.body}`).join('\n')
  const json = 'application/json'
  return [
    one('otlp_json', json, otlpJson(logs)),
    one('otlp_protobuf', 'application/x-protobuf', gunzipSync(otlpBody(logs))),
    one('webhook', json, arrays(logs.map(usual)), 'webhook, JSON array'),
    one('webhook', 'application/x-ndjson', ndjson(logs.map(usual)), 'webhook, NDJSON'),
    one('webhook', 'text/plain', plain, 'webhook, lines'),
    one('loki', json, lokiJson(logs), 'loki, JSON'),
    one('loki', 'application/x-protobuf', lokiProtobuf(logs), 'loki, protobuf'),
    one('elastic_bulk', json, `${ndjson(logs.flatMap(elastic))}\n`),
    one('splunk_hec', json, logs.map((log) => JSON.stringify(hec(log))).join('')),
    one('splunk_hec_raw', 'text/plain', plain),
    one('syslog', 'text/plain', logs.map((log) => syslog(log, structured(log))).join('')),
    one('journald', 'application/vnd.fdo.journal', logs.map(journal).join('')),
    one('logplex', 'application/logplex-1', logs.map((log) => frame(syslog(log, '-'))).join('')),
    one('firehose', json, cloudWatch(logs)),
    { format: 'pubsub', label: 'pubsub (a record a body)', contentType: json, bodies: logs.map(pubsubPush) },
    one('azure', json, JSON.stringify({ records: logs.map(azure) })),
    ...Object.entries(PLATFORM_RECORDS).map(([id, toObject]) => one(id, json, arrays(logs.map(toObject)))),
  ]
}
